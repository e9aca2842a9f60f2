"""What the commands for citations share: their options, the texts of a project, and what its citations meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from comprules.cite import trace
from comprules.cite.fates import Fates
from comprules.cite.locks import Lock
from comprules.cite.opened import Open
from comprules.cli.locking import name_in
from comprules.cli.options import failures, load
from comprules.files import Found, Text, find_files, read_text
from comprules.release import Release

paths_argument = click.argument("paths", metavar="PATH…", nargs=-1, required=True)
release_option = click.option(
    "--release", required=True, metavar="FILE", help="The release that citations are to follow."
)
bare_option = click.option("--bare", is_flag=True, help="Count numbers without a cue as well, where the rule exists.")
lock_option = click.option(
    "--lock", "lock_file", metavar="FILE", help="The lock, if it is not in the folder that is named."
)


def texts_in(paths: Sequence[str], *others: str | Path | None) -> Iterator[tuple[Found, Text]]:
    """The texts in `paths`; `others` are files that are no part of the project, such as the releases."""
    without = frozenset(Path(each).resolve() for each in others if each is not None and str(each) != "-")
    with failures():
        for found in find_files(paths, without):
            text = read_text(found)
            if text is not None:
                yield found, text


def fates_since(was: str, new: Release) -> Fates:
    """What became of the numbers of the release that a FILE argument names."""
    from comprules.archive.kept import compare

    with failures():
        return trace(compare(load(was), new))


def left_open(file: Found, locked: Lock | None, place: Path | None) -> tuple[Open, ...]:
    """The citations of a file that a migration left."""
    if locked is None or place is None or not locked.open:
        return ()
    name = name_in(file.path, place)
    return tuple(each for each in locked.open if each.file == name)
