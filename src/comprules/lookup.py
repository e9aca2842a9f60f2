"""From what a person types to the rules and entries meant: numbers, ranges of numbers, titles, glossary terms."""

from __future__ import annotations

import re

from rapidfuzz import fuzz, process

from comprules.document.model import Entry
from comprules.errors import NotFoundError
from comprules.numbering import parts, sort_key
from comprules.tables.index import Index, Node, fold_term

_RANGE = re.compile(r"^(?P<first>[\d.]+[a-z]*)\s*[-–—]\s*(?P<last>[\d.]*[a-z]*)$")
_NEAR_SCORE = 70  # of 100: two letters wrong in a short word still count as near


def find(index: Index, wanted: str) -> tuple[Node, ...] | Entry:
    """The rules of a number (`702.19b`), range (`510.1c-d`) or title, or the glossary entry of a term, in any case.

    Raises NotFoundError, naming what is nearest.
    """
    number = wanted.strip().rstrip(".").removeprefix("rule ").lower()
    if number in index:
        return (index.by_number[number],)
    within = _range(index, number)
    if within:
        return within
    entry = index.entry(wanted)
    if entry:
        return entry
    titled = tuple(node for node in index.nodes if node.rule.title and fold_term(node.rule.title) == fold_term(wanted))
    if titled:
        return titled
    kind = "number" if number[:1].isdigit() else "term"
    raise NotFoundError(f"no {kind} “{wanted.strip()}” in this document", near(index, number))


def near(index: Index, wanted: str) -> tuple[str, ...]:
    """Up to three numbers, terms or titles that `wanted` may stand for."""
    if wanted[:1].isdigit():
        return _near_numbers(index, wanted)
    names = {fold_term(node.rule.title): node.rule.title for node in index.nodes if node.rule.title}
    names.update((name, entry.term) for name, entry in index.terms.items())
    found = process.extract(fold_term(wanted), names.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR_SCORE, limit=3)
    return tuple(dict.fromkeys(names[name] for name, _, _ in found))


def _near_numbers(index: Index, wanted: str) -> tuple[str, ...]:
    """The last numbers of the same parent that exist, or else its nearest ancestor: 702.999 is near 702.190."""
    if not parts(wanted) or not re.fullmatch(r"[\d.a-z]+", wanted):
        return ()
    above = wanted
    while above and above not in index:
        above = index.family.parent(above) or ""
    siblings = index.by_number[above].rule.rules if above else tuple(node.rule for node in index.nodes[:1])
    ordered = sorted((rule.number for rule in siblings), key=sort_key)
    before = [number for number in ordered if sort_key(number) < sort_key(wanted)][-2:]
    after = [number for number in ordered if sort_key(number) > sort_key(wanted)][:1]
    return tuple([*before, *after] or ([above] if above else []))


def _range(index: Index, text: str) -> tuple[Node, ...]:
    match = _RANGE.match(text)
    if not match:
        return ()
    first, last = match["first"], match["last"]
    if "." not in last and not (last.isdigit() and "." not in first):
        last = first[: len(first) - len(parts(first)[-1])] + last
    wanted = index.family.between(first, last)
    return tuple(index.by_number[number] for number in wanted if number in index)
