"""How numbers, rules and words are shown in messages."""

from __future__ import annotations

from comprules.analysis.index import Index

_LONGEST = 60  # characters of a rule or an edit that are shown


def shown(number: str, index: Index) -> str:
    """A rule of `index` as a reader knows it: its title, that of the rule it stands under, or how its text begins."""
    node = index.by_number[number]
    if node.rule.title:
        return f"“{short(node.rule.title)}”"
    return f"“{short(node.rule.text or '')}”"


def listed(numbers: tuple[str, ...] | list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(numbers[:-1]), numbers[-1]])) if numbers else "nothing"


def short(text: str) -> str:
    """`text` on one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
