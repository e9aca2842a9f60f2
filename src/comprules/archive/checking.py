"""What is odd about an archive, as values: files that are no releases, copies, several editions of a date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from comprules.archive.folder import Archive, Edition
from comprules.archive.kept import encode, release_of
from comprules.loader import read_bytes

Code = Literal["unreadable", "duplicate", "same-words", "editions", "undated"]


class Oddity(msgspec.Struct, frozen=True):
    """Something odd about the archive: what, in one sentence, and the files it concerns."""

    code: Code
    message: str
    files: tuple[str, ...]


def check(archive: Archive) -> tuple[Oddity, ...]:
    """What is odd about an archive: files that are no releases, copies of others, several editions of a date."""
    editions = archive.editions()
    found = [Oddity("unreadable", f"is no release: {each.problem}", (each.file,)) for each in editions if each.problem]
    groups: dict[str, list[Edition]] = {}
    for each in editions:
        if each.problem is None:
            groups.setdefault(each.sha256, []).append(each)
    for same in groups.values():
        if len(same) > 1:
            found.append(Oddity("duplicate", "have the same bytes", tuple(each.file for each in same)))
    dates: dict[tuple[str | None, str | None], list[Edition]] = {}
    for each in archive.releases():
        dates.setdefault((each.family, each.effective), []).append(each)
    for (_, date), group in dates.items():
        if date is None:
            found.extend(Oddity("undated", "states no date", (each.file,)) for each in group)
        elif len(group) > 1:
            found.extend(_editions(archive, date, group))
    return tuple(found)


def _editions(archive: Archive, date: str, group: list[Edition]) -> Iterator[Oddity]:
    """Of the files of one date, those that differ in encoding, line ends or the like alone, and those that differ."""
    from comprules.document.model import unplaced

    words: dict[bytes, list[str]] = {}
    for each in group:
        document = release_of(read_bytes(archive.path(each)), each.file).document
        words.setdefault(encode(unplaced(document)), []).append(each.file)
    for same in words.values():
        if len(same) > 1:
            yield Oddity("same-words", f"differ in encoding or layout alone, both of {date}", tuple(same))
    if len(words) > 1:
        firsts = tuple(same[0] for same in words.values())
        yield Oddity("editions", f"are {len(words)} editions of {date}; the last one counts", firsts)
