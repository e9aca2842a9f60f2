"""A whole site: every link leads somewhere, builds are the same bytes however they came about, and nothing is lost."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit
from xml.etree import ElementTree

import html5lib
import jsonschema
import pytest
from playwright.sync_api import Browser, expect

from comprules.render import json as records
from comprules.render.records import from_json
from comprules.site.build import build
from tests.conftest import SAMPLES, magic, needs_corpus, release
from tests.test_pages import Links, violations
from tests.test_reading_commands import run

LARGEST = 2_500_000  # bytes of a page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the three samples."""
    folder = tmp_path_factory.mktemp("site") / "made"
    build(list(map(str, SAMPLES)), folder)
    return folder


def content(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def crawl(root: Path) -> tuple[int, list[str]]:
    """Follow every link from the start: how many pages there are, and what is wrong."""
    wrong: list[str] = []
    waiting, seen, ids, asked = ["index.html"], {"index.html"}, {}, []
    while waiting:
        name = waiting.pop()
        html = (root / name).read_text(encoding="utf-8")
        if len(html.encode()) > LARGEST:
            wrong.append(f"{name}: {len(html)} characters")
        links = Links(html)
        ids[name] = set(links.ids)
        if len(ids[name]) != len(links.ids):
            wrong.append(f"{name}: an id stands twice")
        own = re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"]+)"', html)
        for href in {*links.hrefs, *(each for each in own if not each.startswith("data:"))}:
            parts = urlsplit(href)
            if parts.scheme or href.startswith("/"):
                wrong.append(f"{name}: {href} leaves the site")
                continue
            target, fragment = urldefrag(urljoin(name, href))
            target = unquote(target.partition("?")[0])
            if not (root / target).is_file():
                wrong.append(f"{name}: {href} does not exist")
            elif target.endswith(".html"):
                asked.append((name, target, unquote(fragment)))
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
    wrong += [
        f"{name}: {target}#{fragment}" for name, target, fragment in asked if fragment and fragment not in ids[target]
    ]
    return len(seen), wrong


def test_every_link_of_the_sample_site_leads_somewhere(site: Path) -> None:
    pages, wrong = crawl(site)
    assert wrong == []
    assert pages == len(list(site.rglob("*.html"))) - 1  # all but the page for what is missing
    for path in site.rglob("*.html"):
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


@pytest.mark.slow
@needs_corpus
def test_every_link_of_a_part_of_the_corpus_leads_somewhere(tmp_path: Path) -> None:
    paths = [str(path) for path in magic() if path.stem in ("1999-04-23", "2026-02-27", "2026-04-17")]
    build(paths, tmp_path / "site", only_changes=True)
    pages, wrong = crawl(tmp_path / "site")
    assert wrong == []
    assert pages > 150


@needs_corpus
@pytest.mark.slow
def test_every_link_of_the_last_releases_leads_somewhere(tmp_path: Path) -> None:
    build([str(path) for path in magic("2024")], tmp_path / "site")
    pages, wrong = crawl(tmp_path / "site")
    assert wrong == []
    assert pages > 200
    for path in sorted((tmp_path / "site").rglob("*.html"))[::7]:
        html5lib.HTMLParser(strict=True).parse(path.read_text(encoding="utf-8"))


def test_the_same_bytes_however_it_was_built(site: Path, tmp_path: Path) -> None:
    first, second, third = map(str, SAMPLES)
    target = tmp_path / "site"
    assert build([first], target).made == 1
    (target / ".git").mkdir()
    (target / ".git" / "kept").write_text("of somebody else")
    assert build([first, second], target, jobs=1).made == 2
    assert build([third, first, second, third], target, jobs=2).made == 2
    assert (target / ".git" / "kept").read_text() == "of somebody else"
    (target / ".git" / "kept").unlink()
    assert content(target) == content(site)
    before = (target / "index.html").stat().st_mtime_ns
    assert build(list(map(str, SAMPLES)), target).made == 0
    assert (target / "index.html").stat().st_mtime_ns == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_the_same_bytes_whatever_the_hash_seed(site: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "comprules", "site", *map(str, SAMPLES), "-o", str(tmp_path / "site")]
    subprocess.run(command, check=True, env={"PYTHONHASHSEED": "7", "PATH": ""}, capture_output=True)
    assert content(tmp_path / "site") == content(site)


def test_a_build_that_is_killed_leaves_the_old_site_whole(site: Path, tmp_path: Path) -> None:
    target = tmp_path / "site"
    build([str(SAMPLES[0])], target)
    old, new = content(target), content(site)
    command = [sys.executable, "-m", "comprules", "site", *map(str, SAMPLES), "-o", str(target), "--jobs", "1"]
    begin = time.monotonic()
    subprocess.run([*command[:-4], "-o", str(tmp_path / "timed"), "--jobs", "1"], check=True, capture_output=True)
    took = time.monotonic() - begin
    dice = random.Random(13)
    for _ in range(6):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0.3, 1) * took)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert content(target) in (old, new)
    time.sleep(0.5)  # a worker may still hold the lock for the moment in which it notices
    subprocess.run(command, check=True, capture_output=True)
    assert content(target) == new


