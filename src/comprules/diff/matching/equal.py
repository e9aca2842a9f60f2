"""Pass: rules and headings of the same words, folded, with their citations or without.

Who shares its words with nobody else of its release is matched at once. Of twins, which do share them, parents that
are a pair decide, then neighbours that are, then equal numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from comprules.diff.matching.state import Matching

Groups = Mapping[Any, list[int]]  # the nodes of each key


def match_all_words(matching: Matching) -> None:
    """Match nodes of the same words as written, before anything else is."""
    _match(matching, "words", matching.old.by_words, matching.new.by_words)


def match_words(matching: Matching) -> None:
    """Match nodes of the same words, written alike or not."""
    _match_open(matching, "words", matching.old.raw.__getitem__, matching.new.raw.__getitem__)
    _match_open(matching, "words", matching.old.folded, matching.new.folded)


def match_citing(matching: Matching) -> None:
    """Match nodes of the same words but for the numbers that they cite."""
    _match_open(matching, "citations", matching.old.masked, matching.new.masked)


def match_titles(matching: Matching) -> None:
    """Match headings of the same title."""
    _match_open(matching, "title", matching.old.title, matching.new.title)


def _match_open(
    matching: Matching, by: str, old_key: Callable[[int], Hashable], new_key: Callable[[int], Hashable]
) -> None:
    _match(matching, by, _grouped(matching.open_old(), old_key), _grouped(matching.open_new(), new_key))


def _match(matching: Matching, by: str, olds: Groups, news: Groups) -> None:
    """Match nodes of equal keys: those whose key is unique on both sides, then twins by their place.

    Twins are nodes that share their words with another: of these, parents that are a pair decide, then neighbours that
    are, then equal numbers.
    """
    matching.note_twins(olds, news)
    old_twins, new_twins = matching.old_twins, matching.new_twins
    twins: list[tuple[list[int], list[int]]] = []
    alone: dict[int, int] = {}
    for key, left in olds.items():
        right = news.get(key)
        if right is None:
            continue
        if len(left) == len(right) == 1 and left[0] not in old_twins and right[0] not in new_twins:
            alone[left[0]] = right[0]
        else:
            twins.append((left, right))
    matching.pair_all(alone, by)
    for decides in (matching.parents_match, _neighbours(matching), _same_number(matching)):
        progress = bool(twins)
        while progress:
            matched = [_match_twins(matching, by, left, right, decides) for left, right in twins]
            progress = any(matched)


def _grouped(places: list[int], key: Callable[[int], Hashable]) -> Groups:
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
