"""From what a person types to the rules and entries meant: numbers, ranges, lists of numbers, names in any form.

Takes a `Release` and what was typed, gives `Found`: one answer to show, or several to choose from, the best first.
A name is looked up among everything that has one (`comprules.analysis.names`), in steps, each only where the one before
finds nothing: the same words, singular or plural; other forms of the words; words joined or parted; the initials of a
name; names that hold all words typed; names that stand in what was typed. Raises NotFoundError, naming what is near.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from comprules.analysis.index import Node, fold_name
from comprules.analysis.names import Name, NameKind
from comprules.document.model import Entry
from comprules.errors import NotFoundError
from comprules.lookup.near import near_names, near_numbers
from comprules.lookup.numbers import read_numbers
from comprules.release import Release
from comprules.stems import key, singular

_LONGEST = 24  # words: no name is longer, and a text is for search
_MOST = 12  # answers: more names than this are no choice for a person

# How much a kind of name is worth where several fit: what defines before what only has the name.
_WORTH: tuple[NameKind, ...] = (
    *("term", "title", "keyword", "variant", "ability word"),
    *("symbol", "abbreviation", "list", "member"),
)


class Answer(NamedTuple):
    """One thing that may be meant: its name, and the glossary entries and rules that tell of it.

    `pointed` are rules that a glossary entry points to where no rule has the name itself. `kinds` says what has the
    name (a term, a title, a keyword, …), `of` the list or keyword that it belongs to.
    """

    name: str
    kinds: tuple[NameKind, ...]
    of: str | None
    entries: tuple[Entry, ...]
    nodes: tuple[Node, ...]
    pointed: tuple[Node, ...]


class Found(NamedTuple):
    """The answers to `query`, the best first. Only the first is meant if it is `sure`."""

    query: str
    answers: tuple[Answer, ...]
    sure: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The glossary entries of the first answer."""
        return self.answers[0].entries

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The rules of the first answer, those its glossary entry points to included."""
        return self.answers[0].nodes + self.answers[0].pointed


def find(release: Release, wanted: str) -> Found:
    """What `wanted` names: a number as it is cited (`CR 702.19b`, `510.1c-d`, `702.19, 702.20`), or any name.

    Raises NotFoundError, naming what is nearest, if the document has nothing of that name.
    """
    if not wanted.strip():
        raise NotFoundError("nothing to look up")
    nodes = read_numbers(release.index, wanted)
    if nodes:
        return Found(wanted, (Answer(nodes[0].rule.number, (), None, _entries_at(release, nodes), nodes, ()),), True)
    answers, sure = by_name(release, wanted)
    if answers:
        return Found(wanted, answers, sure)
    numbers = near_numbers(release.index, wanted)
    kind = "number" if numbers or wanted.strip()[:1].isdigit() else "term"
    near = numbers or near_names(release, wanted)
    raise NotFoundError(f"no {kind} “{wanted.strip()}” in this document", near)


def _entries_at(release: Release, nodes: tuple[Node, ...]) -> tuple[Entry, ...]:
    """The glossary entry of the title of a single rule."""
    title = nodes[0].rule.title if len({node.rule.number for node in nodes}) == 1 else None
    found = [release.index.entry(node.rule.title) for node in nodes if title and node.rule.title]
    return tuple(dict.fromkeys(entry for entry in found if entry))


def by_name(release: Release, wanted: str) -> tuple[tuple[Answer, ...], bool]:
    """The answers to a name, and whether the first is meant for sure; none if nothing fits."""
    for step, sure in ((_same, True), (_forms, False), (_joined, False), (_initials, False), (_parts, False)):
        groups = step(release, wanted)
        if groups and step is _same and all(name.kind == "member" for name in groups[0]):
            longer = [group for group in _parts(release, wanted) if group[0].kind in ("term", "title", "keyword")]
            groups, sure = [*longer, *groups], not longer
        if groups:
            answers = tuple(_answer(release, group) for group in groups[:_MOST])
            return answers, sure or len(answers) == 1
    return (), False


Groups = list[list[Name]]


def _grouped(names: Iterable[Name]) -> Groups:
    """The names by what they name, in the order of worth of each group's best."""
    groups: dict[tuple[str, ...], list[Name]] = {}
    for name in names:
        groups.setdefault(singular(name.text), []).append(name)
    return sorted(groups.values(), key=lambda group: min(_WORTH.index(name.kind) for name in group))


