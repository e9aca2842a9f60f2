"""The indices of a release as tables: columns and rows for people and CSV, records for programs.

Each kind of index is one function from a release to a `Listing`; what is most useful stands first. Records that the
JSON of a document has as well (references, keywords, vocabularies, glossary entries) have the same shape here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from comprules.analysis.index import fold_name
from comprules.analysis.references import Reference
from comprules.document.model import Rule
from comprules.release import Release
from comprules.render.records import entry_record

Cell = str | int | None | tuple[str, ...]

_SYMBOL = re.compile(r"\{[^{}\s][^{}\n]{0,14}\}")


class Listing(NamedTuple):
    """A table: what it lists, its columns, its rows, the columns that a person wants to see first, and its records.

    `records` are what JSON has of each row, None where it is the row itself by its columns.
    """

    kind: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    brief: tuple[str, ...]
    records: tuple[Any, ...] | None = None


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
    return Listing("references", columns, rows, ("from", "term", "raw", "targets", "to", "status"), release.references)


def cited_by(release: Release) -> Listing:
    """Every number that is cited, most cited first, with the places that cite it."""
    found = sorted(release.cited_by.items(), key=lambda item: -len(item[1]))
    rows: list[tuple[Cell, ...]] = [
        (number, release.index.title(number), len(citing), tuple(dict.fromkeys(map(_place, citing))))
        for number, citing in found
    ]
    records = tuple(
        {
            "number": number,
            "title": release.index.title(number),
            "count": len(citing),
            "cited_by": [{"number": n, "term": term} for n, term in dict.fromkeys((e.number, e.term) for e in citing)],
        }
        for number, citing in found
    )
    columns = ("number", "title", "count", "cited by")
    return Listing("cited-by", columns, rows, columns, records)


def keywords(release: Release) -> Listing:
    """Every keyword with what is stated of it."""
    columns = (
        *("name", "kind", "number", "definition", "spelling", "forms", "parameters", "classes", "abilities"),
        *("meanings", "variants", "instances", "functions", "zones", "glossary"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            *(each.name, each.kind, each.number, each.definition, each.spelling, each.forms),
            tuple(f"{parameter.name} ({parameter.kind})" for parameter in each.parameters),
            each.classes or ("none stated",) * (each.kind == "ability"),
            each.abilities,
            tuple(meaning.text for meaning in each.meanings),
            tuple(f"{variant.name} ({variant.number})" for variant in each.variants),
            *(each.instances, each.functions, each.zones, each.glossary),
        )
        for each in release.keywords
    ]
    brief = ("name", "kind", "number", "classes", "forms", "meanings")
    return Listing("keywords", columns, rows, brief, release.keywords)


def vocabularies(release: Release) -> Listing:
    """Every list that a rule states."""
    rows: list[tuple[Cell, ...]] = [
        (each.name, each.number, len(each.members), each.members, each.of) for each in release.vocabularies
    ]
    columns = ("name", "number", "count", "members", "of")
    return Listing("vocabularies", columns, rows, ("name", "number", "count", "members"), release.vocabularies)


def glossary(release: Release) -> Listing:
    """Every glossary entry with the rules it cites and the entries it refers to."""
    found = [(entry, release.glossary[entry.term]) for entry in release.document.glossary]
    rows: list[tuple[Cell, ...]] = [
        (
            *(entry.term, entry.aliases, entry.senses, told.rules, told.see, told.redirect),
            *("obsolete" if entry.obsolete else None, entry.text),
        )
        for entry, told in found
    ]
    columns = ("term", "aliases", "senses", "rules", "see", "redirect", "obsolete", "text")
    records = tuple(entry_record(release, entry) for entry, _ in found)
    return Listing("glossary", columns, rows, ("term", "rules", "see"), records)


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
    records = tuple(
        {"term": each.term, "everyday": each.everyday, "places": [place._asdict() for place in each.places]}
        for each in ranked
    )
    return Listing("terms", columns, rows, columns, records)


def dangling(release: Release) -> Listing:
    """Every reference that does not find what it names, with the likely target."""
    reported = [each for each in release.diagnostics if each.code in ("dangling", "title-mismatch")]
    waiting: dict[tuple[str, str | None], list[Reference]] = defaultdict(list)
    for reference in release.references:
        if reference.status != "resolved":
            waiting[reference.status, reference.number].append(reference)
    rows: list[tuple[Cell, ...]] = []
    for each in reported:
        broken = waiting[each.code, each.number].pop(0)
        missing = tuple(number for number in broken.named if number not in release.index)
        actual = next((title for target in broken.targets[-1:] if (title := release.index.title(target))), None)
        likely = _titled(release, broken.title) or (_before(release, missing[0]) if missing else None)
        told = (missing or broken.targets, broken.title, actual, likely)
        rows.append((each.line, each.number, broken.term, each.code, broken.raw, *told, each.message))
    columns = ("line", "from", "term", "status", "raw", "cited", "quoted", "actual", "suggestion", "message")
    return Listing("dangling", columns, rows, ("line", "status", "message"))


def _titled(release: Release, title: str | None) -> str | None:
    """The number whose title a broken reference quotes."""
    wanted = fold_name(title or "")
    titled = (node.rule for node in release.index.nodes if node.rule.title)
    return next((rule.number for rule in titled if wanted and fold_name(rule.title or "") == wanted), None)


def _before(release: Release, number: str) -> str | None:
    """The number that comes last before one that does not exist, under the nearest number above it."""
    family = release.index.family
    above = family.parent(number)
    while above and above not in release.index:
        above = family.parent(above)
    rules = release.index.by_number[above].rule.rules if above else ()
    before = [rule.number for rule in rules if family.order(rule.number) < family.order(number)]
    return before[-1] if before else above


def symbols(release: Release) -> Listing:
    """Every symbol in braces with the rules whose texts and examples use it, most used first."""
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


def records(listing: Listing) -> tuple[dict[str, Any], ...]:
    """What JSON has of each row: the record of it, or the row by its columns."""
    if listing.records is None:
        return tuple(dict(zip(listing.columns, row, strict=True)) for row in listing.rows)
    return tuple(msgspec.to_builtins(record) for record in listing.records)


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
