"""The command that works on a copied passage: restore."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from comprules.cli.keeping import archive, use_cache
from comprules.cli.options import Failure, failures, file_argument, format_option, load, output_option, write
from comprules.cli.progress import progress
from comprules.loader import read_bytes
from comprules.render import json as records
from comprules.render import restored
from comprules.restore import restore as put_back
from comprules.source import decode

if TYPE_CHECKING:
    from comprules.release import Release


@click.command()
@file_argument("excerpt")
@click.option("--from", "files", multiple=True, metavar="FILE", help="A release; may be given again.")
@click.argument("more", nargs=-1, metavar="[FILE…]")
@format_option("text", "json")
@output_option
def restore(excerpt: str, files: tuple[str, ...], more: tuple[str, ...], form: str, output: str | None) -> None:
    """Put the numbers back on a copied passage, from one or many candidate releases.

    Prints the passage with its numbers, and on the standard error which releases fit best, what fits nowhere, and what
    wear the copy has. Further FILEs after the first --from are candidates too; without any, the whole archive is.
    """
    if [excerpt, *files, *more].count("-") > 1:
        raise Failure("only one of the files can be the standard input")
    releases = [load(file) for file in (*files, *more)] or _archived()
    with failures():
        found = put_back(decode(read_bytes(excerpt), excerpt), releases)
    if form == "json":
        write(records.encode(found), output)
    else:
        click.echo(restored.report(found), err=True, nl=False)
        write(restored.text(found, releases[0].index.family), output)


def _archived() -> list[Release]:
    """Every release of the archive."""
    from comprules.archive.kept import read
    from comprules.archive.many import Workers

    use_cache()
    folder = archive()
    with failures(), progress() as report, Workers(report=report) as workers:
        paths = [folder.path(each) for each in folder.releases()]
        workers.read(paths)
        releases = [read(path) for path in paths]
        assert all(each.index for each in releases)  # made now, while what the workers left is at hand
    if not releases:
        raise Failure(f"no releases in {folder.folder}; name one with --from, or add some with `comprules archive add`")
    return releases
