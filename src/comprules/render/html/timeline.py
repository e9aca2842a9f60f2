"""The history of some lineages as a page: one timeline each, newest first, with the words that changed in place."""

from __future__ import annotations

from typing import NamedTuple

from comprules.history.model import History, Lineage
from comprules.render.history.steps import Step, doubts, head, steps
from comprules.render.html.page import page


class Timeline(NamedTuple):
    """A lineage as the page shows it."""

    anchor: str
    name: str
    now: str
    doubts: list[str]
    steps: list[Step]


def timeline(history: History, query: str, lineages: tuple[Lineage, ...], notice: str | None = None) -> str:
    """The page as text; `notice` is what the footer says, a default if None."""
    newest = history.releases[-1]
    return page(
        "timeline",
        ("timeline",),
        notice,
        title=newest.title or newest.name,
        query=query,
        first=history.releases[0].label,
        last=newest.label,
        count=len(history.releases),
        lineages=[
            Timeline(f"l-{at}", *head(history, each), doubts(history, each), steps(history, each))
            for at, each in enumerate(lineages, 1)
        ],
    )
