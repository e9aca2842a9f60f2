"""Two texts to the edits between them, word by word.

A token is a word, a number with its letters, a symbol in braces, a bracketed name, or a sign; edits never begin or end
inside one. Tokens are compared folded. Where two edits are parted by a few words only, they become one: an edit should
read as what was written instead, not as the shortest way to type it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
from msgspec import structs
from rapidfuzz.distance import Indel, Levenshtein, Postfix, Prefix

from comprules.wording.fold import fold
from comprules.wording.longest_rising import longest_rising
from comprules.wording.tokens import Token, tokens

Part = Literal["title", "text", "example"]
Span = tuple[int, int]

_ALIKE = 0.4  # of the words of two examples, where one side has more examples than the other
_ISLAND = 2  # words: fewer between two edits are taken into one edit, if the edits are not shorter themselves


class Edit(msgspec.Struct, frozen=True, gc=False):
    """One difference between the words of two texts; the spaces, quotes and dashes between words are compared folded.

    `index` is that of the example in the new release, `old_index` in the old one. An example that only one side has is
    one insertion or deletion of all of it.
    """

    part: Part
    index: int
    op: Literal["insert", "delete", "replace"]
    old: Span
    new: Span
    old_index: int = 0


Between = Callable[[str, str, Part, int], tuple[Edit, ...]]


def edits(old: str, new: str, part: Part, index: int = 0) -> tuple[Edit, ...]:
    """The edits between the words of `old` and `new`, in order."""
    head, tail = _shared_ends(old, new)
    olds, news = tokens(old, head, len(old) - tail), tokens(new, head, len(new) - tail)
    found: list[Edit] = []
    for first, last, begin, end in _runs([token.word for token in olds], [token.word for token in news]):
        old_span, new_span = _span(olds, first, last, len(old) - tail), _span(news, begin, end, len(new) - tail)
        gone, come = _with_blank(old, old_span, new, new_span)
        if found:  # the blank between two edits goes with the first
            gone, come = (max(gone[0], found[-1].old[1]), gone[1]), (max(come[0], found[-1].new[1]), come[1])
        found.append(_edit(part, index, gone, come))
    return tuple(found)


def _with_blank(old: str, gone: Span, new: str, come: Span) -> tuple[Span, Span]:
    """The two spans of an edit, each with the blank beside it that the other side has not."""
    (start, end), (begin, stop) = gone, come
    before = _is_blank(old, start - 1), _is_blank(new, begin - 1)
    after = _is_blank(old, end), _is_blank(new, stop)
    start -= before == (True, False)
    begin -= before == (False, True)
    end += after == (True, False)
    stop += after == (False, True)
    return (start, end), (begin, stop)


def _is_blank(text: str, at: int) -> bool:
    return 0 <= at < len(text) and text[at].isspace()


def _shared_ends(old: str, new: str) -> tuple[int, int]:
    """How many characters both texts begin and end with, but for the words next to where they part.

    Both ends are cut at blanks outside brackets, so that no token is, and a few words are left for edits to stand in.
    """
    head = _cut(old[: Prefix.similarity(old, new)])
    tail = _cut(old[head:][::-1][: Postfix.similarity(old[head:], new[head:])])
    return head, tail


def _cut(shared: str) -> int:
    """The length of `shared` up to a blank that is a few words before its end; 0 if a bracket is open there."""
    kept = shared.rsplit(" ", _ISLAND + 2)[0] if shared.count(" ") > _ISLAND + 2 else ""
    inside = any(kept.count(left) != kept.count(right) for left, right in ("[]", "{}"))
    return 0 if inside or not kept else len(kept) + 1


def typography(old: str, new: str, part: Part, index: int = 0) -> tuple[Edit, ...]:
    """The edits between two texts of the same words, character by character."""
    return tuple(
        _edit(part, index, (op.src_start, op.src_end), (op.dest_start, op.dest_end))
        for op in Levenshtein.opcodes(old, new)
        if op.tag != "equal"
    )


def _edit(part: Part, index: int, old: tuple[int, int], new: tuple[int, int]) -> Edit:
    if old[0] == old[1]:
        return Edit(part, index, "insert", old, new)
    return Edit(part, index, "delete" if new[0] == new[1] else "replace", old, new)


def _span(tokens: list[Token], first: int, last: int, length: int) -> tuple[int, int]:
    """The characters of tokens `first` to `last`; an empty run stands where the next token begins."""
    if first < last:
        return tokens[first].start, tokens[last - 1].end
    at = tokens[first].start if first < len(tokens) else length
    return at, at


def _runs(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of tokens that differ: half-open ranges in the old and the new list."""
    pending: tuple[int, int, int, int] | None = None
    for op in Indel.opcodes(old, new):
        if op.tag == "equal":
            if pending and not _is_island(old, op.src_start, op.src_end, pending, len(old)):
                yield pending
                pending = None
            continue
        if pending:
            pending = (pending[0], op.src_end, pending[2], op.dest_end)
        else:
            pending = (op.src_start, op.src_end, op.dest_start, op.dest_end)
    if pending:
        yield pending


def _is_island(old: list[str], start: int, end: int, before: tuple[int, int, int, int], length: int) -> bool:
    """Whether the equal run `start` to `end` is too small to part the edit `before` from the next one."""
    words = sum(1 for word in old[start:end] if word[0].isalnum())
    edited = max(before[1] - before[0], before[3] - before[2])
    return end < length and words <= _ISLAND and end - start <= max(1, edited)


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
