"""What every export that is a folder says of itself: its format, and the releases that it was made of."""

from __future__ import annotations

import msgspec

from comprules.export.shelf import Shelf
from comprules.render.json import encode


class ReleaseNote(msgspec.Struct, frozen=True):
    """A release that an export was made of."""

    effective: str | None
    title: str | None
    name: str
    sha256: str


class AboutRecord(msgspec.Struct, frozen=True):
    """`about.json` in the folder of an export: the format, and the releases oldest first."""

    schema: str
    format: str
    releases: tuple[ReleaseNote, ...]


def about(form: str, shelf: Shelf) -> bytes:
    """The content of `about.json` for an export of a shelf in a format."""
    notes = tuple(ReleaseNote(each.effective, each.document.title, each.name, each.sha256) for each in shelf)
    return encode(AboutRecord("comprules/export/1", form, notes))
