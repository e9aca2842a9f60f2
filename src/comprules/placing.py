"""Where the paragraphs of a passage stand in a release.

Texts that stand in the release once are landmarks; of these the longest run that keeps the order of the release holds.
A text that stands there several times is the one that the landmarks around it leave room for. A worn text is compared
with what stands between its neighbours, and with the texts that share its rarest words.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from rapidfuzz.distance import Indel

from comprules.release import Release
from comprules.wording.fold import fold
from comprules.wording.longest_rising import longest_rising

_NEARLY = 0.6  # of the words, in order, that a worn paragraph must share with its original
_CLEARLY = 0.1  # by so much the best must be closer than the next to be certain
_TELLING = 4  # words: fewer, and worn, can be anything
_ROOM = 40  # texts between two neighbours that are all compared
_RAREST = 6  # words by which a worn paragraph is looked up
_COMMON = 80  # texts: a word that more of them have leads nowhere


class Worded(Protocol):
    """Anything with a text."""

    @property
    def text(self) -> str:
        """Its text."""
        ...


class Unit(NamedTuple):
    """A text of a release: of which rule or term, and which part of it."""

    number: str
    part: str
    text: str


class Place(NamedTuple):
    """What a paragraph is: see `comprules.restore.Paragraph`."""

    number: str
    part: str
    text: str
    exact: bool
    certain: bool
    in_order: bool
    similarity: float


class Texts:
    """Every text of every candidate release, indexed once by its folded words."""

    def __init__(self, releases: Sequence[Release]) -> None:
        self.units = [_units(release) for release in releases]
        self._known: dict[str, dict[int, list[int]]] = defaultdict(dict)
        for at, units in enumerate(self.units):
            for position, unit in enumerate(units):
                self._known[fold(unit.text)].setdefault(at, []).append(position)
        self._by_word: dict[int, dict[str, list[int]]] = {}

    def counts(self, folded: Sequence[str]) -> list[int]:
        """How many of `folded` each release has word for word."""
        found: Counter[int] = Counter()
        for text in folded:
            found.update(self._known.get(text, {}).keys())
        return [found[at] for at in range(len(self.units))]

    def positions(self, release: int, folded: str) -> list[int]:
        """Where a release has a text word for word."""
        return self._known.get(folded, {}).get(release, [])

    def alike(self, release: int, words: Sequence[str]) -> list[int]:
        """Where a release has texts that share the rarest of `words`."""
        if release not in self._by_word:
            index: dict[str, list[int]] = defaultdict(list)
            for position, unit in enumerate(self.units[release]):
                for word in set(fold(unit.text).split()):
                    index[word].append(position)
            self._by_word[release] = index
        index = self._by_word[release]
        usable = sorted({word for word in words if 0 < len(index.get(word, ())) <= _COMMON})
        rarest = sorted(usable, key=lambda word: len(index[word]))[:_RAREST]
        votes = Counter(position for word in rarest for position in index[word])
        return [position for position, _ in votes.most_common(10)]


def _units(release: Release) -> list[Unit]:
    found = []
    for node in release.index.nodes:
        rule = node.rule
        if rule.title:
            found.append(Unit(rule.number, "title", rule.title))
        found.extend(Unit(rule.number, "text", paragraph) for paragraph in (rule.text or "").split("\n") if paragraph)
        found.extend(Unit(rule.number, "example", text) for each in rule.examples for text in each.split("\n"))
    for entry in release.document.glossary:
        found.append(Unit(entry.term, "term", entry.term))
        found.extend(Unit(entry.term, "glossary", text) for text in entry.text.split("\n") if text)
    return found


def place(texts: Texts, release: int, pieces: Sequence[Worded]) -> list[Place | None]:
    """What each of `pieces` is in one release; None for what is not in it, even nearly."""
    folded = [fold(piece.text) for piece in pieces]
    candidates = [texts.positions(release, each) for each in folded]
    landmarks = longest_rising([(at, found[0]) for at, found in enumerate(candidates) if len(found) == 1])
    chosen: dict[int, tuple[int, bool]] = {at: (position, True) for at, position in landmarks}
    _fill(chosen, candidates)
    units = texts.units[release]
    places: list[Place | None] = []
    for at, _ in enumerate(pieces):
        if at in chosen:
            position, certain = chosen[at]
            places.append(Place(*units[position], True, certain, True, 1.0))
        elif candidates[at]:  # out of order: it stands there, but not here
            position = candidates[at][0]
            places.append(Place(*units[position], True, len(candidates[at]) == 1, False, 1.0))
        else:
            places.append(_nearly(texts, release, folded[at], _between(chosen, at, len(units))))
    return places


def _fill(chosen: dict[int, tuple[int, bool]], candidates: list[list[int]]) -> None:
    """Choose among several positions: the one next to a neighbour, else the first that there is room for."""
    following: list[float] = [float("inf")] * (len(candidates) + 1)  # of each paragraph the next landmark's position
    for at in range(len(candidates) - 1, -1, -1):
        following[at] = chosen[at][0] if at in chosen else following[at + 1]
    before = -1
    for at, found in enumerate(candidates):
        if at not in chosen and found:
            after = following[at + 1]
            first = bisect_right(found, before)
            room = found[first : first + 2]
            last = bisect_left(found, after) - 1
            if room and room[0] == before + 1 and at - 1 in chosen:
                chosen[at] = (room[0], True)
            elif at + 1 in chosen and last >= first and found[last] == after - 1:
                chosen[at] = (found[last], True)
            elif len(found) > 1 and room and room[0] < after:
                chosen[at] = (room[0], len(room) == 1 or room[1] > after)
        before = chosen[at][0] if at in chosen else before


def _between(chosen: dict[int, tuple[int, bool]], at: int, count: int) -> range:
    """The positions that the neighbours leave for a worn paragraph, if they are few."""
    before = next((chosen[each][0] for each in range(at - 1, max(-1, at - _ROOM), -1) if each in chosen), None)
    after = next((chosen[each][0] for each in range(at + 1, at + _ROOM) if each in chosen), None)
    if before is None and after is None:
        return range(0)
    start = before + 1 if before is not None else max(0, (after or 0) - _ROOM)
    end = after if after is not None else min(count, start + _ROOM)
    return range(start, min(end, start + _ROOM))


def _nearly(texts: Texts, release: int, folded: str, room: range) -> Place | None:
    """The text most like `folded`, among those in `room` and those of the same rare words."""
    words = folded.split()
    units = texts.units[release]
    scored = []
    for position in {*room, *texts.alike(release, words)}:
        score = Indel.normalized_similarity(words, fold(units[position].text).split())
        scored.append((score + (_CLEARLY / 2 if position in room else 0), score, -position))
    scored.sort(reverse=True)
    if not scored or scored[0][1] < _NEARLY:
        return None
    best, second = scored[0], scored[1] if len(scored) > 1 else (0.0, 0.0, 0)
    position = -best[2]
    certain = best[0] - second[0] >= _CLEARLY and len(words) >= _TELLING
    unit = units[position]
    return Place(unit.number, unit.part, unit.text, False, certain, position in room, round(best[1], 2))
