"""The command that reads one document: parse.

What a format needs is imported when it is asked for.
"""

from __future__ import annotations

import click

from comprules.cli.options import (
    beside_option,
    columns,
    failures,
    file_argument,
    format_option,
    load,
    notice_option,
    output_option,
    write,
)
from comprules.render import terminal


@click.command()
@file_argument()
@format_option("outline", "json", "text", "jsonl", "html")
@click.option("--since", metavar="OLD", help="The release before; html marks what changed since.")
@beside_option("comparison", "the page of what changed since the release before")
@beside_option("indices", "the page of the indices")
@notice_option
@output_option
def parse(
    file: str,
    form: str,
    since: str | None,
    comparison: str | None,
    indices: str | None,
    notice: str | None,
    output: str | None,
) -> None:
    """Read a document and print it as a structure.

    outline: sections and chapters with counts; json: everything; text: the canonical plain text, which parses to the
    same tree; jsonl: one rule or glossary entry a line, with its place; html: all of it on one page, for reading.
    """
    if form != "html" and (since or comparison or indices or notice):
        raise click.UsageError("--since, --comparison, --indices and --notice are for -f html only")
    release = load(file)
    if form == "json":
        from comprules.render.records import to_json

        write(to_json(release), output)
    elif form == "jsonl":
        from comprules.render.json import encode_lines
        from comprules.render.records import rule_records

        write(encode_lines(rule_records(release)), output)
    elif form == "text":
        from comprules.render.text import text

        write(text(release.document), output)
    elif form == "html":
        from comprules.diff.compare import diff
        from comprules.render.html.beside import Beside
        from comprules.render.html.viewer import viewer

        changes = diff(load(since), release) if since else None
        with failures():
            page = viewer(release, notice, changes, Beside(comparison=comparison, indices=indices))
        write(page.encode(), output)
    else:
        write(terminal.outline(release, columns(output)), output)
