"""The references of a release as a graph: GraphML, the language of Graphviz, and a table of comma-separated values.

The shapes are those of `comprules index --kind references -f graphml|dot|csv`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from comprules.export.exporters import Exporter
from comprules.export.shelf import Shelf
from comprules.release import Release
from comprules.render.listing import references
from comprules.render.tables import comma_separated, dot, graphml


def _table(release: Release) -> str:
    return comma_separated(references(release))


def _exporter(make: Callable[[Release], str], about: str) -> Exporter:
    def write(shelf: Shelf, path: Path) -> None:
        path.write_text(make(shelf.newest), encoding="utf-8")

    return Exporter(write, about, "text")


EXPORTERS = {
    "graphml": _exporter(graphml, "the graph of references, for graph tools"),
    "dot": _exporter(dot, "the graph of references, for Graphviz"),
    "csv": _exporter(_table, "the references, one a line, for spreadsheets"),
}
