"""Citations in somebody's own files as records: what `comprules cite` says to programs, and what its texts are made of.

Lines and columns count from 1, columns in characters; `end` is the column after the last character, counted from the
beginning of the line of the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from comprules.cite.lines import Lines

if TYPE_CHECKING:
    from comprules.analysis.citations import Citation
    from comprules.cite.checks import Checked, Flaw
    from comprules.cite.migration import Migration


class FlawRecord(msgspec.Struct, frozen=True):
    """What is wrong with one number of a citation: `number` as it is cited, the likely numbers, and a sentence."""

    number: str
    code: str
    now: tuple[str, ...]
    message: str


class CitationRecord(msgspec.Struct, frozen=True):
    """A citation: where, as written, the numbers it names, and what is wrong; `code` is null where nobody checked.

    `code`, `now` and `message` are those of the gravest of the `flaws`.
    """

    file: str
    line: int
    column: int
    end: int
    raw: str
    targets: tuple[str, ...]
    code: str | None
    now: tuple[str, ...]
    message: str
    flaws: tuple[FlawRecord, ...]


class CitationsRecord(msgspec.Struct, frozen=True):
    """`comprules cite list PATH… -f json` and `comprules cite check PATH… -f json`."""

    schema: str
    citations: tuple[CitationRecord, ...]


class RewriteRecord(msgspec.Struct, frozen=True):
    """Characters of a line that were written anew."""

    line: int
    column: int
    end: int
    old: str
    new: str


class LeftRecord(msgspec.Struct, frozen=True):
    """A citation that was left for a person: what became of its number, and the numbers that may be meant now."""

    line: int
    column: int
    end: int
    raw: str
    number: str
    code: str
    now: tuple[str, ...]
    message: str


class MigratedFile(msgspec.Struct, frozen=True):
    """A file with citations that were rewritten or left."""

    file: str
    rewrites: tuple[RewriteRecord, ...]
    left: tuple[LeftRecord, ...]


class MigrationRecord(msgspec.Struct, frozen=True):
    """`comprules cite migrate PATH… -f json`; `written` tells whether the files were written."""

    schema: str
    written: bool
    files: tuple[MigratedFile, ...]


def listed(file: str, text: str, citations: Iterable[tuple[Citation, Sequence[str]]]) -> list[CitationRecord]:
    """The records of citations of a file with the numbers that each names, unchecked."""
    lines = Lines(text)
    return [
        CitationRecord(
            file, *_place(lines, each.start, each.end), printable(each.raw), tuple(targets), None, (), "", ()
        )
        for each, targets in citations
    ]


def checked(file: str, text: str, citations: Iterable[Checked]) -> list[CitationRecord]:
    """The records of the checked citations of a file."""
    lines = Lines(text)
    found = []
    for each in citations:
        citation = each.citation
        members = citation.members
        flaws = tuple(FlawRecord(members[flaw.member].first, *_said(flaw)) for flaw in each.flaws)
        worst = next((flaw for flaw in flaws if flaw.code == each.code), None)
        now, message = (worst.now, worst.message) if worst else ((), "")
        place = _place(lines, citation.start, citation.end)
        found.append(
            CitationRecord(file, *place, printable(citation.raw), each.targets, each.code, now, message, flaws)
        )
    return found


def printable(text: str) -> str:
    """`text` without the lone surrogates that stand for the stray bytes of a file."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _said(flaw: Flaw) -> tuple[str, tuple[str, ...], str]:
    return flaw.code, flaw.now, flaw.message


def migrated(file: str, text: str, migration: Migration) -> MigratedFile:
    """The record of a migrated file; places are those of the old text."""
    lines = Lines(text)
    return MigratedFile(
        file,
        tuple(RewriteRecord(*_place(lines, each.start, each.end), each.old, each.new) for each in migration.rewrites),
        tuple(
            LeftRecord(
                *_place(lines, each.start, each.end),
                printable(each.raw),
                each.number,
                each.code,
                each.now,
                each.message,
            )
            for each in migration.left
        ),
    )


def _place(lines: Lines, start: int, end: int) -> tuple[int, int, int]:
    line, column = lines.position(start)
    return line, column, column + end - start


def without_known(records: Sequence[CitationRecord], known: Sequence[CitationRecord]) -> list[CitationRecord]:
    """`records` without the flaws that `known` ones have: of the same file, written alike, with the same code.

    Where they stand does not matter, since lines move; as many are left out as are known.
    """
    counts = Counter((each.file, each.raw, each.code or "ok") for each in known if each.code != "ok")
    kept = []
    for each in records:
        key = (each.file, each.raw, each.code or "ok")
        if counts[key]:
            counts[key] -= 1
        else:
            kept.append(each)
    return kept
