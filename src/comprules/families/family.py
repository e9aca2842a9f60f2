"""A family: documents with one grammar. Its shape of numbers, and the facts that its grammar files cannot say."""

from __future__ import annotations

from comprules.families.shape import Shape

EXAMPLE = "Example: "  # the label of an example where a family has no other, and what readers are shown


class Family(Shape, frozen=True, kw_only=True):
    """One kind of rules documents. Its grammars are in the folder `grammars/NAME`.

    `told_by` is what its documents mention, such as the name of the game, where those of other games are numbered
    alike; empty if the numbers alone tell it. `example` is the label of an example in the canonical text.
    `keyword_chapters` are pairs of a kind of keyword and the regular expression of the titles of its chapters,
    `no_keywords` the titles under them that name no keyword. `cited_as` is the word that opens a reference to a rule in
    prose, empty where there is none. `expected` are the codes of diagnostics that are no oddities in its documents.
    `inferred` is the shape that an outline was inferred to have. `overrides` are pairs of a grammar's name and Lark
    text that is added to it: an inferred outline has the terminals of its numbers there.
    """

    name: str
    title: str
    told_by: tuple[str, ...] = ()
    example: str = EXAMPLE
    keyword_chapters: tuple[tuple[str, str], ...] = ()
    no_keywords: frozenset[str] = frozenset({"General"})
    cited_as: str = ""
    expected: frozenset[str] = frozenset()
    inferred: str = ""
    overrides: tuple[tuple[str, str], ...] = ()

    def __hash__(self) -> int:
        """By name and shape, which tell families apart: tables are looked up by family for every text."""
        return hash((self.name, self.inferred))
