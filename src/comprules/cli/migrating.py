"""Commands that follow a release: cite migrate, cite lock."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from comprules.cite import lock, migrate, scan, targets
from comprules.cite.fates import Fates
from comprules.cite.lines import Lines
from comprules.cite.locks import encode
from comprules.cite.migration import Migration
from comprules.cite.opened import Open, line_hash, place_of
from comprules.cli.locking import find_lock, name_in, place_lock, read_lock
from comprules.cli.options import Failure, format_option, load, output_option, write
from comprules.cli.project import (
    bare_option,
    fates_since,
    left_open,
    lock_option,
    paths_argument,
    release_option,
    texts_in,
)
from comprules.files import Found, Text
from comprules.render import citations as shown
from comprules.render import json as records
from comprules.render.cited import MigrationRecord, migrated


@click.command(name="lock")
@paths_argument
@release_option
@lock_option
@bare_option
def lock_(paths: tuple[str, ...], release: str, lock_file: str | None, bare: bool) -> None:
    """Remember the release that citations follow, and what the cited rules say, in .comprules.lock.

    Later checks then need no --was. The lock holds hashes, no text.
    """
    new = load(release)
    place = place_lock(paths, lock_file)
    numbers: set[str] = set()
    left: list[Open] = []
    before = read_lock(place)
    for file, text in texts_in(paths, release):
        for citation in scan(text.text, new.index.family, new.index.by_number if bare else None):
            numbers.update(targets(citation, new.index))
        left += [each for each in left_open(file, before, place) if each.line in _hashes(text.text)]
    write(encode(lock(numbers, new, tuple(left))).encode(), str(place))
    click.echo(f"{place}: {len(numbers):,} cited rules of {new.document.effective or release}", err=True)


def _hashes(text: str) -> set[str]:
    return set(map(line_hash, text.splitlines()))


@click.command(name="migrate")
@paths_argument
@release_option
@click.option("--was", required=True, metavar="FILE", help="The release that they were written for.")
@lock_option
@bare_option
@click.option("--write", "writing", is_flag=True, help="Write the files, and a lock that says so.")
@format_option("text", "json")
@output_option
def migrate_(
    paths: tuple[str, ...],
    release: str,
    was: str,
    lock_file: str | None,
    bare: bool,
    writing: bool,
    form: str,
    output: str | None,
) -> None:
    """Rewrite citations for another release; prints a unified diff, and changes nothing without --write.

    Rules that were split, merged or removed are left, with a note of what they became. The lock remembers what was
    done, so that a second run changes nothing.
    """
    new = load(release)
    place = place_lock(paths, lock_file) if writing else find_lock(paths, lock_file)
    locked = read_lock(place)
    if writing:
        _hold_whole(paths, lock_file)
    if locked and locked.sha256 == new.source.sha256:
        click.echo(f"comprules: {place} says that the citations follow {release} already; nothing to do", err=True)
        _print_migration([], [], False, form, output)
        return
    to = fates_since(was, new)
    if locked and locked.sha256 != to.old.source.sha256:
        dated = f"{locked.title} {locked.effective}".strip() or "another release"
        raise Failure(f"{place}: the citations follow {dated}, not {was}; give that release as --was")
    done: list[tuple[Found, Text, Migration]] = []
    numbers: set[str] = set()
    left: list[Open] = []
    known = to.old.index.by_number if bare else None
    for file, text in texts_in(paths, release, was, output):
        migration = migrate(text.text, to, known, left_open(file, locked, place))
        if migration.rewrites or migration.left:
            done.append((file, text, migration))
        if writing and place is not None:
            for citation in scan(migration.text, new.index.family, new.index.by_number if bare else None):
                numbers.update(targets(citation, new.index))
            left += _left_open(name_in(file.path, place), migration, to)
    links = [file.name for file, _, migration in done if migration.rewrites and file.path.is_symlink()]
    if writing and links:
        raise Failure(f"{links[0]}: this is a link; name the file that it leads to")
    if writing:
        for file, text, migration in done:
            if migration.rewrites:
                write(text.encode(migration.text), str(file.path))
        write(encode(lock(numbers, new, tuple(left))).encode(), str(place))
    patches = [shown.patch(file.name, text.text, migration.text) for file, text, migration in done]
    _print_migration(patches, [(file.name, text, each) for file, text, each in done], writing, form, output)


def _hold_whole(paths: Sequence[str], given: str | None) -> None:
    """Refuse to migrate a part of what a lock speaks of: the lock could not say which part."""
    if given is None:
        above = find_lock(paths, None)
        if above is not None and above.parent != Path(paths[0]).resolve():
            raise Failure(f"{above} speaks of all of {above.parent}; migrate that folder, or name a lock with --lock")


def _left_open(name: str, migration: Migration, to: Fates) -> list[Open]:
    """What a migration left in a file, to be known again by its line as it reads now."""
    lines = Lines(migration.text)
    found, shift, rewrites = [], 0, list(migration.rewrites)
    for each in migration.left:
        while rewrites and rewrites[0].start < each.start:
            shift += len(rewrites[0].new) - len(rewrites[0].old)
            rewrites.pop(0)
        of = each.of or to.old.source.sha256
        if of != to.new.source.sha256:  # else the number means again what it meant
            found.append(Open(name, *place_of(each.start + shift, lines), each.number, of, each.code, each.now))
    return found


def _print_migration(
    patches: Sequence[str], done: Sequence[tuple[str, Text, Migration]], written: bool, form: str, output: str | None
) -> None:
    files = tuple(migrated(name, text.text, each) for name, text, each in done)
    if form == "json":
        write(records.encode(MigrationRecord("comprules/migration/1", written, files)), output)
        return
    write("".join(patches).encode("utf-8", "replace").decode(), output)  # stray bytes of a file are no text
    click.echo(shown.left(files), nl=False, err=True)
