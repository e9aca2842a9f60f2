"""Pass: the best partner anywhere, by runs of three words, each weighed by how rare its words are.

The likeness of two sentences is the share of the weight of their runs that they have in common. The most like come
first, in rounds, so that what is sure tells where what is less sure belongs: of two partners that are about as like,
the one under the same heading, beside the same neighbour or with the same number is taken.
"""

from __future__ import annotations

from collections import Counter
from heapq import nsmallest
from itertools import chain

from comprules.analysis.positions import ROOT, Phrase, Positions
from comprules.diff.matching.state import Matching
from comprules.diff.weights import Weights

_ROUNDS = (0.8, 0.6, 0.45, 0.33)  # likeness; below, unrelated sentences of one form begin to look like each other
_SURE = 0.5  # below, a rule under a keyword that is new is like others by its form alone
_CONTAINED = 0.8  # of the weight of the shorter sentence; some connecting words are always new
_LONG = 8  # runs of words: a shorter sentence may stand in another by chance
_COMMON = 20  # rules: a run that more of the open rules have leads nowhere
_PROMISING = 0.2  # of the weight of the shorter sentence: with less, the likeness is below that of the last round
_CANDIDATES = 8  # rules that are compared closely for each rule
_NEAR = {"parents": 0.05, "number": 0.02, "neighbour": 0.03}  # added to the likeness for each that agrees


def match_best(matching: Matching, weigh: Weights) -> None:
    """Match open sentences to the open sentences that are most like them."""
    olds = [at for at in matching.open_old() if not matching.old.is_heading(at)]
    news = [at for at in matching.open_new() if not matching.new.is_heading(at)]
    if not olds or not news:
        return
    likeness = _likenesses(matching, weigh, olds, news)
    for least in _ROUNDS:
        scored = []
        for (old, new), score in likeness.items():
            if score < least or old in matching.forward or new in matching.backward:
                continue
            if score < _SURE and _is_form_alone(matching, weigh, old, new):
                continue
            scored.append((-round(score + _context(matching, old, new), 6), old + new, abs(old - new), old, new))
        for _, _, _, old, new in sorted(scored):
            if old not in matching.forward and new not in matching.backward:
                matching.pair(old, new, "best", round(likeness[old, new], 2))


def _is_form_alone(matching: Matching, weigh: Weights, old: int, new: int) -> bool:
    """Whether one of two rules stands under a keyword that only its release has, and neither stands in the other."""
    if not (under_new_keyword(matching, new) or under_gone_keyword(matching, old)):
        return False
    return not _is_contained(weigh, matching.old.phrases(old), matching.new.phrases(new))


def _likenesses(matching: Matching, weigh: Weights, olds: list[int], news: list[int]) -> dict[tuple[int, int], float]:
    """The likeness of the pairs that share rare runs, by position."""
    phrases = matching.old.phrases, matching.new.phrases
    found = {
        (old, new): _likeness(weigh, phrases[0](old), phrases[1](new))
        for old, new in _candidates(matching, weigh, olds, news)
    }
    return {pair: score for pair, score in found.items() if score >= _ROUNDS[-1]}


def _likeness(weigh: Weights, old: frozenset[Phrase], new: frozenset[Phrase]) -> float:
    """How like two sentences are; if one stands in the other, as much as the last round asks for at least."""
    score = weigh.likeness(old, new)
    return max(score, _ROUNDS[-1]) if score < _ROUNDS[-1] and _is_contained(weigh, old, new) else score


def _is_contained(weigh: Weights, old: frozenset[Phrase], new: frozenset[Phrase]) -> bool:
    """Whether the shorter of two sentences stands in the longer one."""
    return min(len(old), len(new)) >= _LONG and weigh.containment(old, new) >= _CONTAINED


def _candidates(matching: Matching, weigh: Weights, olds: list[int], news: list[int]) -> set[tuple[int, int]]:
    """Of each rule the few that share the largest part of its runs, leaving out runs that many rules have."""
    for side, places in ((matching.old, olds), (matching.new, news)):
        for at in places:
            weigh.learn(side.sentence(at))
    having, others = _counted(matching.old, olds), _counted(matching.new, news)
    rare = {phrase for phrase, count in having.items() if count <= _COMMON and 0 < others[phrase] <= _COMMON}
    by_new = _by_phrase(matching.new, news, rare)
    votes: dict[int, dict[int, float]] = {}
    for old in olds:
        counts: dict[int, float] = {}
        for phrase in matching.old.phrases(old) & rare:
            weight = weigh.phrases[phrase]
            for new in by_new[phrase]:
                counts[new] = counts.get(new, 0.0) + weight
        votes[old] = counts
    wholes = {new: weigh.of_phrases(matching.new.phrases(new)) for new in news}
    best_old: dict[int, list[tuple[float, int]]] = {}
    best_new: dict[int, list[tuple[float, int]]] = {}
    for old, counts in votes.items():
        whole = weigh.of_phrases(matching.old.phrases(old))
        for new, vote in counts.items():
            share = round(-vote / min(whole, wholes[new]), 6)
            if share <= -_PROMISING:
                rated = round(-vote / (whole + wholes[new]), 6)
                best_old.setdefault(old, []).append((rated, new))
                best_new.setdefault(new, []).append((rated, old))
    found = {(old, new) for old, rated in best_old.items() for _, new in nsmallest(_CANDIDATES, rated)}
    found.update((old, new) for new, rated in best_new.items() for _, old in nsmallest(_CANDIDATES, rated))
    return found


def _counted(side: Positions, places: list[int]) -> Counter[Phrase]:
    """How many of the rules have each run."""
    return Counter(chain.from_iterable(map(side.phrases, places)))


def _by_phrase(side: Positions, places: list[int], sought: set[Phrase]) -> dict[Phrase, list[int]]:
    found: dict[Phrase, list[int]] = {}
    for at in places:
        for phrase in side.phrases(at) & sought:
            found.setdefault(phrase, []).append(at)
    return found


def _context(matching: Matching, old: int, new: int) -> float:
    """What the places of two rules say for the pair."""
    said = 0.0
    if matching.parents_match(old, new):
        said += _NEAR["parents"]
    if matching.old.numbers[old] == matching.new.numbers[new]:
        said += _NEAR["number"]
    if any(matching.forward.get(old + step, ROOT) == new + step for step in (-1, 1)):
        said += _NEAR["neighbour"]
    return said


def under_new_keyword(matching: Matching, new: int) -> bool:
    """Whether a rule of the new release stands under a keyword that has no partner."""
    return _under(matching.new, new, matching.backward)


def under_gone_keyword(matching: Matching, old: int) -> bool:
    """Whether a rule of the old release stands under a keyword that has no partner."""
    return _under(matching.old, old, matching.forward)


def _under(side: Positions, at: int, paired: dict[int, int]) -> bool:
    parent = side.parents[at]
    return parent not in paired and side.numbers[parent] in side.keyword_headings
