"""Lines and columns of a text, both from 1, as editors count them."""

from __future__ import annotations

import re
from bisect import bisect_right

_END = re.compile("\r\n|\n|\r")


class Lines:
    """Where the lines of a text begin; a byte order mark is no column."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _END.finditer(text))]
        self._mark = text.startswith("\ufeff")

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of the character at `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1 - (self._mark and line == 1)

    def line_at(self, offset: int) -> str:
        """The line in which the character at `offset` stands, without its end."""
        line = bisect_right(self._starts, offset)
        end = self._starts[line] if line < len(self._starts) else len(self._text)
        return self._text[self._starts[line - 1] : end].rstrip("\r\n")
