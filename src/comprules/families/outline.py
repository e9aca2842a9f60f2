"""A family inferred from a document: the shape of numbers that opens most of its lines and forms a growing tree.

For documents of games that nobody wrote a grammar for. The shape is kept with the tree as a sample of how a number of
the first level and one of the second are written, such as `1. 1.1` or `Article 1: 1.1:`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import pairwise

from comprules.families.family import Family
from comprules.families.leads import Lead
from comprules.families.shape import Level, parts

NAME = "outline"
PLAINEST = "1. 1.1."  # the shape of most documents
_DEEPEST = 6  # levels: documents of more are set in another way
_FEWEST = 3  # numbers of more than one part: fewer may be dates, versions or scores
_GROWING = 0.6  # of neighbouring numbers rise: they are numbers of rules, not figures of a table
_WRITTEN = re.compile(r"(?P<number>.*?[\da-zA-Z])(?P<end>[.):]|[ \xa0][–-])?")
_SAMPLE = re.compile(r"(?P<before>[A-Za-z]+ )?1(?P<first> ?\S?) 1(?P<separator>[.-]?)[1a](?P<after>\S?)")


# Where nothing parts digits from letters, a letter after a number belongs to it.
_GLUED_PARTS = r"""
%override NUMBER.5: /(?:[0-9]{1,4}|[A-Z])(?:(?<=[0-9])[a-z]{1,2}|(?<=[A-Za-z])[0-9]{1,3})*(?!\w)/
"""


def infer(found: list[Lead]) -> Family | None:
    """The family whose numbers open most of the lines that begin like `found`; None if they form no tree."""
    several: Counter[tuple[str, str]] = Counter()
    single: Counter[tuple[str, str]] = Counter()
    for lead in found:
        number, end = _taken_apart(lead.written)
        row = parts(number)
        if len(row) > 1:
            several[number[len(row[0]) : len(row[0]) + 1] if not number[len(row[0])].isalnum() else "", end] += 1
        else:
            single[lead.word, end] += 1
    if not several or several.total() < _FEWEST:
        return None
    (separator, after), _ = several.most_common(1)[0]
    worded = [key for key in single if key[0]]
    (word, first), _ = (Counter({key: single[key] for key in worded}) if worded else single or several).most_common(1)[
        0
    ]
    shape = family(f"{word + ' ' if word and worded else ''}1{first} 1{separator}{'1' if separator else 'a'}{after}")
    numbers = [number for lead in found for number in [_taken_apart(lead.written)[0]] if shape.is_number(number)]
    rising = sum(shape.order(one) < shape.order(two) for one, two in pairwise(numbers))
    return shape if rising >= _GROWING * (len(numbers) - 1) else None


@cache
def family(shape: str) -> Family:
    """The family of a shape, which is a sample of two written numbers, the first level and the second."""
    found = _SAMPLE.fullmatch(shape)
    before, first, separator, after = (
        found.group("before", "first", "separator", "after") if found else ("", ".", ".", ".")
    )
    further = f"{re.escape(separator)}(?:\\d{{1,3}}|[a-z]{{1,4}})" if separator else r"(?:\d{1,3}|[a-z]{1,2})"
    last = "[a-z]?" if separator else ""
    numbers = [rf"(?:[0-9]{{1,4}}|[A-Z])(?:{further}){{{count}}}" for count in range(_DEEPEST)]
    return Family(
        name=NAME,
        title="inferred from the document",
        number=rf"(?:\d{{1,4}}|[A-Z])(?:{further}){{0,{_DEEPEST - 1}}}{last}",
        levels=(Level("level 1", first, before or ""), *(Level(f"level {at}", after) for at in range(2, _DEEPEST + 1))),
        cited_as="rule",
        inferred=shape,
        overrides=(
            ("document", _overrides(numbers, before or "", first, after)),
            ("reference", "" if separator else _GLUED_PARTS),
        ),
        expected=frozenset({"gap", "missing-parent", "unfinished"}),
    )


def _overrides(numbers: list[str], before: str, first: str, after: str) -> str:
    """The terminals of numbers, one a level, in Lark's notation."""
    rows = []
    for level, number in enumerate(numbers, 1):
        end = re.escape(first if level == 1 else after).replace("/", r"\/")
        rows.append(
            f"\n%override NUMBER{level}.{60 + level}: /\\t?{before if level == 1 else ''}{number}{end}[ \\t\\xa0]+/"
        )
    return "".join(rows) + "\n"


def _taken_apart(written: str) -> tuple[str, str]:
    found = _WRITTEN.fullmatch(written)
    return (found["number"], found["end"] or "") if found else (written, "")
