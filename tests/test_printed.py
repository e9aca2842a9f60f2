"""Documents as they come off a printed page: page numbers, running headers, wide line spacing, indented glossaries."""

from __future__ import annotations

import pytest

from comprules import Release, parse
from tests.test_worn import PROSE


def said(got: Release) -> list[tuple[str, str | None]]:
    return [(node.rule.number, node.rule.text) for node in got.index.nodes]


def test_page_numbers_and_running_headers_are_left_out_and_named() -> None:
    paragraphs = PROSE.split("\n\n")
    printed = "".join(
        f"{paragraph}\n\n" + (f"Harbor Rules\n\nPage {at // 4 + 1}\n\n\x0c" if at % 4 == 3 else "")
        for at, paragraph in enumerate(paragraphs)
    )
    got = parse(printed)
    assert said(got) == said(parse(PROSE))
    assert [(found.code, found.message) for found in got.diagnostics] == [
        ("wrapped", "22 lines broken at a width of 108, joined again"),
        ("page-break", "10 page numbers and running headers, left out"),
    ]


def test_a_page_break_inside_a_sentence_does_not_part_it() -> None:
    got = parse(PROSE.replace("as told\nin rule", "as told\n\n- 7 -\n\n\x0cHarbor Rules\n\nin rule"))
    assert said(got) == said(parse(PROSE))


def test_two_lone_numbers_are_no_page_numbers() -> None:
    got = parse("100. Tides\n\n100.1. The dice show\n\n7\n\n100.2. It turns at\n\n12\n")
    assert "page-break" not in [found.code for found in got.diagnostics]


def test_double_spaced_lines_are_joined() -> None:
    assert said(parse(PROSE.replace("\n", "\n\n"))) == said(parse(PROSE))


@pytest.mark.parametrize("indent", ["  ", "    "])
def test_indented_glossaries(indent: str) -> None:
    got = parse(
        "1. Sea\n\n100. Tides\n\n100.1. It turns.\n\nGlossary\n\n"
        f"  Ebb\n{indent}A falling tide. See rule 100.1.\n\n  Flow\n{indent}A rising tide.\n\nCredits\n\nA captain.\n"
    )
    assert [(entry.term, entry.senses) for entry in got.document.glossary] == [
        ("Ebb", ("A falling tide. See rule 100.1.",)),
        ("Flow", ("A rising tide.",)),
    ]
    assert got.diagnostics == ()


def test_classes_of_a_keyword_that_stands_for_several_abilities() -> None:
    got = parse(
        "7. Words\n\n702. Keyword Abilities\n\n702.1. Ebb\n\n702.1a Ebb represents two abilities: a static ability that"
        " works in the hold, and a triggered ability that works at sea.\n\n702.2. Flow\n\n702.2a Flow is both a static"
        " ability and a triggered ability.\n"
    )
    assert [(keyword.name, keyword.classes, keyword.abilities) for keyword in got.keywords] == [
        ("Ebb", ("static", "triggered"), 2),
        ("Flow", ("static", "triggered"), None),
    ]
