"""The figures of many releases as a page: lines for their sizes, a heat map of changes by chapter and release.

The drawings are SVG in the page, made by drawsvg, coloured by the page's style and described in words; the figures of
the sizes stand in a table as well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import drawsvg
from markupsafe import Markup

from comprules.history.numbers import Chapter, Numbers
from comprules.render.html.page import page

_WIDTH, _HEIGHT, _EDGE, _ABOVE = 640, 180, 56, 24  # units of a line chart, and the room for its labels beside and above
_CELL, _LABEL, _TOP = 12, 250, 20  # units of the heat map: a square, the room for titles, that for years
_TITLE = 34  # characters of a title that fit into that room
_STEPS = (1, 2, 5, 10, 20)  # changes from which on a square is darker


class Chart(NamedTuple):
    """A drawing with its heading and what it says in words."""

    anchor: str
    title: str
    said: str
    drawing: Markup


def charts(found: Numbers, notice: str | None = None) -> str:
    """The page as text; `notice` is what the footer says, a default if None."""
    newest = found.releases[-1]
    lines = [_line(found, field) for field in ("rules", "words", "keywords")]
    return page(
        "charts",
        ("charts",),
        notice,
        title=newest.title or newest.name,
        first=found.releases[0].label,
        last=newest.label,
        lines=lines,
        heat=_heat(found),
        rows=list(zip((each.label for each in found.releases), found.sizes, strict=True)),
    )


def _line(found: Numbers, field: str) -> Chart:
    values = [int(getattr(size, field)) for size in found.sizes]
    most = max(*values, 1)
    wide, high = _WIDTH - 2 * _EDGE, _HEIGHT - 2 * _ABOVE

    def across(at: int) -> float:
        return round(_EDGE + wide * at / max(1, len(values) - 1), 1)

    def up(value: int) -> float:
        return round(_ABOVE + high - high * value / most, 1)

    drawing = drawsvg.Drawing(_WIDTH, _HEIGHT, class_="chart")
    for value in (0, most):
        drawing.append(drawsvg.Line(_EDGE, up(value), _WIDTH - _EDGE, up(value), class_="grid"))
        drawing.append(drawsvg.Text(f"{value:,}", 11, _EDGE - 6, up(value) + 4, text_anchor="end"))
    points = [number for at, value in enumerate(values) for number in (across(at), up(value))]
    drawing.append(drawsvg.Lines(*points, class_="line"))
    for at, value in enumerate(values):
        dot = drawsvg.Circle(across(at), up(value), 2.5, class_="dot")
        dot.append_title(f"{found.releases[at].label}: {value:,}")
        drawing.append(dot)
    for at, anchor in ((0, "start"), (len(values) - 1, "end")):
        drawing.append(drawsvg.Text(found.releases[at].label, 11, across(at), _HEIGHT - 6, text_anchor=anchor))
    said = f"{values[0]:,} in the oldest, {values[-1]:,} in the newest"
    return Chart(field, field.capitalize(), said, _svg(drawing))


def _heat(found: Numbers) -> Chart:
    count = len(found.releases)
    drawing = drawsvg.Drawing(_LABEL + count * _CELL, _TOP + len(found.chapters) * _CELL + 4, class_="heat")
    written = -2
    for at in range(count):
        year = found.releases[at].label[:4]
        if at - written > 1 and (at == 0 or year != found.releases[at - 1].label[:4]):
            drawing.append(drawsvg.Text(year[2:], 9, _LABEL + at * _CELL, 12))
            written = at
    for row, chapter in enumerate(found.chapters):
        drawing.append(_chapter_row(found, chapter, _TOP + row * _CELL))
    most = max((sum(each.changes) for each in found.chapters), default=0)
    named = next((each for each in found.chapters if sum(each.changes) == most), None)
    said = f"most changed: {named.number or ''} {named.title}, {most:,} times" if named else "nothing changed"
    return Chart("changes", "Changes by chapter and release", said, _svg(drawing))


def _chapter_row(found: Numbers, chapter: Chapter, top: int) -> Any:
    row = drawsvg.Group()
    name = f"{chapter.number or '–'} {chapter.title}"
    row.append(drawsvg.Text(name if len(name) <= _TITLE else name[: _TITLE - 1] + "…", 9, 0, top + 9))
    for at, changes in enumerate(chapter.changes):
        if changes:
            shade = sum(changes >= step for step in _STEPS)
            cell = drawsvg.Rectangle(_LABEL + at * _CELL, top, _CELL - 1, _CELL - 1, class_=f"h{shade}")
            cell.append_title(f"{name}, {found.releases[at].label}: {changes}")
            row.append(cell)
    return row


def _svg(drawing: Any) -> Markup:
    """The drawing as markup; the library escapes every text in it."""
    return Markup(
        drawing.as_svg(header="", skip_js=True, skip_css=True).replace("<svg ", '<svg aria-hidden="true" ', 1)
    )
