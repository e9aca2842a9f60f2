"""The library as the README shows it, and a release as JSON and back."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import msgspec
import pytest

import comprules
from comprules.export.shapes import SHAPES
from comprules.render.json import OUTPUTS
from tests.conftest import CORPUS, ROOT, SAMPLES, needs_corpus, release
from tests.test_reading_commands import loaded

PROGRAMS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


def ran(program: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, encoding="utf-8")
    return done.stdout.splitlines()


def test_the_first_example_runs_on_the_sample(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_bytes(SAMPLES[0].read_bytes())
    program = PROGRAMS[0].replace('"rules.txt"', repr(str(tmp_path / "rules.txt")))
    lines = ran(program + "print(again.document == release.document)")
    assert lines[0] == "Slackwater Comprehensive Rules 2025-01-17"
    assert "['Convoy'] ['302.5']" in lines
    assert lines[-1] == "True"


def test_which_rules_changed_that_mention_a_word() -> None:
    lines = ran(PROGRAMS[1], str(SAMPLES[0]), str(SAMPLES[1]), "lugger")
    assert lines == ["edited 201.1"]


def test_the_citations_of_a_file(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("See rule 302.5, “Convoy.”\nSee rule 302.99 and rule 302.3, “Convoy.”\n", encoding="utf-8")
    assert ran(PROGRAMS[2], str(SAMPLES[0]), str(notes)) == [
        "2: rule 302.99: there is no 302.99",
        "2: rule 302.3, “Convoy.”: 302.3 is “Moor”",
    ]


def same(got: comprules.Release) -> None:
    again = comprules.from_json(comprules.to_json(got))
    for table in ("document", "references", "keywords", "vocabularies", "diagnostics", "slips", "terms", "glossary"):
        assert getattr(again, table) == getattr(got, table), table
    assert comprules.to_json(again) == comprules.to_json(got)
    assert comprules.proofread(again) is not None
    assert msgspec.structs.asdict(again.source) | {"text": "", "diagnostics": ()} == msgspec.structs.asdict(
        got.source
    ) | {"text": "", "diagnostics": ()}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_a_release_comes_back_from_json(path: Path) -> None:
    same(release(path))


@needs_corpus
@pytest.mark.parametrize("name", ["2003-07-01", "2014-02-01", "2026-04-17"])
def test_a_real_release_comes_back_from_json(name: str) -> None:
    same(release(CORPUS / "magic" / f"{name}.txt"))


def test_json_of_another_shape_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        comprules.from_json(b'{"schema": "other"}')


def test_nobody_cites_an_uncited_rule_and_names_are_short() -> None:
    got = release(SAMPLES[0])
    assert got.cited_by["100.1"] == ()
    assert "100.1" not in got.cited_by
    for value in (got, got.document, got.index, got.index.nodes[0], got.document.rules[0]):
        assert len(repr(value)) < 200
    assert repr(got) == "<Release 'sample-1.txt' of 2025-01-17, 189 rules>"


def test_every_output_has_a_schema_that_is_kept() -> None:
    kept = {path.name for path in (ROOT / "reports").glob("schema-*.json")}
    assert kept == {f"schema-{name}.json" for name in (*OUTPUTS, *SHAPES)}


def test_types_that_functions_return_are_public() -> None:
    from typing import get_type_hints

    for name in ("find", "search", "compare", "cite", "parse", "restore", "proofread", "from_json"):
        returned = get_type_hints(getattr(comprules, name))["return"]
        shown = {part.__name__ for part in getattr(returned, "__args__", (returned,)) if hasattr(part, "__name__")}
        assert shown <= {*comprules.__all__, "bytes", "str"}, name


@pytest.mark.parametrize(
    ("command", "output"),
    [
        (("show", "convoys", str(SAMPLES[0]), "-f", "json"), "show"),
        (("show", "302.10a-b", str(SAMPLES[0]), "-f", "json"), "show"),
        (("search", "ship", str(SAMPLES[0]), "-f", "json"), "search"),
        (("check", str(SAMPLES[2]), "--since", str(SAMPLES[1]), "-f", "json"), "check"),
        (("check", "--explain", "gap", "-f", "json"), "codes"),
        (("restore", str(SAMPLES[0]), "--from", str(SAMPLES[0]), "-f", "json"), "restore"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:24],
)
def test_outputs_follow_their_schemas(command: tuple[str, ...], output: str) -> None:
    record = loaded(*command)
    jsonschema.validate(record, loaded("schema", output))
    assert record["schema"].startswith(f"comprules/{output}/")


def test_show_as_json_has_the_entry_the_rule_and_who_cites_it() -> None:
    record = loaded("show", "convoys", str(SAMPLES[0]), "-f", "json")
    (answer,) = record["answers"]
    (rule,) = answer["rules"]
    assert (record["sure"], answer["name"], answer["entries"][0]["term"]) == (True, "Convoy", "Convoy")
    assert (rule["number"], rule["path"][-1], len(rule["rules"])) == (
        "302.5",
        {"number": "302", "title": "Keyword Abilities"},
        1,
    )
    assert {"number": None, "term": "Convoy"} in rule["cited_by"]
