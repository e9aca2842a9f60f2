"""Comparing releases that are already read, against one regular-expression pass over the lines of the newer one.

The fastest of several runs counts, so that what a comparison keeps with a release (`Release.positions`) is there.
"""

from __future__ import annotations

import random
from pathlib import Path

from comprules import Release, parse, read
from comprules.diff import diff
from tests.benchmarks.measure import CORPUS, ROOT, floor, head, row, seconds
from tests.editor import Editor

FAR = (
    ("neighbours", "2026-02-27", "2026-04-17", 8),
    ("all typography stripped", "2018-10-05", "2019-01-25", 40),
    ("eleven years apart", "2015-01-23", "2026-04-17", 200),
)


def run() -> None:
    """Print the figures."""
    head("Comparing; one pass of a regular expression over the lines of the newer release is 1")
    for name, old, new, bound in FAR:
        paths = [CORPUS / "magic" / f"{date}.txt" for date in (old, new)]
        if all(path.exists() for path in paths):
            _row(name, _warm(read(paths[0])), _warm(read(paths[1])), bound)
            if name == "neighbours":
                _from_bytes(*paths)
                _row("one keyword inserted, 500 renumbered", *_renumbered(read(paths[0])), 12)
    sample = [_warm(read(ROOT / "data" / f"sample-{number}.txt")) for number in (1, 2)]
    _row("the bundled sample", sample[0], sample[1], 60)
    _growth()


def _row(name: str, old: Release, new: Release, bound: float) -> None:
    row(name, seconds(lambda: diff(old, new)) / floor(new.source.text), "passes", bound)


def _from_bytes(*paths: Path) -> None:
    """Two files that nobody has read before, to what changed between them."""
    took = seconds(lambda: diff(read(paths[0]), read(paths[1])), 3)
    row("bytes of two releases to their comparison", took / floor(read(paths[1]).source.text), "passes", 64)


def _warm(release: Release) -> Release:
    """A release whose tables are made, so that the comparison alone is timed."""
    assert release.index.nodes
    assert release.references is not None
    assert release.keywords is not None
    return release


def _renumbered(release: Release) -> tuple[Release, Release]:
    editor = Editor(release, 1)
    chapter = max((chapter for section in editor.top for chapter in section.below), key=lambda each: len(each.below))
    chapter.below.insert(1, editor.fresh("", "Quayside"))
    return _warm(release), _warm(parse(editor.written()[0]))


def _growth() -> None:
    head("Two documents of unrelated rules; a tenth of the rules is 1")
    base, large = min(_first(1_000) for _ in range(5)), min(_first(10_000) for _ in range(2))
    row("10,000 rules each", large / base, "times", 14)


def _first(count: int) -> float:
    """The seconds of a comparison of documents that were never compared before."""
    releases = _unrelated(count)
    return seconds(lambda: diff(*releases), 1)


def _unrelated(count: int) -> tuple[Release, Release]:
    dice = random.Random(count)

    def document() -> str:
        lines = []
        for at in range(count):
            words = " ".join(f"w{dice.randint(0, 20 * count)}" for _ in range(20))
            lines.append(f"{100 + at // 100 % 900}.{1 + at % 100}. {words}.")
        return "\n".join(lines)

    return _warm(parse(document())), _warm(parse(document()))
