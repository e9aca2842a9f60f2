"""Keywords, vocabularies and terms: the samples against hand-written lists, real documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from comprules import parse
from comprules.tables.keywords import Keyword, Meaning, Variant
from tests.conftest import CORPUS, SAMPLES, expected, magic, needs_corpus, release


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_samples(path: Path) -> None:
    got, want = release(path), expected(path.stem)
    assert [{"name": each.name, "kind": each.kind, "number": each.number} for each in got.keywords] == want["keywords"]
    lists = {
        each.name: {"name": each.name, "number": each.number, "members": list(each.members)}
        for each in got.vocabularies
    }
    assert set(lists) == {each["name"] for each in want["vocabularies"]} | {"ability words"}
    assert [lists[each["name"]] for each in want["vocabularies"]] == want["vocabularies"]


def keyword(name: str, *rules: str, title: str | None = None) -> Keyword:
    """The keyword of that name in a document that defines it by `rules`."""
    body = "".join(f"702.2{letter} {rule}\n" for letter, rule in zip("abcdef", rules, strict=False))
    got = parse(f"702. Keyword Abilities\n702.1. They are here.\n702.2. {title or name}\n{body}")
    return next(each for each in got.keywords if each.name == name)


def test_class_and_the_rule_that_really_defines_it() -> None:
    got = keyword(
        "Moor", "Moor is a static ability.", "A ship with moor can’t leave.", "Several instances of moor are redundant."
    )
    assert (got.kind, got.classes, got.definition, got.instances) == ("ability", ("static",), "702.2b", "redundant")


def test_form_parameters_and_meanings() -> None:
    got = keyword(
        "Moor",
        "Moor is a keyword that represents two abilities. The first is a static ability and the second is a triggered "
        "ability. “Moor N—[cost]” means “You may pay [cost]” and “When it leaves, N sailors sleep.” (See rule 702.1.)",
        "If a ship has multiple instances of moor, each works separately.",
    )
    assert (got.forms, got.parameters, got.abilities) == (("Moor N—[cost]",), ("N", "cost"), 2)
    assert got.classes == ("static", "triggered")
    assert got.meanings == (
        Meaning("Moor N—[cost]", "You may pay [cost]", "702.2a"),
        Meaning("Moor N—[cost]", "When it leaves, N sailors sleep.", "702.2a"),
    )
    assert got.instances == "separate"


@pytest.mark.parametrize(
    ("rule", "forms", "meanings"),
    [
        ("Moor is a static ability. Moor [cost] means “Stay.”", ("Moor [cost]",), ("Stay.",)),
        ("Moor is a static ability. It’s written “moor N,” where N is a number.", ("moor N",), ()),
        (
            "Moor is an activated ability, written “Moor [cost].” It means “[Cost]: Stay.”",
            ("Moor [cost]",),
            ("[Cost]: Stay.",),
        ),
        ('Moor is a static ability. "Moor" means "Stay."', ("Moor",), ("Stay.",)),
        ("“When this ship moors” means “When it stops.”", (), ()),
    ],
)
def test_ways_of_saying_what_it_means(rule: str, forms: tuple[str, ...], meanings: tuple[str, ...]) -> None:
    got = keyword("Moor", rule)
    assert (got.forms, tuple(meaning.text for meaning in got.meanings)) == (forms, meanings)


def test_variants() -> None:
    got = keyword(
        "Moor",
        "Moor is a static ability. “Moor” means “Stay.”",
        "“Moor from [quality]” is a variant of the moor ability. “Moor from [quality]” means “Stay away.”",
        "Deep moor is a variant of moor.",
    )
    assert got.variants == (Variant("Moor from [quality]", "702.2b"), Variant("Deep moor", "702.2c"))
    assert got.forms == ("Moor",)


def test_two_keywords_in_a_title_are_told_by_the_body() -> None:
    apart = "Ebb and flow are abilities of ships. “Ebb” means “Down.” “Flow” means “Up.”"
    assert keyword("Ebb", apart, title="Ebb and Flow").meanings == (Meaning("Ebb", "Down.", "702.2a"),)
    assert keyword("Flow", apart, title="Ebb and Flow").meanings == (Meaning("Flow", "Up.", "702.2a"),)
    whole = keyword("Salt and Silver", "Salt and silver is a static ability. Silver shines.")
    assert whole.classes == ("static",)


def test_what_is_not_stated_is_empty() -> None:
    got = keyword("Moor", "Moor is found on some ships.")
    assert (got.classes, got.forms, got.meanings, got.instances, got.glossary) == ((), (), (), None, None)


@pytest.mark.parametrize(
    ("sentence", "name", "members"),
    [
        ("The ship types are Barge, Cutter, and Yawl.", "ship types", ("Barge", "Cutter", "Yawl")),
        ("The ship types are Barge (see rule 100), Cutter, and Yawl.", "ship types", ("Barge", "Cutter", "Yawl")),
        ("There are three tides: low, slack and high.", "tides", ("low", "slack", "high")),
        (
            "The five colors are red, blue, teal, gray, and sea green.",
            "colors",
            ("red", "blue", "teal", "gray", "sea green"),
        ),
        (
            "One ship type is two words long: Long Boat. All other ship types are one word long: Barge, Tug, and Yawl.",
            "ship types",
            ("Long Boat", "Barge", "Tug", "Yawl"),
        ),
    ],
)
def test_vocabularies(sentence: str, name: str, members: tuple[str, ...]) -> None:
    got = parse(f"100.1. It is so. {sentence}\n").vocabularies
    assert [(each.name, each.number, each.members) for each in got] == [(name, "100.1", members)]


@pytest.mark.parametrize(
    "sentence",
    [
        "The sailors are tired, hungry, and, if it rains for more than a day, wet.",
        "The ships are large, and they sail, and nobody knows where they go in the winter.",
        "The ship types are Barge and Cutter.",
        "The ship types are not fixed, red, and blue.",
    ],
)
def test_sentences_that_are_no_lists(sentence: str) -> None:
    assert parse(f"100.1. {sentence}\n").vocabularies == ()


def test_terms_longest_first_plural_and_never_in_references() -> None:
    got = parse(
        "100. Long Boat\n100.1. Long boats and BOATS sail; see rule 100, “Long Boat.” No rowboat does.\n"
        "Example: A boat’s mast.\n\nGlossary\n\nBoat\nIt floats.\n\nLong Boat\nA boat.\n"
    )
    text = got.index.by_number["100.1"].rule.text or ""
    used = {each.term: each.places for each in got.terms}
    assert [text[place.start : place.end] for place in used["Long Boat"]] == ["Long boats"]
    assert [(place.part, place.start, place.end) for place in used["Boat"]] == [("text", 15, 20), ("example", 2, 6)]


@needs_corpus
def test_all_keywords_of_the_newest_release_are_found() -> None:
    got = release(magic()[-1])
    titles = [
        rule.title
        for node in got.index.nodes
        if node.rule.title in ("Keyword Actions", "Keyword Abilities")
        for rule in node.rule.rules
        if rule.title
    ]
    joined = [name for title in titles for name in ([title] if title not in PAIRS else title.split(" and "))]
    assert [each.name for each in got.keywords if each.kind != "ability word"] == joined
    abilities = [each for each in got.keywords if each.kind == "ability"]
    assert len(abilities) == 192
    # Those of which no class is stated: a keyword that only “is found on” cards, or “is a keyword ability”.
    assert sum(not each.classes and not each.meanings for each in abilities) <= 3


PAIRS = {"Tap and Untap", "Daybound and Nightbound"}

# Read in the text of 2026-04-17: number, classes, parameters, how many meanings, instances.
READ = [
    ("Deathtouch", "702.2b", ("static",), (), 0, "redundant"),
    ("Equip", "702.6a", ("activated",), ("cost",), 1, None),
    ("Flying", "702.9b", ("evasion",), (), 0, "redundant"),
    ("Protection", "702.16a", ("static",), ("quality",), 0, "redundant"),
    ("Ward", "702.21a", ("triggered",), ("cost",), 1, None),
    ("Buyback", "702.27a", ("static",), ("cost",), 2, None),
    ("Fading", "702.32a", (), ("N",), 2, None),
    ("Madness", "702.35a", ("static", "triggered"), ("cost",), 2, None),
    ("Bushido", "702.45a", ("triggered",), ("N",), 1, "separate"),
    ("Splice", "702.47a", ("static",), ("quality", "cost"), 1, None),
    ("Epic", "702.50a", ("spell",), (), 2, None),
    ("Suspend", "702.62a", ("static", "triggered"), ("N", "cost"), 3, None),
    ("Changeling", "702.73a", ("characteristic-defining",), (), 1, None),
    ("Ascend", "702.131a", ("spell", "static"), (), 2, None),
    ("Nightbound", "702.145e", ("static",), (), 2, None),
    ("Overload", "702.96a", ("static",), ("cost",), 2, None),
    ("Solved", "702.169b", ("static", "triggered", "activated"), ("Ability text",), 3, None),
    ("Paradigm", "702.192a", ("spell",), (), 2, None),
]


@needs_corpus
@pytest.mark.parametrize(("name", "definition", "classes", "parameters", "meanings", "instances"), READ)
def test_keywords_as_they_were_read(
    name: str,
    definition: str,
    classes: tuple[str, ...],
    parameters: tuple[str, ...],
    meanings: int,
    instances: str | None,
) -> None:
    path = CORPUS / "magic" / "2026-04-17.txt"
    got = next(each for each in release(path).keywords if each.name == name and each.kind == "ability")
    assert (got.definition, got.classes, got.parameters, len(got.meanings), got.instances) == (
        definition,
        classes,
        parameters,
        meanings,
        instances,
    )


# Keywords that were taken out or renamed, as the texts have it.
GONE = {
    "Totem Armor",  # renamed in 2024
    "council’s dilemma",  # the same words with other quotes
    "council's dilemma",
}


@needs_corpus
def test_keywords_never_go_without_a_removal_in_the_text() -> None:
    before: set[str] = set()
    for path in magic("2015"):
        names = {each.name for each in release(path).keywords}
        assert before - names <= GONE
        before = names


@needs_corpus
def test_real_vocabularies() -> None:
    lists = {each.name: each for each in release(CORPUS / "magic" / "2026-04-17.txt").vocabularies}
    sizes = {
        name: len(lists[name].members)
        for name in ("artifact types", "creature types", "land types", "zones", "supertypes")
    }
    assert sizes == {"artifact types": 21, "creature types": 317, "land types": 17, "zones": 7, "supertypes": 5}
    assert lists["creature types"].members[0] == "Time Lord"
    assert "council’s dilemma" in lists["ability words"].members
