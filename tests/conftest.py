"""What the tests share: the bundled samples, and the corpus of real documents where it is at hand."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from comprules import Release, read

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("COMPRULES_CORPUS", ROOT.parent / "shared" / "corpus"))
SAMPLES = tuple(ROOT / "data" / f"sample-{number}.txt" for number in (1, 2, 3))

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus of real documents at {CORPUS}")


def magic(since: str = "", folder: str = "magic") -> list[Path]:
    """The releases of the corpus from a date on; none where the corpus is absent."""
    return [path for path in sorted((CORPUS / folder).glob("*.txt")) if path.stem >= since]


@cache
def release(path: Path) -> Release:
    """The release at `path`, read once for all tests."""
    return read(path)


def expected(name: str) -> Any:
    """A hand-written expectation of tests/expected."""
    return json.loads((ROOT / "tests" / "expected" / f"{name}.json").read_text(encoding="utf-8"))
