"""What every rendering of a comparison shares: the news in words, changes by section, and texts as runs.

A run is a piece of text that both sides have, that only the old one has, or that only the new one has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from comprules.diff.kinds import KINDS, QUIET
from comprules.diff.model import Broken, Change, Citation, Diff, Edit, Part, Side
from comprules.document.model import walk

Op = Literal["same", "deleted", "inserted"]
_SURE = 0.6  # pairs below are worth a remark
_PLURALS = {"ability": "keyword abilities", "action": "keyword actions", "ability word": "ability words"}


class Run(NamedTuple):
    """A piece of text, which side has it, and where it begins there; what both have is told by the new text."""

    op: Op
    text: str
    at: int = 0


class Passage(NamedTuple):
    """A title, text or example of a change as runs.

    `new_index` and `old_index` tell which example it is in each release, None where that release does not have it.
    """

    part: Part
    runs: list[Run]
    new_index: int | None = 0
    old_index: int | None = 0


class News(NamedTuple):
    """Keywords or list members of one sort that came, went or changed their name.

    `names` are those with the number of the rule that tells of each, in the old release if they are gone.
    """

    label: str
    names: tuple[tuple[str, str | None], ...]
    gone: bool = False


class Group(NamedTuple):
    """The changes under one outermost heading: its number and title, those of the new release where it has them."""

    number: str
    title: str
    changes: list[Change]


def runs(old: str, new: str, edits: Iterable[Edit]) -> list[Run]:
    """The text of both sides, interleaved; joining all but the inserted runs gives `old`, typography aside."""
    found: list[Run] = []
    at = 0
    for edit in edits:
        found += [
            Run("same", new[at : edit.new[0]], at),
            Run("deleted", old[slice(*edit.old)], edit.old[0]),
            Run("inserted", new[slice(*edit.new)], edit.new[0]),
        ]
        at = edit.new[1]
    found.append(Run("same", new[at:], at))
    return [run for run in found if run.text]


def part_edits(change: Change, part: Part, index: int = 0) -> list[Edit]:
    """The edits of one part of a change."""
    return [edit for edit in change.edits if edit.part == part and edit.index == index]


def texts(change: Change) -> list[tuple[Part, list[Run]]]:
    """Title, text and examples of a change as runs; of examples those that changed, all where one side is missing."""
    return [(passage.part, passage.runs) for passage in passages(change)]


def passages(change: Change) -> list[Passage]:
    """The same with their places in the two releases."""
    old, new = change.old, change.new
    if old is None or new is None:
        whole = new or old
        assert whole
        op: Op = "inserted" if new else "deleted"
        return [
            Passage(part, [Run(op, text)], at if new else None, at if old else None) for part, at, text in _parts(whole)
        ]
    found: list[Passage] = []
    if new.title or old.title:
        found.append(_passage("title", old.title or "", new.title or "", part_edits(change, "title")))
    if new.text or old.text:
        found.append(_passage("text", old.text or "", new.text or "", part_edits(change, "text")))
    return [*found, *_examples(change, old, new)]


def _passage(part: Part, old: str, new: str, edits: list[Edit]) -> Passage:
    return Passage(part, runs(old, new, edits))


def _parts(side: Side) -> list[tuple[Part, int, str]]:
    parts: list[tuple[Part, int, str | None]] = [("title", 0, side.title), ("text", 0, side.text)]
    parts += [("example", at, example) for at, example in enumerate(side.examples)]
    return [(part, at, text) for part, at, text in parts if text]


def _examples(change: Change, old: Side, new: Side) -> list[Passage]:
    found = []
    for edit in (each for each in change.edits if each.part == "example" and each.op == "delete" and not _inner(each)):
        if edit.old == (0, len(old.examples[edit.old_index])) and edit.new == (0, 0):
            gone = old.examples[edit.old_index]
            found.append(Passage("example", [Run("deleted", gone)], None, edit.old_index))
    for at, example in enumerate(new.examples):
        edits = [edit for edit in part_edits(change, "example", at) if edit.new != (0, 0) or _inner(edit)]
        if edits:
            if edits[0].op == "insert" and edits[0].new == (0, len(example)):
                found.append(Passage("example", runs("", example, edits), at, None))
                continue
            before = edits[0].old_index
            found.append(Passage("example", runs(old.examples[before], example, edits), at, before))
    return found


def _inner(edit: Edit) -> bool:
    """Whether an edit of an example stands inside it, not for all of it."""
    return edit.old[0] > 0 or edit.new[0] > 0


def groups(diff: Diff, only: Iterable[str] = (), within: str | None = None) -> list[Group]:
    """The changes by outermost heading, in order; of the kinds `only`, if any; under the number `within`, if given."""
    kinds = set(only)
    homes = {**_homes(diff, "old"), **_homes(diff, "new")}
    found: dict[str, Group] = {}
    for change in diff.changes:
        if kinds and change.kind not in kinds:
            continue
        numbers = [each.number for each in (change.new, change.old) if each]
        if within and not any(_is_within(diff, number, within) for number in numbers):
            continue
        number, title = homes.get(numbers[0], ("", ""))
        found.setdefault(number, Group(number, title, [])).changes.append(change)
    return list(found.values())


def _homes(diff: Diff, which: Literal["old", "new"]) -> dict[str, tuple[str, str]]:
    """Of each number of one release the outermost heading that it stands under."""
    document = (diff.old if which == "old" else diff.new).document
    return {
        rule.number: (top.number, top.title or "") if top.title else ("", "")
        for top in document.rules
        for rule in walk([top])
    }


def _is_within(diff: Diff, number: str, above: str) -> bool:
    family = diff.new.index.family
    current: str | None = number
    while current and current != above:
        current = family.parent(current)
    return current == above


def news(diff: Diff) -> list[str]:
    """What most readers want to know first: keywords and list members that came, went or changed their name."""
    return [f"{each.label}: {', '.join(name for name, _ in each.names)}" for each in told(diff)]


def told(diff: Diff) -> list[News]:
    """The same with the rules that tell of each."""
    found: list[News] = []
    homes = {
        kind: {each.name: each.number for each in release.keywords}
        for kind, release in (("added", diff.new), ("removed", diff.old))
    }
    for kind, verb in (("added", "New"), ("removed", "Gone")):
        for sort, plural in _PLURALS.items():
            names = [
                (each.new or each.old or "") for each in diff.keywords if each.kind == kind and each.class_ == sort
            ]
            if names:
                placed = tuple((name, homes[kind].get(name)) for name in names)
                found.append(News(f"{verb} {plural}", placed, kind == "removed"))
    for each in diff.keywords:
        if each.kind == "renamed":
            home = homes["added"].get(each.new or "")
            found.append(News(f"Renamed {_PLURALS[each.class_]}", ((f"{each.old} is now {each.new}", home),)))
    for vocabulary in diff.vocabularies:
        if vocabulary.name != "ability words":
            for verb, members in (("New", vocabulary.added), ("Gone", vocabulary.removed)):
                if members:
                    placed = tuple((member, vocabulary.number) for member in members)
                    found.append(News(f"{verb} {vocabulary.name}", placed))
    return found


def shift_lines(diff: Diff) -> list[str]:
    """“702.20–702.186 became 702.21–702.187 (+1)” for each run that moved together."""
    return [f"{_run(shift.old)} became {_run(shift.new)} ({shift.by:+d})" for shift in diff.shifts]


def _run(ends: tuple[str, str]) -> str:
    return f"{ends[0]}–{ends[1]}"


def astray(references: Iterable[Citation]) -> list[str]:
    """What is to be said of citations that do not follow their target."""
    found: list[str] = []
    for each in references:
        if each.verdict == "dangling":
            found.append(f"cites {each.new}, which does not exist")
        elif each.verdict == "retargeted" and each.old == each.new:
            found.append(f"still cites {each.new}, which is another rule now")
        elif each.verdict == "retargeted":
            found.append(f"cites {each.new}, which is not what {each.old} became")
    return found


def broken(reference: Broken) -> str:
    """What is to be said of a reference whose target is gone."""
    return f"{reference.number or f'“{reference.term}”'} cites {reference.target}, which is gone"


def numbers(change: Change) -> str:
    """“702.19”, or “702.19 → 702.20” for two."""
    old, new = change.old, change.new
    if old and new and old.number != new.number:
        return f"{old.number} → {new.number}"
    return (new or old or Side("", None, None, ())).number


def remarks(change: Change) -> list[str]:
    """What is to be said of a change beside its text: splits, citations that stray, list members, doubt."""
    found: list[str] = []
    if change.related:
        others = ", ".join(change.related)
        if change.kind == "split":
            found.append(f"split: shares its old text with {others}" if change.old is None else f"split: also {others}")
        else:
            found.append(f"merged into {others}" if change.new is None else f"merged: also {others}")
    if change.moved and change.kind != "moved":
        found.append("moved to another parent")
    found += astray(change.references)
    if change.confidence < _SURE and change.old and change.new:
        found.append(f"matched with {change.confidence:.0%} confidence")
    return found


def summary(diff: Diff, kinds: Iterable[str] | None = None) -> str:
    """“4 added, 1 removed, 6 edited”, of the kinds that are not quiet unless others are asked for."""
    wanted = [kind for kind in diff.summary if kind not in QUIET] if kinds is None else list(kinds)
    counted = [f"{diff.summary[kind]:,} {KINDS[kind].label}" for kind in wanted if diff.summary[kind]]
    return ", ".join(counted) or "none"
