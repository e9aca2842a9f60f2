"""Splits and mergers, told by runs of words: which runs of one rule stand in which others.

A rule was split if words that its partner no longer has stand, run by run, in a rule that is new. A partner that keeps
nearly all of its words was not split, however like it a new rule may be; a heading is no part, nor is a rule under a
keyword that is itself new. Mergers are the same with the releases exchanged. Of the parts, the one that kept the number
and the beginning is the partner: it may be another than the matching chose.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from msgspec import structs
from rapidfuzz.distance import Indel

from comprules.diff.model import Division, Pair, SharedRun
from comprules.diff.positions import Phrase, Positions
from comprules.diff.weights import Weights
from comprules.wording.tokens import Token, words

_LOST = 0.1  # of the weight of the words of a rule: a partner that lost less kept them, and nothing was split off
_FOUND = 0.5  # of the weight of what was lost that must be found again, so that a quotation is no split
_PART = 0.15  # of the weight of what was lost that each of several parts must have
_WORDS = 5  # words that a part took at least
_OWN = 0.3  # of the weight of a part that came from the whole, unless it has most of what was lost
_SHARED = 0.6  # of the weight of a part beside the partner: both kept the words that they share
_WHOLLY = 0.85  # of the weight of a part beside the partner that stands in the whole, whatever else was lost
_RUN = 3  # words: shorter runs stand in any two rules
_BEGINNING = 2  # words: a sentence begins like another with as many
_COMMON = 40  # pairs: a run of words that more of them lost leads nowhere
_CANDIDATES = 6  # pairs that are compared closely for each rule that is left over


_Run = tuple[int, int, int]  # of words: where it begins in the whole and in the part, and how many there are


class _Piece(NamedTuple):
    """What the rule at a position took from a whole: runs of words, and the weight of the lost words among them."""

    at: int
    runs: list[_Run]
    found: float


def divide(
    old: Positions, new: Positions, weigh: Weights, pairs: tuple[Pair, ...]
) -> tuple[tuple[Pair, ...], tuple[Division, ...]]:
    """The pairs, each whole with its first part, and the splits and mergers, in the order of the wholes."""
    taken = {pair.old for pair in pairs}, {pair.new for pair in pairs}
    added = [at for at in range(len(new)) if at not in taken[1] and not _is_no_part(new, at, taken[1])]
    removed = [at for at in range(len(old)) if at not in taken[0] and not _is_no_part(old, at, taken[0])]
    if not added and not removed:
        return pairs, ()
    edited = [(pair.old, pair.new) for pair in pairs if pair.by not in ("words", "citations", "pin")]
    splits = dict(_find(old, new, weigh, edited, added))
    mergers = dict(_find(new, old, weigh, [(after, before) for before, after in edited], removed))
    forward = {pair.old: pair for pair in pairs}
    backward = {pair.new: pair for pair in pairs}
    # A rule that gave words and took others was rewritten: neither of the two tells what happened.
    for whole in list(splits):
        other = forward[whole].new
        if other in mergers:
            del splits[whole], mergers[other]
    replaced: dict[Pair, Pair] = {}
    found: list[Division] = []
    for whole, pieces in splits.items():
        division = _division("split", old, new, whole, pieces, _primary(old, new, whole, pieces, forward[whole].new))
        replaced[forward[whole]] = structs.replace(forward[whole], new=division.parts_at[division.primary])
        found.append(division)
    for whole, pieces in mergers.items():
        division = _division("merged", new, old, whole, pieces, _primary(new, old, whole, pieces, backward[whole].old))
        replaced[backward[whole]] = structs.replace(backward[whole], old=division.parts_at[division.primary])
        found.append(division)
    kept = sorted((replaced.get(pair, pair) for pair in pairs), key=lambda pair: pair.old)
    return tuple(kept), tuple(sorted(found, key=lambda division: (division.kind, division.whole_at)))


def _is_no_part(side: Positions, at: int, paired: Iterable[int]) -> bool:
    """Whether a rule left over can be no part of another: a heading, or a rule under a keyword that is itself new."""
    parent = side.parents[at]
    under = parent >= 0 and parent not in set(paired) and side.numbers[parent] in side.keyword_headings
    return side.is_heading(at) or under


def _find(
    here: Positions, there: Positions, weigh: Weights, pairs: list[tuple[int, int]], left: list[int]
) -> Iterator[tuple[int, list[_Piece]]]:
    """The rules of `here` of which parts stand in rules of `there`: those in `left` and their partner."""
    lost = {whole: here.phrases(whole) - there.phrases(partner) for whole, partner in pairs}
    partners = dict(pairs)
    by_phrase: dict[Phrase, list[int]] = {}
    for whole, phrases in lost.items():
        for phrase in phrases:
            by_phrase.setdefault(phrase, []).append(whole)
    texts = _Texts(here, there, weigh)
    wholes = {partner: whole for whole, partner in pairs}
    found: dict[int, list[_Piece]] = {}
    for at in left:
        pieces = [
            (piece.found, -whole, piece)
            for whole in {*_candidates(there.phrases(at), by_phrase, weigh), *_beside(there, at, wholes)}
            if (piece := texts.piece(whole, partners[whole], at))
        ]
        if pieces:
            _, whole, best = max(pieces)
            found.setdefault(-whole, []).append(best)
    for whole, parts in sorted(found.items()):
        if texts.is_divided(whole, partners[whole], parts):
            parts.append(_Piece(partners[whole], texts.runs(whole, partners[whole]), 0.0))
            yield whole, sorted(parts)


def _beside(there: Positions, at: int, wholes: dict[int, int]) -> list[int]:
    """The wholes whose partners are the siblings next to a rule left over, or its parent."""
    parent = there.parents[at]
    siblings = there.children[parent]
    place = siblings.index(at)
    near = [*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2], parent]
    return [wholes[each] for each in near if each in wholes]


def _candidates(phrases: Iterable[Phrase], by_phrase: dict[Phrase, list[int]], weigh: Weights) -> list[int]:
    votes: dict[int, float] = {}
    for phrase in phrases:
        wholes = by_phrase.get(phrase, ())
        if len(wholes) <= _COMMON:
            for whole in wholes:
                votes[whole] = votes.get(whole, 0.0) + weigh.phrase(phrase)
    return sorted(votes, key=lambda whole: (-round(votes[whole], 6), whole))[:_CANDIDATES]


class _Texts:
    """The words of wholes and parts, and the runs that they share."""

    def __init__(self, here: Positions, there: Positions, weigh: Weights) -> None:
        self._here, self._there, self._weigh = here, there, weigh
        self._all = ["\n".join(node.rule.text or "" for node in side.nodes) for side in (here, there)]

    def runs(self, whole: int, part: int, least: int = _RUN) -> list[_Run]:
        """The runs of words that two rules share, in order, of at least so many words."""
        return _runs(sentence(self._here, whole), sentence(self._there, part), least)

    def lost(self, whole: int, partner: int) -> set[int]:
        """Which words of a whole its partner does not have."""
        kept = _covered(self.runs(whole, partner, 1))
        return {at for at in range(len(sentence(self._here, whole))) if at not in kept}

    def piece(self, whole: int, partner: int, at: int) -> _Piece | None:
        """What a rule left over took from a whole, None if it is nothing to speak of."""
        lost = self.lost(whole, partner)
        return self._moved(whole, at, lost) or (self._shared(whole, partner, at, lost) if lost else None)

    def _moved(self, whole: int, at: int, lost: set[int]) -> _Piece | None:
        """Words that the partner lost and a rule left over has: runs that no other rule has, or most of the part."""
        said = self._weight(self._here, whole, lost)
        if said < _LOST * self._all_of(self._here, whole):
            return None
        runs = [run for run in self.runs(whole, at) if self._is_its_own(self._here, 0, whole, run[0], run[2])]
        taken = _covered(runs) & lost
        found = self._weight(self._here, whole, taken)
        if found < _PART * said or len(taken) < _WORDS:
            return None
        alone = [run for run in runs if self._is_its_own(self._there, 1, at, run[1], run[2])]
        enough = self._weight(self._here, whole, _covered(alone) & lost) >= _FOUND * said
        return (
            _Piece(at, self.runs(whole, at), found) if enough or found >= _OWN * self._all_of(self._there, at) else None
        )

    def _shared(self, whole: int, partner: int, at: int, lost: set[int]) -> _Piece | None:
        """Words that the partner and a rule left over beside it both have, and what tells that both came from there."""
        if not self._is_beside(partner, at):
            return None
        said, own = self._weight(self._here, whole, lost), self._all_of(self._there, at)
        runs = self.runs(whole, at, 1)
        covered = _covered(runs)
        taken = self._weight(self._here, whole, covered)
        if taken >= _SHARED * own and self._weight(self._here, whole, covered & lost) >= _FOUND * said:
            return _Piece(at, runs, said)
        all_of_it = self._all_of(self._here, whole)
        if said >= _LOST * all_of_it and (taken >= _WHOLLY * own or taken >= _SHARED * all_of_it):
            return _Piece(at, runs, said)
        return None

    def _all_of(self, side: Positions, at: int) -> float:
        return self._weight(side, at, range(len(sentence(side, at))))

    def _is_beside(self, partner: int, at: int) -> bool:
        """Whether a rule left over is the next sibling or a child of the partner of a whole."""
        parent = self._there.parents[partner]
        if self._there.parents[at] == partner:
            return True
        siblings = self._there.children[parent] if self._there.parents[at] == parent else []
        return bool(siblings) and abs(siblings.index(partner) - siblings.index(at)) == 1

    def _is_its_own(self, side: Positions, which: int, at: int, begin: int, size: int) -> bool:
        """Whether a run of words stands in no other rule of its release."""
        words = sentence(side, at)[begin : begin + size]
        text = side.nodes[at].rule.text or ""
        said = text[words[0].start : words[-1].end]
        return self._all[which].count(said) == text.count(said)

    def is_divided(self, whole: int, partner: int, parts: list[_Piece]) -> bool:
        """Whether the parts together have enough of what the whole lost."""
        lost = self.lost(whole, partner)
        said = self._weight(self._here, whole, lost)
        taken = _covered([run for part in parts for run in part.runs])
        found = self._weight(self._here, whole, taken & lost)
        return found >= _FOUND * said or any(part.found == said for part in parts)

    def _weight(self, side: Positions, at: int, places: Iterable[int]) -> float:
        words = sentence(side, at)
        return round(sum(self._weigh(words[place].word) for place in sorted(places)), 6)


def _runs(whole: list[Token], part: list[Token], least: int) -> list[_Run]:
    words = [token.word for token in whole], [token.word for token in part]
    return [
        (op.src_start, op.dest_start, op.src_end - op.src_start)
        for op in Indel.opcodes(*words)
        if op.tag == "equal" and op.src_end - op.src_start >= least
    ]


def _covered(runs: list[_Run]) -> set[int]:
    """The words of a whole that stand in runs."""
    return {begin + step for begin, _, size in runs for step in range(size)}


def sentence(side: Positions, at: int) -> list[Token]:
    """The words of the text of a rule, with their places in it."""
    return words(side.nodes[at].rule.text or "")


def _division(
    kind: Literal["split", "merged"], here: Positions, there: Positions, whole: int, pieces: list[_Piece], primary: int
) -> Division:
    said = sentence(here, whole)
    runs = []
    for at, piece in enumerate(pieces):
        own = sentence(there, piece.at)
        runs += [
            SharedRun(
                at,
                (said[begin].start, said[begin + size - 1].end),
                (own[start].start, own[start + size - 1].end),
            )
            for begin, start, size in piece.runs
        ]
    places = [piece.at for piece in pieces]
    return Division(
        kind=kind,
        whole=here.numbers[whole],
        parts=tuple(there.numbers[at] for at in places),
        primary=places.index(primary),
        whole_at=whole,
        parts_at=tuple(places),
        runs=tuple(runs),
    )


def _primary(here: Positions, there: Positions, whole: int, pieces: list[_Piece], partner: int) -> int:
    """The part that is the whole's successor: the one with its beginning; of several, the one with its number."""

    def rank(piece: _Piece) -> tuple[float, bool, bool]:
        runs = _runs(sentence(here, whole), sentence(there, piece.at), _BEGINNING)
        begin = runs[0][0] if runs else math.inf
        return begin, there.numbers[piece.at] != here.numbers[whole], piece.at != partner

    return min(pieces, key=rank).at
