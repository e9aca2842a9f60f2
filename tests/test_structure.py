"""The house: floors import only from below, grammar and builder agree, files stay short."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import comprules
from comprules.document.builder import Builder
from comprules.families.grammars import load_document, plain
from comprules.families.magic import FAMILY as MAGIC
from comprules.families.registry import all_families
from tests.conftest import ROOT

SOURCE = ROOT / "src" / "comprules"
# From the ground floor up. A module imports only from its own line if the line is a folder, else only from below.
FLOORS = [
    ["errors", "cache", "stems"],
    ["wording"],
    ["parsers"],
    ["damage"],
    ["encodings"],
    ["source"],
    ["families"],
    ["prepare"],
    ["document"],
    ["analysis"],
    ["release"],
    ["loader"],
    ["files"],
    ["diff"],
    ["cite"],
    ["archive"],
    ["placing"],
    ["lookup", "proofread", "restore"],
    ["history"],
    ["render"],
    ["site"],
    ["export"],
    ["mcp"],
    ["cli"],
    ["__main__"],
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("comprules"):
            below = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name.split(".")[1] for name in below if name.split(".")[1] in FLOOR)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_floors_import_only_from_below(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for name in imports(path):
        assert FLOOR[name] < FLOOR[own] or (name == own and path.parent != SOURCE), f"{own} imports {name}"


def test_grammar_rules_and_builder_methods_are_the_same_set() -> None:
    names = {plain(rule.origin.name) for rule in load_document(MAGIC).rules}
    levels = {level.name for level in MAGIC.levels}
    rules = {name for name in names if not name.startswith("_")} - {"line", "piece"}
    methods = {name for name in vars(Builder) if not name.startswith("_")}
    assert {name for name in rules if name.removeprefix("first_") not in levels} == methods
    assert levels <= rules


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


def test_public_names_exist_and_are_documented() -> None:
    for name in comprules.__all__:
        assert getattr(comprules, name).__doc__
    stubs = re.findall(r"import \w+ as (\w+)", (SOURCE / "__init__.py").read_text(encoding="utf-8"))
    assert sorted(stubs) == sorted(comprules.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        importlib.import_module("comprules").nonsense  # noqa: B018


# A number, a separator, a further part: how only a family and its grammars may say what numbers look like.
NUMBER = re.compile(r"(?:\\d|\[[0-9]-9\])[^|]{0,14}?\\?[.\-]\)?(?:\?:)?\(?(?:\?:)?(?:\\d|\[[0-9]-9\]|\[a-z\])")
# Where decimals of any kind are kept whole as words, or are shown: a date, a word, a number in a sentence.
DECIMALS = {
    "archive/names.py",
    "document/dates.py",
    "proofread.py",
    "render/terminal.py",
    "stems.py",
    "wording/tokens.py",
}
LEVELS = {level.name for family in all_families().values() for level in family.levels} - {"rule", "chapter", "item"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_families_know_what_numbers_and_labels_look_like(path: Path) -> None:
    name = path.relative_to(SOURCE).as_posix()
    if name.startswith("families/"):
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            assert name in DECIMALS or not NUMBER.search(node.value), f"{name}:{node.lineno} has a pattern of numbers"
            assert "Example: " not in node.value or name.startswith("render/html/"), f"{name}:{node.lineno} has a label"
            assert node.value not in LEVELS, f"{name}:{node.lineno} names a level"
