"""Spans to flat runs: the laws, and what a reference is marked with."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comprules.render.marks import Mark, Run, cited, first_uses, flatten, paragraphs, symbols
from comprules.tables.references import Reference
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


def reference(raw: str, *targets: str, status: str = "resolved", to: tuple[str, ...] = ()) -> Reference:
    return Reference("1", None, "text", 0, 5, 5 + len(raw), raw, targets, None, status, to)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "marked"),
    [
        (reference("rule 100.1", "100.1"), [("rule 100.1", "reference", "100.1")]),
        (
            reference("rule 203, “Keel 7", "203", status="title-mismatch"),
            [("rule 203, “Keel 7", "mismatch", "203")],
        ),
        (
            reference("rules 510.1c–e", "510.1c", "510.1d", "510.1e"),
            [("510.1c", "reference", "510.1c"), ("e", "reference", "510.1e")],
        ),
        (
            reference("rules 712.9–10 and 3.1", "712.9", "712.10", "3.1"),
            [("712.9", "reference", "712.9"), ("10", "reference", "712.10"), ("3.1", "reference", "3.1")],
        ),
        (reference("sections 2–4", "2", "3", "4"), [("2", "reference", "2"), ("4", "reference", "4")]),
        (reference("rule 999.1", status="dangling"), [("rule 999.1", "broken", "")]),
        (
            reference("rules 100.1a and 100.1x", "100.1a", status="dangling"),
            [("100.1a", "reference", "100.1a"), ("100.1x", "broken", "")],
        ),
        (reference("rules 306-311", "306", "311"), [("306", "reference", "306"), ("311", "reference", "311")]),
        (reference("Keel", to=("Keel",)), [("Keel", "see", "Keel")]),
        (reference("keel and Hull", to=("Keel", "Hull")), [("keel", "see", "Keel"), ("Hull", "see", "Hull")]),
        (
            reference("Keel, Hull, and also Sail", to=("Keels, Keel", "Hull", "Sail")),
            [("Keel", "see", "Keels, Keel"), ("Hull", "see", "Hull"), ("Sail", "see", "Sail")],
        ),
    ],
)
def test_what_a_reference_is_marked_with(given: Reference, marked: list[tuple[str, str, str]]) -> None:
    found = [(given.raw[mark.start - 5 : mark.end - 5], mark.kind, mark.value) for mark in cited(given)]
    assert found == marked


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_every_end_of_a_citation_is_marked(path: Path) -> None:
    for each in release(path).references:
        values = {mark.value for mark in cited(each)}
        if each.targets:
            assert {each.targets[0], each.targets[-1]} <= values
        elif each.to:
            assert values == set(each.to)
