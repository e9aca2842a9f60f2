"""A user's own Jinja template over the objects of the JSON contract, in a sandbox.

    render("{{ document.title }}: {{ document.rules | walk | list | length }} rules", "mine.txt", shelf)

What a template has, all of it read only:

- `document`: the newest release, as `comprules parse -f json` prints it; `documents`: all releases, oldest first;
- `diff`: the comparison of the two newest, as `comprules diff -f json` prints it; nothing where there is one release;
- `history`: every lineage through all releases, in the shape of `comprules history -f json`; nothing for one release;
- the filters `walk` (every rule below some rules, in order), `markdown` (a text as Markdown shows it unchanged) and
  `bbcode` (the same for forums).

A template whose name ends in `.html`, `.htm`, `.xml` or `.svg`, or so before `.j2` or `.jinja`, has texts escaped. It
cannot include other files, reach attributes that begin with an underscore, or change what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Set
from typing import Any

import jinja2
import msgspec
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment

from comprules.export.exporters import ExportError
from comprules.export.shelf import Shelf
from comprules.render.history.records import history_record
from comprules.render.json import diff_record
from comprules.render.markdown import escape
from comprules.render.records import document_record

_MARKUP = re.compile(r"\.(?:html?|xml|svg)(?:\.(?:j2|jinja2?))?$", re.IGNORECASE)


def render(template: str, name: str, shelf: Shelf) -> str:
    """The text of a template, called `name`, over the releases of a shelf. Raises ExportError, which names the line."""
    environment = ImmutableSandboxedEnvironment(
        autoescape=bool(_MARKUP.search(name)),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(walk=walk, markdown=escape, bbcode=bbcode)
    try:
        compiled = environment.from_string(template)
        wanted = find_undeclared_variables(environment.parse(template))
    except jinja2.TemplateSyntaxError as error:
        raise ExportError(f"{name}:{error.lineno}: {error.message}") from None
    given = _given(wanted, shelf)
    try:
        return compiled.render(given)
    except jinja2.exceptions.SecurityError as error:
        raise ExportError(f"{name}: refused: {error}") from None
    except Exception as error:  # a template is a program: anything may go wrong in it
        raise ExportError(f"{name}: {error or type(error).__name__}") from None


def _given(wanted: Set[str], shelf: Shelf) -> dict[str, Any]:
    """The objects that the template names, and no others: to make a history takes long."""
    made: dict[str, Callable[[], object]] = {
        "document": lambda: document_record(shelf.newest),
        "documents": lambda: [document_record(each) for each in shelf],
        "diff": lambda: diff_record(diff) if (diff := shelf.diff()) else None,
        "history": lambda: history_record(shelf.history, "", shelf.history.lineages) if len(shelf) > 1 else None,
    }
    return {name: msgspec.to_builtins(make()) for name, make in made.items() if name in wanted}


def walk(rules: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every rule below and including `rules`, in document order."""
    stack = list(rules)[::-1]
    while stack:
        rule = stack.pop()
        yield rule
        stack.extend(reversed(rule["rules"]))


def bbcode(text: str) -> str:
    """A text that a forum shows as it is: its brackets open no tag."""
    return text.replace("[", "&#91;")
