"""Two texts to the edits between them, word by word, as a reader would say them.

Edits never begin or end inside a token (`comprules.wording.tokens`), and tokens are compared folded. An insertion that
could stand at several places stands at the border of sentences or words (`comprules.wording.sliding`). Where two edits
are parted by a few words only, they become one, and where little of a sentence stands, all that changed in it does: an
edit should read as what was written instead, not as the shortest way to type it. A blank that both sides have is
outside an edit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

import msgspec

from comprules.wording.sliding import TokenRun, ends_sentence, slide
from comprules.wording.tokens import Token, tokens

Part = Literal["title", "text", "example"]
Span = tuple[int, int]

_ISLAND = 2  # words: fewer between two edits are taken into one edit, if the edits are not shorter themselves
_MANY = 6  # edits in one sentence: if they leave less than they touch, they are read more easily as one
_SPARED = _ISLAND + 2  # words that are left at either end of what is compared, for edits to stand in


class Edit(msgspec.Struct, frozen=True, gc=False):
    """One difference between the words of two texts; the spaces, quotes and dashes between words are compared folded.

    `index` is that of the example in the new release, `old_index` in the old one. An example that only one side has is
    one insertion or deletion of all of it. An edit that `follows` only writes a cited number as it is now.
    """

    part: Part
    index: int
    op: Literal["insert", "delete", "replace"]
    old: Span
    new: Span
    old_index: int = 0
    follows: bool = False


Between = Callable[[str, str, Part, int], tuple[Edit, ...]]


def edits(old: str, new: str, part: Part, index: int = 0, followed: Iterable[tuple[str, str]] = ()) -> tuple[Edit, ...]:
    """The edits between the words of `old` and `new`, in order.

    `followed` are pairs of numbers, old and new, of which the second is the first as it is written now.
    """
    head, tail = _shared_ends(old, new)
    olds, news = tokens(old, head, len(old) - tail), tokens(new, head, len(new) - tail)
    same = {before: after for before, after in followed if before != after}
    known = set(same.values())
    befores = [f"\0{same[token.word]}" if token.word in same else token.word for token in olds]
    afters = [f"\0{token.word}" if token.word in known else token.word for token in news]
    runs = _runs(befores, afters, olds, news, old, new)
    found: list[Edit] = []
    at = begin = 0
    ends = head, len(old) - tail, len(new) - tail
    for run in [*runs, None]:
        until = (run.old, run.new) if run else (len(olds), len(news))
        for before, after in zip(olds[at : until[0]], news[begin : until[1]], strict=True):
            if before.word != after.word:
                found.append(Edit(part, index, "replace", before.span, after.span, follows=True))
        if run:
            found.append(_edit(part, index, *_spans(old, new, olds, news, run, ends)))
            at, begin = run.old_end, run.new_end
    return tuple(found)


def _shared_ends(old: str, new: str) -> tuple[int, int]:
    """How many characters both texts begin and end with, but for the words next to where they part.

    Both ends are cut at blanks outside braces, so that no token is, and a few words are left for edits to stand in.
    """
    from rapidfuzz.distance import Postfix, Prefix  # only here: who reads kept edits needs none of it

    head = _cut(old[: Prefix.similarity(old, new)])
    tail = _cut(old[head:][::-1][: Postfix.similarity(old[head:], new[head:])])
    return head, tail


def _cut(shared: str) -> int:
    """The length of `shared` up to a blank that is a few words before its end; 0 if a brace is open there."""
    kept = shared.rsplit(" ", _SPARED)[0] if shared.count(" ") > _SPARED else ""
    return 0 if kept.count("{") != kept.count("}") or not kept else len(kept) + 1


def typography(old: str, new: str, part: Part, index: int = 0) -> tuple[Edit, ...]:
    """The edits between two texts of the same words, character by character."""
    from rapidfuzz.distance import Levenshtein  # only here: who reads kept edits needs none of it

    return tuple(
        _edit(part, index, (op.src_start, op.src_end), (op.dest_start, op.dest_end))
        for op in Levenshtein.opcodes(old, new)
        if op.tag != "equal"
    )


def _edit(part: Part, index: int, old: Span, new: Span) -> Edit:
    if old[0] == old[1]:
        return Edit(part, index, "insert", old, new)
    return Edit(part, index, "delete" if new[0] == new[1] else "replace", old, new)


def _runs(
    befores: list[str], afters: list[str], olds: list[Token], news: list[Token], old: str, new: str
) -> list[TokenRun]:
    """Runs of tokens that differ, in order."""
    from rapidfuzz.distance import Indel  # only here: who reads kept edits needs none of it

    raw = [
        TokenRun(op.src_start, op.src_end, op.dest_start, op.dest_end)
        for op in Indel.opcodes(befores, afters)
        if op.tag != "equal"
    ]
    touching = _joined(raw, lambda first, second: first.old_end == second.old and first.new_end == second.new)
    slid = slide(touching, befores, afters, (olds, old), (news, new))
    near = _joined(slid, lambda first, second: _is_island(befores, first, second))
    return _whole_sentences(near, news)


def _joined(runs: list[TokenRun], belong: Callable[[TokenRun, TokenRun], bool]) -> list[TokenRun]:
    """The runs, neighbours that belong together being one."""
    found: list[TokenRun] = []
    for run in runs:
        if found and belong(found[-1], run):
            run = found.pop().to(run)
        found.append(run)
    return found


def _is_island(old: list[str], first: TokenRun, second: TokenRun) -> bool:
    """Whether what is the same between two runs is too small to part them."""
    between = old[first.old_end : second.old]
    words = sum(1 for word in between if word.strip("\0")[0].isalnum())
    return words <= _ISLAND and len(between) <= max(1, first.size)


def _whole_sentences(runs: list[TokenRun], news: list[Token]) -> list[TokenRun]:
    """The runs, those of a sentence of which little stands being one."""
    found: list[TokenRun] = []
    group: list[TokenRun] = []
    for run in [*runs, None]:
        apart = run is None or (
            bool(group) and any(ends_sentence(news, at) for at in range(group[-1].new_end, run.new + 1))
        )
        if apart:
            touched = sum(each.size for each in group)
            whole = group[0].to(group[-1]).size if group else 0
            found += [group[0].to(group[-1])] if len(group) >= _MANY and whole < 2 * touched else group
            group = []
        if run:
            group.append(run)
    return found


def _spans(
    old: str, new: str, olds: list[Token], news: list[Token], run: TokenRun, ends: tuple[int, int, int]
) -> tuple[Span, Span]:
    """The characters of a run on both sides, with the blank beside it that only one side has."""
    head, old_length, new_length = ends
    before = olds[run.old - 1].end if run.old else head, news[run.new - 1].end if run.new else head
    after = (
        olds[run.old_end].start if run.old_end < len(olds) else old_length,
        news[run.new_end].start if run.new_end < len(news) else new_length,
    )
    if run.old == run.old_end:
        return _placed(old[before[0] : after[0]], before[0], new, news[run.new : run.new_end], before[1], after[1])
    if run.new == run.new_end:
        span = _placed(new[before[1] : after[1]], before[1], old, olds[run.old : run.old_end], before[0], after[0])
        return span[1], span[0]
    start, stop = olds[run.old].start, olds[run.old_end - 1].end
    begin, end = news[run.new].start, news[run.new_end - 1].end
    blank_before = _blank(old[before[0] : start]), _blank(new[before[1] : begin])
    blank_after = _blank(old[stop : after[0]]), _blank(new[end : after[1]])
    if blank_before[0] != blank_before[1]:
        start, begin = (before[0], begin) if blank_before[0] else (start, before[1])
    if blank_after[0] != blank_after[1]:
        stop, end = (after[0], end) if blank_after[0] else (stop, after[1])
    return (start, stop), (begin, end)


def _placed(gap: str, at: int, text: str, having: list[Token], before: int, after: int) -> tuple[Span, Span]:
    """Where an insertion stands: in a `gap` at `at` of one side, and in `text`, which has it, between two offsets."""
    start, end = having[0].start, having[-1].end
    blanks = _blank(text[before:start]), _blank(text[end:after])
    if not blanks[0]:
        return (at, at), (start, end if blanks[1] == _blank(gap) else after)
    if blanks == (True, False):
        return ((at + len(gap),) * 2, (start, end)) if _blank(gap) else ((at, at), (before, end))
    if _blank(gap):
        return (at + len(gap),) * 2, (start, after)
    return (at, at), (before, after)


def _blank(gap: str) -> bool:
    return any(map(str.isspace, gap))
