"""What people type into the box of the viewer, and what comes first: a table, on the newest real release."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from comprules.render.html.anchors import anchors
from comprules.render.html.prose import Prose
from tests.browser import visit
from tests.conftest import ROOT, magic, needs_corpus, release


def cases() -> list[tuple[str, list[str]]]:
    lines = (ROOT / "tests" / "cases" / "search.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if "|" in line and not line.startswith("#")]
    return [(typed.strip(), [each.strip() for each in wanted.split(";")]) for typed, wanted in rows]


def listed(page: Page, typed: str) -> list[str]:
    page.fill("#query", "")
    page.fill("#query", typed)
    page.locator("#found li, #found .more").first.wait_for()
    return page.locator("#found li b").all_inner_texts()


@needs_corpus
def test_what_comes_first(browser: Browser, newest: Path) -> None:
    wrong = []
    with visit(browser, newest / "viewer.html") as visited:
        page = visited.page
        page.focus("#query")
        for typed, wanted in cases():
            found = listed(page, typed)
            suggested = "Did you mean" in page.locator("#found").inner_text()
            wanted = [part for each in wanted for part in (each.split(" ") if each[:1].isdigit() else [each])]
            names = [each.removeprefix("?") for each in wanted]
            if found[: len(names)] != names or suggested != wanted[0].startswith("?"):
                wrong.append((typed, wanted, found[:6]))
        assert wrong == []
        listed(page, "trample")
        entry = next(each for each in release(magic()[-1]).document.glossary if each.term == "Trample")
        shown = page.locator("#found li.g span").first.inner_text()
        assert shown.split()[:4] == entry.text.split()[:4]
        listed(page, "qqqq")
        expect(page.locator("#found")).to_contain_text("nothing found")


@needs_corpus
def test_terms_are_linked_where_they_are_meant() -> None:
    given = release(magic()[-1])
    prose = Prose(given, anchors(given))
    obsolete = {entry.term for entry in given.document.glossary if entry.obsolete}
    assert obsolete
    marks = [mark for marks in prose._uses.values() for mark in marks]
    assert len(marks) > 5000
    assert [mark for mark in marks if mark.value in obsolete] == []
    for node in given.index.nodes:
        for mark in prose._uses.get((node.rule.number, None, "text", 0), []):
            text = node.rule.text or ""
            assert text[max(0, mark.start - 8) : mark.end] != "in that case"


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", " JavaScript:x", "java\tscript:x", "data:text/html,x", "vbscript:x"]
)
def test_addresses_that_run_something_are_refused(href: str) -> None:
    from tests.conftest import SAMPLES
    from tests.test_reading_commands import run

    for command in (
        ("diff", str(SAMPLES[0]), str(SAMPLES[1]), "-f", "html", "--viewer", href),
        ("index", str(SAMPLES[0]), "-f", "html", "--viewer", href),
        ("parse", str(SAMPLES[0]), "-f", "html", "--comparison", href),
    ):
        code, out, err = run(*command)
        assert code == 2
        assert out == ""
        assert "no address of a page" in err
