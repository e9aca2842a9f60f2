"""A text as tokens: words, numbers with their letters, symbols in braces, signs; with their places."""

from __future__ import annotations

import re

import msgspec

from comprules.wording.fold import fold

_TOKEN = re.compile(r"\d+(?:\.\d+)*[a-z]{0,2}(?![a-z])|\{[^{}\s]{0,20}\}|[^\W_]+(?:[’'-][^\W_]+)*|_?[^\w\s]_?|_")
_WORD = re.compile(r"\d+(?:\.\d+)*[a-z]{0,2}(?![a-z])|[^\W_]+(?:[’'-][^\W_]+)*")


class Token(msgspec.Struct, frozen=True, gc=False):
    """A piece of a text: what it is compared as, and where it stands."""

    word: str
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in characters, half-open."""
        return self.start, self.end


def tokens(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """The tokens of `text` between two offsets; blanks and signs that are folded away are none."""
    found = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        word = match.group()
        if not (word.isascii() and word.isalnum()):
            word = fold(word)
        if word:
            found.append(Token(word, *match.span()))
    return found


def words(text: str) -> list[Token]:
    """The words and numbers of `text` in lower case; signs are none."""
    found = []
    for match in _WORD.finditer(text):
        word = match.group()
        found.append(Token((word if word.isascii() else fold(word)).lower(), *match.span()))
    return found
