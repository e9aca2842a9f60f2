"""What people see in a terminal: widths, colours, the pager, completion, mistyped commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from comprules.render.wrapping import visible, wrap
from tests.conftest import CORPUS, ROOT, SAMPLES, needs_corpus
from tests.terminal import screen
from tests.test_reading_commands import SAMPLE, run

COMMANDS = [
    ("parse", SAMPLE),
    ("show", "convoy", SAMPLE),
    ("show", "ship", SAMPLE),
    ("search", "static ability", SAMPLE),
    ("index", SAMPLE, "--kind", "keywords"),
    ("index", SAMPLE, "--kind", "references"),
    ("index", SAMPLE, "--kind", "vocabularies"),
    ("index", SAMPLE, "--kind", "cited-by"),
    ("check", str(SAMPLES[2])),
]


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2] + command[2:4])[:30])
def test_nothing_is_wider_than_the_terminal(command: tuple[str, ...], columns: int) -> None:
    colored = screen(*command, "--no-pager", columns=columns)
    bare = screen(*command, "--no-pager", columns=columns, NO_COLOR="1")
    assert max(map(len, bare.split("\n"))) <= columns
    assert plain(colored) == bare
    assert "\x1b" in colored
    assert "\x1b" not in bare


def test_words_are_whole_and_colour_codes_take_no_room() -> None:
    text = "\x1b[1mone\x1b[0m two three four"
    assert wrap(text, 20).split("\n") == ["\x1b[1mone\x1b[0m two three four"]
    assert [visible(line) for line in wrap(text + " five six seven", 20, "  ").split("\n")] == [20, 16]
    assert wrap("a b", None, "  ") == "  a b"


def test_a_pipe_is_never_folded_and_has_no_colour() -> None:
    out = run("show", "convoy", SAMPLE)[1]
    assert max(map(len, out.split("\n"))) > 120
    assert "\x1b" not in out


def test_colour_may_be_asked_for_anywhere_and_by_the_environment() -> None:
    assert "\x1b" in run("--color", "always", "show", "302.5", SAMPLE)[1]
    assert "\x1b" in run("show", "302.5", SAMPLE, "--color", "always")[1]
    command = [sys.executable, "-c", "from comprules.cli import main; main()", "show", "302.5", SAMPLE]
    for environment, colored in (({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)):
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=True, cwd=ROOT)
        assert (b"\x1b" in done.stdout) == colored


def test_long_output_goes_through_the_pager_unless_told_otherwise() -> None:
    paged = screen("show", "3", SAMPLE, columns=80, lines=20, PAGER="sed -e s/^/PAGED/")
    assert paged.startswith("PAGED")
    assert "PAGED" not in screen("show", "3", SAMPLE, "--no-pager", columns=80, lines=20, PAGER="sed -e s/^/PAGED/")
    assert "PAGED" not in screen("show", "302.5a", SAMPLE, columns=80, lines=40, PAGER="sed -e s/^/PAGED/")
    assert "PAGED" not in screen("show", "3", SAMPLE, columns=80, lines=20, PAGER="cat")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str) -> None:
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "_COMPRULES_COMPLETE" in out


def test_completion_keeps_file_names_completing() -> None:
    def complete(*words: str) -> list[str]:
        environment = {"_COMPRULES_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words), "COMP_CWORD": "2"}
        command = [sys.executable, "-c", "from comprules.cli import main; main()"]
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, check=False, cwd=ROOT)
        return done.stdout.decode().split()

    assert complete("comprules", "parse", "data") == ["file,data"]
    assert complete("comprules", "check", "--str") == ["plain,--strict"]


def test_mistyped_commands_and_swapped_arguments_say_what_was_meant() -> None:
    assert run("pars", SAMPLE)[::2] == (
        2,
        "comprules: no command pars; did you mean parse?; see `comprules --help`\n",
    )
    assert "the NUMBER or NAME comes first" in run("show", SAMPLE, "302.5")[2]
    assert "OUTPUT is one of document, rule" in " ".join(run("schema", "--help")[1].split())


@needs_corpus
def test_several_meanings_are_listed_and_one_is_shown() -> None:
    newest = str(CORPUS / "magic" / "2026-04-17.txt")
    listed = run("show", "poison", newest)[1].splitlines()
    assert [line.split()[0] for line in listed[3:]] == ["Poisoned", "Poisonous"]
    assert run("show", "xyzzy", newest)[0] == 2
