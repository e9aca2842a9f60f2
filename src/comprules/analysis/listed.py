"""Lists whose members are the rules below one that announces them: “There are two special moves:”.

Takes a rule, gives the list it announces. A member is what its rule speaks of first: the subject before its verb,
the words before a colon, or else the whole first sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from comprules.document.model import Rule

# “There are two special moves:”, “The moves are as follows:”, “… in a series of legs in the following order:”
_ANNOUNCED = (
    re.compile(r"\bThere are (?:\w+ )(?P<name>[\w’'-]+(?: [\w’'-]+){0,4}):$"),
    re.compile(r"\bThe (?P<name>[\w’'-]+(?: [\w’'-]+){0,3}) are as follows:$"),
    re.compile(r"\bseries of (?P<name>[\w’'-]+(?: [\w’'-]+)?) in the following order:$"),
    re.compile(r"\b(?P<name>additional [\w’'-]+(?: [\w’'-]+)?) that [^.:]{1,80}:$"),
)
_SUBJECT = re.compile(r"(?:an? |the )?(?P<subject>[^.,:“”]{2,60}?)(?: (?:is|are|has|have) |(?<! \d): )", re.IGNORECASE)
_KIND = re.compile(r"An? (?P<name>[\w’'-]+(?: [\w’'-]+)?) (?P<head>[a-z]+) is ")
_SENTENCE = re.compile(r".*?\.(?=\s|$)", re.DOTALL)
_NO_NAME = re.compile(r"exceptions?\b")  # what is excepted has no name of its own
_LEAST = 5  # rules: fewer that begin alike are no list, unless one is announced
_SUBJECT_WORDS = 8  # words: a longer subject is a sentence


class Listed(NamedTuple):
    """A list made of rules: its name, its members, and the number of each."""

    name: str
    members: tuple[str, ...]
    numbers: tuple[str, ...]


def listed_below(rule: Rule) -> Listed | None:
    """The list that `rule` announces, None if it announces none."""
    text = (rule.text or "").rstrip()
    rules = [each for each in rule.rules if each.text]
    if len(rules) < 2:
        return None
    if text.endswith(":"):
        match = next((found for shape in _ANNOUNCED if (found := shape.search(text))), None)
        if match and not _NO_NAME.match(match["name"]):
            return _listed(match["name"].lower(), rules)
    return _alike(text, rules) if len(rules) >= _LEAST else None


def _listed(name: str, rules: list[Rule]) -> Listed:
    return Listed(name, tuple(_member(each.text or "") for each in rules), tuple(each.number for each in rules))


def _alike(text: str, rules: list[Rule]) -> Listed | None:
    """Rules that all define one thing of a kind which the rule above names: “a predefined mark”, “A Star mark is …”."""
    kinds = [_KIND.match(each.text or "") for each in rules]
    heads = Counter(kind["head"] for kind in kinds if kind)
    if not heads:
        return None
    head, count = heads.most_common(1)[0]
    named = re.search(rf"\b([a-z-]+ {head})\b", text)
    if count < _LEAST or not named:
        return None
    own = [(each, kind) for each, kind in zip(rules, kinds, strict=True) if kind and kind["head"] == head]
    members = tuple(kind["name"] for _, kind in own)
    return Listed(f"{named[1]}s", members, tuple(each.number for each, _ in own))


def _member(text: str) -> str:
    subject = _SUBJECT.match(text)
    if subject and len(subject["subject"].split()) <= _SUBJECT_WORDS and not subject["subject"].startswith("If "):
        return subject["subject"]
    sentence = _SENTENCE.match(text)
    return (sentence.group() if sentence else text).rstrip(".")
