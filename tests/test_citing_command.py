"""The commands: the fixture project gives exactly what is documented; files are found and written as promised."""

from __future__ import annotations

import csv
import json
import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result

from comprules.cli import comprules
from comprules.render.json import schema
from tests.conftest import ROOT, SAMPLES

FIXTURE = ROOT / "tests" / "fixtures" / "citing"
ONE, TWO, THREE = map(str, SAMPLES)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(comprules, ["cite", *map(str, arguments)], catch_exceptions=False, standalone_mode=True)


def record(*arguments: str | Path) -> Any:
    result = run(*arguments, "-f", "json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    name = found["schema"].split("/")[1]
    jsonschema.validate(found, schema(name))
    return found


def rows(name: str) -> list[list[str]]:
    with (FIXTURE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


EXPECTED = [dict(zip(rows("expected.tsv")[0], row, strict=True)) for row in rows("expected.tsv")[1:]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURE / "project", tmp_path / "outer" / "project")
    return tmp_path / "outer" / "project"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def place(each: dict[str, Any]) -> tuple[str, int, int, str]:
    return each["file"].rsplit("/", 1)[-1], each["line"], each["column"], each["raw"]


def documented(row: dict[str, str]) -> tuple[str, int, int, str]:
    return row["file"], int(row["line"]), int(row["column"]), row["raw"].replace("\\n", "\n")


def test_list_finds_the_eighty_citations_and_nothing_else() -> None:
    found = record("list", FIXTURE / "project", "--release", ONE)["citations"]
    assert [(*place(each), ",".join(each["targets"])) for each in found] == [
        (*documented(row), row["targets"]) for row in EXPECTED
    ]
    assert len(EXPECTED) == 80
    assert {each["code"] for each in found} == {None}


@pytest.mark.parametrize("bare", [False, True])
def test_look_alikes_are_none(bare: bool) -> None:
    found = record("list", FIXTURE / "project", "--release", ONE, *(["--bare"] if bare else []))["citations"]
    looks = rows("lookalikes.tsv")
    assert len(looks) == 55
    counted = [row for row in looks if bare and row[3:] == ["bare"]]
    for file, line, text in [row[:3] for row in looks if row not in counted]:
        written = (FIXTURE / "project" / file).read_text(encoding="utf-8").split("\n")[int(line) - 1]
        cited = [each for each in found if each["file"].endswith(file) and each["line"] == int(line)]
        spans = [(each["column"] - 1, each["end"] - 1) for each in cited]
        free = "".join(" " if any(s <= at < e for s, e in spans) else char for at, char in enumerate(written))
        assert text in free, (file, line, text)
    assert len(found) == 80 + len(counted)


def test_check_says_what_is_documented() -> None:
    found = record("check", FIXTURE / "project", "--release", TWO, "--was", ONE)["citations"]
    assert [(*place(each), each["code"]) for each in found] == [(*documented(row), row["code"]) for row in EXPECTED]


def test_migrate_writes_what_is_documented(project: Path) -> None:
    before = contents(project)
    result = run("migrate", project, "--was", ONE, "--release", TWO)
    assert contents(project) == before, "nothing is written without --write"
    assert result.stdout.count("\n--- a/") == 5  # and one at the beginning
    applied = subprocess.run(
        ["git", "apply", "--check", "-p1", "-"], input=patch_in(result.stdout, project), cwd=project
    )
    assert applied.returncode == 0, "the diff is one that git applies"
    run("migrate", project, "--was", ONE, "--release", TWO, "--write")
    for file, content in before.items():
        text = content.decode()
        for row in reversed([row for row in EXPECTED if row["file"] == file and row["migrated"] != "="]):
            line, column = int(row["line"]), int(row["column"])
            at = sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + column - 1
            raw = row["raw"].replace("\\n", "\n")
            assert text[at : at + len(raw)] == raw
            text = text[:at] + row["migrated"].replace("\\n", "\n") + text[at + len(raw) :]
        assert (project / file).read_text(encoding="utf-8") == text
    left = [row for row in EXPECTED if row["left"] != "-"]
    assert result.stderr.count(": left: ") == len(left) == 3


def patch_in(diff: str, project: Path) -> bytes:
    return diff.replace(f"a/{project}/", "a/").replace(f"b/{project}/", "b/").encode()


def test_there_and_back_restores_the_bytes_and_a_second_run_changes_nothing(project: Path) -> None:
    outside = contents(project.parent.parent)
    before = contents(project)
    run("migrate", project, "--was", ONE, "--release", TWO, "--write")
    once = contents(project)
    assert once != before
    again = run("migrate", project, "--was", ONE, "--release", TWO, "--write")
    assert (again.exit_code, again.stdout) == (0, "")
    assert "follow" in again.stderr
    assert contents(project) == once
    assert record("check", project, "--release", TWO)["citations"][5]["code"] == "split", "what was left is still told"
    run("migrate", project, "--was", TWO, "--release", ONE, "--write")
    back = contents(project)
    assert {file: content for file, content in back.items() if file != ".comprules.lock"} == before
    assert "[[open]]" not in back[".comprules.lock"].decode()
    whole = contents(project.parent.parent)
    new = {f"outer/project/{file}" for file in back} - set(outside)
    assert set(whole) - set(outside) == new == {"outer/project/.comprules.lock"}


def test_every_other_byte_stays(tmp_path: Path) -> None:
    files = {
        "dos.txt": "a\r\nCR 302.6a\r\n\r\nü".encode(),
        "mark.txt": b"\xef\xbb\xbfCR 302.6a\n",
        "cp1252.txt": "“x” é – CR 302.6a–b\n".encode("cp1252"),
        "utf16.txt": "\ufeffCR 302.6a é\r\n".encode("utf-16-le"),
        "stray.txt": b"\x81\x8d CR 302.6a \xff\n",
        "old.txt": b"x\rCR 302.6a\ry",
        "no-end.txt": b"CR 302.6a",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "old.txt").chmod(0o754)
    run("migrate", tmp_path, "--was", ONE, "--release", TWO, "--write")
    for name, content in files.items():
        wide = name == "utf16.txt"
        six, seven = ("302.6".encode("utf-16-le"), "302.7".encode("utf-16-le")) if wide else (b"302.6", b"302.7")
        assert (tmp_path / name).read_bytes() == content.replace(six, seven), name
    assert stat.S_IMODE((tmp_path / "old.txt").stat().st_mode) == 0o754
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*files, ".comprules.lock"])
    places = [(each["file"].rsplit("/", 1)[1], *place(each)[1:3]) for each in record("list", tmp_path)["citations"]]
    assert places == [
        ("cp1252.txt", 1, 9),
        ("dos.txt", 2, 1),
        ("mark.txt", 1, 1),
        ("no-end.txt", 1, 1),
        ("old.txt", 2, 1),
        ("stray.txt", 1, 4),
        ("utf16.txt", 1, 1),
    ]


