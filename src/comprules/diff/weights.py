"""How much words and runs of words tell of a rule: much if few rules have them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from comprules.analysis.positions import SAMPLE, Phrase, Positions


class _Known(dict[str, float]):
    """The weights of words, each worked out when it is first asked for."""

    def __init__(self, old: Positions, new: Positions) -> None:
        self._before, self._after = old.frequency, new.frequency
        self._total = min(len(old), SAMPLE) + min(len(new), SAMPLE)
        self._of_count: dict[int, float] = {}

    def __missing__(self, word: str) -> float:
        count = self._before[word] + self._after[word]
        weight = self._of_count.get(count)
        if weight is None:
            weight = self._of_count[count] = math.log(1 + self._total / (1 + count))
        self[word] = weight
        return weight


class _Phrases(dict[Phrase, float]):
    """The weights of runs of words, likewise."""

    def __init__(self, known: Mapping[str, float]) -> None:
        self._known = known

    def __missing__(self, phrase: Phrase) -> float:
        self[phrase] = sum(map(self._known.__getitem__, phrase.split(" ")))
        return self[phrase]


class Weights:
    """Inverse document frequency (Spärck Jones 1972) of words, over a sample of the rules of both releases."""

    def __init__(self, old: Positions, new: Positions) -> None:
        self._sides = old, new
        self._sums: dict[frozenset[str], float] = {}
        self._phrase_sums: dict[frozenset[Phrase], float] = {}

    @cached_property
    def words(self) -> Mapping[str, float]:
        """The weight of each word, above 0, whichever is asked for."""
        return _Known(*self._sides)

    @cached_property
    def phrases(self) -> dict[Phrase, float]:
        """The weight of each run of words, the sum of theirs."""
        return _Phrases(self.words)

    def of(self, words: Iterable[str]) -> float:
        """The weight of all of `words` together, in whatever order they come."""
        return math.fsum(map(self.words.__getitem__, words))

    def whole(self, words: frozenset[str]) -> float:
        """The weight of all words of a node: `of`, remembered."""
        if words not in self._sums:
            self._sums[words] = self.of(words)
        return self._sums[words]

    def similarity(self, first: frozenset[str], second: frozenset[str]) -> float:
        """The weighted Dice coefficient of two sets of words: 1 for the same words, near 0 for unrelated rules."""
        shared = first & second
        return 2 * self.of(shared) / (self.whole(first) + self.whole(second)) if shared else 0.0

    def learn(self, sentence: Sequence[str]) -> None:
        """Work out the weights of all runs of a sentence at once, which is quicker than one by one."""
        known = [self.words[word] for word in sentence]
        runs = zip(sentence, sentence[1:], sentence[2:], strict=False)
        sums = map(sum, zip(known, known[1:], known[2:], strict=False))
        self.phrases.update(zip(map(" ".join, runs), sums, strict=True))

    def of_phrases(self, phrases: frozenset[Phrase]) -> float:
        """The weight of runs of words together, remembered."""
        if phrases not in self._phrase_sums:
            self._phrase_sums[phrases] = self._sum(phrases)
        return self._phrase_sums[phrases]

    def likeness(self, first: frozenset[Phrase], second: frozenset[Phrase]) -> float:
        """The weighted Dice coefficient of the runs of two sentences, 0 to 1."""
        shared = first & second
        return 2 * self._sum(shared) / (self.of_phrases(first) + self.of_phrases(second)) if shared else 0.0

    def containment(self, first: frozenset[Phrase], second: frozenset[Phrase]) -> float:
        """The share of the weight of the lighter of two sentences that the other has too, 0 to 1."""
        shared = first & second
        return self._sum(shared) / min(self.of_phrases(first), self.of_phrases(second)) if shared else 0.0

    def _sum(self, phrases: frozenset[Phrase]) -> float:
        return math.fsum(map(self.phrases.__getitem__, phrases))
