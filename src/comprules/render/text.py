"""The canonical plain text of a document: the parser's inverse. `parse(text(d))` gives `d`, places aside."""

from __future__ import annotations

from comprules.document.family import FAMILIES
from comprules.document.model import Document, Rule, walk

_FURTHER = "     "  # indents a further paragraph, as official documents do


def text(document: Document) -> str:
    """The document as plain text with `\\n` line ends: one paragraph a line, a blank line between numbers."""
    blocks: list[str] = [document.title] if document.title else []
    blocks.extend(document.front)
    headings = {heading.part: heading.title for heading in document.headings}
    for part in headings:
        if part == "introduction":
            blocks.extend((headings[part], *document.introduction))
        elif part == "contents":
            blocks.extend((headings[part], *_contents(document)))
    blocks.extend(rule_text(rule, document.family) for rule in walk(document.rules))
    if "glossary" in headings:
        blocks.append(headings["glossary"])
        blocks.extend("\n".join((entry.term, entry.text)).rstrip("\n") for entry in document.glossary)
    if "index" in headings:
        blocks.extend((headings["index"], *document.index))
    if "credits" in headings:
        blocks.extend((headings["credits"], *document.credits))
    return "\n\n".join(blocks) + "\n"


def rule_text(rule: Rule, family: str) -> str:
    """A node without the nodes below it, as its lines stand in the canonical text."""
    first, _, further = (rule.text or "").partition("\n")
    if rule.title is not None:
        first, further = rule.title, rule.text or ""
    lines = [f"{FAMILIES[family].heading(rule.number)} {first}"]
    lines.extend(_FURTHER + line for line in further.split("\n") if line)
    lines.extend("Example: " + example.replace("\n", "\n" + _FURTHER) for example in rule.examples)
    return "\n".join(lines)


def _contents(document: Document) -> list[str]:
    """The contents, each section with its chapters in one block."""
    family = FAMILIES[document.family]
    blocks: list[str] = []
    for entry in document.contents:
        line = f"{family.heading(entry.number)} {entry.title}" if entry.number else entry.title
        if blocks and entry.number and family.level(entry.number) != family.levels[0]:
            blocks[-1] += "\n" + line
        else:
            blocks.append(line)
    return blocks
