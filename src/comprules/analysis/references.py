"""Every reference of a document, and whether it finds what it names.

Takes the tree and its index, gives one `Reference` a citation in document order: rule texts with their examples, then
the glossary. A glossary entry may also refer to other entries (“See Keel.”). A reference is dangling if one of the
numbers or terms it names does not exist, and a title mismatch if it quotes a title that its target does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from comprules.analysis.index import Index, fold_name
from comprules.analysis.see import See, find_see
from comprules.document.model import Document

if TYPE_CHECKING:
    from comprules.analysis.citations import Citation, Member

Status = Literal["resolved", "dangling", "title-mismatch"]
Part = Literal["text", "example", "glossary"]


class Named(msgspec.Struct, frozen=True, gc=False):
    """One thing that a reference names: a number, a range, or a glossary entry.

    It stands at the characters `start` to `end` of the text, half-open. `first` and `last` are the numbers it writes,
    `last` in full and None where it is no range; `title` is the title it quotes; `targets` are the numbers that
    exist. `term` is the glossary entry meant, of a see-reference.
    """

    start: int
    end: int
    first: str | None
    last: str | None
    title: str | None
    targets: tuple[str, ...]
    status: Status
    term: str | None = None


class Reference(msgspec.Struct, frozen=True, gc=False, rename={"number": "from"}):
    """A place in a text that names rules or glossary entries.

    It stands in the rule `number` or the entry `term`; in its text, example `index` or glossary text, at the characters
    `start` to `end`, half-open. `targets` are the numbers it names that exist, a range as its members; `title` the
    first title it quotes; `to` the glossary entries it names; `named` the numbers it writes, of a range the first and
    the last, whether or not they exist. `at` is the position of its rule among all nodes, or of its entry in the
    glossary; `members` are the things it names, one by one.
    """

    number: str | None
    term: str | None
    part: Part
    index: int
    start: int
    end: int
    raw: str
    targets: tuple[str, ...]
    title: str | None
    status: Status
    to: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    at: int = 0
    members: tuple[Named, ...] = ()


def resolve(document: Document, index: Index) -> tuple[Reference, ...]:
    """All references of `document`."""
    found: list[Reference] = []
    from comprules.analysis.citations import citer  # only here: who reads kept references needs no grammar

    cite = citer(index.family)
    for at, node in enumerate(index.nodes):
        rule = node.rule
        if rule.text and (cited := cite(rule.text)):
            found.extend(_reference(index, each, rule.number, None, "text", 0, at) for each in cited)
        for place, example in enumerate(rule.examples):
            found.extend(_reference(index, each, rule.number, None, "example", place, at) for each in cite(example))
    for at, entry in enumerate(document.glossary):
        numbered = [_reference(index, each, None, entry.term, "glossary", 0, at) for each in cite(entry.text)]
        named = [_see(each, entry.term, at) for each in find_see(index, entry)]
        found.extend(sorted(numbered + named, key=lambda reference: reference.start) if named else numbered)
    return tuple(found)


def _see(see: See, term: str, at: int) -> Reference:
    """The reference of a glossary entry to other entries."""
    status: Status = "resolved" if see.whole else "dangling"
    members = tuple(
        Named(start, end, None, None, None, (), "resolved" if name else "dangling", name)
        for start, end, name in see.names
    )
    to = tuple(name for _, _, name in see.names if name)
    return Reference(None, term, "glossary", 0, see.start, see.end, see.raw, (), None, status, to, (), at, members)


def _reference(
    index: Index, citation: Citation, number: str | None, term: str | None, part: Part, place: int, at: int
) -> Reference:
    start, end, raw, cited = citation
    if len(cited) == 1:
        named = _named(index, cited[0])
        written = (named.first, named.last) if named.last else (named.first,)
        return Reference(
            *(number, term, part, place, start, end, raw, named.targets, named.title, named.status),
            *((), written, at, (named,)),  # type: ignore[arg-type]
        )
    members = tuple(_named(index, member) for member in cited)
    return Reference(
        *(number, term, part, place, start, end, raw),
        targets=tuple(dict.fromkeys(target for member in members for target in member.targets)),
        title=next((member.title for member in members if member.title), None),
        status=_worst(members),
        named=tuple(each for member in members for each in (member.first, member.last) if each),
        at=at,
        members=members,
    )


def _worst(members: tuple[Named, ...]) -> Status:
    statuses = {member.status for member in members}
    return "dangling" if "dangling" in statuses else "title-mismatch" if "title-mismatch" in statuses else "resolved"


def _named(index: Index, member: Member) -> Named:
    """A member with the numbers that it names; of a range its two ends must exist."""
    first = member.first
    last = index.family.completed(first, member.last) if member.last else None
    if last is None:
        targets = [first] if first in index else []
        whole = bool(targets)
    else:
        targets = [number for number in index.family.between(first, last) if number in index]
        whole = first in targets and last in targets
    status: Status = "resolved" if whole else "dangling"
    if whole and member.title and not is_titled(index, targets[-1], member.title):
        status = "title-mismatch"
    return Named(member.start, member.end, first, last, member.title, tuple(targets), status)


def is_titled(index: Index, number: str, title: str) -> bool:
    """Whether `title` is that of `number`, or all of its text."""
    rule = index.by_number[number].rule
    return fold_name(rule.title or rule.text or "") == fold_name(title)
