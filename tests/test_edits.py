"""The edits of a comparison in detail: blanks, examples, twins, doubled numbers and terms."""

from __future__ import annotations

import pytest

from comprules import parse
from comprules.diff import diff
from comprules.render.changes import texts
from comprules.wording.fold import fold
from tests.conftest import SAMPLES, release
from tests.test_diff import between, check_laws, kinds, patched


def test_edits_never_begin_inside_a_number_or_symbol() -> None:
    got = between(
        "100.1. A ship pays {2}{T} and [cost 1] under rule 100.12a, as “sea” says.\n",
        "100.1. A ship pays {3}{T} and [cost 2] under rule 100.12b, as “land” says.\n",
    ).changes[0]
    assert got.old
    assert got.new
    old, new = got.old.text or "", got.new.text or ""
    assert [(old[slice(*each.old)], new[slice(*each.new)]) for each in got.edits] == [
        ("{2}", "{3}"),
        ("1", "2"),
        ("100.12a", "100.12b"),
        ("sea", "land"),
    ]


@pytest.mark.parametrize(("old", "new"), [(0, 1), (1, 2), (0, 2)])
def test_edits_of_the_samples_are_exact_to_the_blank(old: int, new: int) -> None:
    for change in diff(release(SAMPLES[old]), release(SAMPLES[new])).changes:
        if change.old and change.new and change.old.text and change.new.text:
            edits = [edit for edit in change.edits if edit.part == "text"]
            assert fold(patched(change.old.text, change.new.text, edits)) == fold(change.new.text)


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ("It is taken away only if it sinks.", "It is taken away if it sinks.", [("only ", "")]),
        ("Actions or objects fail.", "Actions, objects, or players fail.", [(" or objects", ", objects, or players")]),
        ("A hand of cards.", "A hand face down of cards.", [("", "face down ")]),
        ("It doubles.", "It doubles twice.", [("", " twice")]),
        # a comma that came or went, alone or with words, stands by itself: both sides have the blank
        ("The others follow in seat order.", "The others follow in seat, order.", [("", ",")]),
        ("It doubles or trades.", "It doubles, triples, or trades.", [("", ", triples,")]),
        ("In battle and, when it ends, that ship sinks.", "In battle and that ship sinks.", [(", when it ends,", "")]),
        ("The word is “flag.” See it.", "The word is “flag. See it.", [("”", "")]),
        # what could stand at two places stands at the border of a phrase, a clause, a sentence
        (
            "The forms are “partner—Rival,” and “partner—Father.”",
            "The forms are “partner—Quay,” “partner—Rival,” and “partner—Father.”",
            [("", "“partner—Quay,” ")],
        ),
        ("Ships are old, slow, and blue.", "Ships are old, wet, slow, and blue.", [("", "wet, ")]),
        ("A ship sinks. A ship burns.", "A ship sinks. A ship rots. A ship burns.", [("", "A ship rots. ")]),
        # where little stands, the sentence is replaced; another sentence is not
        (
            "Old Ines takes two grey cards off some wet deck. The sea is blue.",
            "If Ines wants two cards she may ask the wet clerk, who nods. The sea is blue and deep.",
            [
                (
                    "Old Ines takes two grey cards off some wet deck",
                    "If Ines wants two cards she may ask the wet clerk, who nods",
                ),
                ("", " and deep"),
            ],
        ),
    ],
)
def test_edits_are_as_a_reader_says_them(old: str, new: str, edits: list[tuple[str, str]]) -> None:
    got = between(f"100.1. {old}\n", f"100.1. {new}\n").changes[0]
    assert [(old[slice(*edit.old)], new[slice(*edit.new)]) for edit in got.edits] == edits
    assert patched(old, new, list(got.edits)) == new


@pytest.mark.parametrize(("old", "new"), [(0, 1), (1, 2), (0, 2)])
def test_no_blank_that_both_sides_have_is_edited(old: int, new: int) -> None:
    for change in diff(release(SAMPLES[old]), release(SAMPLES[new])).changes:
        for edit in change.edits if change.kind != "typography" else ():
            if (
                edit.part == "text"
                and edit.op == "replace"
                and change.old
                and change.new
                and change.kind != "typography"
            ):
                gone, come = (change.old.text or "")[slice(*edit.old)], (change.new.text or "")[slice(*edit.new)]
                assert not (gone[0].isspace() and come[0].isspace())
                assert not (gone[-1].isspace() and come[-1].isspace())


