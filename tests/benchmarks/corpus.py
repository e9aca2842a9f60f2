"""What is found in every release of the corpus, as counts: no text of theirs."""

from __future__ import annotations

from collections import Counter

from comprules import CompRulesError, read
from tests.benchmarks.measure import CORPUS, head

_COLUMNS = "sections chapters rules subrules examples glossary references dangling mismatched errors warnings infos"


def run() -> None:
    """Print the table."""
    names = _COLUMNS.split()
    head("Every document of the corpus")
    print(f"  {'document':<46}" + "".join(f"{name:>11}" for name in names))
    for folder in ("magic", "magic-copies", "magic-pdf-text", "magic-damaged", "excerpts"):
        for path in sorted((CORPUS / folder).glob("*.txt")):
            name = path.stem if folder == "magic" else f"{folder}/{path.stem}"
            try:
                got = read(path)
            except CompRulesError:
                print(f"  {name:<46}    refused")
                continue
            levels = Counter(got.index.family.level(node.rule.number) for node in got.index.nodes)
            statuses = Counter(reference.status for reference in got.references)
            severities = Counter(found.severity for found in got.diagnostics)
            cells = [levels[level.name] for level in got.index.family.levels]
            cells += [sum(len(node.rule.examples) for node in got.index.nodes), len(got.document.glossary)]
            cells += [len(got.references), statuses["dangling"], statuses["title-mismatch"]]
            cells += [severities["error"], severities["warning"], severities["info"]]
            print(f"  {name:<46}" + "".join(f"{cell:>11,}" for cell in cells))
