"""The table of exporters: the program's own, and those of other packages.

Another package adds one by an entry point of the group `comprules.exporters`, whose name is that of the format and
whose object is an `Exporter`. A name of the program's own stays the program's own.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Literal, NamedTuple

from comprules.errors import CompRulesError
from comprules.export.shelf import Shelf

GROUP = "comprules.exporters"


class ExportError(CompRulesError):
    """An export cannot be made: something is missing, or what was given does not go with the format."""


class Exporter(NamedTuple):
    """One format. `write` makes the export of a shelf at a path, where an empty file or folder stands already.

    `about` is one line for people. A `text` is one file in UTF-8, a `file` another one, a `folder` several.
    `several` tells whether it has a place for more than one release, `since` whether it can give what is new alone.
    """

    write: Callable[[Shelf, Path], None]
    about: str
    shape: Literal["text", "file", "folder"]
    several: bool = False
    since: bool = False


_OWN = {
    "sqlite": "sqlite",
    "parquet": "parquet",
    "chunks": "chunks",
    "academyruins": "academyruins",
    "keywords-json": "keywords",
    "engine-json": "engine",
    "markdown": "markdown",
    "graphml": "graphs",
    "dot": "graphs",
    "csv": "graphs",
}


def names() -> tuple[str, ...]:
    """The names of all formats: the program's own, then others in alphabetical order."""
    return (*_OWN, *sorted(_others().keys() - _OWN.keys()))


def get(name: str) -> Exporter:
    """The exporter of a format. Raises ExportError for an unknown name, and for one whose package does not load."""
    if name in _OWN:
        table: dict[str, Exporter] = importlib.import_module(f"comprules.export.{_OWN[name]}").EXPORTERS
        return table[name]
    entry = _others().get(name)
    if entry is None:
        raise ExportError(f"no format {name}; there are {', '.join(names())}")
    try:
        found = entry.load()
    except Exception as error:  # whatever somebody else's package does when it is loaded
        raise ExportError(f"the format {name}, of {entry.value}, cannot be loaded: {error}") from None
    if not isinstance(found, Exporter):
        raise ExportError(f"the format {name}, of {entry.value}, is no Exporter")
    return found


def _others() -> dict[str, EntryPoint]:
    return {each.name: each for each in entry_points(group=GROUP)}
