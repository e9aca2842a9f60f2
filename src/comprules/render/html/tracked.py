"""A text with its edits and the citations of both sides in them, as HTML.

Offsets of a citation count in the text of its own release, those of a run in the two texts interleaved; a citation is
cut where an edit cuts it. In “rule ~~204.1~~ **204.3**” the first number leads to what it named in the old release.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from comprules.diff.model import Diff
from comprules.render.changes import Passage, Run
from comprules.render.html.linking import Links
from comprules.render.html.prose import Citations, Place, markup
from comprules.render.marks import Mark, cited, flatten, symbols


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

    def text(self, passage: Passage, old: Written | None = None, new: Written | None = None) -> str:
        """A passage as HTML; `old` and `new` are its two texts, None where there is none or nothing is cited."""
        whole = "".join(run.text for run in passage.runs)
        marks = list(_edits(passage.runs))
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


def _edits(runs: list[Run]) -> Iterator[Mark]:
    at = 0
    for run in runs:
        if run.op != "same":
            yield Mark(at, at + len(run.text), "insert" if run.op == "inserted" else "delete")
        at += len(run.text)


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
