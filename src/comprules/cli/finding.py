"""Commands that find things in one document: index, search."""

from __future__ import annotations

import click

from comprules.cli.options import (
    Failure,
    failures,
    file_argument,
    format_option,
    load,
    notice_option,
    output_option,
    write,
)
from comprules.render import json as records
from comprules.render import tables, terminal
from comprules.render.listing import KINDS
from comprules.search import search as find


@click.command()
@file_argument()
@click.option("--kind", type=click.Choice(list(KINDS)), default="keywords", show_default=True, help="What to list.")
@format_option("text", "json", "csv", "graphml", "dot", "html")
@click.option("--viewer", metavar="HREF", help="The address of the page of the same release; html links into it.")
@notice_option
@output_option
def index(file: str, kind: str, form: str, viewer: str | None, notice: str | None, output: str | None) -> None:
    """List what points where: references, who cites a rule, keywords, vocabularies, terms, broken references.

    graphml and dot give the graph of references, for --kind references alone; html is one page with everything.
    """
    if form in ("graphml", "dot") and kind != "references":
        raise Failure(f"-f {form} draws the graph of references; add --kind references")
    release = load(file)
    if form == "html":
        from comprules.render.html.indices import indices

        write(indices(release, notice, viewer).encode(), output)
        return
    if form == "graphml":
        write(tables.graphml(release), output)
        return
    if form == "dot":
        write(tables.dot(release), output)
        return
    listing = KINDS[kind](release)
    if form == "json":
        write(records.encode(tables.record(release, listing)), output)
    else:
        write(tables.comma_separated(listing) if form == "csv" else tables.text(listing), output)


@click.command()
@click.argument("words", metavar="WORDS")
@file_argument()
@click.option("-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many to print.")
@format_option("text", "json")
@output_option
def search(words: str, file: str, limit: int, form: str, output: str | None) -> None:
    """Find rules, examples and glossary entries by their words, the best first.

    WORDS may hold "a phrase", -word, in:702, in:glossary and has:example.
    """
    release = load(file)
    with failures():
        hits = find(release, words)
    if form == "json":
        write(records.encode(records.search_record(release, words, hits[:limit])), output)
    else:
        write(terminal.hits(release, hits, limit), output)
