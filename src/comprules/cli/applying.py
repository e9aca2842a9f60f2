"""The command that applies a comparison: apply."""

from __future__ import annotations

import click
import msgspec

from comprules.cli.options import Failure, failures, file_argument, format_option, load, output_option, write
from comprules.loader import read_bytes
from comprules.release import parse
from comprules.render.diffjson import applied, decode_diff
from comprules.render.json import encode
from comprules.render.records import document_record
from comprules.render.text import text


@click.command()
@file_argument("old")
@click.argument("diff", metavar="DIFF.json")
@format_option("text", "json")
@output_option
def apply(old: str, diff: str, form: str, output: str | None) -> None:
    """Turn the release OLD into the one it was compared with, from the JSON of `comprules diff OLD NEW -f json` alone.

    Prints the canonical text of the new release, or its JSON.
    """
    if old == diff == "-":
        raise Failure("only one of the two can be the standard input")
    release = load(old)
    with failures():
        data = read_bytes(diff)
    try:
        record = decode_diff(data)
    except msgspec.MsgspecError as error:
        raise Failure(f"{diff}: not the JSON of a comparison: {error}") from None
    if record.old.source.sha256 != release.source.sha256:
        said = f"it was made from {record.old.source.name} of {record.old.effective}"
        raise Failure(f"{diff}: not a comparison of {old}: {said} (sha256 {record.old.source.sha256[:12]}…)")
    with failures():
        new = text(applied(record, release.document))
    write(new if form == "text" else encode(document_record(parse(new, record.new.source.name))), output)
