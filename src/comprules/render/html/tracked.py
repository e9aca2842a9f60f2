"""A text with its edits and the citations of both sides in them, as HTML.

Offsets of a citation count in the text of its own release, those of a run in the two texts interleaved; a citation is
cut where an edit cuts it. In “rule ~~204.1~~ **204.3**” the first number leads to what it named in the old release.
Blanks at the ends of an edit say nothing and are marked apart, `b`; a number that only follows its rule is marked `f`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from comprules.diff.model import Diff
from comprules.render.changes import Passage, Run
from comprules.render.html.linking import Links
from comprules.render.html.prose import Citations, Place, markup
from comprules.render.marks import Kind, Mark, cited, flatten, symbols

Followed = Callable[[str, str], bool]  # whether a deleted and an inserted text are a reference that follows


def nothing_follows(old: str, new: str) -> bool:
    """Where no reference follows its target."""
    return False


class Written(NamedTuple):
    """The whole text of a passage in one release, and its place there."""

    place: Place
    text: str


class _Piece(NamedTuple):
    """A run of one side: where it begins among all runs, where in the text of its side, and how long it is."""

    at: int
    own: int
    size: int


class Tracked:
    """The texts of one comparison."""

    def __init__(self, diff: Diff, links: Links) -> None:
        self.links = links
        self.old, self.new = Citations(diff.old), Citations(diff.new)

    def text(
        self,
        passage: Passage,
        old: Written | None = None,
        new: Written | None = None,
        followed: Followed = nothing_follows,
    ) -> str:
        """A passage as HTML; `old` and `new` are its two texts, None where there is none or nothing is cited."""
        whole = "".join(run.text for run in passage.runs)
        marks = list(_edits(passage.runs, followed))
        if new:
            marks += self._cited(new, False, list(_pieces(passage.runs, ("same", "inserted"))))
        if old:
            marks += self._cited(old, True, list(_pieces(passage.runs, ("deleted",) if new else ("same", "deleted"))))
        marks += symbols(whole)
        return markup(flatten(whole, marks), lambda mark: mark.value)

    def _cited(self, side: Written, is_old: bool, pieces: list[_Piece]) -> Iterator[Mark]:
        """The citations of one side, their values being addresses."""
        if not pieces:
            return
        for reference in (self.old if is_old else self.new).references(side.text, side.place):
            for mark in cited(reference):
                to = "" if mark.kind == "broken" else self.links.target(mark, is_old)
                if to or mark.kind == "broken":
                    yield from _cut(mark._replace(value=to), pieces, side.text)


def _edits(runs: list[Run], followed: Followed) -> Iterator[Mark]:
    """The marks of what was inserted and deleted."""
    following = {
        place
        for at, (one, two) in enumerate(pairwise(runs))
        if (one.op, two.op) == ("deleted", "inserted") and followed(one.text.strip(), two.text.strip())
        for place in (at, at + 1)
    }
    only_blanks = all(not run.text.strip() for run in runs if run.op != "same")
    at = 0
    for place, run in enumerate(runs):
        end = at + len(run.text)
        if run.op != "same":
            kind: Kind = "insert" if run.op == "inserted" else "delete"
            first = at if only_blanks else end - len(run.text.lstrip())
            last = end if only_blanks else max(first, at + len(run.text.rstrip()))
            value = "f" if place in following else ""
            yield from (Mark(at, first, kind, "b"), Mark(first, last, kind, value), Mark(last, end, kind, "b"))
        at = end


def _pieces(runs: list[Run], ops: tuple[str, ...]) -> Iterator[_Piece]:
    """The runs of one side."""
    at = 0
    for run in runs:
        if run.op in ops:
            yield _Piece(at, run.at, len(run.text))
        at += len(run.text)


def _cut(mark: Mark, pieces: list[_Piece], text: str) -> Iterator[Mark]:
    """A mark in each piece that holds all of it, or some of its number: the word “rule” alone is no link."""
    for piece in pieces:
        start, end = max(mark.start, piece.own), min(mark.end, piece.own + piece.size)
        if start < end and ((start, end) == mark[:2] or any(letter.isdigit() for letter in text[start:end])):
            by = piece.at - piece.own
            yield mark._replace(start=start + by, end=end + by)
