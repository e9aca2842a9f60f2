"""The formats that are texts and folders: their shapes, what must not be lost, and that they are the same twice."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from markdown_it import MarkdownIt

from comprules.analysis.index import Node
from comprules.document.model import Rule
from comprules.export import exporters
from comprules.export.chunks import passage
from comprules.export.shapes import SHAPES, schema
from comprules.export.shelf import Shelf
from tests.conftest import SAMPLES, compared, magic, needs_corpus, release
from tests.test_export_tables import GAMES
from tests.test_reading_commands import loaded, run

NAMES = [str(path) for path in SAMPLES]
SAMPLE = NAMES[0]


def lines(*arguments: str) -> list[dict[str, Any]]:
    code, out, err = run("export", *arguments, "--to", "chunks")
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


# chunks


@pytest.mark.parametrize("files", [[SAMPLE], NAMES], ids=["alone", "archive"])
def test_every_rule_and_entry_is_one_chunk(files: list[str]) -> None:
    made = lines(*files)
    newest = release(SAMPLES[2] if len(files) > 1 else SAMPLES[0])
    validator = jsonschema.Draft202012Validator(schema("chunk"))
    for each in made:
        validator.validate(each)
    assert [each["number"] for each in made if each["kind"] == "rule"] == [
        node.rule.number for node in newest.index.nodes
    ]
    assert [each["term"] for each in made if each["kind"] == "term"] == [each.term for each in newest.document.glossary]
    assert len({each["id"] for each in made}) == len(made)
    assert {each["release"] for each in made} == {newest.effective}


def test_what_a_chunk_says() -> None:
    by_number = {each["number"]: each for each in lines(SAMPLE) if each["number"]}
    chunk = by_number["302.4a"]
    assert chunk["id"] == "302.4a"
    assert chunk["breadcrumb"] == ["3 Orders and Abilities", "302 Keyword Abilities", "302.4 Swell"]
    assert chunk["references"] == ["200.2a"]
    assert chunk["text"] == release(SAMPLES[0]).index.by_number["302.4a"].rule.text
    content = "".join(f"{text}\n" for text in (chunk["text"], *chunk["examples"]))
    assert chunk["sha256"] == hashlib.sha256(content.encode()).hexdigest()
    assert chunk["tokens"] == -(-len(content) // 4)
    assert by_number["302.4"]["text"] == "Swell"


@pytest.mark.parametrize(
    ("above", "own", "leans"),
    [
        ("A captain wins in one of three ways:", "A rival has no ship.", True),
        ("The ways are as follows.", "A rival has no ship.", True),
        ("A captain has ships.", "They lie in a harbor.", True),
        ("A captain has ships.", "If so, each is turned.", True),
        ("A captain has ships.", "and cargo.", True),
        ("A captain has ships.", "If a ship sinks, its cargo is lost.", False),
        ("A captain has ships.", "Thisbe is a harbor.", False),
        ("A captain follows the tide.", "A ship lies in a harbor.", False),
        (None, "They lie in a harbor.", False),
    ],
)
def test_a_subrule_that_leans_on_its_parent_comes_with_it(above: str | None, own: str, leans: bool) -> None:
    parent = Rule("1.1", None if above else "Ships", above, (), 1)
    node = Node(Rule("1.1a", None, own, (), 2), (parent,))
    assert passage(node) == (f"{above}\n{own}" if leans else own)


def applied(old: list[dict[str, Any]], changes: list[dict[str, Any]], label: str) -> list[dict[str, Any]]:
    """The old chunks after the changes, in no order, as the module's docstring tells it."""
    kept = {each["id"]: {**each, "release": label} for each in old}
    for each in changes:
        if each["op"] == "delete":
            del kept[each["id"]]
        elif each["op"] == "rename":
            before = kept.pop(each["was"])
            assert before["sha256"] == each["chunk"]["sha256"]  # what was made of the text is good for the new one
    for each in changes:
        if each["op"] == "rename":
            assert each["id"] not in kept
        if each["op"] != "delete":
            assert each["chunk"]["id"] == each["id"]
            kept[each["id"]] = each["chunk"]
    return list(kept.values())


