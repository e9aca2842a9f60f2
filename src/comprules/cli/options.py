"""What the commands share: reading files, writing outputs, and turning failures into one line and exit code 2."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from comprules.cli import NO_PAGER
from comprules.cli.keeping import read
from comprules.errors import CompRulesError, NotFoundError

if TYPE_CHECKING:
    from comprules.release import Release
    from comprules.render.diffjson import DiffRecord

_PROSE = 100  # columns: longer lines of prose are hard to read

Command = TypeVar("Command", bound=Callable[..., Any])


def file_argument(name: str = "file", **options: Any) -> Callable[[Command], Command]:
    """An argument that names a document."""
    many = "…" if options.get("nargs") == -1 else ""
    return click.argument(name, metavar=name.upper() + many, type=click.Path(), **options)


def format_option(*formats: str, is_eager: bool = False) -> Callable[[Command], Command]:
    """`-f/--format`, the first format being the default."""
    return click.option(
        "-f",
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        is_eager=is_eager,
        help="Format.",
    )


def output_option(command: Command) -> Command:
    """`-o/--output`."""
    return click.option(
        "-o", "--output", type=click.Path(), is_eager=True, help="Write to this file, whole or not at all."
    )(command)


def notice_option(command: Command) -> Command:
    """`--notice`."""
    return click.option("--notice", metavar="TEXT", help="What a page says in its footer of who made it.")(command)


def beside_option(name: str, what: str) -> Callable[[Command], Command]:
    """An option that gives the address of a page beside the one that is made."""
    return click.option(f"--{name}", metavar="HREF", help=f"The address of {what}; html links there.")


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


def load_comparison(path: str) -> DiffRecord:
    """The comparison whose JSON a file holds; failures turned into one line."""
    from msgspec import MsgspecError

    from comprules.loader import read_bytes
    from comprules.render.diffjson import decode_diff

    with failures():
        data = read_bytes(path)
    try:
        return decode_diff(data)
    except MsgspecError as error:
        raise Failure(f"{path}: not the JSON of a comparison: {error}") from None


def columns(output: str | None) -> int | None:
    """The width of the terminal that the output goes to, None if it goes elsewhere."""
    return shutil.get_terminal_size().columns if output is None and sys.stdout.isatty() else None


def prose_columns(output: str | None) -> int | None:
    """The width to which sentences are folded: that of the terminal, but no wider than is read with ease."""
    width = columns(output)
    return None if width is None else min(width, _PROSE)


def write(content: str | bytes, output: str | None) -> None:
    """Print `content`, or write it to the file `output`: whole, or not at all.

    What is longer than the screen of a terminal goes through the pager.
    """
    if output is None or output == "-":
        # Colour goes where a person reads; click strips it from files and pipes.
        if isinstance(content, str) and _is_paged(content):
            os.environ.setdefault("LESS", "FRX")
            click.echo_via_pager(content, color=click.get_current_context().color is not False)
        else:
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
            os.chmod(draft, mode_of(target))
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise
    except OSError as error:
        raise Failure(f"{output}: cannot be written: {error.strerror}") from None


def _is_paged(content: str) -> bool:
    """Whether a person at a terminal would see only the end of `content`, and has not asked for no pager."""
    if not sys.stdout.isatty() or not sys.stdin.isatty() or click.get_current_context().find_root().meta.get(NO_PAGER):
        return False
    return content.count("\n") >= shutil.get_terminal_size().lines and os.environ.get("PAGER") not in ("", "cat")


def mode_of(target: Path) -> int:
    """The permissions of a file that is there, else those that a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
