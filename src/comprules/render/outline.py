"""In which order a comparison is told: its stories, the rest by outermost heading, the rest of the glossary."""

from __future__ import annotations

from typing import Literal, NamedTuple

from comprules.diff.model import Change, Diff, EntryChange
from comprules.document.model import walk


class Group(NamedTuple):
    """Changes that are told under one title, and glossary entries that belong to them."""

    title: str
    changes: list[Change]
    entries: list[EntryChange]


def outline(diff: Diff, kinds: tuple[str, ...], everything: bool = False) -> list[Group]:
    """The changes of the kinds that are shown, each once; parts of splits and mergers are told with their pair.

    Rules in which nothing happened but a replacement that is told once are left out unless `everything` is shown.
    """
    folded = set() if everything else {index for each in diff.replacements for index in each.changes}
    shown = {
        index
        for index, change in enumerate(diff.changes)
        if change.kind in kinds and not change.is_part and index not in folded
    }
    entries = {index for index, entry in enumerate(diff.glossary) if entry.kind in kinds or entry.kind == "renamed"}
    found: list[Group] = []
    for story in diff.stories:
        changes = [diff.changes[index] for index in story.changes if index in shown]
        told = [diff.glossary[index] for index in story.glossary if index in entries]
        if len(changes) + len(told) > 1 or (changes and story.kind != "move"):
            found.append(Group(story.title, changes, told))
            shown.difference_update(story.changes)
            entries.difference_update(story.glossary)
    found += _by_section(diff, [diff.changes[index] for index in sorted(shown)])
    if entries:
        found.append(Group("Glossary", [], [diff.glossary[index] for index in sorted(entries)]))
    return found


def _by_section(diff: Diff, changes: list[Change]) -> list[Group]:
    homes = {**_homes(diff, "old"), **_homes(diff, "new")}
    found: dict[str, Group] = {}
    for change in changes:
        side = change.new or change.old
        title = homes.get(side.number, "Rules") if side else "Rules"
        found.setdefault(title, Group(title, [], [])).changes.append(change)
    return list(found.values())


def _homes(diff: Diff, which: Literal["old", "new"]) -> dict[str, str]:
    """Of each number of one release the outermost heading that it stands under."""
    release = diff.old if which == "old" else diff.new
    return {
        rule.number: f"{release.index.family.heading(top.number)} {top.title}" if top.title else "Rules"
        for top in release.document.rules
        for rule in walk([top])
    }
