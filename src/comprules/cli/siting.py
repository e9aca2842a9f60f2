"""Commands that make whole sites: site."""

from __future__ import annotations

import time
from pathlib import Path

import click

from comprules.cli.keeping import archive, path_of
from comprules.cli.options import Failure, failures, file_argument, notice_option


@click.command()
@file_argument("files", nargs=-1)
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False), metavar="DIR", help="The folder.")
@click.option("--only-changes", is_flag=True, help="Leave out the pages of all releases but the newest.")
@click.option("--url", metavar="HREF", help="Where the site will be, for the addresses in its feed.")
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="How many processes work; one a processor.")
@notice_option
def site(
    files: tuple[str, ...], output: str, only_changes: bool, url: str | None, jobs: int | None, notice: str | None
) -> None:
    """Make a static site of all releases, or bring it up to date.

    FILE is a document, or a folder with documents in files that end in .txt; without any, the whole archive is taken.
    The site opens from disk and from any host. An interrupted build leaves the site that was there; what did not change
    is not made again.
    """
    from comprules.site.build import build

    begin = time.monotonic()
    try:
        with failures():
            paths = [path for name in files for path in _documents(name)] or _archived()
            built = build(paths, Path(output), only_changes, notice, url, jobs, lambda line: click.echo(line, err=True))
    except OSError as error:
        raise Failure(f"{output}: cannot be written: {error.strerror}") from None
    made = f"{built.made} made, {built.releases - built.made} as they were" if built.made else "all as they were"
    click.echo(
        f"{output}: {built.releases} releases ({made}), {built.files:,} files, {built.size / 1e6:,.1f} MB,"
        f" {time.monotonic() - begin:.0f} s",
        err=True,
    )


def _documents(name: str) -> list[str]:
    """The documents that an argument names: itself, or those of a folder, in order."""
    path = Path(name)
    if name == "-":
        raise Failure("a site is made of files that can be read again; name one instead of the standard input")
    if not path.is_dir():
        return [path_of(name)]
    found = sorted(str(each) for each in path.iterdir() if each.suffix == ".txt" and each.is_file())
    if not found:
        raise Failure(f"{name}: no file in it ends in .txt; name the documents")
    return found


def _archived() -> list[str]:
    """The documents of the archive."""
    folder = archive()
    found = [folder.path(each) for each in folder.releases()]
    if not found:
        raise Failure(f"no releases in {folder.folder}; name FILEs, or add some with `comprules archive add`")
    return found
