"""What a history is: releases in order, and lineages, each one rule or glossary entry through all of them.

Field names and order are the JSON contract; spans are characters, half-open, into the texts of the two sides.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from comprules.diff.model import Edit, Side

EventKind = Literal[
    "created", "edited", "moved", "split", "merged", "references", "typography", "renumbered", "removed"
]


class Issue(msgspec.Struct, frozen=True, gc=False):
    """One of the releases that a history looks through."""

    effective: str | None
    title: str | None
    sha256: str
    name: str

    @property
    def label(self) -> str:
        """Its date, or its name if it states none."""
        return self.effective or self.name


class Event(msgspec.Struct, frozen=True, gc=False):
    """What happened to a lineage in the release of index `release`.

    `number` is its number from then on, None if it ended, `was` the one before, None if there was none. `related` are
    the numbers of the rules that share its words: of a split those that it was split into, or from if `was` is None;
    of a merger those that it took in, or the one that it went into if `number` is None. `old` and `new` are the rule
    before and after, where its words changed. `returned` marks a creation that takes up a lineage which had ended.
    `moved` tells that it changed its parent, `confidence` how sure the pair is.
    """

    release: int
    kind: EventKind
    number: str | None
    was: str | None
    related: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    old: Side | None = None
    new: Side | None = None
    moved: bool = False
    returned: bool = False
    confidence: float = 1.0


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """Where the chain of neighbours and a direct comparison of two releases disagree about a lineage.

    From the release of index `first` to that of `last` the chain leads to the number `chain`, the direct comparison to
    `direct`, None for no rule, with these confidences: of the chain that of its weakest link. `kept` is the surer one,
    which the lineage follows.
    """

    first: int
    last: int
    chain: str | None
    direct: str | None
    chain_confidence: float
    direct_confidence: float
    kept: Literal["chain", "direct"]


class Lineage(msgspec.Struct, frozen=True, gc=False):
    """One rule or glossary entry through many releases, whatever its number.

    `id` is the label of the release that first has it and its number there, so that later releases do not change it.
    `numbers` has one for each release, None where it is missing; of a glossary entry the term stands for the number.
    `now` is the rule as the last release that has it gives it.
    """

    id: str
    title: str | None
    numbers: tuple[str | None, ...]
    events: tuple[Event, ...]
    of: Literal["rule", "glossary"]
    now: Side
    doubts: tuple[Doubt, ...] = ()


class History(msgspec.Struct, frozen=True, gc=False):
    """Every lineage of some releases: rules as the newest release that has them orders them, then terms."""

    releases: tuple[Issue, ...]
    lineages: tuple[Lineage, ...]
