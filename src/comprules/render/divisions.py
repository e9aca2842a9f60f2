"""Splits and mergers as texts: of each part what it has from the one rule, what is its own, and what is in no part."""

from __future__ import annotations

from typing import NamedTuple

from comprules.diff.model import Diff, Division, Span
from comprules.render.changes import Op, Run


class Shared(NamedTuple):
    """A part as runs: `same` is what it shares with the whole, the other runs are its own."""

    number: str
    runs: list[Run]


class Block(NamedTuple):
    """A split or merger: its parts, and the passages of the whole that are in none of them."""

    division: Division
    parts: list[Shared]
    alone: list[Run]


def heading(division: Division) -> str:
    """“201.6 → 201.6 + 201.7” for a split, the other way for a merger."""
    parts = " + ".join(division.parts)
    return f"{division.whole} → {parts}" if division.kind == "split" else f"{parts} → {division.whole}"


def blocks(diff: Diff) -> dict[int, Block]:
    """The splits and mergers by the index of the change that tells them."""
    by_pair = {(change.kind, change.old_at, change.new_at): index for index, change in enumerate(diff.changes)}
    texts = _Texts(diff)
    found = {}
    for division in diff.divisions:
        primary = division.parts_at[division.primary]
        places = (division.whole_at, primary) if division.kind == "split" else (primary, division.whole_at)
        if (division.kind, *places) in by_pair:
            found[by_pair[division.kind, *places]] = _block(texts, division)
    return found


class _Texts:
    """The texts of the rules of a comparison: of changes by position, of rules outside it by their number."""

    def __init__(self, diff: Diff) -> None:
        self._releases = {"old": diff.old, "new": diff.new}
        self._known = {("old", change.old_at): change.old for change in diff.changes}
        self._known.update({("new", change.new_at): change.new for change in diff.changes})

    def of(self, which: str, at: int, number: str) -> str:
        """The text of the old or the new rule at a position that has a number."""
        if told := self._known.get((which, at)):
            return told.text or ""
        node = self._releases[which].index.by_number.get(number)
        return (node.rule.text or "") if node else ""


def _block(texts: _Texts, division: Division) -> Block:
    whole, several = ("old", "new") if division.kind == "split" else ("new", "old")
    own: Op = "inserted" if division.kind == "split" else "deleted"
    alone: Op = "deleted" if division.kind == "split" else "inserted"
    parts = []
    for index, at in enumerate(division.parts_at):
        text = texts.of(several, at, division.parts[index])
        parts.append(
            Shared(division.parts[index], _apart(text, [run.own for run in division.runs if run.part == index], own))
        )
    text = texts.of(whole, division.whole_at, division.whole)
    runs = _apart(text, [run.whole for run in division.runs], alone)
    return Block(division, parts, [run for run in runs if run.op == alone])


def _apart(text: str, shared: list[Span], op: Op) -> list[Run]:
    """A text as runs that are shared or not; what holds no letter or digit is shared with what stands beside it."""
    found: list[Run] = []
    at = 0
    for start, end in [*sorted(shared), (len(text), len(text))]:
        if start > at:
            between = text[at:start]
            found.append(Run(op if any(map(str.isalnum, between)) else "same", between, at))
        if end > max(at, start):
            found.append(Run("same", text[max(at, start) : end], max(at, start)))
        at = max(at, end)
    return _joined(found)


def _joined(runs: list[Run]) -> list[Run]:
    found: list[Run] = []
    for run in runs:
        if found and found[-1].op == run.op:
            run = Run(run.op, found[-1].text + run.text, found.pop().at)
        found.append(run)
    return found
