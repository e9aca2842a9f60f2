"""Which rule of the new release each rule of the old one became.

`match` runs named passes, cheap and sure ones first, each on what is still unmatched; every pair keeps the name of the
pass that made it. Both directions are treated alike, so that swapping the releases swaps the pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

from comprules.diff.model import Pair
from comprules.diff.pairing import Matching
from comprules.diff.sides import ROOT, Sequence
from comprules.diff.similar import match_places, match_similar
from comprules.errors import NotFoundError


def match(old: Sequence, new: Sequence, pins: Iterable[tuple[str, str]] = ()) -> tuple[Pair, ...]:
    """The pairs of positions in two releases, in the order of the old one.

    `pins` are pairs of numbers that the caller knows to belong together. Raises NotFoundError for a pin that names a
    number which its release does not have.
    """
    matching = Matching(old, new)
    _pin(matching, pins)
    by_words(matching, "words", matching.old.raw.__getitem__, matching.new.raw.__getitem__)
    by_words(matching, "words", matching.old.folded, matching.new.folded)
    by_words(matching, "citations", matching.old.masked, matching.new.masked)
    by_words(matching, "title", lambda at: _title(matching.old, at), lambda at: _title(matching.new, at))
    _by_children(matching)
    by_words(matching, "words", matching.old.folded, matching.new.folded)
    by_words(matching, "citations", matching.old.masked, matching.new.masked)
    match_places(matching)
    match_similar(matching)
    _by_children(matching)
    match_places(matching)
    return tuple(Pair(at, matching.forward[at], *matching.made[at]) for at in sorted(matching.made))


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


def _title(side: Sequence, at: int) -> Hashable:
    """The title of a heading; None, which matches nothing, for a sentence."""
    rule = side.nodes[at].rule
    return rule.title.casefold() if rule.title else None


def by_words(
    matching: Matching, by: str, old_key: Callable[[int], Hashable], new_key: Callable[[int], Hashable]
) -> None:
    """Match nodes of equal keys: those whose key is unique on both sides, then twins by their place.

    Twins are nodes that share their words with another: of these, parents that are a pair decide, then neighbours that
    are, then equal numbers.
    """
    olds, news = _grouped(matching.open_old(), old_key), _grouped(matching.open_new(), new_key)
    matching.note_twins(olds, news)
    twins: list[tuple[list[int], list[int]]] = []
    for key, left in olds.items():
        right = news.get(key)
        if right is None:
            continue
        if len(left) == len(right) == 1 and left[0] not in matching.old_twins and right[0] not in matching.new_twins:
            matching.pair(left[0], right[0], by)
        else:
            twins.append((left, right))
    for decides in (matching.parents_match, _neighbours(matching), _same_number(matching)):
        progress = bool(twins)
        while progress:
            matched = [_match_twins(matching, by, left, right, decides) for left, right in twins]
            progress = any(matched)


def _grouped(places: list[int], key: Callable[[int], Hashable]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = {}
    for at in places:
        value = key(at)
        if value is not None:
            found.setdefault(value, []).append(at)
    return found


def _match_twins(
    matching: Matching, by: str, left: list[int], right: list[int], decides: Callable[[int, int], bool]
) -> bool:
    """Match twins of one key for which `decides` holds, in order; whether any was matched."""
    any_matched = False
    # Under one parent, twins that kept their number are the same; then the others follow each other.
    for same_number in (True, False):
        free = [at for at in right if at not in matching.backward]
        for old in left:
            if old in matching.forward:
                continue
            for new in free:
                same = matching.new.numbers[new] == matching.old.numbers[old]
                if same >= same_number and decides(old, new):
                    matching.pair(old, new, by)
                    free.remove(new)
                    any_matched = True
                    break
    return any_matched


def _neighbours(matching: Matching) -> Callable[[int, int], bool]:
    """Whether the node before or after both is a pair, and no other parent speaks against it."""

    def decide(old: int, new: int) -> bool:
        if matching.old.parents[old] in matching.forward or matching.new.parents[new] in matching.backward:
            return False
        return any(matching.forward.get(old + step) == new + step for step in (-1, 1))

    return decide


def _same_number(matching: Matching) -> Callable[[int, int], bool]:
    """Whether the numbers are the same, and no parent speaks against it."""

    def decide(old: int, new: int) -> bool:
        if matching.old.parents[old] in matching.forward or matching.new.parents[new] in matching.backward:
            return False
        return matching.old.numbers[old] == matching.new.numbers[new]

    return decide


def _by_children(matching: Matching) -> None:
    """Match headings of which each holds most of the other's children, the innermost first."""
    votes: dict[tuple[int, int], int] = defaultdict(int)
    for child, new_child in list(matching.forward.items()):
        if child == ROOT:
            continue
        parents = matching.old.parents[child], matching.new.parents[new_child]
        if parents[0] not in matching.forward and parents[1] not in matching.backward:
            votes[parents] += 1
    for (old, new), count in sorted(votes.items(), key=lambda item: (-item[1], sum(item[0]))):
        rivals = [other for pair, other in votes.items() if (pair[0] == old) != (pair[1] == new)]
        fewest = min(len(matching.old.children[old]), len(matching.new.children[new]))
        if count <= max(rivals, default=0) or 2 * count < fewest:
            continue
        free = old not in matching.forward and new not in matching.backward
        if free and matching.old.level(old) == matching.new.level(new):
            matching.pair(old, new, "children")
