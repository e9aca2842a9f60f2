"""What every rendering of a lineage shares: its steps, newest first, each in words.

A step is one event that says something, or a run of events that changed no word: new numbers, references that follow,
typography.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from comprules.diff.model import Change
from comprules.history.model import Doubt, Event, History, Lineage
from comprules.render.changes import Passage, Run, passages

QUIET = ("renumbered", "references", "typography")
_SURE = 0.6  # the confidence below which a comparison remarks on a pair
_NAMES = {"references": "references followed", "typography": "typography"}


class Step(NamedTuple):
    """When (one label, or two for a run), what happened in words, and the texts as runs; none for a run of events."""

    when: str
    kind: str
    said: str
    passages: tuple[Passage, ...]


def steps(history: History, lineage: Lineage) -> list[Step]:
    """The steps of a lineage, newest first."""
    found: list[Step] = []
    quiet: list[Event] = []
    for event in reversed(lineage.events):
        if event.kind in QUIET:
            quiet.append(event)
            continue
        found += _run(history, quiet)
        quiet = []
        found.append(_step(history, event))
    return [*found, *_run(history, quiet)]


def head(history: History, lineage: Lineage) -> tuple[str, str]:
    """What a lineage is called, and where it is now: `702.19b`, or `216.3, removed 2009-07-11`."""
    last = lineage.numbers[-1]
    had = next(number for number in reversed(lineage.numbers) if number is not None)
    title = lineage.title if lineage.of == "rule" else None
    name = f"“{had}”" if lineage.of == "glossary" else f"{had} {title}" if title else had
    if last is None:
        end = lineage.events[-1]
        ended = f"merged into {', '.join(end.related)}" if end.kind == "merged" else "removed"
        return name, f"{ended} {history.releases[end.release].label}"
    first = next(at for at, number in enumerate(lineage.numbers) if number is not None)
    since = f"since {history.releases[first].label}" if first else f"since {history.releases[0].label} or earlier"
    was = lineage.numbers[first]
    return name, since + (f", then {was}" if was != had else "")


def doubts(history: History, lineage: Lineage) -> list[str]:
    """Where the chain of comparisons and a direct one disagree, one sentence each."""
    return [_doubt(history, each) for each in lineage.doubts]


def _doubt(history: History, doubt: Doubt) -> str:
    first, last = (history.releases[at].label for at in (doubt.first, doubt.last))
    chain, direct = doubt.chain or "no rule", doubt.direct or "no rule"
    ways = (
        f"step by step it became {chain} ({doubt.chain_confidence:.0%} sure)",
        f"compared directly {direct}" + (f" ({doubt.direct_confidence:.0%})" if doubt.direct else ""),
    )
    followed = "first" if doubt.kept == "chain" else "second"
    return f"doubtful from {first} to {last}: {', '.join(ways)}; the {followed} is followed"


def _run(history: History, quiet: list[Event]) -> Iterator[Step]:
    """Events that changed no word, given newest first, as one step."""
    if not quiet:
        return
    events = quiet[::-1]
    labels = list(dict.fromkeys(history.releases[event.release].label for event in events))
    numbers = [events[0].was or ""]
    for event in events:
        if event.number and event.number != numbers[-1]:
            numbers.append(event.number)
    counts = Counter(event.kind for event in events if event.kind != "renumbered")
    said = [" → ".join(numbers)] if len(numbers) > 1 else []
    said += [_NAMES[kind] + (f" {count} times" if count > 1 else "") for kind, count in sorted(counts.items())]
    when = labels[0] if len(labels) == 1 else f"{labels[0]} … {labels[-1]}"
    yield Step(when, "renumbered" if len(numbers) > 1 else events[0].kind, ", ".join(said), ())


def _step(history: History, event: Event) -> Step:
    return Step(history.releases[event.release].label, event.kind, ", ".join(_said(event)), tuple(_passages(event)))


def _passages(event: Event) -> list[Passage]:
    """The texts of an event as runs: all of them where the rule came or went, else those that changed."""
    old, new = event.old, event.new
    if event.kind == "moved" or (old is None and new is None):
        return []
    if old and new and not event.edits and old.text != new.text:  # joined by a direct comparison of other releases
        return [Passage("text", [Run("deleted", old.text or ""), Run("inserted", new.text or "")])]
    shown = passages(cast(Change, event))
    changed = [each for each in shown if any(run.op != "same" for run in each.runs)]
    return changed if old and new else shown


def _said(event: Event) -> Iterable[str]:
    others = ", ".join(event.related)
    if event.kind == "created":
        came = "came back" if event.returned else "created" if event.release else "in the first of these releases"
        yield f"{came} as {event.number}"
    elif event.kind == "removed":
        yield f"removed; it was {event.was}"
    elif event.kind == "merged":
        yield f"merged into {others}; it was {event.was}" if event.number is None else f"merged with {others}"
    elif event.kind == "split":
        yield f"split off {others} as {event.number}" if event.was is None else f"split: also {others}"
    else:
        yield event.kind
    if event.was and event.number and event.was != event.number:
        yield f"{event.was} → {event.number}"
    if event.moved:
        yield "another parent"
    if event.confidence < _SURE and event.was and event.number:
        yield f"matched with {event.confidence:.0%} confidence"
