"""Which encoding bytes are in, by evidence.

A byte order mark decides; then strict UTF-8, which no legacy text of any length passes by chance; then the pattern of
zero bytes that UTF-16 without a mark shows; then, among the code pages that rules documents have been seen in, the
one whose letters and punctuation stand where letters and punctuation stand in prose. A blind detector is misled by
these files: hardly one byte in a thousand is not ASCII.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from comprules.damage import in_step, is_out_of_step

# In order of how often rules documents use them: ties go to the first.
CODE_PAGES = ("cp1252", "mac_roman", "cp437", "cp850", "gb18030")

_SAMPLE_LINES = 400  # lines with a byte above 127 that are looked at: enough for evidence, bounded in time
_UNIT_SAMPLE = 8192  # bytes in which the zero bytes of UTF-16 are counted
_OTHER = re.compile("[^\x00-\x7f]")
_OPENING, _CLOSING, _DASHES = "“‘", "”’", "–—"
_MARKS = "®™©•…½¼¾×°·§"


class Guess(NamedTuple):
    """An encoding, the text it gives, whether some of it could not be decoded, and how many stray bytes were left out.

    Each undecodable unit stands as a lone surrogate.
    """

    encoding: str
    text: str
    damaged: bool
    strays: int = 0


def guess(data: bytes) -> Guess:
    """The encoding that explains `data` best, and its text."""
    if data.startswith(codecs.BOM_UTF8):
        return Guess("utf-8-sig", *_decode(data[len(codecs.BOM_UTF8) :], "utf-8"))
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            return _wide(data[len(mark) :], encoding)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = None
    units = _units(data[:_UNIT_SAMPLE])
    if units:
        return _wide(data, units)
    if text is not None:
        return Guess("ascii" if text.isascii() else "utf-8", text, False)
    text, _ = _decode(data, "utf-8")
    broken = sum(1 for char in _OTHER.findall(text) if "\ud800" <= char <= "\udfff")
    whole = len(_OTHER.findall(text)) - broken
    if whole > 2 * broken:  # mostly good multi-byte characters: UTF-8 with damage
        return Guess("utf-8", text, True)
    page = _code_page(data)
    return Guess(page, *_decode(data, page))


def _wide(data: bytes, encoding: str) -> Guess:
    """UTF-16, its units brought into step again where stray bytes put them out of it."""
    strays = 0
    if is_out_of_step(data, encoding):
        data, strays = in_step(data, encoding)
    return Guess(encoding, *_decode(data, encoding), strays)


def _decode(data: bytes, encoding: str) -> tuple[str, bool]:
    """Text, and whether it has undecodable units: lone surrogates, one a byte (one a unit in UTF-16)."""
    try:
        return data.decode(encoding), False
    except UnicodeDecodeError:
        pass
    if encoding.startswith("utf-16"):
        odd = "\udcff" if len(data) % 2 else ""
        return data[: len(data) - len(data) % 2].decode(encoding, "surrogatepass") + odd, True
    return data.decode(encoding, "surrogateescape"), True


def _units(data: bytes) -> str | None:
    """`utf-16-le` or `utf-16-be` where zero bytes stand in every second place as in Latin text, else None."""
    half = len(data) // 2
    even, odd = data[0::2].count(0), data[1::2].count(0)
    if half and odd > 0.5 * half and even < 0.1 * half:
        return "utf-16-le"
    if half and even > 0.5 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None


def _code_page(data: bytes) -> str:
    lines = [line for line in re.split(rb"[\r\n]+", data) if not line.isascii()][:_SAMPLE_LINES]
    return max(CODE_PAGES, key=lambda page: sum(_plausibility(_decode(line, page)[0]) for line in lines))


def _plausibility(line: str) -> float:
    """How well the characters of `line` beyond ASCII stand where prose has them; higher is better."""
    padded = f" {line} "
    return sum(_fit(padded[at.start() - 1], at.group(), padded[at.start() + 1]) for at in _OTHER.finditer(padded, 1))


def _fit(before: str, char: str, after: str) -> float:
    if char in _OPENING:
        good = not before.isalnum() and not after.isspace()
    elif char in _CLOSING:
        good = not before.isspace()
    elif char in _DASHES:
        good = before.isspace() == after.isspace() or not before.isspace()
    elif char.isalpha() and "\u00c0" <= char <= "\u017f":
        neighbours = (before + after).isascii() and (after.islower() or before.islower())
        good = neighbours and (char.islower() or not before.isalpha())
    else:
        good = char in _MARKS or char == "\u00a0"
    return 1.0 if good else -2.0
