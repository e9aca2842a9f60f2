"""What the JSON contract says of answers: `show`, `search`, `index` and `check`."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from comprules.analysis.index import Node
from comprules.document.model import Rule, walk
from comprules.errors import Diagnostic
from comprules.lookup.find import Answer, Found
from comprules.lookup.search import Hits
from comprules.release import Release
from comprules.render.records import EntryRecord, PathRecord, SourceRecord, entry_record, source_record


class Finding(msgspec.Struct, frozen=True):
    """A diagnostic with the line it speaks of, as it stands in the file.

    `new` is None without `--since`, else whether the older release lacks it; `known` whether the baseline has it.
    """

    code: str
    severity: str
    message: str
    line: int
    number: str | None
    text: str
    new: bool | None = None
    known: bool = False


class CheckedFile(msgspec.Struct, frozen=True):
    """The findings of one file."""

    source: SourceRecord
    findings: tuple[Finding, ...]


class CheckRecord(msgspec.Struct, frozen=True):
    """`comprules check FILE… -f json`: the most serious findings of each file first."""

    schema: str
    files: tuple[CheckedFile, ...]


class Code(msgspec.Struct, frozen=True):
    """What a code of a finding means and how grave it is."""

    code: str
    severity: str
    meaning: str


class CodesRecord(msgspec.Struct, frozen=True):
    """`comprules check --explain CODE -f json`: one code, or all of them, the gravest first."""

    schema: str
    codes: tuple[Code, ...]


class IndexRecord(msgspec.Struct, frozen=True):
    """`comprules index FILE --kind KIND -f json`: rows with the fields that are named, in their order.

    Rows that `parse -f json` has as well (references, keywords, vocabularies, glossary) have the same shape there.
    """

    schema: str
    kind: str
    source: SourceRecord
    columns: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


class CiterRecord(msgspec.Struct, frozen=True):
    """Who cites a rule: the number of another rule, or a glossary term."""

    number: str | None
    term: str | None


class ShownRule(msgspec.Struct, frozen=True):
    """A rule as `show` gives it: itself with the rules below it, where it stands, what it cites and who cites it."""

    number: str
    title: str | None
    text: str | None
    examples: tuple[str, ...]
    line: int
    rules: tuple[Rule, ...]
    path: tuple[PathRecord, ...]
    cites: tuple[str, ...]
    cited_by: tuple[CiterRecord, ...]


class AnswerRecord(msgspec.Struct, frozen=True):
    """One thing that may be meant: its name, what has that name, and the entries and rules that tell of it.

    `rules` are those that have the name, or that the glossary entry points to; `of` is the list or keyword it belongs
    to.
    """

    name: str
    kinds: tuple[str, ...]
    of: str | None
    entries: tuple[EntryRecord, ...]
    rules: tuple[ShownRule, ...]


class ShowRecord(msgspec.Struct, frozen=True):
    """`comprules show WANTED FILE -f json`: what is meant, the best first; one is meant for sure if `sure`."""

    schema: str
    query: str
    source: SourceRecord
    sure: bool
    answers: tuple[AnswerRecord, ...]


class HitRecord(msgspec.Struct, frozen=True):
    """A rule or entry that a search found: where, its words, and the matching characters, half-open.

    `start` is where the sentence begins that matches first.
    """

    number: str | None
    term: str | None
    part: str
    path: tuple[str, ...]
    text: str
    spans: tuple[tuple[int, int], ...]
    start: int = 0


class SearchRecord(msgspec.Struct, frozen=True):
    """`comprules search WORDS FILE -f json`: the best first, and how many there are in all.

    Where nothing is found, `missing` are the words that stand nowhere and `suggestions` what may be meant by them.
    """

    schema: str
    query: str
    source: SourceRecord
    hits: tuple[HitRecord, ...]
    total: int = 0
    missing: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


def show_record(release: Release, found: Found) -> ShowRecord:
    """What was found by its number or name."""
    answers = tuple(_answer(release, answer) for answer in found.answers)
    return ShowRecord("comprules/show/1", found.query, source_record(release.source), found.sure, answers)


def _answer(release: Release, answer: Answer) -> AnswerRecord:
    entries = tuple(entry_record(release, entry) for entry in answer.entries)
    rules = tuple(_shown(release, node) for node in (*answer.nodes, *answer.pointed))
    return AnswerRecord(answer.name, answer.kinds, answer.of, entries, rules)


def _shown(release: Release, node: Node) -> ShownRule:
    rule = node.rule
    own = {each.number for each in walk([rule])}
    cites = dict.fromkeys(target for each in release.references if each.number in own for target in each.targets)
    citers = dict.fromkeys((each.number, each.term) for number in own for each in release.cited_by[number])
    order = release.index.family.order
    ranked = sorted(
        (citer for citer in citers if citer[0] not in own),
        key=lambda citer: (citer[0] is None, order(citer[0]) if citer[0] else (), (citer[1] or "").casefold()),
    )
    return ShownRule(
        *(rule.number, rule.title, rule.text, rule.examples, rule.line, rule.rules),
        path=tuple(PathRecord(above.number, above.title) for above in node.path),
        cites=tuple(sorted(cites.keys() - own, key=order)),
        cited_by=tuple(CiterRecord(*citer) for citer in ranked),
    )


def search_record(release: Release, found: Hits, limit: int | None = None) -> SearchRecord:
    """The hits of a search, the first `limit` of them."""
    hits = tuple(
        HitRecord(
            hit.node.rule.number if hit.node else None,
            hit.term,
            hit.part,
            tuple(above.title or above.number for above in hit.node.path) if hit.node else ("Glossary",),
            hit.text,
            hit.spans,
            hit.start,
        )
        for hit in found.hits[:limit]
    )
    return SearchRecord(
        *("comprules/search/1", found.query, source_record(release.source), hits),
        *(len(found), found.missing, found.suggestions),
    )


class Checked(NamedTuple):
    """A release with its findings: of each whether an older release lacks it (None: unasked), and a baseline has it."""

    release: Release
    findings: tuple[tuple[Diagnostic, bool | None, bool], ...]

    @property
    def shown(self) -> tuple[Diagnostic, ...]:
        """The findings that are new, if that was asked, and not in the baseline."""
        return tuple(found for found, new, known in self.findings if new is not False and not known)

    @property
    def hidden(self) -> int:
        """How many findings are not shown."""
        return len(self.findings) - len(self.shown)


def check_record(checked: list[Checked]) -> CheckRecord:
    """The findings of each release."""
    return CheckRecord("comprules/check/1", tuple(_checked(*each) for each in checked))


def _checked(release: Release, found: tuple[tuple[Diagnostic, bool | None, bool], ...]) -> CheckedFile:
    lines = release.source.text.split("\n")
    return CheckedFile(
        source_record(release.source),
        tuple(
            Finding(each.code, each.severity, each.message, each.line, each.number, lines[each.line - 1], new, known)
            for each, new, known in found
        ),
    )
