"""The pairs of a matching while it is made: which nodes are matched, by which pass, and which are open."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from comprules.analysis.positions import ROOT, Positions


class Matching:
    """The pairs found so far, by position on either side."""

    def __init__(self, old: Positions, new: Positions) -> None:
        self.old, self.new = old, new
        self._open_old, self._open_new = list(range(len(old))), list(range(len(new)))
        self.forward: dict[int, int] = {ROOT: ROOT}
        self.backward: dict[int, int] = {ROOT: ROOT}
        self.made: dict[int, tuple[str, float]] = {}
        # Nodes that share their words with another of their release: equal words alone do not tell which is which.
        self.old_twins: set[int] = set()
        self.new_twins: set[int] = set()

    def pair(self, old: int, new: int, by: str, likeness: float = 1.0) -> None:
        """Match two nodes that are both unmatched; `by` names the pass, `likeness` is what it went by, 0 to 1."""
        self.forward[old], self.backward[new] = new, old
        self.made[old] = (by, likeness)

    def pair_all(self, pairs: dict[int, int], by: str) -> None:
        """Match many nodes, of each pair those that are both unmatched."""
        if not (self.forward.keys().isdisjoint(pairs) and self.backward.keys().isdisjoint(pairs.values())):
            pairs = {old: new for old, new in pairs.items() if old not in self.forward and new not in self.backward}
        self.forward.update(pairs)
        self.backward.update(zip(pairs.values(), pairs, strict=True))
        self.made.update(dict.fromkeys(pairs, (by, 1.0)))

    def open_old(self) -> list[int]:
        """The unmatched nodes of the old side, in order."""
        self._open_old = [at for at in self._open_old if at not in self.forward]
        return self._open_old

    def open_new(self) -> list[int]:
        """The unmatched nodes of the new side, in order."""
        self._open_new = [at for at in self._open_new if at not in self.backward]
        return self._open_new

    def note_twins(self, olds: Mapping[Any, list[int]], news: Mapping[Any, list[int]]) -> None:
        """Remember the nodes of a key that several nodes have."""
        for twins, groups in ((self.old_twins, olds), (self.new_twins, news)):
            twins.update(chain.from_iterable(places for places in groups.values() if len(places) > 1))

    def parents_match(self, old: int, new: int) -> bool:
        """Whether the nodes that two nodes stand under are a pair."""
        return self.forward.get(self.old.parents[old]) == self.new.parents[new]
