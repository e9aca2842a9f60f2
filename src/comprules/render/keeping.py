"""What the commands about the archive and the cache print, for a person and as JSON records."""

from __future__ import annotations

import msgspec

from comprules.archive.checking import Oddity
from comprules.archive.folder import Edition
from comprules.archive.known import Known


class CacheRecord(msgspec.Struct, frozen=True):
    """`comprules cache info -f json`: sizes in bytes; `usable` tells whether the folder is this user's alone."""

    schema: str
    folder: str
    entries: int
    size: int
    limit: int
    usable: bool


class ArchiveRecord(msgspec.Struct, frozen=True):
    """`comprules archive list -f json`: every file, oldest release first."""

    schema: str
    folder: str
    editions: tuple[Edition, ...]


class ArchiveCheckRecord(msgspec.Struct, frozen=True):
    """`comprules archive check -f json`: what is odd about the folder."""

    schema: str
    folder: str
    oddities: tuple[Oddity, ...]


class KnownRecord(msgspec.Struct, frozen=True):
    """`comprules fetch --list -f json`: the releases that the program knows of, oldest first."""

    schema: str
    releases: tuple[Known, ...]


def cache_text(record: CacheRecord) -> str:
    """Where the cache is and what it holds, in two lines."""
    state = "" if record.usable else "; not used, since others may write there or it cannot be written"
    size = f"{record.size / 1e6:,.1f} of at most {record.limit / 1e6:,.0f} MB"
    return f"{record.folder}{state}\n{record.entries:,} entries, {size}\n"


def archive_text(folder: str, editions: tuple[Edition, ...]) -> str:
    """One line a file: date, family, the first digits of its sha256, name; several editions of a date are marked."""
    if not editions:
        return f"no releases in {folder}; add some with `comprules archive add FILE…`\n"
    lines = []
    dates = [(each.family, each.effective) for each in editions if each.problem is None]
    for each in editions:
        if each.problem is not None:
            lines.append(f"{'-':<10}  {'no release':<12}  {each.sha256[:8]}  {each.file}: {each.problem}")
            continue
        count = dates.count((each.family, each.effective))
        note = f"  (one of {count} of this date)" if count > 1 and each.effective else ""
        lines.append(
            f"{each.effective or 'no date':<10}  {each.family or '':<12}  {each.sha256[:8]}  {each.file}{note}"
        )
    return "\n".join(lines) + "\n"


def check_text(folder: str, oddities: tuple[Oddity, ...]) -> str:
    """One line an oddity."""
    if not oddities:
        return f"{folder}: nothing odd\n"
    return "".join(f"{each.code}: {', '.join(each.files)}: {each.message}\n" for each in oddities)
