"""Paragraphs to the text that a grammar reads, and the way back to the lines of the source.

A paragraph is one line. A blank line stands before it where the source has one. A line that is set in deeper
than others of its part begins with a tab. Every line ends with a line feed.

>>> prepared([Line("100.1. Ships float.", 1, 0, 0), Line("Always.", 3, 2, 1)], family).text
'100.1. Ships float.\\n\\n\\tAlways.\\n'
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from comprules.families.family import Family
from comprules.families.openings import heading_pattern
from comprules.prepare.lines import Line

_LONGEST = 40  # characters: the heading of a part has about twenty


class Prepared(NamedTuple):
    """The text, and of each of its lines (the first is line 1, at index 1) the line of the source where it begins."""

    text: str
    places: list[int]


def prepared(lines: list[Line], family: Family) -> Prepared:
    """The text of `lines`, which are whole paragraphs of a document of `family`."""
    rows: list[str] = []
    places = [0]
    margins = _margins(lines, family)
    for line, margin in zip(lines, margins, strict=True):
        if line.gap and rows:
            rows.append("")
            places.append(line.number)
        rows.append("\t" + line.text if line.indent > margin else line.text)
        places.append(line.number)
    rows.append("")
    return Prepared("\n".join(rows), places)


def _margins(lines: list[Line], family: Family) -> list[int]:
    """Of each line the least indentation in its part of the document: a whole glossary may be set in."""
    if not any(line.indent for line in lines):
        return [0] * len(lines)
    is_heading = heading_pattern(family).fullmatch
    headings = [at for at, line in enumerate(lines) if len(line.text) <= _LONGEST and is_heading(line.text + "\n")]
    margins: list[int] = []
    for start, end in pairwise([-1, *headings, len(lines)]):
        part = lines[start + 1 : end]
        margins.extend([min((line.indent for line in part), default=0)] * len(part))
        margins.append(0)  # the heading after it
    return margins[: len(lines)]
