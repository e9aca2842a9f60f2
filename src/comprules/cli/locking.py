"""Where the lock of a project stands, and how it is read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from comprules.cite.locks import NAME, Lock, decode
from comprules.cli.options import Failure, failures
from comprules.loader import read_bytes


def find_lock(paths: Sequence[str], given: str | None) -> Path | None:
    """The lock that speaks of `paths`: `given`, or that of their folder, or of one above it in the same repository."""
    if given is not None:
        return Path(given)
    found = {_lock_of(path) for path in paths}
    if len(found) > 1:
        shown = ", ".join(sorted(str(each) if each else "none" for each in found))
        raise Failure(f"the paths have locks of their own ({shown}); take them one at a time, or name one with --lock")
    return found.pop()


def _lock_of(path: str) -> Path | None:
    folder = Path(path).resolve()
    folder = folder if folder.is_dir() else folder.parent
    chain = [folder, *folder.parents]
    root = next((at for at, each in enumerate(chain) if (each / ".git").exists()), 0)
    return next((each / NAME for each in chain[: root + 1] if (each / NAME).is_file()), None)


def place_lock(paths: Sequence[str], given: str | None) -> Path:
    """Where the lock of `paths` is to be written: `given`, or in the one folder that is named."""
    if given is not None:
        return Path(given)
    if len(paths) == 1 and os.path.isdir(paths[0]):
        return Path(paths[0]) / NAME
    raise Failure(f"a lock stands in a folder: name one folder instead of {', '.join(paths)}, or a file with --lock")


def read_lock(path: Path | None) -> Lock | None:
    """The lock at `path`; None where there is none yet."""
    if path is None or not path.exists():
        return None
    with failures():
        return decode(read_bytes(path).decode("utf-8", "replace"), str(path))


def name_in(path: Path, lock: Path) -> str:
    """How a lock calls a file: its path from the folder of the lock."""
    return os.path.relpath(path.resolve(), lock.resolve().parent).replace(os.sep, "/")
