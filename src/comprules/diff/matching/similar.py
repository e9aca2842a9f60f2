"""Pass: rules of similar words wherever they stand, whatever the order of their words."""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from comprules.analysis.positions import Positions
from comprules.diff.matching.best import under_gone_keyword, under_new_keyword
from comprules.diff.matching.state import Matching
from comprules.diff.weights import Weights

_ANYWHERE = 0.5  # more than half of the words must be the same
_TELLING_WORDS = 8  # rarest words of a rule by which it is looked up
_COMMON = 60  # rules: a word that more of the unmatched rules have leads nowhere
_NOWHERE = [0] * (_COMMON + 1)  # of a word that no candidate has
_CANDIDATES = 6  # rules that are compared closely for each rule


def match_similar(matching: Matching, weigh: Weights) -> None:
    """Match rules of similar words wherever they stand: the most similar pairs first, ties in document order."""
    olds, news = matching.open_old(), matching.open_new()
    if not olds or not news:
        return
    pairs = {(old, new) for old, new in _candidates(weigh, matching.old, olds, matching.new, news)}
    pairs.update((old, new) for new, old in _candidates(weigh, matching.new, news, matching.old, olds))
    scored = []
    for old, new in pairs:
        score = _closeness(matching, weigh, old, new)
        if score >= _ANYWHERE and not under_new_keyword(matching, new) and not under_gone_keyword(matching, old):
            scored.append((-score, not matching.parents_match(old, new), old + new, abs(old - new), old, new))
    for negative, _, _, _, old, new in sorted(scored):
        if old not in matching.forward and new not in matching.backward:
            matching.pair(old, new, "similar", round(-negative, 2))


def _candidates(
    weigh: Weights, here: Positions, places: list[int], there: Positions, others: list[int]
) -> Iterator[tuple[int, int]]:
    """For each of `places` the few of `others` that share the words that tell most."""
    by_word: dict[str, list[int]] = {}
    for other in others:
        for word in there.words(other):
            by_word.setdefault(word, []).append(other)
    for at in places:
        usable = [word for word in here.words(at) if len(by_word.get(word, _NOWHERE)) <= _COMMON]
        votes: dict[int, float] = {}
        for word in sorted(sorted(usable), key=weigh.words.__getitem__, reverse=True)[:_TELLING_WORDS]:
            for other in by_word[word]:
                votes[other] = votes.get(other, 0.0) + weigh.words[word]
        for other in sorted(votes, key=lambda other: (-votes[other], other))[:_CANDIDATES]:
            yield at, other


def _closeness(matching: Matching, weigh: Weights, old: int, new: int) -> float:
    """The mean of shared telling words and of words in the same order; a heading is like no sentence."""
    if (matching.old.nodes[old].rule.title is None) != (matching.new.nodes[new].rule.title is None):
        return 0.0
    bag = weigh.similarity(matching.old.bag(old), matching.new.bag(new))
    if bag < _ANYWHERE / 2:
        return 0.0
    before, after = (" ".join(side.texts(at)).split() for side, at in ((matching.old, old), (matching.new, new)))
    return round((bag + Indel.normalized_similarity(before, after)) / 2, 6)
