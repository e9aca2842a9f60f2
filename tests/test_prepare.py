"""Repairs before the grammar: a case on each side of every threshold."""

from __future__ import annotations

import pytest

from comprules import NotRulesError, parse
from comprules.families.registry import detect
from comprules.prepare.lines import Line, lines
from comprules.prepare.markup import without_markup
from comprules.prepare.page_furniture import without_furniture
from comprules.source import decode


def rows(content: str) -> list[Line]:
    return lines(decode(content))


def codes(content: str) -> list[str]:
    return [found.code for found in parse(content).diagnostics]


def family(content: str) -> str:
    return detect(content, "sea.txt").name


def numbered(good: int, odd: int) -> str:
    """A document of `good` lines numbered as magic has them, and `odd` lines numbered otherwise."""
    return (
        "".join(f"100.{at}. It turns.\n" for at in range(1, good + 1))
        + "".join(f"{at}/ A coin.\n" for at in range(odd))
        + "".join(f"{at}-{at}) A coin.\n" for at in range(odd))
    )


def test_a_family_explains_six_of_ten_numbered_lines() -> None:
    assert family(numbered(6, 4)) == "magic"
    with pytest.raises(NotRulesError, match="no family explains enough of its 11 numbered lines"):
        family(numbered(6, 5))


def test_a_family_that_is_sure_is_not_compared_with_those_that_are_named() -> None:
    will = "".join(f"10{at}.1a. It turns.\n" for at in range(10))
    assert family("Force of Will\n" + numbered(9, 0)) == "magic"
    assert family("Force of Will\n" + numbered(10, 0) + will * 2) == "force-of-will"


@pytest.mark.parametrize(("count", "name"), [(3, "outline"), (2, None)])
def test_an_outline_needs_three_numbers_of_several_parts(count: int, name: str | None) -> None:
    content = "".join(f"1.{at}) It turns.\n" for at in range(1, count + 1))
    if name:
        assert family(content) == name
    else:
        with pytest.raises(NotRulesError):
            family(content)


@pytest.mark.parametrize(("numbers", "grows"), [("1.1 1.2 1.3 1.2 1.3 1.4", True), ("1.3 1.2 1.1 1.3 1.2 1.4", False)])
def test_an_outline_grows(numbers: str, grows: bool) -> None:
    content = "".join(f"{number}) It turns.\n" for number in numbers.split())
    if grows:
        assert family(content) == "outline"
    else:
        with pytest.raises(NotRulesError):
            family(content)


@pytest.mark.parametrize(("count", "left_out"), [(3, True), (2, False)])
def test_signs_of_markdown_are_left_out_from_three_lines_on(count: int, left_out: bool) -> None:
    content = "".join(f"- 100.{at}. It turns.\n" for at in range(1, count + 1))
    kept, found = without_markup(rows(content))
    assert [line.text[0] for line in kept] == ["1" if left_out else "-"] * count
    assert len(found) == left_out


@pytest.mark.parametrize(("count", "left_out"), [(3, True), (2, False)])
def test_page_numbers_are_left_out_from_three_on(count: int, left_out: bool) -> None:
    content = "".join(f"100.{at}. It turns.\n\nHarbor Rules\n\n{at}\n\n" for at in range(1, count + 1))
    kept, _ = without_furniture(rows(content))
    assert len(kept) == (count if left_out else 3 * count)


@pytest.mark.parametrize(("header", "left_out"), [("Harbor Rules, page", True), ("H" * 41, False)])
def test_a_running_header_over_another_is_short(header: str, left_out: bool) -> None:
    content = "".join(f"100.{at}. Tide {at} turns.\n\n{header}\n\nThe Harbor\n\n{at}\n\n" for at in range(1, 5))
    kept, _ = without_furniture(rows(content))
    assert (header in [line.text for line in kept]) != left_out


def test_footers_are_told_by_their_rising_number_and_the_line_before() -> None:
    def printed(numbers: list[int], before: str) -> list[Line]:
        return rows("".join(f"100.{at}. Tide {at} turns.\n{before}\nHarbor, {at}\n" for at in numbers))

    assert len(without_furniture(printed([1, 2, 3], "harbor.example"))[0]) == 3
    assert len(without_furniture(printed([1, 2], "harbor.example"))[0]) == 6
    assert len(without_furniture(printed([1, 3, 2], "harbor.example"))[0]) == 9


WORDS = "the captain of a ship that leaves the harbor at low tide keeps a lantern lit at the bow and one at the stern "


def wrapped(width: int, count: int = 12, sentences: str = WORDS) -> str:
    """A document of `count` rules, each broken at `width` where a word ends."""
    found = []
    for at in range(1, count + 1):
        row = ""
        for word in f"100.{at}. {sentences * 3}.".replace(" .", ".").split():
            if len(row) + len(word) + 1 > width:
                found.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        found.append(row)
    return "\n".join(found) + "\n"


@pytest.mark.parametrize(("width", "joined"), [(26, False), (36, True), (190, True), (230, False)])
def test_a_document_is_wrapped_at_widths_that_pages_have(width: int, joined: bool) -> None:
    got = parse(wrapped(width))
    assert len(got.index.nodes) == 12
    assert any("at a width of" in found.message for found in got.diagnostics) == joined
    if joined:
        assert not any("\n" in (node.rule.text or "") for node in got.index.nodes)


def listed(broken: int, whole: int) -> str:
    """Rules of a full line and another: of `broken` it goes on in small letters, of `whole` it is a new sentence."""
    line = "The captain of a ship that leaves the harbor at low tide keeps a lantern lit at the bow and another, as"
    rest = "tern lights are to be seen from the ship that she commands, as the harbor master has told her to."
    starts = ["s"] * broken + ["S"] * whole
    return "".join(f"100.{at}. {line}\n{start}{rest}\n" for at, start in enumerate(starts, 1))


@pytest.mark.parametrize(("broken", "whole", "joined"), [(6, 10, True), (5, 14, False), (4, 4, False), (5, 4, True)])
def test_lines_are_broken_where_many_go_on_in_small_letters(broken: int, whole: int, joined: bool) -> None:
    got = parse(listed(broken, whole))
    assert any("at a width of" in found.message for found in got.diagnostics) == joined


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("100.1. The captain of a ship that keeps the", "lantern lit.", True),
        ("100.1. The captain of the ship keeps the", "lantern lit.", True),
        ("100.1. The captain of a ship keeps the", "lantern lit.", False),
        ("100.1. The captain of a ship that keeps a lamp", "lantern lit.", False),
        ("100.1. The captain of a ship that keeps the", "Lantern lit.", False),
        ("100.1. The captain of a ship that keeps the", "or a lantern lit.", False),
    ],
)
def test_a_line_that_proves_it_goes_on(first: str, second: str, joined: bool) -> None:
    got = parse(f"{first}\n{second}\n100.2. It turns.\n")
    assert ("\n" not in (got.index.by_number["100.1"].rule.text or "")) == joined


@pytest.mark.parametrize(("gaps", "usual"), [(2, False), (3, True)])
def test_gaps_before_examples_are_slips_where_few_have_one(gaps: int, usual: bool) -> None:
    content = "".join(f"100.{at}. It turns.\n{chr(10) * (at <= gaps)}Example: A spring tide.\n" for at in range(1, 9))
    assert codes(content).count("example-gap") == (0 if usual else gaps)