def test_what_is_not_looked_at(tmp_path: Path) -> None:
    project, other = tmp_path / "project", tmp_path / "other"
    seen = {"a.py", "sub/b.py", "kept/c.log", ".github/d.yml"}
    unseen = {
        "ignored.log",
        "sub/ignored/e.py",
        "node_modules/f.js",
        "vendor/g.go",
        "dist/h.js",
        "i.min.js",
        ".git/j",
        "made.py",
        "image.bin",
    }
    for name in seen | unseen:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("# CR 302.6a\n")
    (project / ".gitignore").write_text("*.log\n")
    (project / "kept" / ".gitignore").write_text("!c.log\n")
    (project / "sub" / ".gitignore").write_text("/ignored/\n")
    (project / "made.py").write_text("# Code generated by a tool. DO NOT EDIT.\n# CR 302.6a\n")
    (project / "image.bin").write_bytes(b"\x00\x01CR 302.6a")
    other.mkdir()
    (other / "secret.py").write_text("# CR 302.6a\n")
    (project / "link.py").symlink_to(other / "secret.py")
    (project / "links").symlink_to(other)
    shutil.copy(TWO, project / "rules.txt")
    found = record("check", project, "--release", project / "rules.txt")["citations"]
    assert {os.path.relpath(each["file"], project) for each in found} == seen
    # below the root of the repository, its .gitignore counts as well
    (project / "sub" / "deep.log").write_text("# CR 302.6a\n")
    assert {os.path.relpath(each["file"], project) for each in record("list", project / "sub")["citations"]} == {
        "sub/b.py"
    }
    # a file that is named is read, and only once
    named = record("list", project / "made.py", project / "made.py", project / "ignored.log")["citations"]
    assert [os.path.relpath(each["file"], project) for each in named] == ["made.py", "ignored.log"]
    run("migrate", project, "--was", ONE, "--release", TWO, "--write")
    assert (other / "secret.py").read_text() == "# CR 302.6a\n"
    assert all(b"302.7a" not in (project / name).read_bytes() for name in unseen)
    assert all(b"302.7a" in (project / name).read_bytes() for name in seen)


def test_a_link_that_is_named_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("# CR 302.6a\n")
    (tmp_path / "b.py").symlink_to("a.py")
    arguments = ("--was", ONE, "--release", TWO, "--lock", tmp_path / "lock", "--write")
    result = run("migrate", tmp_path / "b.py", *arguments)
    assert (result.exit_code, "this is a link" in result.stderr) == (2, True)
    assert (tmp_path / "a.py").read_text() == "# CR 302.6a\n"


