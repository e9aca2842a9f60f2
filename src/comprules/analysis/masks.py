"""The citations of a rule's texts: the numbers they name, and the texts with them masked.

A rule that reads the same but for its citations is compared with these masked; the citations themselves are then read
through the matching (`comprules.diff.verdicts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from comprules.analysis.citations import Citation, Member
from comprules.analysis.index import fold_name
from comprules.families.family import Family
from comprules.wording.fold import fold

# The numbers that a document has: of each, whether it exists and its title.
Titles = Callable[[str], str | None]

_MASK = "\x00"


def masked(text: str, citations: Iterable[Citation], family: Family, title_of: Titles) -> str:
    """`text` folded, each of its citations a mask; a quoted title is kept if it is not the title of its target."""
    pieces: list[str] = []
    at = 0
    for citation in citations:
        last = citation.members[-1]
        end = citation.end
        if last.title and not _is_title(last.title, title_of(_last(last, family) or last.first)):
            end = citation.start + citation.raw.rindex(last.title)
        pieces += [text[at : citation.start], _MASK]
        at = end
    return fold("".join([*pieces, text[at:]])) if pieces else fold(text)


def _is_title(quoted: str, title: str | None) -> bool:
    return title is not None and fold_name(title) == fold_name(quoted)


def _last(member: Member, family: Family) -> str | None:
    return family.completed(member.first, member.last) if member.last else None


def numbers(citations: Iterable[Citation], family: Family) -> tuple[str, ...]:
    """Every number that citations name, in order: of a range its first and its last."""
    cited = [each for citation in citations for each in citation.members]
    return tuple(number for each in cited for number in (each.first, _last(each, family)) if number)
