"""Reading one document: decode, parse and checks, against one regular-expression pass over its lines."""

from __future__ import annotations

from comprules import parse
from comprules.analysis.checks import check
from comprules.analysis.index import index
from comprules.document.parser import parse as build
from comprules.source import decode
from tests.benchmarks.measure import floor, head, newest, peak, row, seconds


def run() -> None:
    """Print the figures."""
    path = newest()
    data = path.read_bytes()
    source = decode(data, path.name)
    document, _ = build(source)
    base = floor(source.text)
    head(f"Reading {path.name}; one pass of a regular expression over its lines: {base * 1e3:.1f} ms")
    row("decode", seconds(lambda: decode(data)) / base, "passes", 30)
    row("parse", seconds(lambda: build(source)) / base, "passes", 15)
    row("index and checks", seconds(lambda: check(document, index(document))) / base, "passes", 30)
    row("all of these, as one", seconds(lambda: _whole(data)) / base, "passes", 30)
    row("everything: references, keywords, lists, findings", seconds(lambda: _everything(data)) / base, "passes", 32)
    row("memory, decode to checks", peak(lambda: _whole(data)) / len(data), "times the file", 20)
    _growth(source.text)


def _everything(data: bytes) -> object:
    release = parse(data)
    return release.references, release.keywords, release.vocabularies, release.diagnostics


def _whole(data: bytes) -> object:
    document, _ = build(decode(data))
    return check(document, index(document))


def _growth(text: str) -> None:
    body = text[text.index("\n100.1.") : text.rindex("\nGlossary")]
    once = seconds(lambda: parse(body), 3)
    for times in (2, 4, 8, 16, 32):
        grown = body * times
        took = seconds(lambda: parse(grown), 1)  # noqa: B023
        row(f"parse of the body {times} times over", took / once, "parses", times * 1.5)
