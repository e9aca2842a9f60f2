"""Commands for citations in a project's own files: cite list, check, migrate, lock."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from comprules.cite import checker, lock, migrate, scan, targets, trace
from comprules.cite.fates import Fates
from comprules.cite.lines import Lines
from comprules.cite.locks import Lock, encode
from comprules.cite.migration import Migration
from comprules.cite.opened import Open, line_hash, place_of
from comprules.cli.locking import find_lock, name_in, place_lock, read_lock
from comprules.cli.options import Failure, failures, format_option, load, output_option, write
from comprules.files import Found, Text, find_files, read_text
from comprules.loader import read_bytes
from comprules.release import Release
from comprules.render import citations as shown
from comprules.render import json as records
from comprules.render.cited import CitationRecord, CitationsRecord, MigrationRecord, checked, listed, migrated
from comprules.render.cited import without_known as unknown_before

_SCHEMA = "comprules/citations/1"

_paths = click.argument("paths", metavar="PATH…", nargs=-1, required=True)
_release = click.option("--release", required=True, metavar="FILE", help="The release that citations are to follow.")
_bare = click.option("--bare", is_flag=True, help="Count numbers without a cue as well, where the rule exists.")
_lock = click.option("--lock", "lock_file", metavar="FILE", help="The lock, if it is not in the folder that is named.")


@click.group()
def cite() -> None:
    """Find, check and migrate rule citations in your own files: code, Markdown, HTML, plain text.

    In folders, what .gitignore leaves out is passed over, and so are links, binary files, and folders of packages and
    build products. A citation has a cue, such as CR 302.4a, rule 302, or the anchor of a link, #r302.4a.
    """


def _texts(paths: Sequence[str], *others: str | Path | None) -> Iterator[tuple[Found, Text]]:
    """The texts in `paths`; `others` are files that are no part of the project, such as the releases."""
    without = frozenset(Path(each).resolve() for each in others if each is not None and str(each) != "-")
    with failures():
        for found in find_files(paths, without):
            text = read_text(found)
            if text is not None:
                yield found, text


@cite.command(name="list")
@_paths
@click.option("--release", metavar="FILE", help="A release; the numbers that it has are listed as targets.")
@click.option("--family", "family_name", metavar="NAME", help="The family of the rules where no release is given.")
@_bare
@format_option("text", "json")
@output_option
def list_(
    paths: tuple[str, ...], release: str | None, family_name: str | None, bare: bool, form: str, output: str | None
) -> None:
    """List every citation with its place and the numbers it names."""
    if bare and release is None:
        raise click.UsageError("--bare counts numbers of rules that exist; add --release FILE")
    index = load(release).index if release else None
    family = index.family if index else _family(family_name or "magic")
    found: list[CitationRecord] = []
    for file, text in _texts(paths, release, output):
        cited = scan(text.text, family, index.by_number if index and bare else None)
        named = [(each, targets(each, index) if index else _written(each)) for each in cited]
        found += listed(file.name, text.text, named)
    _print(found, form, output)


def _family(name: str) -> Any:
    from comprules.families.registry import get_family

    with failures():
        return get_family(name)


def _written(citation: Any) -> tuple[str, ...]:
    return tuple(number for member in citation.members for number in (member.first, member.last) if number)


def _print(found: Sequence[CitationRecord], form: str, output: str | None) -> None:
    if form == "json":
        write(records.encode(CitationsRecord(_SCHEMA, tuple(found))), output)
    elif form == "sarif":
        from importlib.metadata import version

        write(shown.sarif(found, version("comprules")), output)
    elif form == "github":
        write(shown.github(found), output)
    elif any(each.code for each in found):
        write(shown.findings(found), output)
    else:
        write(shown.listing(found), output)


@cite.command()
@_paths
@_release
@click.option("--was", metavar="FILE", help="The release that they were written for, if no lock remembers it.")
@_lock
@_bare
@click.option("--baseline", metavar="FILE", help="An earlier check -f json: what it found is known, and left out.")
@format_option("text", "json", "sarif", "github")
@click.option("--exit-code", is_flag=True, help="Exit 1 if anything is wrong.")
@output_option
def check(
    paths: tuple[str, ...],
    release: str,
    was: str | None,
    lock_file: str | None,
    bare: bool,
    baseline: str | None,
    form: str,
    exit_code: bool,
    output: str | None,
) -> None:
    """Check citations: numbers that do not exist, that became another rule's, or that the words beside them deny.

    With --was or a lock, also what moved, was edited, split, merged or removed since.
    """
    new = load(release)
    place = find_lock(paths, lock_file)
    if lock_file and not Path(lock_file).exists():
        raise Failure(f"{lock_file}: no such lock; comprules cite lock writes one")
    locked = read_lock(place)
    known = _known(baseline)
    meant: Fates | Lock | None = locked
    if locked and was and locked.sha256 == new.source.sha256:
        click.echo(f"comprules: {place} says that the citations follow {release} already; --was is not used", err=True)
    elif was:
        meant = _fates(was, new)
    look = checker(new, meant, new.index.by_number if bare else None)
    found: list[CitationRecord] = []
    for file, text in _texts(paths, release, was, baseline, output):
        found += checked(file.name, text.text, look(text.text, _open_in(file, locked, place)))
    found = unknown_before(found, known)
    _print(found, form, output)
    if exit_code and any(each.flaws for each in found):
        sys.exit(1)


def _known(baseline: str | None) -> tuple[CitationRecord, ...]:
    if baseline is None:
        return ()
    with failures():
        data = read_bytes(baseline)
    try:
        return msgspec.json.decode(data, type=CitationsRecord).citations
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Failure(f"{baseline}: this is no output of comprules cite check -f json: {error}") from None


def _fates(was: str, new: Release) -> Fates:
    from comprules.diff.compare import diff

    with failures():
        return trace(diff(load(was), new))


def _open_in(file: Found, locked: Lock | None, place: Path | None) -> tuple[Open, ...]:
    """The citations of a file that a migration left."""
    if locked is None or place is None or not locked.open:
        return ()
    name = name_in(file.path, place)
    return tuple(each for each in locked.open if each.file == name)


@cite.command(name="lock")
@_paths
@_release
@_lock
@_bare
def lock_(paths: tuple[str, ...], release: str, lock_file: str | None, bare: bool) -> None:
    """Remember the release that citations follow, and what the cited rules say, in .comprules.lock.

    Later checks then need no --was. The lock holds hashes, no text.
    """
    new = load(release)
    place = place_lock(paths, lock_file)
    numbers: set[str] = set()
    left: list[Open] = []
    before = read_lock(place)
    for file, text in _texts(paths, release):
        for citation in scan(text.text, new.index.family, new.index.by_number if bare else None):
            numbers.update(targets(citation, new.index))
        left += [each for each in _open_in(file, before, place) if each.line in _hashes(text.text)]
    write(encode(lock(numbers, new, tuple(left))).encode(), str(place))
    click.echo(f"{place}: {len(numbers):,} cited rules of {new.document.effective or release}", err=True)


def _hashes(text: str) -> set[str]:
    return set(map(line_hash, text.splitlines()))


@cite.command(name="migrate")
@_paths
@_release
@click.option("--was", required=True, metavar="FILE", help="The release that they were written for.")
@_lock
@_bare
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
    to = _fates(was, new)
    if locked and locked.sha256 != to.old.source.sha256:
        dated = f"{locked.title} {locked.effective}".strip() or "another release"
        raise Failure(f"{place}: the citations follow {dated}, not {was}; give that release as --was")
    done: list[tuple[Found, Text, Migration]] = []
    numbers: set[str] = set()
    left: list[Open] = []
    known = to.old.index.by_number if bare else None
    for file, text in _texts(paths, release, was, output):
        migration = migrate(text.text, to, known, _open_in(file, locked, place))
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
