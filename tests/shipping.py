"""The parsers that come with the program: `make parsers` writes them, and a test tells when that is due."""

from __future__ import annotations

from typing import Any

import pytest

from comprules import parsers, read
from comprules.families import grammars
from tests.conftest import ROOT, SAMPLES

FOLDER = ROOT / "data" / "parsers"


def shipped() -> dict[str, bytes]:
    """What `data/parsers` should hold: the parsers that reading a sample needs, by name."""
    found: dict[str, bytes] = {}

    def recorded(text: str, **options: Any) -> Any:
        plain = {name: value for name, value in options.items() if name != "transformer"}
        name, tables = parsers.ship(text, **plain)
        found.setdefault(name, tables)
        return parsers.build(text, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(grammars, "build", recorded)
        _forget()
        assert read(SAMPLES[0]).references
    _forget()
    return found


def _forget() -> None:
    """Let nothing that holds a parser be taken from an earlier call."""
    from comprules.analysis import citations
    from comprules.document import builder
    from comprules.families import openings

    for module in (builder, openings, citations, grammars):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    grammars._documents.clear()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.json"):
        path.unlink()
    for name, tables in shipped().items():
        (FOLDER / name).write_bytes(tables)
