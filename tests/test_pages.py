"""The pages as documents: linked, well formed, accessible, quiet, harmless, and whole without scripts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import html5lib
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from comprules import Release, parse
from comprules.render.html.beside import Beside
from comprules.render.html.indices import indices
from comprules.render.html.viewer import viewer
from tests.browser import visit
from tests.conftest import SAMPLES, magic, needs_corpus, release
from tests.test_reading_commands import run

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
HOSTILE = """Rules of <script>alert(1)</script>

1. First <b>bold</b>

100. "onmouseover=alert(1) x="

100.1. Pay {T} or {"><script>}: {{ 7 * 7 }} and {% raw %} ]]> <!-- &lt; &amp; see rule 100.2 and rule 999.9.

100.1a \u202eright to left\u202c \u2067isolated \ufffd lost. See rules 100.1a and 100.3.
Example: <img src=x onerror=alert(1)> </p></div></main></body>

100.2. Nothing <style>* { display: none }</style> here.

100.2. The number again. See rule 100.1.

Glossary

<script>Term</script>
Its <i>text</i>. See rule 100.1.

Term
1. Of the same kind; see Term.
2. Again.

Credits

Nobody <blink>
"""


class Links(HTMLParser):
    """Every id and every address of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.tags: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and tag == "a":
                self.hrefs.append(value or "")


def assert_linked(html: str, given: Release) -> None:
    """Ids are unique, links within the page lead somewhere, and every target of a reference is linked."""
    links = Links(html)
    assert len(links.ids) == len(set(links.ids))
    hrefs = set(links.hrefs)
    assert {href[1:] for href in hrefs if href.startswith("#")} <= set(links.ids)
    assert all(href.startswith("#") for href in hrefs)
    for reference in given.references:
        assert {f"#r{target}" for target in reference.targets} <= hrefs
    blocks: dict[str, str] = {}  # those of one number together
    for name, block in re.findall(r'<div class="r[^"]*" id="r([^"]+)">(.*?)</div>\n', html, re.DOTALL):
        number = name.partition("-")[0]
        blocks[number] = blocks.get(number, "") + block
    for reference in given.references:
        if reference.number:
            assert all(f'href="#r{target}"' in blocks[reference.number] for target in reference.targets)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.stem))
def test_every_reference_is_a_link_to_what_exists(path: Path) -> None:
    given = release(path)
    html = viewer(given)
    assert_linked(html, given)
    html5lib.HTMLParser(strict=True).parse(html)
    html5lib.HTMLParser(strict=True).parse(indices(given))


def test_hostile_texts_show_as_text(browser: Browser, tmp_path: Path) -> None:
    given = parse(HOSTILE + "\x00\ud800")
    html = viewer(given, notice="<script>notice</script>")
    html5lib.HTMLParser(strict=True).parse(html)
    html5lib.HTMLParser(strict=True).parse(indices(given, beside=Beside('"><script>')))
    assert_linked(html, given)
    assert {"img", "blink", "i2", "center"}.isdisjoint(Links(html).tags)
    path = tmp_path / "hostile.html"
    path.write_text(html, encoding="utf-8")
    with visit(browser, path) as visited:
        text = visited.page.inner_text("body")
        for piece in (
            "{{ 7 * 7 }}",
            "]]> <!-- &lt; &amp;",
            "<img src=x onerror=alert(1)>",
            "<style>* { display: none }",
        ):
            assert piece in text
        assert visited.page.locator("h1").inner_text() == "Rules of <script>alert(1)</script>"
        assert visited.page.locator("#notice").inner_text() == "<script>notice</script>"
        assert visited.page.locator("script").count() == 2
        assert visited.page.locator("#r100\\.2-2").inner_text().startswith("100.2")
        visited.page.fill("#query", "<img")
        expect(visited.page.locator("#found li")).to_have_count(1)


