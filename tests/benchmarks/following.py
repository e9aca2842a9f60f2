"""All releases of the corpus in one run: parsed, neighbours compared, every rule followed."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile

from comprules import parse
from comprules.diff import diff
from tests.benchmarks.measure import head, row, seconds
from tests.conftest import magic

_CODE = """
import json, resource, sys, time
from comprules.cache import Cache, use
from comprules.history.trace import trace
use(Cache(sys.argv[1]))
begin = time.perf_counter()
history = trace(sys.argv[2:])
took = time.perf_counter() - begin
own, workers = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps({"seconds": took, "lineages": len(history.lineages), "own": own, "worker": workers}))
"""
_CORES = 2  # what the bounds are stated for


def run() -> None:
    """Print the figures; none where there is no corpus."""
    paths = magic()
    if not paths:
        return
    old, new = (path.read_bytes() for path in paths[-2:])

    def pairs() -> list[float]:  # taken before, between and after, since other work on the machine comes and goes
        return [seconds(lambda: diff(parse(old), parse(new)), 1) for _ in range(3)]

    with tempfile.TemporaryDirectory() as folder:
        measured, runs = pairs(), []
        for _ in range(2):
            runs.append(_trace(folder, [str(path) for path in paths]))
            measured += pairs()
    cold, warm = runs
    pair = statistics.median(measured)
    head(f"All {len(paths)} releases; the newest two parsed and compared take {pair:.2f} s, and are 1")
    row(f"parsed, compared, {cold['lineages']:,.0f} rules and terms followed", cold["seconds"] / pair, "pairs", 60)
    row("the same again", warm["seconds"] / pair, "pairs", 6)
    workers = min(_CORES, os.cpu_count() or 1)
    row("memory at its peak, workers included", (cold["own"] + workers * cold["worker"]) / 1e6, "GB", 1.5)


def _trace(folder: str, paths: list[str]) -> dict[str, float]:
    done = subprocess.run([sys.executable, "-c", _CODE, folder, *paths], stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found
