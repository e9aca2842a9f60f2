"""The page of a comparison as a document: whole, linked, well formed, accessible, quiet, harmless, small."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest
from playwright.sync_api import Browser, expect

from comprules import parse
from comprules.diff.compare import diff
from comprules.diff.kinds import QUIET
from comprules.diff.model import Diff
from comprules.render.changes import passages, texts
from comprules.render.html.beside import Beside
from comprules.render.html.comparison import comparison
from tests.browser import visit
from tests.conftest import SAMPLES, compared, magic, needs_corpus, release
from tests.test_pages import HOSTILE, Links, violations
from tests.test_reading_commands import run

WIDE = {"width": 1400, "height": 900}
NARROW = {"width": 390, "height": 800}


def neighbours(first: str = "2026-02-27", second: str = "2026-04-17") -> Diff:
    old, new = (path for path in magic() if path.stem in (first, second))
    return compared(old, new)


def assert_sound(html: str) -> Links:
    """Well formed, ids unique, and every link within the page leads somewhere."""
    html5lib.HTMLParser(strict=True).parse(html)
    links = Links(html)
    assert len(links.ids) == len(set(links.ids))
    assert {href[1:] for href in links.hrefs if href.startswith("#")} <= set(links.ids)
    return links


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("pair", [SAMPLES[:2], SAMPLES[1:], SAMPLES[::2], SAMPLES[1::-1], SAMPLES[:1] * 2])
def test_every_change_is_a_row_with_its_text(pair: tuple[Path, Path], full: bool) -> None:
    found = compared(*pair)
    links = assert_sound(comparison(found, full))
    ids = set(links.ids)
    for change in found.changes:
        assert (f"c-{change.new.number}" if change.new else f"c-old-{change.old and change.old.number}") in ids
    if full:
        assert {f"c-{node.rule.number}" for node in found.new.index.nodes} <= ids
    assert len([name for name in ids if re.match(r"c-(?!g-|old-g-)", name)]) == (
        len(found.new.index.nodes) + sum(change.new is None for change in found.changes) if full else len(found.changes)
    )


@pytest.mark.parametrize("pair", [SAMPLES[:2], SAMPLES[1:]])
def test_runs_give_both_texts_to_the_space(pair: tuple[Path, Path]) -> None:
    for change in compared(*pair).changes:
        for passage in passages(change) if change.old and change.new else ():
            for side, at, missing in (
                (change.old, passage.old_index, "inserted"),
                (change.new, passage.new_index, "deleted"),
            ):
                assert side
                whole = {"title": side.title, "text": side.text, "example": ""}[passage.part]
                if passage.part == "example" and at is not None:
                    whole = side.examples[at]
                assert "".join(run.text for run in passage.runs if run.op != missing) == (whole or "")


def test_full_keeps_the_order_of_the_new_release() -> None:
    found = compared(*SAMPLES[1:])
    names = Links(comparison(found, full=True)).ids
    news = [name[2:] for name in names if re.match(r"c-\d", name)]
    assert news == [node.rule.number for node in found.new.index.nodes]
    assert names.index("c-old-205.4b") == names.index("c-205.4a") + 1


def test_numbers_of_the_new_release_lead_into_its_viewer(comparisons: Path) -> None:
    from comprules.render.html.viewer import viewer

    html = (comparisons / "12.html").read_text(encoding="utf-8")
    hrefs = Links(html).hrefs
    into = {href.partition("#")[2] for href in hrefs if href.startswith("viewer.html#")}
    assert {"r302.6a", "r202.6", "g-stowaway"} <= into
    assert '<div class="r removed went" id="c-old-102.4"><h4 class="h"><a class="n" href="#c-old-102.4">' in html
    assert into <= set(Links(viewer(release(SAMPLES[1]))).ids)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["12", "23-full"])
def test_comparisons_are_accessible_and_quiet(browser: Browser, comparisons: Path, name: str, scheme: str) -> None:
    with visit(browser, comparisons / f"{name}.html", color_scheme=scheme, viewport=WIDE) as visited:
        page = visited.page
        assert violations(page) == []
        page.evaluate("document.querySelectorAll('[name=kind]:not(:checked)').forEach((box) => box.click())")
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.check("[value=inline]")
        assert violations(page) == []


@pytest.mark.parametrize("scripts", [True, False])
def test_no_horizontal_scroll_on_a_small_phone(browser: Browser, comparisons: Path, scripts: bool) -> None:
    for name in ("12", "23-full"):
        with visit(
            browser, comparisons / f"{name}.html", viewport={"width": 320, "height": 600}, java_script_enabled=scripts
        ) as visited:
            if scripts:
                visited.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
                assert visited.page.evaluate("document.documentElement.scrollWidth") == 320
                visited.page.check("[value=side]")
                assert visited.page.evaluate("document.documentElement.scrollWidth") == 320
            else:
                assert visited.page.locator("main").bounding_box()["width"] <= 320  # type: ignore[index]


def test_without_scripts_all_can_be_read(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "23.html", java_script_enabled=False) as visited:
        page = visited.page
        assert not page.locator("#filters").is_visible()
        assert page.locator(".r:visible").count() == 24
        assert page.locator(".fold:not([open])").count() == page.locator(".fold").count() > 0
        assert "with typography alone" in page.locator(".fold summary").first.inner_text()
        page.locator(".fold summary").first.click()
        assert page.locator(".fold .qs:visible").count() > 0
        page.locator("#contents a[href='#s-302']").click()
        expect(page.locator("#s-302")).to_be_in_viewport()
        page.locator("#top .news a").first.click()
        expect(page.locator("[id='c-301.7']")).to_be_in_viewport()


def test_print_leaves_the_changes(browser: Browser, comparisons: Path) -> None:
    with visit(browser, comparisons / "12.html") as visited:
        visited.page.emulate_media(media="print")
        for hidden in (".bar", "#contents", "#filters", "button.k"):
            assert not visited.page.locator(hidden).first.is_visible()
        assert visited.page.locator("[id='c-203.2']").is_visible()


def test_hostile_texts_show_as_text(browser: Browser, tmp_path: Path) -> None:
    given = parse(HOSTILE + "\x00\ud800")
    changed = HOSTILE.replace("Pay {T}", "Pay <script>alert(2)</script> {T}").replace("isolated", "{{ 8 }} ]]> \u202e")
    found = diff(given, parse(changed.replace("100.2. Nothing", "100.2. Nothing\ufffd") + '"><img src=x>'))
    for full in (False, True):
        for html in (
            comparison(found, full, "<script>notice</script>", Beside('"><script>')),
            comparison(diff(found.new, given), full),
        ):
            assert {"img", "blink", "i2", "center"}.isdisjoint(assert_sound(html).tags)
    path = tmp_path / "hostile.html"
    path.write_text(comparison(found, True, "<script>notice</script>"), encoding="utf-8")
    with visit(browser, path) as visited:
        page = visited.page
        page.check("[value=same]")
        for piece in ("<script>alert(2)</script>", "{{ 8 }} ]]>", "<img src=x onerror=alert(1)>", "{{ 7 * 7 }}"):
            assert piece in page.inner_text("body")
        assert page.locator("script").count() == 3
        page.fill("#query", "<script>alert(2)")
        expect(page.locator(".r:visible")).to_have_count(1)


def test_the_command_writes_the_page() -> None:
    old, new = map(str, SAMPLES[:2])
    code, out, err = run("diff", old, new, "-f", "html", "--notice", "Ours & <theirs>", "--viewer", "v.html")
    assert (code, err) == (0, "")
    assert '<p id="notice">Ours &amp; &lt;theirs&gt;</p>' in out
    assert 'href="v.html#r302.6"' in out
    assert out == comparison(compared(*SAMPLES[:2]), False, "Ours & <theirs>", Beside("v.html"))
    assert "unchanged" in run("diff", old, new, "-f", "html", "--full")[1]


@needs_corpus
def test_neighbours_are_small_and_sound(browser: Browser, tmp_path: Path) -> None:
    found = neighbours()
    html = comparison(found)
    assert_sound(html)
    assert len(html.encode()) <= 400_000
    path = tmp_path / "neighbours.html"
    path.write_text(html, encoding="utf-8")
    with visit(browser, path, viewport={"width": 320, "height": 600}) as visited:
        page = visited.page
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        for change in (each for each in found.changes if each.kind not in QUIET):
            text = page.locator(f"[id='c-{change.new and change.new.number}']").text_content() or ""
            assert all(run.text in text for _, runs in texts(change) for run in runs)


@needs_corpus
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_neighbours_are_accessible(browser: Browser, tmp_path: Path, scheme: str) -> None:
    for first, second in (("2026-02-27", "2026-04-17"), ("2018-10-05", "2019-01-25")):
        path = tmp_path / f"{second}.html"
        path.write_text(comparison(neighbours(first, second)), encoding="utf-8")
        with visit(browser, path, color_scheme=scheme, viewport=WIDE) as visited:
            assert violations(visited.page) == []


@needs_corpus
@pytest.mark.slow
def test_all_neighbours_are_sound() -> None:
    paths = magic()[::5]
    for old, new in pairwise(paths):
        found = diff(release(old), release(new))
        assert_sound(comparison(found))
        assert_sound(comparison(found, full=True, beside=Beside("viewer.html")))
