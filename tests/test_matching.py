"""Which rule became which where chapters are rebuilt: small cases of what went wrong in real releases."""

from __future__ import annotations

import pytest

from comprules import parse
from comprules.diff.model import Diff
from tests.test_diff import between, check_laws

LONG = "A gardener who grafts a fern onto a rose must wait until dawn before watering either of them."
TAIL = "Both plants share their thorns from that moment on, whichever of them had the thorns before."


def became(got: Diff) -> dict[str, str]:
    nodes = got.old.index.nodes, got.new.index.nodes
    return {nodes[0][pair.old].rule.number: nodes[1][pair.new].rule.number for pair in got.pairs}


def test_the_words_of_a_rule_outweigh_its_children() -> None:
    old = (
        "100. Beds\n"
        "100.1. Previously a gardener said what to water; now every bed is watered at once. See rule 101.1.\n"
        "101. Tools\n101.1. Some tools have teeth.\n101.1a A rake has nine teeth.\n101.1b A saw has forty teeth.\n"
    )
    new = (
        "100. Beds\n100.1. Previously a gardener said what to water; now every bed is watered at once.\n"
        "100.1a A rake has nine teeth.\n100.1b A saw has forty teeth.\n101. Tools\n101.1. Nobody may lend a spade.\n"
    )
    got = became(between(old, new))
    assert (got["100.1"], got.get("101.1")) == ("100.1", None)
    assert (got["101.1a"], got["101.1b"]) == ("100.1a", "100.1b")


def test_a_near_twin_elsewhere_comes_before_a_weak_place() -> None:
    old = f"100. Beds\n100.1. The sun is up.\n100.2. {LONG}\n100.3. The moon is down.\n101. Tools\n101.1. Rakes rust.\n"
    new = (
        "100. Beds\n100.1. The sun is up.\n100.2. A gardener who waters a rose must wait.\n100.3. The moon is down.\n"
        f"101. Tools\n101.1. Rakes rust.\n101.2. {LONG.replace('either', 'any')}\n"
    )
    assert became(between(old, new))["100.2"] == "101.2"


@pytest.mark.parametrize("parent", ["102.2. Hoarding\n102.2a", "102.1a"])
def test_a_rule_under_a_new_keyword_is_no_candidate_by_its_form_alone(parent: str) -> None:
    old = (
        "100. Beds\n100.1. If a gardener would draw a card at dawn while frost lies on the bed, that gardener turns a "
        "pot over instead.\n102. Keyword Abilities\n102.1. Keywords are short.\n"
    )
    new = (
        "102. Keyword Abilities\n102.1. Keywords are short.\n"
        f"{parent} If a gardener would draw a card at dusk while rain lies on the bed, that gardener stores a crate "
        "instead.\n"
    )
    found = between(old, new)
    is_new_keyword = parent.startswith("102.2")
    assert ("100.1" in became(found)) != is_new_keyword


def test_a_heading_and_a_sentence_are_a_pair_only_if_the_sentence_says_the_title() -> None:
    below = "100.1a Rakes have nine teeth.\n100.1b Saws have forty teeth.\n"
    old = f"100. Tools\n100.1. Toothed Tools\n{below}"
    assert became(between(old, f"100. Tools\n100.1. Toothed tools must be named aloud.\n{below}"))["100.1"] == "100.1"
    assert "100.1" not in became(between(old, f"100. Tools\n100.1. Every gardener owns a hat.\n{below}"))


def test_a_short_sentence_with_a_tail_of_citations_is_found() -> None:
    old = "100. Beds\n100.1. Weeding ends the day. See rule 101, “Tools.”\n101. Tools\n101.1. Rakes rust.\n"
    new = (
        "100. Tools\n100.1. Rakes rust.\n101. Beds\n101.1. Frost is cold.\n"
        "101.2. Weeding then ends the day. (See rule 100, “Tools,” and rule 101.1.)\n"
    )
    assert became(between(old, new))["100.1"] == "101.2"


def divided(got: Diff) -> list[tuple[str, str, tuple[str, ...], str]]:
    return [(each.kind, each.whole, each.parts, each.parts[each.primary]) for each in got.divisions]


def test_the_part_with_the_beginning_and_the_number_is_the_successor() -> None:
    tail = f"{TAIL} {TAIL.replace('thorns', 'leaves')}"
    old = f"100. Beds\n100.1. {LONG} {tail}\n100.2. See rule 100.1.\n"
    new = f"100. Beds\n100.1. {LONG}\n100.2. {tail}\n100.3. See rule 100.1.\n"
    got = between(old, new)
    assert divided(got) == [("split", "100.1", ("100.1", "100.2"), "100.1")]
    assert got.summary["split"] == 1
    assert [change.kind for change in got.changes if change.old and change.old.number == "100.2"] == ["renumbered"]
    check_laws(parse(old), parse(new))


@pytest.mark.parametrize(
    ("first", "parts"),
    [
        ("Thorns are a quality only roses have.", ("101.1", "101.1a", "101.1b", "101.2", "101.3")),
        ("Thorns are a quality only roses have, and gloves are to be worn.", ("101.1a", "101.1b", "101.2", "101.3")),
    ],
)
def test_a_short_sentence_that_stands_in_a_long_rule_is_a_part_of_it(first: str, parts: tuple[str, ...]) -> None:
    rest = (
        "The thorns of a rose outside the beds are the number printed under its name.",
        "The thorns of a rose in the beds are the number of beads on its stem, however many were printed.",
        "Whoever cuts a rose takes that many beads from its stem, and lays them beside the basket until dusk.",
        "If a rose has no thorns left, its gardener puts it on the compost heap when the bell rings next.",
    )
    old = f"100. Beds\n100.1. Thorns are a quality only roses have. {' '.join(rest)}\n"
    below = "101.1a {}\n101.1b {}\n101.2. {}\n101.3. {}\n".format(*rest)
    got = between(old, f"100. Beds\n101. Roses\n101.1. {first}\n{below}")
    assert divided(got) == [("split", "100.1", parts, parts[0])]


