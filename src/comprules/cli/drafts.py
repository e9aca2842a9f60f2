"""Exports put in their place: made as drafts beside it, and swapped in when they are whole."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from comprules.cli.options import Failure, mode_of

MARK = "about.json"  # in every folder that is an export: what may be replaced by a newer one


def write_file(make: Callable[[Path], None], output: str | None) -> None:
    """Let `make` write a file, then put it in the place of `output`; without one, print it."""
    target = Path(os.path.realpath(output)) if output and output != "-" else None
    if target and target.exists() and not target.is_file():
        raise Failure(f"{output}: is no file, and is not replaced")
    with _failing(output):
        folder = tempfile.mkdtemp(dir=target.parent if target else None, prefix=".comprules-")
    try:
        draft = Path(folder) / "draft"
        draft.touch()
        with _failing(output):
            make(draft)
        if target is None:
            click.echo(draft.read_bytes(), nl=False)
            return
        with _failing(output):
            os.chmod(draft, mode_of(target))
            os.replace(draft, target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def write_folder(make: Callable[[Path], None], about: bytes, output: str) -> None:
    """Let `make` write into a folder, add what it is, and put it in the place of `output`.

    Only a folder that is empty or an earlier export is replaced.
    """
    target = Path(os.path.realpath(output))
    if target.exists() and not target.is_dir():
        raise Failure(f"{output}: is a file; this format makes a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        raise Failure(f"{output}: the folder has other files in it; name one that is new, empty or an earlier export")
    with _failing(output):
        folder = tempfile.mkdtemp(dir=target.parent, prefix=".comprules-")
    try:
        draft = Path(folder) / "draft"
        draft.mkdir()
        with _failing(output):
            make(draft)
            (draft / MARK).write_bytes(about)
            _swap(draft, target, Path(folder) / "before")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _swap(draft: Path, target: Path, before: Path) -> None:
    """Put a folder in the place of another, which comes back if that fails."""
    replacing = target.exists()
    if replacing:
        os.rename(target, before)
    try:
        os.rename(draft, target)
    except OSError:
        if replacing:
            os.rename(before, target)
        raise


@contextmanager
def _failing(output: str | None) -> Iterator[None]:
    """Turn failures of the file system into one line."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{output or 'the output'}: cannot be written: {error.strerror}") from None
