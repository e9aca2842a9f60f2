"""The command that proofreads: check."""

from __future__ import annotations

import sys

import click
import msgspec

from comprules.cli.options import Failure, columns, file_argument, format_option, load, output_option, write
from comprules.errors import CODES, UnreadableError
from comprules.loader import read_bytes
from comprules.proofread import proofread, unknown
from comprules.release import Release
from comprules.render import json as records
from comprules.render import terminal
from comprules.render.answers import Checked, CheckRecord, Code, CodesRecord, check_record

_ALL = "all"  # instead of one code


def _explain(ctx: click.Context, param: click.Parameter, code: str | None) -> None:
    """Print what a code means, instead of checking anything."""
    if code is None or ctx.resilient_parsing:
        return
    asked = CODES if code == _ALL else {code: CODES[code]}
    if ctx.params.get("form") == "json":
        codes = tuple(Code(each, severity, meaning) for each, (severity, meaning) in asked.items())
        write(records.encode(CodesRecord("comprules/codes/1", codes)), ctx.params.get("output"))
    else:
        lines = (f"{each} ({severity}): {meaning}\n" for each, (severity, meaning) in asked.items())
        write("".join(lines), ctx.params.get("output"))
    ctx.exit()


@click.command()
@format_option("text", "json", "github", is_eager=True)
@output_option
@click.option(
    "--explain",
    metavar="CODE",
    type=click.Choice([*CODES, _ALL]),
    expose_value=False,
    callback=_explain,
    help="Say what a code means, or all.",
)
@file_argument("files", nargs=-1, required=True)
@click.option("--since", metavar="OLD", type=click.Path(), help="Show what this older release does not have.")
@click.option("--baseline", metavar="JSON", type=click.Path(), help="Leave out what this output of -f json has.")
@click.option("--strict", is_flag=True, help="Exit 1 if any error or warning is shown.")
def check(
    files: tuple[str, ...], form: str, since: str | None, baseline: str | None, strict: bool, output: str | None
) -> None:
    """Proofread documents: every oddity with its line, the gravest first.

    Looks at numbering, contents, references, lists, texts and glossary. github prints annotations for a workflow. What
    is accepted as it is can be kept: `check FILE -f json -o known.json`, then `check FILE --baseline known.json`.
    """
    if [*files, since].count("-") > 1:
        raise Failure("only one of the files can be the standard input")
    known = _baseline(baseline) if baseline else []
    older = [(each.code, each.message) for each in proofread(load(since))] if since else None
    read: list[Checked] = []
    paths: list[str] = []
    unreadable: list[click.ClickException] = []
    for file in files:
        try:
            read.append(_checked(load(file), known, older))
            paths.append(file)
        except click.ClickException as error:  # the others are proofread all the same
            unreadable.append(error)
    if read:
        write(_shown(read, paths, form, output), output)
    for each in unreadable[:-1]:
        click.echo(f"comprules: {each.format_message()}", err=True)
    if unreadable:
        raise unreadable[-1]
    if strict and any(found.severity != "info" for checked in read for found in checked.shown):
        sys.exit(1)


def _checked(release: Release, known: list[tuple[str, str]], older: list[tuple[str, str]] | None) -> Checked:
    found = proofread(release)
    new = [None] * len(found) if older is None else unknown(found, older)
    accepted = [not each for each in unknown(found, known)]
    return Checked(release, tuple(zip(found, new, accepted, strict=True)))


def _shown(read: list[Checked], paths: list[str], form: str, output: str | None) -> str | bytes:
    if form == "json":
        return records.encode(check_record(read))
    if form == "github":
        return "".join(terminal.github(each.shown, path) for each, path in zip(read, paths, strict=True))
    width = columns(output)
    return "".join(terminal.findings(each.release, each.shown, width, each.hidden) for each in read)


def _baseline(path: str) -> list[tuple[str, str]]:
    """The findings that an earlier output of `check -f json` has."""
    try:
        record = msgspec.json.decode(read_bytes(path), type=CheckRecord)
    except UnreadableError as error:
        raise Failure(str(error)) from None
    except msgspec.DecodeError as error:
        raise Failure(f"{path}: no output of check -f json: {error}") from None
    return [(found.code, found.message) for file in record.files for found in file.findings]
