"""What can be wrong with a citation."""

from __future__ import annotations

from typing import Literal, get_args

# What can be wrong with a citation, the gravest first: of one with several flaws the first of them is its code.
Code = Literal[
    "unknown", "taken-over", "removed", "split", "merged", "title-mismatch", "quote-mismatch", "moved", "edited"
]
CODES: tuple[Code, ...] = get_args(Code)
