"""Which differences of writing are no differences of words.

`FOLDS` is the one table: what is written, what it is compared as, and why. Case is kept: it tells terms from words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

FOLDS: tuple[tuple[str, str, str], ...] = (
    ("[“”„«»]|``|''", '"', "quotation marks were straight before 2014 and again in 2019"),
    ("[‘’‚´`]", "'", "apostrophes likewise"),
    (r"\s*(?:[–—−‐‑]|-)+\s*", "-", "dashes were hyphens, one or two, with or without spaces"),
    ("…", "...", "an ellipsis is one character or three"),
    (r"\s?\((?:TM|tm|R|r)\)|[®™©]", "", "marks of trade are written out, set or left out"),
    (r"(?<!\w)_(?=\S)|(?<=\S)_(?!\w)", "", "underscores around words stand for italics"),
    ("[æÆ]", "ae", "ligatures were written as two letters"),
    ("[œŒ]", "oe", "likewise"),
    (r"\s+", " ", "spaces, doubled or not breaking, and line ends"),
)
_SINGLE = re.compile(r"\[?([^\[\]\\|()?*+]+)\]?")
# Rows of single characters are one table, which is fast; the others are patterns, and a sign that each needs.
_TABLE = str.maketrans(
    {char: compared for written, compared, _ in FOLDS if _SINGLE.fullmatch(written) for char in written.strip("[]")}
)
_PATTERNS = [(re.compile(written), compared) for written, compared, _ in FOLDS if not _SINGLE.fullmatch(written)]
_TOUCHED = re.compile(r"[^\x00-\x7f]|[-`_(]|\'\'|\s\s|[\n\t]")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """`text` as it is compared."""
    if not _TOUCHED.search(text):
        return text
    for written, compared in _PATTERNS:
        text = written.sub(compared, text)
    text = text.translate(_TABLE)
    if not text.isascii():
        text = "".join(char for char in unicodedata.normalize("NFD", text) if not unicodedata.combining(char))
    return text.strip()
