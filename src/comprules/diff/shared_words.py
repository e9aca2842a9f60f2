"""Which words of a rule stand in others: the runs that a divided rule shares with its parts, and what they weigh."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cached_property
from typing import NamedTuple

from rapidfuzz.distance import Indel

from comprules.analysis.positions import Positions
from comprules.diff.weights import Weights
from comprules.wording.tokens import Token

RUN = 3  # words: shorter runs stand in any two rules
SEEN = 2  # words: a reader sees no more in a single word that two texts share
_LONG = 250_000  # pairs of words, as of two rules of 500: of longer ones the quick way must do
Run = tuple[int, int, int]  # of words: where it begins in the whole and in the part, and how many there are


class Sentence(NamedTuple):
    """The words of the text of a rule: their places in it, each word, what each weighs and all of them together."""

    tokens: list[Token]
    words: list[str]
    weights: list[float]
    weight: float


class Sentences:
    """The sentences of one release by position, each made when it is first asked for."""

    def __init__(self, side: Positions, weigh: Weights) -> None:
        self._side, self._weigh = side, weigh
        self._known: dict[int, Sentence] = {}

    def __getitem__(self, at: int) -> Sentence:
        if at not in self._known:
            tokens = self._side.tokens(at)
            words = [token.word for token in tokens]
            weights = [self._weigh.words[word] for word in words]
            self._known[at] = Sentence(tokens, words, weights, sum(weights))
        return self._known[at]

    @cached_property
    def _all(self) -> str:
        return "\n".join(node.rule.text or "" for node in self._side.nodes)

    def is_only(self, at: int, begin: int, size: int) -> bool:
        """Whether so many words of a sentence from a place on stand in no other rule of the release."""
        text, tokens = self._side.nodes[at].rule.text or "", self[at].tokens
        said = text[tokens[begin].start : tokens[begin + size - 1].end]
        return self._all.count(said) == text.count(said)


class SharedWords:
    """Rules of one release, the wholes, beside rules of the other, the parts; both by position."""

    def __init__(self, here: Sentences, there: Sentences) -> None:
        self._sides = here, there
        self._runs: dict[tuple[int, int], list[Run]] = {}
        self._lost: dict[tuple[int, int], frozenset[int]] = {}

    def whole(self, at: int) -> Sentence:
        """The words of a whole."""
        return self._sides[0][at]

    def part(self, at: int) -> Sentence:
        """The words of a part."""
        return self._sides[1][at]

    def runs(self, whole: int, part: int, least: int = RUN) -> list[Run]:
        """The runs of words that a whole and a part share, in order, of at least so many words."""
        if (whole, part) not in self._runs:
            self._runs[whole, part] = [
                (op.src_start, op.dest_start, op.src_end - op.src_start)
                for op in Indel.opcodes(self.whole(whole).words, self.part(part).words)
                if op.tag == "equal"
            ]
        return [run for run in self._runs[whole, part] if run[2] >= least]

    def longest_runs(self, whole: int, part: int) -> list[Run]:
        """The runs that two rules share, the longest first taken, as a reader sees them; in order.

        The shortest way to type one text as the other, which `runs` gives, may tear what was moved as one.
        """
        words = self.whole(whole).words, self.part(part).words
        if len(words[0]) * len(words[1]) > _LONG:
            return self.runs(whole, part, SEEN)
        blocks = SequenceMatcher(None, *words, autojunk=False).get_matching_blocks()
        return [(block.a, block.b, block.size) for block in blocks if block.size >= SEEN]

    def lost(self, whole: int, partner: int) -> frozenset[int]:
        """Which words of a whole, by place, its partner does not have."""
        if (whole, partner) not in self._lost:
            kept = covered(self.runs(whole, partner, 1))
            self._lost[whole, partner] = frozenset(range(len(self.whole(whole).words))) - kept
        return self._lost[whole, partner]

    def weight(self, whole: int, places: Iterable[int]) -> float:
        """What the words of a whole at some places weigh."""
        weights = self.whole(whole).weights
        return round(sum(weights[place] for place in sorted(places)), 6)

    def is_its_own(self, whole: int, run: Run) -> bool:
        """Whether a run of a whole stands in no other rule of its release."""
        return self._sides[0].is_only(whole, run[0], run[2])

    def is_the_parts_own(self, part: int, run: Run) -> bool:
        """Whether a run of a part stands in no other rule of its release."""
        return self._sides[1].is_only(part, run[1], run[2])


def covered(runs: Iterable[Run]) -> set[int]:
    """The words of a whole, by place, that stand in runs."""
    return {begin + step for begin, _, size in runs for step in range(size)}
