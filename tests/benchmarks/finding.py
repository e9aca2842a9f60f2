"""References, keywords and vocabularies, against the parse they stand on; odd texts, against their length."""

from __future__ import annotations

from comprules import find, parse, proofread, search
from comprules.analysis import keywords, vocabularies
from comprules.analysis.broken import report
from comprules.analysis.citations import cite
from comprules.analysis.references import resolve
from comprules.families.magic import FAMILY
from tests.benchmarks.measure import head, newest, peak, row, seconds


def run() -> None:
    """Print the figures."""
    data = newest().read_bytes()
    release = parse(data)
    lines = release.source.text.split("\n")

    def tables() -> object:
        references = resolve(release.document, release.index)
        broken = list(report(release.document, release.index, references, lines))
        lists = vocabularies.collect(release.index)
        return references, broken, lists, keywords.find(release.index, lists)

    whole = seconds(lambda: parse(data).slips)
    head(f"Tables of {newest().name}; its parse: {whole * 1e3:.0f} ms")
    row("references", seconds(lambda: resolve(release.document, release.index)) / whole, "parses", 1)
    row("vocabularies", seconds(lambda: vocabularies.collect(release.index)) / whole, "parses", 1)
    row("keywords", seconds(lambda: keywords.find(release.index, release.vocabularies)) / whole, "parses", 1)
    row("references, keywords, vocabularies, reports", seconds(tables) / whole, "parses", 1)
    row("their memory", peak(tables) / peak(lambda: parse(data).slips), "of the parse's", 1)
    row("terms, made only when they are asked for", seconds(lambda: parse(data).terms, 3) / whole, "parses", 8)
    row("proofreading the prose as well", seconds(lambda: proofread(release), 3) / whole, "parses", 6)
    find(release, "layers")
    row(
        "a look-up by name, the names being known", seconds(lambda: find(release, "tramples"), 3) / whole, "parses", 0.2
    )
    row(
        "a search, the words being known",
        seconds(lambda: search(release, "state based actions"), 3) / whole,
        "parses",
        3,
    )
    _growth()


def _growth() -> None:
    head("Odd texts of 10 times the length; the shorter one is 1")
    shapes = {
        "one reference, 100,000 times": ("See rule 100.1a. ", 100_000),
        "one list of 100,000 references": ("rules 100.1a, ", 100_000),
        "brackets and quotes nested 10,000 deep": ("(“", 10_000),
        "digits and dots, 100,000 times": ("100.", 100_000),
    }
    for name, (piece, times) in shapes.items():
        short, long = piece * (times // 10), piece * times
        base = seconds(lambda short=short: list(cite(short, FAMILY)), 3)  # type: ignore[misc]
        row(name, seconds(lambda long=long: list(cite(long, FAMILY)), 1) / base, "times", 20)  # type: ignore[misc]
