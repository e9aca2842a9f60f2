"""Which rules of many releases are one rule: the pairs of neighbouring comparisons, joined to chains.

`follow` is the only function that the other modules need; it may be replaced by another way to find the chains.
"""

from __future__ import annotations

from typing import NamedTuple

from comprules.site.facts import Facts


class Lineage(NamedTuple):
    """One rule through the releases: of each release its position there, None where it is not."""

    id: int
    places: tuple[int | None, ...]

    @property
    def first(self) -> int:
        """The first release that has it."""
        return next(at for at, place in enumerate(self.places) if place is not None)

    @property
    def last(self) -> int:
        """The last release that has it."""
        return max(at for at, place in enumerate(self.places) if place is not None)


def follow(releases: list[Facts]) -> tuple[list[Lineage], list[list[int]]]:
    """All lineages, in the order in which they begin, and of each release the lineage of each of its nodes."""
    begun: list[dict[int, int]] = []
    members: list[list[int]] = []
    before: list[int] = []
    for release, facts in enumerate(releases):
        back = {new: old for old, new in facts.pairs}
        own: list[int] = []
        for node in range(len(facts.numbers)):
            old = back.get(node)
            if old is None or old >= len(before):
                own.append(len(begun))
                begun.append({})
            else:
                own.append(before[old])
            begun[own[-1]][release] = node
        members.append(own)
        before = own
    count = range(len(releases))
    return [Lineage(at, tuple(places.get(each) for each in count)) for at, places in enumerate(begun)], members
