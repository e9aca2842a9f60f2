"""Neighbouring releases of the corpus, held to laws by a measure that shares nothing with the comparison."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from comprules import Release, unplaced
from comprules.diff.model import Diff
from comprules.render.diffjson import applied, decode_diff, diff_record
from comprules.render.json import encode
from tests.conftest import compared, magic, needs_corpus, release

_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?[a-z]{0,2}(?!\w)")
LEAST = 0.4  # of the runs of three words of two sentences: so much they share at least to be told as partners
MARGIN = 0.15  # by so much the best partner must be better than the second on either side
Runs = dict[int, frozenset[tuple[str, ...]]]

PAIRS = list(zip(magic(), magic()[1:], strict=False))
EVERY = [pytest.param(*pair, marks=[] if at % 4 == 0 else [pytest.mark.slow]) for at, pair in enumerate(PAIRS)]


def runs(side: Release) -> Runs:
    """The runs of three words of every sentence, numbers aside."""
    found: Runs = {}
    for at, node in enumerate(side.index.nodes):
        if node.rule.text and not node.rule.title:
            words = [word.lower() for word in _WORD.findall(_NUMBER.sub(" ", node.rule.text))]
            found[at] = frozenset(zip(words, words[1:], words[2:], strict=False))
    return found


def clear_partners(old: Release, new: Release) -> Iterator[tuple[int, int]]:
    """The sentences that are each other's best partner by a clear margin."""
    before, after = runs(old), runs(new)
    having: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, sentence in after.items():
        for run in sentence:
            having[run].append(at)
    scores: dict[int, list[tuple[float, int]]] = {}
    backward: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for at, sentence in before.items():
        shared = Counter(other for run in sentence for other in having.get(run, ()))
        scores[at] = [(2 * count / (len(sentence) + len(after[other])), other) for other, count in shared.items()]
        for score, other in scores[at]:
            backward[other].append((score, at))
    for at, partners in scores.items():
        if len(before[at]) < 3 or not partners:
            continue
        score, best = max(partners)
        rivals = [*sorted(partners)[-2:-1], *sorted(backward[best])[-2:-1]]
        is_mutual = max(backward[best])[1] == at and len(after[best]) >= 3
        if is_mutual and score >= LEAST and score - max((rival for rival, _ in rivals), default=0.0) >= MARGIN:
            yield at, best


def told(diff: Diff) -> set[tuple[int, int]]:
    """The pairs of positions, with those that a split or merger tells."""
    found = {(pair.old, pair.new) for pair in diff.pairs}
    for each in diff.divisions:
        for part in each.parts_at:
            found.add((each.whole_at, part) if each.kind == "split" else (part, each.whole_at))
    return found


@needs_corpus
@pytest.mark.parametrize(("old", "new"), EVERY, ids=lambda path: path.stem)
def test_no_clear_partner_is_missed(old: Path, new: Path) -> None:
    pairs = told(compared(old, new))
    nodes = release(old).index.nodes, release(new).index.nodes
    missed = [pair for pair in clear_partners(release(old), release(new)) if pair not in pairs]
    assert [(nodes[0][a].rule.number, nodes[1][b].rule.number) for a, b in missed] == []


@needs_corpus
@pytest.mark.parametrize(("old", "new"), EVERY, ids=lambda path: path.stem)
def test_the_json_alone_turns_the_old_release_into_the_new_one(old: Path, new: Path) -> None:
    record = decode_diff(encode(diff_record(compared(old, new))))
    assert applied(record, release(old).document) == unplaced(release(new).document)


@needs_corpus
@pytest.mark.parametrize(
    ("old", "new", "number", "became"),
    [
        ("2005-02-01", "2005-08-01", "102.4", "102.4a"),
        ("2005-02-01", "2005-08-01", "102.7", "102.3a"),
        ("2009-05-01", "2009-07-11", "200.4", "110.5"),
        ("2009-05-01", "2009-07-11", "200.8", "109.1"),
        ("2009-05-01", "2009-07-11", "212.9f", "306.7a"),
        ("2009-05-01", "2009-07-11", "308.1", "508.4"),
        ("2009-05-01", "2009-07-11", "309.1", "509.4"),
        ("2009-05-01", "2009-07-11", "401.1a", "111.1a"),
        ("2009-05-01", "2009-07-11", "402.8", "112.5"),
        ("2009-05-01", "2009-07-11", "403.4", "602.5b"),
        ("2009-05-01", "2009-07-11", "410.3", "603.3b"),
        ("2009-05-01", "2009-07-11", "510.1", "110.6"),
        ("2020-06-01", "2020-08-07", "610.3a", "610.3a"),
        ("2020-08-07", "2020-09-25", "206.3", "206.3"),
        ("2020-08-07", "2020-09-25", "700.8", None),
    ],
)
def test_named_pairs_come_out_right(old: str, new: str, number: str, became: str | None) -> None:
    diff = between(old, new)
    nodes = diff.old.index.nodes, diff.new.index.nodes
    found = {nodes[0][pair.old].rule.number: nodes[1][pair.new].rule.number for pair in diff.pairs}
    assert found.get(number) == became


@needs_corpus
@pytest.mark.parametrize(
    ("old", "new", "whole", "parts"),
    [
        ("2003-07-01", "2003-12-01", "102.7", None),
        ("2007-09-07", "2008-02-01", "413.2a", None),
        ("2015-03-27", "2015-09-26", "903.11", ("903.11", "903.12")),
        ("2016-01-16", "2016-04-08", "510.2", None),
        ("2020-06-01", "2020-08-07", "610.3a", ("610.3a", "610.3b")),
        ("2022-10-07", "2022-11-18", "713.1a", ("713.2", "713.2a", "713.2b", "713.2c")),
        ("2025-02-07", "2025-06-06", "715.3", None),
        ("2025-09-19", "2025-11-14", "500.5", ("500.5a", "500.5b")),
        ("2025-09-19", "2025-11-14", "603.2d", ("603.2d", "603.2e")),
    ],
)
def test_named_splits_and_mergers_come_out_right(old: str, new: str, whole: str, parts: tuple[str, ...] | None) -> None:
    assert {each.whole: each.parts for each in between(old, new).divisions}.get(whole) == parts


@needs_corpus
@pytest.mark.parametrize(
    ("old", "new", "name", "added", "removed"),
    [
        ("2007-09-07", "2008-02-01", "card types", ("planeswalker",), ()),
        ("2019-08-23", "2020-01-24", "spell types", ("Adventure",), ()),
    ],
)
def test_a_list_gains_what_its_sentence_did_not_say(
    old: str, new: str, name: str, added: tuple[str, ...], removed: tuple[str, ...]
) -> None:
    found = {each.name: each for each in between(old, new).vocabularies}[name]
    assert (found.kind, found.added, found.removed) == ("changed", added, removed)


@needs_corpus
def test_a_list_first_stated_is_no_news_of_its_members() -> None:
    kinds = {each.name: each.kind for each in between("2009-05-01", "2009-07-11").vocabularies}
    assert kinds["creature types"] == kinds["artifact types"] == "stated"


def between(old: str, new: str) -> Diff:
    folder = magic()[0].parent
    return compared(folder / f"{old}.txt", folder / f"{new}.txt")
