"""Where the terms of the glossary are used in rule texts and examples.

The longest term counts where several begin, in any case, singular or plural, whole words, never inside a reference.
Words that stand in a large share of all rules (“player”, “card”) are everyday: kept, and for readers to rank last.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Literal, NamedTuple

import msgspec

from comprules.tables.index import Index
from comprules.tables.references import Reference

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_EVERYDAY_SHARE = 0.05  # of all rules: “player” stands in a third, a keyword in one of a hundred

Part = Literal["text", "example"]


class Place(NamedTuple):
    """Characters `start` to `end`, half-open, of the text of a rule or of its example number `example`, from 0."""

    number: str
    part: Part
    example: int
    start: int
    end: int


class TermUse(msgspec.Struct, frozen=True, gc=False):
    """A glossary entry and the places that use it, in document order."""

    term: str
    everyday: bool
    places: tuple[Place, ...]


def use(index: Index, references: tuple[Reference, ...]) -> tuple[TermUse, ...]:
    """The uses of every glossary entry, in the order of the glossary."""
    names = _names(index)
    taken: dict[tuple[str | None, str, int], set[tuple[int, int]]] = defaultdict(set)
    for reference in references:
        taken[reference.number, reference.part, reference.index].add((reference.start, reference.end))
    places: dict[str, list[Place]] = defaultdict(list)
    for node in index.nodes:
        number = node.rule.number
        if node.rule.text:
            _scan(names, node.rule.text, number, "text", 0, taken[number, "text", 0], places)
        for at, example in enumerate(node.rule.examples):
            _scan(names, example, number, "example", at, taken[number, "example", at], places)
    entries = {id(entry): entry for entry in index.terms.values()}.values()
    return tuple(
        TermUse(entry.term, _is_everyday(places[entry.term], len(index.nodes)), tuple(places[entry.term]))
        for entry in sorted(entries, key=lambda entry: entry.line)
    )


def _is_everyday(places: list[Place], rules: int) -> bool:
    return len({place.number for place in places}) > _EVERYDAY_SHARE * rules


def _names(index: Index) -> dict[str, list[tuple[str, str]]]:
    """Every name of every entry with its term, by its first word, longest first; plurals included."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for name, entry in index.terms.items():
        first = _WORD.match(name)
        if first:
            for form in (name, *_plurals(name)):
                found[_WORD.findall(form)[0]].setdefault(form, entry.term)
    return {first: sorted(names.items(), key=lambda item: -len(item[0])) for first, names in found.items()}


def _plurals(name: str) -> tuple[str, ...]:
    if name.endswith("y"):
        return (name[:-1] + "ies", name + "s")
    return (name + "es",) if name.endswith(("s", "x", "ch", "sh")) else (name + "s",)


def _scan(
    names: dict[str, list[tuple[str, str]]],
    text: str,
    number: str,
    part: Part,
    index: int,
    taken: set[tuple[int, int]],
    places: dict[str, list[Place]],
) -> None:
    lowered = text.lower().replace("’", "'")
    if len(lowered) != len(text):  # a letter that becomes two in lower case would shift every offset
        lowered = text
    reached = 0
    for word in _WORD.finditer(lowered):
        start = word.start()
        for name, term in names.get(word.group().removesuffix("'s"), ()) if start >= reached else ():
            end = start + len(name)
            if lowered.startswith(name, start) and not lowered[end : end + 1].isalnum():
                reached = end
                if not any(first < end and start < last for first, last in taken):
                    places[term].append(Place(number, part, index, start, end))
                break
