"""Families: a document of each, told from the others, read by its own grammar; documents that grammars refuse."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from lark import Lark

from comprules import NotRulesError, parse, text, unplaced, walk
from comprules.document.parser import parse as parse_document
from comprules.document.parser import prepare
from comprules.families.registry import all_families, get_family
from comprules.families.shape import parts
from comprules.source import decode
from tests.conftest import CORPUS, ROOT, needs_corpus

GRAMMARS = ROOT / "grammars"


class Case(NamedTuple):
    family: str
    name: str
    content: str
    rules: list[str]
    references: list[str]


def cases() -> list[Case]:
    found = []
    for block in (ROOT / "tests" / "cases" / "families.txt").read_text(encoding="utf-8").split("\n===\n"):
        heading, _, rest = block.partition("\n")
        family, _, name = heading.removeprefix("# ").partition(": ")
        content, _, outcome = rest.rpartition("\n---\n")
        rows = outcome.strip("\n").split("\n")
        rules = [row for row in rows if not row.startswith("ref ")]
        found.append(Case(family, name, content + "\n", rules, [row[4:] for row in rows if row.startswith("ref ")]))
    return found


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.family}: {case.name}")
def test_a_document_of_each_family(case: Case) -> None:
    got = parse(case.content)
    assert got.document.family == case.family
    rules = [
        f"{rule.number} T {rule.title}" if rule.title else f"{rule.number} {rule.text}"
        for rule in walk(got.document.rules)
    ]
    assert rules == case.rules
    numbered = [each for each in got.references if each.named]
    assert [f"{each.raw} => {' '.join(each.targets)}" for each in numbered] == case.references
    assert {each.status for each in numbered} <= {"resolved"}
    assert unplaced(parse(text(got.document)).document) == unplaced(got.document)


def test_every_family_has_a_case() -> None:
    assert {case.family for case in CASES} == {*all_families(), "outline"}


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.family != "outline"], ids=lambda case: f"{case.family}: {case.name}"
)
def test_lark_reads_the_prepared_text_of_a_document_by_itself(case: Case) -> None:
    ready, family, _ = prepare(decode(case.content))
    grammar = Lark.open(
        str(GRAMMARS / family.name / "document.lark"),
        parser="lalr",
        lexer="contextual",
        start="document",
        import_paths=[str(GRAMMARS)],
    )
    tree = grammar.parse(ready.text)
    assert tree.data == "document"
    tokens = "".join(tree.scan_values(lambda value: True))
    assert "".join(tokens.split()) == "".join(ready.text.split())


REFUSED = [
    (
        "Once upon a time there was a sea.\n",
        "sea.txt:1: the document ends after “Once upon a time there was a sea.”; the magic grammar expects",
    ),
    (
        "Contents\n1. Sea\n100. Tides\n",
        "sea.txt:3: the document ends after “100. Tides”; the magic grammar expects",
    ),
    (
        "Introduction\nThis is about the sea.\n\nGlossary\n\nTide\nIt turns.\n",
        "sea.txt:7: the document ends after “It turns.”; the magic grammar expects",
    ),
]


@pytest.mark.parametrize(("content", "message"), REFUSED, ids=["prose", "contents", "no rules"])
def test_documents_that_the_grammar_refuses(content: str, message: str) -> None:
    with pytest.raises(NotRulesError) as refused:
        parse_document(decode(content, "sea.txt"), get_family("magic"))
    assert str(refused.value).startswith(message)
    assert str(refused.value).endswith("section or subrule")


def test_a_stretch_without_numbers_is_one_diagnostic_and_is_kept() -> None:
    stretch = [f"Line {at} of a song about the sea" for at in range(30)]
    got = parse("100. Tides\n\n100.1. It turns.\n\n" + "\n\n".join(stretch) + "\n\n100.2. It turns back.\n")
    assert got.index.by_number["100.1"].rule.text == "It turns.\n" + "\n".join(stretch)
    assert [(found.code, found.line, found.message) for found in got.diagnostics if found.code != "unfinished"] == [
        ("orphan-line", 5, "30 paragraphs from “Line 0 of a song about the sea” on have no number")
    ]


@pytest.mark.parametrize(
    ("family", "number", "depth", "parent", "after", "heading"),
    [
        ("magic", "7", 0, None, "8", "7."),
        ("magic", "702", 1, "7", "703", "702."),
        ("magic", "702.19", 2, "702", "702.20", "702.19."),
        ("magic", "702.19k", 3, "702.19", "702.19m", "702.19k"),
        ("magic", "702.19z", 3, "702.19", "702.19aa", "702.19z"),
        ("magic", "306.b", 3, "306", "306.c", "306.b"),
        ("force-of-will", "1400", 0, None, "1401", "1400."),
        ("force-of-will", "1416", 1, "1400", "1417", "1416."),
        ("force-of-will", "903.2f-iii", 4, "903.2f", "903.2f-iv", "903.2f-iii."),
        ("flesh-and-blood", "1.0", 1, "1", "1.1", "1.0"),
        ("flesh-and-blood", "1.0.1l", 3, "1.0.1", "1.0.1m", "1.0.1l"),
        ("riftbound", "050", 1, "000", "051", "050."),
        ("riftbound", "103.1.b.2", 4, "103.1.b", "103.1.b.3", "103.1.b.2."),
        ("one-piece", "1-2-1-1", 3, "1-2-1", "1-2-1-2", "1-2-1-1."),
        ("gundam", "9", 0, None, "10", "9)"),
        ("lorcana", "4.3.6.19", 3, "4.3.6", "4.3.6.20", "4.3.6.19."),
        ("wca-regulations", "A", 0, None, "B", "Article A:"),
        ("wca-regulations", "1a1a", 3, "1a1", "1a1b", "1a1a)"),
    ],
)
def test_numbers_of_each_shape(
    family: str, number: str, depth: int, parent: str | None, after: str, heading: str
) -> None:
    shape = get_family(family)
    assert shape.is_number(number)
    assert (shape.depth(number), shape.parent(number), shape.next_number(number), shape.heading(number)) == (
        depth,
        parent,
        after,
        heading,
    )
    assert shape.between(number, after) == [number, after]
    assert shape.order(number) < shape.order(after)


def test_numbers_sort_as_documents_have_them() -> None:
    magic, will = get_family("magic"), get_family("force-of-will")
    numbers = ["7", "700", "700.1", "700.1a", "700.1z", "700.1aa", "700.2", "700.10", "701", "8"]
    assert sorted(set(numbers), key=magic.order) == numbers
    roman = ["903.2f", "903.2f-i", "903.2f-iv", "903.2f-v", "903.2f-ix", "903.2g"]
    assert sorted(set(roman), key=will.order) == roman


MODULE = """
from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="harbour",
    title="Harbour",
    told_by=("Harbour Game",),
    number=r"[1-9](?:/[1-9])?",
    levels=(Level("pier", before="H", after=" ="), Level("berth", before="H", after=" =")),
)
"""
DOCUMENT = r"""// document.lark: the rules of an invented game, numbered H1 = and H1/1 =.
%import shared.levels (document, line, piece, NUMBER1, NUMBER2)
%override NUMBER1.61: /H[1-9] = /
%override NUMBER2.62: /H[1-9]\/[1-9] = /
"""
REFERENCE = r"""// reference.lark: citations are “berth H1/1”.
%import shared.citations (citation, surrounding, WORD, NUMBER)
%override WORD.2: /berth[ ]H/
%override NUMBER.5: /[1-9](?:\/[1-9])?/
"""


def test_a_family_is_added_by_a_folder_and_a_module(tmp_path: Path) -> None:
    """In a copy of the package: nothing else of it is edited."""
    package = tmp_path / "comprules"
    subprocess.run(["cp", "-r", str(ROOT / "src" / "comprules"), str(package)], check=True)
    subprocess.run(["cp", "-r", str(GRAMMARS), str(package / "grammars")], check=True)
    subprocess.run(["cp", "-r", str(ROOT / "data"), str(package / "data")], check=True)
    (package / "families" / "harbour.py").write_text(MODULE, encoding="utf-8")
    (package / "grammars" / "harbour").mkdir()
    (package / "grammars" / "harbour" / "document.lark").write_text(DOCUMENT, encoding="utf-8")
    (package / "grammars" / "harbour" / "reference.lark").write_text(REFERENCE, encoding="utf-8")
    content = (
        "The Harbour Game\n\nH1 = Quays\n\nH1/1 = A quay is wet.\n\nH1/2 = A pier is dry, but for berth H1/1.\n\n"
        "H2 = Ships\n\nH2/1 = They float.\n"
    )
    code = (
        "import sys, json; sys.path[:0] = sys.argv[1:2]; import comprules\n"
        "got = comprules.parse(sys.argv[2]); assert comprules.__file__.startswith(sys.argv[1])\n"
        "print(json.dumps([got.document.family, [(node.rule.number, node.rule.title or node.rule.text,"
        " len(node.path)) for node in got.index.nodes], [(each.raw, each.targets) for each in got.references],"
        " [each.code for each in got.diagnostics]]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), content], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        "harbour",
        [
            ["1", "Quays", 0],
            ["1/1", "A quay is wet.", 1],
            ["1/2", "A pier is dry, but for berth H1/1.", 1],
            ["2", "Ships", 0],
            ["2/1", "They float.", 1],
        ],
        [["berth H1/1", ["1/1"]]],
        [],
    ]


# Numbers that open lines of documents in the corpus, for files whose README gives them in place of expected.json.
COUNTED = {
    "flesh-and-blood/2025-05-19.txt": 1216,
    "flesh-and-blood/2026-02-22.txt": 1252,
    "lorcana/2026-04-30-pdf-text.txt": 537,
    "one-piece/2023.md": 411,
    "one-piece/2026-01-16.md": 474,
    "riftbound/2025-10-01-pdf-text.txt": 1613,
    "riftbound/2025-12-01.txt": 1768,
}
OUTLINES = {"tgc", "f1-sporting"}


def games() -> list[tuple[str, int, set[str]]]:
    folder = CORPUS / "other-games"
    if not folder.is_dir():
        return []
    counted = json.loads((folder / "expected.json").read_bytes())["files"]
    rows = [(name, row["numbered"], set(row["repeated"])) for name, row in counted.items()]
    return sorted([*rows, *((name, count, set()) for name, count in COUNTED.items())])


@needs_corpus
@pytest.mark.parametrize(
    ("name", "count", "repeated"), games(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_documents_of_other_games(name: str, count: int, repeated: set[str]) -> None:
    path = CORPUS / "other-games" / name
    got = parse(path.read_bytes(), path.name)
    game = name.partition("/")[0]
    assert got.document.family == ("outline" if game in OUTLINES else game)
    numbers = [node.rule.number for node in got.index.nodes]
    listed = {entry.number for entry in got.document.contents if entry.number}
    shallow = 0 if game == "riftbound" else 1
    assert len({number for number in listed.union(numbers) if len(parts(number)) > shallow}) >= 0.98 * count
    twice = {number for number, times in Counter(numbers).items() if times > 1} - repeated
    lines = Counter(re.findall(r"(?m)^[ \t]*([0-9][0-9a-z.-]*[0-9a-z])(?=[.):]? )", got.source.text))
    assert all(lines[number] > 1 for number in twice)
    assert unplaced(parse(text(got.document), path.name).document) == unplaced(got.document)