def test_the_lock_makes_was_needless(project: Path, tmp_path: Path) -> None:
    assert run("lock", project, "--release", ONE).exit_code == 0
    lock = (project / ".comprules.lock").read_text(encoding="utf-8")
    assert 'effective = "2025-01-17"' in lock
    assert "Cutlass" not in lock
    assert {each["code"] for each in record("check", project, "--release", ONE)["citations"]} == {
        *("ok", "unknown", "title-mismatch", "quote-mismatch"),
    }
    by_lock = record("check", project, "--release", TWO)["citations"]
    by_was = record("check", project, "--release", TWO, "--was", ONE)["citations"]
    whole = [(one, two) for one, two in zip(by_lock, by_was, strict=True) if len(one["targets"]) == 1]
    moved = [two for _, two in whole if two["code"] in ("taken-over", "moved") and two["now"]]
    assert len(moved) > 25
    assert all(one["now"] == two["now"] for one, two in whole if two in moved)
    # with the release in the archive, the check tells as much as with --was
    told = ("check", project, "--release", TWO, "--archive", tmp_path / "kept")
    (tmp_path / "kept").mkdir(exist_ok=True)
    shutil.copy(ONE, tmp_path / "kept" / "any-name.txt")
    assert record(*told)["citations"] == by_was
    refused = run("migrate", project, "--was", TWO, "--release", THREE, "--write")
    assert (refused.exit_code, "give that release as --was" in refused.stderr) == (2, True)


def test_exit_codes_and_a_baseline(project: Path, tmp_path: Path) -> None:
    check = ("check", project, "--release", TWO)
    assert run(*check).exit_code == 0
    assert run(*check, "--exit-code").exit_code == 1
    known = tmp_path / "known.json"
    known.write_text(run(*check, "-f", "json").stdout, encoding="utf-8")
    assert run(*check, "--exit-code", "--baseline", known).exit_code == 0
    page = project / "index.html"
    page.write_text("\n\n" + page.read_text(encoding="utf-8") + "<p>CR 999.1</p>\n", encoding="utf-8")
    result = run(*check, "--exit-code", "--baseline", known)
    assert result.exit_code == 1
    assert result.stdout.count("unknown: ") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("check", "nowhere", "--release", TWO), "nowhere: no such file or folder"),
        (("check", FIXTURE, "--release", "nowhere.txt"), "nowhere.txt: no such file"),
        (("list", FIXTURE, "--bare"), "add --release FILE"),
        (("list", FIXTURE, "--family", "chess"), "no family is called chess"),
        (("check", FIXTURE, "--release", TWO, "--baseline", FIXTURE / "README.md"), "this is no output of"),
        (("check", FIXTURE, "--release", TWO, "--lock", FIXTURE / "README.md"), "this is no lock"),
        (("check", FIXTURE, "--release", TWO, "--lock", "nowhere.lock"), "nowhere.lock: no such lock"),
        (("lock", FIXTURE / "README.md", "--release", TWO), "name one folder instead of"),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str | Path, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_annotations_for_github(tmp_path: Path) -> None:
    (tmp_path / "a,b.py").write_text("# ok\n# CR 302.99\n")
    result = run("check", tmp_path, "--release", TWO, "-f", "github")
    shown = str(tmp_path).replace(",", "%2C")
    assert result.stdout == (
        f"::error file={shown}/a%2Cb.py,line=2,col=3,endColumn=12,title=unknown::"
        "302.99 does not exist; did you mean 302.9 and 302.12?\n"
    )


def test_results_for_code_scanning(tmp_path: Path) -> None:
    (tmp_path / "a b.py").write_text("# CR 104.7 and rule\n# 302.99\n")
    log = json.loads(run("check", tmp_path, "--release", TWO, "--was", ONE, "-f", "sarif").stdout)
    (found,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in found["tool"]["driver"]["rules"]] == ["unknown", "moved"]
    places = [each["locations"][0]["physicalLocation"] for each in found["results"]]
    assert [(each["ruleId"], each["level"]) for each in found["results"]] == [
        ("moved", "warning"),
        ("unknown", "error"),
    ]
    assert places[0]["region"] == {"startLine": 1, "startColumn": 3, "endColumn": 11}
    assert places[1]["region"] == {"startLine": 1, "startColumn": 16}
    assert places[0]["artifactLocation"]["uri"].endswith("/a%20b.py")
    assert found["results"][1]["ruleIndex"] == 0


def test_the_action_and_the_hook_run_commands_that_exist() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    for text in (hooks, action):
        assert "comprules cite check" in text
    for option in ("--release", "--was", "--baseline", "--exit-code", "-f github"):
        assert option in action
    for line in action.splitlines():
        assert "${{ inputs" not in line or line.strip().split(":")[0].isupper(), "inputs reach the shell as variables"
