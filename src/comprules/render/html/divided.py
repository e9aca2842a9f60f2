"""Splits and mergers: the rules that share their words, and which words went where.

`find_relations` gathers what the comparison says of them, `shares` says of every word whether it was kept, and in which
rule, or is gone or new. A word counts as kept where it stands in a run of three that both texts have, wherever that
stands; where a text is shorter than that, where the other begins with all of it.

    >>> old, new = shares(["one two three. four five six."], ["one two three.", "new four five six."])
    >>> [(piece.text, piece.kept) for piece in old[0]]
    [('one two three. ', (0,)), ('four five six.', (1,))]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from comprules.diff.model import Change, Diff
from comprules.wording.tokens import Token, tokens

_TOGETHER = 3  # words in a row, as comparisons are judged by: two such as “of the” stand in any two texts
_PLACES = 8  # where a run may begin that are tried: in a text that says one thing over and over all are alike


class Relation(NamedTuple):
    """Rules of the old release that became rules of the new one, as changes in the order of their release."""

    kind: str
    olds: tuple[Change, ...]
    news: tuple[Change, ...]


class Piece(NamedTuple):
    """Characters of a text that have one fate: `kept` are the texts of the other side that have them too."""

    start: int
    end: int
    text: str
    kept: tuple[int, ...]


def find_relations(diff: Diff) -> list[Relation]:
    """The splits and mergers of a comparison, each once."""
    olds = {change.old.number: change for change in diff.changes if change.old}
    news = {change.new.number: change for change in diff.changes if change.new}
    found: list[Relation] = []
    done: set[int] = set()
    for change in diff.changes:
        if change.kind not in ("split", "merged") or id(change) in done:
            continue
        split = change.kind == "split"
        head = change
        if (change.old if split else change.new) is None:  # a part: its pair is named by its first number
            head = (olds if split else news).get(change.related[0], change)
        others = [(news if split else olds).get(number) for number in head.related]
        group = [head, *(each for each in others if each and each is not head)]
        if len(group) < 2 or any(id(each) in done for each in group):
            continue
        done.update(map(id, group))
        before = sorted((each for each in group if each.old), key=lambda each: each.old_at or 0)
        after = sorted((each for each in group if each.new), key=lambda each: each.new_at or 0)
        if split:
            before = [head]
        else:
            after = [head]
        found.append(Relation(change.kind, tuple(before), tuple(after)))
    return found


def shares(olds: list[str], news: list[str]) -> tuple[list[list[Piece]], list[list[Piece]]]:
    """Each text of either side as pieces, in order; joining their texts gives the text."""
    before = [tokens(text, 0, len(text)) for text in olds]
    after = [tokens(text, 0, len(text)) for text in news]
    return (
        [_pieces(text, words, _fates(words, after)) for text, words in zip(olds, before, strict=True)],
        [_pieces(text, words, _fates(words, before)) for text, words in zip(news, after, strict=True)],
    )


def _fates(words: list[Token], others: list[list[Token]]) -> list[tuple[int, ...]]:
    """Of each word the texts that have it too: those with which it stands in the longest run."""
    longest = [0] * len(words)
    fates: list[tuple[int, ...]] = [()] * len(words)
    for other, theirs in enumerate(others):
        for start, size in _runs([token.word for token in words], [token.word for token in theirs]):
            for at in range(start, start + size):
                if size > longest[at]:
                    longest[at], fates[at] = size, (other,)
                elif size == longest[at]:
                    fates[at] = (*fates[at], other)
    return fates


def _runs(words: list[str], theirs: list[str]) -> Iterator[tuple[int, int]]:
    """Where in `words` runs begin that `theirs` have too, each as long as it can be, and how long they are."""
    shorter = min(len(words), len(theirs))
    if shorter < _TOGETHER:
        if shorter and words[:shorter] == theirs[:shorter]:
            yield 0, shorter
        return
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(theirs) - _TOGETHER + 1):
        places.setdefault(tuple(theirs[at : at + _TOGETHER]), []).append(at)
    at = 0
    while at + _TOGETHER <= len(words):
        begun = places.get(tuple(words[at : at + _TOGETHER]), ())
        size = max((_alike(words, at, theirs, place) for place in begun[:_PLACES]), default=0)
        if sum(word[0].isalnum() for word in words[at : at + size]) >= _TOGETHER:
            yield at, size
            at += size
        else:
            at += 1


def _alike(words: list[str], at: int, theirs: list[str], place: int) -> int:
    """How many words are the same from there on."""
    size = 0
    while at + size < len(words) and place + size < len(theirs) and words[at + size] == theirs[place + size]:
        size += 1
    return size


def _pieces(text: str, words: list[Token], kept: list[tuple[int, ...]]) -> list[Piece]:
    """Runs of tokens with one fate, each with the blanks after it."""
    found: list[Piece] = [] if words or not text else [Piece(0, len(text), text, ())]
    start = 0
    for at, fate in enumerate(kept):
        last = at + 1 == len(kept)
        if last or kept[at + 1] != fate:
            end = len(text) if last else words[at + 1].start
            found.append(Piece(start, end, text[start:end], fate))
            start = end
    return found
