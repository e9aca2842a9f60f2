"""Keywords that came, went, were renamed or became keywords of another class."""

from __future__ import annotations

from comprules.analysis.keywords import Keyword
from comprules.diff.became import Became
from comprules.diff.model import KeywordChange, VocabularyChange
from comprules.release import Release
from comprules.wording.fold import fold

Key = tuple[str, str]


def compare_keywords(
    old: Release, new: Release, became: Became, lists: tuple[VocabularyChange, ...]
) -> tuple[KeywordChange, ...]:
    """Keywords by name, in the order of the new release; those gone follow.

    One whose rule became the rule of another name was renamed; one that has its name in another class now was
    reclassified. Ability words are those that their list gained or lost.
    """
    before = {_key(each): each for each in old.keywords if each.kind != "ability word"}
    after = {_key(each): each for each in new.keywords if each.kind != "ability word"}
    gone = {key: each for key, each in before.items() if key not in after}
    found: list[KeywordChange] = []
    for key, each in after.items():
        if key in before:
            continue
        former = next(
            (other for other in gone.items() if other[0][1] == key[1] or _renamed(other[1], each, became)), None
        )
        if former:
            del gone[former[0]]
            found.append(_changed(former[1], each, former[0][1] == key[1]))
        else:
            found.append(KeywordChange("added", each.kind, None, each.name, None, each.number))
    found += [KeywordChange("removed", each.kind, each.name, None, each.number, None) for each in gone.values()]
    return (*found, *_ability_words(old, new, lists))


def _changed(old: Keyword, new: Keyword, is_same_name: bool) -> KeywordChange:
    numbers = old.number, new.number
    if is_same_name:
        return KeywordChange("reclassified", new.kind, old.name, new.name, *numbers, old_class=old.kind)
    return KeywordChange("renamed", new.kind, old.name, new.name, *numbers)


def _key(keyword: Keyword) -> Key:
    return keyword.kind, fold(keyword.name).casefold()


def _renamed(old: Keyword, new: Keyword, became: Became) -> bool:
    return old.kind == new.kind and became(old.number) == new.number


def _ability_words(old: Release, new: Release, lists: tuple[VocabularyChange, ...]) -> list[KeywordChange]:
    olds = {each.name: each.number for each in old.keywords if each.kind == "ability word"}
    news = {each.name: each.number for each in new.keywords if each.kind == "ability word"}
    found: list[KeywordChange] = []
    for each in lists:
        if each.kind == "changed":
            found += [
                KeywordChange("added", "ability word", None, name, None, news[name])
                for name in each.added
                if name in news and name not in olds
            ]
            found += [
                KeywordChange("removed", "ability word", name, None, olds[name], None)
                for name in each.removed
                if name in olds and name not in news
            ]
    return found
