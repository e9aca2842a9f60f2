"""Files to a site: read what they are, make what is not there yet in parallel, ship it whole."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from importlib.resources import files as resources
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from comprules.loader import read, read_bytes
from comprules.render.html.page import bundle
from comprules.render.html.sitepages import BUNDLES
from comprules.site import around, layout, newest
from comprules.site.facts import Facts, Member
from comprules.site.histories import Histories
from comprules.site.releases import Files, Task, dump, load, make
from comprules.site.shipping import SiteError, Staging, staging

_KEPT = ".comprules"  # the folder of facts, in the site
_AROUND = "around"  # the job that looks at all releases; the others are named by their release


class Built(NamedTuple):
    """What a build did: releases of the site, releases made anew, files, bytes."""

    releases: int
    made: int
    files: int
    size: int


def build(
    paths: list[str],
    target: Path,
    only_changes: bool = False,
    notice: str | None = None,
    url: str | None = None,
    jobs: int | None = None,
    note: Callable[[str], None] = lambda line: None,
) -> Built:
    """Make the site of the documents at `paths` in the folder `target`, or bring it up to date.

    `only_changes` leaves out the pages of older releases; `notice` is what pages say in their footers, `url` the
    address of the site for its feed; `jobs` how many processes work, as many as there are processors if None. `note` is
    told, in a line each, of files that are left out. Raises UnreadableError or NotRulesError for a file that is none,
    SiteError for a folder in which no site can be made.
    """
    workers = jobs or os.cpu_count() or 1
    with staging(target) as stage, _pool(workers) as pool:
        members = _members(paths, stage, pool, note)
        tasks = _tasks(members, only_changes, notice)
        program = _program()
        keys = {task.member.name: _digest(program, _told(task)) for task in tasks}
        keys[_AROUND] = _digest(program, *keys.values(), *(member.title for member in members), url or "")
        if stage.is_current(keys):
            names = [name for each in stage.old.files.values() for name in each]
            return Built(len(members), 0, len(names), sum((stage.target / name).stat().st_size for name in names))
        facts, made = _releases(stage, tasks, keys, pool)
        if not stage.reuse(_AROUND, keys[_AROUND]):
            _write_around(stage, keys[_AROUND], members, facts, notice, only_changes, url)
        names = [name for each in stage.new.files.values() for name in each]
        size = sum((stage.root / name).stat().st_size for name in names)
        stage.publish()
    return Built(len(members), made, len(names), size)


def _write_around(
    stage: Staging,
    key: str,
    members: list[Member],
    facts: list[Facts],
    notice: str | None,
    only_changes: bool,
    url: str | None,
) -> None:
    """The pages that look at all releases, and the styles and scripts."""
    files = Files(stage.root)
    histories = Histories(members, facts)
    release = newest.make(files, members, histories, notice)
    around.make(files, members, facts, histories, release, notice, only_changes, url)
    for parts in BUNDLES:
        for asset in bundle(parts):
            files.write(f"{layout.ASSETS}/{asset.name}", asset.content)
    stage.add(_AROUND, key, files.names)


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def _members(paths: list[str], stage: Staging, pool: ProcessPoolExecutor, note: Callable[[str], None]) -> list[Member]:
    """The releases, the oldest first; equal files count once, equal dates keep their order."""
    found: dict[str, tuple[str, str | None, str]] = {}
    hashes = [hashlib.sha256(read_bytes(path)).hexdigest() for path in paths]
    unseen = [path for path, sha256 in zip(paths, hashes, strict=True) if sha256 not in stage.old.seen]
    looked = dict(zip(unseen, pool.map(_look, unseen), strict=True))
    for path, sha256 in zip(paths, hashes, strict=True):
        effective, title = looked[path] if path in looked else stage.old.seen[sha256]
        stage.new.seen[sha256] = effective, title
        if sha256 in found:
            note(f"{path}: the same as {found[sha256][0]}, left out")
        else:
            found[sha256] = (path, effective, title)
    ordered = sorted(found.items(), key=lambda item: item[1][1] or "")
    members: list[Member] = []
    taken: set[str] = set()
    for sha256, (path, effective, title) in ordered:
        base = effective or layout.safe(Path(path).stem)
        name, count = base, 1
        while name in taken:
            count += 1
            name = f"{base}-{count}"
        taken.add(name)
        members.append(Member(name, os.path.abspath(path), sha256, effective, title))
    if not members:
        raise SiteError("a site needs a release; name a file")
    return members


def _look(path: str) -> tuple[str | None, str]:
    """The date and title of a document."""
    release = read(path)
    return release.document.effective, release.document.title or Path(path).stem


def _tasks(members: list[Member], only_changes: bool, notice: str | None) -> list[Task]:
    last = len(members) - 1
    return [
        Task(
            member=member,
            before=members[at - 1] if at else None,
            after=members[at + 1] if at < last else None,
            page=not only_changes or at == last,
            old_page=not only_changes and at > 0,
            older_changes=at > 1,
            notice=notice,
        )
        for at, member in enumerate(members)
    ]


def _releases(
    stage: Staging, tasks: list[Task], keys: dict[str, str], pool: ProcessPoolExecutor
) -> tuple[list[Facts], int]:
    """The facts of all releases; what the old site does not have is made."""
    facts: dict[str, Facts] = {}
    waiting = []
    for task in tasks:
        name = task.member.name
        kept = stage.root / _KEPT / name
        if stage.reuse(name, keys[name]):
            with suppress(OSError, ValueError):
                facts[name] = load(kept.read_bytes())
                continue
        waiting.append((task, pool.submit(make, task, str(stage.root))))
    for task, future in waiting:
        name = task.member.name
        names, facts[name] = future.result()
        (stage.root / _KEPT).mkdir(exist_ok=True)
        _replace(stage.root / _KEPT / name, dump(facts[name]))
        stage.add(name, keys[name], [*names, f"{_KEPT}/{name}"])
    return [facts[task.member.name] for task in tasks], len(waiting)


def _replace(path: Path, data: bytes) -> None:
    """Write a file that may be a link to one of the old site."""
    path.unlink(missing_ok=True)
    path.write_bytes(data)


def _told(task: Task) -> str:
    """What the files of a task depend on: not where the documents lie."""
    places = [each and (each.name, each.sha256, each.effective) for each in (task.member, task.before, task.after)]
    return repr((Path(task.member.path).name, places, task.page, task.old_page, task.older_changes, task.notice))


def _program() -> str:
    """A hash of the program, so that another version makes everything anew."""
    found = hashlib.sha256()
    for package in ("comprules", "comprules.grammars"):
        root = Path(str(resources(package)))
        for path in sorted(root.rglob("*")):
            if path.suffix in (".py", ".lark", ".j2", ".css", ".js"):
                found.update(path.read_bytes())
    return found.hexdigest()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
