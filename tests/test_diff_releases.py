"""Comparing real releases: typography apart from changes, neighbours as neighbours."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from comprules.diff import diff
from tests.conftest import CORPUS, magic, needs_corpus, release


@needs_corpus
def test_stripped_typography_is_counted_and_real_changes_stand_out() -> None:
    got = diff(release(CORPUS / "magic" / "2018-10-05.txt"), release(CORPUS / "magic" / "2019-01-25.txt"))
    assert {kind: got.summary[kind] for kind in ("typography", "edited", "added", "removed")} == {
        "typography": 1414,
        "edited": 8,
        "added": 11,
        "removed": 0,
    }


COPIES = [path for path in magic("2015", "magic-copies") if "indented" not in path.stem]


@needs_corpus
@pytest.mark.parametrize("path", COPIES, ids=lambda path: str(path.stem))
def test_copies_differ_from_their_release_in_typography_alone(path: Path) -> None:
    got = diff(release(CORPUS / "magic" / f"{path.stem[:10]}.txt"), release(path))
    assert {change.kind for change in got.changes} <= {"typography"}
    assert {change.kind for change in got.glossary} <= {"typography"}
    assert not got.keywords
    assert not got.vocabularies


@needs_corpus
def test_neighbours_never_look_like_a_rewrite() -> None:
    for old, new in pairwise(magic("2015")):
        got = diff(release(old), release(new))
        assert not got.warnings
        assert len(got.pairs) > 0.95 * len(release(old).index.nodes)
