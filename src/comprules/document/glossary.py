"""Glossary entries: their senses, and the names they can be looked up by."""

from __future__ import annotations

import re

from comprules.document.model import Entry

_SENSE = re.compile(r"[1-9]\d?\.[ \t\xa0]+(?=\S)")
_OBSOLETE = re.compile(r"\s*\(obsolete\)$", re.IGNORECASE)
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")  # “(Obsolete)”, “(Informal)”
# A comma between names; inside quotes only one that stands right before the closing mark.
_COMMA = re.compile(r",[”\"]?(?=\s)(?![^“]*”(?:\s|$)(?!\s*“))|,(?=[”\"](?:\s|$))")


def make_entry(term: str, lines: list[str], line: int) -> Entry:
    """A glossary entry of a term and the lines under it; it has no aliases yet. `line` is that of the term.

    Lines that begin with the number of a sense are its senses.
    """
    text = "\n".join(lines)
    senses = tuple(_SENSE.sub("", each, count=1) for each in lines if each[0].isdigit() and _SENSE.match(each))
    obsolete = term[-1] == ")" and bool(_OBSOLETE.search(term))
    return Entry(term, (), senses or ((text,) if text else ()), text, obsolete, line)


def with_aliases(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give each entry the names it can be looked up by.

    The parts of a term with commas are names, unless one of them has an entry of its own: then the commas belong to
    the term, as in a term made of two other terms. A comma inside quotes parts nothing.
    """
    terms = {entry.term for entry in entries}
    found = []
    for entry in entries:
        plain = _QUALIFIER.sub("", entry.term) if entry.term[-1] == ")" else entry.term
        names = _parted(plain) if "," in plain else [plain]
        if len(names) == 1 or any(name in terms for name in names):
            names = [plain]
        aliases = tuple(name for name in names if name != entry.term)
        found.append(
            Entry(entry.term, aliases, entry.senses, entry.text, entry.obsolete, entry.line) if aliases else entry
        )
    return tuple(found)


def _parted(names: str) -> list[str]:
    """`names` parted at its commas, but for those inside quotes; quotation marks around a name are no part of it."""
    return [name for part in _COMMA.split(names) if (name := _unquoted(part.strip(" ,")))]


def _unquoted(name: str) -> str:
    """`name` without quotation marks around all of it; the closing one may have gone with a comma."""
    if name[:1] in ("“", '"') and (name[-1] in '”"' or "”" not in name):
        return name[1:].rstrip('”"')
    return name