def test_a_followed_number_in_an_edited_rule_is_marked() -> None:
    rules = "100. Sea\n100.{}. Ships are made of wood.\n"
    got = between(
        rules.format(1) + "100.2. They float, as rule 100.1 says.\n",
        "100. Sea\n100.1. Captains have hats.\n100.2. Ships are made of wood.\n100.3. They swim, as rule 100.2 says.\n",
    )
    change = next(each for each in got.changes if each.kind == "edited")
    assert [(edit.op, edit.follows) for edit in change.edits] == [("replace", False), ("replace", True)]
    assert [(each.old, each.new, each.verdict) for each in change.references] == [("100.1", "100.2", "follows")]


def test_a_glossary_entry_whose_reference_strays_is_an_edit_too() -> None:
    rules = "1. Sea\n100. Tides\n100.{}. Alpha thing of the sea.\n100.{}. Beta boats are small.\n"
    glossary = "\nGlossary\n\nBoat\nSee rule 100.2.\n"
    got = between(rules.format(1, 2) + glossary, rules.format(2, 1) + glossary)
    assert [(each.kind, each.term, each.references[0].verdict) for each in got.glossary] == [
        ("edited", "Boat", "retargeted")
    ]
    gone = between(rules.format(1, 2) + glossary, "1. Sea\n100. Tides\n100.1. Alpha thing of the sea.\n" + glossary)
    assert [(each.term, each.target) for each in gone.broken] == [("Boat", "100.2")]


def test_terms_that_stand_twice_are_told_apart() -> None:
    rule, both = "100.1. The sea.\n\nGlossary\n\n", "Cargo\nOne meaning.\n\nCargo\nSecond meaning.\n"
    old, new = parse(rule + both), parse(f"{rule}Cargo\nOne meaning.\n")
    assert [(each.kind, each.old) for each in diff(old, new).glossary] == [("removed", "Second meaning.")]
    check_laws(old, new)


def test_rules_of_one_number_keep_their_own_citations() -> None:
    rules = "100. Sea\n100.{}. The sea is blue.\n100.{}. Ships are made of wood.\n"
    twice = "100.3. It is so. See rule 100.2.\n100.3. Plain text stands here.\n"
    got = between(rules.format(1, 2) + twice, rules.format(2, 1) + twice)
    assert [change.new and change.new.text for change in got.changes if change.kind == "edited"] == [
        "It is so. See rule 100.2."
    ]


def test_twins_that_kept_their_number_are_the_same_in_both_directions() -> None:
    old, new = "302.11. Ram\n302.11b If this can’t.\n", "302.11. Ram\n302.10b If this can’t.\n302.11b If this can’t.\n"
    assert kinds(old, new) == [("added", None, "302.10b")]
    check_laws(parse(old), parse(new))


def test_examples_that_change_places_are_shown() -> None:
    got = between(
        "100.1. Sea.\nExample: It is blue.\nExample: It is deep.\n",
        "100.1. Sea.\nExample: It is deep.\nExample: It is blue.\n",
    )
    assert [(edit.op, edit.part) for edit in got.changes[0].edits] == [("delete", "example"), ("insert", "example")]


def test_texts_of_a_change_have_every_changed_example_once() -> None:
    got = between(
        "100.1. The sea.\nExample: One is blue.\nExample: Two is red and deep.\n",
        "100.1. The sea.\nExample: A new one stands here.\nExample: One is blue.\nExample: Two is red and wide.\n",
    ).changes[0]
    assert [[(run.op, run.text) for run in pieces] for part, pieces in texts(got) if part == "example"] == [
        [("inserted", "A new one stands here.")],
        [("same", "Two is red and "), ("deleted", "deep"), ("inserted", "wide"), ("same", ".")],
    ]
