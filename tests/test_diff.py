"""Comparing releases: the samples' documented changes, laws, generated edits, real releases."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from comprules import NotFoundError, Release, parse, unplaced
from comprules.diff import apply, diff
from comprules.diff.model import Change, Diff, Edit
from comprules.render.changes import runs
from comprules.wording.fold import fold
from tests.conftest import SAMPLES, expected, magic, needs_corpus, release
from tests.editor import EDITS, Editor

RELEASES = magic()
# Near and far: neighbours, and jumps over the years.
PAIRS = [
    *[(RELEASES[at], RELEASES[at + 1]) for at in range(0, len(RELEASES) - 1, 4)],
    *[(RELEASES[at], RELEASES[at + 12]) for at in range(0, len(RELEASES) - 12, 12)],
]
NAME = "{0.stem}-{1.stem}".format


def key(change: Change) -> tuple[str, str | None, str | None]:
    return change.kind, change.old.number if change.old else None, change.new.number if change.new else None


def between(old: str, new: str) -> Diff:
    return diff(parse(old, "old"), parse(new, "new"))


def kinds(old: str, new: str) -> list[tuple[str, str | None, str | None]]:
    return [key(change) for change in between(old, new).changes]


def is_documented(want: dict[str, Any], changes: list[Change]) -> bool:
    """Whether a documented change is among `changes`; of a split or merger each rule of the many side is one row."""
    wanted = (want["kind"], want["old"], want["new"])
    if wanted in map(key, changes):
        return True
    many, one = ("new", "old") if want["kind"] == "split" else ("old", "new")
    return want["kind"] in ("split", "merged") and any(
        change.kind == want["kind"] and getattr(change, many).number == want[many] and want[one] in change.related
        for change in changes
        if getattr(change, many)
    )


@pytest.mark.parametrize("pair", ["1-2", "2-3"])
def test_the_documented_changes_of_the_samples(pair: str) -> None:
    want = expected("sample-changes")[pair]
    old, new = (release(SAMPLES[int(name) - 1]) for name in pair.split("-"))
    got = diff(old, new)
    changes = [change for change in got.changes if change.kind != "renumbered"]
    assert all(is_documented(each, changes) for each in want["changes"])
    assert len(changes) == len(want["changes"])
    whole = {(each["old"], each["new"]) for each in want["changes"] if each["kind"] in ("split", "merged")}
    numbers = {(each.old, each.new) for each in got.renumbered}
    assert numbers | whole == {(each["old"], each["new"]) for each in want["renumbered"]} | whole
    assert {(each.kind, each.term) for each in got.glossary if each.kind != "references"} == {
        (each["kind"], each["term"]) for each in want["glossary"]
    }
    assert {each.term for each in got.glossary if each.kind == "references"} == set(want["glossary_references"])
    assert {(each.kind, each.class_, each.old, each.new) for each in got.keywords if each.class_ != "ability word"} == {
        (each["kind"], each["class"], each["old"], each["new"])
        for each in want["keywords"]
        if each["class"] != "ability word"
    }
    lists = {each.name: [list(each.added), list(each.removed)] for each in got.vocabularies}
    assert {each["name"]: [each["added"], each["removed"]] for each in want["vocabularies"]}.items() <= lists.items()
    stray = [(change.new, each) for change in got.changes for each in change.references if each.verdict != "follows"]
    assert [(new and new.number, each.old, each.new) for new, each in stray] == [
        (each["rule"], each["old"], each["new"]) for each in want["retargeted"]
    ]
    assert [(each.number, each.target) for each in got.broken] == [
        (each["rule"], each["target"]) for each in want["dangling"]
    ]


CASES = [
    ("same", "100.1. Sea.", "100.1. Sea.", []),
    ("edited", "100.1. The sea is blue and deep.", "100.1. The sea is blue and wide.", [("edited", "100.1", "100.1")]),
    ("typography", "100.1. The captain’s “sea.”", '100.1. The captain\'s "sea."', [("typography", "100.1", "100.1")]),
    (
        "an insertion renumbers, and that is all",
        "100.1. The sea is blue.\n100.2. Ships are made of wood.\n100.3. See rule 100.2.",
        "100.1. Captains have hats.\n100.2. The sea is blue.\n100.3. Ships are made of wood.\n100.4. See rule 100.3.",
        [
            ("added", None, "100.1"),
            ("renumbered", "100.1", "100.2"),
            ("renumbered", "100.2", "100.3"),
            ("references", "100.3", "100.4"),
        ],
    ),
    (
        "a reference that was not carried along is an edit, though no word of it changed",
        "100.1. The sea is blue.\n100.2. Ships are made of wood.\n100.3. As told in rule 100.2, they float.",
        "100.1. The sea is blue.\n100.2. Every captain has a hat.\n100.3. As told in rule 100.2, they float.\n"
        "100.4. Ships are made of wood.",
        [
            ("added", None, "100.2"),
            ("edited", "100.3", "100.3"),
            ("renumbered", "100.2", "100.4"),
        ],
    ),
    (
        "a reference pointed elsewhere is an edit",
        "100.1. The sea is blue.\n100.2. Ships are made of wood.\n100.3. It is so. See rule 100.1.",
        "100.1. The sea is blue.\n100.2. Ships are made of wood.\n100.3. It is so. See rule 100.2.",
        [("edited", "100.3", "100.3")],
    ),
    (
        "a number taken over by an unrelated rule is a removal and an addition",
        "100.1. The sea is blue.\n100.2. Ships are made of wood.\n100.3. Sails are sewn from linen.",
        "100.1. The sea is blue.\n100.2. Nobody may whistle at night.\n100.3. Sails are sewn from linen.",
        [("removed", "100.2", None), ("added", None, "100.2")],
    ),
    (
        "moved",
        "100. Sea\n100.1. The sea is blue.\n100.2. Ships are made of wood.\n101. Land\n101.1. Land is brown.",
        "100. Sea\n100.1. The sea is blue.\n101. Land\n101.1. Land is brown.\n101.2. Ships are made of wood.",
        [("moved", "100.2", "101.2")],
    ),
    (
        "a quoted title follows its target",
        "100. Sea\n100.1. The sea is blue.\n101. Land\n101.1. See rule 100, “Sea.”",
        "100. Ocean\n100.1. The sea is blue.\n101. Land\n101.1. See rule 100, “Ocean.”",
        [("edited", "100", "100"), ("references", "101.1", "101.1")],
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "want"), CASES, ids=[case[0] for case in CASES])
def test_kinds(name: str, old: str, new: str, want: list[tuple[str, str | None, str | None]]) -> None:
    assert kinds(old, new) == want


def test_lists_give_their_members() -> None:
    got = between(
        "100.1. The ship types are Barge, Cutter, and Yawl.\n", "100.1. The ship types are Barge, Tug, and Yawl.\n"
    )
    assert (got.changes[0].added, got.changes[0].removed) == (("Tug",), ("Cutter",))
    assert [(each.name, each.added, each.removed) for each in got.vocabularies] == [
        ("ship types", ("Tug",), ("Cutter",))
    ]


def test_runs_that_moved_together() -> None:
    old = "100. Sea\n" + "".join(f"100.{at}. Rule of the {at}th wave.\n" for at in range(1, 9))
    new = "100. Sea\n100.1. A new one about hats.\n"
    new += "".join(f"100.{at + 1}. Rule of the {at}th wave.\n" for at in range(1, 9))
    assert [(each.old, each.new, each.by) for each in between(old, new).shifts] == [
        (("100.1", "100.8"), ("100.2", "100.9"), 1)
    ]


def test_pins_decide() -> None:
    old = "100.1. The sea is blue.\n100.2. Ships are made of wood.\n"
    new = "100.1. Nobody may whistle at night.\n100.2. Hats are worn on deck.\n"
    got = diff(parse(old), parse(new), [("100.1", "100.2")])
    assert {key(change): change.by for change in got.changes}["edited", "100.1", "100.2"] == "pin"
    with pytest.raises(NotFoundError, match=r"^--pin 100\.9=100\.2: the old release has no number 100\.9$"):
        diff(parse(old), parse(new), [("100.9", "100.2")])


def test_warnings_for_foreign_and_swapped_releases() -> None:
    foreign = between("100.1. The sea is blue.\n" * 5, "100.1. Nobody may whistle.\n100.2. Hats are worn.\n")
    assert foreign.warnings == ("the two hardly match: 0 pairs among 5 and 2 rules",)
    swapped = diff(release(SAMPLES[1]), release(SAMPLES[0]))
    assert swapped.warnings == (
        "the old release (2025-04-04) is later than the new one (2025-01-17); are they swapped?",
    )


def check_laws(old: Release, new: Release) -> None:
    got, back = diff(old, new), diff(new, old)
    assert apply(got, old.document) == unplaced(new.document)
    assert {(each.old, each.new) for each in got.pairs} == {(each.new, each.old) for each in back.pairs}
    mirror = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}
    assert {mirror.get(kind, kind): count for kind, count in got.summary.items()} == back.summary
    only_new = [change.new_at for change in got.changes if change.old is None]
    only_old = [change.old_at for change in got.changes if change.new is None]
    assert sorted([*only_new, *(pair.new for pair in got.pairs)]) == list(range(len(new.index.nodes)))  # type: ignore[type-var]
    assert sorted([*only_old, *(pair.old for pair in got.pairs)]) == list(range(len(old.index.nodes)))  # type: ignore[type-var]
    for change in got.changes:
        check_edits(change)


def check_edits(change: Change) -> None:
    """The edits of a change turn the words of the old text into those of the new one, and back."""
    old, new = change.old, change.new
    if old and new and change.edits:
        before, after = old.text or "", new.text or ""
        edits = [edit for edit in change.edits if edit.part == "text"]
        assert squeezed(patched(before, after, edits)) == squeezed(after)
        back = [structs.replace(edit, old=edit.new, new=edit.old) for edit in edits]
        assert squeezed(patched(after, before, back)) == squeezed(before)
        pieces = runs(before, after, edits)
        assert "".join(piece.text for piece in pieces if piece.op != "deleted") == after


def patched(before: str, after: str, edits: list[Edit]) -> str:
    """`before` with each span of `edits` replaced by its words in `after`."""
    pieces, at = [], 0
    for edit in edits:
        pieces += [before[at : edit.old[0]], after[slice(*edit.new)]]
        at = edit.old[1]
    return "".join([*pieces, before[at:]])


def squeezed(words: str) -> str:
    """`words` without what is between them: blanks, italics and dashes there are typography, which edits leave out."""
    return re.sub(r"[\s_\"'-]|--", "", fold(words))


@pytest.mark.parametrize(("old", "new"), [(0, 1), (1, 2), (0, 2), (1, 1)])
def test_laws_on_samples(old: int, new: int) -> None:
    check_laws(release(SAMPLES[old]), release(SAMPLES[new]))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_nothing_changes_between_a_release_and_itself(path: Path) -> None:
    got = diff(release(path), release(path))
    assert (got.changes, got.renumbered, got.shifts, got.glossary, got.keywords, got.vocabularies, got.parts) == (
        (),
    ) * 7


@needs_corpus
@pytest.mark.parametrize(("old", "new"), PAIRS, ids=[NAME(*pair) for pair in PAIRS])
def test_laws_on_real_releases(old: Path, new: Path) -> None:
    check_laws(release(old), release(new))


def edited(old: Release, seed: int, edits: list[str]) -> tuple[Diff, list[tuple[str, str, float, bool]]]:
    """The comparison after edits; of each rule left its numbers, the share of its words left, whether it was found."""
    editor = Editor(old, seed)
    for edit in edits:
        getattr(editor, edit)()
    written, became, shares = editor.written()
    new = parse(written, "new")
    got = diff(old, new)
    assert apply(got, old.document) == unplaced(new.document)
    numbers = [node.rule.number for node in old.index.nodes], [node.rule.number for node in new.index.nodes]
    found = {numbers[0][pair.old]: numbers[1][pair.new] for pair in got.pairs}
    parts = {change.old.number: change.related for change in got.changes if change.old and change.kind == "split"}
    rules = [
        (number, after, shares[number], after in (found.get(number), *parts.get(number, ())))
        for number, after in became.items()
    ]
    return got, rules


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.sampled_from(EDITS), min_size=1, max_size=12), st.integers(0, 2))
def test_generated_edits_are_found(seed: int, edits: list[str], sample: int) -> None:
    old = release(SAMPLES[sample])
    _, rules = edited(old, seed, edits)
    for number, after, share, right in rules:
        assert right or share <= 0.5 or is_twin(old, number), (number, after)


def test_nearly_every_pair_is_right_over_many_edits() -> None:
    rules = []
    for seed in range(40):
        dice = random.Random(seed)
        rules += edited(release(SAMPLES[seed % 3]), seed, [dice.choice(EDITS) for _ in range(8)])[1]
    assert sum(right for *_, right in rules) >= 0.995 * len(rules)


def is_twin(old: Release, number: str) -> bool:
    rule = old.index.by_number[number].rule
    same = [node for node in old.index.nodes if (node.rule.title, node.rule.text) == (rule.title, rule.text)]
    return len(same) > 1
