"""The command that downloads releases: fetch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from comprules.cli.keeping import archive, use_cache
from comprules.cli.options import Failure, failures, format_option, output_option, write

if TYPE_CHECKING:
    from comprules.archive.known import Known


@click.command()
@click.argument("date", required=False)
@click.option("--latest", is_flag=True, help="Download the release that the publisher's page links to.")
@click.option("--list", "listing", is_flag=True, help="List the releases that are known.")
@click.option("--from", "address", metavar="URL", help="Another page that links to a text, or the address of a text.")
@click.option("--plain-http", is_flag=True, help="Allow addresses that are not encrypted.")
@click.option("--exit-code", is_flag=True, help="Exit 1 if a release is new.")
@format_option("text", "json")
@output_option
def fetch(
    date: str | None,
    latest: bool,
    listing: bool,
    address: str | None,
    plain_http: bool,
    exit_code: bool,
    form: str,
    output: str | None,
) -> None:
    """Download a release from its publisher and keep it in the archive.

    DATE is one of those that --list shows with an address. What comes must be a rules document; what the archive has
    already is said to be nothing new.
    """
    named = sum((date is not None, latest, listing))
    if named > 1 or (not named and address is None) or (listing and address):
        raise click.UsageError("name one: a DATE, --latest, --list, or --from URL")
    use_cache()
    folder = archive()
    if listing:
        with failures():
            here = {each.effective for each in folder.releases()}
        _list(here, form, output)
        return
    if form != "text":
        raise click.UsageError("-f json is for --list")
    from comprules.archive.fetch import PAGE
    from comprules.archive.fetch import fetch as get

    with failures():
        edition, new = get(folder, address or (_address(date) if date else PAGE), plain_http)
    dated = edition.effective or "no date"
    click.echo(f"{dated}: {'kept as' if new else 'nothing new, it is here already:'} {edition.file}", err=True)
    if date is not None and edition.effective != date:
        click.echo(f"comprules: the text that came states {dated}, not {date}", err=True)
    if new and exit_code:
        sys.exit(1)


def _address(date: str) -> str:
    """The address of a known release."""
    from comprules.archive.known import known

    found = next((each for each in known() if each.date == date), None)
    if found is None:
        raise Failure(f"{date}: no release of this date is known; `comprules fetch --list` shows those that are")
    if found.url is None:
        raise Failure(f"{date}: no address is known for this release; name one with --from")
    return found.url


def _list(here: set[str | None], form: str, output: str | None) -> None:
    from comprules.archive.known import known

    if form == "json":
        from comprules.render import json as records
        from comprules.render.keeping import KnownRecord

        write(records.encode(KnownRecord("comprules/known/1", known())), output)
        return
    write("".join(f"{_line(each, each.date in here)}\n" for each in known()), output)


def _line(known: Known, here: bool) -> str:
    marks = "here" if here else "" if known.url else "no address"
    return f"{known.date}  {marks:<10}  {known.set or ''}".rstrip()
