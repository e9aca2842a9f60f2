"""Wrapped, decorated, damaged and cut documents: they read as well as clean ones do."""

from __future__ import annotations

import textwrap
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from comprules import NotRulesError, Release, parse, text, unplaced, walk
from comprules.diff import diff
from tests.conftest import CORPUS, SAMPLES, magic, needs_corpus, release


def levels(got: Release) -> list[int]:
    counts = Counter(got.index.family.level(node.rule.number) for node in got.index.nodes)
    return [counts[level.name] for level in got.index.family.levels]


def wrapped(content: str, width: int) -> str:
    """`content` broken to lines of a width, as editors do: hard, at blanks, without hyphens."""
    return "\n".join(
        textwrap.fill(line, width, break_on_hyphens=False, break_long_words=False) for line in content.split("\n")
    )


def without_indents(content: str) -> str:
    """Further paragraphs cannot be told from wrapped lines unless a blank line or an indentation sets them off."""
    return "\n".join(line.strip() for line in content.split("\n"))


@settings(max_examples=25, deadline=None)
@given(st.integers(70, 112), st.integers(0, 2))
def test_wrapped_documents_give_the_same_rules(width: int, sample: int) -> None:
    clean = parse(without_indents(text(release(SAMPLES[sample]).document)))
    got = parse(wrapped(text(clean.document), width))
    assert [(rule.number, rule.title) for rule in walk(got.document.rules)] == [
        (rule.number, rule.title) for rule in walk(clean.document.rules)
    ]
    same = [
        ("".join((a.text or "").split()), a.examples) == ("".join((b.text or "").split()), b.examples)
        for a, b in zip(walk(got.document.rules), walk(clean.document.rules), strict=True)
    ]
    assert sum(same) >= len(same) - 2
    assert [entry.term for entry in got.document.glossary] == [entry.term for entry in clean.document.glossary]


PROSE = "\n\n".join(
    f"100.{at}. A captain who sails by night keeps one lantern lit at the bow and one lit at the stern, as told\n"
    f"in rule {'100.2b and ' if at > 2 else ''}another, and never lets either go out before the morning watch.\n\n"
    f"100.{at}a This goes for every ship that is larger than a rowboat, whatever it carries and whoever commands it,\n"
    "unless the harbor that it leaves has a lighthouse of its own that can be seen from the open sea."
    for at in range(1, 12)
)


def test_a_line_that_begins_with_a_citation_is_no_rule() -> None:
    cited = "As the pilot has it, whoever passes the mole at low tide follows what is said about buoys and lights in\n"
    got = parse(
        f"{PROSE}\n\n100.12. {cited}100.2a and in whatever the harbor master has nailed to the customs house.\n"
    )
    assert [rule.number for rule in walk(got.document.rules)][-2:] == ["100.11a", "100.12"]
    assert "lights in 100.2a and in whatever" in (got.index.by_number["100.12"].rule.text or "")
    assert [found.code for found in got.diagnostics] == ["wrapped"]


def test_page_breaks_do_not_part_sentences() -> None:
    got = parse(PROSE.replace("as told\nin rule", "as told\n\n\x0c\nin rule"))
    assert (got.index.by_number["100.1"].rule.text or "").startswith("A captain who sails by night")
    assert "as told in rule another" in (got.index.by_number["100.1"].rule.text or "")


def test_rows_of_signs_and_dot_leaders_are_left_out_and_named() -> None:
    got = parse(
        "=====================\nContents\n---------------------\n1. Sea........................1\n"
        "     100. Tides...............2\n\n=====================\n1. Sea\n------\n\n   100. Tides\n\n"
        "100.1. It turns.\n"
    )
    assert [(entry.number, entry.title) for entry in got.document.contents] == [("1", "Sea"), ("100", "Tides")]
    assert [(found.code, found.line) for found in got.diagnostics] == [("decoration", 1), ("leaders", 4)]


def test_an_excerpt_with_glued_numbers_and_no_dots() -> None:
    got = parse(
        "7.  Sea\n\n702.  Tides\n\n702.1    Ebb\n\n702.1a  It falls.\n\n702.1bA ship waits.\n\n702.2\xa0\xa0Flow\n"
    )
    assert [(rule.number, rule.title or rule.text) for rule in walk(got.document.rules)] == [
        ("7", "Sea"),
        ("702", "Tides"),
        ("702.1", "Ebb"),
        ("702.1a", "It falls."),
        ("702.1b", "A ship waits."),
        ("702.2", "Flow"),
    ]
    assert [(found.code, found.number) for found in got.diagnostics] == [
        ("missing-dot", "702.1"),
        ("missing-space", "702.1b"),
        ("missing-dot", "702.2"),
    ]


