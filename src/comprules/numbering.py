"""Rule numbers as values: their parts, their order, what comes next.

A number is written as readers cite it, without a trailing dot: `7`, `702`, `702.19`, `702.19b`.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = re.compile(r"\d+|[a-z]+")


@lru_cache(maxsize=65536)
def parts(number: str) -> tuple[str, ...]:
    """The runs of digits and of letters: `702.19b` gives `("702", "19", "b")`."""
    return tuple(_PARTS.findall(number))


@lru_cache(maxsize=65536)
def sort_key(number: str) -> tuple[tuple[int, str], ...]:
    """A key that sorts numbers as a document does: 100.2 before 100.10, b before aa."""
    return tuple((int(part), "") if part.isdigit() else (len(part), part) for part in parts(number))


def successor(part: str, skipped: str = "") -> str:
    """The part that follows `part`: `9` gives `10`, `k` gives `m` if `l` is skipped, `z` gives `aa`."""
    if part.isdigit():
        return str(int(part) + 1)
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in skipped]
    if part[-1] == "z":
        return (successor(part[:-1], skipped) if len(part) > 1 else "a") + "a"
    return part[:-1] + next(letter for letter in letters if letter > part[-1])


@lru_cache(maxsize=65536)
def next_number(number: str, skipped: str = "") -> str:
    """The number of the next sibling: `702.19b` gives `702.19c`, `702.19` gives `702.20`."""
    last = parts(number)[-1]
    return number[: len(number) - len(last)] + successor(last, skipped)


def count_from(first: str, last: str, skipped: str = "") -> list[str]:
    """The parts from `first` to `last`, both included; empty if `last` does not follow within 1,000 steps."""
    found = [first]
    while found[-1] != last:
        if len(found) == 1000:
            return []
        found.append(successor(found[-1], skipped))
    return found
