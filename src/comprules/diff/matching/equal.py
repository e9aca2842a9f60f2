"""Pass: rules and headings of the same words, folded, with their citations or without.

Who shares its words with nobody else of its release is matched at once. Of twins, which do share them, parents that
are a pair decide, then neighbours that are, then equal numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from comprules.diff.matching.state import Matching


def match_words(matching: Matching) -> None:
    """Match nodes of the same words, written alike or not."""
    _match(matching, "words", matching.old.raw.__getitem__, matching.new.raw.__getitem__)
    _match(matching, "words", matching.old.folded, matching.new.folded)


def match_citing(matching: Matching) -> None:
    """Match nodes of the same words but for the numbers that they cite."""
    _match(matching, "citations", matching.old.masked, matching.new.masked)


def match_titles(matching: Matching) -> None:
    """Match headings of the same title."""
    _match(matching, "title", matching.old.title, matching.new.title)


def _match(matching: Matching, by: str, old_key: Callable[[int], Hashable], new_key: Callable[[int], Hashable]) -> None:
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