def in_order(chunks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(chunks, key=lambda each: str(each["id"]))


@pytest.mark.parametrize(("old", "new"), list(combinations(range(3), 2)))
def test_changes_applied_to_the_old_chunks_give_the_new(old: int, new: int) -> None:
    changes = lines(NAMES[new], "--since", NAMES[old])
    validator = jsonschema.Draft202012Validator(schema("chunk-change"))
    for each in changes:
        validator.validate(each)
    after = lines(NAMES[new])
    assert in_order(applied(lines(NAMES[old]), changes, after[0]["release"])) == in_order(after)
    ops = Counter(each["op"] for each in changes)
    assert set(ops) == {"delete", "rename", "upsert"}
    assert ops["upsert"] < len(after) / 3


@pytest.mark.parametrize("old", [0, 1])
def test_changes_of_an_archive_keep_their_ids(old: int) -> None:
    before = lines(*NAMES[: old + 1]) if old else lines(NAMES[0], NAMES[0])
    if old == 0:  # one release alone has numbers for ids; an archive that grew from it has lineages
        changes = lines(*NAMES, "--since", NAMES[0])
        assert all(each["id"].startswith("2025-") for each in changes)
        return
    after = lines(*NAMES)
    changes = lines(*NAMES, "--since", NAMES[old])
    assert in_order(applied(before, changes, after[0]["release"])) == in_order(after)
    renames = [each for each in changes if each["op"] == "rename"]
    assert renames
    assert all(each["was"] == each["id"] for each in renames)  # numbers moved, ids did not


@needs_corpus
def test_changes_of_real_releases_give_the_new_chunks() -> None:
    *older, before, last = (str(path) for path in magic()[-4:])
    shelf = Shelf([*older, before, last], since=before)
    changes, new, old = (
        chunk_lines(shelf),
        chunk_lines(Shelf([*older, before, last])),
        chunk_lines(Shelf([*older, before])),
    )
    assert in_order(applied(old, changes, new[0]["release"])) == in_order(new)
    assert len([each for each in changes if each["op"] == "upsert"]) < 300
    two = chunk_lines(Shelf([last], since=before))
    assert in_order(applied(chunk_lines(Shelf([before])), two, new[0]["release"])) == in_order(
        chunk_lines(Shelf([last]))
    )


def chunk_lines(shelf: Shelf) -> list[dict[str, Any]]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chunks"
        exporters.get("chunks").write(shelf, path)
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@needs_corpus
@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_chunks_of_other_games(path: Path) -> None:
    made = chunk_lines(Shelf([str(path)]))
    assert len({each["id"] for each in made}) == len(made)
    assert len(made) == len(release(path).index.nodes) + len(release(path).document.glossary)


# projections


def test_the_field_names_of_academy_ruins(tmp_path: Path) -> None:
    out = tmp_path / "api"
    assert run("export", *NAMES, "--to", "academyruins", "-o", str(out))[0] == 0
    files = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in out.iterdir()}
    about = files.pop("about")
    jsonschema.validate(about, loaded("schema", "export"))
    assert [each["effective"] for each in about["releases"]] == ["2025-01-17", "2025-04-04", "2025-07-25"]
    jsonschema.validate(files, loaded("schema", "academyruins"))
    newest = release(SAMPLES[2])
    rules = files["rules"]
    assert list(rules) == [each.rule.number for each in newest.index.nodes if "." in each.rule.number]
    assert rules["302.3"]["ruleText"] == "Moor"
    assert rules["302.3a"] == {
        "ruleNumber": "302.3a",
        "ruleText": newest.index.by_number["302.3a"].rule.text,
        "examples": None,
        "fragment": "3a",
        "navigation": {"previousRule": "302.3", "nextRule": "302.3b"},
    }
    assert rules["302.4a"]["examples"] == list(newest.index.by_number["302.4a"].rule.examples)
    assert rules["100.1"]["navigation"]["previousRule"] is None
    assert [(each["number"], len(each["subsections"])) for each in files["toc"]] == [(1, 6), (2, 6), (3, 4), (4, 4)]
    assert files["toc"][2]["subsections"][2] == {"number": 302, "title": "Keyword Abilities"}
    assert files["glossary"]["haul"]["term"] == "Haul"
    assert len(files["glossary"]) == 39
    assert files["keywords"]["abilityWords"] == ["fairwind", "landfast", "moonwake", "quayside", "wrecklight"]
    assert files["keywords"]["keywordActions"][:2] == ["Haul", "Scuttle"]
    found = compared(*SAMPLES[1:])
    assert len(files["diff"]["changes"]) == sum(
        each.kind in ("added", "removed", "split", "merged", "edited") for each in found.changes
    )
    assert {"from": "203.3a", "to": "202.3b"} in files["diff"]["moves"]
    assert files["diff"]["creationDay"] == "2025-07-25"


