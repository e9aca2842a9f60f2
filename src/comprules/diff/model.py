"""What a comparison of two releases is: frozen facts about pairs of rules, never marked-up text.

Spans are characters, half-open, into the texts of the two sides. Field names and order are the JSON contract.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from comprules.document.model import Rule
from comprules.release import Release
from comprules.wording.edits import Edit as Edit
from comprules.wording.edits import Part as Part
from comprules.wording.edits import Span as Span

Verdict = Literal["follows", "retargeted", "dangling"]
Class = Literal["ability", "action", "ability word"]
Kind = Literal["added", "removed", "split", "merged", "edited", "moved", "references", "typography", "renumbered"]


class Side(msgspec.Struct, frozen=True, gc=False):
    """A rule as one release has it, without its place."""

    number: str
    title: str | None
    text: str | None
    examples: tuple[str, ...]


def side(rule: Rule) -> Side:
    """The words and number of a rule."""
    return Side(rule.number, rule.title, rule.text, rule.examples)


class Citation(msgspec.Struct, frozen=True, gc=False):
    """A reference of a pair, read through the matching.

    `follows`: the new target is what the old one became, a part of it, or the heading over it; `retargeted`: it is
    another rule; `dangling`: there is no such rule. `old_title` and `new_title` are the titles of the two targets;
    `existed` tells whether the old release had the old one.
    """

    old: str | None
    new: str | None
    verdict: Verdict
    old_title: str | None = None
    new_title: str | None = None
    existed: bool = True


class Change(msgspec.Struct, frozen=True, gc=False):
    """What happened to one pair of rules, or to a rule that only one release has.

    `related` are the other numbers of a split or merger: those of the rules that share its words. `confidence` tells
    how sure the pair is, and `by` which pass of the matching made it. `added` and `removed` are the members that a list
    in the rule gained and lost. `old_at` and `new_at` are the positions of the two rules in document order.
    """

    kind: Kind
    old: Side | None
    new: Side | None
    moved: bool
    related: tuple[str, ...]
    confidence: float
    edits: tuple[Edit, ...]
    references: tuple[Citation, ...]
    by: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    old_at: int | None = None
    new_at: int | None = None

    @property
    def is_part(self) -> bool:
        """Whether this is a rule of a split or merger that is told with the pair it belongs to."""
        return bool(self.related) and (self.old is None or self.new is None)


class Renumbering(msgspec.Struct, frozen=True, gc=False):
    """A pair of rules with different numbers, whatever else happened to it."""

    old: str
    new: str


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A run of neighbours whose last parts moved together: the first and last number of each side."""

    old: tuple[str, str]
    new: tuple[str, str]
    by: int


class EntryChange(msgspec.Struct, frozen=True, gc=False):
    """What happened to a glossary entry; `old` and `new` are its texts, `references` how its citations answer.

    `occurrence` tells entries of one term apart: 0 for the first. An entry that was `renamed` has its old term in
    `term` and its new one in `new_term`.
    """

    kind: Literal["added", "removed", "edited", "renamed", "references", "typography"]
    term: str
    old: str | None
    new: str | None
    edits: tuple[Edit, ...]
    references: tuple[Citation, ...] = ()
    occurrence: int = 0
    new_term: str | None = None


class KeywordChange(msgspec.Struct, frozen=True, gc=False, rename={"class_": "class"}):
    """A keyword that is new, gone, has another name, or is of another class than before (`old_class`).

    `old_number` and `number` are those of the rules that define it, of an ability word of the rule that lists it.
    """

    kind: Literal["added", "removed", "renamed", "reclassified"]
    class_: Class
    old: str | None
    new: str | None
    old_number: str | None = None
    number: str | None = None
    old_class: Class | None = None


class VocabularyChange(msgspec.Struct, frozen=True, gc=False):
    """Members that a list gained and lost; `number` is where the new release states it, else the old one.

    `stated`: the old release had no sentence that said any of the members, `unstated`: the new one has none; what is
    first stated as a list is not new.
    """

    name: str
    number: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    kind: Literal["changed", "stated", "unstated"] = "changed"


