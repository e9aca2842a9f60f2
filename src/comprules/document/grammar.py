"""The Lark grammars of the package, loaded once: their parsers and the patterns of their terminals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Tree, UnexpectedInput
from lark.lexer import Lexer


class Feed(Lexer):
    """Hands tokens that were made elsewhere to Lark's parser as they are; any object with a `type` is a token."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Any]:
        """The tokens that were given to `Lark.parse` instead of a text."""
        return iter(lexer_state)


@cache
def load(name: str, start: str, **options: Any) -> Lark:
    """The LALR parser of `grammars/NAME.lark`. Options are Lark's own and must be hashable."""
    return Lark.open_from_package(
        "comprules.grammars", f"magic/{name}.lark", ("",), parser="lalr", start=start, **options
    )


def patterns(grammar: Lark) -> dict[str, re.Pattern[str]]:
    """The compiled pattern of each terminal of `grammar` that has one, by name."""
    return {
        terminal.name: re.compile(terminal.pattern.to_regexp())
        for terminal in grammar.terminals
        if terminal.pattern is not None
    }


class Kind:
    """A token of which only the kind counts; `at` is its place among the tokens."""

    __slots__ = ("at", "type")
    # What Lark copies from the last token when it closes the input.
    start_pos = line = column = end_line = end_column = end_pos = None

    def __init__(self, kind: str, at: int) -> None:
        self.type, self.at = kind, at


def longest(grammar: Lark, kinds: tuple[str, ...], closing: frozenset[str]) -> tuple[Tree[Kind] | None, int]:
    """The longest beginning of `kinds` that `grammar` reads and that ends with one of `closing`, and its length."""
    length = len(kinds)
    while True:
        while length and kinds[length - 1] not in closing:
            length -= 1
        if not length:
            return None, 0
        try:
            tokens: Any = [Kind(kind, at) for at, kind in enumerate(kinds[:length])]
            return grammar.parse(tokens), length  # type: ignore[return-value]
        except UnexpectedInput as error:
            length = min(getattr(getattr(error, "token", None), "at", 0), length - 1)
