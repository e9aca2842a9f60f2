"""Splits and mergers: the rules that share their words, and which words went where.

`find_relations` gathers what the comparison says of them, `shares` says of every word whether it was kept, and in which
rule, or is gone or new. A word counts as kept where it stands in a run of several that both texts have, in order.

    >>> old, new = shares(["one two three. four five six."], ["one two three.", "four five seven."])
    >>> [(piece.text, piece.kept) for piece in old[0]]
    [('one two three. ', (0,)), ('four five ', (1,)), ('six.', ())]
"""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz.distance import Indel

from comprules.diff.model import Change, Diff
from comprules.diff.words import Token, tokens

_TOGETHER = 2  # words in a row, or all that there are: a lone “the” that both texts have was not kept


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
    kept_old: list[list[set[int]]] = [[set() for _ in text] for text in before]
    kept_new: list[list[set[int]]] = [[set() for _ in text] for text in after]
    for one, old in enumerate(before):
        for other, new in enumerate(after):
            for at, to, length in _shared(old, new):
                for step in range(length):
                    kept_old[one][at + step].add(other)
                    kept_new[other][to + step].add(one)
    return (
        [_pieces(text, *each) for text, *each in zip(olds, before, kept_old, strict=True)],
        [_pieces(text, *each) for text, *each in zip(news, after, kept_new, strict=True)],
    )


def _shared(old: list[Token], new: list[Token]) -> list[tuple[int, int, int]]:
    """Runs that both have, in order: where in the one, where in the other, how many tokens."""
    found = []
    for op in Indel.opcodes([token.word for token in old], [token.word for token in new]):
        size = op.src_end - op.src_start
        words = sum(token.word[0].isalnum() for token in old[op.src_start : op.src_end])
        if op.tag == "equal" and (words >= _TOGETHER or size == min(len(old), len(new))):
            found.append((op.src_start, op.dest_start, size))
    return found


def _pieces(text: str, words: list[Token], kept: list[set[int]]) -> list[Piece]:
    """Runs of tokens with one fate, each with the blanks after it."""
    found: list[Piece] = []
    start = 0
    for at, fate in enumerate(kept):
        last = at + 1 == len(kept)
        if last or kept[at + 1] != fate:
            end = len(text) if last else words[at + 1].start
            found.append(Piece(start, end, text[start:end], tuple(sorted(fate))))
            start = end
    return found
