"""What is wrong with the references of a document, in words, with the likely target."""

from __future__ import annotations

from collections.abc import Iterator

from comprules.analysis.index import Index, fold_name
from comprules.analysis.references import Named, Reference
from comprules.document.model import Document
from comprules.errors import Diagnostic, diagnose

_LINES = (
    40  # lines after a rule's first in which its reference is looked for: texts of old editions are broken over lines
)


def report(
    document: Document, index: Index, references: tuple[Reference, ...], lines: list[str]
) -> Iterator[Diagnostic]:
    """A diagnostic for each reference that is dangling or quotes a wrong title, with the likely target.

    `lines` are those of the source, to name the very line that holds the reference.
    """
    whole = bool(document.contents or document.glossary)  # else it is an excerpt, and much that it cites is elsewhere
    for reference in references:
        if reference.status == "resolved" or (not whole and _is_elsewhere(index, reference)):
            continue
        in_glossary = reference.part == "glossary"
        start = document.glossary[reference.at].line if in_glossary else index.nodes[reference.at].rule.line
        where = reference.number or f"“{reference.term}”"
        message = f"{where} {_fault(index, reference)}"
        yield diagnose(reference.status, message, _line(lines, start, reference.raw), reference.number)


def _is_elsewhere(index: Index, reference: Reference) -> bool:
    """Whether a number that `reference` names belongs to a chapter that the document does not have."""
    return any(index.family.root(number) not in index for number in reference.named)


def _line(lines: list[str], start: int, raw: str) -> int:
    """The 1-based line, from `start` on, that holds `raw`; `start` if it is broken over lines."""
    for number in range(start, min(start + _LINES, len(lines) + 1)):
        if raw in lines[number - 1]:
            return number
    return start


def _fault(index: Index, reference: Reference) -> str:
    member = next(member for member in reference.members if member.status != "resolved")
    if member.first is None:
        return f"refers to “{reference.raw}”, which has no glossary entry"
    if member.status == "dangling":
        ends = [end for end in (member.first, member.last) if end and end not in index] or [member.first]
        hint = _by_title(index, member.title) or _nearest(index, ends[0])
        return f"cites {' and '.join(ends)}, which does not exist{hint}"
    return _wrong_title(index, member)


def _wrong_title(index: Index, member: Named) -> str:
    number = member.targets[-1]
    title = index.title(number)
    actual = f"but its title is “{title}”" if title else "which has no title"
    return f"cites {number} as “{member.title}”, {actual}{_by_title(index, member.title)}"


def _by_title(index: Index, title: str | None) -> str:
    """“; “Keel” is 203.4” for a quoted title that another number has."""
    wanted = fold_name(title or "")
    for node in index.nodes:
        if wanted and node.rule.title and fold_name(node.rule.title) == wanted:
            return f"; “{node.rule.title}” is {node.rule.number}"
    return ""


def _nearest(index: Index, number: str) -> str:
    """The existing number that comes before `number` under the nearest parent that exists."""
    above = index.family.parent(number)
    while above and above not in index:
        above = index.family.parent(above)
    if not above:
        return ""
    order = index.family.order
    before = [rule.number for rule in index.by_number[above].rule.rules if order(rule.number) < order(number)]
    return f"; the last before it is {max(before, key=order)}" if before else f"; {above} exists"
