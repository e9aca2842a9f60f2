"""Lineages while they grow: one strand for each rule or glossary entry, lengthened release by release.

A strand that ended waits: a later rule with the very words of it, or a heading with its title, takes it up again.
"""

from __future__ import annotations

import re
from collections.abc import Hashable

import msgspec

from comprules.diff.model import Side
from comprules.history.model import Doubt, Event

_WORD = re.compile(r"\w+")


class Strand:
    """One lineage so far: `numbers` from the release `first` on, `now` the rule as it last stood."""

    __slots__ = ("doubts", "events", "first", "id", "links", "now", "numbers")

    def __init__(self, first: int, name: str, number: str, now: Side) -> None:
        self.id, self.first, self.now = name, first, now
        self.numbers: list[str | None] = [number]
        self.events: list[Event] = []
        self.doubts: list[Doubt] = []
        self.links: list[tuple[int, float]] = []  # the releases it came into by a pair that is not certain

    def emptied(self) -> Strand:
        """The strand without anything, which is no lineage."""
        self.numbers, self.events = [], []
        return self

    def extend(self, release: int, number: str) -> None:
        """Let it have `number` in `release`, and none in those between."""
        missing = release - self.first - len(self.numbers)
        if missing:
            self.numbers.extend([None] * missing)
        self.numbers.append(number)

    def number_in(self, release: int) -> str | None:
        """Its number in the release of this index, None where it is missing."""
        at = release - self.first
        return self.numbers[at] if 0 <= at < len(self.numbers) else None

    def confidence(self, first: int, last: int) -> float:
        """How sure it is that the rule in `last` is the one in `first`: as sure as the weakest link between."""
        return min((sure for release, sure in self.links if first < release <= last), default=1.0)

    def side_in(self, release: int) -> Side:
        """The rule as it stood in the release of this index, which has it."""
        words = next(event.new for event in reversed(self.events) if event.new and event.release <= release)
        return msgspec.structs.replace(words, number=self.number_in(release))

    def cut(self, release: int) -> tuple[list[str | None], list[Event], list[tuple[int, float]]]:
        """Take off what it has from the release of this index on, and give it: numbers, events, links."""
        at = release - self.first
        numbers, self.numbers = self.numbers[at:], self.numbers[:at]
        events = [event for event in self.events if event.release >= release]
        links = [link for link in self.links if link[0] >= release]
        del self.events[len(self.events) - len(events) :]
        del self.links[len(self.links) - len(links) :]
        return numbers, events, links


def words_of(rule: Side) -> Hashable:
    """What two rules share that are one: the title of a heading, the words of a sentence."""
    if rule.title and not rule.text:
        return ("title", *_WORD.findall(rule.title.casefold()))
    return tuple(_WORD.findall(" ".join((rule.text or "", *rule.examples)).casefold()))


class Ended:
    """Strands that ended, by their words; of several that share them none is taken up again."""

    def __init__(self) -> None:
        self._by_words: dict[Hashable, list[int]] = {}

    def add(self, strand: int, rule: Side) -> None:
        """Let a strand wait that ended with `rule`."""
        self._by_words.setdefault(words_of(rule), []).append(strand)

    def drop(self, strand: int) -> None:
        """Let a strand wait no longer."""
        for waiting in self._by_words.values():
            if strand in waiting:
                waiting.remove(strand)

    def take(self, rule: Side) -> int | None:
        """The one strand that ended with these words, which waits no longer."""
        words = words_of(rule)
        found = self._by_words.get(words, [])
        if len(found) != 1:
            return None
        del self._by_words[words]
        return found[0]
