"""The only place that reads files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from comprules.errors import UnreadableError
from comprules.release import Release, parse


def read(path: str | Path) -> Release:
    """Read the document at `path`; `-` is the standard input.

    Raises UnreadableError for a file that is missing, unreadable or no text, NotRulesError for a text without
    numbered rules.
    """
    return parse(read_bytes(path), name_of(path))


def name_of(path: str | Path) -> str:
    """What messages and outputs call the file at `path`: its name without the folders, `<stdin>` for `-`."""
    return "<stdin>" if str(path) == "-" else os.fsencode(Path(path).name).decode("utf-8", "replace")


def read_bytes(path: str | Path) -> bytes:
    """The bytes at `path`, `-` for the standard input. Raises UnreadableError with one line that says what failed."""
    if str(path) == "-":
        if sys.stdin is None:
            raise UnreadableError("the standard input is closed; name a file")
        return sys.stdin.buffer.read()
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise UnreadableError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise UnreadableError(f"{path}: this is a directory; name the files in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UnreadableError(f"{path}: cannot be read: {reason}") from None
