"""Real documents: counts that an independent reading found, and the laws."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from comprules import from_json, parse, text, to_json, unplaced, walk
from tests.conftest import CORPUS, magic, needs_corpus, release

MODERN = magic("2015")
# Diagnostics that account for a difference between the source and its canonical text.
REWRITTEN = {"missing-dot", "extra-dot", "example-label", "spaced-number", "decoration", "leaders", "page-break"}


@needs_corpus
@pytest.mark.parametrize("path", MODERN, ids=lambda path: str(path.stem))
def test_counts_of_an_independent_reading(path: Path) -> None:
    want = json.loads((CORPUS / "expected.json").read_text())[path.stem]
    got = release(path)
    levels = Counter(got.index.family.level(node.rule.number) for node in got.index.nodes)
    assert {
        "sha256": got.source.sha256,
        "sections": levels["section"],
        "chapters": levels["chapter"],
        "rules": levels["rule"],
        "subrules": levels["subrule"],
        "examples": sum(len(rule.examples) for rule in walk(got.document.rules)),
        "glossary": len(got.document.glossary),
    } == want


@needs_corpus
@pytest.mark.parametrize("path", magic(), ids=lambda path: str(path.stem))
def test_laws_of_the_tree(path: Path) -> None:
    got = release(path)
    assert got.document.effective == path.stem
    canonical = text(got.document)
    assert unplaced(parse(canonical).document) == unplaced(got.document)
    assert from_json(to_json(got)).document == got.document
    if not REWRITTEN & {found.code for found in got.diagnostics}:
        assert "".join(canonical.split()) == "".join(got.source.text.split())


@needs_corpus
@pytest.mark.parametrize("path", MODERN, ids=lambda path: str(path.stem))
def test_modern_releases_have_only_the_slips_that_were_seen_in_their_lines(path: Path) -> None:
    seen: dict[str, set[str | None]] = {
        "missing-dot": {"606.5"},
        "extra-dot": {"118.1d", "119.1d", "702.124h", "702.124i"},
        "missing-space": {"901.4"},
        "missing-parent": {"724.3a", "724.3b", "724.3c"},
        "glued-term": {None},
    }
    for found in release(path).slips + release(path).diagnostics:
        assert found.code != "undecodable"
        if found.severity == "warning" and found.code not in ("dangling", "title-mismatch"):
            assert found.number in seen[found.code], found


@needs_corpus
@pytest.mark.parametrize("path", MODERN, ids=lambda path: str(path.stem))
def test_every_line_of_the_source_is_in_the_tree_once(path: Path) -> None:
    got = release(path)
    canonical = Counter("".join(line.split()) for line in text(got.document).split("\n") if line.strip())
    source = Counter("".join(line.split()) for line in got.source.text.split("\n") if line.strip())
    named = {found.line for found in got.slips}
    written = {"".join(line.split()) for at, line in enumerate(got.source.text.split("\n"), 1) if at in named}
    assert set((source - canonical).elements()) <= written
    assert (canonical - source).total() <= len(named) * 2
