"""A query taken apart: words in any form, phrases, what must not stand there, and where to look.

`layers`, `"first strike"`, `-word`, `-"a phrase"`, `in:702`, `in:510.1c-d`, `in:glossary`, `has:example`. All words
must stand there, articles aside; there are no operators. A filter that does not exist, a number that the document does
not have and a quotation mark without its partner are errors, never words that find nothing.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from comprules.errors import NotFoundError
from comprules.lookup.numbers import read_numbers
from comprules.release import Release
from comprules.stems import ARTICLES, fold, stem, tokens

_PART = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"|(?P<filter>[a-z]+):(?P<value>[^\s"]+)|(?P<word>[^\s"]+))')
_FILTERS = "in:NUMBER, in:glossary, has:example"


class Sought(NamedTuple):
    """One word or phrase as the stems of its words, and how it was typed."""

    stems: tuple[str, ...]
    typed: str


class Query(NamedTuple):
    """`wanted` must all stand there, none of `unwanted`; `within` are the numbers to keep to, None for everywhere."""

    wanted: tuple[Sought, ...]
    unwanted: tuple[Sought, ...]
    within: frozenset[str] | None
    in_glossary: bool
    with_example: bool
    text: str

    @property
    def stems(self) -> tuple[str, ...]:
        """The stems of all wanted words, in the order typed."""
        return tuple(stem for each in self.wanted for stem in each.stems)


def read_query(release: Release, query: str) -> Query:
    """Take a query apart. Raises NotFoundError for a filter or value that does not exist, and for an open quotation."""
    folded = fold(query)
    if folded.count('"') % 2:
        raise NotFoundError(f"a quotation mark in {query.strip()} has no partner")
    wanted: list[Sought] = []
    unwanted: list[Sought] = []
    within: set[str] = set()
    in_glossary = with_example = False
    words: list[str] = []
    for match in _PART.finditer(folded):
        if match["filter"] and not match["minus"]:
            if match["filter"] == "has" and match["value"] == "example":
                with_example = True
            elif match["filter"] == "in" and match["value"] == "glossary":
                in_glossary = True
            elif match["filter"] == "in":
                within.update(_numbers(release, match["value"]))
            else:
                raise NotFoundError(f"no filter {match['filter']}:{match['value']}; there are {_FILTERS}")
            continue
        typed = match["phrase"] if match["phrase"] is not None else match["word"] or match.group().lstrip("-")
        stems = () if typed in ARTICLES else tuple(map(stem, tokens(typed)))
        if stems:
            (unwanted if match["minus"] else wanted).append(Sought(stems, typed))
        if not match["minus"]:
            words.append(typed)
    sides = frozenset(within) if within else None
    return Query(tuple(wanted), tuple(unwanted), sides, in_glossary, with_example, " ".join(words))


def _numbers(release: Release, value: str) -> set[str]:
    nodes = read_numbers(release.index, value)
    if not nodes:
        raise NotFoundError(f"in:{value}: the document has no such number; there are {_FILTERS}")
    return {node.rule.number for node in nodes}
