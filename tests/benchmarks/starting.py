"""What a person waits for: whole processes, in the processor time of `python -c pass`; medians of five."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.measure import head, newest, processor_seconds, row
from tests.conftest import magic

_PROGRAM = (sys.executable, "-c", "from comprules.cli import main; main()")


def run() -> None:
    """Print the figures."""
    bare = processor_seconds((sys.executable, "-c", "pass"), {}, 9)
    head(f"Starting; python -c pass takes {bare * 1e3:.1f} ms of the processor, and is 1")
    row("comprules --help", processor_seconds((*_PROGRAM, "--help"), {}) / bare, "times", 5)
    with tempfile.TemporaryDirectory() as folder:
        cache = str(Path(folder) / "cache")
        number = "702.19b" if magic() else "302.5"
        first, second = _twice(("show", number, str(newest())), cache)
        row(f"show {number}, for the first time", first / bare, "times", 18)
        row(f"show {number}, again", second / bare, "times", 6)
        if magic():
            _, second = _twice(("diff", *(str(path) for path in magic()[-2:])), cache)
            row("diff of neighbours, again", second / bare, "times", 12)


def _twice(arguments: tuple[str, ...], cache: str) -> tuple[float, float]:
    """Processor seconds of a command with an empty cache, and with the one that it left."""
    environment = {"COMPRULES_CACHE": cache}
    firsts = []
    for _ in range(5):
        shutil.rmtree(cache, ignore_errors=True)
        firsts.append(processor_seconds((*_PROGRAM, *arguments), environment, 1))
    return statistics.median(firsts), processor_seconds((*_PROGRAM, *arguments), environment)
