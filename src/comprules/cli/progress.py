"""A bar that shows how far a long task is: on a terminal, and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from comprules.archive.many import Report


@contextmanager
def progress() -> Iterator[Report]:
    """A function to tell of the progress, which draws a bar on the standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Drawn when something is done, not by a thread of its own: a thread would be lost in the processes that start.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        tasks = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)
            bar.refresh()

        yield report
