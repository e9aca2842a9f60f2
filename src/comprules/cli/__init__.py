"""The command line: one module per kind of task. Options, files and exit codes live here, and nothing else.

The commands are loaded when they are called for, so that `comprules --help` is instant.
"""

from __future__ import annotations

import difflib
import importlib
import os
import sys

import click

NO_PAGER = "comprules.no_pager"  # where the root context keeps whether --no-pager was given
# name: (module, one line for --help), in the order of --help
_COMMANDS = {
    "parse": ("reading", "Read a document: outline, JSON, canonical text, one rule a line."),
    "check": ("proofreading", "Proofread documents: numbering, contents, references, texts."),
    "show": ("finding", "Show a rule with its subrules, or whatever has a name."),
    "search": ("finding", "Find rules and glossary entries by their words."),
    "index": ("finding", "List references, keywords, vocabularies, terms and who cites what."),
    "diff": ("comparing", "Compare two releases: what really changed."),
    "apply": ("applying", "Turn a release into the next with the JSON of their comparison."),
    "history": ("histories", "Follow a rule, keyword or glossary term through many releases."),
    "blame": ("histories", "Tell since when each rule reads as it does."),
    "site": ("siting", "Make a static site of many releases."),
    "restore": ("restoring", "Put the numbers back on a copied passage."),
    "archive": ("archiving", "Keep releases in a folder, known by their content."),
    "fetch": ("fetching", "Download a release from its publisher into the archive."),
    "cache": ("caching", "Say what is kept of releases that were read, or clear it."),
    "families": ("families", "List the families of documents, each with its own grammar."),
    "cite": ("citing", "List, check and migrate rule citations in your own files."),
    "export": ("exporting", "Write releases in the shapes that other tools read."),
    "mcp": ("serving", "Give language models tools to look rules up, over stdio."),
    "schema": ("schemas", "Print the JSON Schema of an output."),
    "completion": ("completion", "Print what makes a shell complete commands and file names."),
    "demo": ("demo", "The tour, on the bundled sample."),
}
# These read documents that need not be of the family that their text tells.
_READING = ("parse", "check", "show", "search", "index", "diff")
# These read no release, or have options of their own for where it is kept.
_WITHOUT_KEEPING = ("families", "archive", "cache", "cite", "completion", "demo", "schema")


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"comprules.cli.{_COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name)
        if cmd_name not in _WITHOUT_KEEPING and not any(each.name == "no_cache" for each in command.params):
            from comprules.cli.keeping import family_option, keeping_options

            command.params.extend(keeping_options())
            if cmd_name in _READING:
                command.params.append(family_option())
        known = {parameter.name for parameter in command.params}
        command.params.extend(option for option in _everywhere() if option.name not in known)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], _COMMANDS, n=2)
            ctx.fail(f"no command {args[0]}" + (f"; did you mean {' or '.join(near)}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in _COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"comprules {version('comprules')}")
        ctx.exit()


def _set_color(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.color = {"always": True, "never": False}.get(value)


def _set_pager(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.find_root().meta[NO_PAGER] = True


def _everywhere() -> tuple[click.Option, click.Option]:
    """The options that may stand before or after the name of a command."""
    return (
        click.Option(
            ["--color"],
            type=click.Choice(["auto", "always", "never"]),
            expose_value=False,
            callback=_set_color,
            help="Colour the output.",
        ),
        click.Option(
            ["--no-pager"], is_flag=True, expose_value=False, callback=_set_pager, help="Print long output as it is."
        ),
    )


@click.command(
    cls=_Lazy,
    params=list(_everywhere()),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Version.")
@click.pass_context
def comprules(ctx: click.Context) -> None:
    """Read comprehensive rules documents, compare their releases, answer questions, render them.

    FILE is a document as its publisher gives it: plain text in any encoding; - is the standard input.
    """
    if ctx.color is None and (os.environ.get("NO_COLOR") or os.environ.get("FORCE_COLOR")):
        ctx.color = not os.environ.get("NO_COLOR")


def main() -> None:
    """Run the command line and exit: 0 done, 1 found what the caller asked about, 2 usage or unreadable input."""
    try:
        comprules(prog_name="comprules", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.NoSuchOption as error:
        hint = f"; see `{error.ctx.command_path} --help`; -- before it makes it a word" if error.ctx else ""
        _fail(error.format_message().rstrip(".") + hint)
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
