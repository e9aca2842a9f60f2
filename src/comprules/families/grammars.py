"""The Lark grammars of the families, each loaded once: LALR parsers with Lark's own contextual lexer.

A family's grammars are in the folder `grammars/NAME`; what families share they import from `grammars/shared`. The
grammar of an inferred outline is that of the folder `outline` with the terminals of its numbers overridden.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lark import Lark
from lark.load_grammar import FromPackageLoader

from comprules.families.family import Family
from comprules.parsers import build

_PACKAGE = "comprules.grammars"
# Lark puts the path of an import before the names that are taken along with the imported ones.
_TAKEN_ALONG = re.compile(r"(?:shared__[a-z]+__)+")


@cache
def load(family: Family, name: str, starts: tuple[str, ...], transformer: Any = None) -> Lark:
    """The parser of the grammar `name` of `family` for the start rules `starts`."""
    loader = FromPackageLoader(_PACKAGE, ("",))
    path, text = loader(None, f"{family.name}/{name}.lark")
    return build(
        text + dict(family.overrides).get(name, ""),
        source_path=path,
        import_paths=[loader],
        start=list(starts),
        maybe_placeholders=False,
        transformer=transformer,
    )


_documents: dict[Family, Lark] = {}


def load_document(family: Family, transformer: Any = None) -> Lark:
    """The parser of whole documents of `family`, of what their lines begin with, and of pieces of lines.

    Without a transformer it is asked for its patterns alone: then one that is loaded already will do.
    """
    if transformer is None and family in _documents:
        return _documents[family]
    _documents[family] = load(family, "document", ("document", "line", "piece"), transformer)
    return _documents[family]


def patterns(grammar: Lark) -> dict[str, re.Pattern[str]]:
    """The compiled pattern of each terminal of `grammar` that has one, by its plain name."""
    return {
        plain(terminal.name): re.compile(terminal.pattern.to_regexp())
        for terminal in grammar.terminals
        if terminal.pattern is not None
    }


def plain(name: str) -> str:
    """The name of a terminal or rule as its grammar file has it."""
    return _TAKEN_ALONG.sub("", name, count=1)
