"""What changed in the glossary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from functools import partial
from typing import Literal

from msgspec import structs

from comprules.diff.became import Became
from comprules.diff.model import Broken, Citation, EntryChange
from comprules.diff.verdicts import verdicts
from comprules.document.model import Document, Entry
from comprules.release import Release
from comprules.wording.edits import edits, typography
from comprules.wording.fold import fold

Key = tuple[str, int]
Worded = Literal["edited", "renamed", "references", "typography"]


def compare_glossary(old: Release, new: Release, became: Became) -> tuple[EntryChange, ...]:
    """Entries that came, went or changed, in the order of the new glossary, removals where the old one had them."""
    before, after = entries_by_key(old.document), entries_by_key(new.document)
    renamed = _renamed(old, new, before, after)
    found: list[EntryChange] = []
    moved = _citing(old, became.stray())
    for key in _in_order(before, after, set(renamed.values())):
        entries = before.get(renamed.get(key, key)), after.get(key)
        change = None if _is_same(*entries, moved) else _entry(old, new, *entries, became)
        if change:
            found.append(structs.replace(change, occurrence=key[1]) if key[1] else change)
    return tuple(found)


def _in_order(before: dict[Key, Entry], after: dict[Key, Entry], told: set[Key]) -> list[Key]:
    """The keys of the new glossary, those that are gone after the one they followed, but for those `told` elsewhere."""
    gone: dict[Key | None, list[Key]] = {}
    earlier: Key | None = None
    for key in before:
        if key in after:
            earlier = key
        elif key not in told:
            gone.setdefault(earlier, []).append(key)
    return [*gone.get(None, ()), *(each for key in after for each in (key, *gone.get(key, ())))]


def _renamed(old: Release, new: Release, before: dict[Key, Entry], after: dict[Key, Entry]) -> dict[Key, Key]:
    """Of each new term that has the text of one that is gone, and no other has, the old term."""
    gone = {key: entry for key, entry in before.items() if key not in after and key[1] == 0}
    come = {key: entry for key, entry in after.items() if key not in before and key[1] == 0}
    found: dict[Key, Key] = {}
    for is_masked in (False, True):
        olds, news = _by_text(old, gone, is_masked), _by_text(new, come, is_masked)
        for text, here in news.items():
            there = olds.get(text, [])
            if len(here) == len(there) == 1:
                found[here[0]] = there[0]
                del gone[there[0]], come[here[0]]
    return found


def _by_text(release: Release, entries: dict[Key, Entry], is_masked: bool) -> dict[str, list[Key]]:
    """The keys of entries by their text; in it the entry's own term, in whatever case, may be masked."""
    found: dict[str, list[Key]] = {}
    for key, entry in entries.items():
        text = fold(entry.text)
        if is_masked:
            text = release.positions.mask(entry.text)
            text = re.sub(re.escape(key[0]), "\0", text, flags=re.IGNORECASE)
        found.setdefault(text, []).append(key)
    return found


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
    gone = old.index.by_number.keys() - new.index.by_number.keys()
    citing = _citing(new, gone)
    found = {
        Broken(None, entry.term, number): None
        for entry in new.document.glossary
        if entry.term in citing and (entry.term, entry.text) in before
        for number in new.positions.named(entry.text)
        if number in gone
    }
    return tuple(found)


def _citing(release: Release, sought: Container[str]) -> set[str]:
    """The terms whose entries cite one of the numbers that are `sought`."""
    return {
        each.term
        for each in release.references
        if each.term is not None and any(number in sought for number in each.named)
    }


def _is_same(before: Entry | None, after: Entry | None, moved: set[str]) -> bool:
    """Whether an entry reads the same, and is none of the terms that cite numbers which were `moved`."""
    if before is None or after is None:
        return False
    return before.text == after.text and before.term == after.term and before.term not in moved


def _entry(old: Release, new: Release, before: Entry | None, after: Entry | None, became: Became) -> EntryChange | None:
    """How an entry changed; None if its words and what they cite are the same."""
    if after is None:
        return EntryChange("removed", before.term, before.text, None, ()) if before else None
    if before is None:
        return EntryChange("added", after.term, None, after.text, ())
    cited = old.positions.named(before.text), new.positions.named(after.text)
    references = verdicts(*cited, became)
    if (before.term, before.text) == (after.term, after.text):
        retargeted = any(each.verdict == "retargeted" for each in references)
        return EntryChange("edited", after.term, before.text, after.text, (), references) if retargeted else None
    renamed = fold(before.term) != fold(after.term)
    kind = "renamed" if renamed else _kind(old, new, before, after, references)
    followed = [(each.old, each.new) for each in references if each.verdict == "follows" and each.old and each.new]
    between = typography if kind == "typography" else partial(edits, followed=followed)
    found = between(before.text, after.text, "text")
    term, new_term = (before.term, after.term) if renamed else (after.term, None)
    return EntryChange(kind, term, before.text, after.text, found, references, new_term=new_term)


def _kind(old: Release, new: Release, before: Entry, after: Entry, references: tuple[Citation, ...]) -> Worded:
    if fold(before.text) == fold(after.text):
        return "typography"
    if old.positions.mask(before.text) != new.positions.mask(after.text):
        return "edited"
    return "references" if all(each.verdict == "follows" for each in references) else "edited"
