"""Runs of neighbours whose numbers moved together: “702.20–702.186 moved by one”."""

from __future__ import annotations

from comprules.analysis.positions import ROOT, Positions
from comprules.diff.model import Shift
from comprules.families.shape import parts

_RUN = 2  # rules: one alone is a change of its own number


def shifts(old: Positions, new: Positions, forward: dict[int, int]) -> tuple[Shift, ...]:
    """The runs of each pair of parents, in order. A rule that only follows its parent's new number is in no run."""
    found: list[Shift] = []
    renumbered = (at for at, after in forward.items() if at != ROOT and old.numbers[at] != new.numbers[after])
    for parent in sorted({old.parents[at] for at in renumbered}):
        run: list[tuple[int, int]] = []
        by = 0
        for at in [*old.children.get(parent, []), None]:
            pair = None if at is None else _pair(old, new, forward, parent, at)
            step = _step(old, new, pair) if pair else 0
            if run and (step != by or pair is None):
                found.extend(_shift(old, new, run, by))
                run = []
            if pair and step:
                by = step
                run.append(pair)
    return tuple(found)


def _pair(old: Positions, new: Positions, forward: dict[int, int], parent: int, at: int) -> tuple[int, int] | None:
    """A child with what it became, None if it is gone or moved to another parent."""
    after = forward.get(at)
    if after is None or forward.get(parent) != new.parents[after]:
        return None
    return at, after


def _step(old: Positions, new: Positions, pair: tuple[int, int]) -> int:
    """By how much the last part of a number moved, letters counted as the family counts them."""
    before, after = parts(old.numbers[pair[0]])[-1], parts(new.numbers[pair[1]])[-1]
    if before == after or before.isdigit() != after.isdigit():
        return 0
    if before.isdigit():
        return int(after) - int(before)
    family = old.index.family
    steps = family.between(*sorted((before, after), key=lambda part: (len(part), part)))
    return (len(steps) - 1) * (1 if (len(before), before) < (len(after), after) else -1)


def _shift(old: Positions, new: Positions, run: list[tuple[int, int]], by: int) -> list[Shift]:
    if len(run) < _RUN:
        return []
    (first, first_new), (last, last_new) = run[0], run[-1]
    return [Shift((old.numbers[first], old.numbers[last]), (new.numbers[first_new], new.numbers[last_new]), by)]
