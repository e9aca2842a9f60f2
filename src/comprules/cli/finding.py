"""Commands that find things in one document: show, search, index.

What a format needs is imported when it is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from comprules.cli.options import (
    Failure,
    beside_option,
    columns,
    failures,
    file_argument,
    format_option,
    load,
    notice_option,
    output_option,
    prose_columns,
    write,
)
from comprules.errors import NotFoundError
from comprules.render import shown

if TYPE_CHECKING:
    from comprules.lookup.find import Found
    from comprules.release import Release

_KINDS = ("references", "cited-by", "keywords", "vocabularies", "glossary", "terms", "dangling", "symbols")
_PLACES = 3  # rules that an error names where nothing has the name that was typed


@click.command()
@click.argument("wanted", metavar="NUMBER|NAME…", nargs=-1, required=True)
@file_argument()
@click.option("--alone", is_flag=True, help="Without the subrules.")
@format_option("text", "json")
@output_option
def show(wanted: tuple[str, ...], file: str, alone: bool, form: str, output: str | None) -> None:
    """Show a rule with its subrules and examples, or whatever has a name.

    A number may be written as people cite it: CR 704.5f, 510.1c-d, "702.19, 702.20". A name may be a title, a glossary
    term, a keyword or a variant of one, an ability word, a member of a list, a symbol or an abbreviation, in any form.
    Where several things may be meant, they are listed, the best first.
    """
    if not Path(file).exists() and Path(wanted[0]).is_file():
        raise Failure(f"{file}: no such file; the NUMBER or NAME comes first, then the FILE")
    release = load(file)
    with failures():
        found = _found(release, " ".join(wanted))
    if form == "json":
        from comprules.render.answers import show_record
        from comprules.render.json import encode

        write(encode(show_record(release, found)), output)
    else:
        write(shown.answer(release, found, alone, prose_columns(output)), output)


def _found(release: Release, wanted: str) -> Found:
    """What is meant; where nothing has the name, the error says which rules have the words."""
    from comprules.lookup.find import find

    try:
        return find(release, wanted)
    except NotFoundError as error:
        plain = error.near or not any(map(str.isalnum, wanted)) or ":" in wanted or '"' in wanted
        from comprules.lookup.search import search as by_words

        hits = () if plain else by_words(release, wanted).hits
        if not hits:
            raise
        places = [hit.node.rule.number if hit.node else f"“{hit.term}”" for hit in hits[:_PLACES]]
        shown = f"{error}; its words stand in {', '.join(places)}: comprules search finds them"
        raise NotFoundError(shown) from None


@click.command()
@click.argument("words", metavar="WORDS…", nargs=-1, required=True)
@file_argument()
@click.option("-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many to print.")
@format_option("text", "json")
@output_option
def search(words: tuple[str, ...], file: str, limit: int, form: str, output: str | None) -> None:
    """Find rules, examples and glossary entries by their words, the best first.

    All words must be found, in any form (layers finds layer). WORDS may hold "a phrase", -word (after --), in:702,
    in:510.1c-d, in:glossary and has:example; a filter alone lists everything it leaves.
    """
    from comprules.lookup.search import search as by_words

    release = load(file)
    with failures():
        hits = by_words(release, " ".join(words))
    if form == "json":
        from comprules.render.answers import search_record
        from comprules.render.json import encode

        write(encode(search_record(release, hits, limit)), output)
    else:
        write(shown.hits(release, hits, limit, prose_columns(output)), output)


@click.command()
@file_argument()
@click.option("--kind", type=click.Choice(_KINDS), default="keywords", show_default=True, help="What to list.")
@format_option("text", "json", "csv", "graphml", "dot", "html")
@beside_option("viewer", "the page of the same release")
@beside_option("comparison", "the page of what changed since the release before")
@notice_option
@output_option
def index(
    file: str, kind: str, form: str, viewer: str | None, comparison: str | None, notice: str | None, output: str | None
) -> None:
    """List what points where: references, who cites a rule, keywords, vocabularies, terms, broken references.

    graphml and dot give the graph of references, for --kind references alone; html is one page with everything.
    """
    if form in ("graphml", "dot") and kind != "references":
        raise Failure(f"-f {form} draws the graph of references; add --kind references")
    from comprules.render import tables
    from comprules.render.json import encode
    from comprules.render.listing import KINDS

    release = load(file)
    if form == "html":
        from comprules.render.html.beside import Beside
        from comprules.render.html.indices import indices

        with failures():
            page = indices(release, notice, Beside(viewer=viewer, comparison=comparison))
        write(page.encode(), output)
    elif form == "graphml":
        write(tables.graphml(release), output)
    elif form == "dot":
        write(tables.dot(release), output)
    elif form == "json":
        write(encode(tables.record(release, KINDS[kind](release))), output)
    elif form == "csv":
        write(tables.comma_separated(KINDS[kind](release)), output)
    else:
        write(tables.text(KINDS[kind](release), columns(output)), output)
