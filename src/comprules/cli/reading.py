"""Commands that read one document: parse, check, show.

What a format needs is imported when it is asked for.
"""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import click

from comprules.cli.options import failures, file_argument, format_option, load, notice_option, output_option, write
from comprules.render import terminal

if TYPE_CHECKING:
    from comprules.release import Release


@click.command()
@file_argument()
@format_option("outline", "json", "text", "jsonl", "html")
@notice_option
@output_option
def parse(file: str, form: str, notice: str | None, output: str | None) -> None:
    """Read a document and print it as a structure.

    outline: sections and chapters with counts; json: everything; text: the canonical plain text, which parses to the
    same tree; jsonl: one rule a line, with its place; html: all of it on one page, for reading.
    """
    release = load(file)
    if form in ("json", "jsonl"):
        from comprules.render import json as records

    if form == "json":
        write(records.encode(records.document_record(release)), output)
    elif form == "jsonl":
        write(records.encode_lines(records.rule_records(release)), output)
    elif form == "text":
        from comprules.render.text import text

        write(text(release.document), output)
    elif form == "html":
        from comprules.render.html.viewer import viewer

        write(viewer(release, notice).encode(), output)
    else:
        write(terminal.outline(release), output)


@click.command()
@file_argument("files", nargs=-1, required=True)
@format_option("text", "json", "github")
@click.option("--strict", is_flag=True, help="Exit 1 if there is any error or warning.")
@output_option
def check(files: tuple[str, ...], form: str, strict: bool, output: str | None) -> None:
    """Proofread documents: every oddity with its line.

    Looks at numbering, contents, texts, glossary and references. github prints annotations for a workflow.
    """
    read: list[tuple[str, Release]] = []
    unreadable: list[click.ClickException] = []
    for file in files:
        try:
            read.append((file, load(file)))
        except click.ClickException as error:  # the others are proofread all the same
            unreadable.append(error)
    releases = [release for _, release in read]
    if form == "json" and read:
        from comprules.render import json as records

        write(records.encode(records.check_record(releases)), output)
    elif read:
        texts = (terminal.github(each, file) if form == "github" else terminal.findings(each) for file, each in read)
        write("".join(texts), output)
    for each in unreadable[:-1]:
        click.echo(f"comprules: {each.format_message()}", err=True)
    if unreadable:
        raise unreadable[-1]
    if strict and any(found.severity != "info" for release in releases for found in release.diagnostics):
        sys.exit(1)


@click.command()
@click.argument("wanted", metavar="NUMBER|TERM")
@file_argument()
@click.option("--alone", is_flag=True, help="Without the subrules.")
@output_option
def show(wanted: str, file: str, alone: bool, output: str | None) -> None:
    """Show a rule with its subrules and examples, a range of rules (510.1c-d), or a glossary entry.

    A term may be typed in any case.
    """
    from comprules import lookup

    release = load(file)
    with failures():
        found = lookup.find(release.index, wanted)
    width = min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() and not output else None
    blocks = [terminal.entry(release, found.entry, width)] if found.entry else []
    blocks += [terminal.rule(release, node, alone, width) for node in found.nodes]
    write("\n".join(blocks), output)
