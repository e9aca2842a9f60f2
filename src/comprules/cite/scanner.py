"""Where a text of somebody's own cites rules, and which.

Takes a text of any kind and a family; gives the citations that the family's `citation.lark` knows, in order, their
numbers in full. Without a cue a number counts only where the caller gives the numbers that exist.

    >>> [citation.raw for citation in scan("// CR 601.2b and 601.2f–h, v601.2", family)]
    ['CR 601.2b and 601.2f–h']
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from functools import cache

from comprules.analysis.citations import Citation, Member, citer
from comprules.analysis.index import Index
from comprules.families.family import Family
from comprules.families.grammars import load, patterns

_CUE = "rule "  # leads to a number in every family
_REACH = 64  # characters before a number without a cue in which its line is looked at
_LONGEST = 200  # characters of a list of numbers without a cue


def scan(text: str, family: Family, known: Container[str] | None = None) -> tuple[Citation, ...]:
    """The citations of `text`, in order and without overlap; offsets are characters, half-open.

    `known` are the numbers that exist: with them, numbers without a cue count as well. Of each member `first` and
    `last` are whole numbers, however they are written.
    """
    found = [_in_full(citation, family) for citation in citer(family, "citation")(text)]
    if known is not None:
        found.extend(_bare(text, family, known, found))
        found.sort(key=lambda citation: citation.start)
    return tuple(found)


def targets(citation: Citation, index: Index) -> tuple[str, ...]:
    """The numbers that a citation names and the index has, a range as its members, each once."""
    return tuple(dict.fromkeys(number for member in citation.members for number in named(member, index)))


def named(member: Member, index: Index) -> list[str]:
    """The numbers that a member names and the index has."""
    if member.last is None:
        return [member.first] if member.first in index else []
    return [number for number in index.family.between(member.first, member.last) if number in index]


def _in_full(citation: Citation, family: Family) -> Citation:
    """The citation with its numbers as readers write them: the parts of an anchor joined, the end of a range whole."""
    if all(member.last is None for member in citation.members):
        return citation
    return citation._replace(members=tuple(_whole(member, family) for member in citation.members))


def _whole(member: Member, family: Family) -> Member:
    if member.last is None:
        return member
    if member.end - member.start == len(member.first) + len(member.last):  # no dash: two parts of one number
        joined = (member.first + separator + member.last for separator in (".", "-", ""))
        return member._replace(first=next(filter(family.is_number, joined), member.first), last=None)
    return member._replace(last=family.completed(member.first, member.last))


class _Around:
    """A number with nothing around that makes it part of another, and what before and after it makes it none."""

    def __init__(self, family: Family) -> None:
        self.number = re.compile(rf"(?<![\w.,/\\$€£#+~=:@%–—−-])(?:{family.number})(?![\w%@]|[.,:/]\w|-\d)")
        known = patterns(load(family, "citation", ("citation", "surrounding")))
        before, after = known["ELSEWHERE_COUNTED"], known["ELSEWHERE_UNIT"]
        self._lettered = re.compile(f"(?:{before.pattern})$"), after
        self._elsewhere = re.compile(f"(?:{known['ELSEWHERE_BEFORE'].pattern})(?:{known['RULE_WORD'].pattern})?$")
        self._plain = (
            re.compile(f"(?:{before.pattern}|{known['ELSEWHERE_VALUE'].pattern})$"),
            re.compile(f"{after.pattern}|{known['ELSEWHERE_TERM'].pattern}"),
        )

    def is_other(self, text: str, start: int, end: int) -> bool:
        """Whether the number from `start` to `end` is of another document, a version, a measure, a program's value."""
        before, after = self._plain if text[end - 1].isdigit() else self._lettered
        reach = max(0, start - _REACH)
        patterns = (before, self._elsewhere)
        return any(each.search(text, reach, start) for each in patterns) or after.match(text, end) is not None


@cache
def _around(family: Family) -> _Around:
    return _Around(family)


def _bare(text: str, family: Family, known: Container[str], cited: list[Citation]) -> Iterator[Citation]:
    """The numbers of rules, headings apart, that stand without a cue outside the citations found already."""
    around = _around(family)
    read = citer(family, "citation")
    taken = iter([*cited, Citation(len(text) + 1, len(text) + 1, "", ())])
    following = next(taken)
    end = 0
    for match in around.number.finditer(text):
        start = match.start()
        while following.start <= start:
            end = max(end, following.end)
            following = next(taken)
        first = match.group()
        if start < end or family.depth(first) < family.rules_from or first not in known:
            continue
        if around.is_other(text, start, match.end()):
            continue
        run = read(_CUE + text[start : min(start + _LONGEST, following.start)])
        if run and run[0].start == 0:
            shift = start - len(_CUE)
            members = tuple(
                member._replace(
                    start=member.start + shift,
                    end=member.end + shift,
                    title_start=member.title_start + shift if member.title else 0,
                    title_end=member.title_end + shift if member.title else 0,
                )
                for member in run[0].members
            )
            end = run[0].end + shift
            yield _in_full(Citation(start, end, text[start:end], members), family)
