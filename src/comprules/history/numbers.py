"""How releases grew: rules, words and keywords of each, and how many rules changed in each chapter."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from comprules.families.family import Family
from comprules.history.model import History, Issue
from comprules.release import Release

_WORD = re.compile(r"\w+")
# What a reader would call a change: words, or whether there is such a rule; not numbers, references or typography.
_CHANGES = ("created", "edited", "split", "merged", "removed", "moved")


class Size(msgspec.Struct, frozen=True):
    """How large a release is: nodes of all levels, words of their titles, texts and examples, keywords."""

    rules: int
    words: int
    keywords: int


class Chapter(msgspec.Struct, frozen=True):
    """A chapter through all releases: how many of its rules changed in each; 0 for the first, which has no before."""

    id: str
    title: str
    number: str | None
    changes: tuple[int, ...]


class Numbers(msgspec.Struct, frozen=True):
    """The figures of some releases, oldest first; chapters as the newest has them, those that are gone at the end."""

    releases: tuple[Issue, ...]
    sizes: tuple[Size, ...]
    chapters: tuple[Chapter, ...]


def numbers(history: History, release_in: Callable[[int], Release]) -> Numbers:
    """The figures of a history; `release_in` gives the release of an index."""
    sizes: list[Size] = []
    homes: list[dict[str, int]] = []  # of each release the lineage of the chapter that a number stands in
    count = len(history.releases)
    rules = [(at, each) for at, each in enumerate(history.lineages) if each.of == "rule"]
    at_number = [{number: at for at, each in rules if (number := each.numbers[to])} for to in range(count)]
    for here, release in zip(at_number, range(count), strict=True):
        got = release_in(release)
        sizes.append(_size(got))
        family = got.index.family
        homes.append({number: here.get(_chapter(number, family), at) for number, at in here.items()})
    changes: dict[int, list[int]] = {}
    for _, each in rules:
        for event in each.events:
            if event.kind in _CHANGES and event.release:
                number, release = (event.number, event.release) if event.number else (event.was, event.release - 1)
                home = homes[release].get(number or "")
                if home is not None:
                    changes.setdefault(home, [0] * count)[event.release] += 1
    chapters = [_row(history, at, changes[at]) for at in sorted(changes)]
    return Numbers(history.releases, tuple(sizes), tuple(sorted(chapters, key=lambda each: each.number is None)))


def _row(history: History, at: int, changes: list[int]) -> Chapter:
    """A chapter under the last title that it had; some became rules later."""
    lineage = history.lineages[at]
    sides = (side for event in reversed(lineage.events) for side in (event.new, event.old) if side and side.title)
    title = next((side.title or "" for side in sides), lineage.now.text or "")
    return Chapter(lineage.id, title, lineage.numbers[-1], tuple(changes))


def _chapter(number: str, family: Family) -> str:
    """The number of the second level that a number stands under, its own if it is of the first."""
    chain = [number]
    while above := family.parent(chain[-1]):
        chain.append(above)
    return chain[-2] if len(chain) > 1 else chain[-1]


def _size(release: Release) -> Size:
    words = 0
    for node in release.index.nodes:
        rule = node.rule
        words += sum(len(_WORD.findall(text)) for text in (rule.title, rule.text, *rule.examples) if text)
    return Size(len(release.index.nodes), words, len(release.keywords))
