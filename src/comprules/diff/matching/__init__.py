"""Which rule of the new release each rule of the old one became.

`match` runs one pass a module, the best evidence first, each on what is still unmatched; every pair keeps the name of
the pass that made it. Both directions are treated alike, so that swapping the releases swaps the pairs.
"""

from __future__ import annotations

from collections.abc import Iterable

from comprules.analysis.positions import Positions
from comprules.diff.matching.best import match_best
from comprules.diff.matching.children import match_children
from comprules.diff.matching.confidence import SURE, confidence
from comprules.diff.matching.equal import match_all_words, match_citing, match_titles, match_words
from comprules.diff.matching.places import match_places
from comprules.diff.matching.similar import match_similar
from comprules.diff.matching.state import Matching
from comprules.diff.model import Pair
from comprules.diff.weights import Weights
from comprules.errors import NotFoundError


def match(old: Positions, new: Positions, weigh: Weights, pins: Iterable[tuple[str, str]] = ()) -> tuple[Pair, ...]:
    """The pairs of positions in two releases, in the order of the old one.

    `pins` are pairs of numbers that the caller knows to belong together. Raises NotFoundError for a pin that names a
    number which its release does not have.
    """
    matching = Matching(old, new)
    _pin(matching, pins)
    match_all_words(matching)
    match_words(matching)
    match_citing(matching)
    match_titles(matching)
    match_best(matching, weigh)
    match_children(matching, weigh)
    match_words(matching)
    match_citing(matching)
    match_places(matching, weigh)
    match_similar(matching, weigh)
    match_children(matching, weigh, mixed=True)
    match_places(matching, weigh, mixed=True)
    return tuple(
        Pair(at, matching.forward[at], by, SURE[by] if by in SURE else confidence(matching, at))
        for at, (by, _) in sorted(matching.made.items())
    )


def _pin(matching: Matching, pins: Iterable[tuple[str, str]]) -> None:
    for before, after in pins:
        places = []
        for side, number, name in ((matching.old, before, "old"), (matching.new, after, "new")):
            place = next((at for at in range(len(side)) if side.numbers[at] == number), None)
            if place is None:
                raise NotFoundError(f"--pin {before}={after}: the {name} release has no number {number}")
            places.append(place)
        if places[0] in matching.forward or places[1] in matching.backward:
            raise NotFoundError(f"--pin {before}={after}: one of the two is pinned already")
        matching.pair(places[0], places[1], "pin")
