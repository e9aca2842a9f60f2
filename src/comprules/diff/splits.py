"""Splits and mergers, told by runs of words: which runs of one rule stand in which others.

A rule was split if words that its partner no longer has stand, run by run, in a rule that is new. A partner that keeps
nearly all of its words was not split, however like it a new rule may be; a heading is no part, nor is a rule under a
keyword that is itself new. Mergers are the same with the releases exchanged. Of the parts, the one that kept the number
and the beginning is the partner: it may be another than the matching chose.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import structs

from comprules.analysis.positions import Phrase, Positions
from comprules.diff.model import Division, Pair, SharedRun
from comprules.diff.shared_words import Run, Sentences, SharedWords, covered
from comprules.diff.weights import Weights

_LOST = 0.1  # of the weight of the words of a rule: a partner that lost less kept them, and nothing was split off
_FOUND = 0.5  # of the weight of what was lost that must be found again, so that a quotation is no split
_PART = 0.15  # of the weight of what was lost that each of several parts must have
_WORDS = 5  # words that a part took at least
_OWN = 0.4  # of the weight of a part that came from the whole, unless it has most of what was lost
_SHARED = 0.6  # of the weight of a part beside the partner: both kept the words that they share
_WHOLLY = 0.85  # of the weight of a part beside the partner that stands in the whole, whatever else was lost
_BEGINNING = 2  # words: a sentence begins like another with as many
_COMMON = 40  # pairs: a run of words that more of them lost leads nowhere
_CANDIDATES = 3  # pairs that are compared closely for each rule that is left over


class _Piece(NamedTuple):
    """What the rule at a position took from a whole: runs of words, and the weight of the lost words among them."""

    at: int
    runs: list[Run]
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
    olds, news = Sentences(old, weigh), Sentences(new, weigh)
    edited = [(pair.old, pair.new) for pair in pairs if pair.by not in ("words", "citations", "pin")]
    became = {-1: -1, **{pair.old: pair.new for pair in pairs}}
    was = {after: before for before, after in became.items()}
    there, back = SharedWords(olds, news), SharedWords(news, olds)
    splits = dict(_find(old, new, there, weigh, edited, added, became))
    mergers = dict(_find(new, old, back, weigh, [(after, before) for before, after in edited], removed, was))
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
        division = _division("split", old, new, there, whole, pieces, forward[whole].new)
        replaced[forward[whole]] = structs.replace(forward[whole], new=division.parts_at[division.primary])
        found.append(division)
    for whole, pieces in mergers.items():
        division = _division("merged", new, old, back, whole, pieces, backward[whole].old)
        replaced[backward[whole]] = structs.replace(backward[whole], old=division.parts_at[division.primary])
        found.append(division)
    kept = sorted((replaced.get(pair, pair) for pair in pairs), key=lambda pair: pair.old)
    return tuple(kept), tuple(sorted(found, key=lambda division: (division.kind, division.whole_at)))


def _is_no_part(side: Positions, at: int, paired: set[int]) -> bool:
    """Whether a rule left over can be no part of another: a heading, or a rule under a keyword that is itself new."""
    parent = side.parents[at]
    under = parent >= 0 and parent not in paired and side.numbers[parent] in side.keyword_headings
    return side.is_heading(at) or under


def _find(
    here: Positions,
    there: Positions,
    shared: SharedWords,
    weigh: Weights,
    pairs: list[tuple[int, int]],
    left: list[int],
    became: dict[int, int],
) -> Iterator[tuple[int, list[_Piece]]]:
    """The rules of `here` of which parts stand in rules of `there`: those in `left` and their partner."""
    lost = {whole: here.phrases(whole) - there.phrases(partner) for whole, partner in pairs}
    partners, wholes = dict(pairs), {partner: whole for whole, partner in pairs}
    # A number says that a rule stayed where its heading did; elsewhere it was taken over.
    named = {(became.get(here.parents[whole]), here.numbers[whole]): whole for whole in partners}
    by_phrase: dict[Phrase, list[int]] = {}
    for whole, phrases in lost.items():
        for phrase in phrases:
            by_phrase.setdefault(phrase, []).append(whole)
    found: dict[int, list[_Piece]] = {}
    for at in left:
        moved = _candidates(there.phrases(at), by_phrase, lost, weigh)
        near = _near(here, there, weigh, at, wholes, named)
        far = [whole for whole in moved if whole not in near]
        pieces = [_moved(shared, whole, partners[whole], at) for whole in moved]
        pieces += [_kept_by_both(shared, whole, partners[whole], at, whole in near) for whole in (*near, *far)]
        tried = [*moved, *near, *far]
        rated = [(piece.found, -whole, piece) for whole, piece in zip(tried, pieces, strict=True) if piece]
        if rated:
            _, whole, best = max(rated)
            found.setdefault(-whole, []).append(best)
    for whole, parts in sorted(found.items()):
        if _is_divided(shared, whole, partners[whole], parts):
            parts.append(_Piece(partners[whole], [], 0.0))
            yield whole, sorted(parts)


def _near(
    here: Positions,
    there: Positions,
    weigh: Weights,
    at: int,
    wholes: dict[int, int],
    named: dict[tuple[int | None, str], int],
) -> list[int]:
    """The wholes that a rule left over stands near, if they share words.

    Their partners are the siblings next to it, or its parent; or it has the number that the whole had.
    """

    def share(whole: int) -> float:
        words = here.words(whole), there.words(at)
        least = min(map(weigh.whole, words))
        return weigh.of(words[0] & words[1]) / least if least else 0.0

    near = [wholes[each] for each in (*there.beside(at), there.parents[at]) if each in wholes]
    place = there.parents[at], there.numbers[at]
    near += [named[place]] if place in named else []
    return [whole for whole in dict.fromkeys(near) if share(whole) >= _SHARED / 2]


def _candidates(
    phrases: frozenset[Phrase],
    by_phrase: dict[Phrase, list[int]],
    lost: dict[int, frozenset[Phrase]],
    weigh: Weights,
) -> list[int]:
    """The few wholes of whose lost runs of words a rule left over has most, if it has enough of them."""
    votes: dict[int, float] = {}
    for phrase in phrases:
        wholes = by_phrase.get(phrase, ())
        if len(wholes) <= _COMMON:
            for whole in wholes:
                votes[whole] = votes.get(whole, 0.0) + weigh.phrases[phrase]
    wholly = _WHOLLY * weigh.of_phrases(phrases)
    enough = [whole for whole, vote in votes.items() if vote >= min(_PART * weigh.of_phrases(lost[whole]), wholly)]
    return sorted(enough, key=lambda whole: (-round(votes[whole], 6), whole))[:_CANDIDATES]


def _moved(shared: SharedWords, whole: int, partner: int, at: int) -> _Piece | None:
    """Words that the partner lost and a rule left over has: runs that no other rule has, or most of the part."""
    lost = shared.lost(whole, partner)
    said = shared.weight(whole, lost)
    if said < _LOST * shared.whole(whole).weight:
        return None
    runs = [run for run in shared.runs(whole, at) if not lost.isdisjoint(covered([run]))]
    own = shared.part(at).weight
    if not _is_enough(shared, whole, lost, said, runs, own):
        return None
    runs = [run for run in runs if shared.is_its_own(whole, run)]
    if not _is_enough(shared, whole, lost, said, runs, own):
        return None
    found = shared.weight(whole, covered(runs) & lost)
    if found < _OWN * shared.part(at).weight:
        alone = [run for run in runs if shared.is_the_parts_own(at, run)]
        if shared.weight(whole, covered(alone) & lost) < _FOUND * said:
            return None
    return _Piece(at, shared.runs(whole, at), found)


def _is_enough(shared: SharedWords, whole: int, lost: frozenset[int], said: float, runs: list[Run], own: float) -> bool:
    taken = covered(runs) & lost
    return len(taken) >= _WORDS and shared.weight(whole, taken) >= min(_PART * said, _WHOLLY * own)


def _kept_by_both(shared: SharedWords, whole: int, partner: int, at: int, is_near: bool) -> _Piece | None:
    """Words that the partner and a rule left over both have, where both must have come from the whole.

    Near the partner, the part has what the partner lost, or it stands in the whole altogether, or the whole in it;
    elsewhere it must stand in the whole and have what was lost.
    """
    lost = shared.lost(whole, partner)
    if not lost:
        return None
    said, own, all_of_it = shared.weight(whole, lost), shared.part(at).weight, shared.whole(whole).weight
    runs = shared.runs(whole, at, 1)
    taken = shared.weight(whole, covered(runs))
    found = shared.weight(whole, covered(runs) & lost)
    is_rewritten = said >= _LOST * all_of_it
    if not is_near:
        return _Piece(at, runs, said) if is_rewritten and taken >= _WHOLLY * own and found >= _FOUND * said else None
    has_lost = taken >= _SHARED * own and found >= _FOUND * said
    stands = is_rewritten and (taken >= _WHOLLY * own or taken >= _SHARED * all_of_it)
    return _Piece(at, runs, said) if has_lost or stands else None


def _is_divided(shared: SharedWords, whole: int, partner: int, parts: list[_Piece]) -> bool:
    """Whether the parts together have enough of what the whole lost."""
    lost = shared.lost(whole, partner)
    said = shared.weight(whole, lost)
    found = shared.weight(whole, covered(run for part in parts for run in part.runs) & lost)
    return found >= _FOUND * said or any(part.found == said for part in parts)


def _division(
    kind: Literal["split", "merged"],
    here: Positions,
    there: Positions,
    shared: SharedWords,
    whole: int,
    pieces: list[_Piece],
    partner: int,
) -> Division:
    said = shared.whole(whole).tokens
    runs = []
    for index, piece in enumerate(pieces):
        own = shared.part(piece.at).tokens
        runs += [
            SharedRun(
                index,
                (said[begin].start, said[begin + size - 1].end),
                (own[start].start, own[start + size - 1].end),
            )
            for begin, start, size in shared.longest_runs(whole, piece.at)
        ]

    def rank(piece: _Piece) -> tuple[float, bool, bool]:
        """The successor of the whole has its beginning; of several that have, the one with its number."""
        alike = shared.runs(whole, piece.at, _BEGINNING)
        begin = alike[0][0] if alike else math.inf
        return begin, there.numbers[piece.at] != here.numbers[whole], piece.at != partner

    return Division(
        kind=kind,
        whole=here.numbers[whole],
        parts=tuple(there.numbers[piece.at] for piece in pieces),
        primary=pieces.index(min(pieces, key=rank)),
        whole_at=whole,
        parts_at=tuple(piece.at for piece in pieces),
        runs=tuple(runs),
    )
