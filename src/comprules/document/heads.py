"""How a line begins: the kind it has by that, and its number, slips included."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from comprules.document.grammar import load, patterns


class Head(NamedTuple):
    """How a line begins: the kind it has by that, the number as cited, and the characters that say so."""

    kind: str
    number: str
    written: str


@cache
def line_patterns() -> dict[str, re.Pattern[str]]:
    """The terminals of the document grammar, compiled."""
    return patterns(load("document", "document"))


@cache
def _heads() -> re.Pattern[str]:
    known = line_patterns()
    kinds = ("SUBRULE", "RULE", "CHAPTER", "SECTION", "EXAMPLE")
    return re.compile("|".join(f"(?P<{kind}>{known[kind].pattern})" for kind in kinds))


def head(text: str) -> Head | None:
    """What `text` is by the way it begins, None for a plain paragraph."""
    if not (text[0].isdigit() or text[0] in "Ee"):
        return None
    match = _heads().match(text)
    if match is None:
        return None
    kind, written = match.lastgroup or "", match.group()
    if kind == "EXAMPLE":
        return Head(kind, "", written)
    number = written.strip(" \t\xa0.")
    if any(blank in number for blank in " \t\xa0"):
        number = re.sub(r"[ \t\xa0]", "", number)
    if number[-1].isalpha() and number.count(".") == 2:
        number = ".".join(number.split(".")[:2]) + number.split(".")[2]
    return Head(kind, number, written)
