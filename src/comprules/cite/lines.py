"""Lines and columns of a text, both from 1, as editors count them."""

from __future__ import annotations


class Lines:
    """The lines of a text, counted from place to place: asking for places in their order takes one pass over it.

    Lines end with a line feed, with or without a carriage return before it, or, in a text without line feeds, with a
    carriage return. A byte order mark is no column.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = "\n" if "\n" in text else "\r"
        self._offset, self._line = 0, 1

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of the character at `offset`."""
        if offset < self._offset:
            self._offset, self._line = 0, 1
        self._line += self._text.count(self._end, self._offset, offset)
        self._offset = offset
        start = self._text.rfind(self._end, 0, offset) + 1
        return self._line, offset - start + 1 - (start == 0 and self._text.startswith("\ufeff"))

    def line_at(self, offset: int) -> str:
        """The line in which the character at `offset` stands, without its end."""
        end = self._text.find(self._end, offset)
        start = self._text.rfind(self._end, 0, offset) + 1
        return self._text[start : end if end >= 0 else len(self._text)].rstrip("\r\n")
