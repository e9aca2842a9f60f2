"""Sentences as the family's `keyword.lark` sees them, and the way back to what is printed.

Takes a sentence and a keyword, gives its `Shape`: the name written as ¤, quotations as “” and runs of other words as …,
so that sentences of one shape are parsed once, whatever they say.

    >>> shape("Moor [cost] means “It stays.”", "Moor").text
    '¤ [cost] means “”'
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from lark import Lark, Token

from comprules.families.family import Family
from comprules.families.grammars import load, plain
from comprules.stems import occurrences

_WORDS = r"(?P<OTHER>[^\s,;:“\"\[¤]+)"
_QUOTATION = re.compile(r"(“[^“”]*”|\"[^\"]*\")")


class Shape(NamedTuple):
    """A sentence as the grammar sees it, and how to get back.

    `pieces` tells of each offset in `text` at which a piece begins which piece it is, `spans` where each piece stands
    in `marked`, the sentence with ¤ for each of `names`.
    """

    text: str
    pieces: dict[int, int]
    spans: tuple[tuple[int, int], ...]
    marked: str
    names: tuple[str, ...]

    def printed(self, tokens: list[Token]) -> str:
        """What stands from the first of `tokens` to the last, as printed."""
        if not tokens:
            return ""
        start = self.spans[self.pieces[tokens[0].start_pos or 0]][0]
        end = self.spans[self.pieces[tokens[-1].start_pos or 0]][1]
        names = iter(self.names[self.marked.count("¤", 0, start) :])
        return re.sub("¤", lambda _: next(names), self.marked[start:end]).strip()


@cache
def grammar(family: Family) -> Lark | None:
    """The parser of shapes; None for a family that has no `keyword.lark`."""
    try:
        return load(family, "keyword", ("statement",))
    except OSError:
        return None


@cache
def _pieces(parser: Lark) -> re.Pattern[str]:
    """The terminals of the grammar in the order in which Lark tries them, then any other word."""
    terminals = [each for each in parser.terminals if each.name not in ("OTHER", "__IGNORE_0")]
    terminals.sort(key=lambda each: (-each.priority, -each.pattern.max_width, -len(each.pattern.value), each.name))
    known = [f"(?P<{plain(each.name)}>{each.pattern.to_regexp()})" for each in terminals]
    return re.compile("|".join([*known, r"\([^()]*\)", _WORDS]))


def shape(sentence: str, name: str, parser: Lark) -> Shape:
    """The shape of a sentence of the rules of the keyword `name`, as `parser` reads it."""
    names: list[str] = []
    parts = _QUOTATION.split(sentence)
    for at in range(0, len(parts), 2):  # every other part is a quotation
        for start, end in reversed(found := occurrences(parts[at], name)):
            names.append(parts[at][start:end])
            parts[at] = f"{parts[at][:start]}¤{parts[at][end:]}"
        names[len(names) - len(found) :] = reversed(names[len(names) - len(found) :])
    marked = "".join(parts)
    shapes: list[str] = []
    spans: list[tuple[int, int]] = []
    last = ""
    for match in _pieces(parser).finditer(marked):
        kind = match.lastgroup or ""
        if kind == "OTHER" and last == "OTHER":
            spans[-1] = (spans[-1][0], match.end())
        elif kind:
            shapes.append({"OTHER": "…", "QUOTED": "“”"}.get(kind, match.group().strip()))
            spans.append(match.span())
            last = kind
    pieces: dict[int, int] = {}
    reached = 0
    for at, shape in enumerate(shapes):
        pieces[reached] = at
        reached += len(shape) + 1
    return Shape(" ".join(shapes), pieces, tuple(spans), marked, tuple(names))
