"""Pass: what stands between the same neighbours under the same heading, rewritten as it may be.

Similarity counts shared words by how much each tells (`Weights`), so that two unrelated rules, which share only the
words that all rules share, come out near 0.
"""

from __future__ import annotations

from rapidfuzz.distance import Indel

from comprules.diff.matching.state import Matching
from comprules.diff.weights import Weights
from comprules.wording.longest_rising import longest_rising

# At its old place between unmoved neighbours a rule may be rewritten by more than half; unrelated rules stay below.
_AT_PLACE = 0.25
# Among several others less may be rewritten, unless the number was kept too.
_AMONG_OTHERS = 0.4
_CLEAR = 0.7  # of the words in order: so like each other are only versions of one rule, however common its words
_COMMON = 60  # rules of one gap that are compared with each other


def match_places(matching: Matching, weigh: Weights, mixed: bool = False) -> None:
    """Match what stands between the same matched neighbours under matched parents; with `mixed`, headings and
    sentences too.
    """
    if not matching.open_old() or not matching.open_new():
        return
    for old_parent in sorted({matching.old.parents[at] for at in matching.open_old()}):
        new_parent = matching.forward.get(old_parent)
        if new_parent is None:
            continue
        for olds, news in _gaps(matching, old_parent, new_parent):
            _match_gap(matching, weigh, olds, news, mixed)


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
    swapped = {(old, new) for new, old in longest_rising(sorted((new, old) for old, new in pairs))}
    return [pair for pair in longest_rising(pairs) if pair in swapped]


def _match_gap(matching: Matching, weigh: Weights, olds: list[int], news: list[int], mixed: bool) -> None:
    """Match the nodes of one gap: the most similar first, never crossing.

    Of a gap with more than `_COMMON` nodes the rest is left to `match_similar`.
    """
    scored = []
    alone = len(olds) == len(news) == 1
    for old in olds[:_COMMON]:
        for new in news[:_COMMON]:
            alike = mixed or matching.old.is_heading(old) == matching.new.is_heading(new)
            if alike and matching.old.level(old) == matching.new.level(new):
                score = _at_place(matching, weigh, old, new, alone)
                kept = alone or matching.old.own_part(old) == matching.new.own_part(new)
                if score >= (_AT_PLACE if kept else _AMONG_OTHERS):
                    scored.append((-score, old + new, abs(old - new), old, new))
    taken: list[tuple[int, int]] = []
    for negative, _, _, old, new in sorted(scored):
        if all((old - left) * (new - right) > 0 for left, right in taken):
            taken.append((old, new))
            matching.pair(old, new, "place", round(min(1.0, -negative), 2))


def _at_place(matching: Matching, weigh: Weights, old: int, new: int, alone: bool) -> float:
    """How similar two nodes at the same place are; a heading alone in its place may have any other title."""
    before, after = (" ".join(side.texts(at)).split() for side, at in ((matching.old, old), (matching.new, new)))
    score = round(Indel.normalized_similarity(before, after, score_cutoff=_CLEAR), 6)
    if score < _CLEAR:
        score = weigh.similarity(matching.old.words(old), matching.new.words(new))
    headings = matching.old.nodes[old].rule.title is not None and matching.new.nodes[new].rule.title is not None
    if headings and alone and matching.old.numbers[old] == matching.new.numbers[new]:
        children = matching.old.children.get(old, []), matching.new.children.get(new, [])
        if not any(children):
            return max(score, _AT_PLACE)
    return score
