"""What belongs together in a comparison, whichever chapters it is spread over.

A new keyword brings its rules, its glossary entry, its place in lists, and the rules that mention it; a new chapter
likewise; a new member of a list brings the rules that speak of it; a rule that moved brings those that cite it. A
change is told in the first story that it belongs to, the heaviest subject first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from comprules.analysis.positions import Positions
from comprules.diff.kinds import QUIET
from comprules.diff.lists import says
from comprules.diff.model import (
    Change,
    ChapterChange,
    EntryChange,
    KeywordChange,
    Part,
    Story,
    VocabularyChange,
)
from comprules.families.family import Family
from comprules.wording.fold import fold

_CLASSES = {"ability": "keyword ability", "action": "keyword action", "ability word": "ability word"}
_COMMON = 60  # texts: a name whose words more of them have is no name there
_WORD = re.compile(r"\w+")
_MANY = 12  # members: a list that gained more is a subject of its own, whatever rules have these words


class _Subject(NamedTuple):
    """What a story is about: where its own rules stand, if anywhere, and the words that others mention it by."""

    kind: Literal["keyword", "chapter", "list", "move"]
    title: str
    number: str
    within: str | None
    names: tuple[str, ...]
    is_new: bool = True


class Told(NamedTuple):
    """What stories are made of."""

    changes: tuple[Change, ...]
    glossary: tuple[EntryChange, ...]
    keywords: tuple[KeywordChange, ...]
    lists: tuple[VocabularyChange, ...]
    chapters: tuple[ChapterChange, ...]


def find_stories(told: Told, new: Positions) -> tuple[Story, ...]:
    """The stories of a comparison with the release `new`, heaviest first."""
    subjects = [*_chapters(told), *_keywords(told), *_lists(told)]
    inside = _inside(subjects, told.changes, new.index.family)
    taken = {index for indices in inside for index in indices}
    entries_taken: set[int] = set()
    by_word = _Mentions([_come(change) for change in told.changes])
    terms = _Mentions([_speaks(entry) for entry in told.glossary])
    citing = _citing(told.glossary, new)
    stories: list[Story] = []
    for subject, own in zip(subjects, inside, strict=True):
        mentions = by_word.of(subject.names) if subject.is_new else set()
        changes = tuple(sorted({*own, *(mentions - taken)}))
        taken.update(changes)
        about = {*terms.of(subject.names), *(citing.get(subject.within, ()) if subject.within else ())}
        entries = tuple(sorted(about - entries_taken))
        entries_taken.update(entries)
        if changes or entries:
            lists = tuple(_having(subject.names, told.lists))
            weight = len(changes) + len(entries)
            told_of = subject.kind, subject.title, subject.number, subject.names
            stories.append(Story(*told_of, weight, changes, entries, lists))
    stories += _moves(told, taken)
    return tuple(sorted(stories, key=lambda story: (-_rank(story), -story.weight)))


class _Mentions:
    """Texts by their words: which of them speak of a name."""

    def __init__(self, texts: list[str]) -> None:
        self._texts = texts
        self._having: dict[str, list[int]] = {}
        for index, text in enumerate(texts):
            for word in dict.fromkeys(_WORD.findall(fold(text).casefold())):
                self._having.setdefault(word, []).append(index)

    def of(self, names: tuple[str, ...]) -> set[int]:
        """The texts that say one of the names; none where its words stand in so many that they tell nothing."""
        found: set[int] = set()
        for name in names:
            words = _WORD.findall(fold(name).casefold())
            having = min((self._having.get(word, []) for word in words), key=len, default=[])
            if len(having) <= _COMMON:
                found.update(index for index in having if says(self._texts[index], name))
        return found


def _inside(subjects: list[_Subject], changes: tuple[Change, ...], family: Family) -> list[list[int]]:
    """Of each subject the changes of its own rules: those under its heading, or of the list that it changed."""
    within = {(each.within, each.is_new): at for at, each in reversed(list(enumerate(subjects))) if each.within}
    listed = {each.number: at for at, each in reversed(list(enumerate(subjects))) if each.kind == "list"}
    found: list[list[int]] = [[] for _ in subjects]
    for index, change in enumerate(changes):
        side = change.new or change.old
        if side is None or change.kind in QUIET:
            continue
        current: str | None = side.number
        while current and (current, change.new is not None) not in within:
            current = family.parent(current)
        if current:
            found[within[current, change.new is not None]].append(index)
        elif (change.added or change.removed) and side.number in listed:
            found[listed[side.number]].append(index)
    return found


def _having(names: tuple[str, ...], lists: tuple[VocabularyChange, ...]) -> Iterator[int]:
    """The lists that gained or lost one of the names."""
    for index, each in enumerate(lists):
        if each.kind == "changed" and not set(names).isdisjoint((*each.added, *each.removed)):
            yield index


def _rank(story: Story) -> int:
    """Keywords and chapters before the words of a list, moved rules last."""
    return {"keyword": 2, "chapter": 2, "list": 1, "move": 0}[story.kind]


def _chapters(told: Told) -> Iterator[_Subject]:
    for each in told.chapters:
        is_new = each.kind == "added"
        title = f"{'New' if is_new else 'Removed'} chapter {each.number} {each.title}"
        yield _Subject("chapter", title, each.number, each.number, (each.title,), is_new)


def _keywords(told: Told) -> Iterator[_Subject]:
    for each in told.keywords:
        name, number = each.new or each.old or "", each.number or each.old_number or ""
        sort = _CLASSES[each.class_]
        within = None if each.class_ == "ability word" else number
        if each.kind == "added":
            yield _Subject("keyword", f"New {sort} {number} {name}", number, within, (name,))
        elif each.kind == "removed":
            yield _Subject("keyword", f"Removed {sort} {number} {name}", number, within, (name,), False)
        else:
            said = f"is now {name}" if each.kind == "renamed" else f"is a {sort} now"
            yield _Subject("keyword", f"{number} {each.old} {said}", number, within, (name, each.old or name))


def _lists(told: Told) -> Iterator[_Subject]:
    for each in told.lists:
        if each.kind == "changed" and each.name != "ability words":
            if each.added and len(each.added) <= _MANY:
                yield _Subject("list", f"New {each.name}: {', '.join(each.added)}", each.number, None, each.added)
            if each.removed and len(each.removed) <= _MANY:
                yield _Subject(
                    "list", f"Gone {each.name}: {', '.join(each.removed)}", each.number, None, each.removed, False
                )


def _come(change: Change) -> str:
    """The words that a change brought."""
    new = change.new
    if new is None:
        return ""
    if change.old is None:
        return "\n".join([new.title or "", new.text or "", *new.examples])
    parts: dict[Part, Callable[[int], str]] = {
        "title": lambda _: new.title or "",
        "text": lambda _: new.text or "",
        "example": lambda index: new.examples[index] if index < len(new.examples) else "",
    }
    return "\n".join(parts[edit.part](edit.index)[slice(*edit.new)] for edit in change.edits)


def _citing(glossary: tuple[EntryChange, ...], side: Positions) -> dict[str, list[int]]:
    """Of each number the entries that came and cite it, or went and cited it."""
    found: dict[str, list[int]] = {}
    for index, entry in enumerate(glossary):
        if entry.kind in ("added", "removed"):
            for number in dict.fromkeys(side.named(entry.new or entry.old or "")):
                found.setdefault(number, []).append(index)
    return found


def _speaks(entry: EntryChange) -> str:
    """The term of an entry that came or went, and of one that changed the words that are new."""
    if entry.kind in ("added", "removed", "renamed"):
        return f"{entry.term}\n{entry.new_term or ''}"
    return "\n".join((entry.new or "")[slice(*edit.new)] for edit in entry.edits if not edit.follows)


def _moves(told: Told, taken: set[int]) -> Iterator[Story]:
    """Rules that moved to another heading, each with the changes that cite it where it is now."""
    citing: dict[str, list[int]] = {}
    for index, change in enumerate(told.changes):
        for each in change.references:
            if each.new and each.old != each.new:
                citing.setdefault(each.new, []).append(index)
    for index, change in enumerate(told.changes):
        if index in taken or not change.moved or not change.old or not change.new:
            continue
        if change.old.number == change.new.number:
            continue
        others = [each for each in _free(citing.get(change.new.number, ()), taken) if each != index]
        if others:
            taken.update((index, *others))
            changes = tuple(sorted((index, *others)))
            title = f"{change.old.number} moved to {change.new.number}"
            yield Story("move", title, change.new.number, (), len(changes), changes)


def _free(indices: Iterable[int], taken: set[int]) -> Iterator[int]:
    return (index for index in dict.fromkeys(indices) if index not in taken)
