"""The rows of the tables of `comprules.export.tables`, in an order that keeps foreign keys satisfied.

    for table, rows in fill(shelf):
        ...                             # `rows` are tuples in the order of `TABLES[table].columns`

A table may come several times, each time with further rows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from comprules.analysis.keywords import Keyword
from comprules.analysis.references import Reference
from comprules.analysis.vocabularies import Vocabulary
from comprules.diff.model import Change
from comprules.export.lineages import Places, place
from comprules.export.shelf import Shelf
from comprules.export.tables import TABLES
from comprules.families.family import Family
from comprules.release import Release

Row = tuple[Any, ...]
Batch = tuple[str, list[Row]]


def fill(shelf: Shelf) -> Iterator[Batch]:
    """The rows of every table, release by release; a row comes after those that its keys name."""
    filler = _Filler()
    if len(shelf) > 1:
        lineages = shelf.history.lineages
        yield "lineages", [filler.row("lineages", each.id, each.of, each.title) for each in lineages]
    for at, release in enumerate(shelf):
        places = place(shelf.history, at, release) if len(shelf) > 1 else None
        yield from filler.release(release, places)
    if len(shelf) > 1:
        yield "lineage_events", list(_events(filler, shelf))
        for at, diff in enumerate(shelf.diffs(), 1):
            yield "changes", list(_changes(filler, at, diff.changes))


def json_text(value: object) -> str:
    """A value as JSON in one line."""
    return msgspec.json.encode(value).decode()


def sort_key(family: Family, number: str) -> str:
    """A text that sorts as the family orders numbers, where texts are compared character by character."""
    return " ".join(".".join(f"{count:06d}{letters}" for count, letters in part) for part in family.order(number))


def _events(filler: _Filler, shelf: Shelf) -> Iterator[Row]:
    for index, lineage in enumerate(shelf.history.lineages, 1):
        for event in lineage.events:
            yield filler.row(
                *("lineage_events", index, event.release + 1, event.kind, event.number, event.was),
                *(json_text(event.related), event.moved, event.returned, event.confidence),
            )


def _changes(filler: _Filler, at: int, changes: Iterable[Change]) -> Iterator[Row]:
    """The changes from the release before the one of index `at` to it."""
    old, new = filler.rules[at - 1], filler.rules[at]
    for position, change in enumerate(changes):
        yield filler.row(
            *("changes", at, at + 1, position, change.kind),
            old + change.old_at if change.old_at is not None else None,
            new + change.new_at if change.new_at is not None else None,
            *(change.old.number if change.old else None, change.new.number if change.new else None),
            *(change.moved, change.confidence, json_text(change.related), json_text(change.edits)),
            json_text(change.references),
        )


class _Filler:
    """Counts the rows of each table. `rules` has of each release the id of its first rule."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self.rules: list[int] = []

    def row(self, table: str, *values: Any) -> Row:
        """A row with the next id of its table."""
        self._counts[table] += 1
        return (self._counts[table], *values)

    def release(self, release: Release, places: Places | None) -> Iterator[Batch]:
        """The rows of one release."""
        source, document = release.source, release.document
        name = document.effective or source.name
        made = self.row(
            *("releases", name, source.name, document.effective, document.title, document.family, document.shape),
            *(source.sha256, source.encoding, source.newlines, source.bytes, source.lines),
        )
        yield "releases", [made]
        at = made[0]
        yield from self._around(release, at)
        yield from self._rules(release, at, places)
        yield from self._glossary(release, at, places)
        yield from self._references(release, at)
        yield from self._lists(release, at)

    def _around(self, release: Release, at: int) -> Iterator[Batch]:
        document = release.document
        parts = ("front", "introduction", "preface", "index", "credits")
        yield (
            "paragraphs",
            [
                self.row("paragraphs", at, part, position, text)
                for part in parts
                for position, text in enumerate(getattr(document, part))
            ],
        )
        yield (
            "contents",
            [
                self.row("contents", at, position, each.number, each.title, each.line)
                for position, each in enumerate(document.contents)
            ],
        )
        yield (
            "headings",
            [
                self.row("headings", at, position, each.part, each.title)
                for position, each in enumerate(document.headings)
            ],
        )

    def _rules(self, release: Release, at: int, places: Places | None) -> Iterator[Batch]:
        nodes, family = release.index.nodes, release.index.family
        first = self._counts["rules"] + 1
        self.rules.append(first)
        ids = {id(node.rule): first + position for position, node in enumerate(nodes)}
        yield (
            "rules",
            [
                self.row(
                    *("rules", at, position, ids[id(node.path[-1])] if node.path else None),
                    f"{rule.number} {rule.title}" if rule.title else rule.number,
                    *(
                        rule.number,
                        family.level(rule.number),
                        json_text([above.title or above.number for above in node.path]),
                    ),
                    *(rule.title, rule.text, sort_key(family, rule.number), rule.line),
                    places.rules[position] + 1 if places else None,
                )
                for position, node in enumerate(nodes)
                for rule in (node.rule,)
            ],
        )
        yield (
            "examples",
            [
                self.row("examples", first + at_rule, position, text)
                for at_rule, node in enumerate(nodes)
                for position, text in enumerate(node.rule.examples)
            ],
        )

    def _glossary(self, release: Release, at: int, places: Places | None) -> Iterator[Batch]:
        glossary = release.document.glossary
        first = self._counts["glossary"] + 1
        yield (
            "glossary",
            [
                self.row(
                    *("glossary", at, position, entry.term, entry.text, entry.obsolete, entry.line),
                    places.terms[position] + 1 if places else None,
                )
                for position, entry in enumerate(glossary)
            ],
        )
        for table, field in (("aliases", "aliases"), ("senses", "senses")):
            yield (
                table,
                [
                    self.row(table, first + at_entry, position, text)
                    for at_entry, entry in enumerate(glossary)
                    for position, text in enumerate(getattr(entry, field))
                ],
            )

    def _references(self, release: Release, at: int) -> Iterator[Batch]:
        batches: dict[str, list[Row]] = defaultdict(list)
        ids = self._ids(release)
        entry = self._counts["glossary"] + 1 - len(release.document.glossary)
        for position, each in enumerate(release.references):
            own = (None, entry + each.at) if each.part == "glossary" else (self.rules[-1] + each.at, None)
            made = self.row(
                *("cross_references", at, position, *own, each.part, each.index, each.start, each.end),
                *(each.raw, each.status),
            )
            batches["cross_references"].append(made)
            self._members(each, made[0], ids, batches)
        yield from batches.items()

    def _members(self, reference: Reference, key: int, ids: dict[str, int], batches: dict[str, list[Row]]) -> None:
        for position, each in enumerate(reference.members):
            made = self.row(
                *("reference_members", key, position, each.start, each.end, each.first, each.last, each.title),
                *(each.status, each.term),
            )
            batches["reference_members"].append(made)
            batches["reference_targets"].extend(
                self.row("reference_targets", made[0], order, number, ids[number])
                for order, number in enumerate(each.targets)
            )

    def _lists(self, release: Release, at: int) -> Iterator[Batch]:
        ids = self._ids(release)
        yield (
            "keywords",
            [
                self.row("keywords", at, position, ids[each.number], *_cells("keywords", each))
                for position, each in enumerate(release.keywords)
            ],
        )
        first = self._counts["vocabularies"] + 1
        yield (
            "vocabularies",
            [
                self.row("vocabularies", at, position, ids[each.number], *_cells("vocabularies", each))
                for position, each in enumerate(release.vocabularies)
            ],
        )
        yield (
            "vocabulary_members",
            [
                self.row("vocabulary_members", first + at_list, position, name)
                for at_list, each in enumerate(release.vocabularies)
                for position, name in enumerate(each.members)
            ],
        )
        for table in ("diagnostics", "slips"):
            yield (
                table,
                [
                    self.row(table, at, position, each.code, each.severity, each.message, each.line, each.number)
                    for position, each in enumerate(getattr(release, table))
                ],
            )

    def _ids(self, release: Release) -> dict[str, int]:
        """The id of the first rule of each number, in the release whose rules were given last."""
        ids: dict[str, int] = {}
        for position, node in enumerate(release.index.nodes):
            ids.setdefault(node.rule.number, self.rules[-1] + position)
        return ids


def _cells(table: str, value: Keyword | Vocabulary) -> Iterator[Any]:
    """What the columns of a table that are made of the fields of a struct hold of one."""
    for column in TABLES[table].columns:
        if column.name in value.__struct_fields__:
            field = getattr(value, column.name)
            yield json_text(field) if column.kind == "json" else field
