"""Source to logical lines: one paragraph each, without the blanks around it.

>>> lines(decode(b"100.1. Ships float.\\n\\n  Always.\\n"))[1]
Line(text='Always.', number=3, indent=2, gap=1)
"""

from __future__ import annotations

from typing import NamedTuple

from comprules.source import Source

_INVISIBLE = "\ufeff\u200b"  # byte order marks and spaces of no width, which hide a number from its line's start


class Line(NamedTuple):
    """A paragraph: its text, the line of the source where it begins, its indentation, how many blank lines precede."""

    text: str
    number: int
    indent: int
    gap: int


def lines(source: Source) -> list[Line]:
    """The non-blank lines of `source`, stripped. NBSP and tabs count as blanks; a form feed ends a page and a line."""
    found: list[Line] = []
    gap = 0
    worn = any(sign in source.text for sign in ("\f", *_INVISIBLE))
    for number, raw in enumerate(source.text.split("\n"), 1):
        if worn:
            for piece in raw.split("\f"):
                gap = _add(found, piece, number, gap)
            continue
        text = raw.strip()
        if text:
            found.append(Line(text, number, 0 if raw[0] == text[0] else len(raw) - len(raw.lstrip()), gap))
            gap = 0
        else:
            gap += 1
    return found


def _add(found: list[Line], piece: str, number: int, gap: int) -> int:
    """Add what is a line without its invisible signs; how many blank lines precede the next."""
    text = piece.strip().strip(_INVISIBLE).strip()
    if not text:
        return gap + 1
    indent = 0 if piece[0] == text[0] else len(piece) - len(piece.lstrip().lstrip(_INVISIBLE))
    found.append(Line(text, number, indent, gap))
    return 0
