"""Since when each rule of the newest release reads as it does."""

from __future__ import annotations

import msgspec

from comprules.history.model import History, Lineage

# What changes the words of a rule; references that follow, typography and numbers do not.
WORDING = ("edited", "split", "merged")


class Blamed(msgspec.Struct, frozen=True, gc=False, rename={"as_": "as"}):
    """A rule of the newest release: the first release that has it, with its number there, and its last change of words.

    `since` and `changed` are dates, or names of releases without one; `changed` is None if the words never changed,
    `changes` how often they did. `title` and `text` are what it says now.
    """

    number: str
    since: str
    as_: str
    changed: str | None
    changes: int
    title: str | None
    text: str | None


def blame(history: History) -> tuple[Blamed, ...]:
    """The rules of the newest release, in its order."""
    return tuple(
        _blamed(history, each) for each in history.lineages if each.of == "rule" and each.numbers[-1] is not None
    )


def _blamed(history: History, lineage: Lineage) -> Blamed:
    changes = [event.release for event in lineage.events if event.kind in WORDING and event.was is not None]
    first = next(at for at, number in enumerate(lineage.numbers) if number is not None)
    return Blamed(
        number=lineage.numbers[-1] or "",
        since=history.releases[first].label,
        as_=lineage.numbers[first] or "",
        changed=history.releases[changes[-1]].label if changes else None,
        changes=len(changes),
        title=lineage.now.title,
        text=lineage.now.text,
    )
