"""Commands run as in a terminal of a given size, for the tests of what people see."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

from tests.conftest import ROOT


def screen(*arguments: str, columns: int, lines: int = 1000, **environment: str) -> str:
    """What a command writes to a terminal of `columns` and `lines`, colour codes and all."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    known = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR", "LESS")}
    process = subprocess.Popen(
        [sys.executable, "-c", "from comprules.cli import main; main()", *arguments],
        stdin=child,
        stdout=child,
        stderr=child,
        cwd=ROOT,
        env={**known, "TERM": "xterm", **environment},
    )
    os.close(child)
    written = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:  # the other end is closed: how a pty says that it is done
            break
        if not piece:
            break
        written += piece
    process.wait()
    os.close(parent)
    return written.decode().replace("\r\n", "\n")
