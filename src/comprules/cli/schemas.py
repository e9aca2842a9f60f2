"""The command that prints the JSON Schema of an output: schema."""

from __future__ import annotations

import json

import click

from comprules.cli.options import output_option, write
from comprules.render import json as records


@click.command()
@click.argument("name", metavar="OUTPUT", type=click.Choice(list(records.OUTPUTS)), default="document")
@output_option
def schema(name: str, output: str | None) -> None:
    """Print the JSON Schema of an output of this program; rule is a line of `parse -f jsonl`."""
    write(json.dumps(records.schema(name), indent=1) + "\n", output)
