"""Small documents that other tools read wrongly, and what they must give."""

from __future__ import annotations

import pytest

from comprules import Release, parse
from comprules.render.html.viewer import viewer
from tests.conftest import ROOT


def case(name: str) -> Release:
    path = ROOT / "tests" / "cases" / f"{name}.txt"
    return parse(path.read_bytes(), path.name)


def test_a_number_may_begin_the_introduction() -> None:
    got = case("number-begins-introduction")
    assert got.document.introduction == ("100.1 is where a newcomer should begin.",)
    assert len(got.document.contents) == 5
    assert [node.rule.number for node in got.index.nodes] == ["1", "100", "100.1", "101", "101.1"]
    assert got.diagnostics == ()


def test_text_after_the_contents_is_no_entry() -> None:
    got = case("page-drops-text-after-contents")
    assert [len(got.document.contents), len(got.document.preface)] == [5, 1]
    assert got.document.preface[0].startswith("Changes may have been made")
    assert viewer(got).count(f"<p>{got.document.preface[0]}</p>") == 1


@pytest.mark.parametrize(
    ("number", "targets"),
    [
        ("100.2", ("100.1a", "100.1b", "100.1c")),
        ("100.3", ("100.1a", "100.1b", "100.1c")),
        ("100.4", ("100.1a", "100.1b", "100.1c")),
        ("100.5", ("100.1a", "100.1b", "100.1c")),
        ("100.6", ("100.1a",)),
    ],
)
def test_ranges_with_any_dash_and_lists_of_letters(number: str, targets: tuple[str, ...]) -> None:
    assert [each.targets for each in case("range-dashes").references if each.number == number] == [targets]


def test_measures_and_addresses_are_no_citations() -> None:
    assert case("decimals-are-no-citations").references == ()


def test_a_date_may_have_its_day_first() -> None:
    assert case("day-first-date").document.effective == "2031-03-07"
