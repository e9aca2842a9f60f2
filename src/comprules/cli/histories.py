"""Commands that look through many releases: history, blame."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from comprules.cli.keeping import archive, path_of, use_cache
from comprules.cli.options import Failure, failures, file_argument, format_option, notice_option, output_option, write
from comprules.cli.progress import progress

if TYPE_CHECKING:
    from comprules.archive.many import Reader
    from comprules.history.model import History

_PLAIN_WIDTH = 120  # columns of a table that no terminal shows
_workers = click.option(
    "-j", "--workers", type=click.IntRange(min=1), metavar="N", help="How many processes read and compare."
)


@click.command()
@click.argument("query", metavar="QUERY", required=False)
@file_argument("files", nargs=-1)
@click.option("--chart", is_flag=True, help="Make a page of figures of all releases instead; takes no QUERY.")
@click.option("--as-of", metavar="DATE|FILE", help="Take QUERY as the release of that time has it.")
@format_option("text", "json", "markdown", "html")
@notice_option
@_workers
@output_option
def history(
    query: str | None,
    files: tuple[str, ...],
    chart: bool,
    as_of: str | None,
    form: str,
    notice: str | None,
    workers: int | None,
    output: str | None,
) -> None:
    """Follow a rule, keyword or glossary term through many releases, whatever its number, newest first.

    QUERY is a number, a title, a keyword or a term; what is gone is found too. FILEs may come in any order; without
    any, the whole archive is looked through. Of a keyword, the rules below it follow.
    """
    if chart:
        _chart((query, *files) if query else files, form, notice, workers, output)
        return
    if query is None:
        raise click.UsageError("Missing argument 'QUERY': a number, a title, a keyword or a term")
    from comprules.archive.many import Reader
    from comprules.history.find import find

    paths, reader = _paths(files), Reader()
    found = _trace(paths, workers, reader)
    homes = {reader.read(path).sha256: path for path in paths}
    at = _at(found, as_of, reader) if as_of else None
    with failures():
        lineages = find(found, query, lambda at: reader.read(homes[found.releases[at].sha256]), at)
    if form == "json":
        from comprules.render import json as records
        from comprules.render.history.records import history_record

        write(records.encode(history_record(found, query, lineages)), output)
    elif form == "markdown":
        from comprules.render.history.markdown import history_markdown

        write(history_markdown(found, lineages), output)
    elif form == "html":
        from comprules.render.html.timeline import timeline

        write(timeline(found, query, lineages, notice).encode(), output)
    else:
        from comprules.render.history.text import history_text

        write(history_text(found, lineages, _width(output)), output)


def _chart(files: tuple[str, ...], form: str, notice: str | None, workers: int | None, output: str | None) -> None:
    """Write the page of figures, or the figures alone for programs."""
    if form == "markdown":
        raise click.UsageError("--chart makes a page; -f json gives its figures")
    from comprules.archive.many import Reader
    from comprules.history.numbers import numbers

    paths, reader = _paths(files), Reader()
    found = _trace(paths, workers, reader)
    homes = {reader.read(path).sha256: path for path in paths}
    figures = numbers(found, lambda at: reader.read(homes[found.releases[at].sha256]))
    if form == "json":
        from comprules.render import json as records
        from comprules.render.history.records import numbers_record

        write(records.encode(numbers_record(figures)), output)
        return
    try:
        from comprules.render.html.charts import charts
    except ModuleNotFoundError as error:
        raise Failure(f"--chart needs {error.name}: pip install 'comprules[charts]'") from None
    write(charts(figures, notice).encode(), output)


@click.command()
@file_argument("files", nargs=-1)
@format_option("text", "json", "markdown")
@_workers
@output_option
def blame(files: tuple[str, ...], form: str, workers: int | None, output: str | None) -> None:
    """Tell since when each rule of the newest release reads as it does, and since when it exists.

    FILEs may come in any order; without any, the whole archive is looked through.
    """
    from comprules.history.blame import blame as told

    found = _trace(_paths(files), workers)
    rules = told(found)
    if form == "json":
        from comprules.render import json as records
        from comprules.render.history.records import blame_record

        write(records.encode(blame_record(found, rules)), output)
    elif form == "markdown":
        from comprules.render.history.markdown import blame_markdown

        write(blame_markdown(rules), output)
    else:
        from comprules.render.history.text import blame_text

        write(blame_text(rules, _width(output) or _PLAIN_WIDTH), output)


def _paths(files: tuple[str, ...]) -> list[str]:
    """The files that the arguments name; those of the archive if there are none."""
    if files.count("-") > 1:
        raise Failure("only one of the files can be the standard input")
    use_cache()
    with failures():
        if files:
            return [path_of(file) for file in files]
        folder = archive()
        paths = [folder.path(each) for each in folder.releases()]
    if not paths:
        raise Failure(f"no releases in {folder.folder}; name FILEs, or add some with `comprules archive add`")
    return paths


def _trace(paths: list[str], workers: int | None, reader: Reader | None = None) -> History:
    from comprules.history.trace import trace

    with failures(), progress() as report:
        return trace(paths, workers, report, reader)


def _at(found: History, as_of: str, reader: Reader) -> int:
    """The index of the release that `--as-of` names: the one in force on a date, or the one of a file."""
    from comprules.archive.names import is_name, split

    if is_name(as_of):
        date = split(as_of).when
        before = [at for at, each in enumerate(found.releases) if each.effective and each.effective <= date]
        if before:
            return before[-1]
        raise Failure(f"--as-of {as_of}: the oldest of these releases is {found.releases[0].label}")
    with failures():
        digest = reader.read(as_of).sha256
    for at, each in enumerate(found.releases):
        if each.sha256 == digest:
            return at
    raise Failure(f"--as-of {as_of}: this is none of the releases that are looked through")


def _width(output: str | None) -> int | None:
    """The columns of the terminal, None where no terminal reads."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() and not output else None
