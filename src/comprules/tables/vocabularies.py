"""The closed lists that rules state in a sentence: “The ship types are Barge, Cutter, and Yawl.”

Found by wording, in any rule: a plural name, `are` or a colon, and at least three short members with `and` before the
last. A remark in brackets after a member is left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from comprules.tables.index import Index

_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NAME = r"(?P<name>[A-Za-z][\w’'-]*(?: [\w’'-]+){0,6}?)"
# “The ship types are …”, “There are five colors: …”, “All other ship types are one word long: …”
_LISTS = re.compile(
    rf"(?:All other|The|There are(?: normally)?)(?: {_COUNT})?(?: normally)? {_NAME}"
    r"(?: are\b(?:[\w ]{0,30}:)?|:) (?P<members>.*)",
    re.DOTALL,
)
# “One ship type is two words long: Long Boat.”
_EXCEPTION = re.compile(rf"(?:One|Some) {_NAME} (?:is|are) [\w ]{{0,30}}: (?P<members>.*)")
_SENTENCE_END = re.compile(r"(?<=[.”)])\s+(?=[A-Z])|\n")
_BRACKETS = re.compile(r"\s*\([^()]{0,300}\)")
_SEPARATOR = re.compile(r",\s+(?:and\s+|or\s+)?")
_LAST_SEPARATOR = re.compile(r"\s+(?:and|or)\s+(?=\S+(?:\s\S+){0,3}$)")  # where no comma stands before the last
_NO_NAMES = frozenset({"following", "only", "of", "others", "other", "rest", "these"})
_VERB = re.compile(r"\b(?:has|have|is|are|consists?|includes?)\b")  # a clause, not a name
_MEMBER_WORDS = 5  # words: the longest members are names of places
_MINIMUM = 3  # members: two things joined by “and” are a sentence, not a list


class Vocabulary(msgspec.Struct, frozen=True, gc=False):
    """A list of words: what they are, the rule that states them, and the words as printed, in order."""

    name: str
    number: str
    members: tuple[str, ...]


def collect(index: Index) -> tuple[Vocabulary, ...]:
    """The vocabularies of a document, in order; of two with one name the longer counts."""
    found: dict[str, Vocabulary] = {}
    for node in index.nodes:
        text = node.rule.text
        if text and "," in text and (": " in text or (" are " in text and ", and " in text)):
            for vocabulary in state(node.rule.number, text):
                known = found.get(vocabulary.name)
                if known is None or len(known.members) < len(vocabulary.members):
                    found[vocabulary.name] = vocabulary
    return tuple(found.values())


def state(number: str, text: str) -> Iterator[Vocabulary]:
    """The vocabularies that `text`, of the rule `number`, states."""
    others: dict[str, tuple[str, ...]] = {}
    for sentence in _SENTENCE_END.split(_BRACKETS.sub("", text)):
        exception = _EXCEPTION.match(sentence)
        if exception:
            others[_plural(exception["name"])] = _members(exception["members"])
            continue
        match = _LISTS.match(sentence)
        if match:
            name = match["name"].lower().replace("_", "")
            members = _members(match["members"])
            if len(members) >= _MINIMUM and name.split()[0] not in _NO_NAMES and not _VERB.search(name):
                yield Vocabulary(name, number, (*others.get(name, ()), *members))


def _plural(name: str) -> str:
    return name.lower() if name.endswith("s") else name.lower() + "s"


def _members(listed: str) -> tuple[str, ...]:
    """The members of a list, empty if one is too long to be a word or name."""
    listed = listed.strip().rstrip(".")
    if not re.search(r",\s+(?:and|or)\s", listed):
        listed = _LAST_SEPARATOR.sub(", ", listed)
    if re.match(r"(?:not|also|only|all|both|each|never)\b", listed):
        return ()
    members = tuple(member.strip() for member in _SEPARATOR.split(listed))
    if ";" in listed or any(
        not member or len(member.split()) > _MEMBER_WORDS or " is " in member for member in members
    ):
        return ()
    return members
