"""How often pairs like a pair are right.

Measured on releases of 27 years, near and far: what a pass paired directly, against what it became step by step through
the releases between (`make bench` prints the table). Between the points that were measured it is a straight line.
"""

from __future__ import annotations

from itertools import pairwise

from comprules.diff.matching.state import Matching

Curve = tuple[tuple[float, float], ...]

# Likeness, and the share of pairs of that likeness that were right.
_CURVES: dict[str, Curve] = {
    "best": ((0.33, 0.87), (0.45, 0.96), (0.7, 0.99), (1.0, 1.0)),
    "elsewhere": ((0.33, 0.75), (0.55, 0.8), (0.7, 0.9), (0.9, 0.98), (1.0, 1.0)),
    "place": ((0.25, 0.3), (0.35, 0.8), (0.5, 0.9), (0.7, 0.95), (1.0, 1.0)),
    "similar": ((0.5, 0.7), (0.7, 0.9), (1.0, 1.0)),
}
# Passes that go by no likeness.
SURE = {"pin": 1.0, "words": 1.0, "citations": 0.99, "title": 0.98, "children": 0.97}


def confidence(matching: Matching, old: int) -> float:
    """The share of pairs that are right, 0 to 1, of those as like as that of an old rule; its pass goes by likeness."""
    by, likeness = matching.made[old]
    if by == "best" and not matching.parents_match(old, matching.forward[old]):
        by = "elsewhere"
    return round(_at(_CURVES[by], likeness), 2)


def _at(curve: Curve, likeness: float) -> float:
    for (start, low), (end, high) in pairwise(curve):
        if likeness <= end:
            return low + (high - low) * max(0.0, likeness - start) / (end - start)
    return curve[-1][1]
