"""The pages on a phone, for those who copy, and for those who cannot see: bar, contents, clean text, names of rows."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import visit
from tests.conftest import needs_corpus
from tests.test_landing import STILL

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
WIDE = {"width": 1440, "height": 900}

CUT = """() => [...document.querySelectorAll(".bar :is(p, a, input, button, output, li)")].filter((each) => {
  const box = each.getBoundingClientRect();
  if (!box.width || !each.checkVisibility()) return false;
  const isCut = each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).display !== "inline";
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const fixed = each.closest(".walk");
  const isOut = !fixed && (box.top < bar.top || box.bottom > bar.bottom + 1);
  return box.left < 0 || box.right > innerWidth || isCut || isOut;
}).map((each) => each.outerHTML.slice(0, 120))"""
PLACEHOLDER = """() => {
  const box = document.getElementById("query");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(box).font;
  return box.clientWidth - 24 - pen.measureText(box.placeholder).width;
}"""


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["390", "320"])
def test_nothing_in_the_bar_is_cut(browser: Browser, sample: Path, comparisons: Path, size: dict[str, int]) -> None:
    for path in (sample / "viewer.html", sample / "index.html", comparisons / "12.html"):
        with visit(browser, path, "" if path.name == "index.html" else "#203.2", viewport=size) as visited:
            page = visited.page
            page.evaluate(STILL)
            assert page.evaluate(CUT) == []
            assert page.evaluate(PLACEHOLDER) >= 0
            assert page.locator(".bar").bounding_box()["height"] <= 72  # type: ignore[index]
            assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@needs_corpus
def test_the_contents_open_where_one_reads(browser: Browser, newest: Path) -> None:
    with visit(browser, newest / "viewer.html", "#r702.19b", viewport=PHONE) as visited:
        page = visited.page
        page.evaluate(STILL)
        page.locator("button.menu").click()
        expect(page.locator("#contents [aria-current]")).to_be_in_viewport()
        expect(page.locator("#contents [aria-current]")).to_contain_text("702")
        assert page.locator("#contents li.closed").count() >= 8
        page.get_by_role("button", name="Below 1.").click()
        expect(page.locator("#contents a[href='#r100']")).to_be_visible()


# The first block below the bar, found by going through all of them, and what the breadcrumb should end with.
FIRST = """() => {
  const top = window.comprules.edge();
  const blocks = [...document.querySelectorAll("main .r, main section > h2, main h3[id], .front")];
  const seen = blocks.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.height && box.bottom > top + 10 && box.top < top + 220;
  });
  const names = seen.slice(0, 3).map((each) => (each.querySelector(".n") ?? each).textContent.trim());
  const crumbs = [...document.querySelectorAll("#crumbs li")].map((each) => each.textContent);
  const current = document.querySelector("#contents [aria-current]")?.textContent.trim() ?? "";
  return { names, crumbs, current, isFront: seen[0]?.matches(".front") ?? false };
}"""


@pytest.mark.slow
@needs_corpus
def test_the_breadcrumb_names_what_one_reads(browser: Browser, newest: Path) -> None:
    with visit(browser, newest / "viewer.html", viewport=WIDE) as visited:
        page = visited.page
        height = page.evaluate("document.documentElement.scrollHeight")
        dice = random.Random(7)
        heights = [dice.randrange(height) for _ in range(40)]
        wrong = []
        for at in heights:
            page.evaluate("(at) => scrollTo(0, at)", at)
            page.evaluate(STILL)
            found = page.evaluate(FIRST)
            last = found["crumbs"][-1] if found["crumbs"] else ""
            if found["names"] and not found["isFront"] and not any(name[:12] in last for name in found["names"]):
                wrong.append((at, found))
        assert wrong == []
        page.locator("#contents a[href='#glossary']").click()
        page.evaluate(STILL)
        expect(page.locator("#crumbs")).to_contain_text("Glossary")
        expect(page.locator("#contents [aria-current]")).to_have_text("Glossary")


SELECTED = """([first, last]) => {
  const range = new Range();
  range.setStartBefore(document.getElementById(first));
  range.setEndAfter(document.getElementById(last));
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return getSelection().toString();
}"""


@needs_corpus
@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_rules_copy_as_readers_paste_them(browser: Browser, newest: Path, size: dict[str, int]) -> None:
    with visit(browser, newest / "viewer.html", "#r702.2", viewport=size) as visited:
        visited.page.evaluate(STILL)
        lines = visited.page.evaluate(SELECTED, ["r702.2", "r702.2b"]).strip().split("\n")
    assert lines[:2] == ["702.2 Deathtouch", "702.2a Deathtouch is a static ability."]
    assert len(lines) == 3
    assert lines[2].startswith("702.2b ")


def test_changes_copy_without_what_surrounds_them(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html", "#c-203.2", viewport=PHONE) as visited:
        page = visited.page
        page.evaluate(STILL)
        copied = page.evaluate(SELECTED, ["c-203.2", "c-203.2"])
        assert "What a hit does to a ship is told in rule 204.1 204.3." in copied
        for extra in ("Copy", "#", "sure", "Markdown", "rules ↗"):
            assert extra not in copied


def test_a_rule_offers_its_link_citation_and_text(browser: Browser, sample: Path) -> None:
    with visit(
        browser, sample / "viewer.html", "#r101.2c", permissions=["clipboard-read", "clipboard-write"], viewport=WIDE
    ) as visited:
        page = visited.page
        for name, wanted in (
            ("link", r"viewer\.html#r101\.2c$"),
            ("citation", r"^Slackwater Comprehensive Rules \(effective [\d-]+\), 101\.2c$"),
            ("text", r"^101\.2c \w"),
        ):
            page.get_by_role("button", name=f"Copy: {name}").click()
            expect(page.locator("body > [role=status]")).to_have_text("Copied")
            assert re.search(wanted, page.evaluate("navigator.clipboard.readText()"))
            assert "cited by" not in page.evaluate("navigator.clipboard.readText()")


def test_rows_are_headings_with_names(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html") as visited:
        page = visited.page
        expect(page.get_by_role("heading", name="203.2 edited", exact=True)).to_have_count(1)
        shown = page.locator("#changes .r:visible").count()
        assert page.locator("#changes .r:visible .h").count() == shown
    for name in ("12", "23-full"):
        html = (comparisons / f"{name}.html").read_text(encoding="utf-8")
        levels = [int(level) for level in re.findall(r"<h(\d)", html[html.index("<main") : html.index("</main>")])]
        assert all(two - one <= 1 for one, two in pairwise(levels))


def outline(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("(block) => getComputedStyle(block).outlineStyle"))


def test_the_current_place_is_seen_with_forced_colours(browser: Browser, sample: Path, comparisons: Path) -> None:
    with visit(browser, sample / "viewer.html", "#r302.5", forced_colors="active") as visited:
        assert outline(visited.page, ".r:target") == "solid"
        assert outline(visited.page, "#contents [aria-current]") == "solid"
    with visit(browser, comparisons / "12.html", forced_colors="active") as visited:
        visited.page.keyboard.press("n")
        assert outline(visited.page, ".r.now") == "solid"


def test_the_browser_finds_what_is_folded(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html") as visited:
        page = visited.page
        page.uncheck("[value=edited]")
        assert page.locator("[id='c-203.2']").get_attribute("hidden") == "until-found"
        assert page.locator(".fold[hidden='']").count() == 0


def test_print_shows_all_and_no_controls(browser: Browser, comparisons: Path, tmp_path: Path) -> None:
    with visit(browser, comparisons / "12.html", viewport=WIDE) as visited:
        page = visited.page
        page.emulate_media(media="print")
        assert page.locator(".fold .qs").first.is_visible()
        assert not page.locator(".pair").first.is_visible() if page.locator(".pair").count() else True
        content = "getComputedStyle(document.querySelector('.fold summary'), '::marker').content"
        assert page.evaluate(content) in ("none", "normal", '""')
        style = (comparisons / "12.html").read_text(encoding="utf-8")
        assert "counter(page)" in style
        page.pdf(path=tmp_path / "page.pdf")
        assert (tmp_path / "page.pdf").stat().st_size > 10_000
