"""The edits between two lists of examples: which belong together, and what changed in them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs
from rapidfuzz.distance import Indel

from comprules.wording.edits import Between, Edit, typography
from comprules.wording.fold import fold
from comprules.wording.longest_rising import longest_rising

_ALIKE = 0.4  # of the words of two examples, where one side has more examples than the other


def example_edits(before: tuple[str, ...], after: tuple[str, ...], between: Between) -> Iterator[Edit]:
    """The edits of examples: those of the same words are passed over, the others paired by likeness, the rest whole."""
    olds = {at: fold(text) for at, text in enumerate(before)}
    news = {at: fold(text) for at, text in enumerate(after)}
    for old, new in _paired(olds, news):
        if before[old] != after[new] and (between is typography or olds[old] != news[new]):
            for edit in between(before[old], after[new], "example", new):
                yield structs.replace(edit, old_index=old)
        del olds[old], news[new]
    for old in olds:
        yield Edit("example", old, "delete", (0, len(before[old])), (0, 0), old)
    for new in news:
        yield Edit("example", new, "insert", (0, 0), (0, len(after[new])), new)


def _paired(olds: dict[int, str], news: dict[int, str]) -> list[tuple[int, int]]:
    """Examples that belong together, in order: the same words, then the likeliest of those left."""
    scored = [
        (-Indel.normalized_similarity(before.split(), after.split()), abs(old - new), old, new)
        for old, before in olds.items()
        for new, after in news.items()
    ]
    pairs: dict[int, int] = {}
    for negative, _, old, new in sorted(scored):
        if old not in pairs and new not in pairs.values() and (-negative >= _ALIKE or len(olds) == len(news)):
            pairs[old] = new
    return longest_rising(sorted(pairs.items()))  # one that changed its place went and came again
