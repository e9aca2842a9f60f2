"""Commands for citations in a project's own files: cite list, cite check, and the group that they are in."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from comprules.cite import checker, scan, targets
from comprules.cite.fates import Fates
from comprules.cite.locks import Lock
from comprules.cli.keeping import archive, keeping_options
from comprules.cli.locking import find_lock, read_lock
from comprules.cli.migrating import lock_, migrate_
from comprules.cli.options import Failure, failures, format_option, load, output_option, write
from comprules.cli.project import (
    bare_option,
    fates_since,
    left_open,
    lock_option,
    paths_argument,
    release_option,
    texts_in,
)
from comprules.loader import read_bytes
from comprules.render import citations as shown
from comprules.render import json as records
from comprules.render.cited import CitationRecord, CitationsRecord, checked, listed
from comprules.render.cited import without_known as unknown_before

_SCHEMA = "comprules/citations/1"


@click.group()
def cite() -> None:
    """Find, check and migrate rule citations in your own files: code, Markdown, HTML, plain text.

    In folders, what .gitignore leaves out is passed over, and so are links, binary files, and folders of packages and
    build products. A citation has a cue, such as CR 302.4a, rule 302, or the anchor of a link, #r302.4a.
    """


@cite.command(name="list")
@paths_argument
@click.option("--release", metavar="FILE", help="A release; the numbers that it has are listed as targets.")
@click.option("--family", "family_name", metavar="NAME", help="The family of the rules where no release is given.")
@bare_option
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
    for file, text in texts_in(paths, release, output):
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
@paths_argument
@release_option
@click.option("--was", metavar="FILE", help="The release that they were written for, if no lock remembers it.")
@lock_option
@bare_option
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
    if locked and locked.sha256 == new.source.sha256:
        if was:
            click.echo(f"comprules: {place}: the citations follow {release} already; --was is not used", err=True)
    elif was := was or _in_archive(locked):
        meant = fates_since(was, new)
    look = checker(new, meant, new.index.by_number if bare else None)
    found: list[CitationRecord] = []
    for file, text in texts_in(paths, release, was, baseline, output):
        found += checked(file.name, text.text, look(text.text, left_open(file, locked, place)))
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


def _in_archive(locked: Lock | None) -> str | None:
    """The file of the release that a lock remembers, if the archive has it: with it a check tells more."""
    if locked is None:
        return None
    with failures():
        folder = archive()
        same = (folder.path(each) for each in folder.releases() if each.sha256 == locked.sha256)
        return next(same, None)


cite.add_command(migrate_)
cite.add_command(lock_)
for _command in cite.commands.values():
    _command.params.extend(keeping_options())
