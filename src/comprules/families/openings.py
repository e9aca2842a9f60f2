"""How a line of the rules begins: its number or the label of an example, slips included.

What such a line looks like is said in the family's `document.lark`; its start rule `line` lists the terminals. A
terminal is called after the level, then TITLE or TEXT, then, after two underscores each, what is wrong with it:
`RULE_TEXT__EXTRA_DOT`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from comprules.families.family import Family
from comprules.families.grammars import load_document, patterns, plain

LABEL = "EXAMPLE_LABEL"
NUMBER = "NUMBER"  # begins the name of a terminal that is a number alone, not a whole line


class Opening(NamedTuple):
    """How a line begins: the terminal that it is, its number as cited (empty for a label), and the rest of the line."""

    kind: str
    number: str
    rest: str


def slips_of(kind: str) -> tuple[str, ...]:
    """What is wrong with a line, as codes of diagnostics: of `RULE_TEXT__EXTRA_DOT` the code `extra-dot`."""
    return tuple(slip.lower().replace("_", "-") for slip in kind.split("__")[1:])


@cache
def _lines(family: Family) -> re.Pattern[str]:
    grammar = load_document(family)
    known = patterns(grammar)
    wanted = [terminal for terminal in grammar.terminals if terminal.name in _of_lines(family)]
    wanted.sort(key=lambda terminal: -terminal.priority)
    return re.compile("|".join(f"(?P<{plain(each.name)}>{known[plain(each.name)].pattern})" for each in wanted))


@cache
def _of_lines(family: Family) -> frozenset[str]:
    """The terminals that the start rule `line` can be, by itself or by the rules it names."""
    rules = load_document(family).rules
    wanted, names = ["line"], set()
    for origin in wanted:
        for symbol in {symbol for rule in rules if rule.origin.name == origin for symbol in rule.expansion}:
            if symbol.is_term:
                names.add(symbol.name)
            elif symbol.name not in wanted:
                wanted.append(symbol.name)
    return frozenset(names)


def opening(text: str, family: Family) -> Opening | None:
    """How `text`, one line, begins; None for a plain paragraph."""
    match = _lines(family).match(text + "\n")
    if match is None:
        return None
    kind = match.lastgroup or ""
    if kind == LABEL:
        return Opening(kind, "", text[match.end() :])
    if kind.startswith(NUMBER):
        return Opening(kind, read_number(match.group(), family), text[match.end() :])
    return Opening(kind, *take_number(text, family, slips_of(kind)))


@cache
def heading_pattern(family: Family) -> re.Pattern[str]:
    """The regular expression of the lines, line ends included, that head a part without a number."""
    known = patterns(load_document(family))
    return re.compile("|".join(known[part].pattern for part in ("CONTENTS", "GLOSSARY", "CREDITS", "INDEX")))


def is_heading(text: str, family: Family) -> bool:
    """Whether `text`, one line, is the heading of a part that has no number."""
    return heading_pattern(family).fullmatch(text + "\n") is not None


def take_number(line: str, family: Family, slips: tuple[str, ...] = ()) -> tuple[str, str]:
    """The number that begins `line`, as readers cite it, and the rest of the line, which has these slips."""
    line = line.lstrip()
    if "missing-space" in slips:
        found = number_pattern(family).match(line)
        number = found.group() if found else line
        return canonical(number, family), line[len(number) :].lstrip(".):")
    pieces = line.split(None, 2 if "spaced-number" in slips else 1)
    return canonical("".join(pieces[:-1]), family), pieces[-1]


def read_number(written: str, family: Family) -> str:
    """The number, as readers cite it, of what stands before the text of a line."""
    written = written.strip()
    before = next((level.before for level in family.levels if level.before and written.startswith(level.before)), "")
    return canonical(written[len(before) :], family)


@cache
def number_pattern(family: Family) -> re.Pattern[str]:
    """The regular expression of a number of `family`."""
    return re.compile(family.number)


def canonical(written: str, family: Family) -> str:
    """A number as readers cite it: without what ends it, and without a separator too many before its last part."""
    number = written.strip(" \t\xa0.):–—-*")
    if family.is_number(number):
        return number
    found = number_pattern(family).match(number)
    if found and not any(map(str.isalnum, number[found.end() :])):
        return found.group()
    last = re.search(r"[.\-]([a-z]+|\d+)$", number)
    return number[: last.start()] + last[1] if last else number
