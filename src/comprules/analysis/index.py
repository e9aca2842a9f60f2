"""The tree as tables: every node by its number, its place among the others, every glossary entry by its names.

Takes a `Document`, gives an `Index`. Nothing is judged here: of duplicate numbers the first counts, as for a reader
who turns the pages.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from comprules.document.model import Document, Entry, Rule
from comprules.families.family import Family
from comprules.families.registry import get_family

_PUNCTUATION = str.maketrans('’‘“”"–—\xa0', "'''''-- ")


class Node(msgspec.Struct, frozen=True, gc=False):
    """A rule with its place: `path` are the headings it stands under, outermost first."""

    rule: Rule
    path: tuple[Rule, ...]


class Index(msgspec.Struct, frozen=True, gc=False):
    """`nodes` in document order; `by_number` the first node of each number; `terms` entries by folded name."""

    family: Family
    nodes: tuple[Node, ...]
    by_number: dict[str, Node]
    terms: dict[str, Entry]

    def __repr__(self) -> str:
        return f"<Index of {len(self.nodes):,} rules and {len(self.terms):,} terms>"

    def __contains__(self, number: str) -> bool:
        return number in self.by_number

    def entry(self, name: str) -> Entry | None:
        """The glossary entry of that name, in any case, typography and a final stop aside."""
        return self.terms.get(fold_name(name))

    def title(self, number: str) -> str | None:
        """The title of a number, None if it has none or does not exist."""
        node = self.by_number.get(number)
        return node.rule.title if node else None


@lru_cache(maxsize=16384)
def fold_name(name: str) -> str:
    """A title or term as it is compared: case, typography, italics, spaces and closing punctuation aside."""
    return re.sub(r"[\s_]+", " ", name.translate(_PUNCTUATION).casefold()).strip(" .,;:!?'")


def index(document: Document) -> Index:
    """The tables of `document`."""
    nodes: list[Node] = []

    def visit(rules: tuple[Rule, ...], path: tuple[Rule, ...]) -> None:
        for rule in rules:
            nodes.append(Node(rule, path))
            if rule.rules:
                visit(rule.rules, (*path, rule))

    visit(document.rules, ())
    by_number: dict[str, Node] = {}
    for node in nodes:
        by_number.setdefault(node.rule.number, node)
    terms: dict[str, Entry] = {}
    for entry in document.glossary:
        terms.setdefault(fold_name(entry.term), entry)
    for entry in document.glossary:
        for alias in entry.aliases:
            terms.setdefault(fold_name(alias), entry)
    return Index(get_family(document.family, document.shape), tuple(nodes), by_number, terms)
