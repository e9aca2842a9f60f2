"""From what a person types to the rules and entries meant: numbers, ranges of numbers, titles, glossary terms."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from comprules.document.model import Entry
from comprules.errors import NotFoundError
from comprules.families.shape import parts
from comprules.tables.index import Index, Node, fold_name

_RANGE = re.compile(r"^(?P<first>[\d.]+[a-z]*)\s*[-–—]\s*(?P<last>[\d.]*[a-z]*)$")
_NEAR_SCORE = 70  # of 100: two letters wrong in a short word still count as near


class Found(NamedTuple):
    """What was meant: a glossary entry, rules, or both."""

    entry: Entry | None
    nodes: tuple[Node, ...]


def find(index: Index, wanted: str) -> Found:
    """The rules of a number (`702.19b`), range (`510.1c-d`) or title, and the glossary entry of a term, in any case.

    Raises NotFoundError, naming what is nearest.
    """
    number = wanted.strip().rstrip(".").removeprefix("rule ").lower()
    if number in index:
        return Found(None, (index.by_number[number],))
    within = _range(index, number)
    if within:
        return Found(None, within)
    name = fold_name(wanted)
    titled = tuple(node for node in index.nodes if node.rule.title and fold_name(node.rule.title) == name)
    entry = index.entry(wanted)
    if entry or titled:
        return Found(entry, titled)
    kind = "number" if number[:1].isdigit() else "term"
    raise NotFoundError(f"no {kind} “{wanted.strip()}” in this document", near(index, number))


def near(index: Index, wanted: str) -> tuple[str, ...]:
    """Up to three numbers, terms or titles that `wanted` may stand for."""
    if wanted[:1].isdigit():
        return _near_numbers(index, wanted)
    from rapidfuzz import fuzz, process  # only here: what was found needs no likeness

    names = {fold_name(node.rule.title): node.rule.title for node in index.nodes if node.rule.title}
    names.update((name, entry.term) for name, entry in index.terms.items())
    found = process.extract(fold_name(wanted), names.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR_SCORE, limit=3)
    return tuple(dict.fromkeys(names[name] for name, _, _ in found))


def _near_numbers(index: Index, wanted: str) -> tuple[str, ...]:
    """The numbers before and after the place where `wanted` would stand."""
    if not re.fullmatch(r"[1-9]\d*(?:\.\d+)?[a-z]*", wanted):
        return ()
    order = index.family.order
    ordered = sorted(index.by_number, key=order)
    at = bisect_left(ordered, order(wanted), key=order)
    return tuple(ordered[max(0, at - 2) : at + 1])


def _range(index: Index, text: str) -> tuple[Node, ...]:
    match = _RANGE.match(text)
    if not match:
        return ()
    first, last = match["first"], match["last"]
    if "." not in last and not (last.isdigit() and "." not in first):
        last = first[: len(first) - len(parts(first)[-1])] + last
    wanted = index.family.between(first, last)
    if not wanted and first in index and last in index:  # across rules: all of that level in between
        order, level = index.family.order, index.family.level
        wanted = [
            number
            for number in index.by_number
            if order(first) <= order(number) <= order(last) and level(number) == level(last)
        ]
    return tuple(index.by_number[number] for number in wanted if number in index)