@needs_corpus
def test_the_newest_release_is_linked_and_small(newest: Path) -> None:
    given = release(magic()[-1])
    html = (newest / "viewer.html").read_text(encoding="utf-8")
    assert_linked(html, given)
    assert len(html.encode()) <= 3.5 * given.source.bytes


@needs_corpus
@pytest.mark.slow
def test_all_releases_are_linked() -> None:
    for path in magic()[::6]:
        html = viewer(release(path))
        assert_linked(html, release(path))
    html5lib.HTMLParser(strict=True).parse(html)


@pytest.mark.parametrize("name", ["viewer.html", "index.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sample_pages_are_accessible_and_quiet(browser: Browser, sample: Path, name: str, scheme: str) -> None:
    with visit(browser, sample / name, color_scheme=scheme) as visited:
        assert violations(visited.page) == []
        lay_out_all(visited.page)
        visited.page.keyboard.press("?")
        assert visited.page.locator("#help").is_visible()
        visited.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert violations(visited.page) == []


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("name", ["viewer.html", "index.html"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_newest_pages_are_accessible_and_quiet(browser: Browser, newest: Path, name: str, scheme: str) -> None:
    with visit(browser, newest / name, color_scheme=scheme) as visited:
        assert violations(visited.page) == []


def lay_out_all(page: Page) -> None:
    """Show what the browser would lay out only when it comes into view."""
    page.evaluate("document.querySelectorAll('.c').forEach((each) => { each.style.contentVisibility = 'visible'; })")


def violations(page: Page) -> list[str]:
    found = (
        Axe()
        .run(page, options={"runOnly": TAGS, "resultTypes": ["violations"], "preload": False})
        .response["violations"]
    )
    return [f"{each['id']}: {node['html'][:150]} {node['failureSummary']}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("name", ["viewer.html", "index.html"])
@pytest.mark.parametrize("scripts", [True, False])
def test_no_horizontal_scroll_on_a_small_phone(browser: Browser, sample: Path, name: str, scripts: bool) -> None:
    with visit(browser, sample / name, viewport={"width": 320, "height": 600}, java_script_enabled=scripts) as visited:
        if scripts:
            lay_out_all(visited.page)
            assert visited.page.evaluate("document.documentElement.scrollWidth") == 320
        else:
            assert visited.page.locator("main").bounding_box()["width"] <= 320  # type: ignore[index]


@needs_corpus
def test_the_newest_release_on_a_small_phone(browser: Browser, newest: Path) -> None:
    for name in ("viewer.html", "index.html"):
        with visit(browser, newest / name, viewport={"width": 320, "height": 600}) as visited:
            lay_out_all(visited.page)
            assert visited.page.evaluate("document.documentElement.scrollWidth") == 320


def test_without_scripts_all_is_there_and_linked(browser: Browser, sample: Path) -> None:
    with visit(browser, sample / "viewer.html", java_script_enabled=False) as visited:
        page = visited.page
        assert not page.locator("#query").is_visible()
        for node in release(SAMPLES[2]).index.nodes:
            assert page.locator(f"[id='r{node.rule.number}']").count() == 1
        page.locator("#contents a[href='#r302']").click()
        expect(page.locator("[id='r302']")).to_be_in_viewport()
        page.locator("button[aria-label^=Help]").click()
        assert page.locator("#help").is_visible()
    with visit(
        browser, sample / "viewer.html", java_script_enabled=False, viewport={"width": 390, "height": 800}
    ) as visited:
        visited.page.locator("button.menu").click()
        visited.page.locator("#contents a[href='#r302']").click()
        expect(visited.page.locator("[id='r302']")).to_be_in_viewport()


def test_the_commands_write_pages_with_a_notice() -> None:
    for command in ("parse", "index"):
        code, out, err = run(command, str(SAMPLES[0]), "-f", "html", "--notice", "Ours & <theirs>")
        assert (code, err) == (0, "")
        assert out.startswith("<!doctype html>")
        assert '<p id="notice">Ours &amp; &lt;theirs&gt;</p>' in out
        assert "default-src &#39;none&#39;" in out or "default-src 'none'" in out
