"""Spans to flat runs: the laws, and what a reference is marked with."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comprules import parse
from comprules.render.marks import Mark, Run, cited, first_uses, flatten, paragraphs, symbols
from tests.conftest import SAMPLES, release

TEXTS = st.text(alphabet="ab{T}\n \u202e", max_size=40)
MARKS = st.lists(
    st.builds(Mark, st.integers(-3, 45), st.integers(-3, 45), st.sampled_from(("reference", "term", "insert"))),
    max_size=8,
)


@given(TEXTS, MARKS)
def test_the_runs_join_to_the_text_and_carry_every_mark_that_covers_them(text: str, marks: list[Mark]) -> None:
    runs = flatten(text, marks)
    assert "".join(run.text for run in runs) == text
    at = 0
    for run in runs:
        assert run.text
        for place in range(at, at + len(run.text)):
            assert run.marks == tuple(mark for mark in marks if mark.start <= place < mark.end)
        at += len(run.text)


@given(TEXTS, MARKS)
def test_paragraphs_are_the_lines(text: str, marks: list[Mark]) -> None:
    lines = ["".join(run.text for run in runs) for runs in paragraphs(text, marks)]
    assert lines == text.split("\n")
    marked = sum(len(run.text) for runs in paragraphs(text, marks) for run in runs if run.marks)
    covered = {place for mark in marks for place in range(max(mark.start, 0), min(mark.end, len(text)))}
    assert marked == sum(text[place] != "\n" for place in covered)


def test_marks_may_nest_cross_and_touch() -> None:
    outer, inner, crossing = Mark(0, 4, "reference", "1"), Mark(1, 2, "insert"), Mark(3, 6, "delete")
    assert flatten("abcdef", [outer, inner, crossing]) == [
        Run("a", (outer,)),
        Run("b", (outer, inner)),
        Run("c", (outer,)),
        Run("d", (outer, crossing)),
        Run("ef", (crossing,)),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{2}{S}: go", ["2", "S"]),
        ("{W/U} or {}", ["W/U"]),
        ("{{ user }} and {a b}", []),
        ("{LEVEL N1-N2} stands for a range.", ["LEVEL N1-N2"]),
        ("{{T}}", ["T"]),
        ("{" * 50, []),
    ],
)
def test_symbols(text: str, found: list[str]) -> None:
    assert [mark.value for mark in symbols(text)] == found
    assert all(text[mark.start : mark.end] == f"{{{mark.value}}}" for mark in symbols(text))


def test_only_the_first_use_in_each_line_is_kept() -> None:
    text = "keel keel hull\nkeel"
    uses = [Mark(0, 4, "term", "K"), Mark(5, 9, "term", "K"), Mark(10, 14, "term", "H"), Mark(15, 19, "term", "K")]
    assert first_uses(text, uses) == [uses[0], uses[2], uses[3]]


@pytest.mark.parametrize(
    ("sentence", "marked"),
    [
        ("As rule 100.1 tells.", [("rule 100.1", "reference", "100.1")]),
        ("As rule 100, “Keel,” tells.", [("rule 100, “Keel,”", "mismatch", "100")]),
        ("As rules 100.1c–e tell.", [("rules 100.1c–e", "reference", "100.1c")]),
        (
            "As rules 100.1c–e and 100.9–10 and 9 tell.",
            [("100.1c–e", "reference", "100.1c"), ("100.9–10", "reference", "100.9")],
        ),
        ("As sections 1–2 tell.", [("sections 1–2", "reference", "1")]),
        ("As rule 999.1 tells.", [("rule 999.1", "broken", "")]),
        ("As rules 100.1c and 100.1x tell.", [("100.1c", "reference", "100.1c"), ("100.1x", "broken", "")]),
    ],
)
def test_what_a_reference_is_marked_with(sentence: str, marked: list[tuple[str, str, str]]) -> None:
    numbers = ["100.1.", "100.1c", "100.1d", "100.1e", "100.9.", "100.10."]
    got = parse(
        "1. Sea\n100. Tides\n"
        + "".join(f"{number} It turns.\n" for number in numbers)
        + f"100.11. {sentence}\n2. Land\n"
    )
    found = [
        (sentence[mark.start : mark.end], mark.kind, mark.value) for each in got.references for mark in cited(each)
    ]
    assert found == marked


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("See Keel.", [("Keel", "Keel")]),
        ("See keels and Hull.", []),
        ("See Keel and Hull.", [("Keel", "Keel"), ("Hull", "Hull")]),
        ("See Keel, Hull, and also Sail.", [("Keel", "Keel"), ("Hull", "Hull"), ("Sail", "Sail, Sails")]),
    ],
)
def test_each_entry_that_is_named_is_marked(text: str, marked: list[tuple[str, str]]) -> None:
    terms = "".join(f"{term}\nA part.\n\n" for term in ("Keel", "Hull", "Sail, Sails"))
    got = parse(f"100.1. It turns.\n\nGlossary\n\n{terms}Ship\n{text}\n")
    found = [(text[mark.start : mark.end], mark.value) for each in got.references for mark in cited(each)]
    assert found == marked


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_every_member_of_a_citation_is_marked(path: Path) -> None:
    for each in release(path).references:
        values = {mark.value for mark in cited(each)}
        if each.targets:
            assert each.targets[0] in values
        elif each.to:
            assert values == set(each.to)
