"""The citations of a rule's texts, and how those of two paired rules answer each other.

A rule that reads the same but for its citations is compared with these masked; the citations themselves are then read
through the matching: one that names what its old target became follows it, any other is an edit.
"""

from __future__ import annotations

from collections.abc import Callable

from comprules.diff.model import Citation
from comprules.tables.citations import cite
from comprules.tables.index import fold_name
from comprules.tables.references import last_of
from comprules.wording.fold import fold

# The numbers that a document has: of each, whether it exists and its title.
Titles = Callable[[str], str | None]
Follow = Callable[[str], str | None]
Exists = Callable[[str], bool]

_MASK = "\x00"


def masked(text: str, title_of: Titles) -> str:
    """`text` folded, each citation a mask; a quoted title is kept if it is not the title of its target."""
    pieces: list[str] = []
    at = 0
    for citation in cite(text):
        last = citation.cited[-1]
        end = citation.end
        if last.title and not _is_title(last.title, title_of(last_of(last) or last.first)):
            end = citation.start + citation.raw.rindex(last.title)
        pieces += [text[at : citation.start], _MASK]
        at = end
    return fold("".join([*pieces, text[at:]])) if pieces else fold(text)


def _is_title(quoted: str, title: str | None) -> bool:
    return title is not None and fold_name(title) == fold_name(quoted)


def numbers(text: str) -> tuple[str, ...]:
    """Every number that `text` names, in order: of a range its first and its last."""
    cited = [each for citation in cite(text) for each in citation.cited]
    return tuple(number for each in cited for number in (each.first, last_of(each)) if number)


def verdicts(
    old: tuple[str, ...], new: tuple[str, ...], follow: Follow, existed: Exists, exists: Exists
) -> tuple[Citation, ...]:
    """How the cited numbers of a pair answer each other: those that differ, or name another rule than before.

    `follow` gives what a number of the old release became; `existed` and `exists` tell whether the old and the new
    release have a number. A citation that only one side has is a matter of its words and not listed here, nor is one
    that found nothing before and stayed.
    """
    found = []
    for before, after in _aligned(old, new, follow):
        if after == follow(before):
            if before != after:
                found.append(Citation(before, after, "follows"))
        elif before != after or existed(before):
            found.append(Citation(before, after, "retargeted" if exists(after) else "dangling"))
    return tuple(found)


def _aligned(old: tuple[str, ...], new: tuple[str, ...], follow: Follow) -> list[tuple[str, str]]:
    """Pairs of cited numbers: in order if there are as many; else those that follow, and those that stay."""
    if len(old) == len(new):
        return list(zip(old, new, strict=True))
    left = list(new)
    pairs: list[tuple[str, str]] = []
    for number in old:
        became = follow(number) or number
        if became in left:
            left.remove(became)
            pairs.append((number, became))
    return pairs