def test_joined_words_of_an_excerpt_are_named_and_left_alone() -> None:
    lines = "".join(f"100.{at}. The captain talks about ships and ability.\n" for at in range(1, 5))
    glued = "".join(f"100.5{letter}A ship has a captain.\n" for letter in "abc")
    got = parse(f"{lines}100.5. She talks aboutShips and captainability.\n{glued}")
    assert [found.message for found in got.diagnostics if found.code == "joined-words"] == [
        "100.5 has “aboutShips”, perhaps “about Ships”",
        "100.5 has “captainability”, perhaps “captain ability”",
    ]
    assert got.index.by_number["100.5"].rule.text == "She talks aboutShips and captainability."


def misread(content: str, page: str) -> str:
    """What a reader makes of UTF-8 that takes it for a code page."""
    return "".join(bytes([byte]).decode(page, "ignore") or chr(byte) for byte in content.encode())


@pytest.mark.parametrize("page", ["cp1252", "latin-1"])
@pytest.mark.parametrize("times", [1, 2])
def test_misread_utf_8_is_undone(page: str, times: int) -> None:
    clean = release(SAMPLES[1])
    damaged = clean.source.text
    for _ in range(times):
        damaged = misread(damaged, page)
    got = parse(damaged)
    assert got.document == clean.document
    assert [found.code for found in got.source.diagnostics] == ["mojibake"]


def test_real_accents_are_not_taken_for_damage() -> None:
    content = "100.1. Â Ã â: “Café” and Dandân — naïve.\n" * 5
    assert parse(content).source.text == content


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_with_stray_bytes_is_recovered_line_by_line(encoding: str) -> None:
    clean = release(SAMPLES[2])
    data = ("\ufeff" + clean.source.text).encode(encoding)
    got = parse(data.replace(b"\n", b"\r\n"))
    assert got.document == clean.document
    assert [found.code for found in got.source.diagnostics] == ["stray-bytes"]


@pytest.mark.parametrize(
    "content",
    [
        "It was a dark night, and nobody on the quay had a number to his name.\n" * 50,
        "int main() {\n    return 100.1f;\n}\n",
    ],
)
def test_what_is_no_rules_document_is_refused_in_one_line(content: str) -> None:
    with pytest.raises(NotRulesError) as refused:
        parse(content, "story.txt")
    assert str(refused.value).startswith("story.txt: no numbered rules found; looked for lines such as “100.1. …”")
    assert str(refused.value).endswith("a copy without numbers is for comprules restore")
    assert "\n" not in str(refused.value)


def test_lists_are_no_rules_and_what_was_seen_is_named() -> None:
    with pytest.raises(NotRulesError) as refused:
        parse("Part one\n1. Buy rope.\n2. Buy tar.\nPart two\n1. Sleep.\n2. Wake.\n", "story.txt")
    assert str(refused.value) == (
        "story.txt: no family explains enough of its 4 numbered lines, such as “1.”, “2.”, “1.”; nearest is magic;"
        " force one with --family (comprules families lists them)"
    )


SHORT = (
    "1. Sea\n100. Tides\n100.1. The captain of a ship gives every order that is given on it.\n"
    "100.2. At low tide a captain does one of these things, and\n"
    "or takes two cards into the hold of the ship, as it were\n"
    "or takes one coin out of the chest that stands in the hold\n"
    "or does nothing at all, and waits until the tide is high\n"
    "100.3. A ship that has no captain is at the mercy of the sea.\n\nGlossary\n\nFlagship\n"
    "A ship that leads all others, of which nobody may have two\n\n"
    "Pirate\nA captain whom no harbor lets in, by day or night.\n"
)


def test_a_small_document_of_short_lines_is_left_as_it_is() -> None:
    got = parse(SHORT)
    assert text(got.document).split() == got.source.text.split()
    assert (got.index.by_number["100.2"].rule.text or "").count("\n") == 3
    assert [entry.term for entry in got.document.glossary] == ["Flagship", "Pirate"]


def test_a_stray_heading_in_the_midst_of_the_rules_is_none() -> None:
    lines = text(release(SAMPLES[0]).document).split("\n")
    at = next(place for place, line in enumerate(lines) if line.startswith("302.5."))
    got = parse("\n".join([*lines[:at], "Glossary", "", *lines[at:]]))
    assert levels(got) == levels(release(SAMPLES[0]))
    assert "orphan-line" in [found.code for found in got.diagnostics]


def test_a_glossary_without_blank_lines() -> None:
    got = parse("100.1. See.\n\nGlossary\nTide\nA thing that rises.\nWave\nA thing that falls.\nAnd breaks.\n")
    assert [(entry.term, entry.text) for entry in got.document.glossary] == [
        ("Tide", "A thing that rises."),
        ("Wave", "A thing that falls.\nAnd breaks."),
    ]


