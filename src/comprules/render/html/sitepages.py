"""The pages of a site that belong to no single release: the start, the list of releases, histories, any two, 404, JSON.

Each takes a `Frame`, what all pages of a site share, and what it tells; all addresses are relative and given.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from markupsafe import Markup

from comprules.families.family import Family
from comprules.render.html import comparison, indices, viewer
from comprules.render.html.anchors import words_before_numbers
from comprules.render.html.beside import Step
from comprules.render.html.page import page

_PARTS = ("sitepages",)
_COMPARE = ("sitepages", "compare")
_HISTORY = ("sitepages", "land", "place", "start")
# All kinds of pages that share styles and scripts.
BUNDLES = (viewer.PARTS, comparison.PARTS, indices.PARTS, _PARTS, _COMPARE, _HISTORY)
_BAR = 12  # width of a bar and its gap in a chart
_HIGH = 120  # height of a chart


class Frame(NamedTuple):
    """What all pages of a site share: title, footer, the folder of styles and scripts, links, the feed."""

    title: str
    notice: str | None
    shared: str
    steps: list[Step]
    family: Family
    feed: str


class Row(NamedTuple):
    """A release in the list: its pages, None where there are none, and what it counts."""

    name: str
    date: str
    page: str | None
    changes: str | None
    rules: int
    words: int
    keywords: int
    summary: dict[str, int]
    news: tuple[str, ...]

    @property
    def changed(self) -> str:
        """“19 added, 13 edited”, renumbering and the like left out."""
        quiet = ("references", "typography", "renumbered")
        return ", ".join(f"{count:,} {kind}" for kind, count in self.summary.items() if count and kind not in quiet)


class Start(NamedTuple):
    """What the first page tells: the newest release, its parts (address, number, title, depth), further pages."""

    newest: Row
    parts: list[tuple[str, str, str, int]]
    more: list[Step]
    total: int


def home(frame: Frame, start: Start) -> str:
    """The first page."""
    return _page("home", _PARTS, frame, start=start)


def releases(frame: Frame, rows: list[Row]) -> str:
    """The list of releases, the newest first, with charts."""
    charts = [
        _chart("Rules", [(row.date, row.rules) for row in rows]),
        _chart("Words", [(row.date, row.words) for row in rows]),
        _chart("Keywords", [(row.date, row.keywords) for row in rows]),
        _chart("Rules added, removed, edited", [(row.date, _news(row)) for row in rows[1:]]),
    ]
    return _page("releases", _PARTS, frame, rows=rows[::-1], charts=charts)


def _news(row: Row) -> int:
    return sum(row.summary.get(kind, 0) for kind in ("added", "removed", "split", "merged", "edited", "moved"))


def history(frame: Frame, name: str, blocks: list[tuple[str, str, str]]) -> str:
    """Histories: of each its id, its name, and what happened as HTML."""
    shown = [(anchor, told, Markup(html)) for anchor, told, html in blocks]
    return _page("history", _HISTORY, frame, name=name, blocks=shown)


def listing(frame: Frame, name: str, links: list[Step]) -> str:
    """A page of links."""
    return _page("listing", _PARTS, frame, name=name, links=links)


def compare(frame: Frame, rows: list[Row]) -> str:
    """The page that compares any two releases by the data beside it."""
    return _page("compare", _COMPARE, frame, rows=rows[::-1], home="")


def api(frame: Frame, newest: Row, outputs: list[str]) -> str:
    """The page that describes the JSON interface."""
    return _page("api", _PARTS, frame, newest=newest, outputs=outputs)


def missing(frame: Frame, known: dict[str, object]) -> str:
    """The page for addresses that lead nowhere; it carries all it needs, as nobody knows where it will be shown."""
    data = json.dumps(known, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    alone = frame._replace(shared="", steps=[], feed="")
    return _page("missing", ("sitepages", "missing"), alone, known=Markup(data))


def _page(template: str, parts: tuple[str, ...], frame: Frame, **context: object) -> str:
    return page(
        template,
        parts,
        frame.notice,
        frame.shared or None,
        names=words_before_numbers(frame.family),
        steps=frame.steps,
        title=frame.title,
        feed=frame.feed,
        **context,
    )


def _chart(name: str, values: list[tuple[str, int]]) -> dict[str, object]:
    """Bars, one a release, as numbers for the template."""
    most = max((value for _, value in values), default=0) or 1
    bars = [
        (at * _BAR, round(_HIGH * (1 - value / most), 1), round(_HIGH * value / most, 1), date, value)
        for at, (date, value) in enumerate(values)
    ]
    return {
        "name": name,
        "bars": bars,
        "width": max(len(values), 1) * _BAR,
        "high": _HIGH,
        "most": most,
        "bar": _BAR - 2,
    }
