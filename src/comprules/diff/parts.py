"""What changed in the parts around the rules: introduction, contents, credits, the order of glossary terms."""

from __future__ import annotations

from difflib import SequenceMatcher

from comprules.diff.model import PartChange
from comprules.document.model import Document


def compare_parts(old: Document, new: Document) -> tuple[PartChange, ...]:
    """Paragraphs of the parts around the rules that only one release has, and the order of glossary terms."""
    found: list[PartChange] = []
    for (part, before), (_, after) in zip(parts(old), parts(new), strict=True):
        if before != after:
            for op, *places in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
                first, last, begin, end = places
                if op != "equal":
                    removed, added = before[first:last], after[begin:end]
                    found.append(PartChange(part, (first, last), (begin, end), removed, added))
    return tuple(found)


def parts(document: Document) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The parts around the rules as paragraphs: all of a document but its rules and the texts of its glossary."""
    return (
        ("title", (document.title,) if document.title is not None else ()),
        ("effective", (document.effective,) if document.effective is not None else ()),
        ("front", document.front),
        ("preface", document.preface),
        ("introduction", document.introduction),
        ("contents", tuple(f"{entry.number or '-'} {entry.title}" for entry in document.contents)),
        ("terms", tuple(entry.term for entry in document.glossary)),
        ("index", document.index),
        ("credits", document.credits),
        ("headings", tuple(f"{heading.part} {heading.title}" for heading in document.headings)),
    )
