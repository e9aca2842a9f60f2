"""A site of every release: a cold build, one release added, nothing to do; seconds, bytes, memory of a process."""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from comprules.site.build import build
from tests.benchmarks.measure import CORPUS, head, row

_COLD = 480.0  # seconds
_ADDED = 60.0
_SIZE = 600.0  # megabytes of the site, and of the memory of a process


def run() -> None:
    """Print the figures."""
    paths = [str(path) for path in sorted((CORPUS / "magic").glob("*.txt"))]
    if not paths:
        return
    head(f"A site of {len(paths)} releases")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "site"
        _timed("a cold build of all but the newest", paths[:-1], target, _COLD)
        built = _timed("the newest added", paths, target, _ADDED)
        _timed("nothing to do", paths, target, _ADDED / 4)
        row("size of the site", built / 1e6, "MB", _SIZE)
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    row("memory of the largest process", peak / 1e3, "MB", _SIZE)


def _timed(what: str, paths: list[str], target: Path, bound: float) -> int:
    """Build, print how long it took; gives the bytes."""
    begin = time.perf_counter()
    built = build(paths, target)
    row(what, time.perf_counter() - begin, "seconds", bound)
    return built.size
