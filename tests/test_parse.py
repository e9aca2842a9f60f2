"""Source to tree: the samples against hand-written values, and slips of numbering case by case."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from comprules import NotRulesError, parse, text, unplaced, walk
from comprules.render import json as records
from tests.conftest import SAMPLES, expected, release


def outline(content: str) -> list[tuple[str, str | None, str | None]]:
    return [(rule.number, rule.title, rule.text) for rule in walk(parse(content).document.rules)]


def codes(content: str) -> list[tuple[str, int]]:
    return [(found.code, found.line) for found in parse(content).diagnostics]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_samples_hold_what_was_written_down(path: Path) -> None:
    want, got = expected(path.stem), release(path)
    document = got.document
    levels = Counter(got.index.family.level(node.rule.number) for node in got.index.nodes)
    assert {
        "title": document.title,
        "effective": document.effective,
        "encoding": got.source.encoding,
        "newlines": got.source.newlines,
        "sections": levels["section"],
        "chapters": levels["chapter"],
        "rules": levels["rule"],
        "subrules": levels["subrule"],
        "examples": sum(len(rule.examples) for rule in walk(document.rules)),
        "glossary": len(document.glossary),
        "contents": sum(entry.number is not None for entry in document.contents),
        "terms": [entry.term for entry in document.glossary],
    } == {key: want[key] for key in want if key not in ("references", "keywords", "vocabularies", "samples")}
    for number, words in want["samples"].items():
        rule = got.index.by_number[number].rule
        assert (rule.title or rule.text) == words
    assert len(document.introduction) == 2
    assert len(document.credits) > 2


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_laws_of_the_tree(path: Path) -> None:
    got = release(path)
    canonical = text(got.document)
    assert unplaced(parse(canonical).document) == unplaced(got.document)
    assert "".join(canonical.split()) == "".join(got.source.text.split())
    assert records.decode(records.encode(records.document_record(got))) == got.document
    assert got.slips == ()


def test_levels_examples_and_further_paragraphs() -> None:
    content = (
        "1. Sea\n\n100. Tides\n\n100.1. The tide turns.\nExample: It ebbs.\nExample: It floods.\n"
        "     And it ebbs again.\n\n100.2. Spring Tide\n\n100.2a It is high.\n     Very high.\n\n100.2b It is rare.\n"
    )
    assert outline(content) == [
        ("1", "Sea", None),
        ("100", "Tides", None),
        ("100.1", None, "The tide turns."),
        ("100.2", "Spring Tide", None),
        ("100.2a", None, "It is high.\nVery high."),
        ("100.2b", None, "It is rare."),
    ]
    document = parse(content).document
    assert document.rules[0].rules[0].rules[0].examples == ("It ebbs.", "It floods.\nAnd it ebbs again.")
    assert [rule.line for rule in walk(document.rules)] == [1, 3, 5, 10, 12, 15]


def test_headings_of_the_contents_are_not_those_of_the_body() -> None:
    document = parse(
        "Contents\n\n1. Sea\n100. Tides\n\nGlossary\n\nCredits\n\n1. Sea\n\n100. Tides\n\n100.1. It turns.\n\n"
        "Glossary\n\nTide\nWhat turns.\n\nCredits\n\nThe moon.\n"
    ).document
    assert [(entry.number, entry.title) for entry in document.contents] == [
        ("1", "Sea"),
        ("100", "Tides"),
        (None, "Glossary"),
        (None, "Credits"),
    ]
    assert [rule.number for rule in walk(document.rules)] == ["1", "100", "100.1"]
    assert [entry.term for entry in document.glossary] == ["Tide"]
    assert document.credits == ("The moon.",)


def test_glossary_entries() -> None:
    glossary = parse(
        "100.1. It turns.\n\nGlossary\n\nDrift\n1. To float.\n2. What floats.\nSee rule 100.\n\n"
        "Sinks, Sank\nGoes down.\n\n"
        "Keel (Obsolete)\nNo longer used.\n\n"
        "Floats, Drift\nTwo words.\n\nWake\nFoam.\n\nAll of it ends in a full stop.\n"
    ).document.glossary
    assert [(entry.term, entry.aliases, entry.senses, entry.obsolete) for entry in glossary] == [
        ("Drift", (), ("To float.", "What floats."), False),
        ("Sinks, Sank", ("Sinks", "Sank"), ("Goes down.",), False),
        ("Keel (Obsolete)", ("Keel",), ("No longer used.",), True),
        ("Floats, Drift", (), ("Two words.",), False),
        ("Wake", (), ("Foam.\nAll of it ends in a full stop.",), False),
    ]
    assert glossary[0].text == "1. To float.\n2. What floats.\nSee rule 100."


@pytest.mark.parametrize(
    ("statement", "date"),
    [
        ("These rules are effective as of January 17, 2025.", "2025-01-17"),
        ("These rules are current as of November 1, 1999.", "1999-11-01"),
        ("Last updated: 2025-12-01", "2025-12-01"),
        ("Rules of the sea       04/23/99", "1999-04-23"),
        ("2018-03-28", "2018-03-28"),
        ("These rules are effective as of February 31, 2025.", None),
        ("The game was first played in 1993.", None),
    ],
)
def test_dates(statement: str, date: str | None) -> None:
    assert parse(f"Sea Rules\n\n{statement}\n\n100.1. It turns.\n").document.effective == date


def test_a_date_may_stand_in_the_credits_alone() -> None:
    content = "100.1. It turns.\n\nCredits\n\nThese rules are effective as of April 4, 2025.\n"
    assert parse(content).document.effective == "2025-04-04"


SLIPS = [
    ("100.1 No dot.", "100.1", [("missing-dot", 3)]),
    ("100.1.. Two dots.", "100.1", [("extra-dot", 3)]),
    ("100.1.Glued.", "100.1", [("missing-space", 3)]),
    ("100.1Glued.", "100.1", [("missing-dot", 3), ("missing-space", 3)]),
    ("100.1.  Two spaces.", "100.1", []),
    ("100.1.\xa0A space that does not break.", "100.1", []),
    ("100. 1. A space inside.", "100.1", [("spaced-number", 3)]),
]


@pytest.mark.parametrize(("line", "number", "found"), SLIPS)
def test_slips_of_rules(line: str, number: str, found: list[tuple[str, int]]) -> None:
    content = f"1. Sea\n100. Tides\n{line}\n100.2. It turns.\n"
    assert [row[0] for row in outline(content)] == ["1", "100", number, "100.2"]
    assert codes(content) == found


SUBRULE_SLIPS = [
    ("100.1a. A dot too many.", "100.1a", [("extra-dot", 3)]),
    ("100.1aA letter glued.", "100.1a", [("missing-space", 3)]),
    ("100. 1a A space inside.", "100.1a", [("spaced-number", 3)]),
    ("100.1.a A dot inside.", "100.1a", [("extra-dot", 3)]),
    ("100.1b The first is missing.", "100.1b", [("gap", 3)]),
    ("100.1l A letter skipped elsewhere.", "100.1l", [("unexpected-letter", 3)]),
]


@pytest.mark.parametrize(("line", "number", "found"), SUBRULE_SLIPS)
def test_slips_of_subrules(line: str, number: str, found: list[tuple[str, int]]) -> None:
    content = f"100. Tides\n100.1. It turns.\n{line}\n"
    assert [row[0] for row in outline(content)] == ["100", "100.1", number]
    assert codes(content) == found


SEQUENCES = [
    ("100.1. A.\n100.2. B.\n100.3. C.", []),
    ("100.1. A.\n100.3. C.", [("gap", 3)]),
    ("100.1. A.\n100.3. C.\n100.2. B.", [("out-of-order", 4)]),
    ("100.1. A.\n100.1. B.", [("duplicate-number", 3)]),
    ("100.1. A.\n100.1k A.\n100.1m B.", [("gap", 3)]),
    ("100.1. A.\n" + "".join(f"100.1{letter} A.\n" for letter in "abcdefghijkmnpqrstuvwxyz") + "100.1aa A.", []),
    ("100.1. A.\n100.2a B.", [("missing-parent", 3)]),
    ("100.1. A.\n100.2. B.\n100.1a C.", [("misplaced", 4)]),
    ("100.1. A.\nNo number here.\n100.2. B.", []),
    ("100.1. A.\n\nNo number here.\n\n100.2. B.", [("orphan-line", 4)]),
    ("100.1. A.\n\nExample: B.", [("example-gap", 4)]),
    ("100.1. A.\nExample:Example: B.", [("example-label", 3)]),
    ("100.1. A,", [("unfinished", 2)]),
]


@pytest.mark.parametrize(("lines", "found"), SEQUENCES)
def test_sequences(lines: str, found: list[tuple[str, int]]) -> None:
    assert codes(f"100. Tides\n{lines}\n") == found


def test_contents_are_compared_with_the_body() -> None:
    contents = "Contents\n1. Sea\n100. Tide\n101. Waves\n\n"
    content = contents + "1. Sea\n100. Tides\n100.1. It turns.\n102. Winds\n102.1. They blow.\n"
    assert sorted(codes(content)) == [
        ("contents-extra", 4),
        ("contents-missing", 9),
        ("contents-title", 3),
        ("gap", 9),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Once upon a time there was a sea.\n", "no numbered rules found; looked for lines such as “100.1. …”"),
        ("def main():\n    return 100.1\n", "no numbered rules found; looked for lines such as “100.1. …”"),
        ("1. Buy milk.\n2. Buy bread.\n", "no family explains enough of its 2 numbered lines, such as “1.”, “2.”;"),
    ],
)
def test_a_text_without_numbered_rules_is_refused(content: str, message: str) -> None:
    with pytest.raises(NotRulesError) as refused:
        parse(content)
    assert str(refused.value).startswith(f"<text>: {message}")


def test_documents_without_some_of_their_parts() -> None:
    document = parse("100.1. It turns.\n").document
    assert (document.title, document.introduction, document.contents, document.glossary) == (None, (), (), ())
    assert outline("100.2a It is high.\n100.3. It is low.\n101. Waves\n101.1. They break.\n2. Land\n") == [
        ("100.2a", None, "It is high."),
        ("100.3", None, "It is low."),
        ("101", "Waves", None),
        ("101.1", None, "They break."),
        ("2", "Land", None),
    ]
