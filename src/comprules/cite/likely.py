"""Which number was likely meant by one that does not exist."""

from __future__ import annotations

from rapidfuzz import process
from rapidfuzz.distance import OSA

from comprules.analysis.index import Index

_MOST = 3  # numbers that are offered


def likely(number: str, index: Index) -> tuple[str, ...]:
    """The numbers of `index` that `number` may have been meant for, the likeliest first.

    Numbers of its level that are one slip away: a sign too many, too few, or two exchanged, elsewhere also another
    sign; then the last number before it under its own heading. If there is none, the nearest heading that exists.
    """
    family = index.family
    depth, parent = family.depth(number), family.parent(number)
    near = process.extract(number, list(index.by_number), scorer=OSA.distance, score_cutoff=1, limit=None)
    slips = [
        found
        for found, _, _ in near
        if family.depth(found) == depth
        and (family.parent(found) != parent or len(found) != len(number) or sorted(found) == sorted(number))
    ]
    slips.sort(key=lambda found: (sorted(found) != sorted(number), -_alike(found, number), family.order(found)))
    found = list(dict.fromkeys([*slips, *_before(number, parent, index)]))
    above = parent
    while not found and above:
        found = [above] if above in index else []
        above = family.parent(above)
    return tuple(found[:_MOST])


def _before(number: str, parent: str | None, index: Index) -> list[str]:
    if parent is None or parent not in index:
        return []
    order = index.family.order
    siblings = [rule.number for rule in index.by_number[parent].rule.rules]
    before = [sibling for sibling in siblings if order(sibling) < order(number)]
    return [max(before, key=order)] if before else []


def _alike(one: str, two: str) -> int:
    """How many characters two numbers have in common at their beginning."""
    count = 0
    for left, right in zip(one, two, strict=False):
        if left != right:
            break
        count += 1
    return count
