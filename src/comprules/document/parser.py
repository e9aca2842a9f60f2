"""A source to its tree: repair what a page or an extractor did to the text, then let the family's grammar read it.

>>> document, diagnostics = parse(decode(b"1. Sea\\n100. Tides\\n100.1. The tide turns.\\n"))
>>> document.rules[0].rules[0].rules[0].text
'The tide turns.'
"""

from __future__ import annotations

from lark import UnexpectedInput

from comprules.document.builder import Reading, builder, reading
from comprules.document.model import Document
from comprules.document.refusal import refusal
from comprules.document.slips import without_usual_gaps
from comprules.errors import Diagnostic
from comprules.families.family import Family
from comprules.families.grammars import load_document
from comprules.families.registry import detect
from comprules.prepare.lines import Line, lines
from comprules.prepare.markup import without_markup
from comprules.prepare.page_furniture import without_furniture
from comprules.prepare.prepared import Prepared, prepared
from comprules.prepare.unwrap import unwrap
from comprules.source import Source


def prepare(source: Source, family: Family | None = None) -> tuple[Prepared, Family, tuple[Diagnostic, ...]]:
    """The text of `source` as a grammar reads it, the family that it is of, and what was repaired.

    Raises NotRulesError where `family` is None and none explains enough of the text.
    """
    paragraphs, family, found = paragraphs_of(source, family)
    return prepared(paragraphs, family), family, found


def paragraphs_of(source: Source, family: Family | None = None) -> tuple[list[Line], Family, tuple[Diagnostic, ...]]:
    """The paragraphs of `source`, the family that it is of, and what was repaired. Raises as `prepare` does."""
    plain, marked = without_markup(lines(source))
    kept, furniture = without_furniture(plain)
    family = family or detect("\n".join([line.text for line in kept]) + "\n", source.name)
    paragraphs, wrapped = unwrap(kept, family)
    return paragraphs, family, (*marked, *furniture, *wrapped)


def parse(source: Source, family: Family | None = None) -> tuple[Document, tuple[Diagnostic, ...]]:
    """The tree of `source` and the oddities of how its lines are written, in the order of the lines.

    Raises NotRulesError for a text that no family explains, or that the grammar of its family cannot read.
    """
    ready, family, repaired = prepare(source, family)
    found: list[Diagnostic] = []
    token = reading.set(Reading(ready.places, found))
    try:
        document: Document = load_document(family, builder(family)).parse(ready.text, start="document")  # type: ignore[assignment]
    except UnexpectedInput as error:
        raise refusal(error, ready, source.name, family) from None
    finally:
        reading.reset(token)
    found = without_usual_gaps(found, document)
    return document, tuple(sorted((*source.diagnostics, *repaired, *found), key=lambda each: each.line))
