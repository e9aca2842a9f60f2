"""Commands that compare releases: diff."""

from __future__ import annotations

import csv
import io
import sys

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
from comprules.diff.compare import diff as compare
from comprules.diff.kinds import ORDER
from comprules.diff.model import Diff
from comprules.render import json as records
from comprules.render.difftext import text
from comprules.render.markdown import markdown


def _pins(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, str]]:
    pins = [value.partition("=") for value in values]
    if any(not old or not new for old, _, new in pins):
        raise click.BadParameter("a pin is OLD=NEW, such as 702.165b=702.166b")
    return [(old, new) for old, _, new in pins]


@click.command()
@file_argument("old")
@file_argument("new")
@format_option("text", "json", "markdown", "html")
@click.option("--all", "everything", is_flag=True, help="Show references, typography and renumbering as well.")
@click.option("--only", multiple=True, type=click.Choice(ORDER), help="Show this kind alone; may be given again.")
@click.option("--in", "within", metavar="NUMBER", help="Show what stands under this number.")
@click.option("--pin", "pins", multiple=True, metavar="OLD=NEW", callback=_pins, help="Two numbers that are one rule.")
@click.option("--map", "move_map", type=click.Choice(["json", "csv"]), help="Print old and new numbers alone.")
@click.option("--max-length", type=click.IntRange(min=200), metavar="N", help="Cut Markdown at N characters.")
@click.option("--full", is_flag=True, help="Put what did not change into the page as well, folded.")
@click.option("--viewer", metavar="HREF", help="The address of the page of the new release; html links into it.")
@notice_option
@click.option("--exit-code", is_flag=True, help="Exit 1 if the releases differ.")
@output_option
def diff(
    old: str,
    new: str,
    form: str,
    everything: bool,
    only: tuple[str, ...],
    within: str | None,
    pins: list[tuple[str, str]],
    move_map: str | None,
    max_length: int | None,
    full: bool,
    viewer: str | None,
    notice: str | None,
    exit_code: bool,
    output: str | None,
) -> None:
    """Compare two releases: what really changed, whatever happened to the numbers.

    Keywords and list members that are new or gone come first, then the rules by section. Rules whose references only
    follow, whose typography changed or that were only renumbered are counted, and shown with --all.
    """
    if old == new == "-":
        raise Failure("only one of the two can be the standard input")
    chosen = "map" if move_map else form
    selecting = bool(everything or only or within)
    for name, given, formats in (
        ("--all, --only and --in select", selecting, ("text", "markdown")),
        ("--max-length cuts", max_length is not None, ("markdown",)),
        ("--full, --viewer and --notice are", bool(full or viewer or notice), ("html",)),
    ):
        if given and chosen not in formats:
            raise click.UsageError(f"{name} for -f {' and -f '.join(formats)} only")
    releases = load(old), load(new)
    if within and not any(within in release.index for release in releases):
        raise Failure(f"--in {within}: neither release has that number")
    with failures():
        found = compare(*releases, pins)
    if move_map:
        write(_map(found, move_map), output)
    elif form == "json":
        write(records.encode(records.diff_record(found)), output)
    elif form == "markdown":
        write(markdown(found, everything, only, within, max_length), output)
    elif form == "html":
        from comprules.render.html.comparison import comparison

        write(comparison(found, full, notice, viewer).encode(), output)
    else:
        write(text(found, everything, only, within), output)
    if exit_code and differs(found):
        sys.exit(1)


def differs(found: Diff) -> bool:
    """Whether anything at all changed."""
    return bool(found.changes or found.glossary or found.parts)


def _map(found: Diff, form: str) -> str | bytes:
    """Every number of either side with what it became or was; empty where there is nothing."""
    old, new = found.old.index.nodes, found.new.index.nodes
    paired = {pair.old: pair.new for pair in found.pairs}
    rows = [(node.rule.number, new[paired[at]].rule.number if at in paired else None) for at, node in enumerate(old)]
    kept = set(paired.values())
    rows += [(None, node.rule.number) for at, node in enumerate(new) if at not in kept]  # type: ignore[misc]
    if form == "json":
        return records.encode([{"old": before, "new": after} for before, after in rows])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("old", "new"))
    writer.writerows(rows)
    return out.getvalue()
