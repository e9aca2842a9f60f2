"""What the commands share: reading files, writing outputs, and turning failures into one line and exit code 2."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from comprules.cli.keeping import read
from comprules.errors import CompRulesError, NotFoundError

if TYPE_CHECKING:
    from comprules.release import Release

Command = TypeVar("Command", bound=Callable[..., Any])


def file_argument(name: str = "file", **options: Any) -> Callable[[Command], Command]:
    """An argument that names a document."""
    return click.argument(name, metavar=name.upper() + ("…" if options.get("nargs") == -1 else ""), **options)


def format_option(*formats: str) -> Callable[[Command], Command]:
    """`-f/--format`, the first format being the default."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="Format.",
    )


def output_option(command: Command) -> Command:
    """`-o/--output`."""
    return click.option("-o", "--output", type=click.Path(), help="Write to this file, whole or not at all.")(command)


def notice_option(command: Command) -> Command:
    """`--notice`."""
    return click.option("--notice", metavar="TEXT", help="What a page says in its footer of who made it.")(command)


class Failure(click.ClickException):
    """A failure that is no matter of usage: one line, exit code 2."""

    exit_code = 2


@contextmanager
def failures() -> Iterator[None]:
    """Turn the library's failures into one line on stderr and exit code 2."""
    try:
        yield
    except NotFoundError as error:
        near = f"; did you mean {', '.join(error.near)}?" if error.near else ""
        raise Failure(f"{error}{near}") from None
    except CompRulesError as error:
        raise Failure(str(error)) from None


def load(path: str) -> Release:
    """The release that `path` names: a file, `-`, or one of the archive; failures turned into one line."""
    with failures():
        return read(path)


def write(content: str | bytes, output: str | None) -> None:
    """Print `content`, or write it to the file `output`: whole, or not at all."""
    if output is None or output == "-":
        # Colour goes where a person reads; click strips it from files and pipes.
        click.echo(content, nl=False)
        return
    data = click.unstyle(content).encode("utf-8", "replace") if isinstance(content, str) else content
    import tempfile

    target = Path(os.path.realpath(output))
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as device:  # a device or a pipe is written to, never replaced
                device.write(data)
            return
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(draft, _mode(target))
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise
    except OSError as error:
        raise Failure(f"{output}: cannot be written: {error.strerror}") from None


def _mode(target: Path) -> int:
    """The permissions of a file that is there, else those that a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
