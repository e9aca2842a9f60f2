"""The JSON contract: what other programs read. Field names and order are promises; new ones are added at the end.

Every output is a struct here, so that its JSON Schema (`schema`) and its decoder come from the same place.
"""

from __future__ import annotations

from typing import Any

import msgspec

from comprules.render.answers import CheckRecord, CodesRecord, IndexRecord, SearchRecord, ShowRecord
from comprules.render.cited import CitationsRecord, MigrationRecord
from comprules.render.diffjson import DiffRecord as DiffRecord
from comprules.render.diffjson import diff_record as diff_record
from comprules.render.families import FamiliesRecord
from comprules.render.history.records import BlameRecord, HistoryRecord, NumbersRecord
from comprules.render.keeping import ArchiveCheckRecord, ArchiveRecord, CacheRecord, KnownRecord
from comprules.render.published import PUBLISHED
from comprules.render.records import DocumentRecord, RuleRecord
from comprules.render.restored import RestoreRecord

OUTPUTS: dict[str, type[msgspec.Struct]] = {
    "document": DocumentRecord,
    "rule": RuleRecord,
    "check": CheckRecord,
    "codes": CodesRecord,
    "index": IndexRecord,
    "search": SearchRecord,
    "show": ShowRecord,
    "diff": DiffRecord,
    "restore": RestoreRecord,
    "history": HistoryRecord,
    "blame": BlameRecord,
    "numbers": NumbersRecord,
    "archive": ArchiveRecord,
    "archive-check": ArchiveCheckRecord,
    "cache": CacheRecord,
    "known": KnownRecord,
    "families": FamiliesRecord,
    **PUBLISHED,
    "citations": CitationsRecord,
    "migration": MigrationRecord,
}


def encode(record: Any) -> bytes:
    """A record as indented JSON in UTF-8, with a final line end."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def encode_lines(records: Any) -> bytes:
    """Records as JSON Lines: one a line, in UTF-8."""
    return msgspec.json.Encoder().encode_lines(records)


def schema(output: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one of `OUTPUTS`. Raises KeyError for another name."""
    made = msgspec.json.schema(OUTPUTS[output])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"comprules {output}", **made}
