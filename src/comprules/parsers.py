"""Lark parsers that are built once and kept: a grammar takes a tenth of the time to load that it takes to build.

    build(text, start=["document"], import_paths=[loader])    # Lark(text, parser="lalr", lexer="contextual", …)

Lark's own `save` and `load` use pickle, which runs what it finds. Here its tables go through JSON, which holds nothing
but data: terminals become terminals again and rules become rules, and nothing else can come of it.
"""

from __future__ import annotations

import json
from typing import Any

from lark import Lark
from lark.exceptions import LarkError
from lark.grammar import Rule
from lark.lexer import TerminalDef

from comprules.cache import in_use

# What Lark takes when tables are loaded, and what tells only where the text of a grammar stands: neither is kept. The
# files that a grammar imports are part of the program, whose state is in the name of every entry.
_AT_LOAD = ("transformer", "postlex", "lexer_callbacks")
_NOT_KEPT = (*_AT_LOAD, "import_paths", "source_path", "_plugins")


def build(text: str, **options: Any) -> Lark:
    """The LALR parser of a grammar, with Lark's contextual lexer; from the cache in use where it has it.

    `options` are Lark's own. Raises what Lark raises for a grammar that is wrong.
    """
    cache = in_use()
    at_load = {name: value for name, value in options.items() if name in _AT_LOAD}
    key = (text, repr(sorted((name, value) for name, value in options.items() if name not in _NOT_KEPT)))
    found = _load(cache.get("grammar", key), at_load) if cache else None
    if found is None:
        found = Lark(text, parser="lalr", lexer="contextual", **options)
        if cache:
            cache.put("grammar", key, _encode(found))
    return found


def _encode(parser: Lark) -> bytes:
    tables, shared = parser.memo_serialize([TerminalDef, Rule])
    tables["options"] = {name: value for name, value in tables["options"].items() if name not in _NOT_KEPT}
    return json.dumps([tables, shared]).encode()


def _load(data: bytes | None, at_load: dict[str, Any]) -> Lark | None:
    """The parser of kept tables; None for tables of another shape, which are made anew."""
    if data is None:
        return None
    try:
        tables, shared = json.loads(data, object_pairs_hook=_with_numbers)
        found: Lark = Lark._load_from_dict(tables, shared, **at_load)
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError, LarkError):
        return None
    return found


def _with_numbers(pairs: list[tuple[str, Any]]) -> dict[str | int, Any]:
    """An object whose keys were numbers before JSON made words of them; no name of a grammar is a number."""
    return {int(key) if key.isdecimal() else key: value for key, value in pairs}
