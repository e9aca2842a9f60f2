"""Citations that a migration left: they keep the number of an older release until somebody writes them anew.

They are known again by their file, their line and their place in it, wherever the line has moved; in a line that was
edited, nothing is open any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from comprules.analysis.citations import Member
from comprules.cite.codes import Code
from comprules.cite.lines import Lines
from comprules.cite.messages import listed

# Hexadecimal digits of a hash: that two of a million lines have the same one is less likely than one in ten million.
_DIGITS = 16


class Open(msgspec.Struct, frozen=True):
    """A citation that was left: its file, the hash of its line, and where its number begins in it, blanks before the
    line aside; the number, the SHA-256 of the release it is of, and what became of it.
    """

    file: str
    line: str
    column: int
    number: str
    of: str
    code: Code
    now: tuple[str, ...]


OpenAt = Callable[[Member], Open | None]


def opened_in(text: str, still_open: Sequence[Open]) -> OpenAt:
    """Which of the citations of `text` are among `still_open`, those of its file: a function of a member."""
    if not still_open:
        return lambda member: None
    lines = Lines(text)
    known = {(each.line, each.column): each for each in still_open}
    return lambda member: known.get(place_of(member.start, lines))


def told(open_: Open) -> str:
    """What is said of a citation that was left."""
    became = {"removed": "was removed", "split": f"was split into {listed(open_.now)}"}
    said = became.get(open_.code, f"became {listed(open_.now)}" if open_.now else "became something else")
    return f"left by a migration: {open_.number} {said}"


def place_of(offset: int, lines: Lines) -> tuple[str, int]:
    """The hash of the line at `offset`, and how far into it that is, blanks before the line aside."""
    line = lines.line_at(offset)
    blanks = len(line) - len(line.lstrip())
    return line_hash(line), lines.position(offset)[1] - 1 - blanks


def line_hash(line: str) -> str:
    """The hash by which a line is known again, blanks around it aside."""
    return short_hash(line.strip().removeprefix("\ufeff"))


def short_hash(text: str) -> str:
    """The beginning of the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
