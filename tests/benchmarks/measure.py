"""How the benchmarks measure, and the documents they measure on."""

from __future__ import annotations

import os
import re
import resource
import statistics
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = Path(os.environ.get("COMPRULES_CORPUS", ROOT.parent / "shared" / "corpus"))

# What anybody would write first: one match a line that takes number and text apart.
_LINE = re.compile(r"(\d{1,3})\.(?:(\d+)([a-z]{1,2})?)?\.? (.+)")


def newest() -> Path:
    """The newest release of the corpus, or the bundled sample where there is no corpus."""
    releases = sorted((CORPUS / "magic").glob("*.txt"))
    return releases[-1] if releases else ROOT / "data" / "sample-2.txt"


def seconds(action: Callable[[], object], runs: int = 7) -> float:
    """The fastest of `runs` runs."""
    best = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - begin)
    return best


def processor_seconds(arguments: Sequence[str], environment: Mapping[str, str], runs: int = 5) -> float:
    """The median of the processor time of a command, as a whole process with its children, over `runs` runs."""
    took = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(arguments, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(took)


def floor(text: str) -> float:
    """Seconds for one pass of a regular expression over the lines of `text`."""
    return seconds(lambda: [_LINE.match(line) for line in text.splitlines()])


def peak(action: Callable[[], object]) -> int:
    """The most bytes of Python objects alive at once while `action` runs."""
    tracemalloc.start()
    action()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


over: list[str] = []  # what was measured over its bound so far


def row(what: str, value: float, unit: str, bound: float) -> None:
    """Print one figure beside the bound it is held to; one that is over makes the whole run fail in the end."""
    verdict = "ok" if value <= bound else "OVER"
    if value > bound:
        over.append(f"{what}: {value:.2f} {unit}, at most {bound:g}")
    print(f"  {what:<58} {value:8.2f} {unit:<22} at most {bound:g}  {verdict}")


def head(title: str) -> None:
    """Print what the next figures are about."""
    print(f"\n{title}")
