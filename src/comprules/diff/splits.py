"""Splits and mergers: rules whose words came from one rule, or went into one.

A rule that is new, and most of whose words its neighbour's old text had and its new text no longer has, was split off;
a rule that is gone, likewise, was merged. Looked for among rules that the matching left over and the edited pairs whose
words they may share.
"""

from __future__ import annotations

from typing import NamedTuple

from comprules.diff.model import Pair
from comprules.diff.positions import Positions
from comprules.diff.weights import Weights

_SHARE = 0.7  # of the weight of a rule's words that the other had; some connecting words are always new
_LOST = 0.5  # of the weight of the words that the other lost that must be found again, so that a quotation is no split
_TELLING = 6  # rarest words of a rule by which the other is looked up
_COMMON = 40  # pairs: a word that more of them lost leads nowhere


class Division(NamedTuple):
    """A pair, and the positions of the rules that were split off its old side, or merged into its new side."""

    pair: Pair
    others: tuple[int, ...]


def find_splits(old: Positions, new: Positions, weigh: Weights, pairs: list[Pair], added: list[int]) -> list[Division]:
    """The pairs of which the old rule was split; `added` are the positions of rules that only `new` has."""
    lost = {at: old.words(pair.old) - new.words(pair.new) for at, pair in enumerate(pairs)}
    by_word: dict[str, list[int]] = {}
    for at, words in lost.items():
        for word in words:
            by_word.setdefault(word, []).append(at)
    found: dict[int, list[int]] = {}
    for place in added:
        words = new.words(place)
        best, score = None, 0.0
        for at in _candidates(words, by_word, weigh):
            share = _shared(weigh, words, old.words(pairs[at].old))
            if share > score and _shared(weigh, lost[at], words) >= _LOST / 2:
                best, score = at, share
        if best is not None and score >= _SHARE and len(words) >= 3:
            found.setdefault(best, []).append(place)
    return [
        Division(pairs[at], tuple(places))
        for at, places in sorted(found.items())
        if _shared(weigh, lost[at], frozenset().union(*(new.words(place) for place in places))) >= _LOST
    ]


def _candidates(words: frozenset[str], by_word: dict[str, list[int]], weigh: Weights) -> list[int]:
    usable = [word for word in words if 0 < len(by_word.get(word, ())) <= _COMMON]
    telling = sorted(usable, key=lambda word: (-weigh(word), word))[:_TELLING]
    return sorted({at for word in telling for at in by_word[word]})


def _shared(weigh: Weights, words: frozenset[str], others: frozenset[str]) -> float:
    """The share of the weight of `words` that `others` have too."""
    whole = weigh.of(words)
    return weigh.of(words & others) / whole if whole else 0.0
