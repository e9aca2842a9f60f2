"""The commands that read one document, as a user runs them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from comprules import CompRulesError, Release, from_json, parse, to_json, walk
from tests.conftest import CORPUS, ROOT, SAMPLES, needs_corpus

SAMPLE = str(SAMPLES[0])


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    done = subprocess.run(
        [sys.executable, "-c", "from comprules.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def loaded(*arguments: str) -> Any:
    code, out, _ = run(*arguments)
    assert code == 0
    return json.loads(out)


def test_outline_leads_with_what_it_is() -> None:
    code, out, err = run("parse", SAMPLE)
    assert (code, err) == (0, "")
    assert out.splitlines()[:4] == [
        "Slackwater Comprehensive Rules",
        "effective 2025-01-17",
        "4 sections, 20 chapters, 91 rules, 74 subrules, 12 examples, 39 glossary entries",
        "sample-1.txt: read as magic; cp1252, CRLF, 568 lines, 23,072 bytes",
    ]
    assert out.splitlines()[-1] == "no diagnostics"


def test_json_follows_its_schema_and_the_contract() -> None:
    record = loaded("parse", SAMPLE, "-f", "json")
    jsonschema.validate(record, loaded("schema", "document"))
    assert record["schema"] == "comprules/document/1"
    assert list(record["source"]) == ["name", "sha256", "encoding", "newlines", "bytes", "lines"]
    assert list(record["rules"][0]) == ["number", "title", "text", "examples", "line", "rules"]
    assert list(record["glossary"][0]) == [
        *("term", "aliases", "senses", "text", "obsolete", "line", "told", "rules", "see", "redirect")
    ]
    entries = {entry["term"]: entry for entry in record["glossary"]}
    assert (entries["Deep Moor"]["redirect"], entries["Convoy"]["rules"]) == (["Moor"], ["302.5"])
    assert entries["Broadside (Obsolete)"]["told"][0]["obsolete"]


def test_jsonl_has_a_rule_a_line_with_its_place() -> None:
    _, out, _ = run("parse", SAMPLE, "-f", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    schema = loaded("schema", "rule")
    for row in rows:
        jsonschema.validate(row, schema)
    assert [row["kind"] for row in rows] == ["rule"] * (4 + 20 + 91 + 74) + ["entry"] * 39
    assert {row["effective"] for row in rows} == {"2025-01-17"}
    assert next(row for row in rows if row["term"] == "Convoy")["cites"] == ["302.5"]
    row = next(row for row in rows if row["number"] == "302.5a")
    assert (row["level"], row["parent"], row["previous"], row["next"]) == ("subrule", "302.5", "302.5", "302.6")
    assert row["path"] == ["Orders and Abilities", "Keyword Abilities", "Convoy"]
    assert [above["number"] for above in row["above"]] == ["3", "302", "302.5"]
    assert row["keywords"] == ["Convoy"]


def test_text_is_canonical_and_reads_from_stdin() -> None:
    _, out, _ = run("parse", SAMPLE, "-f", "text")
    code, again, _ = run("parse", "-", "-f", "text", stdin=out.encode())
    assert (code, again) == (0, out)


def test_check_says_where_and_shows_the_line(tmp_path: Path) -> None:
    slipped = tmp_path / "slipped.txt"
    slipped.write_text("100. Tides\n100.1 No dot.\n100.3. A gap.\n")
    code, out, _ = run("check", str(slipped))
    assert code == 0
    assert out.splitlines() == [
        "slipped.txt:3: warning gap: 100.2 is missing before 100.3",
        "    100.3. A gap.",
        "slipped.txt:2: warning missing-dot: no dot after 100.1",
        "    100.1 No dot.",
        "slipped.txt: 2 warnings: gap 1, missing-dot 1",
    ]
    assert run("check", "--strict", str(slipped))[0] == 1
    assert run("check", "--strict", SAMPLE)[0] == 0
    github = run("check", "-f", "github", str(slipped))[1]
    assert github.splitlines()[1] == f"::warning file={slipped},line=2,title=missing-dot::no dot after 100.1"
    record = loaded("check", "-f", "json", str(slipped), SAMPLE)
    jsonschema.validate(record, loaded("schema", "check"))
    assert [(row["code"], row["line"], row["text"]) for row in record["files"][0]["findings"]] == [
        ("gap", 3, "100.3. A gap."),
        ("missing-dot", 2, "100.1 No dot."),
    ]


def test_show_rule_range_term_and_alone() -> None:
    out = run("show", "302.5", SAMPLE)[1]
    assert out.startswith("Slackwater Comprehensive Rules · effective 2025-01-17\n\nConvoy (glossary)\n    A keyword")
    assert "\n\n3 Orders and Abilities › 302 Keyword Abilities\n\n302.5. Convoy\n" in out
    assert "\n302.5a Convoy is a static ability" in out
    assert "302.5a" not in run("show", "302.5", SAMPLE, "--alone")[1]
    both = run("show", "302.10a-b", SAMPLE, "--alone")[1]
    assert [line.split()[0] for line in both.splitlines() if line.startswith("302")] == ["302.10a", "302.10b"]
    assert both.count("302 Keyword Abilities › 302.10 Ram\n") == 1
    assert run("show", "sANK", SAMPLE)[1].splitlines()[2] == "Sinks, Sank (glossary)"


def test_a_title_shows_its_rule_and_its_entry() -> None:
    out = run("show", "convoy", SAMPLE)[1]
    assert "\n\nConvoy (glossary)\n" in out
    assert "\n302.5. Convoy\n" in out
    across = run("show", "302.5a-302.6b", SAMPLE, "--alone")[1]
    numbers = [line.split()[0] for line in across.splitlines() if line.startswith("302")]
    assert numbers == ["302.5a", "302.6a", "302.6b"]


def test_one_unreadable_file_does_not_silence_the_others() -> None:
    code, out, err = run("check", SAMPLE, "nowhere.txt", str(SAMPLES[1]))
    assert (code, err) == (2, "comprules: nowhere.txt: no such file\n")
    assert out.startswith("sample-1.txt: no diagnostics\nsample-2.txt:178: warning title-mismatch")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("302.99", "no number “302.99” in this document; did you mean 302, 302.1, 302.11?"),
        ("convoi", "no term “convoi” in this document; did you mean Convoy?"),
        ("zzzzzz", "no term “zzzzzz” in this document"),
    ],
)
def test_show_says_what_is_nearest(wanted: str, message: str) -> None:
    code, out, err = run("show", wanted, SAMPLE)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"comprules: {message}")


def test_output_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    assert run("parse", SAMPLE, "-f", "json", "-o", str(target)) == (0, "", "")
    assert json.loads(target.read_bytes())["effective"] == "2025-01-17"
    assert list(tmp_path.iterdir()) == [target]
    code, out, err = run("parse", SAMPLE, "-o", str(tmp_path / "none" / "out.txt"))
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_output_goes_through_links_and_keeps_permissions(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    assert run("parse", SAMPLE, "-o", str(link))[0] == 0
    assert link.is_symlink()
    assert real.read_text().startswith("Slackwater")
    assert real.stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_to_and_never_replaced() -> None:
    assert run("parse", SAMPLE, "-o", "/dev/null") == (0, "", "")
    assert Path("/dev/null").is_char_device()


def test_a_full_disk_is_one_line() -> None:
    command = f"{sys.executable} -c 'from comprules.cli import main; main()' parse {SAMPLE} > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == b"comprules: the output cannot be written: No space left on device\n"


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in run("parse", SAMPLE)[1]
    assert "\x1b[1m" in run("--color", "always", "parse", SAMPLE)[1]


BAD_FILES = {
    "empty": b"",
    "blank": b"\r\n \r\n",
    "picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 20,
    "novel": b"It was the best of harbours, it was the worst of harbours. " * 200,
    "list": b"1. Buy milk.\n2. Buy bread.\n\n1. Sleep.\n2. Wake.\n",
    "line": b"x" * 1_000_000,
    "zeros": b"\x00" * 1000,
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_get_one_line_and_exit_code_2(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_bytes(BAD_FILES[name])
    code, out, err = run("parse", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"comprules: {name}: ")


@pytest.mark.parametrize("arguments", [("parse", "nowhere.txt"), ("parse", "."), ("parse",), ("nonsense",)])
def test_bad_arguments_get_one_line_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -c 'from comprules.cli import main; main()' parse {SAMPLE} -f json | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == (b"{\n", b"")


def tree_or_line(content: bytes, name: str) -> Release | None:
    """The release, or None where it is refused in one line."""
    try:
        return parse(content, name)
    except CompRulesError as error:
        if "\n" in str(error):
            raise
        return None


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damaged_samples_give_a_tree_or_one_line(data: st.DataObject) -> None:
    whole = data.draw(st.sampled_from(SAMPLES)).read_bytes()
    kind = data.draw(st.sampled_from(["cut", "shuffled", "doubled", "flipped"]))
    if kind == "cut":
        damaged = whole[: data.draw(st.integers(0, len(whole)))]
    elif kind == "flipped":
        flipped = bytearray(whole)
        for at in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=60)):
            flipped[at] ^= data.draw(st.integers(1, 255))
        damaged = bytes(flipped)
    else:
        lines = whole.split(b"\n")
        first = data.draw(st.integers(0, len(lines)))
        lines = lines[first:] + lines[:first] if kind == "shuffled" else lines + lines[first:]
        damaged = b"\n".join(lines)
    got = tree_or_line(damaged, "damaged")
    if got is None:
        return
    assert list(walk(got.document.rules))
    assert all(1 <= found.line <= got.source.lines for found in got.diagnostics)
    assert from_json(to_json(got)).document == got.document


@needs_corpus
def test_every_file_of_the_corpus_gives_a_tree_or_one_line() -> None:
    files = [path for path in CORPUS.rglob("*") if path.suffix in (".txt", ".md") and path.name != "README.md"]
    assert len(files) > 100
    for path in files:
        got = tree_or_line(path.read_bytes(), path.name)
        assert got is None or list(walk(got.document.rules))


def test_reports_are_what_the_tour_writes(tmp_path: Path) -> None:
    code, out, _ = run("demo", "-o", str(tmp_path))
    assert code == 0
    assert "$ comprules parse sample-1.txt" in out
    kept = {path.name: path.read_bytes() for path in (ROOT / "reports").iterdir() if path.is_file()}
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == kept
    assert (tmp_path / "site" / "index.html").is_file()


def test_standard_input_can_be_read_by_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    from comprules import read

    stdin = io.TextIOWrapper(io.BytesIO(b"100.1. It turns.\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read("-").source.name == "<stdin>"