def _same(release: Release, wanted: str) -> Groups:
    """The names that are the very words, singular or plural, and as further answers other forms of the words."""
    words = singular(wanted)
    bare = fold_name(wanted)
    exact = [name for name in release.names.by_stem.get(key(wanted), ()) if singular(name.text) == words]
    exact = exact or [name for name in release.names.all if fold_name(name.text) == bare]
    others = [name for name in release.names.by_stem.get(key(wanted), ()) if name not in exact]
    return [exact, *_grouped(others)] if exact else []


def _forms(release: Release, wanted: str) -> Groups:
    """Other forms of the same words: `tramples`, `casting`."""
    return _grouped(release.names.by_stem.get(key(wanted), ()))


def _joined(release: Release, wanted: str) -> Groups:
    """The same letters, joined or parted otherwise: `firststrike`, `battle field`."""
    return _grouped(release.names.by_letters.get("".join(singular(wanted)), ()))


def _initials(release: Release, wanted: str) -> Groups:
    """Names of several words that begin with the letters typed: `SBA`."""
    letters = re.sub(r"[./&\s-]", "", wanted).casefold()
    if not letters.isalpha() or len(letters) < 2:
        return []
    names = release.names.by_initials.get(letters, ())
    signs = re.sub(r"[\w\s.]", "", wanted)
    return _grouped([name for name in names if signs and signs in name.text] or names)


def _parts(release: Release, wanted: str) -> Groups:
    """Names that hold all words typed, the shortest first; else names that stand in what was typed."""
    words = key(wanted)
    if not words or len(words) > _LONGEST:
        return []
    holding = [name for name in release.names.all if set(words) <= set(release.names.keys[name.text])]
    if holding:
        begins = [name for name in holding if release.names.keys[name.text][: len(words)] == words] or holding
        return sorted(_grouped(begins), key=lambda group: len(release.names.keys[group[0].text]))
    return _within(release, words)


def _within(release: Release, words: tuple[str, ...]) -> Groups:
    """Names that stand in what was typed, the longest: `how does trample work`."""
    spans = [(start, end) for start in range(len(words)) for end in range(start + 1, len(words) + 1)]
    runs = dict.fromkeys(words[start:end] for start, end in spans)
    within = [name for run in runs for name in release.names.by_stem.get(run, ())]
    longest = max((len(release.names.keys[name.text]) for name in within), default=0)
    kept = [name for name in within if len(release.names.keys[name.text]) == longest and name.kind != "member"]
    return _grouped(sorted(kept, key=lambda name: (_WORTH.index(name.kind), name.text)))


def _answer(release: Release, group: list[Name]) -> Answer:
    ranked = sorted(group, key=lambda name: _WORTH.index(name.kind))
    entries, pointed = _followed(release, [name.entry for name in ranked if name.entry])
    best = _WORTH.index(ranked[0].kind)
    titled = any(name.kind in ("title", "keyword", "variant") for name in ranked)
    weak = {"list", "member"} if titled else {"member"} if best < _WORTH.index("list") else set()
    defining = [name for name in ranked if name.node and name.kind not in weak]
    nodes = tuple({id(name.node): name.node for name in defining if name.node}.values())
    of = next((name.of for name in ranked if name.of), None) if not entries else None
    kinds = tuple(dict.fromkeys(name.kind for name in ranked))
    named = any(name.kind != "list" for name in defining)
    others = tuple(node for node in pointed if node not in nodes)
    return Answer(ranked[0].text, kinds, of, entries, nodes, () if named else others)


def _followed(release: Release, entries: list[Entry]) -> tuple[tuple[Entry, ...], tuple[Node, ...]]:
    """The entries, those to which one leads that cites no rule itself, and the rules they point to, in order."""
    found = list(dict.fromkeys(entries))
    for entry in found:  # grows while it is walked: a redirect may lead to another
        told = release.glossary[entry.term]
        for term in told.redirect or (() if told.rules else told.see):
            target = release.index.entry(term)
            if target and target not in found:
                found.append(target)
    numbers = dict.fromkeys(number for entry in found for number in release.glossary[entry.term].rules)
    return tuple(found), tuple(release.index.by_number[number] for number in numbers)
