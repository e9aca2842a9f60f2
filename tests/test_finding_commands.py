"""The commands index and search, and what show says of citations."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ElementTree

import jsonschema
import pytest

from comprules.lookup.search import search
from comprules.render.listing import KINDS
from tests.conftest import SAMPLES, release
from tests.test_reading_commands import SAMPLE, loaded, run


@pytest.mark.parametrize("kind", KINDS)
def test_every_index_in_every_format(kind: str) -> None:
    record = loaded("index", SAMPLE, "--kind", kind, "-f", "json")
    jsonschema.validate(record, loaded("schema", "index"))
    rows = list(csv.DictReader(io.StringIO(run("index", SAMPLE, "--kind", kind, "-f", "csv")[1])))
    assert len(rows) == len(record["rows"])
    assert all(list(row) == record["columns"] for row in record["rows"])
    last = run("index", SAMPLE, "--kind", kind)[1].splitlines()[-1]
    assert last == (f"{len(rows)} {kind}" if rows else f"no {kind}")


def test_who_cites_what() -> None:
    rows = loaded("index", SAMPLE, "--kind", "cited-by", "-f", "json")["rows"]
    counts = [row["count"] for row in rows]
    assert counts == sorted(counts, reverse=True)
    most = rows[0]
    shown = run("show", most["number"], SAMPLE, "--alone")[1]
    assert f"cited by: {most['cited_by'][0]['number']}" in shown
    assert "cites: " in run("show", most["cited_by"][0]["number"], SAMPLE, "--alone")[1]


def test_broken_references_are_listed_with_their_line() -> None:
    rows = loaded("index", str(SAMPLES[2]), "--kind", "dangling", "-f", "json")["rows"]
    assert [(row["from"], row["status"]) for row in rows] == [("201.5", "title-mismatch"), ("402.2", "dangling")]
    told = [(row["cited"], row["quoted"], row["actual"], row["suggestion"]) for row in rows]
    assert told == BROKEN


# What is cited, the title quoted, the title that the target has, the number that has the quoted title.
BROKEN = [(["203"], "Docking", "Coming into Harbor", None), (["205.4b"], None, None, "205.4a")]


@pytest.mark.parametrize("kind", ["references", "keywords", "vocabularies", "glossary"])
def test_rows_of_an_index_are_those_of_the_document(kind: str) -> None:
    assert loaded("index", SAMPLE, "--kind", kind, "-f", "json")["rows"] == loaded("parse", SAMPLE, "-f", "json")[kind]


def test_places_of_terms_are_characters_of_the_text() -> None:
    rows = loaded("index", SAMPLE, "--kind", "terms", "-f", "json")["rows"]
    nodes = release(SAMPLES[0]).index.nodes
    convoy = next(row for row in rows if row["term"] == "Convoy")
    for place in convoy["places"]:
        rule = nodes[place["node"]].rule
        text = (rule.text or "") if place["part"] == "text" else rule.examples[place["example"]]
        assert (rule.number, text[place["start"] : place["end"]].lower()) == (place["number"], "convoy")


def test_the_graph_of_references() -> None:
    edges = {(each.number, target) for each in release(SAMPLES[0]).references if each.number for target in each.targets}
    graph = ElementTree.fromstring(run("index", SAMPLE, "--kind", "references", "-f", "graphml")[1])
    names = "{http://graphml.graphdrawing.org/xmlns}"
    found = {(edge.get("source"), edge.get("target")) for edge in graph.iter(f"{names}edge")}
    nodes = {node.get("id") for node in graph.iter(f"{names}node")}
    assert found == edges
    assert nodes == {end for edge in edges for end in edge}
    assert run("index", SAMPLE, "--kind", "references", "-f", "dot")[1].count(" -> ") == len(edges)
    code, _, err = run("index", SAMPLE, "--kind", "terms", "-f", "dot")
    assert (code, err.count("\n")) == (2, 1)


def hits(query: str) -> list[str]:
    return [hit.node.rule.number if hit.node else str(hit.term) for hit in search(release(SAMPLES[0]), query)]


def test_words_phrases_and_filters() -> None:
    assert set(hits('"static ability"')) <= set(hits("static ability"))
    assert not set(hits("static -convoy")) & {"302.5", "302.5a"}
    assert "302.5a" in hits("static in:302")
    assert all(number.startswith("302") for number in hits("static in:302"))
    with_examples = {node.rule.number for node in release(SAMPLES[0]).index.nodes if node.rule.examples}
    assert set(hits("ship has:example")) <= with_examples
    assert hits("zebra") == []


def test_search_marks_the_words_and_shows_the_breadcrumb() -> None:
    out = run("--color", "always", "search", "companion", SAMPLE)[1]
    assert "\x1b[33m\x1b[1mcompanion\x1b[0m" in out
    assert out.splitlines()[-1] == "1 hit"
    record = loaded("search", "static in:302", SAMPLE, "-f", "json")
    jsonschema.validate(record, loaded("schema", "search"))
    for hit in record["hits"]:
        assert {hit["text"][start:end].lower() for start, end in hit["spans"]} == {"static"}
    assert run("search", "-static", SAMPLE)[2].endswith("; -- before it makes it a word\n")
    assert run("search", "zebra", SAMPLE)[:2] == (0, "0 hits; the document does not have “zebra”\n")
