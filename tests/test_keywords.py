"""Keywords, vocabularies and terms: the samples against hand-written lists, real documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from comprules import parse
from comprules.analysis.keywords import Keyword
from comprules.analysis.meanings import Meaning, Variant
from comprules.analysis.parameters import Parameter
from tests.conftest import CORPUS, ROOT, SAMPLES, expected, magic, needs_corpus, release


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
    assert (got.forms, got.abilities) == (("Moor N—[cost]",), 2)
    assert got.parameters == (Parameter("N", "number"), Parameter("cost", "cost"))
    assert got.classes == ("static", "triggered")
    assert got.meanings == (
        Meaning("Moor N—[cost]", "You may pay [cost]", "702.2a"),
        Meaning("Moor N—[cost]", "When it leaves, N sailors sleep.", "702.2a"),
    )
    assert got.instances == "separate"


@pytest.mark.parametrize(
    ("rule", "forms", "meanings"),
    [
        ("“Moor” means “Stay,” “Sleep,” and “Wake.” See rule 702.1.", ("Moor",), ("Stay", "Sleep", "Wake.")),
        ("“Moor” on a ship means “Stay.” “Moor” on a raft means “Drift.”", ("Moor",), ("Stay.", "Drift.")),
        ("Moor N means “Stay N days.”", ("Moor N",), ("Stay N days.",)),
        ("To “moor N” means to stay N days. See rule 702.1.", ("Moor N",), ("stay N days.",)),
        ("To moor [kind] N means “Stay N days.”", ("Moor [kind] N",), ("Stay N days.",)),
        ("To moor a ship, tie it up. Then go ashore.", ("Moor a ship",), ("tie it up. Then go ashore.",)),
        ("Some rules instruct a ship to moor N. To do so, it stays N days.", ("Moor N",), ("it stays N days.",)),
        ("Moor is a term that appears on ships as “[type]moor,” where it stands.", ("[type]moor",), ()),
        ("Moor represents two abilities. The first ability is “Stay.”", ("Moor",), ("Stay.",)),
        ("Moor is a static ability. Moor [cost] means “Stay.”", ("Moor [cost]",), ("Stay.",)),
        ("Moor is a static ability. It’s written “moor N,” where N is a number.", ("Moor N",), ()),
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


def action(name: str, *rules: str) -> Keyword:
    body = "".join(f"701.2{letter} {rule}\n" for letter, rule in zip("abcd", rules, strict=False))
    got = parse(f"701. Keyword Actions\n701.1. They are here.\n701.2. {name}\n{body}")
    return next(each for each in got.keywords if each.name == name)


@pytest.mark.parametrize(
    ("rule", "form", "meaning"),
    [
        ("To moor a ship, tie it up. Only ships can be moored.", "Moor a ship", "tie it up."),
        ("To moor a ship, tie it up. It doesn’t sail. Put it ashore.", "Moor a ship", "tie it up."),
        ("To moor a ship, tie it up. It becomes a wreck.", "Moor a ship", "tie it up. It becomes a wreck."),
        (
            "To moor, tie it up. If a rope is used this way, it rots. Ropes rot.",
            "Moor",
            "tie it up. If a rope is used this way, it rots.",
        ),
        ("Certain abilities can moor a ship. That ship becomes moored.", "Moor a ship", "That ship becomes moored."),
        ("Certain abilities can moor a ship. Until dawn, that stays.", "Moor a ship", "Until dawn, that stays."),
        (
            "A rule may instruct a ship to moor another ship or it may instruct two ships to moor each other. Each of "
            "those ships sleeps.",
            "Moor another ship",
            "Each of those ships sleeps.",
        ),
        ("Some rules have the text “moor.” Each time moor, choose a ship.", "Moor", "choose a ship."),
        ("When two ships are moored, each of them sleeps.", "Two ships are moored", "each of them sleeps."),
    ],
)
def test_what_an_action_is(rule: str, form: str, meaning: str) -> None:
    assert action("Moor", rule).meanings == (Meaning(form, meaning, "701.2a"),)


@pytest.mark.parametrize(
    "rule",
    [
        "Certain abilities can moor a ship. Ships are large.",
        "Some rules instruct a ship to moor. When it moors, sailors sleep.",
        "When two ships are sunk, each of them sleeps.",
    ],
)
def test_an_action_of_which_no_rule_says_what_it_is(rule: str) -> None:
    assert action("Moor", rule).meanings == ()


def test_cases_count_where_no_rule_says_it_of_all() -> None:
    cases = (
        "If a ship is instructed to moor while it floats, they tie it up. If ropes tear, they mend one. Ropes tear.",
        "If a ship is instructed to moor while it flies, they land it. They then sleep.",
        "Moor at [quay] is a variant of moor. If a ship is instructed to “moor at [quay]” while it flies, they pay.",
    )
    got = action("Moor", *cases)
    assert got.meanings == (
        Meaning("Moor", "they tie it up. If ropes tear, they mend one.", "701.2a", "while it floats"),
        Meaning("Moor", "they land it. They then sleep.", "701.2b", "while it flies"),
    )
    assert [each.meanings for each in got.variants] == [
        (Meaning("Moor at [quay]", "they pay.", "701.2c", "while it flies"),)
    ]
    assert action("Moor", *cases[:2], "To moor a ship, tie it up.").meanings == (
        Meaning("Moor a ship", "tie it up.", "701.2c"),
    )


def test_variants() -> None:
    got = keyword(
        "Moor",
        "Moor is a static ability. “Moor” means “Stay.”",
        "“Moor from [quality]” is a variant of the moor ability. “Moor from [quality]” means “Stay away.”",
        "Deep moor is a variant of moor.",
    )
    form = "Moor from [quality]"
    assert got.variants == (
        Variant(form, "702.2b", (form,), (Parameter("quality", "quality"),), (Meaning(form, "Stay away.", "702.2b"),)),
        Variant("Deep moor", "702.2c"),
    )
    assert got.forms == ("Moor",)


def test_classes_are_those_of_the_main_clause_alone() -> None:
    got = keyword(
        "Moor",
        "Moor represents three abilities: two static abilities that function while the ship is at sea, one of which "
        "may create a delayed triggered ability, and a static ability that functions while the ship is in a harbor. "
        "“Moor” means “A,” “B,” and “C.”",
    )
    assert (got.classes, got.abilities, len(got.meanings)) == (("static",), 3, 3)
    assert got.functions == ("while the ship is at sea", "while the ship is in a harbor")


def test_facts_of_a_shared_rule_go_to_the_right_keyword() -> None:
    rules = (
        "Ebb is found on ships and represents three abilities. “Ebb” means “A,” “B,” and “C.”",
        "Flow is found on rafts and represents two static abilities. “Flow” means “D” and “E.”",
    )
    ebb, flow = keyword("Ebb", *rules, title="Ebb and Flow"), keyword("Flow", *rules, title="Ebb and Flow")
    assert (ebb.abilities, ebb.classes, len(ebb.meanings)) == (3, (), 3)
    assert (flow.abilities, flow.classes, len(flow.meanings)) == (2, ("static",), 2)


def test_variants_by_a_list_of_the_keyword_and_by_a_pronoun() -> None:
    got = keyword(
        "Crewed",
        "The crewed abilities are crewed, crewed—[text], and choose a Captain.",
        "“Crewed—[text]” represents two abilities. It means “A” and “B.”",
        "“Choose a Captain” means “C.”",
        "Double crewed is a keyword ability that represents a crewed ability. “Double crewed” means “D.”",
    )
    assert [(each.name, each.number, len(each.meanings)) for each in got.variants] == [
        ("crewed—[text]", "702.2b", 2),
        ("choose a Captain", "702.2c", 1),
        ("Double crewed", "702.2d", 1),
    ]
    assert got.meanings == ()


@pytest.mark.parametrize(
    ("sentence", "instances"),
    [
        ("Multiple instances of moor on a ship are redundant.", "redundant"),
        ("If a ship has multiple instances of moor, each triggers separately.", "separate"),
        ("If a ship has multiple moor abilities, any of its moor abilities may be activated.", "separate"),
        ("Multiple instances of moor function independently.", "separate"),
        ("If a ship has multiple instances of moor, only one may be used.", "other"),
        ("A ship may moor once.", None),
    ],
)
def test_instances_as_stated(sentence: str, instances: str | None) -> None:
    got = keyword("Moor", "Moor is a static ability.", sentence)
    assert (got.instances, got.instances_text) == (instances, sentence if instances else None)


def test_the_rule_that_defines_passes_over_class_variants_and_asides() -> None:
    got = keyword(
        "Moor",
        "Moor is a static ability that modifies the rules of the dawn watch. (See rule 105.)",
        "“Moor with others” is a special form of moor. It is old.",
        "Some rules refer to a ship’s “moor value.”",
        "A ship with moor stays where it is.",
    )
    assert got.definition == "702.2d"


def test_spelling_zones_and_glossary() -> None:
    got = parse(
        "400.1. The zones are hand, table, and exile.\n702. Keyword Abilities\n702.1. They are here.\n"
        "702.2. Deep Moor\n"
        "702.2a Deep moor is a static ability that functions only while the ship with deep moor is in a hand.\n\n"
        "Glossary\n\nDeep Moor\n1. A place.\n2. A keyword ability. See rule 702.2.\n"
    ).keywords[0]
    assert (got.spelling, got.zones, got.glossary) == ("Deep moor", ("hand",), "A keyword ability. See rule 702.2.")
    assert got.functions == ("only while the ship with deep moor is in a hand",)


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
        ("A trip has two legs, in this order: out and back.", "trip legs", ("out", "back")),
        ("A way home consists of three legs: up, over, and down.", "way home legs", ("up", "over", "down")),
        ("Ships have one subtype. That ship type is Barge.", "ship types", ("Barge",)),
        ("The ship types are Barge and Cutter.", "ship types", ("Barge", "Cutter")),
        ("A ship’s marks are name, rig, and flag.", "marks", ("name", "rig", "flag")),
        ("A vessel is a ship, a boat, or a raft.", "vessels", ("ship", "boat", "raft")),
        (
            "There are two kinds of ropes: old ropes; and ropes of hemp and silk.",
            "kinds of ropes",
            ("old ropes", "ropes of hemp and silk"),
        ),
        ("There are two states, each of which has two values: up/down and in/out.", "states", ("up/down", "in/out")),
        (
            "The “crew—[text]” words are “crew—A,” “crew—B,” and “crew—C.”",
            "crew—[text] words",
            ("crew—A", "crew—B", "crew—C"),
        ),
        (
            "The term rogue refers to a sailor that has the Pirate, Cook, and/or Thief sailor types.",
            "rogue",
            ("Pirate", "Cook", "Thief"),
        ),
        ("The numbers are {0}, {1}, {2}, and so on.", "numbers", ("{0}", "{1}", "{2}")),
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


def test_lists_made_of_rules_and_what_a_list_belongs_to() -> None:
    got = parse(
        "100.1. There are two special moves:\n100.1a Turning about is a special move. It is slow.\n100.1b If a ship "
        "leaks, it stops.\n100.2. Changes are made in a series of steps in the following order:\n"
        "100.2a Step 1: Names change.\n100.2b Step 2: Flags change.\n100.3. Ships and rafts share their lists of "
        "subtypes; these subtypes are called "
        "ship types. The ship types are Barge, Cutter, and Yawl.\n100.4. The zones are hand, table, and sea. Hand and "
        "table are dry zones.\n"
    ).vocabularies
    assert [(each.name, each.members, each.of, each.numbers) for each in got] == [
        ("special moves", ("Turning about", "If a ship leaks, it stops"), (), ("100.1a", "100.1b")),
        ("steps", ("Step 1: Names change", "Step 2: Flags change"), (), ("100.2a", "100.2b")),
        ("ship types", ("Barge", "Cutter", "Yawl"), ("ship", "raft"), ()),
        ("zones", ("hand", "table", "sea"), (), ()),
        ("dry zones", ("hand", "table"), (), ()),
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "The sailors are tired, hungry, and, if it rains for more than a day, wet.",
        "The ships are large, and they sail, and nobody knows where they go in the winter.",
        "The sailors are tired and hungry.",
        "The ship types are not fixed, red, and blue.",
    ],
)
def test_sentences_that_are_no_lists(sentence: str) -> None:
    assert parse(f"100.1. {sentence}\n").vocabularies == ()


def test_terms_are_verbs_in_every_form_subtypes_with_a_capital_and_never_obsolete() -> None:
    got = parse(
        "100.1. The class types are Case and Tale. The subtypes of scrolls are called class types.\n"
        "100.2. Scrolls have subtypes called class types. The class types are Case, Song, and Tale.\n"
        "100.3. In that case a Case is opened. Tying and tied ropes; he ties. Old Rope of Case Harbor. A city’s mark.\n"
        "\nGlossary\n\nCase\nA class type.\n\nCity’s Mark\nA sign.\n\nRope (Obsolete)\nNow a line.\n\nTie\nTo make a "
        "knot.\n"
    )
    text = got.index.by_number["100.3"].rule.text or ""
    used = {
        each.term: [text[place.start : place.end] for place in each.places if place.number == "100.3"]
        for each in got.terms
    }
    assert used == {
        "Case": ["Case"],
        "City’s Mark": ["city’s mark"],
        "Rope (Obsolete)": [],
        "Tie": ["Tying", "tied", "ties"],
    }


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


KEYWORDS: list[dict[str, Any]] = json.loads((ROOT / "tests" / "cases" / "keywords-magic.json").read_text("utf-8"))[
    "keywords"
]
NEWEST = CORPUS / "magic" / "2026-04-17.txt"
NAMED = {each.name: each for each in release(NEWEST).keywords if each.kind != "ability word"} if NEWEST.exists() else {}
PAIRS = {"Tap and Untap", "Daybound and Nightbound"}


@needs_corpus
@pytest.mark.parametrize("want", KEYWORDS, ids=lambda want: f"{want['number']}-{want['name']}")
def test_every_keyword_of_the_newest_release_as_it_was_read(want: dict[str, Any]) -> None:
    got = NAMED[want["name"]]
    assert {
        "name": got.name,
        "number": got.number,
        "definition": got.definition,
        "spelling": got.spelling,
        "forms": _short(got.forms),
        "parameters": [f"{each.name}: {each.kind}" for each in got.parameters],
        "classes": list(got.classes),
        "abilities": got.abilities,
        "meanings": [" ".join((each.number, *_short((each.condition or "",), 7))).strip() for each in got.meanings],
        "instances": got.instances,
        "zones": list(got.zones),
        "variants": [
            {"name": each.name, "number": each.number, "forms": _short(each.forms), "meanings": len(each.meanings)}
            for each in got.variants
        ],
        "glossary": got.glossary is not None,
    } == want


def _short(texts: tuple[str, ...], words: int = 5) -> list[str]:
    """The forms that cards print, or short conditions; longer ones are clauses of the rules."""
    return [text for text in texts if len(text.split()) <= words]


@needs_corpus
@pytest.mark.parametrize("path", magic("2019")[::4], ids=lambda path: str(path.stem))
def test_as_many_meanings_as_abilities_are_said_to_be_represented(path: Path) -> None:
    for each in release(path).keywords:
        plain = [meaning for meaning in each.meanings if meaning.condition is None]
        if each.abilities and plain and each.name not in QUOTED_OTHERWISE:
            assert len(plain) == each.abilities, each.name


# Keywords whose rule quotes their abilities in one quotation, or one of them for each kind of object.
QUOTED_OTHERWISE = {"Enlist", "Gift"}


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
