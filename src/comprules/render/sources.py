"""What every JSON output says of the documents it was made from."""

from __future__ import annotations

import msgspec

from comprules.source import Source


class SourceRecord(msgspec.Struct, frozen=True):
    """Where a document came from."""

    name: str
    sha256: str
    encoding: str
    newlines: str
    bytes: int
    lines: int


def source_record(source: Source) -> SourceRecord:
    """What the contract says of a source."""
    return SourceRecord(source.name, source.sha256, source.encoding, source.newlines, source.bytes, source.lines)
