"""Damage that is known well enough to be undone: UTF-8 that was read as a code page, UTF-16 with stray bytes.

Both are recognised by evidence and undone exactly; what cannot be undone is left as it is.
"""

from __future__ import annotations

import re

# What a single-byte reader made of each byte from 0x80 on: cp1252, and Latin-1 where that has no character.
_BYTES = {bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)}
_BYTES.update({chr(byte): byte for byte in range(0x80, 0xA0)})
# A lead byte of UTF-8 and its continuation bytes, each as the character that it was read as.
_LEADS = "".join(char for char, byte in _BYTES.items() if 0xC2 <= byte <= 0xF4)
_TRAILS = "".join(char for char, byte in _BYTES.items() if 0x80 <= byte <= 0xBF)
_MISREAD = re.compile(f"(?:[{re.escape(_LEADS)}][{re.escape(_TRAILS)}]{{1,3}})+")
# What curly quotes, accents and marks such as ® become: one of them stands in any text that was misread.
_SIGNS = ("â€", "â\x80", "Ã", "Â")
_MINIMUM = 3  # places: fewer could be a quotation of such damage
_TIMES = 2  # text is seldom misread more often
_WRONG_HALF = 0.1  # of the bytes that are zero may stand where a letter should; more, and units are out of step


def undo_misreading(text: str) -> tuple[str, int]:
    """`text` with UTF-8 that was read as cp1252 or Latin-1, once or twice, undone; and in how many places."""
    places = 0
    for _ in range(_TIMES):
        if not any(sign in text for sign in _SIGNS) or len(_MISREAD.findall(text)) < _MINIMUM:
            break
        undone, count = _MISREAD.subn(_reread, text)
        if undone == text:
            break
        text, places = undone, places + count
    return text, places


def _reread(match: re.Match[str]) -> str:
    try:
        return bytes(_BYTES[char] for char in match.group()).decode("utf-8")
    except UnicodeDecodeError:
        return match.group()


def is_out_of_step(data: bytes, encoding: str) -> bool:
    """Whether the units of UTF-16 text in a Latin script begin at even bytes here and at odd bytes there."""
    high, low = (data[0::2], data[1::2]) if encoding == "utf-16-be" else (data[1::2], data[0::2])
    right, wrong = high.count(0), low.count(0)
    return wrong > _WRONG_HALF * (right + wrong)


def in_step(data: bytes, encoding: str) -> tuple[bytes, int]:
    """`data` without the stray bytes that put its units out of step, line by line; and how many there were."""
    zero_first = encoding == "utf-16-be"
    lines: list[bytes] = []
    strays = 0
    for line in data.split(b"\n"):
        # Between two line feeds stand whole units and the zero byte of one line feed: an odd number of bytes.
        core = line[:-1] if zero_first and line.endswith(b"\x00") else line
        core = core[1:] if not zero_first and core.startswith(b"\x00") and lines else core
        stray = len(core) % 2 == 1
        if zero_first and line.endswith(b"\x00\r"):  # a carriage return set before the line feed's second byte
            core, stray = line[:-2], len(line) % 2 == 1
            strays += 1
        if stray:
            core = _without_stray(core, zero_first)
            strays += 1
        lines.append(core)
    return (b"\x00\n" if zero_first else b"\n\x00").join(lines), strays


def _without_stray(line: bytes, zero_first: bool) -> bytes:
    """`line` without the one byte after which its units are out of step: where that leaves most zeros in place."""
    right = 0 if zero_first else 1
    before = [0]
    after = [0]
    for at, byte in enumerate(line):
        before.append(before[-1] + (byte == 0 and at % 2 == right))
        after.append(after[-1] + (byte == 0 and at % 2 != right))
    gains = [before[at] + after[-1] - after[at + 1] for at in range(len(line))]
    most = max(gains)
    likely = [at for at, gain in enumerate(gains) if gain == most]
    stray = next((at for at in likely if line[at : at + 1] == b"\r"), likely[-1])
    return line[:stray] + line[stray + 1 :]
