"""Where the pages land, in a real browser: every heading, any rule, Back and reload; what is told of a number."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import visit
from tests.conftest import needs_corpus

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
SIZES = [WIDE, PHONE]

# How far below what sticks to the top of the window an element begins; None where the page cannot scroll further.
BELOW = """(id) => {
  const at = document.getElementById(id).getBoundingClientRect().top - window.comprules.edge();
  const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  return isEnd && at > 0 ? null : at;
}"""
STILL = """async () => {
  let before = -1;
  let quiet = 0;
  while (quiet < 12) {
    await new Promise((done) => requestAnimationFrame(done));
    quiet = before === scrollY ? quiet + 1 : 0;
    before = scrollY;
  }
}"""


def astray(page: Page, names: list[str], jump: str) -> list[tuple[str, float]]:
    """The elements on which a jump does not land, with how far off it is."""
    found = []
    for name in names:
        page.evaluate(jump, name)
        page.evaluate(STILL)
        at = page.evaluate(BELOW, name)
        if at is not None and not -1 <= at <= 24:
            found.append((name, at))
    return found


FROM_TOP = "(id) => { scrollTo(0, 0); location.hash = id; }"
FROM_END = "(id) => { scrollTo(0, document.documentElement.scrollHeight); location.hash = id; }"


def contents(page: Page) -> list[str]:
    names: list[str] = page.locator("#contents ol a").evaluate_all("(links) => links.map((link) => link.hash.slice(1))")
    return names


def some(page: Page, selector: str, count: int) -> list[str]:
    names = page.locator(selector).evaluate_all("(blocks) => blocks.map((block) => block.id)")
    return random.Random(13).sample(names, min(count, len(names)))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_the_sample_lands_everywhere(browser: Browser, sample: Path, comparisons: Path, size: dict[str, int]) -> None:
    with visit(browser, sample / "viewer.html", viewport=size) as visited:
        names = [*contents(visited.page)[::2], *some(visited.page, "main .r", 10)]
        assert astray(visited.page, names, FROM_TOP) == []
        assert astray(visited.page, names, FROM_END) == []
    with visit(browser, comparisons / "23-full.html", viewport=size) as visited:
        names = some(visited.page, "#changes .r", 20)
        assert astray(visited.page, names, FROM_END) == []


@needs_corpus
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_every_heading_lands_when_it_is_the_first(browser: Browser, newest: Path, size: dict[str, int]) -> None:
    """The glossary and the credits, which stand below all that is not laid out yet, on fresh pages."""
    for anchor in ("#glossary", "#credits", "#r903", "#r702.19b"):
        with visit(browser, newest / "viewer.html", viewport=size) as visited:
            assert astray(visited.page, [anchor[1:]], FROM_TOP) == []
        with visit(browser, newest / "viewer.html", anchor, viewport=size) as visited:
            assert astray(visited.page, [anchor[1:]], "() => null") == []


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_everything_lands(browser: Browser, real: Path, size: dict[str, int]) -> None:
    with visit(browser, real / "viewer.html", viewport=size) as visited:
        headings = contents(visited.page)
        names = [*random.Random(7).sample(headings, 30), headings[-1], *some(visited.page, "#rules .r", 15)]
        assert astray(visited.page, names, FROM_TOP) == []
        assert astray(visited.page, names, FROM_END) == []
    for name in ("near", "mid", "large"):
        with visit(browser, real / f"{name}.html", viewport=size) as visited:
            names = some(visited.page, "#changes .r, #changes .qs a", 15)
            assert astray(visited.page, names, FROM_TOP) == []
            assert astray(visited.page, names, FROM_END) == []
            fresh = names[:6]
        for anchor in fresh:
            with visit(browser, real / f"{name}.html", f"#{anchor}", viewport=size) as visited:
                assert astray(visited.page, [anchor], "() => null") == []


@needs_corpus
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
def test_folded_rows_of_a_comparison_land(browser: Browser, real: Path, size: dict[str, int]) -> None:
    for anchor in ("c-702.112b", "c-702.49a", "c-g-bushido", "c-117.3a"):
        with visit(browser, real / "mid.html", f"#{anchor}", viewport=size) as visited:
            assert astray(visited.page, [anchor], "() => null") == []


@needs_corpus
@pytest.mark.parametrize("size", SIZES, ids=["wide", "phone"])
@pytest.mark.parametrize("height", [3_000, 120_000, 300_000, 600_000])
def test_back_and_reload_keep_the_place(browser: Browser, newest: Path, size: dict[str, int], height: int) -> None:
    with visit(browser, newest / "viewer.html", viewport=size) as visited:
        page = visited.page
        page.evaluate("(height) => scrollTo(0, height)", height)
        page.evaluate(STILL)
        top = "() => document.querySelector('[data-followed]').getBoundingClientRect().top"
        page.evaluate(
            """() => {
              const links = [...document.querySelectorAll("main .r > div a:not(.n, .t)")];
              const link = links.find((each) => each.getBoundingClientRect().top > 300 && each.offsetParent);
              link.dataset.followed = "";
            }"""
        )
        before = page.evaluate(top)
        page.evaluate("document.querySelector('[data-followed]').click()")
        page.evaluate(STILL)
        page.go_back()
        page.evaluate(STILL)
        assert abs(page.evaluate(top) - before) <= 8
        first = page.evaluate("window.comprules.reading().id")
        page.reload()
        page.evaluate(STILL)
        assert page.evaluate("window.comprules.reading().id") == first
        visited.requests.clear()
        visited.requests.append("file:")


def test_n_leaves_one_step_in_the_history(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html") as visited:
        page = visited.page
        page.fill("#query", "flagship")
        page.locator("#found a").first.wait_for()
        before = page.evaluate("history.length")
        page.keyboard.press("Enter")
        page.locator("#query").blur()
        for _ in range(4):
            page.keyboard.press("n")
        assert page.evaluate("history.length") == before + 1
        page.go_back()
        assert page.evaluate("location.hash") == ""


@pytest.mark.parametrize("anchor", ["#203.2", "#R2032", "#r203.2", "#c-203.2", "#CR 203.2"])
def test_numbers_lead_to_their_change(browser: Browser, comparisons: Path, anchor: str) -> None:
    with visit(browser, comparisons / "12.html", anchor) as visited:
        visited.page.evaluate(STILL)
        assert 0 <= visited.page.evaluate(BELOW, "c-203.2") <= 24


def test_the_comparison_tells_of_numbers_that_did_not_change(browser: Browser, comparisons: Path) -> None:
    for anchor in ("#302.5a", "#r302.5a", "#c-302.5a"):
        with visit(browser, comparisons / "12.html", anchor) as visited:
            told = visited.page.get_by_role("status").filter(has_text="302.5a")
            expect(told).to_be_visible()
            expect(told).to_contain_text("302.5a did not change")
            assert told.locator("a").get_attribute("href") == "viewer.html#r302.5a"
    with visit(browser, comparisons / "12.html", "#104.7") as visited:
        expect(visited.page.locator("#told")).to_contain_text("104.7 is a number of the old release: 104.7 → 104.6")
        expect(visited.page.locator("[id='c-104.6']")).to_be_in_viewport()
    with visit(browser, comparisons / "12.html", "#999.9") as visited:
        expect(visited.page.locator("#told")).to_contain_text("Neither release has a rule 999.9")


@needs_corpus
def test_what_is_searched_but_did_not_change_is_told(browser: Browser, real: Path) -> None:
    with visit(browser, real / "near.html") as visited:
        visited.page.fill("#query", "trample")
        expect(visited.page.locator("#told")).to_contain_text("702.19 Trample did not change")
        visited.page.fill("#query", "increment")
        expect(visited.page.locator("#count")).to_have_text(re.compile(r"^[1-9]\d* of 44"))
        expect(visited.page.locator("#told")).to_be_hidden()
        assert visited.page.evaluate("CSS.highlights.get('found').size") > 0
