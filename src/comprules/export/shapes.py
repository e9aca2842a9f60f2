"""The shapes of exports that are JSON, and their JSON Schemas: one name each, as `comprules schema NAME` takes it."""

from __future__ import annotations

from typing import Any

import msgspec

from comprules.export.about import AboutRecord
from comprules.export.academyruins import AcademyRuins
from comprules.export.chunks import Chunk, ChunkChange
from comprules.export.engine import EngineRecord
from comprules.export.keywords import KeywordsRecord

SHAPES: dict[str, type[msgspec.Struct]] = {
    "export": AboutRecord,
    "chunk": Chunk,
    "chunk-change": ChunkChange,
    "academyruins": AcademyRuins,
    "keywords-json": KeywordsRecord,
    "engine-json": EngineRecord,
}


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one of `SHAPES`. Raises KeyError for another name."""
    made = msgspec.json.schema(SHAPES[name])
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"comprules {name}", **made}
