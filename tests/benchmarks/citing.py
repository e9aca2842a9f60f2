"""Citations in a large tree: finding them against grep with the simplest such pattern, growth, memory."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from comprules import read
from tests.benchmarks.measure import head, newest, row

_PATTERN = r"(CR|rules?) [0-9]{3}(\.[0-9]+[a-z]?)?"
_MEGABYTE = 1_000_000
_WORDS = (
    *("return", "int", "value", "the", "of", "player", "creature", "damage", "state", "count", "if", "else", "for"),
    *("while", "import", "static", "public", "void", "string", "object", "list", "rule", "number", "apply", "effect"),
)


class Cost(NamedTuple):
    """What a process took: seconds of processor time, and the most memory that it held, in bytes."""

    seconds: float
    memory: int


def run() -> None:
    """Print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small", Path(folder) / "large"
        numbers = [number for number in read(newest()).index.by_number if "." in number]
        _write_sources(small, 10, numbers)
        _write_sources(large, 100, numbers)
        finder = [sys.executable, "-m", "tests.benchmarks.citing"]
        grep = min(_cost(["grep", "-rnE", _PATTERN, str(large)]) for _ in range(3))
        start = min(_cost([*finder, "list", "--help"]) for _ in range(3))
        less, more = (min(_cost([*finder, "list", str(tree)]) for _ in range(2)) for tree in (small, large))
        nothing = _cost([*finder, "list", str(large), "--family", "wca-regulations"])
        checked = _cost([*finder, "check", str(large), "--release", str(newest())])
        head(f"Citations in 100 MB of sources; grep -rnE: {grep.seconds:.2f} s of processor time")
        row("cite list", more.seconds / grep.seconds, "times grep", 12)
        growth = (more.seconds - start.seconds) / (less.seconds - start.seconds)
        row("100 MB against 10 MB, starting aside", growth, "times", 13)
        row("memory where nothing is found, 100 MB", nothing.memory / start.memory, "times starting", 1.5)
        row("memory with what is found, 100 MB against 10 MB", more.memory / less.memory, "times", 4)
        row("cite check against the newest release", checked.seconds / more.seconds, "times cite list", 8)


def _write_sources(folder: Path, megabytes: int, numbers: list[str]) -> None:
    """Invented sources: a citation on one line of fifty, a number that is none on one of four."""
    chance = random.Random(megabytes)
    size = made = 0
    while size < megabytes * _MEGABYTE:
        text = "\n".join(_line(chance, numbers) for _ in range(400))
        file = folder / f"part{made // 50}" / f"file{made}.java"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        size, made = size + len(text), made + 1


def _line(chance: random.Random, numbers: list[str]) -> str:
    which = chance.random()
    words = " ".join(chance.choices(_WORDS, k=chance.randint(0, 12)))
    if which < 0.02:
        return f"    // {chance.choice(['CR', 'rule'])} {chance.choice(numbers)} {words}"
    if which < 0.27:
        return f"    {words} = {chance.randint(0, 99_999)};"
    return f"{'    ' * chance.randint(0, 3)}{words};"


def _cost(arguments: list[str]) -> Cost:
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # it was waited for above
    if process.returncode > 1:
        raise RuntimeError(f"{arguments} failed with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


if __name__ == "__main__":
    from comprules.cli import comprules

    comprules.main(["cite", *sys.argv[1:]], prog_name="comprules")
