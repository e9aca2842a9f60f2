"""What a reader does with a comparison, in a real browser: filter, switch, step, copy, pass the address on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from comprules.render.html.divided import find_relations
from comprules.render.markdown import change_line, entry_line
from tests.browser import visit
from tests.conftest import SAMPLES, compared
from tests.test_landing import STILL

WIDE = {"width": 1400, "height": 900}
NARROW = {"width": 390, "height": 800}


def row(page: Page, name: str) -> str:
    return page.locator(f"[id='{name}']").text_content() or ""


def test_what_is_said_of_the_changes(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html", viewport=NARROW) as visited:
        page = visited.page
        front = page.locator("#top").inner_text()
        for piece in ("2025-01-17", "2025-04-04", "New keyword abilities Stowaway", "New ship types Lugger"):
            assert piece in front
        assert "now cites 204.3 instead of 204.1" in row(page, "c-203.2")
        assert "201.6 → 201.6 + 201.7 split One to two" in row(page, "c-201.6")
        assert "104.5 → 202.6" in row(page, "c-202.6")
        assert "doubtful" not in row(page, "c-103.4c")
        assert "+ Lugger" in row(page, "c-201.1")
        page.locator("[id='c-201.1']").scroll_into_view_if_needed()
        assert "Schooner" not in page.locator("[id='c-201.1']").inner_text()
        page.locator("[id='c-201.1'] summary").click()
        assert "Schooner" in page.locator("[id='c-201.1']").inner_text()
        page.locator("#numbers > summary").click()
        page.locator("#numbers details summary", has_text="204.4").first.click()
        assert "204.4f → 204.4g" in page.locator("#numbers details[open] > .pairs").inner_text()
        tree = page.locator("[id='c-203.2']").aria_snapshot()
        assert re.search(r"deletion:\s.*?deleted:.*?end of deletion.*?insertion:\s.*?inserted:", tree, re.DOTALL)
    with visit(browser, comparisons / "23.html") as visited:
        assert "402.2 cites 205.4b, which is gone" in visited.page.locator("#top").inner_text()
        assert "401.3 + 401.4 → 401.3 merged Two to one" in row(visited.page, "c-401.3")


def test_filters_hide_and_show_and_say_how_many(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html") as visited:
        page = visited.page
        shown = page.locator(".r:visible")
        quiet = page.locator("label:has([value=renumbered])")
        assert quiet.inner_text().split() == ["renumbered", "alone", "30"]
        assert "hidden" in page.evaluate(
            "getComputedStyle(document.querySelector('label:has([value=renumbered])'), '::after').content"
        )
        before = shown.count()
        expect(page.locator("#count")).to_have_text(f"{before} shown")
        page.check("[value=renumbered]")
        expect(page.locator("#count")).to_have_text(f"{before + 30} shown")
        assert page.locator(".qs[data-kind=renumbered]:visible").count() > 3
        page.check("[value=references]")
        expect(page.locator("#count")).to_have_text(f"{before + 35} shown")
        expect(shown).to_have_count(before + 5)
        page.uncheck("[value=added]")
        expect(shown).to_have_count(before + 1)
        expect(page.locator("[id='c-302.6a']")).to_be_hidden()
        count = page.locator("#s-1 .r:visible, #s-1 .qs:visible a").count()
        expect(page.locator("#contents a[href='#s-1']")).to_have_attribute("data-count", str(count))
        page.fill("#query", "STOWAWAY")
        expect(page.locator("#count")).to_have_text(re.compile(r"^\d+ of \d+ \(3 hidden\)$"))
        assert all("stowaway" in text.lower() for text in page.locator(".r:visible").all_text_contents())
        page.fill("#query", "zebra")
        expect(page.locator("#nothing")).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown).to_have_count(before + 1)


def test_two_views_by_width_and_by_choice(browser: Browser, comparisons: Path) -> None:
    pair = "[id='c-103.5'] .pair"
    with visit(browser, comparisons / "12.html", viewport=WIDE) as visited:
        page = visited.page
        page.locator("[id='c-103.5']").scroll_into_view_if_needed()
        page.locator(pair).first.wait_for()
        old, new = page.locator(f"{pair} > div").all()
        assert "pointing toward high water." in old.inner_text()
        assert "toward high water or toward low." in new.inner_text()
        assert old.locator("ins").count() == new.locator("del").count() == 0
        boxes = old.bounding_box(), new.bounding_box()
        assert boxes[0]["y"] == boxes[1]["y"]  # type: ignore[index]
        assert boxes[0]["x"] < boxes[1]["x"]  # type: ignore[index]
        page.check("[value=inline]")
        expect(page.locator(pair)).to_be_hidden()
        assert page.locator("[id='c-103.5'] > p > del").is_visible()
        assert "view=inline" in page.url
        page.goto((comparisons / "12.html").as_uri())
        expect(page.locator(pair)).to_be_hidden()
        visited.requests.pop()
    with visit(browser, comparisons / "12.html", viewport=NARROW) as visited:
        expect(visited.page.locator(pair)).to_be_hidden()
        visited.page.check("[value=side]")
        expect(visited.page.locator(pair)).to_be_visible()
        assert visited.page.evaluate("document.documentElement.scrollWidth") == 390


def test_next_and_previous_change(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html") as visited:
        page = visited.page
        ids = page.locator(".r:visible").evaluate_all("(rows) => rows.map((row) => row.id)")
        for at, name in enumerate(ids[:3]):
            page.keyboard.press("n")
            expect(page.locator(f"[id='{name}']")).to_be_focused()
            expect(page.locator(f"[id='{name}']")).to_be_in_viewport()
            expect(page.locator("#count")).to_have_text(f"{at + 1} of {len(ids)}")
        page.locator("#next").click()
        assert page.url.endswith(f"#{ids[3]}")
        page.keyboard.press("p")
        page.locator("#previous").click()
        assert page.url.endswith(f"#{ids[1]}")
        page.evaluate(STILL)
        page.locator(f"[id='{ids[6]}']").evaluate("(row) => row.scrollIntoView()")
        page.keyboard.press("n")
        assert page.url.endswith((f"#{ids[6]}", f"#{ids[7]}"))


def test_permalinks_show_what_is_hidden(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "23.html", "#c-104.4a") as visited:
        page = visited.page
        expect(page.locator("[id='c-104.4a']")).to_be_in_viewport()
        page.locator("[id='c-200.1'] a.n").click()
        assert page.url.endswith("#c-200.1")
        page.evaluate("location.hash = '#c-203.3a'")
        expect(page.locator("[id='c-203.3a']")).to_be_in_viewport()
        page.uncheck("[value=removed]")
        page.evaluate("location.hash = '#c-old-302.12'")
        expect(page.locator("[id='c-old-302.12']")).to_be_in_viewport()


def test_the_address_keeps_what_is_shown(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "23.html", viewport=WIDE) as visited:
        page = visited.page
        page.check("[value=typography]")
        page.uncheck("[value=edited]")
        page.check("[value=inline]")
        page.fill("#query", "card & ship")
        page.fill("#query", "ship")
        expect(page.locator("#count")).to_contain_text(" of ")
        page.locator(".r:visible a.n").first.click()
        page.wait_for_url(re.compile(r"\?.*find=ship#c-"))
        url = page.url
        kept = page.locator(".r:visible").evaluate_all("(rows) => rows.map((row) => row.id)")
    with visit(
        browser, comparisons / "23.html", url.removeprefix((comparisons / "23.html").as_uri()), viewport=WIDE
    ) as visited:
        page = visited.page
        assert page.url == url
        assert page.locator(".r:visible").evaluate_all("(rows) => rows.map((row) => row.id)") == kept
        assert page.input_value("#query") == "ship"
        assert page.is_checked("[value=typography]")
        assert not page.is_checked("[value=edited]")
        expect(page.locator(":root")).to_have_attribute("data-view", "inline")
        page.fill("#query", "")
        page.uncheck("[value=typography]")
        page.check("[value=edited]")
        expect(page).to_have_url(re.compile(r"23\.html\?view=inline#c-"))


WRITTEN = """() => [...document.querySelectorAll("#changes .r:not(.same)")].map((row) => [
  row.id, row.matches(".g"), window.comprules.copies[0][1](row),
])"""


@pytest.mark.parametrize("name", ["12", "23", "23-full"])
def test_every_row_copies_as_markdown(browser: Browser, comparisons: Path, name: str) -> None:
    found = compared(*(SAMPLES[:2] if name == "12" else SAMPLES[1:]))
    related = {id(each) for relation in find_relations(found) for each in (*relation.olds, *relation.news)}
    is_row = {"typography", "renumbered"}.isdisjoint if name != "23-full" else lambda kinds: True
    rules = [change_line(each) for each in found.changes if id(each) not in related and is_row({each.kind})]
    entries = [entry_line(each) for each in found.glossary if is_row({each.kind})]
    with visit(
        browser, comparisons / f"{name}.html", "#c-203.2", permissions=["clipboard-read", "clipboard-write"]
    ) as visited:
        page = visited.page
        written = page.evaluate(WRITTEN)
        blocks = [line for _, _, line in written if " split" in line[:60] or " merged" in line[:60]]
        assert len(blocks) == len(find_relations(found))
        plain = [(is_entry, line) for _, is_entry, line in written if line not in blocks]
        # Rules whose references follow are folded at the end of their chapter.
        assert sorted(line for is_entry, line in plain if not is_entry) == sorted(rules)
        assert sorted(line for is_entry, line in plain if is_entry) == sorted(entries)
        if name == "12":
            assert "**201.7**" in blocks[0]
            page.get_by_role("button", name="Copy: markdown").click()
            expect(page.locator("body > [role=status]")).to_have_text("Copied")
            assert page.evaluate("navigator.clipboard.readText()") in rules
