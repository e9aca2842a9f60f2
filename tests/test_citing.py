"""Citations in other people's files, as functions over text: which are found, what is wrong with them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from comprules import parse
from comprules.cite import Fates, checker, lock, scan, targets, trace
from comprules.cite.locks import decode, encode
from comprules.errors import UnreadableError
from comprules.families.registry import get_family
from tests.conftest import SAMPLES, compared, magic, needs_corpus, release

MAGIC = get_family("magic")


def shown(text: str, **options: Any) -> list[tuple[str, list[str]]]:
    return [
        (each.raw, [member.first + (f"…{member.last}" if member.last else "") for member in each.members])
        for each in scan(text, MAGIC, **options)
    ]


# text: what is found in it
FOUND: dict[str, list[tuple[str, list[str]]]] = {
    "CR 702.19b": [("CR 702.19b", ["702.19b"])],
    "see rule 613.1d.": [("rule 613.1d", ["613.1d"])],
    "[CR 704.5a–d]": [("CR 704.5a–d", ["704.5a…704.5d"])],
    "//! CR 510.1c": [("CR 510.1c", ["510.1c"])],
    "C.R. 100.1": [("C.R. 100.1", ["100.1"])],
    "comp. rules 104": [("comp. rules 104", ["104"])],
    "Comprehensive Rules, rule 104.3": [("Comprehensive Rules, rule 104.3", ["104.3"])],
    'name="R70219b"': [("R70219b", ["702.19b"])],
    'href="#R7021"': [("#R7021", ["702.1"])],
    "page#r702.19b": [("#r702.19b", ["702.19b"])],
    "page#702.19b": [("#702.19b", ["702.19b"])],
    '<a href="#R70219b">702.19b</a>': [("#R70219b", ["702.19b"]), ("702.19b", ["702.19b"])],
    "[702.19b](rules.html#r702.19b)": [("702.19b", ["702.19b"]), ("#r702.19b", ["702.19b"])],
    "CR 601.2b, f, and g": [("CR 601.2b, f, and g", ["601.2b", "601.2f", "601.2g"])],
    "CR 601.2b/c": [("CR 601.2b/c", ["601.2b", "601.2c"])],
    "CR 601.2(b)": [("CR 601.2(b)", ["601.2b"])],
    "rules 613, 614, and 702.3": [("rules 613, 614, and 702.3", ["613", "614", "702.3"])],
    "rules 702.19 to 702.21": [("rules 702.19 to 702.21", ["702.19…702.21"])],
    "CR 712.9-10": [("CR 712.9-10", ["712.9…712.10"])],
    "CR 510.1c through d": [("CR 510.1c through d", ["510.1c…510.1d"])],
    "CR 704.5a&ndash;c, CR&nbsp;100.1": [("CR 704.5a&ndash;c", ["704.5a…704.5c"]), ("CR&nbsp;100.1", ["100.1"])],
    " * see CR\n * 100.1a, 100.1b": [("CR\n * 100.1a, 100.1b", ["100.1a", "100.1b"])],
    "# CR 100.1a,\r\n# 100.1b": [("CR 100.1a,\r\n# 100.1b", ["100.1a", "100.1b"])],
    "CR 702.19b - a creature": [("CR 702.19b", ["702.19b"])],
    "CR 702.19b, 100 cards": [("CR 702.19b", ["702.19b"])],
    "CR 702.19, “Trample”": [("CR 702.19, “Trample”", ["702.19"])],
    "CR702.19b cr 702.19b CR: 702.19b": [
        ("CR702.19b", ["702.19b"]),
        ("cr 702.19b", ["702.19b"]),
        ("CR: 702.19b", ["702.19b"]),
    ],
}
NONE = (
    *("v702.19", "rule 1.2.3", "$702.19", "192.168.100.1", "2019-08-23", "CR 2019-08-23", "error 404", "a[100]"),
    *("foo(100.1)", "return 702", "overrules 702", "#702", "R2024", "R100", "CR 100.00", "CR 1234", "CR 702.19.1"),
    *("rule 100%", "#702196", "CR 100.1px", "702.19b", "(702.19)", "702.19 ms", "ACR 702.19", "CR 702_19"),
    *("the Tournament Handbook, rule 100.2", "rule 100.2 of the Tournament Rules", "color: #100.1em", "CR\n\n100.1"),
)


@pytest.mark.parametrize("text", FOUND)
def test_what_is_a_citation(text: str) -> None:
    assert shown(text) == FOUND[text]


@pytest.mark.parametrize("text", NONE)
def test_what_is_none(text: str) -> None:
    assert shown(text) == []


def test_spans_hold_the_numbers_as_written() -> None:
    text = "x CR 601.2b, f; 704.5a–d y"
    (citation,) = scan(text, MAGIC)
    assert text[citation.start : citation.end] == citation.raw == "CR 601.2b, f; 704.5a–d"
    assert [text[member.start : member.end] for member in citation.members] == ["601.2b", "f", "704.5a–d"]


def test_a_number_without_a_cue_counts_where_the_rule_exists() -> None:
    known = {"702.19b", "702.19c", "613.1", "702"}
    assert shown("702.19b–c and 613.1", known=known) == [("702.19b–c and 613.1", ["702.19b…702.19c", "613.1"])]
    assert shown("// 613.1 CR 702.19b 702.19c", known=known) == [
        ("613.1", ["613.1"]),
        ("CR 702.19b", ["702.19b"]),
        ("702.19c", ["702.19c"]),
    ]
    for text in ("613.2", "702", "x = 613.1", "f(613.1)", "version 613.1", "613.1 ms", "1.613.1", "$613.1", "613.1.2"):
        assert shown(text, known=known) == [], text


# A citation of each family's own shape, in its own documents' way of counting.
FAMILIES = {
    "flesh-and-blood": ("rules 1.0.1a and 1.0.2", ["1.0.1a", "1.0.2"]),
    "force-of-will": ("rule 1111.2a", ["1111.2a"]),
    "gundam": ("CR 5-1-2", ["5-1-2"]),
    "lorcana": ("rule 4.2.2 and 5.1", ["4.2.2", "5.1"]),
    "one-piece": ("CR 7-1-4", ["7-1-4"]),
    "riftbound": ("CR 103.1.b.2", ["103.1.b.2"]),
    "ultimate-wfdf": ("rule 16.3.2", ["16.3.2"]),
    "wca-regulations": ("Regulations A1a1, 11e", ["A1a1", "11e"]),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_has_its_own_shape(name: str) -> None:
    text, numbers = FAMILIES[name]
    (citation,) = scan(f"// see {text}, as ever", get_family(name))
    assert (citation.raw, [member.first for member in citation.members]) == (text, numbers)


def test_targets_are_the_numbers_that_exist() -> None:
    (citation,) = scan("rules 204.4k–p, 999.1", MAGIC)
    assert targets(citation, release(SAMPLES[1]).index) == ("204.4k", "204.4m", "204.4n", "204.4p")
    assert targets(citation, release(SAMPLES[0]).index) == ("204.4k", "204.4m", "204.4n")


def flaws(text: str, was: Any = None, at: int = 0) -> list[tuple[str, tuple[str, ...]]]:
    (checked,) = checker(release(SAMPLES[at]), was)(text)
    return [(flaw.code, flaw.now) for flaw in checked.flaws]


# What is wrong by the words beside a number, in release 1.
BESIDE: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "CR 302.3, “Moor”": [],
    "CR 302.3, “Swell”": [("title-mismatch", ("302.4",))],
    "CR 302.3a, “Moor”": [],
    "moor (CR 302.4a)": [("title-mismatch", ("302.3",))],
    "// CR 302.4: moor": [("title-mismatch", ("302.3",))],
    "swell (CR 302.4a)": [],
    "Ebb and Flow (CR 302.6)": [],
    "damage (CR 302.8a)": [],  # a title, but of another level
    "scuttle, then moor (CR 301.3)": [("title-mismatch", ("302.3",))],
    "CR 204.2: “A ship whose hull is gone doesn’t sink at once.”": [],
    'CR 204.2: "a ship whose hull ... sinks at the inspection"': [],
    "CR 204.3: “A ship whose hull is gone doesn’t sink at once.”": [("quote-mismatch", ("204.2",))],
    "// CR 204.3: “A ship whose hull\n// is gone doesn’t sink at once”": [("quote-mismatch", ("204.2",))],
    "// CR 204.3 A ship whose hull is gone doesn't sink": [("quote-mismatch", ("204.2",))],
    "// CR 204.2 A ship whose hull is gone doesn't sink": [],
    # fewer words than a sentence may be anybody's own
    "CR 204.3: “nobody has ever said these”": [("quote-mismatch", ())],
    "CR 204.3: “nobody ever said these”": [],
    # the parent of the rule that has the words
    "CR 204.4: “A ship without hull sinks and becomes a wreck.”": [],
}


@pytest.mark.parametrize("text", BESIDE)
def test_what_stands_beside_a_number(text: str) -> None:
    assert flaws(text) == BESIDE[text]


# Numbers that do not exist, and what was likely meant.
UNKNOWN = {
    "CR 302.99": ("302.9", "302.11"),
    "CR 302.3z": ("302.3c",),
    "CR 120.4": ("102.4", "100.4"),
    "CR 777.1": (),
    "CR 204.4l": ("204.4k",),
}


@pytest.mark.parametrize("text", UNKNOWN)
def test_unknown_numbers_and_the_likely_ones(text: str) -> None:
    assert flaws(text) == [("unknown", UNKNOWN[text])]


def fates(old: int, new: int) -> Fates:
    return trace(compared(SAMPLES[old], SAMPLES[new]))


# What became of rules from one sample to the next: release, text, what is said of it.
SINCE: list[tuple[int, str, list[tuple[str, tuple[str, ...]]]]] = [
    (0, "CR 101.1", []),
    (0, "CR 104.7", [("moved", ("104.6",))]),
    (0, "CR 302.6a", [("taken-over", ("302.7a",))]),
    (0, "CR 102.4", [("taken-over", ())]),
    (0, "CR 103.5", [("edited", ("103.5",))]),
    (0, "CR 201.6", [("split", ("201.6", "201.7"))]),
    (0, "CR 204.4e–h", [("moved", ("204.4e", "204.4i"))]),
    (0, "CR 302.10, “Ghostlight”", []),  # written for the new release already
    (0, "CR 202.6", []),  # only the new release has it
    (1, "CR 401.4", [("merged", ("401.3",))]),
    (1, "CR 205.4b", [("removed", ())]),
    (1, "CR 104.4", [("taken-over", ("104.5",)), ("edited", ("104.5",))]),
    (1, "CR 403.2", [("taken-over", ())]),
    (1, "CR 302.9", [("edited", ("302.9",))]),
]


@pytest.mark.parametrize(("at", "text", "found"), SINCE, ids=lambda value: str(value))
def test_what_happened_since(at: int, text: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert flaws(text, fates(at, at + 1), at + 1) == found


def test_an_edit_is_told_with_its_words() -> None:
    (checked,) = checker(release(SAMPLES[1]), fates(0, 1))("rule 203")
    assert checked.flaws[0].message == (
        "203 edited since (1 of its 1 words gone, 3 new): “Docking” → “Coming into Harbor”"
    )


def test_a_lock_remembers_what_was_meant() -> None:
    old = release(SAMPLES[0])
    made = lock(old.index.by_number, old)
    again = decode(encode(made), "lock")
    assert again == made
    assert flaws("CR 302.6a", again, 0) == []
    assert flaws("CR 302.6a", again, 1) == [("taken-over", ("302.7a",))]
    assert flaws("CR 104.7", again, 1) == [("moved", ("104.6",))]
    assert flaws("CR 103.5", again, 1) == [("edited", ("103.5",))]
    assert flaws("CR 104.1", again, 1) == []  # only the number it cites is another
    # 302.10b reads the same in both releases, and belongs to another keyword
    assert flaws("CR 302.10b", again, 1) == [("taken-over", ("302.11b",))]
    assert flaws("CR 302.99", again, 1) == [("unknown", ("302.9", "302.12"))]


@pytest.mark.parametrize("text", ["", "x = ", 'schema = "comprules/lock/1"', 'schema = "other"\nfamily = "magic"'])
def test_what_is_no_lock_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="write it anew"):
        decode(text, "x.lock")


def test_a_rule_that_is_numbered_twice_is_doubtful() -> None:
    old = parse("1. Sea\n100. Tides\n100.1. The tide is low.\n100.2. The tide is high.\n100.2. The tide is slack.\n")
    new = parse("1. Sea\n100. Tides\n100.1. The sea is wide.\n100.2. The tide is low.\n100.3. The tide is high.\n")
    from comprules.diff.compare import diff

    found = trace(diff(old, new)).by_number
    assert found["100.2"].doubtful == "two rules were numbered 100.2"
    assert found["100.1"].doubtful == ""


@needs_corpus
def test_names_and_words_of_a_real_release() -> None:
    """Beside its own number nothing is wrong; beside its neighbour's nearly everything is found."""
    path = magic()[-1]
    index = release(path).index
    check = checker(release(path))
    chapters = [node.rule for node in index.nodes if node.rule.title in ("Keyword Actions", "Keyword Abilities")]
    keywords = [rule for chapter in chapters for rule in chapter.rules if rule.title]
    for keyword in keywords:
        for text in (f"{keyword.title} (CR {keyword.number})", f"// CR {keyword.rules[0].number}: {keyword.title}"):
            assert check(text)[0].code == "ok", text
    swapped = [(one, check(f"{one.title} (CR {two.number})")[0]) for one, two in pairwise(keywords)]
    found = [(one, checked) for one, checked in swapped if checked.flaws]
    assert len(found) > 0.95 * len(swapped)
    assert all(checked.flaws[0].now == (one.number,) for one, checked in found)
    for node in index.nodes:
        words = (node.rule.text or "").split("\n")[0]
        if words and "“" not in words:
            assert check(f"// CR {node.rule.number}: “{words}”")[0].code == "ok"
            assert check(f"// CR {node.rule.number} {words}")[0].code == "ok"
