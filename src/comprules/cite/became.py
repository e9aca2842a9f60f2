"""What is said of a citation whose rule is not what it was: one sentence each, without a final stop."""

from __future__ import annotations

from comprules.cite.fates import Fate, Fates
from comprules.cite.messages import listed, short, shown
from comprules.diff.model import Change, Side

_SHOWN = 3  # edits whose words are told


def became(fate: Fate, to: Fates) -> str:
    """What became of the rule of a fate, and what its old number names now if that is another rule."""
    number, now = fate.number, listed(fate.now)
    said = {
        "kept": f"{number} is still {number}",
        "renumbered": f"{number} is {now} now",
        "split": f"{number} was split into {now}",
        "merged": f"{number} was merged into {now}",
        "removed": f"{number} was removed",
    }[fate.kind]
    if number in to.new.index and number not in fate.now:
        said += f"; {number} is now {shown(number, to.new.index)}"
    return said


def edited(change: Change) -> str:
    """How much of a rule was edited, and the first of the words."""
    if change.old is None or change.new is None:
        return ""
    total = sum(len(text.split()) for text in _texts(change.old))
    taken, put = 0, 0
    told = []
    for edit in change.edits:
        before = _piece(change.old, edit.part, edit.old_index, edit.old)
        after = _piece(change.new, edit.part, edit.index, edit.new)
        taken += len(before.split())
        put += len(after.split())
        told.append(" → ".join(f"“{short(piece)}”" if piece else "nothing" for piece in (before, after)))
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    counted = f"{taken} of its {total} words gone, {put} new"
    return f"edited since ({counted}): {'; '.join(told[:_SHOWN])}{more}"


def _texts(side: Side) -> list[str]:
    return [text for text in (side.title, side.text, *side.examples) if text]


def _piece(side: Side, part: str, index: int, span: tuple[int, int]) -> str:
    text = side.title if part == "title" else side.text if part == "text" else None
    if part == "example" and index < len(side.examples):
        text = side.examples[index]
    return (text or "")[span[0] : span[1]].strip()
