"""The commands about what is kept of releases that were read: cache info, cache clear."""

from __future__ import annotations

import click

from comprules.archive.places import cache_folder
from comprules.cache import Cache, Usage
from comprules.cli.options import Failure, format_option, output_option, write


@click.group()
def cache() -> None:
    """What is kept of releases that were read and compared, so that the next command is quick.

    Everything in it can be made again. COMPRULES_CACHE names another folder; empty, nothing is kept.
    """


@cache.command()
@format_option("text", "json")
@output_option
def info(form: str, output: str | None) -> None:
    """Say where the cache is and how much it holds."""
    from comprules.render import json as records
    from comprules.render.keeping import CacheRecord, cache_text

    found = _cache()
    usage = found.usage()
    record = CacheRecord("comprules/cache/1", found.folder, usage.entries, usage.size, found.limit, found.is_usable())
    write(records.encode(record) if form == "json" else cache_text(record), output)


@cache.command()
def clear() -> None:
    """Remove everything that is kept."""
    found = _cache()
    removed: Usage = found.clear()
    click.echo(f"{removed.entries:,} entries removed, {removed.size:,} bytes: {found.folder}", err=True)


def _cache() -> Cache:
    folder = cache_folder()
    if folder is None:
        raise Failure("nothing is kept: COMPRULES_CACHE is empty; unset it to keep what is read")
    return Cache(folder)
