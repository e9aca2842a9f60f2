"""Pass: headings whose children found each other.

The children vote. They say nothing of words, so that they decide for headings; for a sentence with subrules only where
its own words agree, and for a heading and a sentence only at the end, where the sentence says the title.
"""

from __future__ import annotations

from collections import defaultdict

from comprules.analysis.positions import ROOT
from comprules.diff.matching.state import Matching
from comprules.diff.weights import Weights

_AGREE = 0.25  # of the weight of the words of two sentences: as much as is asked of two at one place


def match_children(matching: Matching, weigh: Weights, mixed: bool = False) -> None:
    """Match nodes of which each holds most of the other's children, the innermost first.

    With `mixed`, a heading and a sentence too.
    """
    votes: dict[tuple[int, int], int] = defaultdict(int)
    for parent in matching.open_old():
        for child in matching.old.children.get(parent, ()):
            new_parent = matching.new.parents[matching.forward[child]] if child in matching.forward else ROOT
            if new_parent not in matching.backward:
                votes[parent, new_parent] += 1
    rivals_old, rivals_new = _best_two(votes, 0), _best_two(votes, 1)
    for (old, new), count in sorted(votes.items(), key=lambda item: (-item[1], sum(item[0]))):
        fewest = min(len(matching.old.children[old]), len(matching.new.children[new]))
        clear = rivals_old[old][0] == rivals_new[new][0] == count > max(rivals_old[old][1], rivals_new[new][1])
        if not clear or 2 * count < fewest or old in matching.forward or new in matching.backward:
            continue
        if matching.old.level(old) == matching.new.level(new) and _may_be(matching, weigh, old, new, mixed):
            matching.pair(old, new, "children")


def _best_two(votes: dict[tuple[int, int], int], side: int) -> dict[int, tuple[int, int]]:
    """Of each node of one side the two highest counts of votes that it has with different partners."""
    found: dict[int, tuple[int, int]] = {}
    for pair, count in votes.items():
        first, second = found.get(pair[side], (0, 0))
        found[pair[side]] = (max(first, count), max(second, min(first, count)))
    return found


def _may_be(matching: Matching, weigh: Weights, old: int, new: int, mixed: bool) -> bool:
    """Whether the words of two nodes allow that one became the other."""
    headings = matching.old.is_heading(old), matching.new.is_heading(new)
    if headings == (True, True):
        return True
    words = matching.old.words(old), matching.new.words(new)
    if headings == (False, False):
        return weigh.similarity(*words) >= _AGREE
    title, sentence = words if headings[0] else words[::-1]
    return mixed and weigh.of(title & sentence) >= weigh.of(title) / 2