class ChapterChange(msgspec.Struct, frozen=True, gc=False):
    """A section or chapter that is new or gone; `rules` is how many rules are in it, its heading included."""

    kind: Literal["added", "removed"]
    number: str
    title: str
    rules: int


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """Words that many rules have instead of others: told once.

    `count` is in how many changes, `changes` are the indices of those in which nothing else happened.
    """

    old: str
    new: str
    count: int
    changes: tuple[int, ...]


class Story(msgspec.Struct, frozen=True, gc=False):
    """Changes that belong together: a keyword, a chapter or list members that are new or gone, or a rule that moved.

    `number` is where to begin reading; `names` are the words it is about. `changes`, `glossary` and `lists` are indices
    into `Diff.changes`, `Diff.glossary` and `Diff.vocabularies`, in order; a change is in one story at most. `weight`
    is how many rules and entries it takes in: stories are told heaviest first.
    """

    kind: Literal["keyword", "chapter", "list", "move"]
    title: str
    number: str
    names: tuple[str, ...]
    weight: int
    changes: tuple[int, ...]
    glossary: tuple[int, ...] = ()
    lists: tuple[int, ...] = ()


class Swap(msgspec.Struct, frozen=True, gc=False):
    """Two rules under one heading that exchanged their numbers."""

    first: str
    second: str


class PartChange(msgspec.Struct, frozen=True, gc=False):
    """Paragraphs of a part around the rules, such as the contents, that only one release has, and their positions.

    Positions are half-open ranges of the paragraphs of the part; `removed` and `added` are those paragraphs.
    """

    part: str
    old: Span
    new: Span
    removed: tuple[str, ...]
    added: tuple[str, ...]


class Broken(msgspec.Struct, frozen=True, gc=False):
    """A reference of an unchanged rule or glossary entry that found its target before and finds none now."""

    number: str | None
    term: str | None
    target: str


class Pair(msgspec.Struct, frozen=True, gc=False):
    """One match: positions among the nodes of the two documents, the pass that made it, how sure it is."""

    old: int
    new: int
    by: str
    confidence: float


class SharedRun(msgspec.Struct, frozen=True, gc=False):
    """A run of words that a divided rule and one of its parts have in common: where it stands in the text of each.

    `part` is the index of the part among `Division.parts`. Runs are in the order of the parts, then of the text; those
    of different parts overlap in `whole` where both have the same words.
    """

    part: int
    whole: Span
    own: Span


class Division(msgspec.Struct, frozen=True, gc=False):
    """A rule that was split into several, or one that several were merged into.

    `whole` is the number of the one rule, old for a split and new for a merger; `parts` are the numbers of the several,
    of the other release, in document order; `primary` the index of the one that is a pair with the whole: which kept
    its number and beginning. `whole_at` and `parts_at` are their positions in document order. `runs` tell which words
    went where; words of the whole in no run are gone (or came), words of a part in none came (or are gone).
    """

    kind: Literal["split", "merged"]
    whole: str
    parts: tuple[str, ...]
    primary: int
    whole_at: int
    parts_at: tuple[int, ...]
    runs: tuple[SharedRun, ...]


class Diff(msgspec.Struct, frozen=True, gc=False):
    """The comparison of two releases.

    `changes` are in the order of the new release, with removals where the old one had them. The two releases, `pairs`
    and `parents` (of each node of the new release the position of the one it stands under, -1 for none) are what the
    comparison was made of; they are not part of the JSON.
    """

    old: Release
    new: Release
    parents: tuple[int, ...]
    pairs: tuple[Pair, ...]
    summary: dict[str, int]
    changes: tuple[Change, ...]
    divisions: tuple[Division, ...]
    renumbered: tuple[Renumbering, ...]
    shifts: tuple[Shift, ...]
    glossary: tuple[EntryChange, ...]
    keywords: tuple[KeywordChange, ...]
    vocabularies: tuple[VocabularyChange, ...]
    chapters: tuple[ChapterChange, ...]
    swaps: tuple[Swap, ...]
    replacements: tuple[Replacement, ...]
    stories: tuple[Story, ...]
    parts: tuple[PartChange, ...]
    broken: tuple[Broken, ...]
    warnings: tuple[str, ...]
