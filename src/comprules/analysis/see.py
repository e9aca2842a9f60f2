"""Where a glossary entry refers to other entries: “See Keel.”, “See also Keel, Hull and Rudder.”"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from comprules.analysis.index import Index
from comprules.document.model import Entry

# Capitalised terms up to the full stop that ends a line or sentence.
_SEE = re.compile(
    r"See (?:also )?"
    r"(?P<terms>[“\"]?[A-Z0-9][^\n.]{0,120}?)(?=[.,]?[”\"]?(?:\.|\)|$|\n))"
)
_TERM_SEPARATOR = re.compile(r",? and (?:also )?|, ")
_NUMBERED = re.compile(r"(?:rules?|sections?|chapters?)\b", re.IGNORECASE)
_QUOTES = ' ,“”"'


class See(NamedTuple):
    """A place in an entry's text that names entries, at the characters `start` to `end`, half-open.

    `names` are the names it writes, each with where it stands and the term that it means, None if there is no such
    entry.
    """

    start: int
    end: int
    raw: str
    names: tuple[tuple[int, int, str | None], ...]

    @property
    def whole(self) -> bool:
        """Whether every name has an entry."""
        return all(term for _, _, term in self.names)


def find_see(index: Index, entry: Entry) -> Iterator[See]:
    """The references of `entry` to other entries."""
    for found in _SEE.finditer(entry.text):
        if entry.text[max(0, found.start() - 1) : found.start()] not in ("", " ", "\n", "("):
            continue
        raw = found["terms"].rstrip(' ,”"')
        if _NUMBERED.match(raw) or any(char.isdigit() for char in raw):
            continue
        start = found.start("terms")
        names = tuple(_names(index, raw, start))
        if any(term for _, _, term in names) or _is_term_like(raw):
            yield See(start, start + len(raw), raw, names)


def _is_term_like(raw: str) -> bool:
    """Whether `raw` is written as terms are, in capitals, so that its absence is a fault."""
    return all(word[:1].isupper() or len(word) <= 3 for word in re.split(r"[\s,]+", raw) if word)


def _names(index: Index, raw: str, start: int) -> Iterator[tuple[int, int, str | None]]:
    """The entries that `raw` lists: longest names first, since a term may hold commas itself."""
    cuts = [(0, 0), *(found.span() for found in _TERM_SEPARATOR.finditer(raw)), (len(raw), len(raw))]
    at = 0
    while at < len(cuts) - 1:
        for end in range(len(cuts) - 1, at, -1):
            begin, stop = cuts[at][1], cuts[end][0]
            entry = _entry(index, raw[begin:stop].strip(_QUOTES))
            if entry or end == at + 1:
                yield start + begin, start + stop, entry.term if entry else None
                break
        at = end


def _entry(index: Index, name: str) -> Entry | None:
    """The entry of `name`; a plural finds the entry of its singular."""
    return index.entry(name) or (index.entry(name[:-1]) if name.endswith("s") else None)
