"""What a reader does with the pages, in a real browser: go, look, search, switch, print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import visit
from tests.conftest import magic, needs_corpus, release
from tests.test_pages import Links


@pytest.mark.parametrize("anchor", ["#r302.5a", "#R3025a", "#302.5a", "#R302.5A"])
def test_permalinks_and_older_anchors_land(browser: Browser, sample: Path, anchor: str) -> None:
    with visit(browser, sample / "viewer.html", anchor) as visited:
        expect(visited.page.locator("[id='r302.5a']:target")).to_be_in_viewport()
        expect(visited.page.locator("#crumbs")).to_have_text(re.compile("Orders.*302.*302.5 Convoy.*302.5a"))
        expect(visited.page.locator("#contents [aria-current]")).to_have_text(re.compile("Keyword Abilities"))


@needs_corpus
def test_every_older_anchor_finds_its_rule(browser: Browser, newest: Path) -> None:
    numbers = [node.rule.number for node in release(magic()[-1]).index.nodes]
    with visit(browser, newest / "viewer.html") as visited:
        landed = visited.page.evaluate(
            """async (numbers) => {
              const wrong = [];
              for (const number of numbers) {
                location.hash = "#R" + number.replaceAll(".", "");
                dispatchEvent(new HashChangeEvent("hashchange"));
                if (location.hash !== "#r" + number) wrong.push(number + location.hash);
              }
              return wrong;
            }""",
            numbers[::20],
        )
        assert landed == []


def test_numbers_are_permalinks_and_references_lead_on(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html", "#r101.2c") as visited:
        page = visited.page
        page.locator("[id='r101.2c'] > div a:not(.t, .n)").click()
        assert page.url.endswith("#r102.1")
        expect(page.locator("[id='r102.1']")).to_be_in_viewport()
        page.locator("[id='r102.1'] a.n").click()
        assert page.url.endswith("#r102.1")
        page.go_back()
        expect(page.locator("[id='r101.2c']")).to_be_in_viewport()


def test_the_preview_on_hover_focus_and_escape(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html", "#r101.2c") as visited:
        page = visited.page
        preview = page.locator("#preview")
        link = page.locator("[id='r101.2c'] > div a:not(.t, .n)")
        link.hover()
        expect(preview).to_contain_text("A captain is a person at the table")
        preview.hover()
        page.wait_for_timeout(500)
        expect(preview).to_be_visible()
        page.keyboard.press("Escape")
        expect(preview).to_be_hidden()
        page.mouse.move(2, 2)
        page.locator("[id='r101.2c'] > div a.t").focus()
        page.keyboard.press("Tab")
        expect(preview).to_be_visible()
        expect(preview).to_contain_text("A captain is a person at the table")
        page.locator("[id='r101.2c'] a.n").focus()
        expect(preview).to_be_hidden()


def test_the_preview_of_a_heading_shows_what_follows_it(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html", "#r201.5") as visited:
        visited.page.locator("[id='r201.5'] > div a:not(.n)").first.hover()
        expect(visited.page.locator("#preview h3")).to_contain_text("Coming into Harbor")
        expect(visited.page.locator("#preview .r").nth(1)).to_contain_text("203.1")


def test_the_preview_on_tap(browser: Browser, sample: Path) -> None:
    with visit(
        browser, sample / "viewer.html", "#r101.2c", has_touch=True, viewport={"width": 390, "height": 800}
    ) as visited:
        page = visited.page
        link = page.locator("[id='r101.2c'] > div a:not(.t, .n)")
        link.tap()
        expect(page.locator("#preview")).to_contain_text("A captain is a person at the table")
        assert page.url.endswith("#r101.2c")
        link.tap()
        page.wait_for_url(re.compile("#r102.1$"))


def test_a_number_jumps_and_a_term_finds_its_entry(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html") as visited:
        page = visited.page
        for typed in ("302.5a", "rule 302.5a.", "R3025a"):
            page.keyboard.press("/")
            page.keyboard.type(typed)
            page.locator("#found a").first.wait_for()
            page.keyboard.press("Enter")
            assert page.url.endswith("#r302.5a")
            page.locator("#query").blur()
        page.fill("#query", "sank")
        page.locator("#found a").first.click()
        assert page.url.endswith("#g-sinks-sank")
        expect(page.locator("#g-sinks-sank")).to_be_in_viewport()


def test_words_search_as_one_types_with_counts_and_steps(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html") as visited:
        page = visited.page
        page.locator("#query").press_sequentially("flagship")
        expect(page.locator("#count")).to_have_text(re.compile(r"^\d+ matches$"))
        found = int((page.locator("#count").inner_text()).split()[0])
        assert page.locator("#found li").count() == found
        assert {text.lower() for text in page.locator("#found mark").all_inner_texts()} == {"flagship"}
        page.keyboard.press("Enter")
        expect(page.locator("#count")).to_have_text(f"1 of {found}")
        page.locator("#next").click()
        expect(page.locator("#count")).to_have_text(f"2 of {found}")
        page.locator("#previous").click()
        page.locator("#previous").click()
        expect(page.locator("#count")).to_have_text(f"{found} of {found}")
        assert page.evaluate("CSS.highlights.get('found').size") > 0
        page.fill("#query", '"flagship in the game"')
        expect(page.locator("#found li")).to_have_count(1)
        page.fill("#query", "zebra")
        expect(page.locator("#found")).to_contain_text("nothing found")
        page.keyboard.press("Escape")
        expect(page.locator("#found")).to_be_hidden()


@needs_corpus
def test_a_keystroke_is_answered_within_a_frame(browser: Browser, newest: Path) -> None:
    with visit(browser, newest / "viewer.html") as visited:
        page = visited.page
        page.locator("#query").press_sequentially("attacking creature with", delay=30)
        took = float(page.locator("#found").get_attribute("data-took") or 99)
        assert took < 16


def test_theme_keys_and_settings(browser: Browser, sample: Path) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    with visit(browser, sample / "viewer.html", color_scheme="light") as visited:
        page = visited.page
        light = page.evaluate(background)
        page.keyboard.press("t")
        dark = page.evaluate(background)
        assert dark != light
        expect(page.locator(".bar .theme")).to_have_attribute("aria-pressed", "true")
        page.reload()
        assert page.evaluate(background) == dark
        page.locator(".bar .theme").click()
        assert page.evaluate(background) == light
        page.keyboard.press("?")
        page.locator("[data-option=keys]").uncheck()
        page.locator("[data-option=terms]").uncheck()
        page.keyboard.press("Escape")
        expect(page.locator("#help")).to_be_hidden()
        page.keyboard.press("t")
        assert page.evaluate(background) == light
        decoration = "getComputedStyle(document.querySelector('a.t')).textDecorationLine"
        assert page.evaluate(decoration) == "none"
        visited.requests.clear()
        page.reload()
        assert page.evaluate(decoration) == "none"


def test_a_page_works_where_nothing_can_be_stored(browser: Browser, sample: Path) -> None:
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('no'); }});")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((sample / "viewer.html").as_uri())
    page.keyboard.press("t")
    assert page.locator(":root").get_attribute("data-theme") in ("dark", "light")
    assert errors == []
    context.close()


def test_diagnostics_are_marked_where_they_are(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html") as visited:
        expect(visited.page.locator("[id='r402.2'] .d")).to_contain_text("which does not exist")
        expect(visited.page.locator("[id='r402.2'] span.x")).to_have_text("rule 205.4b")
        assert visited.page.locator("[id='r201.5'] a.x").get_attribute("href") == "#r203"
        visited.page.locator("#diagnostics summary").click()
        visited.page.locator("#diagnostics a").last.click()
        expect(visited.page.locator("[id='r402.2']")).to_be_in_viewport()


def test_print_leaves_the_text(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html") as visited:
        visited.page.emulate_media(media="print")
        for hidden in (".bar", "#contents", "details.k"):
            assert not visited.page.locator(hidden).first.is_visible()
        assert visited.page.locator("#notice").is_visible()


def test_the_indices_filter_and_link_into_the_viewer(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "index.html") as visited:
        page = visited.page
        page.keyboard.press("/")
        page.keyboard.type("convoy")
        rows = [text.lower() for text in page.locator(".row:visible").all_inner_texts()]
        assert rows
        assert all("convoy" in text for text in rows)
        page.keyboard.press("Escape")
        assert page.locator(".row:visible").count() > len(rows)
        href = page.locator(".row a").first.get_attribute("href")
        assert href is not None
        assert href.startswith("viewer.html#")
        ids = set(Links((sample / "viewer.html").read_text(encoding="utf-8")).ids)
        links = Links((sample / "index.html").read_text(encoding="utf-8"))
        assert {each.partition("#")[2] for each in links.hrefs if each.startswith("viewer.html#")} <= ids
        for section in ("keywords", "terms", "vocabularies", "cited", "broken", "symbols"):
            assert page.locator(f"#{section}").is_visible()
