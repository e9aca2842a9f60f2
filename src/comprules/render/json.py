"""The JSON contract: what other programs read. Field names and order are promises; new ones are added at the end.

Every output is a struct here, so that its JSON Schema (`schema`) and its decoder come from the same place.
"""

from __future__ import annotations

from typing import Any

import msgspec

from comprules.document.model import ContentsEntry, Document, Entry, Heading, Rule
from comprules.errors import Diagnostic
from comprules.release import Release
from comprules.render.diffjson import DiffRecord as DiffRecord
from comprules.render.diffjson import diff_record as diff_record
from comprules.render.history.records import BlameRecord, HistoryRecord, NumbersRecord
from comprules.render.keeping import ArchiveCheckRecord, ArchiveRecord, CacheRecord, KnownRecord
from comprules.render.sources import SourceRecord as SourceRecord
from comprules.render.sources import source_record as source_record
from comprules.search import Hit
from comprules.tables.keywords import Keyword
from comprules.tables.references import Reference
from comprules.tables.vocabularies import Vocabulary


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
    glossary: tuple[Entry, ...]
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


class RuleRecord(msgspec.Struct, frozen=True):
    """A line of `comprules parse FILE -f jsonl`: one rule, with its place in the document."""

    number: str
    level: str
    parent: str | None
    previous: str | None
    next: str | None
    path: tuple[str, ...]
    title: str | None
    text: str | None
    examples: tuple[str, ...]
    line: int


class Finding(msgspec.Struct, frozen=True):
    """A diagnostic with the line it speaks of, as it stands in the file."""

    code: str
    severity: str
    message: str
    line: int
    number: str | None
    text: str


class CheckedFile(msgspec.Struct, frozen=True):
    """The findings of one file."""

    source: SourceRecord
    findings: tuple[Finding, ...]


class CheckRecord(msgspec.Struct, frozen=True):
    """`comprules check FILE… -f json`."""

    schema: str
    files: tuple[CheckedFile, ...]


class IndexRecord(msgspec.Struct, frozen=True):
    """`comprules index FILE --kind KIND -f json`: rows of the columns that are named, in their order."""

    schema: str
    kind: str
    source: SourceRecord
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


class HitRecord(msgspec.Struct, frozen=True):
    """A rule or entry that a search found: where, its words, and the matching characters, half-open."""

    number: str | None
    term: str | None
    part: str
    path: tuple[str, ...]
    text: str
    spans: tuple[tuple[int, int], ...]


class SearchRecord(msgspec.Struct, frozen=True):
    """`comprules search WORDS FILE -f json`: the best first."""

    schema: str
    query: str
    source: SourceRecord
    hits: tuple[HitRecord, ...]


OUTPUTS: dict[str, type[msgspec.Struct]] = {
    "document": DocumentRecord,
    "rule": RuleRecord,
    "check": CheckRecord,
    "index": IndexRecord,
    "search": SearchRecord,
    "diff": DiffRecord,
    "history": HistoryRecord,
    "blame": BlameRecord,
    "numbers": NumbersRecord,
    "archive": ArchiveRecord,
    "archive-check": ArchiveCheckRecord,
    "cache": CacheRecord,
    "known": KnownRecord,
}


def encode(record: Any) -> bytes:
    """A record as indented JSON in UTF-8, with a final line end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def encode_lines(records: Any) -> bytes:
    """Records as JSON Lines: one a line, in UTF-8."""
    return msgspec.json.Encoder().encode_lines(records)


def schema(output: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one of `OUTPUTS`. Raises KeyError for another name."""
    made = msgspec.json.schema(OUTPUTS[output])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"comprules {output}", **made}


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
        glossary=document.glossary,
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
    )


def decode(data: bytes | str) -> Document:
    """The tree of an encoded `DocumentRecord`. Raises msgspec.ValidationError for JSON of another shape."""
    record = msgspec.json.decode(data, type=DocumentRecord)
    return Document(**{field: getattr(record, field) for field in Document.__struct_fields__})


def rule_records(release: Release) -> list[RuleRecord]:
    """One record a rule, in document order."""
    nodes = release.index.nodes
    family = release.index.family
    numbers = [None, *(node.rule.number for node in nodes), None]
    return [
        RuleRecord(
            number=node.rule.number,
            level=family.level(node.rule.number),
            parent=node.path[-1].number if node.path else None,
            previous=numbers[at],
            next=numbers[at + 2],
            path=tuple(above.title or above.number for above in node.path),
            title=node.rule.title,
            text=node.rule.text,
            examples=node.rule.examples,
            line=node.rule.line,
        )
        for at, node in enumerate(nodes)
    ]


def search_record(release: Release, query: str, hits: tuple[Hit, ...]) -> SearchRecord:
    """The hits of a search."""
    found = tuple(
        HitRecord(
            hit.node.rule.number if hit.node else None,
            hit.term,
            hit.part,
            tuple(above.title or above.number for above in hit.node.path) if hit.node else ("Glossary",),
            hit.text,
            hit.spans,
        )
        for hit in hits
    )
    return SearchRecord("comprules/search/1", query, source_record(release.source), found)


def check_record(releases: list[Release]) -> CheckRecord:
    """The findings of each of `releases`."""
    return CheckRecord("comprules/check/1", tuple(map(_checked, releases)))


def _checked(release: Release) -> CheckedFile:
    lines = release.source.text.split("\n")
    return CheckedFile(
        source_record(release.source),
        tuple(
            Finding(found.code, found.severity, found.message, found.line, found.number, lines[found.line - 1])
            for found in release.diagnostics
        ),
    )