def test_contents_of_sections_alone_stay_contents() -> None:
    got = parse("Contents\n1. Game\n2. Parts\n200.1. Ships float.\n")
    assert [entry.title for entry in got.document.contents] == ["Game", "Parts"]
    assert [rule.number for rule in walk(got.document.rules)] == ["200.1"]


def test_invisible_characters_hide_no_number() -> None:
    got = parse("100.1. One.\n\ufeff100.2. Two.\n\u200b100.3. Three.\n")
    assert [rule.number for rule in walk(got.document.rules)] == ["100.1", "100.2", "100.3"]


def test_an_example_with_its_text_on_the_next_line() -> None:
    got = parse("100.1. One.\nExample:\nIt is so.\nExample 2: It is so too.\n")
    assert got.document.rules[0].examples == ("It is so.", "It is so too.")
    assert [found.code for found in got.diagnostics] == ["example-label", "example-label"]


@needs_corpus
def test_the_numbered_excerpt() -> None:
    got = release(next((CORPUS / "excerpts").glob("000_*")))
    assert levels(got) == [1, 1, 51, 187]
    codes = Counter(found.code for found in got.diagnostics)
    assert (codes["missing-space"], codes["unfinished"]) == (15, 1)
    assert {found.severity for found in got.diagnostics} == {"warning", "info"}


@needs_corpus
def test_the_rulebook_without_numbers_is_refused() -> None:
    with pytest.raises(NotRulesError):
        release(next((CORPUS / "magic-damaged").glob("1997*")))


@needs_corpus
@pytest.mark.parametrize(
    ("damaged", "clean"),
    [("2026-04-17-mojibake", "2026-04-17"), ("2013-05-01-utf16-with-stray-bytes", "2013-05-01")],
)
def test_damaged_files_give_the_tree_of_their_release(damaged: str, clean: str) -> None:
    got = release(CORPUS / "magic-damaged" / f"{damaged}.txt")
    assert unplaced(got.document) == unplaced(release(CORPUS / "magic" / f"{clean}.txt").document)


@needs_corpus
def test_two_extractions_of_one_pdf_are_one_release() -> None:
    paths = sorted((CORPUS / "magic-pdf-text").glob("*.txt"))
    releases = [release(path) for path in paths]
    summary = diff(releases[0], releases[1]).summary
    assert [levels(each) for each in releases] == [[9, 120, 782, 988]] * 2
    assert summary == dict.fromkeys(summary, 0)
    assert len(releases[0].document.glossary) == len(releases[1].document.glossary)


# What was seen in the texts themselves: numbers that are really missing, doubled or out of place.
REAL = {
    "gap": {"113.9", "214.8k", "216", "432.2b", "609.4", "212"},
    "duplicate-number": {"502.35b", "605.2c"},
    "missing-parent": {"432.2b", "724.3a", "724.3b", "724.3c"},
    "misplaced": {"408.f", "408.g", "502.35b", "605.2c"},
    "out-of-order": {"408.f"},
}


@needs_corpus
@pytest.mark.parametrize("path", magic(), ids=lambda path: str(path.stem))
def test_every_release_since_1999_reads_as_fully_as_a_modern_one(path: Path) -> None:
    got = release(path)
    for found in got.diagnostics:
        assert found.severity != "error"
        assert found.code not in REAL or found.number in REAL[found.code], found
        assert found.code != "orphan-line", found
    entries = [entry.term for entry in got.document.glossary]
    assert entries[0] in ("Ability", "Abandon")
    assert entries[-1] in ("Zone", "Zone-Change Triggers")
    dangling = sum(reference.status == "dangling" for reference in got.references)
    assert dangling <= 0.005 * len(got.references) + 1


@needs_corpus
def test_glossaries_grow_as_the_neighbours_do() -> None:
    sizes = [len(release(path).document.glossary) for path in magic("2001")]
    assert all(0.95 < after / before < 1.5 for before, after in pairwise(sizes))


@needs_corpus
@pytest.mark.parametrize(
    ("old", "new"), [("1999-11-01", "2001-07-23"), ("2001-07-23", "2002-02-20"), ("2002-02-20", "2003-03-15")]
)
def test_old_neighbours_compare_as_edits_not_as_a_rewrite(old: str, new: str) -> None:
    before, after = (release(CORPUS / "magic" / f"{date}.txt") for date in (old, new))
    got = diff(before, after)
    assert len(got.pairs) > 0.95 * len(before.index.nodes)
    untouched = len(got.pairs) - got.summary["edited"] - got.summary["split"] - got.summary["merged"]
    assert untouched > 0.4 * len(got.pairs)
