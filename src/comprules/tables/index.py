"""The tree as tables: every node by its number, its place among the others, every glossary entry by its names.

Takes a `Document`, gives an `Index`. Nothing is judged here: of duplicate numbers the first counts, as for a reader
who turns the pages.
"""

from __future__ import annotations

import re

import msgspec

from comprules.document.family import FAMILIES, Family
from comprules.document.model import Document, Entry, Rule


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

    def __contains__(self, number: str) -> bool:
        return number in self.by_number

    def entry(self, name: str) -> Entry | None:
        """The glossary entry of that name, in any case, typography and a final stop aside."""
        return self.terms.get(fold_term(name))

    def title(self, number: str) -> str | None:
        """The title of a number, None if it has none or does not exist."""
        node = self.by_number.get(number)
        return node.rule.title if node else None


def fold_term(name: str) -> str:
    """A term as it is compared: lower case, straight quotes, single spaces, no quotes around, no final stop."""
    plain = name.casefold().replace("’", "'").replace("“", '"').replace("”", '"')
    return re.sub(r"\s+", " ", plain).strip(' ".')


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
        terms.setdefault(fold_term(entry.term), entry)
    for entry in document.glossary:
        for alias in entry.aliases:
            terms.setdefault(fold_term(alias), entry)
    return Index(FAMILIES[document.family], tuple(nodes), by_number, terms)
