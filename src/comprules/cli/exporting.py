"""The command that writes what other tools read: export."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from comprules.cli.keeping import archive, path_of, use_cache
from comprules.cli.options import Failure, failures, file_argument, output_option
from comprules.cli.progress import progress

if TYPE_CHECKING:
    from comprules.export.exporters import Exporter
    from comprules.export.shelf import Shelf


def _list_formats(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from comprules.errors import CompRulesError
    from comprules.export.exporters import get, names

    for name in names():
        try:
            about = get(name).about
        except CompRulesError as error:  # of another package: the others are listed all the same
            about = str(error)
        click.echo(f"{name:<15}{about}")
    ctx.exit()


@click.command()
@file_argument("files", nargs=-1)
@click.option("--to", "form", metavar="FORMAT", help="The format; --formats lists them.")
@click.option("--template", metavar="FILE", help="Render this Jinja template instead.")
@click.option("--since", metavar="FILE", help="Only what is new since this release, as changes to its export.")
@click.option(
    "--formats", is_flag=True, expose_value=False, is_eager=True, callback=_list_formats, help="List formats."
)
@click.option("-j", "--workers", type=click.IntRange(min=1), metavar="N", help="How many processes read and compare.")
@output_option
def export(
    files: tuple[str, ...],
    form: str | None,
    template: str | None,
    since: str | None,
    workers: int | None,
    output: str | None,
) -> None:
    """Write releases in a shape that other tools read, or through a template of your own.

    FILE is a document, one of the archive, or a folder, which stands for all releases in it; without any, the whole
    archive is exported. --formats lists the formats.

    A template gets the objects that `-f json` prints: document (the newest), documents, diff (of the newest two) and
    history; it runs in a sandbox, without files.
    """
    if (form is None) == (template is None):
        raise click.UsageError("name a format with --to (--formats lists them), or a template with --template")
    from comprules.export.exporters import get
    from comprules.export.shelf import Shelf

    use_cache()
    with failures(), progress() as report:
        if form is None:
            if since:
                raise click.UsageError("--since goes with --to")
            _render(str(template), Shelf(paths_of(files), workers, report), output)
            return
        exporter = get(form)
        older = path_of(since) if since else None
        shelf = Shelf(paths_of(files), workers, report, older)
        _refuse(form, exporter, shelf, output)
        _write(form, exporter, shelf, output)


def paths_of(names: tuple[str, ...]) -> list[str]:
    """The documents that arguments name: files, releases of the archive, all of a folder; without any, the archive."""
    from comprules.archive.folder import Archive

    if names.count("-") > 1:
        raise Failure("only one of the files can be the standard input")
    paths = []
    for name in names or (archive().folder,):
        if names and not os.path.isdir(name):
            paths.append(path_of(name))
            continue
        folder = Archive(name)
        found = [folder.path(each) for each in folder.releases()]
        if not found:
            raise Failure(f"no releases in {name}; name FILEs, or add some with `comprules archive add`")
        paths += found
    return paths


def _refuse(form: str, exporter: Exporter, shelf: Shelf, output: str | None) -> None:
    """Refuse what does not go with the format."""
    if len(shelf) > 1 and not exporter.several:
        raise Failure(f"--to {form} takes one release, and these are {len(shelf)}; name one of them")
    if shelf.since and not exporter.since:
        raise click.UsageError(f"--to {form} has no --since")
    if exporter.shape != "text" and output in (None, "-"):
        raise click.UsageError(f"--to {form} makes a {exporter.shape}; name it with -o")


def _write(form: str, exporter: Exporter, shelf: Shelf, output: str | None) -> None:
    from comprules.cli.drafts import write_file, write_folder

    if exporter.shape == "folder":
        from comprules.export.about import about

        write_folder(lambda draft: exporter.write(shelf, draft), about(form, shelf), str(output))
    else:
        write_file(lambda draft: exporter.write(shelf, draft), output)


def _render(template: str, shelf: Shelf, output: str | None) -> None:
    from comprules.cli.options import write
    from comprules.export.templates import render
    from comprules.loader import name_of, read_bytes

    try:
        text = read_bytes(template).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure(f"{template}: a template is UTF-8; byte {error.start} is not") from None
    write(render(text, name_of(template), shelf).encode(), output)
