"""The files of somebody's project: which of them are looked at, and their bytes as text that can be put back unchanged.

Takes the paths that a user names; gives files in the order of their names. A file that is named itself is always
given. In folders, what .gitignore leaves out is passed over, and so are symbolic links, version control, and folders
that hold what others wrote or programs made.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from comprules.errors import UnreadableError
from comprules.loader import read_bytes

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

# Folders of version control, of packages that others wrote, and of what programs make from sources.
_PASSED_OVER = frozenset(
    {
        *(".git", ".hg", ".svn", ".bzr"),
        *("node_modules", "bower_components", "vendor", "vendored", "third_party", "third-party", "site-packages"),
        *(".venv", "venv", ".tox", ".nox", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
        *(".hypothesis", ".gradle", ".idea", ".next", ".nuxt", ".eggs", "coverage", "htmlcov"),
        *("dist", "build", "target", "out", "obj"),
    }
)
_MADE = re.compile(r"\.(?:min\.(?:js|css)|map|lock|pyc|class|o|so|dll|exe)$|^(?:package-lock\.json|\.comprules\.lock)$")
_SAYS_MADE = re.compile(r"@generated\b|\b(?:DO NOT EDIT|do not edit)\b")
_HEAD = 1024  # characters in which a file says that a program made it
_BINARY = 8192  # bytes in which a NUL tells a file that is no text, as git looks for it


class Text(NamedTuple):
    """The text of a file with its line ends as they are; `encode` gives the bytes of another text in its encoding."""

    text: str
    encoding: str

    def encode(self, text: str) -> bytes:
        """`text` in the encoding of the file. Raises UnicodeEncodeError for characters that it does not have."""
        return text.encode(self.encoding, "surrogateescape" if self.encoding == "utf-8" else "strict")


class Found(NamedTuple):
    """A file: its path, the name by which it is told, and whether the user named it himself."""

    path: Path
    name: str
    named: bool


def find_files(paths: Sequence[str], without: frozenset[Path] = frozenset()) -> Iterator[Found]:
    """The files at and in `paths`, each once; `without` are real paths of files that are no part of the project.

    Raises UnreadableError for a path that does not exist.
    """
    seen = set(without)
    for path in paths:
        top = Path(path)
        if top.is_dir():
            found: Iterator[Found] = _in_folder(top)
        elif top.exists():
            found = iter([Found(top, _name(top), True)])
        else:
            raise UnreadableError(f"{path}: no such file or folder")
        for each in found:
            real = each.path.resolve() if each.named else each.path  # in folders no link is followed
            if real not in seen:
                seen.add(real)
                yield each


def _name(path: Path) -> str:
    return os.fsencode(path).decode("utf-8", "replace").replace(os.sep, "/")


def _in_folder(top: Path) -> Iterator[Found]:
    yield from _walk(top.resolve(), str(top), _ignored_above(top))


class _Ignored(NamedTuple):
    """A .gitignore and the folder it speaks of."""

    folder: str
    spec: GitIgnoreSpec


def _ignored_above(top: Path) -> list[_Ignored]:
    """The .gitignore files of the folders above `top`, up to the root of its repository, the outermost first."""
    found: list[_Ignored] = []
    folder = top.resolve()
    if not any((each / ".git").exists() for each in (folder, *folder.parents)):
        return []
    while not (folder / ".git").exists():
        folder = folder.parent
        found[:0] = _ignored_in(str(folder))
    return found


def _ignored_in(folder: str) -> list[_Ignored]:
    path = os.path.join(folder, ".gitignore")
    if not os.path.isfile(path):
        return []
    from pathspec import GitIgnoreSpec

    lines = read_bytes(path).decode("utf-8", "surrogateescape").splitlines()
    return [_Ignored(folder, GitIgnoreSpec.from_lines(lines))]


def _is_ignored(path: str, ignored: list[_Ignored], folder: bool) -> bool:
    """Whether the innermost .gitignore that speaks of `path` leaves it out."""
    for each in reversed(ignored):
        relative = os.path.relpath(path, each.folder).replace(os.sep, "/") + "/" * folder
        verdict = each.spec.check_file(relative).include
        if verdict is not None:
            return verdict
    return False


def _walk(folder: Path, shown: str, ignored: list[_Ignored]) -> Iterator[Found]:
    ignored = [*ignored, *_ignored_in(str(folder))]
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        raise UnreadableError(f"{shown}: cannot be read: {error.strerror}") from None
    for entry in listed:
        is_folder = entry.is_dir(follow_symlinks=False)
        if not is_folder and not entry.is_file(follow_symlinks=False):
            continue  # a link, a socket, a device
        if entry.name in _PASSED_OVER if is_folder else _MADE.search(entry.name):
            continue
        if ignored and _is_ignored(entry.path, ignored, is_folder):
            continue
        name = entry.name if shown == "." else os.path.join(shown, entry.name)
        if is_folder:
            yield from _walk(Path(entry.path), name, ignored)
        else:
            yield Found(Path(entry.path), _name(Path(name)), False)


def read_text(found: Found) -> Text | None:
    """The text of a file; None if it is binary, or a program made it and the user did not name it.

    UTF-8 keeps stray bytes as lone surrogates. A file that is no ASCII and has no character of UTF-8 is read as cp1252,
    one that begins with the mark of UTF-16 as that. Raises UnreadableError for a file that cannot be read.
    """
    data = read_bytes(found.path)
    text = _decode(data)
    if text is None or (not found.named and _SAYS_MADE.search(text.text, 0, _HEAD)):
        return None
    return text


def _decode(data: bytes) -> Text | None:
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            try:
                return Text(data.decode(encoding), encoding)
            except UnicodeDecodeError:
                return None
    if b"\0" in data[:_BINARY]:
        return None
    text = data.decode("utf-8", "surrogateescape")
    if text.isascii() or any(char > "\x7f" and not "\udc80" <= char <= "\udcff" for char in set(text)):
        return Text(text, "utf-8")
    try:
        return Text(data.decode("cp1252"), "cp1252")
    except UnicodeDecodeError:
        return Text(text, "utf-8")