def test_what_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("kept")
    code, _, err = run("site", str(SAMPLES[0]), "-o", str(tmp_path))
    assert code == 2
    assert "is no site that was made before" in err
    assert (tmp_path / "mine").read_text() == "kept"
    code, _, err = run("site", str(tmp_path), "-o", str(tmp_path / "out"))
    assert code == 2
    assert "no file in it ends in .txt" in err
    code, _, err = run("site", str(tmp_path / "mine"), "-o", str(tmp_path / "out"))
    assert code == 2
    assert not (tmp_path / "out").exists()


def test_without_files_the_archive_is_taken(site: Path, tmp_path: Path) -> None:
    archive = str(tmp_path / "archive")
    code, _, err = run("site", "--archive", archive, "-o", str(tmp_path / "out"))
    assert code == 2
    assert "no releases in" in err
    assert run("archive", "add", "--archive", archive, *map(str, SAMPLES))[0] == 0
    assert run("site", "--archive", archive, "-o", str(tmp_path / "out"))[0] == 0
    made = content(tmp_path / "out")
    for name in ("index.html", "releases.html", "changes/2025-04-04.html", "rules/302.html"):
        assert name in made
    assert made["releases.html"] == content(site)["releases.html"]
    assert run("site", "-", "-o", str(tmp_path / "other"))[0] == 2


def test_the_json_interface(site: Path) -> None:
    listed = json.loads((site / "api" / "releases.json").read_bytes())
    jsonschema.validate(listed, records.schema("releases"))
    assert [each["effective"] for each in listed["releases"]] == ["2025-01-17", "2025-04-04", "2025-07-25"]
    assert listed["newest"] == "2025-07-25"
    for each, path in zip(listed["releases"], SAMPLES, strict=True):
        data = (site / "api" / each["document"]).read_bytes()
        jsonschema.validate(json.loads(data), records.schema("document"))
        assert from_json(data).document == release(path).document
        assert (site / "api" / each["page"]).resolve().is_file()
        numbers = {node.rule.number for node in release(path).index.nodes}
        assert {file.stem for file in (site / "api" / each["name"] / "rules").iterdir()} == numbers
    assert listed["releases"][0]["diff"] is None
    jsonschema.validate(json.loads((site / "api" / listed["releases"][1]["diff"]).read_bytes()), records.schema("diff"))
    rule = json.loads((site / "api" / "2025-01-17" / "rules" / "302.5.json").read_bytes())
    jsonschema.validate(rule, records.schema("linked-rule"))
    assert rule["title"] == "Convoy"
    assert rule["cited_by"] == list(
        dict.fromkeys(each.number for each in release(SAMPLES[0]).cited_by["302.5"] if each.number)
    )
    for name in ("releases", "document", "diff", "linked-rule"):
        made = json.loads((site / "api" / "schema" / f"{name}.json").read_bytes())
        assert made == json.loads(json.dumps(records.schema(name)))


