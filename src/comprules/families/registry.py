"""Which family a document is of: the one that explains the largest share of its numbered lines.

A family is found by its module in this package, which holds its facts as `FAMILY`; nothing lists them. Where no family
explains enough, an outline is inferred from the document itself (`comprules.families.outline`).
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from comprules import families
from comprules.errors import NotRulesError
from comprules.families import outline
from comprules.families.family import Family
from comprules.families.leads import Lead, leads

_ENOUGH = 0.6  # of the numbered lines: a document read as another family's has about half of them explained
_SURE = 0.9  # of the numbered lines: no other family can explain as much, and none is looked for
_PIECES, _PIECE = 12, 8_000  # pieces of so many characters: enough to tell shapes apart, bounded in time
_SHOWN = 3  # numbers in a refusal: enough to see their shape


@cache
def all_families() -> dict[str, Family]:
    """Every family by its name, in the order of names."""
    found = {}
    for module in iter_modules(families.__path__):
        family = getattr(import_module(f"{families.__name__}.{module.name}"), "FAMILY", None)
        if isinstance(family, Family):
            found[family.name] = family
    return dict(sorted(found.items()))


@cache
def get_family(name: str, shape: str = "") -> Family:
    """The family called `name`; `shape` is that of an inferred outline, as `Document.shape` has it.

    Raises NotRulesError for a name that no family has.
    """
    if name == outline.NAME:
        return outline.family(shape or outline.PLAINEST)
    own = f"{families.__name__}.{name.replace('-', '_')}"
    if own.isascii() and find_spec(own):  # without the other families, which would be loaded for nothing
        found = getattr(import_module(own), "FAMILY", None)
        if isinstance(found, Family) and found.name == name:
            return found
    known = all_families()
    if name not in known:
        raise NotRulesError(f"no family is called {name}; known are {', '.join([*known, outline.NAME])}")
    return known[name]


def detect(text: str, name: str) -> Family:
    """The family that explains most of the numbered lines of `text`; `name` is what an error calls the document.

    Raises NotRulesError where none explains enough, naming the shape that was seen.
    """
    sample = _sample(text)
    count = len(leads(sample))
    scores = {family: explained(family, sample, count) for family in all_families().values() if not family.told_by}
    if max(scores.values()) < _SURE:
        told = [family for family in all_families().values() if any(name in text for name in family.told_by)]
        scores.update((family, explained(family, sample, count)) for family in told)
    best = max(scores, key=lambda family: (scores[family], bool(family.told_by), family.name))
    if scores[best] >= _ENOUGH:
        return best
    found = leads(text)
    inferred = outline.infer(found)
    if inferred is not None and explained(inferred, sample, count) >= _ENOUGH:
        return inferred
    raise NotRulesError(_refusal(found, best, name))


def _sample(text: str) -> str:
    """All of a short text; of a long one whole lines from all over it."""
    if len(text) <= _PIECES * _PIECE:
        return text
    starts = [text.index("\n", at) for at in range(0, len(text) - _PIECE, (len(text) - _PIECE) // _PIECES)]
    return "".join(text[start : text.rindex("\n", start, start + _PIECE) + 1] for start in starts)


def explained(family: Family, text: str, count: int) -> float:
    """The share of the lines of `text` that begin like a number, `count` of them, that begin as `family` sets numbers.

    None of it is explained where no number is deep enough to be a rule's.
    """
    numbers = [
        found["number"]
        for found in _opening(family).finditer(text)
        if family.heading(found["number"]) == found["before"] + found["number"] + found["after"]
    ]
    if all(family.depth(number) < family.rules_from for number in numbers):
        return 0.0
    return len(numbers) / max(count, len(numbers))


@cache
def _opening(family: Family) -> re.Pattern[str]:
    """A number of `family` with what stands around it, at the beginning of a line."""
    before = "|".join(sorted({re.escape(level.before) for level in family.levels}, key=len, reverse=True))
    after = "|".join(sorted({re.escape(level.after) for level in family.levels}, key=len, reverse=True))
    return re.compile(
        rf"^[ \t\xa0]*(?P<before>{before})(?P<number>{family.number})(?P<after>{after})(?=[ \t\xa0]|$)", re.MULTILINE
    )


def _refusal(found: list[Lead], best: Family, name: str) -> str:
    if not found:
        return (
            f"{name}: no numbered rules found; looked for lines such as “100.1. …” under “1. …” and “100. …”;"
            " a copy without numbers is for comprules restore"
        )
    seen = ", ".join(f"“{lead.written}”" for lead in found[:: max(1, len(found) // _SHOWN)][:_SHOWN])
    return (
        f"{name}: no family explains enough of its {len(found)} numbered lines, such as {seen};"
        f" nearest is {best.name}; force one with --family (comprules families lists them)"
    )
