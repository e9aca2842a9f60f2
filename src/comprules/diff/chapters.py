"""Sections and chapters that are new or gone, and neighbours that changed places."""

from __future__ import annotations

from collections.abc import Iterator

from comprules.analysis.positions import ROOT, Positions
from comprules.diff.model import ChapterChange, Swap
from comprules.document.model import walk

_OUTER = 2  # levels of headings that divide a document: below stand rules


def compare_chapters(old: Positions, new: Positions, forward: dict[int, int]) -> tuple[ChapterChange, ...]:
    """Outer headings without a partner, new ones first, each with how many rules are in it, itself included."""
    added = [ChapterChange("added", *each) for each in _outer(new, set(forward.values()))]
    return (*added, *(ChapterChange("removed", *each) for each in _outer(old, set(forward))))


def _outer(side: Positions, paired: set[int]) -> Iterator[tuple[str, str, int]]:
    """The number and title of headings without a partner, and how many rules are in each; of nested ones the outer."""
    told: set[int] = set()
    for at, node in enumerate(side.nodes):
        title = node.rule.title
        if at not in paired and title and len(node.path) < _OUTER:
            told.add(at)
            if side.parents[at] not in told:
                yield node.rule.number, title, sum(1 for _ in walk([node.rule]))


def find_swaps(old: Positions, new: Positions, forward: dict[int, int]) -> tuple[Swap, ...]:
    """Siblings that exchanged their numbers."""
    found = []
    by_number = {number: at for at, number in reversed(list(enumerate(old.numbers)))}
    for at, after in forward.items():
        if at == ROOT or old.numbers[at] == new.numbers[after]:
            continue
        other = by_number.get(new.numbers[after])
        if other is None or other <= at or other not in forward:
            continue
        same_parent = old.parents[at] == old.parents[other] and new.parents[after] == new.parents[forward[other]]
        if same_parent and new.numbers[forward[other]] == old.numbers[at]:
            found.append(Swap(old.numbers[at], old.numbers[other]))
    return tuple(found)
