"""Bytes of a file to text: the first stage. Takes bytes; gives a `Source`; refuses what is no text.

    >>> decode(b"1. Sea\\r\\n100. Tides\\r\\n", "sea.txt").newlines
    'CRLF'

The text of a `Source` has the characters of the file and `\\n` for every line end, so that the number of `\\n` before
an offset is the number of lines before it in the file. No byte is dropped or replaced silently: what no encoding
explains stands as U+FFFD and is named by a diagnostic.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter

import msgspec

from comprules.damage import undo_misreading
from comprules.encodings import Guess, guess
from comprules.errors import Diagnostic, UnreadableError, diagnose

# Line ends that editors and word processors write; form feeds and NBSP are blanks within a line.
_NEWLINE = re.compile("\r\n|[\r\n\u2028\u2029]")
_CONTROLS = "".join(map(chr, (*range(0x09), *range(0x0E, 0x20), 0x7F)))
_CONTROL = re.compile(f"[{re.escape(_CONTROLS)}]")
_LOST = re.compile("[\ud800-\udfff]")
_BINARY_SHARE = 0.02  # text has next to no control characters; images and archives have above a tenth


class Source(msgspec.Struct, frozen=True):
    """A file as text, and what was found about its bytes.

    `text` has `\\n` for every line end. `encoding` is a Python codec name; `newlines` the kinds of line end, the most
    frequent first, such as `LF` or `CR+CRLF`; `lines` the number of lines, the last one counted even if unended.
    """

    name: str
    text: str
    sha256: str
    encoding: str
    newlines: str
    bytes: int
    lines: int
    diagnostics: tuple[Diagnostic, ...] = ()


def line_at(source: Source, offset: int) -> int:
    """The 1-based line of the original file in which the character at `offset` of `source.text` stands."""
    return source.text.count("\n", 0, offset) + 1


def decode(data: bytes | str, name: str = "<bytes>") -> Source:
    """Read `data` as text; `name` is what messages and outputs call it.

    The encoding is told by a byte order mark, else strict UTF-8, else by evidence (`comprules.encodings.guess`); text
    that is decoded already is taken as it is. Raises UnreadableError for empty input and for what is not text.
    """
    if isinstance(data, str):
        known = Guess("utf-8", data.removeprefix("\ufeff"), bool(_LOST.search(data)))
        data = data.encode("utf-8", "surrogatepass")
    else:
        known = None
    if not data.strip(b" \t\r\n\x0b\x0c\x00"):
        raise UnreadableError(f"{name}: the file is empty; give the text of a rules document")
    encoding, raw, damaged, strays = known or guess(data)
    controls = _count_controls(raw if encoding.startswith("utf-16") else data)
    if controls > _BINARY_SHARE * len(raw):
        raise UnreadableError(f"{name}: this is not text (it looks binary); give the plain text of a rules document")
    newlines = _newlines(raw)
    text = raw if newlines in ("LF", "none") else _NEWLINE.sub("\n", raw)
    raw = text
    text, misread = undo_misreading(text)
    found: list[Diagnostic] = []
    if strays:
        found.append(diagnose("stray-bytes", f"{strays} stray bytes among the units of UTF-16, left out", 1))
    if misread:
        first = next(at for at, (a, b) in enumerate(zip(raw, text, strict=False)) if a != b)
        line = text.count("\n", 0, first) + 1
        found.append(diagnose("mojibake", f"UTF-8 was read as a code page in {misread} places; undone", line))
    if damaged or controls or "\ufffd" in text:
        text, located = _repair(text)
        found.extend(located)
    return Source(
        name=name,
        text=text,
        sha256=hashlib.sha256(data).hexdigest(),
        encoding=encoding,
        newlines=newlines,
        bytes=len(data),
        lines=text.count("\n") + (not text.endswith("\n")),
        diagnostics=tuple(found),
    )


def _count_controls(content: str | bytes) -> int:
    if isinstance(content, bytes):
        return len(content) - len(content.translate(None, _CONTROLS.encode()))
    return sum(map(content.count, _CONTROLS))


def _newlines(text: str) -> str:
    crlf = text.count("\r\n")
    counts = {
        "LF": text.count("\n") - crlf,
        "CRLF": crlf,
        "CR": text.count("\r") - crlf,
        "U+2028": text.count("\u2028"),
        "U+2029": text.count("\u2029"),
    }
    used = sorted((kind for kind in counts if counts[kind]), key=lambda kind: -counts[kind])
    return "+".join(used) or "none"


def _repair(text: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Mark undecodable units as U+FFFD, and name them, characters lost earlier and control characters by line."""
    found = [
        diagnose("replacement", f"{count} lost character{'s' * (count > 1)} (U+FFFD) in the document", line)
        for line, count in _by_line(re.compile("\ufffd"), text)
    ]
    for line, count in _by_line(_LOST, text):
        shown = f"{count} undecodable byte{'s' * (count > 1)}, shown as U+FFFD"
        found.append(diagnose("undecodable", shown, line))
    for line, count in _by_line(_CONTROL, text):
        found.append(diagnose("control-character", f"{count} control character{'s' * (count > 1)}", line))
    return _LOST.sub("\ufffd", text), tuple(found)


def _by_line(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The 1-based lines in which `pattern` is found and how often, in time linear in the text."""
    counts: Counter[int] = Counter()
    line, seen = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        counts[line] += 1
    return sorted(counts.items())
