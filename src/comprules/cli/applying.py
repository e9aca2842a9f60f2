"""The command that applies a comparison: apply."""

from __future__ import annotations

import click

from comprules.cli.options import (
    Failure,
    failures,
    file_argument,
    format_option,
    load,
    load_comparison,
    output_option,
    write,
)
from comprules.release import parse
from comprules.render.diffjson import applied
from comprules.render.json import encode
from comprules.render.records import document_record, source_record
from comprules.render.text import text


@click.command()
@file_argument("old")
@click.argument("diffs", metavar="DIFF.json…", nargs=-1, required=True)
@format_option("text", "json")
@output_option
def apply(old: str, diffs: tuple[str, ...], form: str, output: str | None) -> None:
    """Turn the release OLD into the one it was compared with, from the JSON of `comprules diff OLD NEW -f json` alone.

    Of several comparisons each goes on from where the one before it ended. Prints the canonical text of the new
    release, or its JSON.
    """
    if (old, *diffs).count("-") > 1:
        raise Failure("only one of them can be the standard input")
    release = load(old)
    document, source = release.document, source_record(release.source)
    for diff in diffs:
        record = load_comparison(diff)
        if record.old.source.sha256 != source.sha256:
            first = record.old.source
            made = f"it was made from {first.name} of {record.old.effective} (sha256 {first.sha256[:12]}…)"
            raise Failure(f"{diff}: not a comparison of {source.name}: {made}")
        if record.only or record.within:
            raise Failure(f"{diff}: a comparison of a part (--only, --in) makes no release; compare without")
        with failures():
            document, source = applied(record, document), record.new.source
    new = text(document)
    write(new if form == "text" else encode(document_record(parse(new, source.name))), output)
