"""What other tools read: one release and all of them as a database, searches in it, passages, answers to models."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from comprules import parse
from comprules.diff import diff
from comprules.export import exporters
from comprules.export.shelf import Shelf
from comprules.mcp.answers import Answers
from tests.benchmarks.measure import head, newest, processor_seconds, row, seconds
from tests.conftest import magic

_WORDS = ("trample", '"first strike"', "creature AND damage", "rule OR player")
_SEARCH = """SELECT rules.number, rules.text FROM rules_fts JOIN rules ON rules.id = rules_fts.rowid
             WHERE rules_fts MATCH ? ORDER BY rules_fts.rank LIMIT 20"""
_CODE = """
import sys
from pathlib import Path
from comprules.cache import Cache, use
from comprules.export import exporters
from comprules.export.shelf import Shelf
use(Cache(sys.argv[1]))
exporters.get("sqlite").write(Shelf(sys.argv[3:]), Path(sys.argv[2]))
"""


def run() -> None:
    """Print the figures; those of all releases only where there is a corpus."""
    with tempfile.TemporaryDirectory() as folder:
        _one(Path(folder))
        if magic():
            _all(Path(folder))


def _one(folder: Path) -> None:
    path = newest()
    content = path.read_bytes()
    unit = seconds(lambda: _known(content), 3)
    head(f"The newest release as other tools read it; reading it with all its tables takes {unit:.2f} s, and is 1")
    shelf = Shelf([str(path)])

    def write(form: str) -> Callable[[], None]:
        def made() -> None:
            (folder / form).unlink(missing_ok=True)
            exporters.get(form).write(shelf, folder / form)

        return made

    for form, bound in (("sqlite", 1.5), ("chunks", 0.6), ("engine-json", 0.2)):
        write(form)()  # the tables are read before, once
        row(f"{form}, once the release is read", seconds(write(form), 3) / unit, "readings", bound)
    row("size of the database", (folder / "sqlite").stat().st_size / len(content), "documents", 6)
    row("a search in it, the slowest of four", _slowest(folder / "sqlite"), "ms", 10)
    answers = Answers(shelf)
    number = shelf.newest.keywords[0].number
    row("get_rule for a model", seconds(lambda: answers.rule(number, None, True)) * 1000, "ms", 1)


def _known(content: bytes) -> None:
    release = parse(content)
    for table in (release.references, release.keywords, release.vocabularies, release.diagnostics):
        assert table is not None


def _slowest(path: Path) -> float:
    """Milliseconds of the processor for the slowest of some searches."""
    with closing(sqlite3.connect(path)) as database:

        def search(words: str) -> float:
            return min(_processor(lambda: database.execute(_SEARCH, (words,)).fetchall()) for _ in range(7))

        return max(map(search, _WORDS)) * 1000


def _all(folder: Path) -> None:
    paths = magic()
    old, new = (path.read_bytes() for path in paths[-2:])
    pair = min(_processor(lambda: diff(parse(old), parse(new))) for _ in range(3))
    head(f"All {len(paths)} releases as one database; the newest two parsed and compared take {pair:.2f} s, and are 1")
    database = folder / "all"
    command = [sys.executable, "-c", _CODE, str(folder / "cache"), str(database), *map(str, paths)]
    begin = time.perf_counter()
    took = processor_seconds(command, {}, 1)  # of all processes: what else the machine does is not measured
    elapsed = time.perf_counter() - begin
    row(f"parsed, compared, followed and written, in {elapsed:.0f} s", took / pair, "pairs", 300)
    row("its size", database.stat().st_size / 1e6, "MB", 250)
    row("a search in all of them, the slowest of four", _slowest(database), "ms", 500)


def _processor(action: Callable[[], object]) -> float:
    begin = time.process_time()
    action()
    return time.process_time() - begin
