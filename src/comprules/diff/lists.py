"""What lists gained and lost, told by the sentences that were paired.

A member is new if the sentence that became this one did not say it, whatever either release recognised as a list. A
list whose sentence is new, or said none of its members, is not news of its members: it is stated for the first time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from comprules.diff.model import VocabularyChange
from comprules.diff.positions import Positions
from comprules.tables.vocabularies import Vocabulary, state
from comprules.wording.fold import fold

_SYMBOL = re.compile(r"\{[^{}]+\}")  # “{Z} and the numerals {0}” is a member as sentences go


def compare_lists(
    old: Positions, new: Positions, was: dict[int, int], became: dict[int, int]
) -> tuple[VocabularyChange, ...]:
    """Lists that gained or lost members, are stated for the first time, or no longer.

    `was` gives the position of the old rule whose words a rule of the new release has, `became` the other way.
    """
    before = {each.name: each for each in old.release.vocabularies}
    after = {each.name: each for each in new.release.vocabularies}
    places = _first_places(old), _first_places(new)
    told: list[VocabularyChange] = []
    for each in new.release.vocabularies:
        at = was.get(places[1][each.number])
        known = before.get(each.name)
        texts = [old.nodes[at].rule.text or ""] if at is not None else []
        texts += [" ".join(known.members)] if known else []
        members = [*(known.members if known else ()), *(_members_at(old, at) if at is not None else ())]
        told += _compared(each, texts, members, new.nodes[places[1][each.number]].rule.text or "")
    for each in old.release.vocabularies:
        at = became.get(places[0][each.number])
        if each.name in after or any(other.number == new.numbers[at] for other in after.values() if at is not None):
            continue
        said = "" if at is None else new.nodes[at].rule.text or ""
        if gone := tuple(member for member in each.members if not says(said, member)):
            number = each.number if at is None else new.numbers[at]
            every = len(gone) == len(each.members)
            told.append(VocabularyChange(each.name, number, (), gone, "unstated" if every else "changed"))
    return tuple(told)


def _compared(stated: Vocabulary, texts: list[str], members: list[str], text: str) -> list[VocabularyChange]:
    """What a list that is stated now gained and lost, beside the old `texts` and the `members` that were told there."""
    added = tuple(member for member in stated.members if not any(says(each, member) for each in texts))
    removed = tuple(dict.fromkeys(member for member in members if not says(text, member)))
    if len(added) == len(stated.members):
        return [VocabularyChange(stated.name, stated.number, added, removed, "stated")]
    return [VocabularyChange(stated.name, stated.number, added, removed)] if added or removed else []


def gained_and_lost(number: str, before: str, after: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members that a list in the rule `number` gained and lost, where one of two texts of it states a list."""
    olds = [member for each in state(number, before) for member in each.members]
    news = [member for each in state(number, after) for member in each.members]
    gained = tuple(member for member in news if not says(before, member))
    if len(gained) == len(news) and not olds:
        gained = ()
    return gained, tuple(member for member in olds if not says(after, member))


def _members_at(side: Positions, at: int) -> list[str]:
    return [member for each in state(side.numbers[at], side.nodes[at].rule.text or "") for member in each.members]


def _first_places(side: Positions) -> dict[str, int]:
    return {number: at for at, number in reversed(list(enumerate(side.numbers)))}


def says(text: str, member: str) -> bool:
    """Whether `text` has the words of `member`, in whatever case, not as a part of other words; of symbols, these."""
    sought = _SYMBOL.findall(member) or [member]
    folded = fold(text).casefold()
    return all(_pattern(fold(each).casefold()).search(folded) for each in sought)


@lru_cache(maxsize=4096)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
