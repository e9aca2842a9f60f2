"""How the citations of two paired texts answer each other, read through the matching.

One that names what its old target became follows it, any other is an edit.
"""

from __future__ import annotations

from comprules.diff.became import Became
from comprules.diff.model import Citation, Verdict


def verdicts(old: tuple[str, ...], new: tuple[str, ...], became: Became) -> tuple[Citation, ...]:
    """How the cited numbers of a pair answer each other: those that differ, or name another rule than before.

    A citation that only one side has is a matter of its words and not listed here, nor is one that found nothing before
    and stayed.
    """
    found = []
    for before, after in _aligned(old, new, became):
        if became.names(before, after):
            if before != after:
                found.append(_citation(before, after, "follows", became))
        elif before != after or became.existed(before):
            found.append(_citation(before, after, "retargeted" if became.exists(after) else "dangling", became))
    return tuple(found)


def _citation(before: str, after: str, verdict: Verdict, became: Became) -> Citation:
    return Citation(before, after, verdict, *became.titles(before, after), existed=became.existed(before))


def _aligned(old: tuple[str, ...], new: tuple[str, ...], became: Became) -> list[tuple[str, str]]:
    """Pairs of cited numbers: in order if there are as many; else those that follow, and those that stay."""
    if len(old) == len(new):
        return list(zip(old, new, strict=True))
    left = list(new)
    pairs: list[tuple[str, str]] = []
    for number in old:
        followed = became(number) or number
        if followed in left:
            left.remove(followed)
            pairs.append((number, followed))
    return pairs
