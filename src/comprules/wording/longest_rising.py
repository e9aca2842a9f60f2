"""What keeps its order between two sequences."""

from __future__ import annotations

from bisect import bisect_left


def longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, sorted by their first member, that rises in the second too (patience sorting)."""
    ends: list[int] = []  # the smallest second member that a run of each length can end with
    tops: list[int] = []  # the pair that has it
    before: list[int] = []
    for at, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(tops[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        tops[length : length + 1] = [at]
    run: list[tuple[int, int]] = []
    at = tops[-1] if tops else -1
    while at >= 0:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]
