"""`comprules families`: the families of documents that there are."""

from __future__ import annotations

import click

from comprules.cli.options import format_option, output_option, write


@click.command()
@format_option("text", "json")
@output_option
def families(form: str, output: str | None) -> None:
    """List the families of documents: how each writes its numbers, and what tells it.

    A document of none of them is read as an outline, whose shape of numbers is inferred from it.
    """
    from comprules.render.families import families_record, families_text
    from comprules.render.json import encode

    write(families_text() if form == "text" else encode(families_record()), output)
