"""What the JSON contract says of one document: `parse -f json`, a line of `parse -f jsonl`, and the way back.

`to_json` and `from_json` are inverses: a release read from JSON has the tree, the references, keywords, vocabularies
and diagnostics of the one that was written, without being parsed again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

import msgspec

from comprules.analysis.glossary import Sense
from comprules.analysis.keywords import Keyword
from comprules.analysis.references import Reference
from comprules.analysis.vocabularies import Vocabulary
from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.errors import Diagnostic
from comprules.release import Release
from comprules.render.sources import SourceRecord as SourceRecord
from comprules.render.sources import source_record as source_record
from comprules.source import Source


class EntryRecord(msgspec.Struct, frozen=True):
    """A glossary entry: as printed, then what it tells beyond its text.

    `told` are the senses each with its own mark; `rules` are the numbers it cites, `see` the entries it refers to,
    `redirect` those it sends on to where it does nothing else.
    """

    term: str
    aliases: tuple[str, ...]
    senses: tuple[str, ...]
    text: str
    obsolete: bool
    line: int
    told: tuple[Sense, ...] = ()
    rules: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    redirect: tuple[str, ...] = ()


class DocumentRecord(msgspec.Struct, frozen=True):
    """`comprules parse FILE -f json`: one release, its tree and the tables beside it."""

    schema: str
    title: str | None
    effective: str | None
    family: str
    source: SourceRecord
    introduction: tuple[str, ...]
    contents: tuple[ContentsEntry, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[EntryRecord, ...]
    credits: tuple[str, ...]
    references: tuple[Reference, ...]
    keywords: tuple[Keyword, ...]
    diagnostics: tuple[Diagnostic, ...]
    vocabularies: tuple[Vocabulary, ...]
    front: tuple[str, ...]
    headings: tuple[Heading, ...]
    index: tuple[str, ...]
    preface: tuple[str, ...] = ()
    shape: str = ""
    slips: tuple[Diagnostic, ...] = ()


class PathRecord(msgspec.Struct, frozen=True):
    """A heading that a rule stands under."""

    number: str
    title: str | None


class RuleRecord(msgspec.Struct, frozen=True):
    """A line of `comprules parse FILE -f jsonl`: one rule or glossary entry, with its place in the document.

    `kind` tells the two apart: a rule has a `number`, an entry a `term`. `path` are the titles of the headings above,
    `above` the headings themselves. `cites` are the numbers that the text, the examples or the entry cite, `references`
    the places that do; `keywords` the keywords that the rule is a part of. `effective` and `sha256` are the release's.
    """

    number: str | None
    level: str
    parent: str | None
    previous: str | None
    next: str | None
    path: tuple[str, ...]
    title: str | None
    text: str | None
    examples: tuple[str, ...]
    line: int
    kind: Literal["rule", "entry"] = "rule"
    term: str | None = None
    above: tuple[PathRecord, ...] = ()
    cites: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    keywords: tuple[str, ...] = ()
    effective: str | None = None
    sha256: str = ""


def entry_record(release: Release, entry: Entry) -> EntryRecord:
    """A glossary entry with what is learned of it."""
    told = release.glossary[entry.term]
    own = {field: getattr(entry, field) for field in Entry.__struct_fields__}
    return EntryRecord(**own, told=told.senses, rules=told.rules, see=told.see, redirect=told.redirect)


def document_record(release: Release) -> DocumentRecord:
    """The contract's record of `release`."""
    document = release.document
    return DocumentRecord(
        schema="comprules/document/1",
        title=document.title,
        effective=document.effective,
        family=document.family,
        source=source_record(release.source),
        introduction=document.introduction,
        contents=document.contents,
        rules=document.rules,
        glossary=tuple(entry_record(release, entry) for entry in document.glossary),
        credits=document.credits,
        references=release.references,
        keywords=release.keywords,
        diagnostics=release.diagnostics,
        vocabularies=release.vocabularies,
        front=document.front,
        headings=document.headings,
        index=document.index,
        preface=document.preface,
        shape=document.shape,
        slips=release.slips,
    )


