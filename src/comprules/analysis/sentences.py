"""A text taken apart into its sentences, quotations and brackets whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A sentence ends at a full stop, or at a quotation that ends with one, before a capital, a quotation or a bracket.
_PIECE = re.compile(r"“[^“”]*”|\"[^\"]*\"|\([^()]*\)|[^“\"(.]+|.", re.DOTALL)
_ENDS = re.compile(r"\s+(?=[A-Z“\"(\[]|$)|$")


def sentences(text: str) -> Iterator[str]:
    """The sentences of `text`, quotations whole, without white space around them."""
    begin = 0
    for match in _PIECE.finditer(text):
        piece = match.group()
        if (piece == "." or piece[-2:] in (".”", '."', ".)")) and _ENDS.match(text, match.end()):
            yield text[begin : match.end()].strip()
            begin = match.end()
    if text[begin:].strip():
        yield text[begin:].strip()
