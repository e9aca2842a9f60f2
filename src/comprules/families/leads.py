"""How lines begin that may be numbered, whatever the family: the word before a number, and the number as written."""

from __future__ import annotations

import re
from typing import NamedTuple

# A word such as Article, then digits with further parts, or a capital letter with digits, and what ends them.
_LEAD = re.compile(
    r"^[ \t\xa0]*(?:(?P<word>Article|Section|Chapter|Rule|Part)[ \xa0])?"
    r"(?!\d{4}-\d\d-\d\d)"
    r"(?P<written>(?:\d+|[A-Z](?=\d|[.):]))(?:[.\-]?(?:\d+|[a-z]{1,4}(?![a-z])))*(?:[.):]|[ \xa0][–-](?=\s))?)(?=\s)",
    re.MULTILINE,
)


class Lead(NamedTuple):
    """The beginning of a line: the word before the number, empty for none, and the number with what ends it."""

    word: str
    written: str


def leads(text: str) -> list[Lead]:
    """Every line's beginning that may be a number, in order."""
    return [Lead(found["word"] or "", found["written"]) for found in _LEAD.finditer(text)]
