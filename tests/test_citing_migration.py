"""Migration: the simultaneous substitution of a map, in the form that each number had, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comprules.cite import Fate, Fates, migrate, trace
from comprules.cite.fates import SURE
from tests.conftest import CORPUS, SAMPLES, compared, magic, needs_corpus, release


def fates(old: int, new: int) -> Fates:
    return trace(compared(SAMPLES[old], SAMPLES[new]))


# Text, and the same migrated from sample 1 to sample 2.
MIGRATED = {
    "CR 302.6a": "CR 302.7a",
    "rules 204.4e–h, 204.4f-k": "rules 204.4e–i, 204.4g-m",
    '<a href="#R3026b">302.6b</a>': '<a href="#R3027b">302.7b</a>',
    "CR 302.9, 302.10 and 302.11": "CR 302.10, 302.11 and 302.12",
    "CR 302.6a, b, and c": "CR 302.7a, b, and c",
    "CR 204.4j, k": "CR 204.4k, m",
    "CR 302.6(a)": "CR 302.7(a)",
    "rules 302.6 to 302.9": "rules 302.7 to 302.10",
    "CR 302.6–9": "CR 302.7–10",
    "CR 302.6a–302.6c": "CR 302.7a–302.7c",
    "rules 102.2–5": "rules 102.2–4",  # one between them is gone
    "CR 104.6/104.7": "CR 104.5/104.6",
    "CR 101.1 and 203": "CR 101.1 and 203",
    "CR 302.10, “Ghostlight”": "CR 302.10, “Ghostlight”",  # written for the new release already
}
# Text, and what is said of what is left of it.
LEFT = {
    "CR 201.6": "201.6 was split into 201.6 and 201.7",
    "CR 102.4": "102.4 was removed; 102.4 is now “Guests may watch, but they may not peek at face-down cards…”",
    "CR 104.4–6": "doubtful: 104.4 to 104.6 no longer stand together",
}


@pytest.mark.parametrize("text", MIGRATED)
def test_numbers_are_rewritten_in_their_form(text: str) -> None:
    migration = migrate(text, fates(0, 1))
    assert (migration.text, migration.left) == (MIGRATED[text], ())
    assert migrate(migration.text, fates(1, 0)).text == text or "Ghostlight" in text


@pytest.mark.parametrize("text", LEFT)
def test_what_nobody_should_rewrite_unseen_is_left_with_a_note(text: str) -> None:
    migration = migrate(text, fates(0, 1))
    assert (migration.text, [each.message for each in migration.left]) == (text, [LEFT[text]])


def test_a_list_is_rewritten_around_what_is_left() -> None:
    migration = migrate("CR 201.6, 201.7, and 102.4", fates(0, 1))
    assert migration.text == "CR 201.6, 201.8, and 102.4"
    assert [each.number for each in migration.left] == ["201.6", "102.4"]


@pytest.mark.parametrize(("confidence", "text"), [(SURE, "CR 104.5"), (SURE - 0.01, "CR 104.4")])
def test_a_pair_that_is_not_sure_is_left(confidence: float, text: str) -> None:
    from msgspec.structs import replace

    found = compared(*SAMPLES[1:])
    changes = tuple(
        replace(each, confidence=confidence) if each.old and each.old.number == "104.4" else each
        for each in found.changes
    )
    assert migrate("CR 104.4", trace(replace(found, changes=changes))).text == text


NUMBERS = sorted(release(SAMPLES[0]).index.by_number)
# A chapter that becomes a rule, or the other way, is left out: “#R302” does not say whether its anchors have dots.
CHAPTERS = [number for number in NUMBERS if len(number) == 3]
RULES = [number for number in NUMBERS if "." in number]
NUMBERS = [*CHAPTERS, *RULES]
# How a number is written, with what comes before and after it: a piece of text with one hole.
FORMS = {
    "cr": lambda number: f"// CR {number}",
    "rule": lambda number: f"# see rule {number}.",
    "brackets": lambda number: f"[CR {number}]",
    "dotted": lambda number: f"C.R. {number}",
    "words": lambda number: f"comp. rules {number}",
    "anchor": lambda number: f'<a href="r.html#r{number}">',
    "undotted": lambda number: f'<a href="r.html#R{number.replace(".", "")}">',
    "blank": lambda number: f"CR&nbsp;{number}",
}
NOISE = st.sampled_from(["x = 302.6", "v104.5.1", "\r\n", "ü…\t", "error 404", "$104.50", "“a”", "192.168.100.1", " ;"])
PIECES = st.lists(st.tuples(st.sampled_from(sorted(FORMS)), st.sampled_from(NUMBERS)) | NOISE, max_size=12)


@given(PIECES, st.permutations(CHAPTERS), st.permutations(RULES))
def test_migration_is_the_simultaneous_substitution(
    pieces: list[tuple[str, str] | str], chapters: list[str], rules: list[str]
) -> None:
    to = dict(zip(NUMBERS, [*chapters, *rules], strict=True))
    by_number = {number: Fate(number, "renumbered", (to[number],)) for number in NUMBERS}
    sample = release(SAMPLES[0])
    text, expected = (
        "\n".join(each if isinstance(each, str) else FORMS[each[0]](numbers[each[1]]) for each in pieces)
        for numbers in ({number: number for number in NUMBERS}, to)
    )
    migration = migrate(text, Fates(sample, sample, by_number))
    assert (migration.text, migration.left) == (expected, ())
    back = {number: Fate(number, "renumbered", (was,)) for was, number in to.items()}
    assert migrate(migration.text, Fates(sample, sample, back)).text == text


@given(st.text(st.characters(exclude_categories=["Nd"])))
def test_a_text_without_numbers_comes_back_as_it_is(text: str) -> None:
    migration = migrate(text, fates(0, 1))
    assert (migration.text, migration.rewrites, migration.left) == (text, (), ())


@needs_corpus
def test_a_real_release_in_eight_forms_agrees_with_the_comparison() -> None:
    paths = {path.stem: path for path in magic()}
    old, new = paths["2025-09-19"], paths["2026-04-17"]
    found = compared(old, new)
    family = release(old).index.family
    counts = Counter(node.rule.number for node in release(old).index.nodes)
    numbers = [number for number in counts if counts[number] == 1 and family.depth(number) > 0]
    assert len(numbers) > 3000, CORPUS
    kept = {
        change.old.number
        for change in found.changes
        if change.old and (change.kind in ("split", "merged", "removed") or change.confidence < SURE)
    }
    to = {each.old: each.new for each in found.renumbered if each.old not in kept}
    lines = [(form, number) for number in numbers for form in FORMS]
    before, after = (
        "\n".join(FORMS[form](change.get(number, number)) for form, number in lines) for change in ({}, to)
    )
    migration = migrate(before, trace(found))
    assert migration.text == after
    assert {each.number for each in migration.left} <= kept
    assert len(migration.rewrites) == len(FORMS) * len(to.keys() & set(numbers)) > 800
