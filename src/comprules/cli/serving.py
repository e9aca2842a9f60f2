"""The command that serves language models: mcp."""

from __future__ import annotations

import click

from comprules.cli.exporting import paths_of
from comprules.cli.keeping import use_cache
from comprules.cli.options import Failure, failures, file_argument


@click.command()
@file_argument("files", nargs=-1)
def mcp(files: tuple[str, ...]) -> None:
    """Serve tools for language models over the standard input and output (Model Context Protocol).

    FILE is a document, one of the archive, or a folder, which stands for all releases in it; without any, the whole
    archive is served. Needs `pip install 'comprules[mcp]'`.
    """
    use_cache()
    if "-" in files:
        raise Failure("the standard input is where requests come from; name a file")
    try:
        from comprules.mcp.server import serve
    except ModuleNotFoundError as error:
        raise Failure(f"this needs {error.name}: pip install 'comprules[mcp]'") from None
    from comprules.export.shelf import Shelf

    with failures():
        shelf = Shelf(paths_of(files))
    serve(shelf)
