"""Whether confidence means what it says: of pairs at 0.9, nine in ten should be right.

Truth is known where a release was made by editing another, and where a rule can be followed step by step through the
releases between two that are far apart.
"""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from comprules import parse, read
from comprules.diff import diff
from comprules.diff.model import Diff
from tests.benchmarks.measure import CORPUS, ROOT, head
from tests.editor import Editor

EDITS = ("insert", "delete", "move", "swap", "reword", "rewrite", "imitate", "split", "split_off", "merge")
FAR = (("2003-03-15", "2010-07-16"), ("2010-02-01", "2026-04-17"))
_BANDS = (0.99, 0.95, 0.9, 0.8, 0.6, 0.0)
Judged = list[tuple[float, bool]]


def run() -> None:
    """Print the tables."""
    releases = sorted((CORPUS / "magic").glob("*.txt"))
    edited = releases[40::12] or [ROOT / "data" / "sample-2.txt"]
    _table("Confidence of pairs in made releases, words changed", _made(edited))
    far = [_followed(releases, *dates) for dates in FAR if releases]
    if far:
        _table("Confidence of pairs of releases far apart, words changed", [each for judged in far for each in judged])


def _table(title: str, judged: Judged) -> None:
    head(title)
    for low, high in zip(_BANDS, (1.01, *_BANDS), strict=False):
        band = [right for confidence, right in judged if low <= confidence < high]
        if band:
            print(f"  {low:.2f} and more: {len(band):6,} pairs, {sum(band) / len(band):6.1%} right")


def _made(paths: list[Path]) -> Judged:
    judged: Judged = []
    for seed, path in enumerate(paths):
        old, dice = read(path), random.Random(seed)
        editor = Editor(old, seed)
        for _ in range(150):
            getattr(editor, dice.choice(EDITS))()
        written, became, _ = editor.written()
        found = diff(old, parse(written, "new"))
        numbers = _numbers(found)
        reached = _reached(found)
        for pair in found.pairs:
            before = numbers[0][pair.old]
            right = became.get(before) in {numbers[1][at] for at in reached[pair.old]}
            if pair.by not in ("words", "citations"):
                judged.append((pair.confidence, right))
    return judged


def _followed(releases: list[Path], first: str, last: str) -> Judged:
    """The pairs of two releases, against what each rule became from one release to the next."""
    paths = [path for path in releases if first <= path.stem <= last]
    read_once = [read(path) for path in paths]
    truth = {at: {at} for at in range(len(read_once[0].index.nodes))}
    for old, new in pairwise(read_once):
        step = _reached(diff(old, new))
        truth = {at: {after for place in places for after in step[place]} for at, places in truth.items()}
    found = diff(read_once[0], read_once[-1])
    return [
        (pair.confidence, pair.new in truth[pair.old]) for pair in found.pairs if pair.by not in ("words", "citations")
    ]


def _reached(found: Diff) -> dict[int, set[int]]:
    """The positions that each rule became, the parts of splits and mergers included."""
    reached: dict[int, set[int]] = defaultdict(set)
    for pair in found.pairs:
        reached[pair.old].add(pair.new)
    for each in found.divisions:
        for part in each.parts_at:
            old, new = (each.whole_at, part) if each.kind == "split" else (part, each.whole_at)
            reached[old].add(new)
    return reached


def _numbers(found: Diff) -> tuple[list[str], list[str]]:
    return (
        [node.rule.number for node in found.old.index.nodes],
        [node.rule.number for node in found.new.index.nodes],
    )
