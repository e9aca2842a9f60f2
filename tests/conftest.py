"""What the tests share: the bundled samples, and the corpus of real documents where it is at hand."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from comprules import Release, read

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from comprules.diff.model import Diff

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("COMPRULES_CORPUS", ROOT.parent / "shared" / "corpus"))
SAMPLES = tuple(ROOT / "data" / f"sample-{number}.txt" for number in (1, 2, 3))

# Whoever runs the tests keeps his own cache and archive.
_kept = tempfile.TemporaryDirectory(prefix="comprules-tests-")
os.environ["COMPRULES_CACHE"] = str(Path(_kept.name) / "cache")
os.environ["COMPRULES_ARCHIVE"] = str(Path(_kept.name) / "archive")

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus of real documents at {CORPUS}")


def magic(since: str = "", folder: str = "magic") -> list[Path]:
    """The releases of the corpus from a date on; none where the corpus is absent."""
    return [path for path in sorted((CORPUS / folder).glob("*.txt")) if path.stem >= since]


@cache
def release(path: Path) -> Release:
    """The release at `path`, read once for all tests."""
    return read(path)


@cache
def compared(old: Path, new: Path) -> Diff:
    """The comparison of two releases, made once for all tests."""
    from comprules.diff.compare import diff

    return diff(release(old), release(new))


def expected(name: str) -> Any:
    """A hand-written expectation of tests/expected."""
    return json.loads((ROOT / "tests" / "expected" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; tests that need it skip where there is none."""
    from tests.browser import CHROMIUM, launched

    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with launched() as found:
        yield found


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the viewer of the sample that has slips, viewer.html, and its indices, index.html."""
    return _pages(SAMPLES[2], tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="session")
def newest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the same two pages of the newest real release."""
    return _pages(magic()[-1], tmp_path_factory.mktemp("newest"))


@pytest.fixture(scope="session")
def comparisons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with comparisons of the samples: 12.html, which links into a viewer, 23.html, and 23-full.html."""
    from comprules.render.html.beside import Beside
    from comprules.render.html.comparison import comparison

    folder = tmp_path_factory.mktemp("comparisons")
    (folder / "12.html").write_text(comparison(compared(*SAMPLES[:2]), beside=Beside("viewer.html")), encoding="utf-8")
    (folder / "23.html").write_text(comparison(compared(*SAMPLES[1:])), encoding="utf-8")
    (folder / "23-full.html").write_text(comparison(compared(*SAMPLES[1:]), full=True), encoding="utf-8")
    return folder


PAIRS = {
    "near": ("2026-02-27", "2026-04-17"),
    "mid": ("2018-10-05", "2019-01-25"),
    "large": ("2015-01-23", "2026-04-17"),
}


@pytest.fixture(scope="session")
def real(newest: Path) -> Path:
    """The folder of `newest` with three comparisons that link to it: near.html, mid.html, large.html."""
    from comprules.render.html.beside import Beside
    from comprules.render.html.comparison import comparison

    for name, dates in PAIRS.items():
        old, new = (CORPUS / "magic" / f"{date}.txt" for date in dates)
        page = comparison(compared(old, new), beside=Beside("viewer.html", "old.html", indices="index.html"))
        (newest / f"{name}.html").write_text(page, encoding="utf-8")
    return newest


def _pages(path: Path, folder: Path) -> Path:
    from comprules.render.html.beside import Beside
    from comprules.render.html.indices import indices
    from comprules.render.html.viewer import viewer

    (folder / "viewer.html").write_text(viewer(release(path)), encoding="utf-8")
    (folder / "index.html").write_text(indices(release(path), beside=Beside("viewer.html")), encoding="utf-8")
    return folder
