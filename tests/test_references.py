"""References: a table of sentences, the samples against hand-written lists, real documents."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from comprules import Release, parse
from comprules.analysis.citations import cite
from comprules.analysis.index import fold_name
from comprules.analysis.references import Reference
from comprules.families.magic import FAMILY as MAGIC
from tests.conftest import ROOT, SAMPLES, expected, magic, needs_corpus, release


class Case(NamedTuple):
    name: str
    sentence: str
    citations: tuple[tuple[str, tuple[str, ...], str | None], ...]  # raw, targets, title


def cases() -> list[Case]:
    found = []
    for block in (ROOT / "tests" / "fixtures" / "references.txt").read_text(encoding="utf-8").split("\n---\n"):
        name, sentence, *expectations = [line for line in block.split("\n") if line]
        citations = []
        for line in expectations:
            raw, _, rest = line.removeprefix("> ").partition(" => ")
            targets, _, title = rest.partition(" | ")
            citations.append((raw, tuple(targets.split()), title or None))
        found.append(Case(name.removeprefix("# "), sentence, tuple(citations)))
    return found


CASES = cases()


def document(sentence: str, numbers: set[str]) -> Release:
    """A document in which just `numbers` exist, with `sentence` as the text of rule 999.9a.

    A section is one only with a chapter in it, for which the highest number is taken.
    """
    numbers = numbers | {f"{number}99" for number in numbers if len(number) == 1}
    lines = [f"{number}{'' if number[-1].isalpha() else '.'} Sea" for number in sorted(numbers, key=MAGIC.order)]
    return parse("\n".join([*lines, f"999.9a {sentence}", ""]))


def test_the_table_is_as_large_as_it_should_be() -> None:
    assert len(CASES) >= 120
    assert sum(not case.citations for case in CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.name))
def test_sentences(case: Case) -> None:
    numbers = {target for _, targets, _ in case.citations for target in targets}
    got = [each for each in document(case.sentence, numbers).references if each.number == "999.9a"]
    assert [(each.raw, each.targets, each.title) for each in got] == list(case.citations)
    at = 0
    for each in got:
        assert case.sentence[each.start : each.end] == each.raw
        assert each.start >= at
        at = each.end


def as_written(reference: Reference) -> dict[str, Any]:
    return {
        "from": reference.number,
        "term": reference.term,
        "part": reference.part,
        "raw": reference.raw,
        "targets": list(reference.targets),
        "title": reference.title,
        "status": reference.status,
        "to": next(iter(reference.to), None),
    }


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_samples(path: Path) -> None:
    want = [{"to": None, **each} for each in expected(path.stem)["references"]]
    assert [as_written(each) for each in release(path).references] == want


def test_what_does_not_exist_is_dangling_and_what_is_near_is_named() -> None:
    got = parse("100. Tides\n100.1. It turns, see rule 100.7.\n100.2. It ebbs, see rules 100.1–9.\n")
    assert [(each.raw, each.targets, each.status) for each in got.references] == [
        ("rule 100.7", (), "dangling"),
        ("rules 100.1–9", ("100.1", "100.2"), "dangling"),
    ]
    assert [(each.line, each.message) for each in got.diagnostics] == [
        (2, "100.1 cites 100.7, which does not exist; the last before it is 100.2"),
        (3, "100.2 cites 100.9, which does not exist; the last before it is 100.2"),
    ]


def test_quoted_titles_are_compared_without_case_typography_and_closing_marks() -> None:
    got = parse(
        "100. The Tide’s Turn\n101. Who Steers?\n"
        "101.1. See rule 100, “The tide's turn.” See rule 101, “Who Steers?” See rule 100, “Who Steers.”\n"
    )
    assert [each.status for each in got.references] == ["resolved", "resolved", "title-mismatch"]
    message = "101.1 cites 100 as “Who Steers”, but its title is “The Tide’s Turn”; “Who Steers?” is 101"
    assert [each.message for each in got.diagnostics] == [message]
    assert fold_name("“Ship–shape”") == fold_name('"ship-shape."')


def test_the_line_of_a_broken_reference_is_that_of_the_example_it_stands_in() -> None:
    got = parse("100. Tides\n100.1. It turns.\nExample: It does.\nExample: See rule 100.5.\n")
    assert [(each.code, each.line) for each in got.diagnostics] == [("dangling", 4)]


def test_entries_refer_to_entries() -> None:
    got = parse(
        "100.1. It turns.\n\nGlossary\n\nEbb, Flow\nThe tide.\n\nEbb\nSee Ebb, Flow.\n\nKeel\nSee Ebb and Masts.\n\n"
        "Mast\nA pole. See also Keel.\n\nSail\nCloth. See Rigging.\n"
    )
    assert [(each.term, each.raw, each.to, each.status) for each in got.references] == [
        ("Ebb", "Ebb, Flow", ("Ebb, Flow",), "resolved"),
        ("Keel", "Ebb and Masts", ("Ebb", "Mast"), "resolved"),
        ("Mast", "Keel", ("Keel",), "resolved"),
        ("Sail", "Rigging", (), "dangling"),
    ]


# Decimal numbers that stand in texts and are no references, as they were read there.
MEASURES = re.compile(r"\d\.\d (?:inches|centimeters|cm)\b")


@needs_corpus
@pytest.mark.parametrize("path", magic("2015"), ids=lambda path: str(path.stem))
def test_every_decimal_number_of_a_release_is_in_a_reference_or_a_measure(path: Path) -> None:
    got = release(path)
    covered: dict[tuple[str | None, str | None, str, int], list[tuple[int, int]]] = defaultdict(list)
    for each in got.references:
        covered[each.number, each.term, each.part, each.index].append((each.start, each.end))
    texts: list[tuple[tuple[str | None, str | None, str, int], str]] = []
    for node in got.index.nodes:
        rule = node.rule
        texts.append(((rule.number, None, "text", 0), rule.text or ""))
        texts += [((rule.number, None, "example", at), example) for at, example in enumerate(rule.examples)]
    texts += [((None, entry.term, "glossary", 0), entry.text) for entry in got.document.glossary]
    for key, text in texts:
        for match in re.finditer(r"\d+\.\d+[a-z]*", text):
            inside = any(start <= match.start() and match.end() <= end for start, end in covered[key])
            assert inside or MEASURES.match(text, match.start()), (key, match.group())


def faults(path: Path) -> set[tuple[str, str]]:
    return {(found.code, found.message.partition(",")[0]) for found in release(path).diagnostics}


@needs_corpus
@pytest.mark.parametrize("path", magic("2015"), ids=lambda path: str(path.stem))
def test_the_real_faults_come_out(path: Path) -> None:
    found = faults(path)
    map_token = ("dangling", "“Map” cites 110.10")
    partner = ("dangling", "702.123d cites 903.11a")
    assert (map_token in found) == ("2023-11-17" <= path.stem <= "2026-02-27")
    assert (partner in found) == ("2016-11-11" <= path.stem <= "2018-06-08")
    off_by_one = {each for each in found if each[0] == "title-mismatch" and "cites 727 as “Day and Night”" in each[1]}
    assert len(off_by_one) == (4 if path.stem in ("2024-04-12", "2024-06-07") else 0)
    resolved = sum(each.status == "resolved" for each in release(path).references)
    assert resolved / len(release(path).references) >= 0.995


@pytest.mark.parametrize(
    ("sentence", "raws"),
    [
        ("By rule 302.4 and 100 cards it is done.", ["rule 302.4"]),
        ("By rules 302.4 and 302 it is done.", ["rules 302.4 and 302"]),
        ("By rules 302.4 and 302, “Tides,” it is done.", ["rules 302.4 and 302, “Tides,”"]),
    ],
)
def test_counted_things_end_a_list(sentence: str, raws: list[str]) -> None:
    assert [citation.raw for citation in cite(sentence, MAGIC)] == raws


@pytest.mark.parametrize(
    "text",
    ["(rule 100.1)rule 100.1rule 100.1", "(" * 3000 + "rule 100.1" + ")" * 3000, "rules 100.1, " * 2000],
)
def test_odd_texts_are_read_to_their_end(text: str) -> None:
    assert len(list(cite(text, MAGIC))) == (2000 if text.startswith("rules") else 1)
