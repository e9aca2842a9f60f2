"""Everything known of one document, each table made when it is first asked for.

What makes a table is imported by then too: who reads a release that is kept already pays for no parser.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from comprules.document.model import Document
    from comprules.errors import Diagnostic
    from comprules.source import Source
    from comprules.tables.index import Index
    from comprules.tables.keywords import Keyword
    from comprules.tables.references import Reference
    from comprules.tables.terms import TermUse
    from comprules.tables.vocabularies import Vocabulary

_WORN = 3  # glued numbers: a text that lost so many spaces lost others too


@dataclass(frozen=True)
class Release:
    """A source, its tree, and the tables beside the tree."""

    source: Source
    document: Document
    slips: tuple[Diagnostic, ...]  # what the parser noticed of how lines are written

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
        from comprules.tables.index import index

        return index(self.document)

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every place that names other rules or glossary entries, in document order."""
        from comprules.tables.references import resolve

        return resolve(self.document, self.index)

    @cached_property
    def cited_by(self) -> dict[str, tuple[Reference, ...]]:
        """The references to each number that is cited, in document order."""
        found: dict[str, list[Reference]] = {}
        for reference in self.references:
            for target in reference.targets:
                found.setdefault(target, []).append(reference)
        return {number: tuple(references) for number, references in found.items()}

    @cached_property
    def vocabularies(self) -> tuple[Vocabulary, ...]:
        """The lists that rules state in a sentence."""
        from comprules.tables.vocabularies import collect

        return collect(self.index)

    @cached_property
    def keywords(self) -> tuple[Keyword, ...]:
        """Keyword actions, keyword abilities and ability words."""
        from comprules.tables.keywords import find

        return find(self.index, self.vocabularies)

    @cached_property
    def terms(self) -> tuple[TermUse, ...]:
        """Where glossary terms are used in rules."""
        from comprules.tables.terms import use

        return use(self.index, self.references)

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything odd about the document, in the order of its lines."""
        from comprules.tables.broken import report
        from comprules.tables.checks import check, joined_words

        lines = self.source.text.split("\n")
        broken = report(self.document, self.index, self.references, lines)
        found = [*self.slips, *check(self.document, self.index), *broken]
        if sum(slip.code == "missing-space" for slip in self.slips) >= _WORN:
            found.extend(joined_words(self.index))
        expected = self.index.family.expected
        return tuple(sorted((each for each in found if each.code not in expected), key=lambda each: each.line))


def parse(content: str | bytes, name: str = "<text>") -> Release:
    """Read a document from its text or bytes; `name` is what messages and outputs call it.

    Raises UnreadableError for what is no text, NotRulesError for a text without numbered rules.
    """
    from comprules.document.parser import parse as read_tree
    from comprules.source import decode

    source = decode(content, name)
    document, slips = read_tree(source)
    return Release(source, document, slips)
