"""A `Listing` as text, CSV or JSON rows, and the reference graph as GraphML or DOT."""

from __future__ import annotations

import csv
import io
from xml.sax.saxutils import escape, quoteattr

from click import style

from comprules.release import Release
from comprules.render.answers import IndexRecord
from comprules.render.listing import Cell, Listing, records
from comprules.render.records import source_record
from comprules.render.wrapping import cut, wrap

_SHOWN = 8  # members of a cell that the text format shows
_LINES = 3  # of a terminal that one cell takes at the most
_NARROWEST = 12  # characters: a column is never narrower
_WIDEST = 60  # characters of a column in the text format, but for the last one


def text(listing: Listing, width: int | None = None) -> str:
    """The table for a person: the brief columns, aligned, long cells cut, empty columns left out.

    In a terminal of `width` columns the last column is folded under its head; None leaves every row on one line.
    """
    if not listing.rows:
        return f"no {listing.kind}\n"
    brief = map(listing.columns.index, listing.brief)
    used = [at for at in brief if any(row[at] not in (None, ()) for row in listing.rows)]
    rows = [[_cut(row[at]) for at in used] for row in listing.rows]
    head = [listing.columns[at] for at in used]
    widths = [min(max(len(row[at]) for row in [head, *rows]), _WIDEST) for at in range(len(used))]
    widths[-1] = max(len(row[-1]) for row in [head, *rows])
    if width is not None:
        widths = _fitted(widths, width)
    lines = [style(_line(head, widths, width), bold=True), *(_line(row, widths, width) for row in rows)]
    return "\n".join(lines) + f"\n\n{len(rows):,} {listing.kind}\n"


def _fitted(widths: list[int], width: int) -> list[int]:
    """The widths of columns, the widest ones narrowed until a third of the terminal is left for the last."""
    fitted = list(widths)
    room = width - 2 * (len(fitted) - 1)
    while sum(fitted[:-1]) > room - max(_NARROWEST, min(fitted[-1], room // 3)) and max(fitted[:-1]) > _NARROWEST:
        fitted[fitted.index(max(fitted[:-1]))] -= 1
    return fitted


def _cut(cell: Cell) -> str:
    if isinstance(cell, tuple):
        more = f" … {len(cell)} in all" if len(cell) > _SHOWN else ""
        return ", ".join(cell[:_SHOWN]) + more
    return "" if cell is None else str(cell).replace("\n", " ")


def _line(row: list[str], widths: list[int], width: int | None) -> str:
    cells = [
        (cell if len(cell) <= wide else cell[: wide - 1] + "…").ljust(wide)
        for cell, wide in zip(row[:-1], widths[:-1], strict=True)
    ]
    before = "".join(f"{cell}  " for cell in cells)
    if width is None or len(before) + len(row[-1]) <= width:
        return (before + row[-1]).rstrip()
    shown = cut(row[-1], _LINES * (width - len(before)))
    return wrap(shown, width, before, " " * len(before))


def comma_separated(listing: Listing) -> str:
    """The table as CSV (RFC 4180, with `\\n` line ends); several members of a cell are joined by `; `."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(listing.columns)
    writer.writerows(["; ".join(cell) if isinstance(cell, tuple) else cell for cell in row] for row in listing.rows)
    return out.getvalue()


def record(release: Release, listing: Listing) -> IndexRecord:
    """The table as the JSON contract has it."""
    rows = records(listing)
    columns = tuple(rows[0]) if rows else listing.columns
    return IndexRecord("comprules/index/2", listing.kind, source_record(release.source), columns, rows)


def _edges(release: Release) -> dict[tuple[str, str], int]:
    """How often each rule cites each other rule."""
    edges: dict[tuple[str, str], int] = {}
    for reference in release.references:
        for target in reference.targets if reference.number else ():
            edge = (str(reference.number), target)
            edges[edge] = edges.get(edge, 0) + 1
    return edges


def graphml(release: Release) -> str:
    """The reference graph: rules that cite or are cited, with an edge from citing to cited."""
    edges = _edges(release)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '<key id="title" for="node" attr.name="title" attr.type="string"/>',
        '<key id="count" for="edge" attr.name="count" attr.type="int"/>',
        '<graph id="references" edgedefault="directed">',
    ]
    for number in _cited(release, edges):
        title = release.index.title(number)
        data = f'<data key="title">{escape(title)}</data>' if title else ""
        lines.append(f"<node id={quoteattr(number)}>{data}</node>")
    for (source, target), count in edges.items():
        ends = f"source={quoteattr(source)} target={quoteattr(target)}"
        lines.append(f'<edge {ends}><data key="count">{count}</data></edge>')
    return "\n".join([*lines, "</graph>", "</graphml>", ""])


def dot(release: Release) -> str:
    """The reference graph in the language of Graphviz."""
    edges = _edges(release)
    lines = ["digraph references {", "  node [shape=box];"]
    for number in _cited(release, edges):
        title = release.index.title(number)
        label = f"{number} {title}" if title else number
        lines.append(f"  {_quoted(number)} [label={_quoted(label)}];")
    lines += [
        f"  {_quoted(source)} -> {_quoted(target)} [weight={count}];" for (source, target), count in edges.items()
    ]
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _cited(release: Release, edges: dict[tuple[str, str], int]) -> list[str]:
    """The numbers that stand at an end of an edge, in document order."""
    ends = {number for edge in edges for number in edge}
    return list(dict.fromkeys(node.rule.number for node in release.index.nodes if node.rule.number in ends))
