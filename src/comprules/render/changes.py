"""What every rendering of a comparison shares of a single change: its texts as runs, its numbers, what is said of it.

A run is a piece of text that both sides have, that only the old one has, or that only the new one has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from comprules.diff.model import Change, Citation, Edit, Part, Side

Op = Literal["same", "deleted", "inserted"]
SURE = 0.85  # of pairs like a pair that are right: below, one in seven is wrong, which is worth a remark


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


def astray(references: Iterable[Citation]) -> list[str]:
    """What is to be said of citations that do not follow their target."""
    return [_stray(each) for each in references if each.verdict != "follows"]


def _stray(each: Citation) -> str:
    if each.verdict == "dangling":
        if each.old == each.new:
            return f"still cites {each.old}, which is gone"
        return f"cites {each.new}, which does not exist"
    if each.old == each.new:
        return f"still cites {each.old}, which is another rule now"
    if not each.existed:
        return (
            f"now cites {_titled(each.new, each.new_title)}, correcting a citation of {each.old}, which did not exist"
        )
    return f"now cites {_titled(each.new, each.new_title)} instead of {_titled(each.old, each.old_title)}"


def _titled(number: str | None, title: str | None) -> str:
    return f"{number} {title}" if title else number or ""


def numbers(change: Change) -> str:
    """“702.19”, or “702.19 → 702.20” for two."""
    old, new = change.old, change.new
    if old and new and old.number != new.number:
        return f"{old.number} → {new.number}"
    return (new or old or Side("", None, None, ())).number


def remarks(change: Change) -> list[str]:
    """What is to be said of a change beside its text: splits, citations that stray, doubt."""
    found: list[str] = []
    if change.related:
        others = ", ".join(change.related)
        if change.kind == "split":
            found.append(f"split off {others}" if change.old is None else f"split: also {others}")
        else:
            found.append(f"merged into {others}" if change.new is None else f"merged: also {others}")
    if change.moved and change.kind != "moved":
        found.append("moved to another parent")
    found += astray(change.references)
    if change.confidence < SURE and change.old and change.new:
        found.append(f"a doubtful pair: {change.confidence:.0%}")
    return found
