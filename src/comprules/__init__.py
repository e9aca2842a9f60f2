"""Reads comprehensive rules documents as one structured tree, compares releases, renders them.

    import comprules

    release = comprules.read("rules.txt")
    release.document.effective                    # '2025-01-17'
    release.index.by_number["302.4"].rule.title   # 'Tidebound'
    comprules.text(release.document)              # the canonical plain text

Stages that share their name with a module are imported from it: `from comprules.diff import diff, apply`,
`from comprules.search import search`.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.diff.model import Change as Change
    from comprules.diff.model import Diff as Diff
    from comprules.document.model import ContentsEntry as ContentsEntry
    from comprules.document.model import Document as Document
    from comprules.document.model import Entry as Entry
    from comprules.document.model import Heading as Heading
    from comprules.document.model import Rule as Rule
    from comprules.document.model import unplaced as unplaced
    from comprules.document.model import walk as walk
    from comprules.errors import CompRulesError as CompRulesError
    from comprules.errors import Diagnostic as Diagnostic
    from comprules.errors import NotFoundError as NotFoundError
    from comprules.errors import NotRulesError as NotRulesError
    from comprules.errors import UnreadableError as UnreadableError
    from comprules.loader import read as read
    from comprules.lookup import find as find
    from comprules.release import Release as Release
    from comprules.release import parse as parse
    from comprules.render.text import text as text
    from comprules.source import Source as Source
    from comprules.source import decode as decode
    from comprules.tables.index import Index as Index
    from comprules.tables.index import Node as Node

_HOMES = {
    "Change": "diff.model",
    "Diff": "diff.model",
    "ContentsEntry": "document.model",
    "Document": "document.model",
    "Entry": "document.model",
    "Heading": "document.model",
    "Rule": "document.model",
    "unplaced": "document.model",
    "walk": "document.model",
    "CompRulesError": "errors",
    "Diagnostic": "errors",
    "NotFoundError": "errors",
    "NotRulesError": "errors",
    "UnreadableError": "errors",
    "read": "loader",
    "find": "lookup",
    "Release": "release",
    "parse": "release",
    "text": "render.text",
    "Source": "source",
    "decode": "source",
    "Index": "tables.index",
    "Node": "tables.index",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"comprules.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOMES)
