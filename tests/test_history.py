"""Lineages: one rule or glossary entry through many releases, whatever its number."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from comprules import parse
from comprules.analysis.index import fold_name
from comprules.history.blame import blame
from comprules.history.doubts import span
from comprules.history.find import find
from comprules.history.model import History, Lineage
from comprules.history.trace import trace
from comprules.render import json as records
from tests.conftest import ROOT, SAMPLES, magic, needs_corpus, release
from tests.test_reading_commands import run

SAMPLE = [str(path) for path in SAMPLES]
NAMES = [f"data/{path.name}" for path in SAMPLES]

# Every rule of the three samples whose number is not the same in all of them, by hand, in the order of the oldest.
MOVED = [
    ("102.4", None, None),
    ("102.5", "102.4", "102.4"),
    ("104.3", "104.3", "104.4"),
    ("104.3a", "104.3a", "104.4a"),
    ("104.4", "104.4", "104.5"),
    ("104.5", "202.6", "202.6"),
    ("104.6", "104.5", "104.6"),
    ("104.7", "104.6", "104.7"),
    ("201.7", "201.8", "201.8"),
    ("203.3a", "203.3a", "202.3b"),
    ("203.3b", "203.3b", "203.3a"),
    *(
        (f"204.4{a}", f"204.4{b}", f"204.4{b}")
        for a, b in ("fg", "gh", "hi", "ij", "jk", "km", "mn", "np")
    ),
    ("205.4b", "205.4b", None),
    *(
        (f"302.{at}{part}", f"302.{at + 1}{part}", None if at == 11 else f"302.{at + 1}{part}")
        for at, parts in ((6, ("", "a", "b", "c")), (7, ("", "a", "b")), (8, ("", "a", "b")), (9, ("", "a", "b")),
                          (10, ("", "a", "b")), (11, ("", "a", "b")))
        for part in parts
    ),
    ("401.4", "401.4", None),
    ("401.5", "401.5", "401.4"),
    ("403.2", "403.2", None),
    *((None, number, number) for number in ("201.7", "204.4f", "302.6", "302.6a", "302.6b")),
    *((None, None, number) for number in ("104.3", "301.7", "301.7a", "301.7b", "403.2")),
]  # fmt: skip


@cache
def samples() -> History:
    return trace(SAMPLE, 1)


@cache
def corpus() -> History:
    return trace([str(path) for path in magic()])


def sought(history: History, query: str, paths: list[Path], as_of: int | None = None) -> tuple[Lineage, ...]:
    return find(history, query, lambda at: release(paths[at]), as_of)


def kinds(lineage: Lineage) -> list[tuple[int, str]]:
    return [(event.release, event.kind) for event in lineage.events]


def made(tmp_path: Path, *bodies: str) -> History:
    """The history of documents whose rules under `100. Sea` are given, one a line."""
    paths = []
    for at, body in enumerate(bodies, 1):
        path = tmp_path / f"{at}.txt"
        path.write_text(
            f"Sea Rules\n\nThese rules are effective as of May {at}, 2031.\n\n1. Sea\n\n100. Sea\n\n"
            + "\n\n".join(body.split("\n"))
        )
        paths.append(str(path))
    return trace(paths, 1)


# The sample, by hand


def test_each_lineage_of_the_sample_that_changes_its_number() -> None:
    rules = [each for each in samples().lineages if each.of == "rule"]
    found = [each.numbers for each in rules if len(set(each.numbers)) > 1]
    assert Counter(found) == Counter(MOVED)
    same = [each.numbers[0] for each in rules if len(set(each.numbers)) == 1]
    assert len(same) == len(set(same)) == 189 - sum(numbers[0] is not None for numbers in MOVED)


@pytest.mark.parametrize(
    ("query", "as_of", "expected"),
    [
        ("302.9", None, [(0, "created"), (1, "renumbered"), (2, "edited")]),
        ("202.6", None, [(0, "created"), (1, "moved")]),
        ("202.3b", None, [(0, "created"), (2, "moved")]),
        ("203", None, [(0, "created"), (1, "edited")]),
        ("201.6", None, [(0, "created"), (1, "split")]),
        ("201.7", None, [(1, "split")]),
        ("401.3", None, [(0, "created"), (2, "merged")]),
        ("401.4", 0, [(0, "created"), (2, "merged")]),
        ("102.4", 0, [(0, "created"), (1, "removed")]),
        ("403.2", 1, [(0, "created"), (2, "removed")]),
        ("403.2", None, [(2, "created")]),
        ("104.1", None, [(0, "created"), (1, "references")]),
        ("102.3", None, [(0, "created"), (2, "typography")]),
        ("302.6", None, [(1, "created")]),
        ("302.12", None, [(0, "created"), (1, "renumbered"), (2, "removed")]),
        ("Renown", None, [(0, "created"), (2, "edited")]),
        ("Neap", None, [(0, "created"), (1, "removed")]),
        ("Cargo", None, [(0, "created")]),
    ],
)
def test_what_happened_to_a_rule_of_the_sample(query: str, as_of: int | None, expected: list[tuple[int, str]]) -> None:
    assert kinds(sought(samples(), query, list(SAMPLES), as_of)[0]) == expected


def test_a_split_and_a_merger_name_the_other_rules() -> None:
    whole, part, taken = (
        sought(samples(), query, list(SAMPLES), at)[0] for query, at in (("201.6", 2), ("201.7", 2), ("401.4", 0))
    )
    assert whole.events[-1].related == ("201.7",)
    assert part.events[0].related == ("201.6",)
    assert (taken.events[-1].was, taken.events[-1].number, taken.events[-1].related) == ("401.4", None, ("401.3",))


def test_a_keyword_is_found_by_its_names_and_brings_its_rules() -> None:
    for name in ("Copperclad", "ironbound", "302.9"):
        found = sought(samples(), name, list(SAMPLES))
        rules = [each.id for each in found if each.of == "rule"]
        assert rules == ["2025-01-17:302.8", "2025-01-17:302.8a", "2025-01-17:302.8b"]
    assert [each.of for each in sought(samples(), "Ram", list(SAMPLES))] == ["rule", "glossary", "rule", "rule"]


def test_a_chapter_does_not_bring_its_titled_rules() -> None:
    assert [each.numbers[-1] for each in sought(samples(), "302", list(SAMPLES))] == ["302"]


def test_what_nobody_has_is_told_with_what_is_near() -> None:
    from comprules import NotFoundError

    with pytest.raises(NotFoundError, match="no rule or term “Coppercled” in any of these releases") as failure:
        sought(samples(), "Coppercled", list(SAMPLES))
    assert "Copperclad" in failure.value.near


def test_blame_tells_when_words_changed_last() -> None:
    told = {each.number: each for each in blame(samples())}
    assert len(told) == len(release(SAMPLES[2]).index.nodes)
    cases = {
        "302.9a": ("2025-01-17", "302.8a", "2025-07-25", 1),
        "202.6": ("2025-01-17", "104.5", None, 0),
        "104.3": ("2025-07-25", "104.3", None, 0),
        "201.6": ("2025-01-17", "201.6", "2025-04-04", 1),
        "201.7": ("2025-04-04", "201.7", None, 0),
        "102.3": ("2025-01-17", "102.3", None, 0),
    }
    for number, expected in cases.items():
        each = told[number]
        assert (each.since, each.as_, each.changed, each.changes) == expected


# Laws


def check_laws(history: History, paths: list[Path]) -> None:
    for at, path in enumerate(paths):
        got = release(path)
        for of, wanted in (
            ("rule", [node.rule.number for node in got.index.nodes]),
            ("glossary", [entry.term for entry in got.document.glossary]),
        ):
            found = [each.numbers[at] for each in history.lineages if each.of == of]
            assert Counter(number for number in found if number is not None) == Counter(wanted)
    for of in ("rule", "glossary"):
        ids = [each.id for each in history.lineages if each.of == of]
        assert len(ids) == len(set(ids))
    for each in history.lineages:
        first = next(at for at, number in enumerate(each.numbers) if number is not None)
        assert each.id.partition("#")[0] == f"{history.releases[first].label}:{each.numbers[first]}"
        assert each.events[0].release == first
        assert [event.release for event in each.events] == sorted({event.release for event in each.events})
        told = dict.fromkeys(range(first, len(each.numbers)))  # the numbers as the events alone tell them
        number = None
        changes = {event.release: event for event in each.events}
        for at in told:
            if at in changes:
                assert changes[at].was == (each.numbers[at - 1] if at > first else None)
                number = changes[at].number
            told[at] = number
        assert tuple(told.values()) == each.numbers[first:]


def test_every_node_is_in_one_lineage_and_events_tell_its_numbers() -> None:
    check_laws(samples(), list(SAMPLES))


def test_files_may_come_in_any_order() -> None:
    assert trace([SAMPLE[2], SAMPLE[0], SAMPLE[1]], 1) == samples()


def test_later_releases_leave_ids_and_the_past_alone() -> None:
    earlier = {each.id: each for each in trace(SAMPLE[:2], 1).lineages if each.of == "rule"}
    later = {each.id: each for each in samples().lineages if each.of == "rule"}
    assert earlier.keys() <= later.keys()
    for name, each in earlier.items():
        assert later[name].numbers[:2] == each.numbers
        assert [event for event in later[name].events if event.release < 2] == list(each.events)


def test_one_release_and_the_same_twice() -> None:
    assert all(kinds(each) == [(0, "created")] for each in trace(SAMPLE[:1]).lineages)
    assert all(kinds(each) == [(0, "created")] for each in trace([SAMPLE[0], SAMPLE[0]]).lineages)


# Rules that leave and come back, and doubt

TIDE = "The tide turns at dawn and at dusk, whatever the captains say of it."
ANCHOR = "A ship at anchor may not fire, nor be fired upon, while its flag is down."
GULLS = "Gulls follow every ship that carries fish, and tell its harbor from afar."


def test_a_rule_that_left_and_came_back_goes_on(tmp_path: Path) -> None:
    before, gone = f"100.1. {ANCHOR}\n100.2. {TIDE}", f"100.1. {ANCHOR}"
    history = made(tmp_path, before, *[gone] * 8, f"100.1. {ANCHOR}\n100.2. {GULLS}\n100.3. {TIDE}")
    (tide,) = (each for each in history.lineages if each.id == "2031-05-01:100.2")
    assert tide.numbers == ("100.2", *[None] * 8, "100.3")
    found = [(event.kind, event.returned) for event in tide.events]
    assert found == [("created", False), ("removed", False), ("created", True)]


def test_of_two_that_left_with_the_same_words_none_comes_back_unless_a_direct_comparison_tells(tmp_path: Path) -> None:
    twice, none = f"100.1. {ANCHOR}\n100.1a {TIDE}\n100.2. {GULLS}\n100.2a {TIDE}", f"100.1. {ANCHOR}\n100.2. {GULLS}"
    for times, follow in ((1, True), (3, True), (4, False), (7, True)):
        history = made(tmp_path, twice, *[none] * times, twice)
        found = {each.numbers for each in history.lineages if each.now.text == TIDE}
        gap = (None,) * times
        if follow:
            assert found == {(number, *gap, number) for number in ("100.1a", "100.2a")}
        else:
            assert found == {
                each for number in ("100.1a", "100.2a") for each in ((number, *gap, None), (None, *gap, number))
            }


def test_which_releases_are_compared_directly() -> None:
    found = {at: span(at) for at in range(18)}
    assert {at: first for at, first in found.items() if first is not None} == {2: 0, 3: 0, 4: 0, 8: 0, 12: 4, 16: 8}


def pair(old: int, new: int, confidence: float) -> Any:
    from comprules.diff.model import Pair

    return Pair(old, new, "place", confidence)


@pytest.mark.parametrize(
    ("chain", "direct", "follows"), [(0.3, 0.9, "direct"), (0.9, 0.3, "chain"), (0.5, 0.5, "chain")]
)
def test_where_chain_and_direct_comparison_disagree_the_surer_wins_and_the_doubt_is_said(
    chain: float, direct: float, follows: str
) -> None:
    import msgspec

    from comprules.diff import diff
    from comprules.history.compose import Chain
    from comprules.history.doubts import settle

    head = "1. Sea\n\n100. Sea\n\n"
    olds = (
        parse(f"{head}100.1. {TIDE}\n\n100.2. {ANCHOR}", "old"),
        parse(f"{head}100.1. {TIDE}\n\n100.2. {ANCHOR}", "mid"),
    )
    new = parse(f"{head}100.1. {GULLS}\n\n100.2. {ANCHOR}\n\n100.3. {TIDE}", "new")
    composed = Chain()
    composed.begin(olds[0])
    composed.step(olds[1], diff(*olds))
    # A comparison that took the new rule at the old number for the old one, and one that did not.
    wrong = diff(olds[1], parse(f"{head}100.1. {GULLS}\n\n100.2. {ANCHOR}", "x"), [("100.1", "100.1")])
    pairs = [pair(0, 0, 1), pair(1, 1, 1), pair(2, 2, chain), pair(3, 3, 1)]
    added = diff(olds[1], new)
    change = next(each for each in wrong.changes if each.new and each.new.number == "100.1")
    plus = next(each for each in added.changes if each.old is None)
    assert plus.new
    plus = msgspec.structs.replace(plus, new=msgspec.structs.replace(plus.new, number="100.3", text=TIDE), new_at=4)
    composed.step(new, msgspec.structs.replace(added, pairs=tuple(pairs), changes=(change, plus)))
    right = [pair(0, 0, 1), pair(1, 1, 1), pair(2, 4, direct), pair(3, 3, 1)]
    settle(composed, 0, msgspec.structs.replace(added, pairs=tuple(right)))
    strand = composed.strands[2]
    (doubt,) = strand.doubts
    assert (doubt.chain, doubt.direct, doubt.kept) == ("100.1", "100.3", follows)
    assert strand.numbers == ["100.1", "100.1", "100.3" if follows == "direct" else "100.1"]
    assert sorted(composed.rules[2]) == sorted(set(composed.rules[2]))
    assert [composed.strands[at].number_in(2) for at in composed.rules[2]] == ["1", "100", "100.1", "100.2", "100.3"]


# Real releases


@pytest.mark.slow
@needs_corpus
def test_the_laws_hold_of_all_releases() -> None:
    check_laws(corpus(), magic())


@needs_corpus
def test_later_real_releases_leave_the_past_alone() -> None:
    earlier = {each.id: each for each in trace([str(path) for path in magic()[:-8]]).lineages if each.of == "rule"}
    later = {each.id: each for each in corpus().lineages if each.of == "rule"}
    assert earlier.keys() <= later.keys()
    assert all(later[name].numbers[: len(each.numbers)] == each.numbers for name, each in earlier.items())


@needs_corpus
@pytest.mark.parametrize(
    "row", json.loads((ROOT / "tests/expected/lineages.json").read_text("utf-8")), ids=lambda row: row["what"]
)
def test_rules_that_were_traced_by_hand(row: dict[str, Any]) -> None:
    history = corpus()
    labels = [each.label for each in history.releases]
    first = labels.index(next(iter(row["numbers"])))
    expected, number = [], None
    for label in labels[first:]:
        number = row["numbers"].get(label, number)
        expected.append(number)
    at = next(at for at, each in enumerate(expected) if each)
    (lineage,) = (each for each in history.lineages if each.of == "rule" and each.numbers[first + at] == expected[at])
    assert list(lineage.numbers[first:]) == expected
    for event in row["events"]:
        (found,) = (each for each in lineage.events if labels[each.release] == event["date"])
        if "missed" in row and found.kind != event["kind"]:
            pytest.xfail(row["missed"])
        assert found.kind == event["kind"]
        assert set(event["related"]) <= set(found.related)


@needs_corpus
def test_keywords_followed_by_title_agree_with_their_lineages() -> None:
    history, paths = corpus(), magic()
    newest = release(paths[-1])
    places = 0
    for keyword in newest.keywords:
        if keyword.kind == "ability word":
            continue
        title = fold_name(newest.index.by_number[keyword.number].rule.title or "")
        (lineage,) = (
            each
            for each in history.lineages
            if each.of == "rule" and each.numbers[-1] == keyword.number and fold_name(each.title or "") == title
        )
        for at, path in enumerate(paths):
            titled = [
                node.rule.number
                for node in release(path).index.nodes
                if node.rule.title and len(node.path) == 2 and fold_name(node.rule.title) == title
            ]
            if titled:
                places += 1
                assert lineage.numbers[at] in titled
    assert places > 10_000


# The commands


def test_history_json_is_as_its_schema_says_and_the_same_for_any_number_of_workers() -> None:
    outputs = set()
    for extra in ([], ["-j", "1"], ["-j", "2"], ["-j", "3", "--no-cache"], ["--no-cache"]):
        code, out, err = run("history", "Copperclad", *NAMES, "-f", "json", *extra)
        assert (code, err) == (0, "")
        outputs.add(out)
    (out,) = outputs
    record = json.loads(out)
    jsonschema.validate(record, records.schema("history"))
    assert record["schema"] == "comprules/history/1"
    assert record["query"] == "Copperclad"
    assert [each["effective"] for each in record["releases"]] == ["2025-01-17", "2025-04-04", "2025-07-25"]
    first = record["lineages"][0]
    assert (first["id"], first["title"]) == ("2025-01-17:302.8", "Copperclad")
    assert first["numbers"] == ["302.8", "302.9", "302.9"]
    assert [(each["release"], each["kind"], each["number"], each["was"]) for each in first["events"]] == [
        (0, "created", "302.8", None),
        (1, "renumbered", "302.9", "302.8"),
        (2, "edited", "302.9", "302.9"),
    ]
    assert first["events"][2]["edits"] == [
        {"part": "title", "index": 0, "op": "replace", "old": [0, 9], "new": [0, 10], "old_index": 0}
        | {key: value for key, value in first["events"][2]["edits"][0].items() if key == "follows"}
    ]


def test_history_for_a_person() -> None:
    code, out, _ = run("history", "302.9a", *NAMES)
    assert code == 0
    assert out.splitlines()[:5] == [
        "302.9a  since 2025-01-17 or earlier, then 302.8a",
        "2025-07-25  edited",
        "    [-Ironbound-]{+Copperclad+} is a static ability. A ship with [-ironbound-]{+copperclad+}"
        " ignores the first point of damage in each bell.",
        "2025-04-04  302.8a → 302.9a",
        "2025-01-17  in the first of these releases as 302.8a",
    ]


def test_history_as_of_a_date_or_a_file() -> None:
    for as_of in ("2025-03-01", NAMES[0]):
        code, out, _ = run("history", "104.5", *NAMES, "--as-of", as_of)
        assert code == 0
        assert out.startswith("202.6  since 2025-01-17 or earlier, then 104.5\n2025-04-04  moved, 104.5 → 202.6")
    assert run("history", "104.5", *NAMES, "--as-of", "2024-01-01")[2] == (
        "comprules: --as-of 2024-01-01: the oldest of these releases is 2025-01-17\n"
    )
    assert run("history", "104.5", *NAMES[:2], "--as-of", NAMES[2])[0] == 2


def test_history_as_markdown_and_as_a_page() -> None:
    out = run("history", "302.9a", *NAMES, "-f", "markdown")[1]
    assert out.startswith("## 302.9a\n\n*since 2025-01-17 or earlier, then 302.8a*\n\n- **2025-07-25** edited\n")
    assert "  - ~~Ironbound~~**Copperclad** is a static ability." in out
    page = run("history", "302.9a", *NAMES, "-f", "html")[1]
    assert "<del>Ironbound</del><ins>Copperclad</ins> is a static ability." in page
    assert "<h2><bdi>302.9a</bdi> <small>since 2025-01-17 or earlier, then 302.8a</small></h2>" in page


def test_releases_in_numbers() -> None:
    record = json.loads(run("history", "--chart", *NAMES, "-f", "json")[1])
    jsonschema.validate(record, records.schema("numbers"))
    assert [each["rules"] for each in record["sizes"]] == [len(release(path).index.nodes) for path in SAMPLES]
    assert [each["keywords"] for each in record["sizes"]] == [len(release(path).keywords) for path in SAMPLES]
    chapters = {each["number"]: each["changes"] for each in record["chapters"]}
    # 302 of the first comparison: Stowaway and its two rules; of the second: Copperclad three times, Lookout removed.
    assert chapters["302"] == [0, 3, 6]
    assert chapters["203"] == [0, 2, 0]  # its own title, and 203.2
    assert chapters["202"] == [0, 1, 1]  # what moved is counted where it went
    assert "403" in chapters
    assert "400" not in chapters  # nothing changed
    page = run("history", "--chart", *NAMES)[1]
    assert page.count("<svg ") == 4
    assert "<title>302 Keyword Abilities, 2025-07-25: 6</title>" in page
    assert page.count("<script>") == 2  # those of every page
    assert run("history", "--chart", *NAMES) == run("history", "--chart", *NAMES, "-f", "html")
    assert "--chart makes a page" in run("history", "--chart", *NAMES, "-f", "markdown")[2]
    assert "Missing argument 'QUERY'" in run("history")[2]


def test_markup_in_a_document_stays_text(tmp_path: Path) -> None:
    text = "1. Sea\n\n100. Sea\n\n100.1. A <b>ship</b> [sails](x) & *floats* on {}.\n"
    for at, words in enumerate(("water", "<i>wine</i>"), 1):
        (tmp_path / f"{at}.txt").write_text(text.replace("{}", words))
    files = [str(tmp_path / f"{at}.txt") for at in (1, 2)]
    page = run("history", "<b>", *files, "-f", "html")
    assert page[0] == 2
    page = run("history", "100.1", *files, "-f", "html")
    assert "<b>ship" not in page[1]
    assert "&lt;i&gt;wine&lt;/i&gt;" in page[1]
    assert r"\<b\>ship" in run("history", "100.1", *files, "-f", "markdown")[1]


def test_blame_for_programs_and_people() -> None:
    record = json.loads(run("blame", *NAMES, "-f", "json")[1])
    jsonschema.validate(record, records.schema("blame"))
    (row,) = (each for each in record["rules"] if each["number"] == "302.9a")
    assert {key: row[key] for key in ("since", "as", "changed", "changes")} == {
        "since": "2025-01-17",
        "as": "302.8a",
        "changed": "2025-07-25",
        "changes": 1,
    }
    lines = run("blame", *NAMES)[1].splitlines()
    assert lines[0].split() == ["reads", "so", "edits", "since,", "as", "now"]
    assert len(lines) == 1 + len(record["rules"])
    assert max(map(len, lines)) <= 120
    assert "| 302.9a | 2025-07-25 | 1 | 2025-01-17 | 302.8a |" in run("blame", *NAMES, "-f", "markdown")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("history", "302.9", "data/none.txt"), "comprules: data/none.txt: no such file"),
        (("history", "302.9", "pyproject.toml"), "comprules: pyproject.toml: no numbered rules found"),
        (("history", "302.9", "-", "-"), "comprules: only one of the files can be the standard input"),
        (("history", "302.9", "--archive", "none"), "comprules: no releases in none; name FILEs"),
        (("history", "302.99", *NAMES), "comprules: no rule or term “302.99” in any of these releases"),
    ],
)
def test_failures_are_one_line(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_the_standard_input_is_one_of_the_releases() -> None:
    code, out, _ = run("history", "302.9", NAMES[0], "-", stdin=SAMPLES[2].read_bytes())
    assert code == 0
    assert out.startswith("302.9 Copperclad")
