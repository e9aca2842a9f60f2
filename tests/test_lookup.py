"""Look-up and search: what people type, and the answer that is wanted first, as tables in tests/cases."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from comprules import NotFoundError, find, parse, search
from tests.conftest import CORPUS, ROOT, SAMPLES, needs_corpus, release


def cases(name: str) -> list[Any]:
    """The cases of a table; each has a query, and what `show` and `search` are to give for it first."""
    found: list[Any] = json.loads((ROOT / "tests" / "cases" / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    return found


NEWEST = CORPUS / "magic" / "2026-04-17.txt"


def check(path: Path, case: dict[str, Any]) -> None:
    document = release(path)
    if case.get("show"):
        found = find(document, case["query"])
        answer = found.answers[0]
        told = [f"“{entry.term}”" for entry in answer.entries]
        told += [node.rule.number for node in (*answer.nodes, *answer.pointed)][:1]
        assert (told, found.sure) == (case["show"], case["sure"])
    elif "show" in case:
        with pytest.raises(NotFoundError) as caught:
            find(document, case["query"])
        assert list(caught.value.near) == case["near"]
    hits = search(document, case["query"])
    assert [hit.node.rule.number if hit.node else f"“{hit.term}”" for hit in hits.hits[:2]] == case["search"]
    assert list(hits.suggestions) == case.get("suggestions", [])


@pytest.mark.parametrize("case", cases("search-sample"), ids=lambda case: str(case["query"]))
def test_what_people_type_on_the_sample(case: dict[str, Any]) -> None:
    check(SAMPLES[0], case)


@needs_corpus
@pytest.mark.parametrize("case", cases("search-magic"), ids=lambda case: str(case["query"]))
def test_what_people_type_on_the_newest_release(case: dict[str, Any]) -> None:
    check(NEWEST, case)


def test_the_table_is_long_enough_to_mean_something() -> None:
    assert len(cases("search-magic")) >= 200


SMALL = (
    "1. Grounds\n100. General\n100.1. A bed (Basic Earthen Dug, BED) grows.\n100.1a Beds are dug.\n100.1b Part b.\n"
    "100.1c Part c.\n100.2. Weeding is hard. See rule 100.1.\n100.3. The symbol {LEVEL N1-N2} is a range.\n"
    "100.3. Weeds\n101. Turns\n101.1. A turn.\n\nGlossary\n\nBed\nWhere plants grow. See rule 100.1.\n\n"
    "Plot\nSee Bed.\n"
)


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("100.1", ["100.1"]),
        ("CR 100.1a", ["100.1a"]),
        ("cr100.1A", ["100.1a"]),
        ("[CR 100.1 a]", ["100.1a"]),
        ("§100.1a.", ["100.1a"]),
        ("rule 100.1a", ["100.1a"]),
        ("chapter 101", ["101"]),
        ("100.1a-c", ["100.1a", "100.1b", "100.1c"]),
        ("100.1a–100.1b", ["100.1a", "100.1b"]),
        ("100.1a to c", ["100.1a", "100.1b", "100.1c"]),
        ("100.1, 101.1", ["100.1", "101.1"]),
        ("rules 100.1a, b and 101.1", ["100.1a", "100.1b", "101.1"]),
        ("100-101", ["100", "101"]),
        ("1001a", ["100.1a"]),
        ("100.3", ["100.3", "100.3"]),
    ],
)
def test_every_way_to_cite_a_number(typed: str, numbers: list[str]) -> None:
    assert [node.rule.number for node in find(parse(SMALL), typed).nodes] == numbers


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("100.9", ("100", "100.1", "100.3")),
        ("100.1z", ("100.1", "100.1a", "100.1c")),
        ("7", ("1",)),
        ("beed", ("Bed",)),
    ],
)
def test_what_is_near_is_near_by_place_or_spelling(typed: str, near: tuple[str, ...]) -> None:
    with pytest.raises(NotFoundError) as caught:
        find(parse(SMALL), typed)
    assert caught.value.near == near


def test_a_redirect_leads_on_and_an_entry_brings_its_rule() -> None:
    found = find(parse(SMALL), "plots")
    assert [entry.term for entry in found.entries] == ["Plot", "Bed"]
    assert [node.rule.number for node in found.nodes] == ["100.1"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("in:999 a", "in:999: the document has no such number; there are in:NUMBER, in:glossary, has:example"),
        ("has:foo a", "no filter has:foo; there are in:NUMBER, in:glossary, has:example"),
        ("title:bed", "no filter title:bed; there are in:NUMBER, in:glossary, has:example"),
        ('"open', 'a quotation mark in "open has no partner'),
        ("-bed", "the query has no words to search for"),
    ],
)
def test_a_query_that_cannot_be_meant_is_an_error(query: str, message: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        search(parse(SMALL), query)
    assert str(caught.value) == message


def test_filters_alone_list_what_they_leave() -> None:
    assert [hit.node.rule.number for hit in search(parse(SMALL), "in:100.1") if hit.node] == [
        *("100.1", "100.1a", "100.1b", "100.1c")
    ]


def test_order_title_and_definition_then_what_is_below_then_phrase_then_scattered() -> None:
    got = parse(
        "1. Ships\n100. Rope Ladder\n100.1. It hangs.\n100.2. A ladder of rope is for climbing a rope ladder.\n"
        "101. Other\n101.1. A ladder may be made of old rope.\n101.2. Use the rope ladder.\n\nGlossary\n\n"
        "Rope Ladder\nSomething to climb. See rule 100.\n"
    )
    found = [hit.node.rule.number if hit.node else hit.term for hit in search(got, "rope ladders")]
    assert found == ["Rope Ladder", "100", "100.2", "101.2", "101.1"]


def test_a_hit_begins_at_the_sentence_that_matches() -> None:
    got = parse("100.1. The first says nothing. The second has a ladder. The third ends.\n")
    (hit,) = search(got, "ladders").hits
    assert hit.text[hit.start :].startswith("The second has a ladder")
    assert [hit.text[start:end] for start, end in hit.spans] == ["ladder"]


def test_search_and_find_are_the_functions_whatever_was_imported() -> None:
    import comprules.lookup.search
    import comprules.restore

    assert callable(comprules.search)
    assert callable(comprules.restore)


@given(st.text(max_size=40))
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_typed_is_answered_or_refused(typed: str) -> None:
    got = release(SAMPLES[0])
    for ask in (find, search):
        with contextlib.suppress(NotFoundError):
            ask(got, typed)


@pytest.mark.parametrize("command", [("show", "ebb convoy ship"), ("search", "ship harbor"), ("show", "wrekk")])
def test_the_same_answer_whatever_the_hash_seed(command: tuple[str, str]) -> None:
    program = [sys.executable, "-c", "from comprules.cli import main; main()", *command, str(SAMPLES[0])]
    outputs = {
        subprocess.run(program, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=False).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


@needs_corpus
def test_every_title_term_and_keyword_of_the_newest_release_finds_itself() -> None:
    got = release(NEWEST)
    for name in got.names.all:
        if name.kind in ("term", "title", "keyword", "variant", "ability word"):
            answers = find(got, name.text).answers
            homes = {node.rule.number for answer in answers for node in (*answer.nodes, *answer.pointed)}
            terms = {entry.term for answer in answers for entry in answer.entries}
            assert (name.node and name.node.rule.number in homes) or (name.entry and name.entry.term in terms), name
