"""What changed beside the rules: glossary, keywords, vocabularies, introduction, contents, credits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import Literal

from msgspec import structs

from comprules.diff.became import Became
from comprules.diff.citations import masked, numbers
from comprules.diff.model import Broken, Citation, EntryChange, KeywordChange, PartChange, VocabularyChange
from comprules.diff.verdicts import verdicts
from comprules.document.model import Document, Entry
from comprules.release import Release
from comprules.tables.keywords import Keyword
from comprules.tables.vocabularies import Vocabulary
from comprules.wording.edits import edits, typography
from comprules.wording.fold import fold

Key = tuple[str, int]
Worded = Literal["edited", "references", "typography"]


def compare_glossary(old: Release, new: Release, became: Became) -> tuple[EntryChange, ...]:
    """Entries that came, went or changed, in the order of the new glossary, removals where the old one had them."""
    before, after = entries_by_key(old.document), entries_by_key(new.document)
    keys = list(after)
    earlier: Key | None = None
    for key in before:
        if key not in after:
            keys.insert(keys.index(earlier) + 1 if earlier is not None else 0, key)
        earlier = key
    found: list[EntryChange] = []
    moved = _citing(old, lambda number: became(number) != number)
    for key in keys:
        changes = _entry(old, new, before.get(key), after.get(key), became, moved)
        found.extend(structs.replace(each, occurrence=key[1]) if key[1] else each for each in changes)
    return tuple(found)


def entries_by_key(document: Document) -> dict[Key, Entry]:
    """The glossary by folded term, and which of several of one term an entry is."""
    counts: Counter[str] = Counter()
    found: dict[Key, Entry] = {}
    for entry in document.glossary:
        term = fold(entry.term)
        found[term, counts[term]] = entry
        counts[term] += 1
    return found


def broken_entries(old: Release, new: Release) -> tuple[Broken, ...]:
    """References of entries that read the same as before, whose target is gone."""
    before = {(entry.term, entry.text) for entry in old.document.glossary}
    citing = _citing(new, lambda number: number not in new.index)
    found = {
        Broken(None, entry.term, number): None
        for entry in new.document.glossary
        if entry.term in citing and (entry.term, entry.text) in before
        for number in numbers(entry.text)
        if number in old.index and number not in new.index
    }
    return tuple(found)


def _citing(release: Release, is_sought: Callable[[str], bool]) -> set[str]:
    """The terms whose entries cite a number that `is_sought`."""
    return {each.term for each in release.references if each.term is not None and any(map(is_sought, each.named))}


def _entry(
    old: Release, new: Release, before: Entry | None, after: Entry | None, became: Became, moved: set[str]
) -> Iterator[EntryChange]:
    """How an entry changed; `moved` are the terms that cite numbers which no longer name the same rule."""
    if before is None or after is None:
        if after is not None:
            yield EntryChange("added", after.term, None, after.text, ())
        if before is not None:
            yield EntryChange("removed", before.term, before.text, None, ())
        return
    is_same = (before.term, before.text) == (after.term, after.text)
    if is_same and before.term not in moved:
        return
    cited = numbers(before.text), numbers(after.text)
    references = verdicts(*cited, became)
    if not is_same:
        kind = _kind(old, new, before, after, references)
        found = (typography if kind == "typography" else edits)(before.text, after.text, "text")
        yield EntryChange(kind, after.term, before.text, after.text, found, references)
    elif any(each.verdict == "retargeted" for each in references):
        yield EntryChange("edited", after.term, before.text, after.text, (), references)


def _kind(old: Release, new: Release, before: Entry, after: Entry, references: tuple[Citation, ...]) -> Worded:
    if fold(before.text) == fold(after.text):
        return "typography"
    if masked(before.text, old.index.title) != masked(after.text, new.index.title):
        return "edited"
    return "references" if all(each.verdict == "follows" for each in references) else "edited"


def compare_keywords(old: Release, new: Release, became: Became) -> tuple[KeywordChange, ...]:
    """Keywords by name; one whose rule became the rule of another name was renamed."""
    before = {(each.kind, fold(each.name).casefold()): each for each in old.keywords}
    after = {(each.kind, fold(each.name).casefold()): each for each in new.keywords}
    gone = [each for key, each in before.items() if key not in after]
    found: list[KeywordChange] = []
    for key, each in after.items():
        if key in before:
            continue
        former = next((other for other in gone if _renamed(other, each, became)), None)
        if former:
            gone.remove(former)
            found.append(KeywordChange("renamed", each.kind, former.name, each.name))
        else:
            found.append(KeywordChange("added", each.kind, None, each.name))
    found.extend(KeywordChange("removed", each.kind, each.name, None) for each in gone)
    return tuple(found)


def _renamed(old: Keyword, new: Keyword, became: Became) -> bool:
    return old.kind == new.kind != "ability word" and became(old.number) == new.number


def compare_vocabularies(old: Release, new: Release) -> tuple[VocabularyChange, ...]:
    """Members that the lists of one name gained and lost."""
    before = {each.name: each for each in old.vocabularies}
    after = {each.name for each in new.vocabularies}
    gone = [each for each in old.vocabularies if each.name not in after]
    found = [VocabularyChange(each.name, each.number, (), each.members) for each in gone]
    for each in new.vocabularies:
        known = before.get(each.name) or Vocabulary(each.name, each.number, ())
        added, removed = gained_and_lost(known.members, each.members)
        if added or removed:
            found.append(VocabularyChange(each.name, each.number, added, removed))
    return tuple(found)


def gained_and_lost(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The members of a list that only one side has, typography aside."""
    olds, news = {fold(member): member for member in before}, {fold(member): member for member in after}
    gained = tuple(member for key, member in news.items() if key not in olds)
    return gained, tuple(member for key, member in olds.items() if key not in news)


def compare_parts(old: Document, new: Document) -> tuple[PartChange, ...]:
    """Paragraphs of the parts around the rules that only one release has, and the order of glossary terms."""
    found: list[PartChange] = []
    for (part, before), (_, after) in zip(parts(old), parts(new), strict=True):
        if before != after:
            for op, *places in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
                first, last, begin, end = places
                if op != "equal":
                    removed, added = before[first:last], after[begin:end]
                    found.append(PartChange(part, (first, last), (begin, end), removed, added))
    return tuple(found)


def parts(document: Document) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The parts around the rules as paragraphs: all of a document but its rules and the texts of its glossary."""
    return (
        ("title", (document.title,) if document.title is not None else ()),
        ("effective", (document.effective,) if document.effective is not None else ()),
        ("front", document.front),
        ("introduction", document.introduction),
        ("contents", tuple(f"{entry.number or '-'} {entry.title}" for entry in document.contents)),
        ("terms", tuple(entry.term for entry in document.glossary)),
        ("index", document.index),
        ("credits", document.credits),
        ("headings", tuple(f"{heading.part} {heading.title}" for heading in document.headings)),
    )