def test_the_lists_of_keywords() -> None:
    record = loaded("export", SAMPLE, "--to", "keywords-json")
    jsonschema.validate(record, loaded("schema", "keywords-json"))
    assert record["meta"]["date"] == "2025-01-17"
    assert set(record["data"]) == {"abilityWords", "keywordAbilities", "keywordActions"}
    assert record["data"]["keywordActions"] == ["Haul", "Refit", "Scuttle", "Sound", "Trim"]
    assert record["data"]["abilityWords"] == ["fairwind", "landfast", "moonwake", "wrecklight"]


def test_what_an_engine_needs() -> None:
    record = loaded("export", SAMPLE, "--to", "engine-json")
    jsonschema.validate(record, loaded("schema", "engine-json"))
    keywords = {each["name"]: each for each in record["keywords"]}
    assert len(keywords) == len(release(SAMPLES[0]).keywords)
    assert [each["name"] for each in keywords["Moor"]["parameters"]] == ["cost"]
    assert keywords["Moor"]["classes"] == ["activated"]
    types = record["enumerations"]["types"]
    assert {name: len(types[name]) for name in types} == {
        each.name: len(each.members) for each in release(SAMPLES[0]).vocabularies if each.name.endswith("types")
    }
    assert "Barge" in types["ship types"]


@needs_corpus
def test_the_words_of_a_real_game() -> None:
    from comprules.export.engine import engine_record

    found = engine_record(release(magic()[-1])).enumerations
    assert {"Untap Step", "Combat Damage Step", "Cleanup Step"} <= set(found.steps)
    assert {"Beginning Phase", "Main Phase", "Combat Phase", "Ending Phase"} <= set(found.phases)
    assert "End the Combat Phase" not in found.phases
    assert {"library", "stack", "exile"} <= set(found.zones)
    assert {"Stun Counter", "Poison Counter"} <= set(found.counters) | {each.title() for each in found.counters}
    assert len(found.types["creature types"]) > 300


# Markdown and graphs


@pytest.mark.parametrize("sample", range(3))
def test_the_links_of_the_markdown_lead_somewhere(sample: int, tmp_path: Path) -> None:
    out = tmp_path / "book"
    assert run("export", NAMES[sample], "--to", "markdown", "-o", str(out))[0] == 0
    check_book(out, SAMPLES[sample])


