"""The command diff, as a user runs it."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import SAMPLES
from tests.test_reading_commands import loaded, run

OLD, NEW, LATER = map(str, SAMPLES)


def test_text_leads_with_the_news() -> None:
    out = run("diff", OLD, NEW)[1].splitlines()
    assert out[:7] == [
        "Slackwater Comprehensive Rules",
        "2025-01-17 → 2025-04-04",
        "New keyword abilities: 302.6 Stowaway",
        "New ship types: Lugger (201.1)",
        "rules: 4 added, 1 removed, 1 split, 6 edited, 1 moved to another parent",
        "glossary: 1 added (Stowaway), 1 removed (Neap), 1 edited",
        "also 5 with references that follow, 30 renumbered alone (--all shows them)",
    ]
    assert "302.6–302.11 became 302.7–302.12 (+1)" in out
    changed = next(line for line in out if line.startswith("~ 203.2 "))
    assert "(now cites 204.3 instead of 204.1)" in changed
    assert "rule [-204.1-]{+204.3+}." in changed


def test_stories_come_before_the_rest_and_nothing_is_told_twice() -> None:
    out = run("diff", OLD, NEW)[1].splitlines()
    story = out[out.index("New keyword ability 302.6 Stowaway") : out.index("1. Foundations")]
    assert [line.split()[1] for line in story if line.startswith(("+", "~"))] == [
        *("302.6", "302.6a", "302.6b", "Stowaway", "201.1"),
    ]
    heads = [line.split()[1] for line in out if line[:2] in ("+ ", "- ", "~ ", "< ", "» ")]
    assert len(set(heads)) == len(heads) - 1  # the two dates before the introduction begin alike


def test_a_split_is_one_block() -> None:
    out = run("diff", OLD, NEW)[1].splitlines()
    at = out.index("< 201.6 → 201.6 + 201.7 (split)")
    assert [line.strip().split()[0] for line in out[at + 1 : at + 3]] == ["201.6", "201.7"]
    assert not any(line.startswith("< 201.7") for line in out)


def test_quiet_kinds_are_shown_when_asked_for() -> None:
    assert "302.8b → 302.9b" not in run("diff", OLD, NEW)[1]
    assert "302.8b → 302.9b" in run("diff", OLD, NEW, "--all")[1]


def test_filters_narrow_counts_news_and_exit_code() -> None:
    moved = run("diff", OLD, NEW, "--only", "moved")[1]
    assert "rules: 1 moved to another parent" in moved
    assert "» 104.5 → 202.6" in moved
    assert "302.6" not in moved
    within = run("diff", OLD, NEW, "--in", "302")[1]
    assert "under 302 Keyword Abilities, as the new release numbers it" in within
    assert "rules: 3 added\n" in within
    assert "New keyword abilities: 302.6 Stowaway" in within
    assert "Lugger" not in within
    assert run("diff", OLD, NEW, "--in", "302", "--exit-code")[0] == 1
    nothing = run("diff", OLD, NEW, "--in", "101", "--exit-code")
    assert (nothing[0], nothing[1].splitlines()[-1]) == (0, "nothing found")
    assert run("diff", OLD, NEW, "--only", "merged", "--exit-code")[0] == 0
    glossary = run("diff", OLD, NEW, "--in", "glossary")[1]
    assert "rules: none" in glossary
    assert "+ Stowaway " in glossary
    assert "Keyword" not in glossary


def test_json_follows_its_schema() -> None:
    record = loaded("diff", OLD, NEW, "-f", "json")
    jsonschema.validate(record, loaded("schema", "diff"))
    assert record["schema"] == "comprules/diff/1"
    assert list(record["changes"][0])[:8] == [
        *("kind", "old", "new", "moved", "related", "confidence", "edits", "references"),
    ]
    (keyword,) = record["keywords"]
    assert list(keyword.items())[:4] == [("kind", "added"), ("class", "ability"), ("old", None), ("new", "Stowaway")]
    assert (keyword["old_number"], keyword["number"]) == (None, "302.6")
    parts = [each for each in record["changes"] if each["related"] and None in (each["old"], each["new"])]
    assert sum(record["summary"].values()) == len(record["changes"]) - len(parts)
    (division,) = record["divisions"]
    assert (division["kind"], division["whole"], division["parts"]) == ("split", "201.6", ["201.6", "201.7"])


@pytest.mark.parametrize("limit", [300, 1000, 2000, 4000])
def test_markdown_fits_a_limit_and_names_what_it_left_out(limit: int) -> None:
    out = run("diff", OLD, LATER, "-f", "markdown", "--max-length", str(limit))[1]
    assert len(out) <= limit
    last = out.rstrip().splitlines()[-1]
    assert last.startswith("*Left out for length: ")
    if limit >= 2000:
        whole = run("diff", OLD, LATER, "-f", "markdown")[1]
        told = [line.split("**")[1] for line in whole.splitlines() if re.match(r"- \*\*\d", line)]
        assert [number for number in told if number not in out] == [] or " more.*" in last
        assert out.index("302.6 Stowaway") < out.index("\n## ")
    assert out.startswith("# Slackwater Comprehensive Rules: 2025-01-17 → 2025-")


def test_markdown_escapes_what_it_would_read_as_markup(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("100.1. It *is* <b>so</b>.\n")
    new.write_text("100.1. It *was* <b>so</b>.\n")
    out = run("diff", str(old), str(new), "-f", "markdown")[1]
    assert r"It \*~~is~~ **was**\* \<b\>so\</b\>." in out


def test_the_map_of_numbers() -> None:
    rows = list(csv.reader(io.StringIO(run("diff", OLD, NEW, "--map", "csv")[1])))
    assert rows[0] == ["old", "new", "kind", "confidence"]
    assert ["104.5", "202.6", "moved", "1.0"] in rows
    assert ["102.4", "", "removed", "1.0"] in rows
    assert ["", "302.6", "added", "1.0"] in rows
    assert [row[:3] for row in rows if row[0] == "201.6"] == [["201.6", "201.6", "split"], ["201.6", "201.7", "split"]]
    assert all(row[0] != row[1] or row[2] == "split" for row in rows)
    assert [row[1] for row in rows if row[1].startswith("302.6")] == ["302.6", "302.6a", "302.6b"]
    assert len(list(csv.reader(io.StringIO(run("diff", OLD, NEW, "--map", "csv", "--all")[1])))) > 189
    assert loaded("diff", OLD, NEW, "--map", "json", "--in", "302")[0] == {
        "old": None,
        "new": "302.6",
        "kind": "added",
        "confidence": 1.0,
    }


def test_exit_codes() -> None:
    assert run("diff", OLD, OLD, "--exit-code")[0] == 0
    assert run("diff", OLD, NEW, "--exit-code")[0] == 1
    assert run("diff", OLD, NEW)[0] == 0
    for arguments in (
        ("diff", OLD),
        ("diff", "-", "-"),
        ("diff", OLD, NEW, "--pin", "nonsense"),
        ("diff", OLD, NEW, "--pin", "302.5=302.6", "--pin", "302.5=302.7"),
        ("diff", OLD, NEW, "--all", "-f", "json"),
        ("diff", OLD, NEW, "--max-length", "500"),
        ("diff", OLD, NEW, "--full"),
        ("diff", OLD, NEW, "--in", "999"),
    ):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert run("diff", OLD, NEW, "--pin", "999=999")[2].startswith("comprules: --pin 999=999: the old release has no")


def test_equal_and_foreign_inputs() -> None:
    assert "rules: none" in run("diff", OLD, OLD)[1]
    code, out, err = run("diff", OLD, "-", stdin=b"A novel, in which nothing is numbered.\n")
    assert (code, out, err.count("\n")) == (2, "", 1)
    foreign = run("diff", OLD, "-", stdin=b"700.1. Otherwise.\n700.2. Entirely so.\n")[1]
    assert "warning: the two hardly match: 0 pairs among 189 and 2 rules" in foreign
    assert "are they swapped?" in run("diff", NEW, OLD)[1]


def test_apply_needs_the_json_alone(tmp_path: Path) -> None:
    record = tmp_path / "diff.json"
    assert run("diff", OLD, NEW, "-f", "json", "-o", str(record))[0] == 0
    assert run("apply", OLD, str(record)) == (0, run("parse", "-f", "text", NEW)[1], "")
    assert loaded("apply", OLD, str(record), "-f", "json")["effective"] == "2025-04-04"
    again = tmp_path / "again.json"
    assert run("diff", NEW, LATER, "-f", "json", "-o", str(again))[0] == 0
    assert run("apply", OLD, str(record), str(again)) == (0, run("parse", "-f", "text", LATER)[1], "")
    code, out, err = run("apply", OLD, str(again))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not a comparison of" in err
    assert run("diff", OLD, NEW, "--in", "302", "-f", "json", "-o", str(record))[0] == 0
    assert "a comparison of a part" in run("apply", OLD, str(record))[2]
    again.write_text("[]")
    assert "not the JSON of a comparison" in run("apply", OLD, str(again))[2]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_a_saved_comparison_is_told_like_a_new_one(tmp_path: Path, form: str) -> None:
    saved = tmp_path / "diff.json"
    for old, new in ((OLD, NEW), (NEW, LATER), (LATER, OLD)):
        assert run("diff", old, new, "-f", "json", "-o", str(saved))[0] == 0
        assert run("diff", str(saved), "-f", form, "--all") == run("diff", old, new, "-f", form, "--all")
    refused = run("diff", str(saved), "--in", "302")
    assert (refused[0], refused[1]) == (2, "")
    assert "told whole, as text or Markdown" in refused[2]


def test_filters_narrow_the_json_and_the_page() -> None:
    record = loaded("diff", OLD, NEW, "--in", "302", "--only", "added", "-f", "json")
    assert (record["within"], record["only"]) == ("302", ["added"])
    assert [change["new"]["number"] for change in record["changes"]] == ["302.6", "302.6a", "302.6b"]
    page = run("diff", OLD, NEW, "--in", "302", "-f", "html")[1]
    assert "302.6a" in page
    assert "203.2" not in page


FOLLOWS = "also 1 with references that follow (--all shows them)"
CASES = Path(__file__).parent / "fixtures" / "comparisons"


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("two-member-list", ["New spell types: Adventure (100.2)"]),
        ("no-last-comma", ["~ 100.2 The spell types are Arcane, Lesson, Omen[-,-] and Trap."]),
        ("comma-inserted", ["~ 100.2 The others follow in seat{+,+} order."]),
        (
            "merged-target",
            ["> 101.1a + 101.1b → 101.1a (merged)", "also 1 with references that follow (--all shows them)"],
        ),
        (
            "half-of-split",
            ["< 101.1a → 101.1a + 101.1b (split)", "also 1 with references that follow (--all shows them)"],
        ),
        ("false-pair", ["rules: 2 added, 2 removed", "New keyword abilities: 102.2 Hoarding"]),
        ("same-date", ["2031-03-07 (same-date-old.txt) → 2031-03-07 (same-date-new.txt)"]),
        ("swap", ["100.2 and 100.4 changed places"]),
        ("renamed-term", ["Renamed glossary terms: Compost is now Heap", "rules: none"]),
    ],
)
def test_small_documents_come_out_right(name: str, lines: list[str]) -> None:
    out = run("diff", str(CASES / f"{name}-old.txt"), str(CASES / f"{name}-new.txt"))[1].splitlines()
    for line in lines:
        assert line in out
    assert not any(line.startswith("Gone") for line in out)
