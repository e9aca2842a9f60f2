"""The glossary as it is used: senses with their own marks, redirects, the rules that an entry points to.

Takes the entries and the references of a document, gives one `Explanation` an entry.
"""

from __future__ import annotations

import re

import msgspec

from comprules.analysis.references import Reference
from comprules.document.model import Document

_OBSOLETE = re.compile(r"\(obsolete\)", re.IGNORECASE)
# “See Keel.” and “See also Keel and Hull.” alone: an entry that only sends on. Sentences after it explain something.
_REDIRECT = re.compile(r"(?:\(obsolete\)\s*)?see (?:also )?[^.\n]+[.”\"’']*", re.IGNORECASE)


class Sense(msgspec.Struct, frozen=True, gc=False):
    """One meaning of a term; `obsolete` if the term as a whole or this sense is marked so."""

    text: str
    obsolete: bool


class Explanation(msgspec.Struct, frozen=True, gc=False):
    """What a glossary entry tells beyond its text.

    `rules` are the numbers that it cites and `see` the entries that it refers to, each once, in order; `redirect` the
    entries it sends on to where it does nothing else.
    """

    term: str
    senses: tuple[Sense, ...]
    rules: tuple[str, ...]
    see: tuple[str, ...]
    redirect: tuple[str, ...]


def explain(document: Document, references: tuple[Reference, ...]) -> dict[str, Explanation]:
    """The explanation of each term, in the order of the glossary; of two entries of one term the first counts."""
    cited: dict[str, list[Reference]] = {entry.term: [] for entry in document.glossary}
    for reference in references:
        if reference.term is not None:
            cited[reference.term].append(reference)
    found: dict[str, Explanation] = {}
    for entry in document.glossary:
        rules = tuple(dict.fromkeys(target for each in cited[entry.term] for target in each.targets))
        see = tuple(dict.fromkeys(term for each in cited[entry.term] for term in each.to))
        senses = tuple(Sense(text, entry.obsolete or bool(_OBSOLETE.match(text))) for text in entry.senses)
        sends_on = see if not rules and _REDIRECT.fullmatch(entry.text.strip()) else ()
        found.setdefault(entry.term, Explanation(entry.term, senses, rules, see, sends_on))
    return found
