"""The Lark grammars of the package, loaded once: their parsers and the patterns of their terminals."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lark import Lark


@cache
def load(name: str, start: str, **options: Any) -> Lark:
    """The LALR parser of `grammars/NAME.lark`. Options are Lark's own and must be hashable."""
    return Lark.open_from_package("comprules.grammars", f"{name}.lark", ("",), parser="lalr", start=start, **options)


def patterns(grammar: Lark) -> dict[str, re.Pattern[str]]:
    """The compiled pattern of each terminal of `grammar` that has one, by name."""
    return {
        terminal.name: re.compile(terminal.pattern.to_regexp())
        for terminal in grammar.terminals
        if terminal.pattern is not None
    }
