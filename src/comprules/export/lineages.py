"""Which lineage each rule and glossary entry of a release belongs to.

A history knows the number of a lineage in each release. Where a release has a number twice, the words tell which is
which, and then the order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from comprules.history.model import History, Lineage
from comprules.release import Release

Words = tuple[str | None, str | None, tuple[str, ...]]


class Places(NamedTuple):
    """Of one release, the index of the lineage of each node and of each glossary entry, by position."""

    rules: tuple[int, ...]
    terms: tuple[int, ...]


def place(history: History, at: int, release: Release) -> Places:
    """The lineages of the release of index `at` in the history."""
    rules: dict[str, list[int]] = defaultdict(list)
    terms: dict[str, list[int]] = defaultdict(list)
    for index, lineage in enumerate(history.lineages):
        number = lineage.numbers[at]
        if number is not None:
            (rules if lineage.of == "rule" else terms)[number].append(index)
    nodes = [node.rule for node in release.index.nodes]
    return Places(
        _assign(history, at, rules, [(rule.number, (rule.title, rule.text, rule.examples)) for rule in nodes]),
        _assign(history, at, terms, [(each.term, (each.term, each.text, ())) for each in release.document.glossary]),
    )


def _assign(
    history: History, at: int, known: dict[str, list[int]], wanted: Sequence[tuple[str, Words]]
) -> tuple[int, ...]:
    found: list[int] = [-1] * len(wanted)
    for position, (number, words) in enumerate(wanted):
        if len(known[number]) > 1:
            same = next((each for each in known[number] if _words(history.lineages[each], at) == words), None)
            if same is not None:
                known[number].remove(same)
                found[position] = same
    for position, (number, _) in enumerate(wanted):
        if found[position] < 0:
            found[position] = known[number].pop(0)
    return tuple(found)


def _words(lineage: Lineage, at: int) -> Words:
    """What the lineage says in the release of index `at`."""
    side = next((event.new for event in reversed(lineage.events) if event.release <= at and event.new), lineage.now)
    return side.title, side.text, side.examples
