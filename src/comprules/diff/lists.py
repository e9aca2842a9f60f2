"""What lists gained and lost, told by the sentences that were paired.

A member is new if the sentence that became this one did not say it, whatever either release recognised as a list. A
list whose sentence is new, or said none of its members, is not news of its members: it is stated for the first time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from comprules.analysis.positions import Positions
from comprules.analysis.vocabularies import Vocabulary, state
from comprules.diff.model import VocabularyChange
from comprules.release import Release
from comprules.wording.fold import fold

_SYMBOL = re.compile(r"\{[^{}]+\}")  # “{Z} and the numerals {0}” is a member as sentences go


def compare_lists(
    older: Release, newer: Release, was: dict[int, int], became: dict[int, int]
) -> tuple[VocabularyChange, ...]:
    """Lists that gained or lost members, are stated for the first time, or no longer.

    `was` gives the position of the old rule whose words a rule of the new release has, `became` the other way.
    """
    before = {each.name: each for each in older.vocabularies}
    after = {each.name: each for each in newer.vocabularies}
    old, new = older.positions, newer.positions
    told: list[VocabularyChange] = []
    for each in newer.vocabularies:
        at, here = was.get(new.first[each.number]), new.first[each.number]
        known = before.get(each.name)
        if at is not None and known and known.members == each.members and old.raw[at] == new.raw[here]:
            continue
        members = [*(known.members if known else ()), *(_members_at(old, at) if at is not None else ())]
        texts = _text(old, at) if at is not None else "", _text(new, here)
        told += _compared(each, members, *texts)
    for each in older.vocabularies:
        at = became.get(old.first[each.number])
        if each.name in after or any(other.number == new.numbers[at] for other in after.values() if at is not None):
            continue
        if gone := _unsaid(each.members, _text(new, at) if at is not None else "", ()):
            number = each.number if at is None else new.numbers[at]
            every = len(gone) == len(each.members)
            told.append(VocabularyChange(each.name, number, (), gone, "unstated" if every else "changed"))
    return tuple(told)


def _compared(stated: Vocabulary, members: list[str], before: str, after: str) -> list[VocabularyChange]:
    """What a list that is stated now gained and lost, beside the `members` told before and the two texts."""
    added = _unsaid(stated.members, before, members)
    removed = _unsaid(members, after, stated.members)
    if len(added) == len(stated.members):
        return [VocabularyChange(stated.name, stated.number, added, removed, "stated")]
    return [VocabularyChange(stated.name, stated.number, added, removed)] if added or removed else []


def gained_and_lost(number: str, before: str, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members that a list in the rule `number` gained and lost, where one of two texts of it states a list."""
    olds = [member for each in state(number, before) for member in each.members]
    news = [member for each in state(number, after) for member in each.members]
    gained = _unsaid(news, before, olds)
    if len(gained) == len(news) and not olds:
        gained = ()
    return gained, _unsaid(olds, after, news)


def _unsaid(members: Iterable[str], text: str, others: Iterable[str]) -> tuple[str, ...]:
    """The members that are not among `others` and that `text` does not say, each once."""
    known = {fold(each).casefold() for each in others}
    return tuple(
        member for member in dict.fromkeys(members) if fold(member).casefold() not in known and not says(text, member)
    )


def _text(side: Positions, at: int) -> str:
    return side.nodes[at].rule.text or ""


def _members_at(side: Positions, at: int) -> list[str]:
    return [member for each in state(side.numbers[at], side.nodes[at].rule.text or "") for member in each.members]


def says(text: str, member: str) -> bool:
    """Whether `text` has the words of `member`, in whatever case, not as a part of other words; of symbols, these."""
    sought = _SYMBOL.findall(member) or [member]
    folded = fold(text).casefold()
    return all(_pattern(fold(each).casefold()).search(folded) for each in sought)


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
