"""The closed lists that rules state: “The ship types are Barge, Cutter, and Yawl.”

Found by wording, in any rule, with any number of members: in one sentence (`_SHAPES`), or in the rules
below one that announces them (`comprules.analysis.listed`). A remark in brackets after a member is left out of it.
Takes an `Index`, gives `Vocabulary` values.

    >>> [each.members for each in state("100.2", "A trip has two legs, in this order: out and back.")]
    [('out', 'back')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from comprules.analysis.index import Index
from comprules.analysis.listed import listed_below
from comprules.stems import singular

_COUNT = r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NAME = r"(?P<name>[“\"]?[A-Za-z][\w’'”“\[\]—-]*(?: [\w’'“”\[\]—-]+){0,7}?)"
_ORDER = r"(?:,? (?:in this order|which proceed in order))?"
# The shapes of sentences that state a list, with the words they begin with. Each names the list and its members; `of`
# is what the list belongs to.
_SHAPES = (
    # The ship types are …; There are five colors: …; There are four states, each of which has two values: …
    (
        ("All", "The", "There"),
        rf"(?:All other|The|There are(?: normally)?)(?: (?P<count>{_COUNT}))?(?: normally)? {_NAME}"
        r"(?: are\b(?:[\w ]{0,30}:)?|(?:, each of which [\w ]{1,40})?:) (?P<members>.*)",
    ),
    # A trip has two legs, in this order: …; The way out consists of three legs: …
    (
        ("A", "An", "The", "Each"),
        rf"\w+ (?P<of>[\w’' -]{{1,40}}?) (?:consists of|has) (?P<count>{_COUNT}) {_NAME}{_ORDER}: (?P<members>.*)",
    ),
    # That ship type is Barge. Those names are …
    (
        ("That", "Those"),
        r"\w+ (?P<name>[\w’'-]+(?: [\w’'-]+){0,3}?) (?P<few>is|are) (?P<members>[^a-z].*)",
    ),
    # A ship’s marks are …
    (("A", "An", "The", "Each"), r"\w+ [\w’' -]{1,30}[’']s (?P<name>[\w-]+s) are (?P<members>.*)"),
    # A vessel is a ship, a boat, or a raft.
    (("A", "An"), r"\w+ (?P<name>[\w’'-]+(?: [\w’'-]+)?) (?P<each>is) (?P<members>an? .*, or an? .*)"),
    # The term outlaw refers to a sailor that has the Pirate, Rogue, and/or Smuggler sailor types.
    (("The",), r"The term (?P<term>[\w’'-]+) refers to an? [\w ]{1,20} that has the (?P<members>.*)"),
    # A crew consists of up to one cook, …, and up to one carpenter.
    (("A", "An", "The"), r"\w+ [\w ]{1,20}[’']s (?P<term>[\w-]+) consists of (?P<members>up to .*)"),
)
# Of each word the shapes that begin with it: most sentences have none.
_BY_FIRST: dict[str, list[re.Pattern[str]]] = {}
for _firsts, _shape in _SHAPES:
    for _first in _firsts:
        _BY_FIRST.setdefault(_first, []).append(re.compile(_shape, re.DOTALL))
# “Alpha, Beta, and Gamma are outer rooms.”: a part of a list that is stated elsewhere.
_PART = re.compile(r"(?P<members>[^.]{3,200}) are (?P<name>[\w-]+ [\w-]+s)")
_PART_END = re.compile(r" are [\w-]+ [\w-]+s\.")
# “; the hybrid symbols {W/U}, {W/B}”: further lists of symbols in one sentence.
_GROUP = re.compile(r"(?:and )?the (?P<name>[\w ]{1,40}symbols?) (?P<members>\{.*)")
# “One ship type is two words long: Long Boat.”
_EXCEPTION = re.compile(rf"(?:One|Some) {_NAME} (?:is|are) [\w ]{{0,30}}: (?P<members>.*)")
# “Ships and boats share their lists of subtypes; these subtypes are called ship types.”
_CALLED = re.compile(
    r"(?P<of>[\w ,]{1,60}?)(?: cards?)? (?:have|has|share)\b[^.]*\bcalled (?:an? )?(?P<name>[\w ]{3,40})"
)
_SENTENCE_END = re.compile(r" (?=[A-Z])(?<=[.”)] )|\n")
_BRACKETS = re.compile(r"\s*\([^()]{0,300}\)")
_SEPARATOR = re.compile(r",\s+(?:and/or\s+|and\s+|or\s+)?|;\s+(?:and\s+)?")
_LAST_SEPARATOR = re.compile(r"\s+(?:and|or)\s+(?=\S+(?:\s\S+){0,3}$)")  # where no comma stands before the last
_NO_NAMES = frozenset({"exceptions", "following", "only", "of", "others", "other", "rest", "these"})
_VERB = re.compile(r"\b(?:has|have|is|are|consists?|includes?)\b")  # a clause, not a name
_NO_LIST = re.compile(r"(?:not|also|only|all|both|each|never)\b")
_COMMON = re.compile(
    r" ((?:[a-z]+ ){0,2}types?)\.?$"
)  # what the last member is followed by: “… and/or Rogue sailor types”
_SOME = re.compile(r"^(?:one|some|all) ", re.IGNORECASE)
_MEMBER_WORDS = 5  # words: the longest members are names of places
_CLAUSE_WORDS = 8  # words: a member that says how many of what
_MINIMUM = 3  # members: two things joined by “and” are a sentence, unless they are counted or have capitals


class Vocabulary(msgspec.Struct, frozen=True, gc=False):
    """A list of words: what they are, the rule that states them, and the words as printed, in order.

    `of` names what the list belongs to: the card types that have these subtypes, the turn that has these phases.
    `numbers` are the rules of the members where each has one of its own, else empty.
    """

    name: str
    number: str
    members: tuple[str, ...]
    of: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def collect(index: Index) -> tuple[Vocabulary, ...]:
    """The vocabularies of a document, in order; of two with one name the longer counts."""
    found: dict[str, Vocabulary] = {}
    for vocabulary in collect_all(index):
        name = vocabulary.name.casefold()
        if name not in found or len(found[name].members) < len(vocabulary.members):
            found[name] = vocabulary
    return tuple(found.values())


def collect_all(index: Index) -> list[Vocabulary]:
    """Every list that a rule states, in order, also where another rule states one of the same name."""
    found: list[Vocabulary] = []
    parts: list[tuple[str, str]] = []
    for node in index.nodes:
        text = node.rule.text
        if not text:
            continue
        if node.rule.rules and (below := listed_below(node.rule)):
            found.append(Vocabulary(below.name, node.rule.number, below.members, (), below.numbers))
        if _may_list(text):
            found.extend(state(node.rule.number, text))
            if _PART_END.search(text):
                parts.append((node.rule.number, text))
    found.extend(_parts(found, parts))
    order = {node.rule.number: at for at, node in reversed(list(enumerate(index.nodes)))}
    found.sort(key=lambda vocabulary: order[vocabulary.number])
    return found


def _may_list(text: str) -> bool:
    """Whether one of the shapes may be found, told by what each of them needs; asked of every text, so it is quick."""
    if "That " in text:
        return True
    joined = " and " in text or ", or " in text or "/or " in text
    return joined and (
        " are " in text or ": " in text or ", or a" in text or " consists of up to " in text or "The term " in text
    )


def state(number: str, text: str) -> Iterator[Vocabulary]:
    """The vocabularies that `text`, of the rule `number`, states in a sentence."""
    others: dict[str, tuple[str, ...]] = {}
    called: dict[str, tuple[str, ...]] = {}
    before = ""
    plain = _BRACKETS.sub("", text) if "(" in text else text
    for sentence in _SENTENCE_END.split(plain) if "\n" in plain or ". " in plain or "” " in plain else (plain,):
        owner = _CALLED.match(sentence) if "called" in sentence else None
        if owner:
            called[_plural(owner["name"])] = tuple(_words(owner["of"]))
        exception = _EXCEPTION.match(sentence) if ": " in sentence else None
        if exception:
            others[_plural(exception["name"])] = _members(exception["members"])
            continue
        shapes = _BY_FIRST.get(sentence.partition(" ")[0], ())
        for vocabulary in _stated(number, sentence, before, shapes) if shapes and _may_list(sentence) else ():
            members = (*others.get(vocabulary.name, ()), *vocabulary.members)
            of = vocabulary.of or called.get(vocabulary.name, ())
            yield Vocabulary(vocabulary.name, number, members, of)
        before = sentence


def _stated(number: str, sentence: str, before: str, shapes: Iterable[re.Pattern[str]]) -> Iterator[Vocabulary]:
    for shape in shapes:
        match = shape.match(sentence)
        if not match:
            continue
        found = match.groupdict()
        first, *groups = re.split(r"; (?=(?:and )?the [^;]*\{)", found["members"])
        members = _members(first, _CLAUSE_WORDS if first.startswith("up to ") else _MEMBER_WORDS)
        if found.get("each"):
            members = tuple(re.sub(r"^an? ", "", member) for member in members)
        name = _name(found, before)
        if members and _is_name(name) and _is_list(found, members):
            yield Vocabulary(name, number, members, tuple(_words(found.get("of") or "")))
            for group in filter(None, map(_GROUP.match, groups)):
                yield Vocabulary(_plural(group["name"]), number, _members(group["members"]))
            return


def _name(found: dict[str, str | None], before: str) -> str:
    """The name of a list in the plural, with what it is a list of."""
    if found.get("term"):
        return str(found["term"])
    name = str(found["name"]).replace("_", "").replace("“", "").replace("”", "")
    if found.get("few") == "is" or found.get("each"):
        return _plural(name)
    if found.get("of"):
        return f"{found['of']} {name}"
    if found.get("few") == "are":  # “Those names are …”: which names, the sentence before says
        told = re.search(rf".*\b{re.escape(name.removesuffix('s'))}s? ([^.]+)", before)
        return f"{name} {told[1].rstrip('.')}" if told else name
    return name


def _is_name(name: str) -> bool:
    return bool(name) and name.split()[0] not in _NO_NAMES and not _VERB.search(name)


def _is_list(found: dict[str, str | None], members: tuple[str, ...]) -> bool:
    """Whether there are enough members: two where they are counted or capitalised, one where the sentence says so."""
    if len(members) >= _MINIMUM or found.get("few") == "is":
        return True
    return len(members) == 2 and (bool(found.get("count")) or all(member[:1].isupper() for member in members))


def _parts(known: list[Vocabulary], texts: list[tuple[str, str]]) -> Iterator[Vocabulary]:
    """Lists that are a part of a known one: “… are public zones” where there is a list of zones."""
    members = {each.name: {member.casefold() for member in each.members} for each in known}
    for number, text in texts:
        for sentence in _SENTENCE_END.split(text):
            match = _PART.match(sentence.rstrip("."))
            whole = members.get(match["name"].split()[-1].lower()) if match else None
            if match and whole:
                listed = _members(match["members"])
                if len(listed) > 1 and sum(member.casefold() in whole for member in listed) > len(listed) / 2:
                    yield Vocabulary(match["name"].lower(), number, tuple(member.lower() for member in listed))


def _plural(name: str) -> str:
    plain = name.strip()
    return plain if plain.endswith("s") else plain + "s"


def _words(phrase: str) -> list[str]:
    """What a list belongs to, in the singular: `Instants and sorceries` gives instant and sorcery."""
    plain = (
        re.sub(r"^(?:one|some|all) ", "", each.strip(), flags=re.IGNORECASE) for each in re.split(r",? and |, ", phrase)
    )
    return [" ".join(singular(each)) for each in plain if each]


def _members(listed: str, longest: int = _MEMBER_WORDS) -> tuple[str, ...]:
    """The members of a list, empty if one is too long to be a word or name."""
    listed = listed.strip().rstrip(".").partition(", as well as ")[0]
    listed = re.sub(r",([”\"])", r"\1,", listed).replace("”.", "”")
    listed = _COMMON.sub("", listed) if "and/or" in listed else listed
    if not re.search(r",\s+(?:and|or|and/or)\s", listed) and "/or " not in listed and ";" not in listed:
        listed = _LAST_SEPARATOR.sub(", ", listed)
    if _NO_LIST.match(listed):
        return ()
    separator = re.compile(r";\s+(?:and\s+)?") if "; " in listed else _SEPARATOR
    members = tuple(_member(member.strip()) for member in separator.split(listed.removesuffix(", and so on")))
    if any(not member or len(member.split()) > longest or " is " in member for member in members):
        return ()
    return tuple(member.removeprefix("the ") for member in members)


def _member(printed: str) -> str:
    """A member without quotation marks and what stands within them for the sentence around."""
    return printed.strip('“”"').rstrip(".") if printed[:1] in ("“", '"') else printed
