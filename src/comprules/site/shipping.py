"""A site is made beside the one that is there, and takes its place in one step: whole, or not at all.

`Staging` is the folder in which it is made. Files of the old site whose inputs did not change are taken over as links
to the same content. `publish` exchanges the two folders by one call of the system where there is one, else by two
renamings, which the next run completes if it is killed between them. What other programs put into the folder of the
site, such as a `.git`, stays there.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from comprules.errors import CompRulesError

_MANIFEST = ".comprules-site.json"
_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2)
_HERE = -100  # AT_FDCWD


class SiteError(CompRulesError):
    """A folder in which no site can be made."""


class Manifest(msgspec.Struct):
    """The files of a site by the jobs that made them, and the key of each job: what its files depend on.

    `seen` is what was found in documents, by the hashes of their bytes, so that they are not read again for it.
    """

    keys: dict[str, str] = {}
    files: dict[str, list[str]] = {}
    seen: dict[str, tuple[str | None, str]] = {}


class Staging:
    """The folder of a site while it is made, beside the site that is there."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.root = target.with_name(f".{target.name}.building")
        self.old = _read_manifest(target)
        self.new = Manifest()

    def is_current(self, keys: dict[str, str]) -> bool:
        """Whether the site that is there was made by just these jobs, and all of its files are there."""
        names = (name for own in self.old.files.values() for name in own)
        return self.old.keys == keys and all((self.target / name).exists() for name in names)

    def reuse(self, job: str, key: str) -> bool:
        """Take over the files of a job that was made of the same; False if there are none."""
        names = self.old.files.get(job)
        if names is None or self.old.keys.get(job) != key:
            return False
        try:
            for name in names:
                _link(self.target / name, self.root / name)
        except OSError:
            return False
        self.add(job, key, names)
        return True

    def add(self, job: str, key: str, names: list[str]) -> None:
        """Note the files of a job."""
        self.new.keys[job] = key
        self.new.files[job] = sorted(names)

    def publish(self) -> None:
        """Put the finished site in its place."""
        new = self.new
        self.new = Manifest(
            dict(sorted(new.keys.items())), dict(sorted(new.files.items())), dict(sorted(new.seen.items()))
        )
        (self.root / _MANIFEST).write_bytes(msgspec.json.encode(self.new) + b"\n")
        if not self.target.exists():
            os.rename(self.root, self.target)
            return
        _adopt(self.target, self.root, self.old)
        if not _exchanged(self.root, self.target):
            aside = _aside(self.target)
            os.rename(self.target, aside)
            os.rename(self.root, self.target)
            shutil.rmtree(aside)
        else:
            shutil.rmtree(self.root)


@contextmanager
def staging(target: Path) -> Iterator[Staging]:
    """A fresh staging folder for the site at `target`; removed if the site is not finished.

    Raises SiteError if `target` is no site and not empty, or another build is at work.
    """
    target = Path(os.path.abspath(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with _alone(target):
        aside = _aside(target)
        if aside.exists() and not target.exists():  # killed between the two renamings
            os.rename(aside, target)
        shutil.rmtree(aside, ignore_errors=True)
        if target.exists() and (not target.is_dir() or (any(target.iterdir()) and not _is_site(target))):
            raise SiteError(f"{target}: is no site that was made before, and not empty; name another folder")
        made = Staging(target)
        shutil.rmtree(made.root, ignore_errors=True)
        made.root.mkdir()
        try:
            yield made
        finally:
            shutil.rmtree(made.root, ignore_errors=True)


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    lock = target.with_name(f".{target.name}.lock")
    with lock.open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SiteError(f"{target}: another build is at work there; wait for it") from None
        yield
    lock.unlink(missing_ok=True)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _is_site(target: Path) -> bool:
    return (target / _MANIFEST).is_file()


def _read_manifest(target: Path) -> Manifest:
    """The manifest of the site that is there; an empty one if it is missing or broken."""
    try:
        return msgspec.json.decode((target / _MANIFEST).read_bytes(), type=Manifest)
    except (OSError, msgspec.DecodeError):
        return Manifest()


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(source, target)
    except OSError:
        if not source.is_file():
            raise
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _adopt(old: Path, new: Path, manifest: Manifest) -> None:
    """Move to the new site what others put into the folder of the old one."""
    ours = {name.partition("/")[0] for names in manifest.files.values() for name in names} | {_MANIFEST}
    for entry in old.iterdir():
        if entry.name not in ours and not (new / entry.name).exists():
            os.rename(entry, new / entry.name)


def _exchanged(one: Path, other: Path) -> bool:
    """Whether the system exchanged two folders in one step."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return rename is not None and rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0
