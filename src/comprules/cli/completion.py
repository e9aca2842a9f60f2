"""The command that prints a shell's completion: completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from comprules.cli.options import Failure

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", metavar="SHELL", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print a script that makes SHELL (bash, zsh or fish) complete commands, options, values and file names.

    In bash, put `eval "$(comprules completion bash)"` in ~/.bashrc.
    """
    found = get_completion_class(shell)
    if found is None:  # pragma: no cover: click knows these three
        raise Failure(f"no completion for {shell}")
    click.echo(found(click.get_current_context().find_root().command, {}, "comprules", "_COMPRULES_COMPLETE").source())