def test_the_feed(site: Path, tmp_path: Path) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    root = ElementTree.parse(site / "feed.xml").getroot()
    assert root.tag == f"{atom}feed"
    entries = root.findall(f"{atom}entry")
    assert [each.findtext(f"{atom}title") for each in entries] == ["2025-07-25", "2025-04-04", "2025-01-17"]
    assert "Stowaway" in (entries[1].findtext(f"{atom}summary") or "")
    links = [link.get("href") or "" for each in entries for link in each.findall(f"{atom}link")]
    assert all((site / link).is_file() for link in links)
    build([str(SAMPLES[0])], tmp_path / "site", url="https://example.org/rules/")
    assert 'href="https://example.org/rules/index.html"' in (tmp_path / "site" / "feed.xml").read_text()


def test_histories_tell_what_happened(site: Path) -> None:
    html = "".join(path.read_text(encoding="utf-8") for path in (site / "history").glob("*.html"))
    block = html[html.index('id="r202.6"') :]
    block = block[: block.index("</section>")]
    assert "104.5 from 2025-01-17, 202.6 from 2025-04-04" in block
    assert "moved 104.5 → 202.6" in block
    assert 'href="../changes/2025-04-04.html"' in block
    assert "102.4, until 2025-01-17" in html
    rules = (site / "rules" / "202.html").read_text(encoding="utf-8")
    assert '<a class="h" href="../history/202.html#r202.6">since 2025-01-17, 1 change</a>' in rules


@contextmanager
def served(root: Path) -> Iterator[str]:
    """The folder above a site on a local port, with its page for what is missing, as hosts have it."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def send_error(self, code: int, *args: object, **more: object) -> None:
            body = (root / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{root.name}"
    finally:
        server.shutdown()


KINDS = (
    *("index.html", "releases.html", "compare.html", "api.html", "404.html", "indices.html", "history/302.html"),
    *("rules/302.html", "rules/glossary.html", "releases/2025-07-25.html", "changes/2025-07-25.html"),
)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1440), ("dark", 390)])
def test_pages_of_a_site_are_accessible_and_quiet(browser: Browser, site: Path, scheme: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    for name in KINDS:
        page.goto((site / name).as_uri())
        assert violations(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") == width, name
    assert said == []
    assert all(url.startswith((site.as_uri(), "data:")) for url in asked)
    context.close()


def test_a_site_works_from_disk_and_below_any_path(browser: Browser, site: Path) -> None:
    with served(site) as base:
        for start in (site.as_uri(), base):
            page = browser.new_page(viewport={"width": 1200, "height": 900})
            said: list[str] = []
            page.on("pageerror", lambda error: said.append(str(error)))  # noqa: B023
            page.goto(f"{start}/index.html")
            page.get_by_role("link", name="302. Keyword Abilities").click()
            page.wait_for_url("**/rules/302.html")
            page.fill("#query", "zebra")
            expect(page.locator("#found")).to_contain_text("nothing found on this page")
            page.fill("#query", "flagship")
            page.get_by_role("link", name="Search all of the rules").click()
            page.wait_for_url("**/releases/2025-07-25.html?find=flagship")
            expect(page.locator("#count")).to_have_text(re.compile(r"\d+ matches"))
            page.goto(f"{start}/compare.html#2025-01-17..2025-07-25")
            expect(page.locator("#state")).to_have_text(re.compile(r"\d+ edited"))
            article = page.locator("article", has_text="104.5 → 202.6")
            assert article.count() == 0
            page.check("#moved")
            page.click("#pick button")
            expect(page.locator("article", has_text="104.5 → 202.6")).to_have_count(1)
            assert said == []
            page.close()


def test_an_address_with_an_old_number_leads_to_the_new_one(browser: Browser, site: Path) -> None:
    with served(site) as base:
        page = browser.new_page()
        page.goto(f"{base}/rules/302.5a")
        page.locator("#answer a").click()
        page.wait_for_url(f"{base}/rules/302.html#r302.5a")
        page.goto(f"{base}/rules/302.6c.html")
        expect(page.locator("#answer")).to_contain_text("302.6c is 302.7c now")
        page.goto(f"{base}/releases/x#R2054b")
        expect(page.locator("#answer")).to_contain_text("205.4b is gone")
        page.goto(f"{base}/api/nowhere")
        expect(page.locator("#answer")).to_contain_text("leads nowhere")
        page.fill("#number", "CR 302.5a")
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_contain_text("302.5a is here")
        page.close()
