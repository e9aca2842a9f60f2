"""A folder in which the program keeps what was costly to make: bytes by key, for this user and this program alone.

    cache = Cache(folder)
    cache.put("document", (sha256,), data)
    cache.get("document", (sha256,))    # data, or None

An entry is named after its kind, its key and `program()`, so that another version of the program, its grammars or its
libraries never sees it. It is written whole or not at all, and carries a keyed digest of its name and its bytes: what
was cut off, changed, renamed or made by someone without the key of the folder is not believed, and comes as None.
Entries are data; nothing in them is ever run. Whatever fails, the cache only forgets: no method raises OSError.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

LIMIT = 512_000_000  # bytes: a release and its comparison take 3 MB, so that a hundred of them fit
_SHARE = 16  # the size is looked at each time that this part of the limit has been written
_MAGIC = b"comprules cache 1\n"
_DIGEST = 32
_SECRET = "secret"
_DRAFT = ".draft"
_FORSAKEN = 3600  # seconds: a draft as old was left by a process that was stopped
_FRESH = 3600  # seconds: an entry read again within them is not marked as used once more
_LIBRARIES = ("lark", "msgspec", "rapidfuzz")  # what parses, keeps and compares: their versions count too


class Usage(NamedTuple):
    """How many entries there are, and their bytes."""

    entries: int
    size: int


class Cache:
    """Entries in `folder`, which is made when the first is written; the least used go when they exceed `limit` bytes.

    Processes that write at once each look at the size for themselves: together they may exceed the limit by a
    sixteenth of it each, until the next one looks.
    """

    def __init__(self, folder: str, limit: int = LIMIT) -> None:
        self.folder = folder
        self.limit = limit
        self._unchecked = limit  # bytes written since the size was looked at; the first entry makes it look
        self._secret: bytes | None = None

    def get(self, kind: str, key: tuple[str, ...]) -> bytes | None:
        """The bytes kept for `key`, None if there are none that can be believed."""
        secret = self._key(make=False)
        if secret is None:
            return None
        name = entry_name(kind, key)
        path = os.path.join(self.folder, name)
        try:
            with open(path, "rb") as file:
                content = file.read()
                age = time.time() - os.fstat(file.fileno()).st_mtime
            if age > _FRESH:
                os.utime(path)
        except OSError:
            return None
        head = len(_MAGIC) + _DIGEST
        payload = memoryview(content)[head:]
        if content[:head] != _MAGIC + _seal(secret, name, payload):
            return None
        return payload.tobytes()

    def put(self, kind: str, key: tuple[str, ...], data: bytes) -> None:
        """Keep `data` for `key`, in place of whatever was kept for it."""
        secret = self._key(make=True)
        if secret is None or len(data) > self.limit:
            return
        name = entry_name(kind, key)
        try:
            self._write(name, _MAGIC + _seal(secret, name, data) + data)
        except OSError:
            return
        self._unchecked += len(data)
        if self._unchecked * _SHARE >= self.limit:
            self._unchecked = 0
            self.trim()

    def has(self, kind: str, key: tuple[str, ...]) -> bool:
        """Whether something is kept for `key`; whether it can be believed is seen when it is read."""
        return os.path.exists(os.path.join(self.folder, entry_name(kind, key)))

    def is_usable(self) -> bool:
        """Whether entries can be kept at all; makes the folder if there is none."""
        return self._key(make=True) is not None and os.access(self.folder, os.W_OK)

    def trim(self) -> None:
        """Remove the entries that were not used for longest until the others keep to the limit, and forsaken drafts."""
        entries = sorted(self._entries(), key=lambda entry: entry[1].st_mtime_ns)
        excess = sum(found.st_size for _, found in entries) - self.limit
        now = time.time()
        for path, found in entries:
            if excess > 0 or (path.endswith(_DRAFT) and now - found.st_mtime > _FORSAKEN):
                _remove(path)
                excess -= found.st_size

    def usage(self) -> Usage:
        """What the folder holds now."""
        sizes = [found.st_size for _, found in self._entries()]
        return Usage(len(sizes), sum(sizes))

    def clear(self) -> Usage:
        """Remove every entry; gives what was removed."""
        found = list(self._entries())
        for path, _ in found:
            _remove(path)
        return Usage(len(found), sum(each.st_size for _, each in found))

    def is_private(self) -> bool:
        """Whether the folder belongs to this user and nobody else may write into it; only then is it used."""
        try:
            found = os.stat(self.folder)
        except OSError:
            return False
        if not hasattr(os, "getuid"):
            return stat.S_ISDIR(found.st_mode)
        return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022

    def _entries(self) -> Iterator[tuple[str, os.stat_result]]:
        """The path of every entry and draft, and its state."""
        try:
            with os.scandir(self.folder) as listed:
                files = [each for each in listed if each.name.endswith(_DRAFT) or _is_entry(each.name)]
        except OSError:
            return
        for each in files:
            try:
                yield each.path, each.stat(follow_symlinks=False)
            except OSError:
                continue

    def _write(self, name: str, content: bytes) -> None:
        draft = os.path.join(self.folder, f"{name}.{os.getpid()}.{os.urandom(4).hex()}{_DRAFT}")
        try:
            with open(draft, "xb", opener=_private) as file:
                file.write(content)
            os.replace(draft, os.path.join(self.folder, name))
        except BaseException:
            _remove(draft)
            raise

    def _key(self, make: bool) -> bytes | None:
        """The key of the folder's digests, made if it is missing and `make` is true; None if the folder is no use."""
        if self._secret is None:
            try:
                if make:
                    os.makedirs(self.folder, mode=0o700, exist_ok=True)
                if not self.is_private():
                    return None
                self._secret = self._stored_key() or (self._new_key() if make else None)
            except OSError:
                return None
        return self._secret

    def _stored_key(self) -> bytes | None:
        try:
            with open(os.path.join(self.folder, _SECRET), "rb") as file:
                found = file.read(_DIGEST + 1)
        except FileNotFoundError:
            return None
        return found if len(found) == _DIGEST else None

    def _new_key(self) -> bytes | None:
        """A new key, or that of another process which was quicker; one of a wrong length is replaced."""
        path = os.path.join(self.folder, _SECRET)
        draft = f"{path}.{os.getpid()}.{os.urandom(4).hex()}{_DRAFT}"
        with open(draft, "xb", opener=_private) as file:
            file.write(os.urandom(_DIGEST))
        try:
            if os.path.exists(path):
                os.replace(draft, path)
            else:
                os.link(draft, path)  # unlike a rename, this fails if the other was quicker
        except FileExistsError:
            pass
        finally:
            _remove(draft)
        return self._stored_key()


