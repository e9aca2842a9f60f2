"""Texts folded to the width of a terminal: colour codes take no room, and words are never broken."""

from __future__ import annotations

import re

_CODE = re.compile(r"\x1b\[[0-9;]*m")
_NARROWEST = 20  # columns: in a narrower terminal nothing can be read anyway


def visible(text: str) -> int:
    """How many columns `text` takes, colour codes aside."""
    return len(_CODE.sub("", text)) if "\x1b" in text else len(text)


def cut(text: str, width: int) -> str:
    """`text` without colour codes, cut to `width` columns with an ellipsis."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def wrap(text: str, width: int | None, indent: str = "", hang: str | None = None) -> str:
    """`text` folded to `width` columns, None for as it is; every line of it indented, the further ones by `hang`."""
    further = indent if hang is None else hang
    if width is None:
        return "\n".join(indent + line for line in text.split("\n"))
    return "\n".join(_fold(line, max(width, _NARROWEST), indent, further) for line in text.split("\n"))


def _fold(line: str, width: int, indent: str, further: str) -> str:
    lines: list[str] = []
    words: list[str] = []
    taken = len(indent)
    for word in line.split(" "):
        length = visible(word)
        if words and taken + 1 + length > width:
            lines.append((further if lines else indent) + " ".join(words))
            words, taken = [], len(further)
        taken += length + bool(words)
        words.append(word)
    lines.append((further if lines else indent) + " ".join(words))
    return "\n".join(lines)
