"""The command line: one module per kind of task. Options, files and exit codes live here, and nothing else.

The commands are loaded when they are called for, so that `comprules --help` is instant.
"""

from __future__ import annotations

import importlib
import os
import sys

import click

# name: (module, one line for --help), in the order of --help
_COMMANDS = {
    "parse": ("reading", "Read a document: outline, JSON, canonical text, one rule a line."),
    "check": ("reading", "Proofread documents: numbering, contents, references."),
    "show": ("reading", "Show a rule with its subrules, or a glossary entry."),
    "search": ("finding", "Find rules and glossary entries by their words."),
    "index": ("finding", "List references, keywords, vocabularies, terms and who cites what."),
    "diff": ("comparing", "Compare two releases: what really changed."),
    "apply": ("applying", "Turn a release into the next with the JSON of their comparison."),
    "history": ("histories", "Follow a rule, keyword or glossary term through many releases."),
    "blame": ("histories", "Tell since when each rule reads as it does."),
    "restore": ("restoring", "Put the numbers back on a copied passage."),
    "archive": ("archiving", "Keep releases in a folder, known by their content."),
    "fetch": ("fetching", "Download a release from its publisher into the archive."),
    "cache": ("caching", "Say what is kept of releases that were read, or clear it."),
    "schema": ("schemas", "Print the JSON Schema of an output."),
    "demo": ("demo", "The tour, on the bundled sample."),
}
# These read no release, or have options of their own for where it is kept.
_WITHOUT_KEEPING = ("archive", "cache", "demo", "schema")


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"comprules.cli.{_COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        if cmd_name not in _WITHOUT_KEEPING and not any(each.name == "no_cache" for each in command.params):
            from comprules.cli.keeping import keeping_options

            command.params.extend(keeping_options())
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"comprules {version('comprules')}")
        ctx.exit()


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Version.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour the output (auto).",
)
@click.pass_context
def comprules(ctx: click.Context, color: str) -> None:
    """Read comprehensive rules documents, compare their releases, render them.

    FILE is a document as its publisher gives it: plain text in any encoding; - is the standard input.
    """
    ctx.color = {"always": True, "never": False}.get(color, False if os.environ.get("NO_COLOR") else None)


def main() -> None:
    """Run the command line and exit: 0 done, 1 found what the caller asked about, 2 usage or unreadable input."""
    try:
        comprules(prog_name="comprules", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.UsageError as error:
        hint = f"; see `{error.ctx.command_path} --help`" if error.ctx else ""
        _fail(error.format_message().rstrip(".") + hint)
    except click.ClickException as error:
        _fail(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        sys.exit(130)
    except OSError as error:  # click is quiet about closed pipes by itself
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(f"the output cannot be written: {error.strerror}")


def _fail(message: str) -> None:
    click.echo(f"comprules: {message}", err=True)
    sys.exit(2)
