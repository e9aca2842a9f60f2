"""The order of a comparison on a page: sections, their chapters, and in these the changes, each with its id.

With `full`, the rules and entries that did not change stand between those that did, where the new release has them; a
rule that is gone stands after what the rule before it became. Ids are `c-702.19b` by the new number, `c-old-702.19b`
for what only the old release has, `c-g-…` for glossary entries.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from comprules.diff.model import Change, Diff, EntryChange
from comprules.document.model import Entry, Rule
from comprules.render.html.anchors import of_term, unique


class Row(NamedTuple):
    """A change, or with `change` None the unchanged node `at` of the new release."""

    id: str
    change: Change | None
    at: int


class EntryRow(NamedTuple):
    """A change of the glossary, or with `change` None an unchanged entry."""

    id: str
    change: EntryChange | None
    entry: Entry | None


class Chapter(NamedTuple):
    """The rows under one heading; without a title those that stand under the section alone."""

    id: str
    number: str
    title: str
    rows: list[Row]


class Section(NamedTuple):
    """An outermost heading and its chapters; without a title for rules under none."""

    id: str
    number: str
    title: str
    chapters: list[Chapter]


def arrange(diff: Diff, full: bool, taken: set[str]) -> list[Section]:
    """The rules in order. `taken` are ids that are in use, to which those given here are added."""
    places = _Places(diff)
    sections: dict[str, Section] = {}
    chapters: dict[tuple[str, str], Chapter] = {}
    for change, at in places.all() if full else ((change, change.new_at or 0) for change in diff.changes):
        row = Row(unique(_name(diff, change, at), taken), change, at)
        first, second = _headings(places.chain(change, at))
        number = first.number if first else ""
        if number not in sections:
            name = unique(f"s-{number or 'rules'}", taken)
            sections[number] = Section(name, number, (first and first.title) or "", [])
        below = number, second.number if second else ""
        if below not in chapters:
            name = unique(f"s-{second.number}", taken) if second else ""
            chapters[below] = Chapter(name, below[1], (second and second.title) or "", [])
            sections[number].chapters.append(chapters[below])
        chapters[below].rows.append(row)
    return list(sections.values())


def arrange_entries(diff: Diff, full: bool, taken: set[str]) -> list[EntryRow]:
    """The glossary in order."""

    def row(change: EntryChange | None, entry: Entry | None, term: str) -> EntryRow:
        gone = change is not None and change.new is None
        return EntryRow(unique(f"c-{'old-' if gone else ''}{of_term(term)}", taken), change, entry)

    if not full:
        return [row(change, None, change.new_term or change.term) for change in diff.glossary]
    found: list[EntryRow] = []
    left = list(diff.glossary)
    for entry in diff.new.document.glossary:
        while left and left[0].new is None:
            gone = left.pop(0)
            found.append(row(gone, None, gone.term))
        change = next(
            (each for each in left if each.new == entry.text and (each.new_term or each.term) == entry.term), None
        )
        if change:
            left.remove(change)
        found.append(row(change, entry, entry.term))
    return [*found, *(row(change, None, change.term) for change in left)]


def _name(diff: Diff, change: Change | None, at: int) -> str:
    if change is None:
        return f"c-{diff.new.index.nodes[at].rule.number}"
    return f"c-{change.new.number}" if change.new else f"c-old-{change.old.number if change.old else ''}"


def _headings(chain: tuple[Rule, ...]) -> tuple[Rule | None, Rule | None]:
    """Section and chapter among the nodes that a row stands under, itself included; None without a title."""
    if not chain or not chain[0].title:
        return None, None
    return chain[0], chain[1] if len(chain) > 1 and chain[1].title else None


class _Places:
    """Where each row of a comparison belongs in the new release."""

    def __init__(self, diff: Diff) -> None:
        self.diff = diff
        self.forward = {pair.old: pair.new for pair in diff.pairs}
        old = diff.old.index
        self._old_at = {node.rule.number: at for at, node in reversed(list(enumerate(old.nodes)))}

    def all(self) -> Iterator[tuple[Change | None, int]]:
        """Every change and every unchanged node, in order."""
        done = 0
        for change in self.diff.changes:
            to = self._after(change.old_at or 0) if change.new_at is None else change.new_at
            yield from ((None, at) for at in range(done, to))
            done = max(done, to)
            if change.new_at is not None:
                done = change.new_at + 1
            yield change, change.new_at or 0
        yield from ((None, at) for at in range(done, len(self.diff.new.index.nodes)))

    def _after(self, at: int) -> int:
        """The position in the new release before which a removed rule stands."""
        return next((self.forward[before] + 1 for before in range(at, -1, -1) if before in self.forward), 0)

    def chain(self, change: Change | None, at: int) -> tuple[Rule, ...]:
        """The headings that a row stands under in the new release, and its own rule."""
        if change is None or change.new_at is not None:
            node = self.diff.new.index.nodes[at]
            return (*node.path, node.rule)
        gone = self.diff.old.index.nodes[change.old_at or 0]
        chain = (*gone.path, gone.rule)
        for depth in (1, 0):
            to = self.forward.get(self._old_at[chain[depth].number]) if depth < len(chain) else None
            if to is not None:
                node = self.diff.new.index.nodes[to]
                return (*node.path, node.rule, *chain[depth + 1 :])
        return chain