def test_a_partner_that_keeps_its_words_was_not_split() -> None:
    rule = "As a gardener plants a {} herb, that gardener chooses whether to plant it whole or as a cutting."
    old = f"100. Herbs\n100.1. {rule.format('mint').replace('plants', 'sows')}\n"
    new = f"100. Herbs\n100.1. {rule.format('mint')}\n101. Omens\n101.1. {rule.format('sage')}\n"
    assert divided(between(old, new)) == []


def test_what_many_rules_say_was_not_split_off_one() -> None:
    old = f"100. Beds\n100.1. {LONG} This is a change from previous rules.\n"
    new = (
        f"100. Beds\n100.1. {LONG}\n101. Tools\n"
        "101.1. A rake that is lent is lent until the moon is full again. This is a change from previous rules.\n"
        "101.2. A spade that breaks is mended by whoever broke it first. This is a change from previous rules.\n"
    )
    assert divided(between(old, new)) == []


def test_a_part_may_be_much_longer_than_what_it_took() -> None:
    old = f"100. Beds\n100.1. {LONG}\n100.2. {TAIL}\n"
    longer = "Nobody may prune a plant at noon, nor sell what was pruned, unless the market is open and the scale true."
    new = f"100. Beds\n100.1. {LONG} {TAIL} {longer} {longer.replace('noon', 'night').replace('sell', 'eat')}\n"
    assert divided(between(old, new)) == [("merged", "100.1", ("100.1", "100.2"), "100.1")]


def test_parts_that_both_keep_the_words_they_share_are_found() -> None:
    rule = "If a rake would be put into {} from anywhere, its owner may put it into the shed instead."
    old = f"100. Tools\n100.1. {rule.format('the pond')}\n100.2. {rule.format('the well')}\n"
    new = f"100. Tools\n100.1. {rule.format('the pond or into the well')}\n"
    assert divided(between(old, new)) == [("merged", "100.1", ("100.1", "100.2"), "100.1")]


def test_the_runs_of_a_split_tell_which_words_went_where() -> None:
    got = between(f"100.1. {LONG} Gone words. {TAIL}\n", f"100.1. {LONG}\n100.2. Now {TAIL.lower()}\n")
    (division,) = got.divisions
    old = got.old.index.nodes[division.whole_at].rule.text or ""
    for run in division.runs:
        new = got.new.index.nodes[division.parts_at[run.part]].rule.text or ""
        assert old[slice(*run.whole)].lower() == new[slice(*run.own)].lower()
    assert [(run.part, old[slice(*run.whole)]) for run in division.runs] == [(0, LONG[:-1]), (1, TAIL[:-1])]


def test_the_map_of_numbers_follows_into_splits_and_mergers() -> None:
    one = f"100. Beds\n100.1. {LONG} {TAIL}\n100.2. Wait, as rule {{}} says.\n"
    two = f"100. Beds\n100.1. {LONG}\n100.1a {TAIL}\n100.2. Wait, as rule {{}} says.\n"
    merged = between(two.format("100.1a"), one.format("100.1"))
    assert [(each.kind, each.references[0].verdict) for each in merged.changes if each.references] == [
        ("references", "follows")
    ]
    split = between(one.format("100.1"), two.format("100.1a"))
    assert [(each.kind, each.references[0].verdict) for each in split.changes if each.references] == [
        ("references", "follows")
    ]


def test_a_heading_over_what_a_rule_became_is_no_other_rule() -> None:
    old = f"100. Beds\n100.1. {LONG}\n100.2. It is so, as rule 100.1 says.\n"
    new = f"100. Beds\n100.1. It is so, as rule 101 says.\n101. Grafts\n101.1. {LONG}\n"
    (change,) = (each for each in between(old, new).changes if each.references)
    assert (change.kind, change.references[0].verdict) == ("references", "follows")


def test_a_citation_that_goes_elsewhere_is_retargeted_and_says_where() -> None:
    rules = "100. Beds\n100.1. Frost is cold.\n100.2. It is so, as {} says.\n101. Tools\n101.1. Rakes rust.\n"
    (change,) = between(rules.format("rule 100"), rules.format("rule 101")).changes
    (told,) = change.references
    assert (told.verdict, told.old_title, told.new_title, told.existed) == ("retargeted", "Beds", "Tools", True)
    (change,) = between(rules.format("rule 100.9"), rules.format("rule 101")).changes
    assert (change.references[0].verdict, change.references[0].existed) == ("retargeted", False)


def test_confidence_is_full_for_the_same_sentence_with_other_examples() -> None:
    old = "100.1. The sea.\nExample: One is blue and stays so.\n"
    (change,) = between(old, "100.1. The sea.\n").changes
    assert change.confidence >= 0.99


def test_siblings_that_changed_places_are_told() -> None:
    rules = "100. Beds\n100.{}. Frost is cold.\n100.{}. Rakes rust.\n"
    assert [(each.first, each.second) for each in between(rules.format(1, 2), rules.format(2, 1)).swaps] == [
        ("100.1", "100.2")
    ]
