"""Commands that compare releases: diff."""

from __future__ import annotations

import csv
import io
import sys
from typing import TYPE_CHECKING

import click

from comprules.cli.options import (
    Failure,
    beside_option,
    failures,
    file_argument,
    format_option,
    load,
    load_comparison,
    notice_option,
    output_option,
    write,
)
from comprules.diff.kinds import ORDER
from comprules.diff.model import Change, Diff
from comprules.diff.narrow import GLOSSARY, differs, narrow
from comprules.render.difftext import text
from comprules.render.markdown import markdown

if TYPE_CHECKING:
    from comprules.release import Release

_COLUMNS = ("old", "new", "kind", "confidence")


def _pins(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> list[tuple[str, str]]:
    pins = [value.partition("=") for value in values]
    if any(not old or not new for old, _, new in pins):
        raise click.BadParameter("a pin is OLD=NEW, such as 702.165b=702.166b")
    return [(old, new) for old, _, new in pins]


@click.command()
@file_argument("old")
@click.argument("new", metavar="[NEW]", type=click.Path(), required=False)
@format_option("text", "json", "markdown", "html")
@click.option("--all", "everything", is_flag=True, help="Show references, typography and renumbering as well.")
@click.option("--only", multiple=True, type=click.Choice(ORDER), help="Compare this kind alone; may be given again.")
@click.option("--in", "within", metavar="NUMBER", help="Compare what stands under this number, or the glossary.")
@click.option("--pin", "pins", multiple=True, metavar="OLD=NEW", callback=_pins, help="Two numbers that are one rule.")
@click.option("--map", "move_map", type=click.Choice(["json", "csv"]), help="Print old and new numbers alone.")
@click.option("--max-length", type=click.IntRange(min=200), metavar="N", help="Cut Markdown at N characters.")
@click.option("--full", is_flag=True, help="Put what did not change into the page as well, folded.")
@beside_option("viewer", "the page of the new release")
@beside_option("old-viewer", "the page of the old release")
@beside_option("indices", "the page of the indices")
@notice_option
@click.option("--exit-code", is_flag=True, help="Exit 1 if the releases differ.")
@output_option
def diff(
    old: str,
    new: str | None,
    form: str,
    everything: bool,
    only: tuple[str, ...],
    within: str | None,
    pins: list[tuple[str, str]],
    move_map: str | None,
    max_length: int | None,
    full: bool,
    viewer: str | None,
    old_viewer: str | None,
    indices: str | None,
    notice: str | None,
    exit_code: bool,
    output: str | None,
) -> None:
    """Compare two releases: what really changed, whatever happened to the numbers.

    Keywords and list members that are new or gone come first, then the rules by section. Rules whose references only
    follow, whose typography changed or that were only renumbered are counted, and shown with --all.

    OLD alone may be the JSON of a comparison, `diff OLD NEW -f json`, to be told as text or Markdown.
    """
    if old == new == "-":
        raise Failure("only one of the two can be the standard input")
    chosen = "map" if move_map else form
    for name, given, formats in (
        ("--all shows the rest", everything, ("text", "markdown", "map")),
        ("--max-length cuts", max_length is not None, ("markdown",)),
        ("--full, --notice and addresses are", bool(full or viewer or old_viewer or indices or notice), ("html",)),
    ):
        if given and chosen not in formats:
            shown = " and ".join("--map" if each == "map" else f"-f {each}" for each in formats)
            raise click.UsageError(f"{name} for {shown} only")
    if full and (only or within):
        raise click.UsageError("--full shows all that did not change, --only and --in a part")
    if new is None:
        if chosen not in ("text", "markdown") or pins or only or within:
            raise click.UsageError("a comparison in JSON is told whole, as text or Markdown; else give OLD and NEW")
        found = _saved(old)
    else:
        found = narrow(_compare(load(old), load(new), pins, within), only, within)
    if move_map:
        write(_map(found, move_map, everything), output)
    elif form == "json":
        from comprules.render import json as records

        write(records.encode(records.diff_record(found, only, within)), output)
    elif form == "markdown":
        write(markdown(found, everything, only, within, max_length), output)
    elif form == "html":
        from comprules.render.headlines import narrowing
        from comprules.render.html.beside import Beside
        from comprules.render.html.comparison import comparison

        with failures():
            beside = Beside(viewer, old_viewer, indices=indices)
            page = comparison(found, full, notice, beside, narrowing(found, only, within))
        write(page.encode(), output)
    else:
        write(text(found, everything, only, within), output)
    if exit_code and differs(found):
        sys.exit(1)


def _saved(path: str) -> Diff:
    """The comparison of a JSON that was written before."""
    from comprules.render.saved import told_again

    return told_again(load_comparison(path))


def _compare(old: Release, new: Release, pins: list[tuple[str, str]], within: str | None) -> Diff:
    """The comparison of two releases; one with pins is made for this once and not kept."""
    if within and within != GLOSSARY and not any(within in release.index for release in (old, new)):
        raise Failure(f"--in {within}: neither release has that number")
    if pins:
        from comprules.diff.compare import diff as compare_with

        with failures():
            return compare_with(old, new, pins)
    from comprules.archive.kept import compare

    return compare(old, new)


def _map(found: Diff, form: str, everything: bool) -> str | bytes:
    """What became of the numbers that differ, or of all, in the order of the new release.

    A rule that is gone or new has one number; each part of a split or merger stands beside the whole.
    """
    rows = [_row(change) for change in found.changes if everything or _is_renumbered(change)]
    if everything:
        told = {(change.old_at, change.new_at) for change in found.changes}
        nodes = found.old.index.nodes, found.new.index.nodes
        rows += [
            (nodes[0][pair.old].rule.number, nodes[1][pair.new].rule.number, "unchanged", pair.confidence)
            for pair in found.pairs
            if (pair.old, pair.new) not in told
        ]
        places = {node.rule.number: at for at, node in reversed(list(enumerate(found.new.index.nodes)))}
        rows.sort(key=lambda row: places.get(row[1] or "", -1) if row[1] else -1)
    if form == "json":
        from comprules.render.json import encode

        return encode([dict(zip(_COLUMNS, row, strict=True)) for row in rows])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(rows)
    return out.getvalue()


def _is_renumbered(change: Change) -> bool:
    return change.old is None or change.new is None or change.old.number != change.new.number or bool(change.related)


def _row(change: Change) -> tuple[str | None, str | None, str, float]:
    old, new = (side.number if side else None for side in (change.old, change.new))
    if change.is_part:
        old, new = (change.related[0], new) if old is None else (old, change.related[0])
    return old, new, change.kind, change.confidence
