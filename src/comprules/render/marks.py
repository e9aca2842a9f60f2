"""What stands where in a text: spans that may overlap become flat runs, which every renderer can write without nesting.

A `Mark` says what some characters are: a citation of a rule, a glossary term, a symbol in braces, an edit. Spans of
several sources overlap freely; `flatten` cuts the text wherever one begins or ends, so that a run is marked as a whole.

    >>> [(run.text, [mark.kind for mark in run.marks]) for run in flatten("pay {T}", symbols("pay {T}"))]
    [('pay ', []), ('{T}', ['symbol'])]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from comprules.analysis.references import Named, Reference

Kind = Literal["reference", "mismatch", "broken", "see", "term", "symbol", "insert", "delete"]

_SYMBOL = re.compile(r"\{(?:[^{}\s]{1,12}|[A-Z]{1,8}(?: [A-Z0-9]{1,4}[+-]?[A-Z0-9]{0,4}){1,2})\}")


class Mark(NamedTuple):
    """Characters `start` to `end`, half-open, and what they are.

    `value` is the number cited (reference, mismatch), the glossary term meant (see, term), or a symbol without braces;
    empty for a broken reference, which names nothing that exists, and for edits.
    """

    start: int
    end: int
    kind: Kind
    value: str = ""


class Run(NamedTuple):
    """Characters that share their marks, which are in the order in which they were given."""

    text: str
    marks: tuple[Mark, ...]


def flatten(text: str, marks: Iterable[Mark]) -> list[Run]:
    """`text` cut into runs. Joining their texts gives `text`; spans are clipped to it, empty ones are left out."""
    size = len(text)
    kept = [mark for mark in marks if max(mark.start, 0) < min(mark.end, size)]
    if not kept:
        return [Run(text, ())] if text else []
    ordered = sorted(kept)
    if ordered[0].start >= 0 and all(one.end <= two.start for one, two in pairwise(ordered)):
        return list(_apart(text, ordered))
    return list(_overlapping(text, kept))


def _apart(text: str, marks: list[Mark]) -> Iterator[Run]:
    """Runs of marks that follow each other, as nearly all do."""
    at = 0
    for mark in marks:
        if mark.start > at:
            yield Run(text[at : mark.start], ())
        yield Run(text[mark.start : mark.end], (mark,))
        at = mark.end
    if at < len(text):
        yield Run(text[at:], ())


def _overlapping(text: str, kept: list[Mark]) -> Iterator[Run]:
    cuts = sorted({0, len(text), *(max(mark.start, 0) for mark in kept), *(min(mark.end, len(text)) for mark in kept)})
    opening: dict[int, list[int]] = {}
    for at, mark in enumerate(kept):
        opening.setdefault(max(mark.start, 0), []).append(at)
    active: list[int] = []
    for start, end in pairwise(cuts):
        active = sorted([at for at in active if kept[at].end > start] + opening.get(start, []))
        yield Run(text[start:end], tuple(kept[at] for at in active))


def paragraphs(text: str, marks: Iterable[Mark]) -> list[list[Run]]:
    """The runs of each line of `text`, the line ends left out."""
    marks = list(marks)
    if "\n" not in text:
        return [flatten(text, marks)]
    found: list[list[Run]] = []
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        within = [mark for mark in marks if mark.start < end and mark.end > start]
        found.append(flatten(line, [mark._replace(start=mark.start - start, end=mark.end - start) for mark in within]))
        start = end + 1
    return found


def symbols(text: str) -> list[Mark]:
    """Every symbol in braces, such as `{T}`."""
    if "{" not in text:
        return []
    return [Mark(*found.span(), "symbol", found.group()[1:-1]) for found in _SYMBOL.finditer(text)]


def first_uses(text: str, uses: Iterable[Mark]) -> list[Mark]:
    """Of the uses of terms in `text`, in order, the first of each term in each line."""
    seen: set[tuple[str, int]] = set()
    found: list[Mark] = []
    for use in uses:
        key = use.value, text.count("\n", 0, use.start)
        if key not in seen:
            seen.add(key)
            found.append(use)
    return found


def cited(reference: Reference) -> list[Mark]:
    """The marks of one reference.

    A reference to one thing is marked whole; of several, each is marked that is written out. What does not exist is
    broken.
    """
    kind: Kind = "mismatch" if reference.status == "title-mismatch" else "reference"
    if len(reference.members) == 1:
        return [_mark(reference.members[0], reference.start, reference.end, kind)]
    return [_mark(member, member.start, member.end, kind) for member in reference.members]


def _mark(member: Named, start: int, end: int, kind: Kind) -> Mark:
    if member.term is not None:
        return Mark(start, end, "see", member.term)
    return Mark(start, end, kind, member.targets[0]) if member.targets else Mark(start, end, "broken")
