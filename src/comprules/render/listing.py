"""The indices of a release as tables: columns and rows, which every format then writes in its own way.

Each kind of index is one function from a release to a `Listing`; what is most useful stands first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from comprules.document.model import Rule
from comprules.release import Release
from comprules.tables.references import Reference

Cell = str | int | None | tuple[str, ...]

_SYMBOL = re.compile(r"\{[^{}\s]{1,12}\}")


class Listing(NamedTuple):
    """A table: what it lists, its columns, its rows, and the columns that a person wants to see first."""

    kind: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    brief: tuple[str, ...]


def _place(reference: Reference) -> str:
    return reference.number or f"“{reference.term}”"


def references(release: Release) -> Listing:
    """Every reference, in document order."""
    columns = ("from", "term", "part", "index", "start", "end", "raw", "targets", "to", "title", "status")
    rows: list[tuple[Cell, ...]] = [
        (
            *(each.number, each.term, each.part, each.index, each.start, each.end),
            *(each.raw, each.targets, each.to, each.title, each.status),
        )
        for each in release.references
    ]
    return Listing("references", columns, rows, ("from", "term", "raw", "targets", "to", "status"))


def cited_by(release: Release) -> Listing:
    """Every number that is cited, most cited first, with the places that cite it."""
    found = sorted(release.cited_by.items(), key=lambda item: -len(item[1]))
    rows: list[tuple[Cell, ...]] = [
        (number, release.index.title(number), len(citing), tuple(dict.fromkeys(map(_place, citing))))
        for number, citing in found
    ]
    columns = ("number", "title", "count", "cited by")
    return Listing("cited-by", columns, rows, columns)


def keywords(release: Release) -> Listing:
    """Every keyword with what is stated of it."""
    columns = (
        *("name", "kind", "number", "definition", "forms", "parameters"),
        *("classes", "abilities", "meanings", "variants", "instances", "glossary"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            each.name,
            each.kind,
            each.number,
            each.definition,
            each.forms,
            each.parameters,
            each.classes or ("none stated",) * (each.kind == "ability"),
            each.abilities,
            tuple(meaning.text for meaning in each.meanings),
            tuple(f"{variant.name} ({variant.number})" for variant in each.variants),
            each.instances,
            each.glossary,
        )
        for each in release.keywords
    ]
    return Listing("keywords", columns, rows, ("name", "kind", "number", "classes", "forms", "meanings"))


def vocabularies(release: Release) -> Listing:
    """Every list that a rule states."""
    rows: list[tuple[Cell, ...]] = [
        (each.name, each.number, len(each.members), each.members) for each in release.vocabularies
    ]
    columns = ("name", "number", "count", "members")
    return Listing("vocabularies", columns, rows, columns)


def glossary(release: Release) -> Listing:
    """Every glossary entry with the rules it cites and the entries it refers to."""
    cited: dict[str, list[Reference]] = defaultdict(list)
    for each in release.references:
        if each.term is not None:
            cited[each.term].append(each)
    rows: list[tuple[Cell, ...]] = [
        (
            entry.term,
            entry.aliases,
            entry.senses,
            tuple(dict.fromkeys(target for each in cited[entry.term] for target in each.targets)),
            tuple(dict.fromkeys(term for each in cited[entry.term] for term in each.to)),
        )
        for entry in release.document.glossary
    ]
    columns = ("term", "aliases", "senses", "rules", "see")
    return Listing("glossary", columns, rows, ("term", "rules", "see"))


def terms(release: Release) -> Listing:
    """Every term with the rules that use it: the most used first, everyday words last."""
    ranked = sorted(release.terms, key=lambda each: (each.everyday, -len(each.places)))
    rows: list[tuple[Cell, ...]] = [
        (
            each.term,
            len(each.places),
            "everyday" if each.everyday else None,
            tuple(dict.fromkeys(p.number for p in each.places)),
        )
        for each in ranked
    ]
    columns = ("term", "count", "everyday", "rules")
    return Listing("terms", columns, rows, columns)


def dangling(release: Release) -> Listing:
    """Every reference that does not find what it names."""
    broken = [each for each in release.diagnostics if each.code in ("dangling", "title-mismatch")]
    rows: list[tuple[Cell, ...]] = [(each.line, each.number, each.code, each.message) for each in broken]
    columns = ("line", "from", "status", "message")
    return Listing("dangling", columns, rows, ("line", "status", "message"))


def symbols(release: Release) -> Listing:
    """Every symbol in braces with the rules that use it, most used first."""
    used: dict[str, list[str]] = defaultdict(list)
    for node in release.index.nodes:
        for text in _texts(node.rule):
            for symbol in _SYMBOL.findall(text):
                used[symbol].append(node.rule.number)
    found = sorted(used.items(), key=lambda item: -len(item[1]))
    rows: list[tuple[Cell, ...]] = [(symbol, len(places), tuple(dict.fromkeys(places))) for symbol, places in found]
    columns = ("symbol", "count", "rules")
    return Listing("symbols", columns, rows, columns)


def _texts(rule: Rule) -> tuple[str, ...]:
    return (rule.text or "", *rule.examples)


KINDS: dict[str, Callable[[Release], Listing]] = {
    "references": references,
    "cited-by": cited_by,
    "keywords": keywords,
    "vocabularies": vocabularies,
    "glossary": glossary,
    "terms": terms,
    "dangling": dangling,
    "symbols": symbols,
}
