"""Glossary entries: their senses, and the names they can be looked up by."""

from __future__ import annotations

import re

from comprules.document.model import Entry

_SENSE = re.compile(r"[1-9]\d?\.[ \t\xa0]+(?=\S)")
_OBSOLETE = re.compile(r"\s*\(obsolete\)$", re.IGNORECASE)
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")  # “(Obsolete)”, “(Informal)”
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")


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
    """`names` parted at its commas, but for those inside quotes."""
    quoted = [found.span() for found in _QUOTED.finditer(names)]
    cuts = [found.start() for found in re.finditer(",", names) if not any(a < found.start() < b - 1 for a, b in quoted)]
    ends = [*cuts, len(names)]
    return [names[start:end].strip(" ,") for start, end in zip([0, *cuts], ends, strict=True)]