@needs_corpus
@pytest.mark.parametrize("path", [*magic()[-1:], *GAMES], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_books_of_real_documents(path: Path, tmp_path: Path) -> None:
    exporters.get("markdown").write(Shelf([str(path)]), tmp_path)
    check_book(tmp_path, path)


def check_book(folder: Path, path: Path) -> None:
    """Every link has an anchor, and every rule, example and entry stands there once as it is."""
    texts = {each.name: each.read_text(encoding="utf-8") for each in folder.glob("*.md")}
    anchors = {(name, each) for name, text in texts.items() for each in re.findall(r'<a id="([^"]+)">', text)}
    inlines = [token for text in texts.values() for token in MarkdownIt("commonmark").parse(text) if token.children]
    links = [str(each.attrs["href"]) for token in inlines for each in token.children or () if each.type == "link_open"]
    for link in links:
        file, _, anchor = link.partition("#")
        assert file in texts
        assert not anchor or (file, anchor) in anchors
    read = release(path)
    assert len(anchors) == len(read.index.nodes) + len(read.document.glossary)
    shown = "\n".join(_shown(text) for text in texts.values())
    for node in read.index.nodes:
        for text in (node.rule.text, *node.rule.examples):
            for line in (text or "").split("\n"):
                assert squeezed(line) in shown, node.rule.number
    for entry in read.document.glossary:
        for line in (entry.term, *entry.text.split("\n")):
            assert squeezed(line) in shown, entry.term
    assert len([link for link in links if "#" in link]) > len(read.references) / 2


def _shown(text: str) -> str:
    """The words that a reader of the Markdown sees."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "inline":
            children = token.children or []
            found.append(
                "".join(
                    each.content if each.type in ("text", "code_inline") else "\n" if "break" in each.type else ""
                    for each in children
                )
            )
    return squeezed("\n".join(found))


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_graphs_hold_every_reference() -> None:
    own = release(SAMPLES[0])
    edges = {(each.number, target) for each in own.references if each.number for target in each.targets}
    tree = ElementTree.fromstring(run("export", SAMPLE, "--to", "graphml")[1])
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert {(each.get("source"), each.get("target")) for each in tree.iter(f"{space}edge")} == edges
    drawn = re.findall(r'"([^"]+)" -> "([^"]+)"', run("export", SAMPLE, "--to", "dot")[1])
    assert set(drawn) == edges
    table = list(csv.DictReader(io.StringIO(run("export", SAMPLE, "--to", "csv")[1])))
    assert len(table) == len(own.references)


# what holds of all


def test_every_shape_has_a_schema() -> None:
    for name in SHAPES:
        jsonschema.Draft202012Validator.check_schema(loaded("schema", name))


@pytest.mark.parametrize("form", [each for each in exporters.names() if each != "sqlite"])
def test_two_exports_are_the_same_bytes(form: str, tmp_path: Path) -> None:
    files = NAMES if exporters.get(form).several else [SAMPLE]
    made = []
    for seed, workers in (("1", "1"), ("2", "2")):
        out = tmp_path / seed
        options = ["--to", form, "-o", str(out), "-j", workers, "--no-cache"]
        command = [sys.executable, "-c", "from comprules.cli import main; main()", "export", *files, *options]
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        paths = sorted(out.rglob("*")) if out.is_dir() else [out]
        made.append([(path.relative_to(out), path.read_bytes()) for path in paths if path.is_file()])
    assert made[0] == made[1]


def test_the_formats_are_listed() -> None:
    listed = run("export", "--formats")[1].splitlines()
    assert [line.split()[0] for line in listed] == list(exporters.names())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((SAMPLE,), "name a format with --to (--formats lists them), or a template with --template"),
        ((SAMPLE, "--to", "pdf"), "no format pdf; there are sqlite"),
        ((*NAMES, "--to", "markdown", "-o", "x"), "takes one release, and these are 3"),
        ((SAMPLE, "--to", "sqlite"), "makes a file; name it with -o"),
        ((SAMPLE, "--to", "csv", "--since", NAMES[1]), "has no --since"),
        ((SAMPLE, "--to", "chunks", "--since", NAMES[1]), "is not older than sample-1.txt"),
        ((*NAMES[1:], "--to", "chunks", "--since", SAMPLE), "is none of the releases"),
        (("nowhere.txt", "--to", "csv"), "nowhere.txt: no such file"),
        (("src", "--to", "csv"), "no releases in src"),
    ],
)
def test_what_does_not_go_is_said_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("export", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_only_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "book"
    out.mkdir()
    (out / "own.md").write_text("mine")
    code, _, err = run("export", SAMPLE, "--to", "markdown", "-o", str(out))
    assert code == 2
    assert "has other files in it" in err
    assert [path.name for path in out.iterdir()] == ["own.md"]
    (out / "own.md").unlink()
    assert run("export", SAMPLE, "--to", "markdown", "-o", str(out))[0] == 0
    (out / "stale.md").write_text("left by the version before")
    assert run("export", SAMPLE, "--to", "markdown", "-o", str(out))[0] == 0
    assert not (out / "stale.md").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    kept = tmp_path / "rules.db"
    kept.write_bytes(b"the one before")
    assert run("export", "nowhere.txt", "--to", "sqlite", "-o", str(kept))[0] == 2
    assert kept.read_bytes() == b"the one before"
    assert [path.name for path in tmp_path.iterdir()] == ["rules.db"]


def test_another_package_adds_a_format(tmp_path: Path) -> None:
    """An installed package is a folder of code and a folder that says what it offers."""
    (tmp_path / "cards.py").write_text(
        "from comprules.export.exporters import Exporter\n"
        "def write(shelf, path):\n"
        "    path.write_text(f'{len(shelf)} {shelf.newest.effective}\\n')\n"
        "CARDS = Exporter(write, 'cards to print', 'text')\n"
        "NONE = 5\n"
    )
    about = tmp_path / "cards-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: cards\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{exporters.GROUP}]\ncards = cards:CARDS\nsqlite = cards:CARDS\nbroken = nowhere:X\nnone = cards:NONE\n"
    )

    def export(form: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from comprules.cli import main; main()", "export", SAMPLE, "--to", form]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert export("cards").stdout == "1 2025-01-17\n"
    assert "makes a file; name it with -o" in export("sqlite").stderr  # still the program's own
    assert "cannot be loaded" in export("broken").stderr
    assert "is no Exporter" in export("none").stderr
    command = [sys.executable, "-c", "from comprules.cli import main; main()", "export", "--formats"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    listed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(listed) == len(exporters.names()) + 3
    assert "cards          cards to print" in listed
