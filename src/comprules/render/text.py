"""The canonical plain text of a document: the parser's inverse. `parse(text(d))` gives `d`, places aside."""

from __future__ import annotations

from comprules.document.model import Document, Entry, Rule, walk
from comprules.families.family import Family
from comprules.families.registry import get_family

_FURTHER = "     "  # indents a further paragraph, as official documents do


def text(document: Document) -> str:
    """The document as plain text with `\\n` line ends: one paragraph a line, a blank line between numbers."""
    family = get_family(document.family, document.shape)
    blocks: list[str] = [document.title] if document.title else []
    blocks.extend(document.front)
    headings = {heading.part: heading.title for heading in document.headings}
    for part in headings:
        if part == "introduction":
            blocks.extend((headings[part], *document.introduction))
        elif part == "contents":
            blocks.extend(([headings[part]] if headings[part] else []) + _contents(document, family))
            blocks.extend(document.preface)
    blocks.extend(rule_text(rule, family) for rule in walk(document.rules))
    if "glossary" in headings:
        blocks.append(headings["glossary"])
        blocks.extend(map(_entry, document.glossary))
    if "index" in headings:
        blocks.extend((headings["index"], *document.index))
    if "credits" in headings:
        blocks.extend((headings["credits"], *document.credits))
    return "\n\n".join(blocks) + "\n"


def _entry(entry: Entry) -> str:
    """An entry; a further line that would be read as the next term, or as the rest of the line before, is set in."""
    first, *further = entry.text.split("\n")
    lines = [entry.term, _FURTHER + first if first[:1].islower() else first]
    lines += [line if _stands_alone(line) else _FURTHER + line for line in further]
    return "\n".join(lines).rstrip("\n")


def _stands_alone(line: str) -> bool:
    return not line[:1].islower() and line.rstrip("”\"’')")[-1:] in ".:,;"


def rule_text(rule: Rule, family: Family) -> str:
    """A node without the nodes below it, as its lines stand in the canonical text."""
    first, _, further = (rule.text or "").partition("\n")
    if rule.title is not None:
        first, further = rule.title, rule.text or ""
    lines = [f"{family.heading(rule.number)} {first}"]
    lines.extend(_FURTHER + line for line in further.split("\n") if line)
    lines.extend(family.example + example.replace("\n", "\n" + _FURTHER) for example in rule.examples)
    return "\n".join(lines)


def _contents(document: Document, family: Family) -> list[str]:
    """The contents, each section with its chapters in one block."""
    blocks: list[str] = []
    for entry in document.contents:
        line = f"{family.heading(entry.number)} {entry.title}" if entry.number else entry.title
        if blocks and entry.number and family.depth(entry.number) > 0:
            blocks[-1] += "\n" + line
        else:
            blocks.append(line)
    return blocks
