"""The command that prints the JSON Schema of an output: schema."""

from __future__ import annotations

import json

import click

from comprules.cli.options import output_option, write
from comprules.export import shapes
from comprules.render import json as records

_NAMES = (*records.OUTPUTS, *shapes.SHAPES)


@click.command(epilog=f"OUTPUT is one of {', '.join(_NAMES)}.")
@click.argument("name", metavar="OUTPUT", type=click.Choice(_NAMES), default="document")
@output_option
def schema(name: str, output: str | None) -> None:
    """Print the JSON Schema of an output of this program; rule is a line of `parse -f jsonl`.

    export is the about.json of every export that is a folder, chunk a line of `export --to chunks`, chunk-change one of
    it with --since; academyruins has all files of that folder as its fields.
    """
    made = shapes.schema(name) if name in shapes.SHAPES else records.schema(name)
    write(json.dumps(made, indent=1) + "\n", output)
