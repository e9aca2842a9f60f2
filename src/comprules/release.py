"""Everything known of one document, each table made when it is first asked for.

What makes a table is imported by then too: who reads a release that is kept already pays for no parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from comprules.analysis.glossary import Explanation
    from comprules.analysis.index import Index
    from comprules.analysis.keywords import Keyword
    from comprules.analysis.names import Names
    from comprules.analysis.positions import Positions
    from comprules.analysis.references import Reference
    from comprules.analysis.terms import TermUse
    from comprules.analysis.vocabularies import Vocabulary
    from comprules.analysis.words import Words
    from comprules.document.model import Document
    from comprules.errors import Diagnostic
    from comprules.families.family import Family
    from comprules.source import Source

_WORN = 3  # glued numbers: a text that lost so many spaces lost others too


class CitedBy(dict[str, "tuple[Reference, ...]"]):
    """The references to each number; of a number that nobody cites, none."""

    def __missing__(self, number: str) -> tuple[Reference, ...]:
        return ()


@dataclass(frozen=True, repr=False)
class Release:
    """A source, its tree, and the tables beside the tree."""

    source: Source
    document: Document
    slips: tuple[Diagnostic, ...]  # what the parser noticed of how lines are written

    def __repr__(self) -> str:
        dated = self.effective or "undated"
        return f"<Release {self.name!r} of {dated}, {len(self.index.nodes):,} rules>"

    @property
    def name(self) -> str:
        """What messages and outputs call it."""
        return self.source.name

    @property
    def sha256(self) -> str:
        """The digest of the bytes that were read, in hexadecimal digits."""
        return self.source.sha256

    @property
    def effective(self) -> str | None:
        """The date that the document states, as YYYY-MM-DD."""
        return self.document.effective

    @cached_property
    def index(self) -> Index:
        """The tree as tables."""
        from comprules.analysis.index import index

        return index(self.document)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every place that names other rules or glossary entries, in document order."""
        from comprules.analysis.references import resolve

        return resolve(self.document, self.index)

    @cached_property
    def cited_by(self) -> CitedBy:
        """The references to each number, in document order; none for a number that nobody cites."""
        found: dict[str, list[Reference]] = {}
        for reference in self.references:
            for target in reference.targets:
                found.setdefault(target, []).append(reference)
        return CitedBy({number: tuple(references) for number, references in found.items()})

    @cached_property
    def vocabularies(self) -> tuple[Vocabulary, ...]:
        """The lists that rules state."""
        from comprules.analysis.vocabularies import collect

        return collect(self.index)

    @cached_property
    def keywords(self) -> tuple[Keyword, ...]:
        """Keyword actions, keyword abilities and ability words."""
        from comprules.analysis.keywords import find

        return find(self.index, self.vocabularies)

    @cached_property
    def terms(self) -> tuple[TermUse, ...]:
        """Where glossary terms are used in rules."""
        from comprules.analysis.terms import use

        return use(self.index, self.references, self.keywords, self.vocabularies)

    @cached_property
    def glossary(self) -> dict[str, Explanation]:
        """What each glossary entry tells beyond its text, by its term."""
        from comprules.analysis.glossary import explain

        return explain(self.document, self.references)

    @cached_property
    def names(self) -> Names:
        """Everything that has a name, to look it up by."""
        from comprules.analysis.names import names

        return names(self.document, self.index, self.keywords, self.vocabularies)

    @cached_property
    def words(self) -> Words:
        """Every word of the document with its count, and the forms of each stem."""
        from comprules.analysis.words import words

        return words(self.document, self.index)

    @cached_property
    def positions(self) -> Positions:
        """The nodes by position, as a comparison needs them."""
        from comprules.analysis.positions import Positions

        return Positions(self.index, self.references, self.keywords)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything odd about the document, in the order of its lines."""
        from comprules.analysis.broken import report
        from comprules.analysis.checks import check, joined_words

        lines = self.source.text.split("\n")
        broken = report(self.document, self.index, self.references, lines)
        found = [*self.slips, *check(self.document, self.index), *broken]
        if sum(slip.code == "missing-space" for slip in self.slips) >= _WORN:
            found.extend(joined_words(self.index))
        expected = self.index.family.expected
        return tuple(sorted((each for each in found if each.code not in expected), key=lambda each: each.line))


def parse(content: str | bytes, name: str = "<text>", family: str | None = None) -> Release:
    """Read a document from its text or bytes; `name` is what messages and outputs call it.

    `family` is the name of the family whose grammar reads it; without one it is told from the text. Raises
    UnreadableError for what is no text, NotRulesError for a text that no family explains, or not the one named.
    """
    from comprules.document.parser import parse as read_tree
    from comprules.source import decode

    source = decode(content, name)
    document, slips = read_tree(source, _family(family))
    return Release(source, document, slips)


def _family(name: str | None) -> Family | None:
    from comprules.families.registry import get_family

    return get_family(name) if name else None
