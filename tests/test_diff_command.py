"""The command diff, as a user runs it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import SAMPLES
from tests.test_reading_commands import loaded, run

OLD, NEW, LATER = map(str, SAMPLES)


def test_text_leads_with_the_news() -> None:
    out = run("diff", OLD, NEW)[1].splitlines()
    assert out[:6] == [
        "Slackwater Comprehensive Rules",
        "2025-01-17 → 2025-04-04",
        "New keyword abilities: Stowaway",
        "New ship types: Lugger",
        "rules: 4 added, 1 removed, 2 split, 6 edited, 1 moved to another parent",
        "also 5 with references that follow, 30 renumbered alone (--all shows them)",
    ]
    assert "302.6–302.11 became 302.7–302.12 (+1)" in out
    changed = next(line for line in out if line.startswith("~ 203.2 "))
    assert "(cites 204.3, which is not what 204.1 became)" in changed
    assert "rule [-204.1-]{+204.3+}." in changed


def test_quiet_kinds_are_shown_when_asked_for() -> None:
    assert "302.8b → 302.9b" not in run("diff", OLD, NEW)[1]
    assert "302.8b → 302.9b" in run("diff", OLD, NEW, "--all")[1]
    only = run("diff", OLD, NEW, "--only", "moved")[1]
    assert "» 104.5 → 202.6" in only
    assert "+ 302.6" not in only
    within = run("diff", OLD, NEW, "--in", "302")[1]
    assert "+ 302.6a" in within
    assert "103.5" not in within


def test_json_follows_its_schema() -> None:
    record = loaded("diff", OLD, NEW, "-f", "json")
    jsonschema.validate(record, loaded("schema", "diff"))
    assert record["schema"] == "comprules/diff/1"
    assert list(record["changes"][0])[:8] == [
        *("kind", "old", "new", "moved", "related", "confidence", "edits", "references"),
    ]
    assert record["keywords"] == [{"kind": "added", "class": "ability", "old": None, "new": "Stowaway"}]
    assert sum(record["summary"].values()) == len(record["changes"])


@pytest.mark.parametrize("limit", [300, 1000, 2000])
def test_markdown_fits_a_limit_and_says_what_it_left_out(limit: int) -> None:
    out = run("diff", OLD, LATER, "-f", "markdown", "--max-length", str(limit))[1]
    assert len(out) <= limit
    if limit > 300:
        assert out.rstrip().splitlines()[-1].startswith("*Left out for length: ")
    assert run("diff", OLD, LATER, "-f", "markdown")[1].startswith(
        "# Slackwater Comprehensive Rules: 2025-01-17 → 2025-"
    )


def test_markdown_escapes_what_it_would_read_as_markup(tmp_path: Path) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("100.1. It *is* <b>so</b>.\n")
    new.write_text("100.1. It *was* <b>so</b>.\n")
    out = run("diff", str(old), str(new), "-f", "markdown")[1]
    assert r"It \*~~is~~ **was**\* \<b\>so\</b\>." in out


def test_the_map_of_numbers() -> None:
    rows = list(csv.reader(io.StringIO(run("diff", OLD, NEW, "--map", "csv")[1])))
    assert rows[0] == ["old", "new"]
    assert ["104.5", "202.6"] in rows
    assert ["102.4", ""] in rows
    assert ["", "302.6"] in rows
    assert loaded("diff", OLD, NEW, "--map", "json")[0] == {"old": "1", "new": "1"}


def test_exit_codes() -> None:
    assert run("diff", OLD, OLD, "--exit-code")[0] == 0
    assert run("diff", OLD, NEW, "--exit-code")[0] == 1
    assert run("diff", OLD, NEW)[0] == 0
    for arguments in (
        ("diff", OLD),
        ("diff", "-", "-"),
        ("diff", OLD, NEW, "--pin", "nonsense"),
        ("diff", OLD, NEW, "--pin", "302.5=302.6", "--pin", "302.5=302.7"),
        ("diff", OLD, NEW, "--only", "added", "-f", "json"),
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
