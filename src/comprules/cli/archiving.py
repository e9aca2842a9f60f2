"""The commands about the archive: archive add, archive list, archive check."""

from __future__ import annotations

import sys

import click

from comprules.cli.keeping import archive as archive_in_use
from comprules.cli.keeping import keeping_options, use_cache
from comprules.cli.options import Failure, failures, file_argument, format_option, output_option, write
from comprules.loader import name_of, read_bytes


@click.group()
def archive() -> None:
    """A folder of releases, known by their content; the names of its files mean nothing.

    Its releases can stand where a FILE is asked for: a date such as 2026-04-17, latest, previous. The folder is the
    one that --archive or COMPRULES_ARCHIVE names, else one of your own.
    """


@archive.command()
@file_argument("files", nargs=-1, required=True)
def add(files: tuple[str, ...]) -> None:
    """Keep releases in the archive. Those that it has already are named and left alone."""
    use_cache()
    folder = archive_in_use()
    failed = 0
    for file in files:
        try:
            with failures():
                edition, new = folder.add(read_bytes(file), name_of(file))
        except Failure as error:  # the others are kept all the same
            failed += 1
            click.echo(f"comprules: {error.format_message()}", err=True)
            continue
        dated = edition.effective or "no date"
        click.echo(f"{file}: {dated}, {'kept as' if new else 'is here already:'} {edition.file}", err=True)
    if failed:
        sys.exit(2)


@archive.command("list")
@format_option("text", "json")
@output_option
def list_(form: str, output: str | None) -> None:
    """List what the archive has, oldest first."""
    from comprules.render import json as records
    from comprules.render.keeping import ArchiveRecord, archive_text

    use_cache()
    folder = archive_in_use()
    with failures():
        editions = folder.editions()
    record = ArchiveRecord("comprules/archive/1", folder.folder, editions)
    write(records.encode(record) if form == "json" else archive_text(folder.folder, editions), output)


@archive.command()
@format_option("text", "json")
@click.option("--strict", is_flag=True, help="Exit 1 if anything is odd.")
@output_option
def check(form: str, strict: bool, output: str | None) -> None:
    """Tell what is odd: files that are no releases, copies of others, several editions of one date."""
    from comprules.archive.checking import check as odd
    from comprules.render import json as records
    from comprules.render.keeping import ArchiveCheckRecord, check_text

    use_cache()
    folder = archive_in_use()
    with failures():
        found = odd(folder)
    record = ArchiveCheckRecord("comprules/archive-check/1", folder.folder, found)
    write(records.encode(record) if form == "json" else check_text(folder.folder, found), output)
    if strict and found:
        sys.exit(1)


for each in archive.commands.values():
    each.params.extend(keeping_options())
