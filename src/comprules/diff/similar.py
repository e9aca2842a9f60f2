"""Passes of the matching that go by similarity: at the same place, then anywhere.

Similarity counts shared words by how much each tells (`Weights`), so that two unrelated rules, which share only the
words that all rules share, come out near 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import Indel

from comprules.diff.order import rising
from comprules.diff.pairing import Matching
from comprules.diff.sides import Sequence, Weights

# At its old place between unmoved neighbours a rule may be rewritten by more than half; unrelated rules stay below.
_AT_PLACE = 0.25
_CLEAR = 0.7  # of the words in order: so like each other are only versions of one rule, however common its words
# Anywhere else more than half of the words must be the same.
_ANYWHERE = 0.5
_TELLING_WORDS = 8  # rarest words of a rule by which it is looked up
_COMMON = 60  # rules: a word that more of the unmatched rules have leads nowhere
_NOWHERE = [0] * (_COMMON + 1)  # of a word that no candidate has
_CANDIDATES = 12  # rules that are compared closely for each rule


def match_places(matching: Matching) -> None:
    """Match what stands between the same matched neighbours under matched parents."""
    if not matching.open_old() or not matching.open_new():
        return
    weigh = Weights(matching.old, matching.new)
    for old_parent in sorted({matching.old.parents[at] for at in matching.open_old()}):
        new_parent = matching.forward.get(old_parent)
        if new_parent is None:
            continue
        for olds, news in _gaps(matching, old_parent, new_parent):
            _match_gap(matching, weigh, olds, news)


def _gaps(matching: Matching, old_parent: int, new_parent: int) -> list[tuple[list[int], list[int]]]:
    """Unmatched children of two paired parents, cut at the matched children that did not move among each other."""
    olds = matching.old.children.get(old_parent, [])
    news = matching.new.children.get(new_parent, [])
    places = {at: place for place, at in enumerate(news)}
    matched = [
        (place, places[matching.forward[at]]) for place, at in enumerate(olds) if matching.forward.get(at) in places
    ]
    gaps: list[tuple[list[int], list[int]]] = []
    old_start = new_start = 0
    for old_place, new_place in [*_unmoved(matched), (len(olds), len(news))]:
        left = [at for at in olds[old_start:old_place] if at not in matching.forward]
        right = [at for at in news[new_start:new_place] if at not in matching.backward]
        if left and right:
            gaps.append((left, right))
        old_start, new_start = old_place + 1, new_place + 1
    return gaps


def _unmoved(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs that keep their order, whichever side is read first."""
    swapped = {(old, new) for new, old in rising(sorted((new, old) for old, new in pairs))}
    return [pair for pair in rising(pairs) if pair in swapped]


def _match_gap(matching: Matching, weigh: Weights, olds: list[int], news: list[int]) -> None:
    """Match the nodes of one gap: the most similar first, never crossing.

    Of a gap with more than `_COMMON` nodes the rest is left to `match_similar`.
    """
    scored = []
    for old in olds[:_COMMON]:
        for new in news[:_COMMON]:
            if matching.old.level(old) == matching.new.level(new):
                score = _at_place(matching, weigh, old, new, len(olds) == len(news) == 1)
                if score >= _AT_PLACE:
                    scored.append((-score, old + new, abs(old - new), old, new))
    taken: list[tuple[int, int]] = []
    for negative, _, _, old, new in sorted(scored):
        if all((old - left) * (new - right) > 0 for left, right in taken):
            taken.append((old, new))
            matching.pair(old, new, "place", round(min(1.0, -negative), 2))


def _at_place(matching: Matching, weigh: Weights, old: int, new: int, alone: bool) -> float:
    """How similar two nodes at the same place are; a heading alone in its place may have any other title."""
    before, after = (" ".join(side.texts(at)).split() for side, at in ((matching.old, old), (matching.new, new)))
    score = round(Indel.normalized_similarity(before, after), 6)
    if score < _CLEAR:
        score = weigh.similarity(matching.old.words(old), matching.new.words(new))
    headings = matching.old.nodes[old].rule.title is not None and matching.new.nodes[new].rule.title is not None
    if headings and alone and matching.old.numbers[old] == matching.new.numbers[new]:
        children = matching.old.children.get(old, []), matching.new.children.get(new, [])
        if not any(children):
            return max(score, _AT_PLACE)
    return score


def match_similar(matching: Matching) -> None:
    """Match rules of similar words wherever they stand: the most similar pairs first, ties in document order."""
    olds, news = matching.open_old(), matching.open_new()
    if not olds or not news:
        return
    weigh = Weights(matching.old, matching.new)
    pairs = {(old, new) for old, new in _candidates(weigh, matching.old, olds, matching.new, news)}
    pairs.update((old, new) for new, old in _candidates(weigh, matching.new, news, matching.old, olds))
    scored = []
    for old, new in pairs:
        score = _closeness(matching, weigh, old, new)
        if score >= _ANYWHERE:
            scored.append((-score, not matching.parents_match(old, new), old + new, abs(old - new), old, new))
    for negative, _, _, _, old, new in sorted(scored):
        if old not in matching.forward and new not in matching.backward:
            matching.pair(old, new, "similar", round(-negative, 2))


def _candidates(
    weigh: Weights, here: Sequence, places: list[int], there: Sequence, others: list[int]
) -> Iterator[tuple[int, int]]:
    """For each of `places` the few of `others` that share the words that tell most."""
    by_word: dict[str, list[int]] = {}
    for other in others:
        for word in there.words(other):
            by_word.setdefault(word, []).append(other)
    for at in places:
        usable = [word for word in here.words(at) if len(by_word.get(word, _NOWHERE)) <= _COMMON]
        votes: dict[int, float] = {}
        for word in sorted(usable, key=lambda word: (-weigh(word), word))[:_TELLING_WORDS]:
            for other in by_word[word]:
                votes[other] = votes.get(other, 0.0) + weigh(word)
        for other in sorted(votes, key=lambda other: (-votes[other], other))[:_CANDIDATES]:
            yield at, other


def _closeness(matching: Matching, weigh: Weights, old: int, new: int) -> float:
    """The mean of shared telling words and of words in the same order; a heading is like no sentence."""
    if (matching.old.nodes[old].rule.title is None) != (matching.new.nodes[new].rule.title is None):
        return 0.0
    bag = weigh.similarity(matching.old.words(old), matching.new.words(new))
    if bag < _ANYWHERE / 2:
        return 0.0
    before, after = (" ".join(side.texts(at)).split() for side, at in ((matching.old, old), (matching.new, new)))
    return round((bag + Indel.normalized_similarity(before, after)) / 2, 6)