def rule_records(release: Release) -> Iterator[RuleRecord]:
    """One record a rule, in document order, then one a glossary entry."""
    nodes = release.index.nodes
    family = release.index.family
    cited: dict[tuple[str | None, str | None], list[Reference]] = defaultdict(list)
    for reference in release.references:
        cited[reference.number, reference.term].append(reference)
    named: dict[str, list[str]] = defaultdict(list)
    for keyword in release.keywords:
        if keyword.kind != "ability word":
            named[keyword.number].append(keyword.name)
    effective, sha256 = release.document.effective, release.source.sha256
    numbers = [None, *(node.rule.number for node in nodes), None]
    for at, node in enumerate(nodes):
        rule = node.rule
        references = cited[rule.number, None]
        yield RuleRecord(
            number=rule.number,
            level=family.level(rule.number),
            parent=node.path[-1].number if node.path else None,
            previous=numbers[at],
            next=numbers[at + 2],
            path=tuple(above.title or above.number for above in node.path),
            title=rule.title,
            text=rule.text,
            examples=rule.examples,
            line=rule.line,
            above=tuple(PathRecord(above.number, above.title) for above in node.path),
            cites=_targets(references),
            references=tuple(references),
            keywords=tuple(name for each in (*node.path, rule) for name in named.get(each.number, ())),
            effective=effective,
            sha256=sha256,
        )
    for entry in release.document.glossary:
        references = cited[None, entry.term]
        yield RuleRecord(
            *(None, "glossary", None, None, None, ("Glossary",), None, entry.text, (), entry.line, "entry", entry.term),
            *((), _targets(references), tuple(references), (), effective, sha256),
        )


def _targets(references: list[Reference]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(target for each in references for target in each.targets))


def to_json(release: Release) -> bytes:
    """Everything known of `release` as JSON in UTF-8, as `comprules parse -f json` prints it."""
    return msgspec.json.format(msgspec.json.encode(document_record(release)), indent=1) + b"\n"


def from_json(data: bytes | str) -> Release:
    """The release that `to_json` wrote, without parsing: its tree, tables and diagnostics are those of the original.

    Its source has the facts of the file and, at their lines, the texts of the tree, since JSON does not hold the file.
    Raises msgspec.ValidationError for JSON of another shape.
    """
    record = msgspec.json.decode(data, type=DocumentRecord)
    parts = {field: getattr(record, field) for field in Document.__struct_fields__ if field != "glossary"}
    entries = tuple(
        Entry(each.term, each.aliases, each.senses, each.text, each.obsolete, each.line) for each in record.glossary
    )
    document = Document(glossary=entries, **parts)
    facts = {field: getattr(record.source, field) for field in SourceRecord.__struct_fields__}
    release = Release(Source(text=_lines(document, record.source.lines), **facts), document, record.slips)
    known = ("references", "keywords", "vocabularies", "diagnostics")
    release.__dict__.update({table: getattr(record, table) for table in known})
    return release


def _lines(document: Document, count: int) -> str:
    """A text of `count` lines that has what the tree knows of each line."""
    lines = [""] * count

    def put(line: int, text: str) -> None:
        for at, each in enumerate(text.split("\n"), line - 1):
            if 0 <= at < count and not lines[at]:
                lines[at] = each

    stack = list(document.rules)
    while stack:
        rule = stack.pop()
        put(rule.line, f"{rule.number} {rule.title or rule.text or ''}")
        stack.extend(rule.rules)
    for contents in document.contents:
        put(contents.line, f"{contents.number or ''} {contents.title}".strip())
    for entry in document.glossary:
        put(entry.line, f"{entry.term}\n{entry.text}")
    return "\n".join(lines)
