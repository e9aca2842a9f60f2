"""Reads comprehensive rules documents as one structured tree, compares releases, answers questions, renders them.

    import comprules

    release = comprules.read("rules.txt")
    release.document.effective                       # '2025-01-17'
    comprules.find(release, "tidebound").nodes       # the rule of that name, and its subrules below it
    comprules.search(release, '"static ability"')    # the best hits first
    comprules.compare(older, release).changes        # what really changed
    comprules.to_json(release)                       # everything, for other programs; from_json is its inverse

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comprules.analysis.citations import Citation as Citation
    from comprules.analysis.citations import Member as Member
    from comprules.analysis.citations import cite as cite
    from comprules.analysis.glossary import Explanation as Explanation
    from comprules.analysis.glossary import Sense as Sense
    from comprules.analysis.index import Index as Index
    from comprules.analysis.index import Node as Node
    from comprules.analysis.keywords import Keyword as Keyword
    from comprules.analysis.meanings import Meaning as Meaning
    from comprules.analysis.meanings import Variant as Variant
    from comprules.analysis.names import Name as Name
    from comprules.analysis.parameters import Parameter as Parameter
    from comprules.analysis.references import Named as Named
    from comprules.analysis.references import Reference as Reference
    from comprules.analysis.terms import Place as Place
    from comprules.analysis.terms import TermUse as TermUse
    from comprules.analysis.vocabularies import Vocabulary as Vocabulary
    from comprules.diff.compare import diff as compare  # noqa: F401
    from comprules.diff.model import Broken as Broken
    from comprules.diff.model import Change as Change
    from comprules.diff.model import Diff as Diff
    from comprules.diff.model import Edit as Edit
    from comprules.diff.model import EntryChange as EntryChange
    from comprules.diff.model import KeywordChange as KeywordChange
    from comprules.diff.model import Pair as Pair
    from comprules.diff.model import PartChange as PartChange
    from comprules.diff.model import Renumbering as Renumbering
    from comprules.diff.model import Shift as Shift
    from comprules.diff.model import Side as Side
    from comprules.diff.model import VocabularyChange as VocabularyChange
    from comprules.diff.patch import apply as apply
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
    from comprules.lookup.find import Answer as Answer
    from comprules.lookup.find import Found as Found
    from comprules.lookup.find import find as find
    from comprules.lookup.search import Hit as Hit
    from comprules.lookup.search import Hits as Hits
    from comprules.lookup.search import search as search
    from comprules.proofread import proofread as proofread
    from comprules.release import Release as Release
    from comprules.release import parse as parse
    from comprules.render.records import from_json as from_json
    from comprules.render.records import to_json as to_json
    from comprules.render.text import text as text
    from comprules.restore import Fit as Fit
    from comprules.restore import Paragraph as Paragraph
    from comprules.restore import Restoration as Restoration
    from comprules.restore import Wear as Wear
    from comprules.restore import restore as restore
    from comprules.source import Source as Source
    from comprules.source import decode as decode

# Where each public name lives; one that has another name there is written after a colon.
_HOMES = {
    "Answer": "lookup.find",
    "Broken": "diff.model",
    "EntryChange": "diff.model",
    "KeywordChange": "diff.model",
    "PartChange": "diff.model",
    "Pair": "diff.model",
    "Renumbering": "diff.model",
    "Shift": "diff.model",
    "VocabularyChange": "diff.model",
    "Change": "diff.model",
    "Citation": "analysis.citations",
    "Member": "analysis.citations",
    "CompRulesError": "errors",
    "ContentsEntry": "document.model",
    "Diagnostic": "errors",
    "Diff": "diff.model",
    "Document": "document.model",
    "Edit": "diff.model",
    "Entry": "document.model",
    "Explanation": "analysis.glossary",
    "Found": "lookup.find",
    "Heading": "document.model",
    "Hit": "lookup.search",
    "Hits": "lookup.search",
    "Index": "analysis.index",
    "Keyword": "analysis.keywords",
    "Meaning": "analysis.meanings",
    "Name": "analysis.names",
    "Node": "analysis.index",
    "NotFoundError": "errors",
    "NotRulesError": "errors",
    "Parameter": "analysis.parameters",
    "Place": "analysis.terms",
    "Named": "analysis.references",
    "Reference": "analysis.references",
    "Release": "release",
    "Fit": "restore",
    "Paragraph": "restore",
    "Wear": "restore",
    "Restoration": "restore",
    "Rule": "document.model",
    "Sense": "analysis.glossary",
    "Side": "diff.model",
    "Source": "source",
    "TermUse": "analysis.terms",
    "UnreadableError": "errors",
    "Variant": "analysis.meanings",
    "Vocabulary": "analysis.vocabularies",
    "apply": "diff.patch",
    "cite": "analysis.citations",
    "compare": "diff.compare:diff",
    "decode": "source",
    "find": "lookup.find",
    "from_json": "render.records",
    "parse": "release",
    "proofread": "proofread",
    "read": "loader",
    "restore": "restore",
    "search": "lookup.search",
    "text": "render.text",
    "to_json": "render.records",
    "unplaced": "document.model",
    "walk": "document.model",
}

__all__ = list(_HOMES)


class _Package(ModuleType):
    """This package, whose public names win over modules of the same name: `comprules.search` is the function.

    Importing a module sets it on its package; for a public name that would hide the function behind the module, and
    what `comprules.search` is would depend on what was imported before.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'comprules' has no attribute {name!r}")
    module, _, original = _HOMES[name].partition(":")
    value = getattr(importlib.import_module(f"comprules.{module}"), original or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOMES)


sys.modules[__name__].__class__ = _Package
