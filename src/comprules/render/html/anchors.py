"""The names of places in a page: `r702.19b` for a number, `g-first-strike` for a glossary entry.

They are the same in every page and for every release, so that a link to one keeps its meaning. Of several nodes with
one number, or entries with one name, the second is called `…-2`, and links lead to the first.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from comprules.families.family import Family
from comprules.release import Release

_SHORT = ("cr", "r")  # “CR 702.19b”, and the anchors `#R70219b` that other pages use


class Anchors(NamedTuple):
    """`nodes` and `entries` are the ids in document order; `numbers` and `terms` lead to the first of each name."""

    nodes: tuple[str, ...]
    entries: tuple[str, ...]
    numbers: dict[str, str]
    terms: dict[str, str]


def anchors(release: Release) -> Anchors:
    """The ids of everything in `release`, each different from all others."""
    taken: set[str] = set()
    nodes = tuple(unique(of_number(node.rule.number), taken) for node in release.index.nodes)
    entries = tuple(unique(of_term(entry.term), taken) for entry in release.document.glossary)
    numbers: dict[str, str] = {}
    for node, name in zip(release.index.nodes, nodes, strict=True):
        numbers.setdefault(node.rule.number, name)
    terms: dict[str, str] = {}
    for entry, name in zip(release.document.glossary, entries, strict=True):
        terms.setdefault(entry.term, name)
    return Anchors(nodes, entries, numbers, terms)


def of_number(number: str) -> str:
    """The id of the first node with `number`."""
    return f"r{number}"


def of_term(term: str) -> str:
    """The id of a glossary entry, if none before it is called alike: plain letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", term.replace("’", "").replace("'", "")).encode("ascii", "ignore").decode()
    return "g-" + ("-".join(re.findall(r"[a-z0-9]+", plain.lower())) or "entry")


def unique(name: str, taken: set[str]) -> str:
    """`name`, or `name-2` and so on if it is `taken`, to which it is added."""
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}-{count}"
    taken.add(found)
    return found


def words_before_numbers(family: Family) -> str:
    """What readers write before a number, longest first, separated by blanks, for the scripts of a page.

    The names of the family's levels, how it cites rules in prose, and the short forms in which rules are cited.
    """
    words = {*_SHORT, *(level.name.lower() for level in family.levels), *family.cited_as.lower().split()}
    return " ".join(sorted(words, key=lambda word: (-len(word), word)))
