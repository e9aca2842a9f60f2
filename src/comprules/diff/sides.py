"""One release as the matching sees it: its nodes by position, their parents and children, and keys of their words."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cached_property

from comprules.diff.citations import masked
from comprules.diff.folding import fold
from comprules.release import Release
from comprules.tables.index import Node

_WORD = re.compile(r"\w+")
RawKey = tuple[str | None, str | None, tuple[str, ...]]
ROOT = -1
_SAMPLE = 150  # rules: enough to tell common words from rare ones


class Sequence:
    """The nodes of a release in document order; a position is an index into them, `ROOT` stands above them all.

    `numbers`, `raw` (the words as written) and `parents` are by position.
    """

    def __init__(self, release: Release) -> None:
        self.release = release
        self.nodes: tuple[Node, ...] = release.index.nodes
        self.numbers = [node.rule.number for node in self.nodes]
        self.raw: list[RawKey] = [(each.rule.title, each.rule.text, each.rule.examples) for each in self.nodes]
        places = {id(node.rule): at for at, node in enumerate(self.nodes)}
        self.parents = [places[id(node.path[-1])] if node.path else ROOT for node in self.nodes]
        self.children: dict[int, list[int]] = {}
        for at, parent in enumerate(self.parents):
            self.children.setdefault(parent, []).append(at)
        self._words: dict[int, frozenset[str]] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def level(self, at: int) -> str:
        """The name of the level of a node."""
        return self.release.index.family.level(self.numbers[at])

    def texts(self, at: int) -> tuple[str, ...]:
        """Title, text and examples of a node."""
        rule = self.nodes[at].rule
        return tuple(text for text in (rule.title, rule.text, *rule.examples) if text)

    def folded(self, at: int) -> tuple[str, ...]:
        """The words of a node folded."""
        return tuple(map(fold, self.texts(at)))

    def masked(self, at: int) -> tuple[str, ...]:
        """The words of a node folded, citations masked."""
        title_of = self.release.index.title
        return tuple(masked(text, self.release.index.family, title_of) for text in self.texts(at))

    def words(self, at: int) -> frozenset[str]:
        """The words of a node in lower case."""
        if at not in self._words:
            self._words[at] = frozenset(word for text in self.texts(at) for word in _WORD.findall(fold(text).lower()))
        return self._words[at]

    @cached_property
    def frequency(self) -> Counter[str]:
        """In how many nodes of a sample each word stands."""
        found: Counter[str] = Counter()
        for at in range(0, len(self), 1 + len(self) // _SAMPLE):
            found.update(self.words(at))
        return found


class Weights:
    """How much a word tells: much if few rules have it, next to nothing if most do (inverse document frequency)."""

    def __init__(self, old: Sequence, new: Sequence) -> None:
        self._old, self._new = old, new
        self._total = min(len(old), _SAMPLE) + min(len(new), _SAMPLE)
        self._known: dict[str, float] = {}
        self._sums: dict[frozenset[str], float] = {}

    def __call__(self, word: str) -> float:
        """The weight of `word`, above 0."""
        if word not in self._known:
            count = self._old.frequency[word] + self._new.frequency[word]
            self._known[word] = math.log(1 + self._total / (1 + count))
        return self._known[word]

    def of(self, words: frozenset[str]) -> float:
        """The weight of all of `words` together, rounded, so that the order of adding decides no tie."""
        return round(sum(map(self, words)), 6)

    def whole(self, words: frozenset[str]) -> float:
        """The weight of all words of a node: `of`, remembered."""
        if words not in self._sums:
            self._sums[words] = self.of(words)
        return self._sums[words]

    def similarity(self, first: frozenset[str], second: frozenset[str]) -> float:
        """The weighted Dice coefficient of two sets of words: 1 for the same words, near 0 for unrelated rules."""
        shared = first & second
        return 2 * self.of(shared) / (self.whole(first) + self.whole(second)) if shared else 0.0
