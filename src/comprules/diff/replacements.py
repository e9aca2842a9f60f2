"""Words that were replaced throughout a document: “he or she” by “they”."""

from __future__ import annotations

from collections.abc import Iterator

from comprules.diff.model import Change, Edit, Replacement

_THROUGHOUT = 10  # changes: fewer can be read one by one
_LETTERS = 4  # of the old words: what is shorter, such as “a” or “in”, changes with other words
Words = tuple[tuple[str, ...], tuple[str, ...]]


def find_replacements(changes: tuple[Change, ...]) -> tuple[Replacement, ...]:
    """The replacements that many changes have, the most frequent first.

    A last word on either side may differ, as a verb does that agrees with what was replaced.
    """
    having: dict[Words, list[int]] = {}
    for index, change in enumerate(changes):
        replaced = [words for edit in change.edits for words in _forms(change, edit)]
        for words in dict.fromkeys(replaced):
            having.setdefault(words, []).append(index)
    often = {words: places for words, places in having.items() if len(places) >= _THROUGHOUT and _is_telling(words)}
    # A longer form that stands almost nowhere but in a shorter one says no more than that.
    told = {words: places for words, places in often.items() if not _is_told_shorter(words, often)}
    found = []
    for words, places in sorted(told.items(), key=lambda item: (-len(item[1]), item[0])):
        alone = tuple(
            index for index in places if all(_is_told(changes[index], edit, told) for edit in changes[index].edits)
        )
        found.append(Replacement(" ".join(words[0]), " ".join(words[1]), len(places), alone))
    return tuple(found)


def _is_telling(words: Words) -> bool:
    """Whether both sides begin with a word, and the old one is more than an article or a preposition."""
    starts = all(side and side[0][0].isalpha() for side in words)
    return starts and sum(map(str.isalpha, "".join(words[0]))) >= _LETTERS


def _is_told_shorter(words: Words, often: dict[Words, list[int]]) -> bool:
    return any((words[0][:-1], words[1][: len(words[1]) - cut]) in often for cut in (0, 1))


def _is_told(change: Change, edit: Edit, told: dict[Words, list[int]]) -> bool:
    return edit.follows or any(words in told for words in _forms(change, edit))


def _forms(change: Change, edit: Edit) -> Iterator[Words]:
    """What an edit replaced by what, in lower case; then the same without a last word on both sides."""
    if edit.follows or edit.op != "replace" or not change.old or not change.new or change.kind == "typography":
        return
    texts = [
        (side.examples[index] if edit.part == "example" else (side.title if edit.part == "title" else side.text) or "")
        for side, index in ((change.old, edit.old_index), (change.new, edit.index))
    ]
    old, new = (
        tuple(text[slice(*span)].casefold().split()) for text, span in zip(texts, (edit.old, edit.new), strict=True)
    )
    yield old, new
    if len(old) > 1 and len(new) > 1:
        yield old[:-1], new[:-1]
