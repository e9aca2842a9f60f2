"""Failures, which are exceptions, and oddities of a document, which are values.

A stage that cannot give its result raises a `CompRulesError`; its text is one line that says what failed, where,
and what to do. Whatever is odd in a document that can still be read is a `Diagnostic`. `CODES` is the one list of
all codes: what each means and how grave it is.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["error", "warning", "info"]

CODES: dict[str, tuple[Severity, str]] = {
    # what the bytes were
    "undecodable": ("error", "bytes that no encoding explains; shown as U+FFFD"),
    "replacement": ("warning", "the document itself has U+FFFD where a character was lost"),
    "control-character": ("warning", "a control character, such as NUL, stands in a line"),
    "stray-bytes": ("warning", "single bytes between the two-byte units of UTF-16; left out"),
    "mojibake": ("warning", "UTF-8 that was once read as a single-byte code page; undone"),
    # how a line is written
    "missing-dot": ("warning", "a number lacks the dot after it"),
    "extra-dot": ("warning", "a number has a dot that does not belong to it"),
    "missing-space": ("warning", "a number is glued to the word after it"),
    "spaced-number": ("warning", "a space stands inside a number"),
    "lone-number": ("warning", "a number stands alone on its line; an extractor set a column of numbers apart"),
    "example-label": ("info", "the label of an example is doubled or unusual"),
    "example-gap": ("info", "a blank line separates an example from its rule"),
    "orphan-line": ("warning", "a line without a number that belongs to no rule by its layout"),
    "glued-term": ("warning", "a glossary term and its first sense stand on one line"),
    "wrapped": ("info", "lines that were broken to a width, joined to paragraphs"),
    "decoration": ("info", "rows of signs that only decorate, left out of the tree"),
    "leaders": ("info", "dot leaders and page numbers of the contents, left out of the tree"),
    "markup": ("info", "signs of Markdown or HTML around lines, left out of the tree"),
    "page-break": ("info", "headers, footers or page numbers repeated on pages, left out of the tree"),
    "unfinished": ("info", "a text ends without closing punctuation"),
    "joined-words": ("info", "two words of the document stand together without a space"),
    # how the numbers follow each other
    "duplicate-number": ("warning", "a number that an earlier rule already has"),
    "out-of-order": ("warning", "a number lower than the one before it"),
    "gap": ("warning", "one or more numbers are skipped"),
    "unexpected-letter": ("warning", "a subrule letter that this family of documents does not use"),
    "missing-parent": ("warning", "the rule that a number belongs to is missing"),
    "misplaced": ("warning", "a number stands under a heading it does not belong to"),
    # whether the contents agree with the body
    "contents-title": ("warning", "the contents give a heading another title than the body"),
    "contents-missing": ("warning", "a heading of the body is missing in the contents"),
    "contents-extra": ("warning", "an entry of the contents has no heading in the body"),
    "duplicate-term": ("warning", "a glossary term that an earlier entry already has"),
    # whether references find what they name
    "dangling": ("warning", "a reference names a rule or term that does not exist"),
    "title-mismatch": ("warning", "a reference quotes a title that its target does not have"),
}


class Diagnostic(msgspec.Struct, frozen=True, gc=False):
    """Something odd in a document: `code` is a key of `CODES`, `line` the 1-based line of the original file."""

    code: str
    severity: Severity
    message: str
    line: int
    number: str | None = None


def diagnose(code: str, message: str, line: int, number: str | None = None) -> Diagnostic:
    """A `Diagnostic` of the severity that `CODES` gives for `code`. Raises KeyError for an unknown code."""
    return Diagnostic(code, CODES[code][0], message, line, number)


class CompRulesError(Exception):
    """The base of every failure that this library raises on purpose."""


class UnreadableError(CompRulesError):
    """The bytes are no text: missing, empty, a directory, or binary."""


class NotRulesError(CompRulesError):
    """The text holds no numbered rules of any family that is known."""


class NotFoundError(CompRulesError):
    """A number or term that the document does not have; `near` lists the nearest that it has."""

    def __init__(self, message: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.near = near
