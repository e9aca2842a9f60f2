"""What every command that reads releases shares: the cache in use, the archive, and how a release is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from comprules.archive.folder import Archive
    from comprules.release import Release

_NO_CACHE = "comprules.no_cache"
_ARCHIVE = "comprules.archive"
_FAMILY = "comprules.family"


def _remember(ctx: click.Context, param: click.Parameter, value: object) -> None:
    ctx.meta[f"comprules.{param.name}"] = value


def keeping_options() -> list[click.Parameter]:
    """`--archive` and `--no-cache`, which stand for the whole run of the program."""
    return [
        click.Option(
            ["--archive"],
            metavar="FOLDER",
            expose_value=False,
            is_eager=True,
            callback=_remember,
            help="Where DATE, latest and previous are looked up.",
        ),
        click.Option(
            ["--no-cache"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_remember,
            help="Read and compare everything anew, and keep nothing.",
        ),
    ]


def family_option() -> click.Parameter:
    """`--family`, for the commands that read the documents they are given."""
    return click.Option(
        ["--family"],
        metavar="NAME",
        expose_value=False,
        is_eager=True,
        callback=_remember,
        help="Read documents as of this family; `comprules families` lists them.",
    )


def use_cache() -> None:
    """Put the user's cache to use for the running command, unless it was told not to."""
    from comprules.archive.places import cache_folder
    from comprules.cache import Cache, use

    context = click.get_current_context(silent=True)
    folder = None if context and context.meta.get(_NO_CACHE) else cache_folder()
    use(Cache(folder) if folder else None)


def archive() -> Archive:
    """The archive of the running command: `--archive`, `$COMPRULES_ARCHIVE`, or the user's own."""
    from comprules.archive.folder import Archive
    from comprules.archive.places import archive_folder

    context = click.get_current_context(silent=True)
    given = context.meta.get(_ARCHIVE) if context else None
    return Archive(given or archive_folder())


def path_of(name: str) -> str:
    """The path of the release that a FILE argument names: a file or `-`, else a date, latest or previous.

    Raises NotFoundError for a release that the archive does not have.
    """
    if name == "-" or os.path.exists(name):
        return name
    from comprules.archive.names import is_name

    return archive().find(name) if is_name(name) else name


def read(name: str) -> Release:
    """The release that a FILE argument names. Raises the library's failures."""
    from comprules.archive.kept import read as read_kept

    context = click.get_current_context(silent=True)
    family = context.meta.get(_FAMILY) if context else None
    if family:  # what is kept was read as the family that the text tells
        from comprules.loader import name_of, read_bytes
        from comprules.release import parse

        path = path_of(name)
        return parse(read_bytes(path), name_of(path), family)
    use_cache()
    return read_kept(path_of(name))
