"""The tour: each command once, on the bundled sample, with what it gives kept as a report."""

from __future__ import annotations

import shlex
from importlib.resources import files
from pathlib import Path

import click

from comprules.cli import comprules
from comprules.cli.options import Failure, write
from comprules.export.shapes import SHAPES
from comprules.render.api import api
from comprules.render.json import OUTPUTS

# What is shown, the command, the report it is kept in, and how many of its lines the tour prints.
STEPS: tuple[tuple[str, tuple[str, ...], str, int], ...] = (
    ("What is in a document", ("parse", "sample-1.txt"), "outline.txt", 12),
    ("All of it, for programs", ("parse", "sample-1.txt", "-f", "json"), "document.json", 0),
    ("One rule a line", ("parse", "sample-1.txt", "-f", "jsonl"), "rules.jsonl", 0),
    ("The canonical plain text", ("parse", "sample-1.txt", "-f", "text"), "document.txt", 0),
    ("The page for reading", ("parse", "sample-1.txt", "-f", "html"), "viewer.html", 0),
    ("Proofreading a release", ("check", "sample-3.txt"), "check.txt", 8),
    ("A rule with its subrules, and who cites it", ("show", "302.5", "sample-1.txt"), "show.txt", 12),
    ("The same, for programs", ("show", "convoys", "sample-1.txt", "-f", "json"), "show.json", 0),
    ("Rules by their words", ("search", '"static ability" -convoy', "sample-1.txt"), "search.txt", 8),
    ("Keywords and what they mean", ("index", "sample-1.txt", "--kind", "keywords"), "keywords.txt", 12),
    ("Who cites what", ("index", "sample-1.txt", "--kind", "cited-by"), "cited-by.txt", 6),
    ("References that are broken", ("index", "sample-3.txt", "--kind", "dangling"), "dangling.txt", 6),
    ("What changed between two releases", ("diff", "sample-1.txt", "sample-2.txt"), "diff.txt", 24),
    ("The same, for programs", ("diff", "sample-1.txt", "sample-2.txt", "-f", "json"), "diff.json", 0),
    (
        "The same, for a chat",
        ("diff", "sample-2.txt", "sample-3.txt", "-f", "markdown", "--max-length", "1900"),
        "diff.md",
        0,
    ),
    (
        "The comparison as a page",
        ("diff", "sample-1.txt", "sample-2.txt", "-f", "html"),
        "comparison.html",
        0,
    ),
    (
        "A keyword through three releases, whatever its number and name",
        ("history", "Copperclad", "sample-1.txt", "sample-2.txt", "sample-3.txt"),
        "history.txt",
        14,
    ),
    (
        "The same as a page",
        ("history", "Copperclad", "sample-1.txt", "sample-2.txt", "sample-3.txt", "-f", "html"),
        "history.html",
        0,
    ),
    (
        "Since when each rule reads as it does",
        ("blame", "sample-1.txt", "sample-2.txt", "sample-3.txt"),
        "blame.txt",
        8,
    ),
    ("The lists that rules state", ("index", "sample-3.txt", "--kind", "vocabularies"), "vocabularies.txt", 8),
    ("What each code of a finding means", ("check", "--explain", "all"), "codes.txt", 6),
    *((f"What the JSON of {name} is like", ("schema", name), f"schema-{name}.json", 0) for name in (*OUTPUTS, *SHAPES)),
    ("Passages for retrieval", ("export", "sample-1.txt", "--to", "chunks"), "chunks.jsonl", 0),
    ("Keywords, as card databases have them", ("export", "sample-1.txt", "--to", "keywords-json"), "keywords.json", 0),
    (
        "Release notes, by a template",
        ("export", "sample-1.txt", "sample-2.txt", "--template", "release-notes.md.j2"),
        "release-notes.md",
        8,
    ),
    ("All indices, as a page", ("index", "sample-1.txt", "-f", "html", "--viewer", "viewer.html"), "index.html", 0),
)


@click.command()
@click.option(
    "-o", "--output", default="reports", show_default=True, type=click.Path(file_okay=False), help="The folder."
)
def demo(output: str) -> None:
    """Take the tour: run each command on the bundled sample and keep what it prints in a folder."""
    folder = Path(output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"{output}: cannot be made: {error.strerror}") from None
    for title, command, report, lines in STEPS:
        click.secho(f"\n{title}", bold=True)
        click.secho(f"$ comprules {shlex.join(command)}", fg="cyan")
        run(command, folder / report)
        content = (folder / report).read_text(encoding="utf-8").splitlines()
        for line in content[:lines]:
            click.echo(f"  {line}"[:110])
        if len(content) > lines:
            click.secho(f"  … all {len(content):,} lines in {folder / report}", dim=True)
    click.secho("\nThe library, name by name", bold=True)
    write(api(), str(folder / "api.md"))
    click.secho(f"  … all of it in {folder / 'api.md'}", dim=True)
    _site(folder)


def _site(folder: Path) -> None:
    """The site of all samples, and a report that names its files."""
    from comprules.cli.options import write

    click.secho("\nAll releases as a site", bold=True)
    click.secho("$ comprules site sample-1.txt sample-2.txt sample-3.txt", fg="cyan")
    run(("site", "sample-1.txt", "sample-2.txt", "sample-3.txt"), folder / "site")
    names = sorted(path.relative_to(folder / "site").as_posix() for path in (folder / "site").rglob("*"))
    write("".join(f"{name}\n" for name in names if not _is_counted(name)), str(folder / "site.txt"))
    click.echo(f"  open {folder / 'site' / 'index.html'}")


def _is_counted(name: str) -> bool:
    """Whether a file is one of many alike, hidden, or named by its content."""
    return "/rules/" in name or name.startswith((".", "assets/"))


def run(command: tuple[str, ...], report: Path) -> None:
    """Run one command of the tour, its samples and templates found in the package, into `report`."""
    data = files("comprules.data")
    arguments = [str(data / word) if (data / word).is_file() else word for word in command]
    comprules.main([*arguments, "-o", str(report)], prog_name="comprules", standalone_mode=False)
