"""A comparison of a part: of some kinds of change, of what stands under a number, or of the glossary alone."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from comprules.diff.kinds import summarize
from comprules.diff.model import Diff, Replacement, Story

GLOSSARY = "glossary"


def narrow(diff: Diff, kinds: tuple[str, ...] = (), within: str | None = None) -> Diff:
    """The comparison of what is asked for, counts and news included; all of it if nothing is.

    `kinds` are kinds of change. `within` is a number of the new release, or of the old one if the new one does not have
    it, or `glossary`. A rule that is gone counts as under what the heading over it became.
    """
    if not kinds and within is None:
        return diff
    is_within = (lambda _, __: True) if within is None else _is_within(diff, within)
    kept = [
        index
        for index, change in enumerate(diff.changes)
        if (not kinds or change.kind in kinds)
        and is_within(change.old.number if change.old else None, change.new.number if change.new else None)
    ]
    entries = [
        index
        for index, entry in enumerate(diff.glossary)
        if within in (None, GLOSSARY) and (not kinds or entry.kind in kinds)
    ]
    numbers = {side.number for index in kept for side in (diff.changes[index].old, diff.changes[index].new) if side}
    lists = [index for index, each in enumerate(diff.vocabularies) if each.number in numbers or _whole(kinds, within)]
    changes = tuple(diff.changes[index] for index in kept)
    places = {(change.kind, at) for change in changes for at in (change.old_at, change.new_at) if at is not None}
    return structs.replace(
        diff,
        summary=summarize(changes),
        changes=changes,
        divisions=tuple(each for each in diff.divisions if (each.kind, each.whole_at) in places),
        renumbered=() if kinds else tuple(each for each in diff.renumbered if is_within(each.old, each.new)),
        shifts=() if kinds else tuple(each for each in diff.shifts if is_within(each.old[0], each.new[0])),
        glossary=tuple(diff.glossary[index] for index in entries),
        keywords=tuple(
            each
            for each in diff.keywords
            if is_within(each.old_number, each.number) and (not kinds or each.kind in kinds)
        ),
        vocabularies=tuple(diff.vocabularies[index] for index in lists),
        chapters=tuple(
            each
            for each in diff.chapters
            if (not kinds or each.kind in kinds)
            and (is_within(None, each.number) if each.kind == "added" else is_within(each.number, None))
        ),
        swaps=() if kinds else tuple(each for each in diff.swaps if is_within(each.first, each.second)),
        replacements=tuple(_replacement(each, kept) for each in diff.replacements) if not kinds and not within else (),
        stories=tuple(story for each in diff.stories if (story := _story(each, kept, entries, lists)).weight),
        parts=(),
        broken=tuple(
            each for each in diff.broken if not kinds and (is_within(None, each.number) if each.number else not within)
        ),
    )


def _whole(kinds: tuple[str, ...], within: str | None) -> bool:
    return not kinds and within is None


def _is_within(diff: Diff, within: str) -> Callable[[str | None, str | None], bool]:
    """Whether an old and a new number stand under `within`."""
    family = diff.new.index.family
    numbers = [[node.rule.number for node in release.index.nodes] for release in (diff.old, diff.new)]
    is_new = within in diff.new.index
    was = {within} if not is_new else {numbers[0][pair.old] for pair in diff.pairs if numbers[1][pair.new] == within}

    def under(number: str | None, tops: set[str]) -> bool:
        while number and number not in tops:
            number = family.parent(number)
        return number is not None

    def decide(old: str | None, new: str | None) -> bool:
        return (is_new and under(new, {within})) or under(old, was)

    return decide


def _replacement(each: Replacement, kept: list[int]) -> Replacement:
    places = {index: place for place, index in enumerate(kept)}
    return structs.replace(each, changes=tuple(places[index] for index in each.changes if index in places))


def _story(story: Story, kept: list[int], entries: list[int], lists: list[int]) -> Story:
    """The story with the places that its changes have among those kept."""
    changes, glossary, told = (
        tuple(place for place, index in enumerate(left) if index in set(having))
        for left, having in ((kept, story.changes), (entries, story.glossary), (lists, story.lists))
    )
    return structs.replace(story, changes=changes, glossary=glossary, lists=told, weight=len(changes) + len(glossary))


def differs(diff: Diff) -> bool:
    """Whether anything at all changed."""
    return bool(diff.changes or diff.glossary or diff.parts)