def entry_name(kind: str, key: tuple[str, ...]) -> str:
    """The name of the file that keeps `key`: the kind, for people, and a digest of all that counts."""
    parts = "\0".join((program(), kind, *key)).encode("utf-8", "surrogatepass")
    return f"{kind}-{hashlib.blake2b(parts, digest_size=20).hexdigest()}"


@cache
def program() -> str:
    """What tells this program from every other: a digest of the size and time of its modules, grammars and libraries.

    An installed version keeps it; another version, and an edited checkout, have another.
    """
    found = [sys.version]
    for package in ("comprules", "comprules.grammars", "comprules.data"):
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            found.extend(_files(folder))
    for package in _LIBRARIES:
        spec = find_spec(package)
        if spec and spec.origin:
            found.append(_state(package, os.stat(spec.origin)))
    return hashlib.blake2b("\n".join(found).encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


def _files(folder: str) -> Iterator[str]:
    """The modules and grammars in and below `folder`, with their states."""
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith((".py", ".lark", ".toml")):
            yield _state(entry.name, entry.stat())
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _files(entry.path)


def _state(name: str, found: os.stat_result) -> str:
    return f"{name} {found.st_size} {found.st_mtime_ns}"


def _seal(secret: bytes, name: str, data: bytes | memoryview) -> bytes:
    """The keyed digest of an entry: BLAKE2b takes a key by itself."""
    digest = hashlib.blake2b(name.encode(), key=secret, digest_size=_DIGEST)
    digest.update(data)
    return digest.digest()


def _is_entry(name: str) -> bool:
    kind, _, digest = name.rpartition("-")
    return bool(kind) and len(digest) == 40 and set(digest) <= set("0123456789abcdef")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


_in_use: list[Cache | None] = [None]


def use(cache: Cache | None) -> None:
    """Let the program keep things in `cache` from now on, or nowhere. Nothing is kept before the first call."""
    _in_use[0] = cache


def in_use() -> Cache | None:
    """The cache that `use` set last."""
    return _in_use[0]
