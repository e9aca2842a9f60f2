"""Numbers as people cite them: `CR 704.5f`, `[704.5 F]`, `rule 702.2a–d`, `702.19, 702.20`."""

from __future__ import annotations

import re

from comprules.analysis.index import Index, Node

_WORD = re.compile(
    r"^(?:cr|comp(?:rehensive)?\.? rules?|(?:sub)?rules?|sections?|chapters?|§+|#)[\s:.]*", re.IGNORECASE
)
_DASH = re.compile(r"\s*(?:[-‐‑‒–—−]|\.{2,3}|…|\b(?:to|through)\b)\s*", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*(?:[,;&+]|\band\b|\s)\s*", re.IGNORECASE)
_APART = re.compile(r"(?<=[0-9])\.?\s+(?=[a-z]{1,2}(?![a-z]))", re.IGNORECASE)
_LONGEST = 400  # characters: nobody types a longer list of numbers


def read_numbers(index: Index, wanted: str) -> tuple[Node, ...]:
    """The nodes of the numbers that `wanted` cites, in its order; every node of a number that stands there twice.

    Empty if it holds anything but numbers, or a number that the document does not have.
    """
    plain = plain_number(wanted)
    if not plain or len(plain) > _LONGEST or not any(char.isdigit() for char in plain):
        return ()
    numbers = _listed(index, plain)
    if numbers is None:
        return ()
    chosen = dict.fromkeys(numbers)
    found = [node for node in index.nodes if node.rule.number in chosen]
    order = {number: at for at, number in enumerate(chosen)}
    return tuple(sorted(found, key=lambda node: order[node.rule.number]))


def plain_number(wanted: str) -> str:
    """`wanted` without brackets, the words before a number, and the stop after it."""
    plain = wanted.strip().strip("[](){}“”\"'").strip()
    while match := _WORD.match(plain):
        plain = plain[match.end() :]
    return _APART.sub("", plain).rstrip(".:,; ").lower()


def _listed(index: Index, plain: str) -> list[str] | None:
    """The numbers of a list, ranges as their members; None if one of them is no number of the document."""
    numbers: list[str] = []
    for part in _SEPARATOR.split(_DASH.sub("–", plain)):
        if not part:
            continue
        first, dash, last = part.partition("–")
        found = _range(index, first, last) if dash else _one(index, first, numbers)
        if not found:
            return None
        numbers.extend(found)
    return numbers


def _one(index: Index, part: str, before: list[str]) -> list[str]:
    """The number that is typed: itself, with its dots left out, or the last part alone after another (`702.2a, b`)."""
    part = part.strip(".")
    part = part if part in index else _WORD.sub("", part).strip(".")
    if part in index:
        return [part]
    if before and part.isalpha():
        above = index.family.parent(before[-1])
        sibling = f"{above}{part}"
        return [sibling] if sibling in index else []
    bare = part.replace(".", "").replace("(", "").replace(")", "")
    alike = [number for number in index.by_number if number.replace(".", "") == bare] if bare.isalnum() else []
    return alike if len(alike) == 1 else []


def _range(index: Index, first: str, last: str) -> list[str]:
    family = index.family
    first, last = first.strip(". "), _WORD.sub("", last.strip(". "))
    if first not in index:
        return []
    full = family.completed(first, last)
    if full is None:
        return []
    members = family.between(first, full)
    if not members and full in index:  # across rules: all of that level in between
        begin, end, level = family.order(first), family.order(full), family.level(full)
        members = [
            number
            for number in index.by_number
            if begin <= family.order(number) <= end and family.level(number) == level
        ]
    return [number for number in members if number in index]
