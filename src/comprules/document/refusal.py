"""What a grammar could not read, as one line: what stands where, and what was expected."""

from __future__ import annotations

from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from comprules.errors import NotRulesError
from comprules.families.family import Family
from comprules.prepare.prepared import Prepared

_SHOWN = 40  # characters of a line that a message shows


def refusal(error: UnexpectedInput, ready: Prepared, name: str, family: Family) -> NotRulesError:
    """The failure that says which line of the document `name` the grammar of `family` refused."""
    expected = _expected(error)
    row = ready.text.split("\n")
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    line = len(ready.places) - 1 if at_end else min(error.line, len(ready.places) - 1)
    shown = row[line - 1].strip()
    shown = shown if len(shown) < _SHOWN else shown[: _SHOWN - 1] + "…"
    where = f"the document ends after “{shown}”" if at_end else f"“{shown}” cannot stand here"
    return NotRulesError(f"{name}:{ready.places[line]}: {where}; the {family.name} grammar expects {expected}")


def _expected(error: UnexpectedInput) -> str:
    if isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    else:
        names = set(getattr(error, "accepts", None) or getattr(error, "expected", None) or ())
    found = sorted({_plain(name) for name in names if not name.startswith("$")})
    return " or ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found) or "nothing more"


def _plain(terminal: str) -> str:
    """The name of a terminal in words: `FIRST_SECTION_TITLE` is “section”."""
    word = terminal.split("__")[0].lower()
    for affix in ("first_", "any_", "lone_", "close_", "last_", "numbered_"):
        word = word.removeprefix(affix)
    return word.removesuffix("_title").removesuffix("_text").replace("_", " ")
