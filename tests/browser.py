"""A real browser for tests and benchmarks of pages: the system's Chromium, without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@contextmanager
def launched() -> Iterator[Browser]:
    """The browser, closed at the end."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


class Visit:
    """A page that is open, and everything it complained of or asked for."""

    def __init__(self, context: BrowserContext, path: Path, anchor: str = "") -> None:
        self.context = context
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri() + anchor)

    def check(self) -> None:
        """Nothing was complained of, and nothing asked for but the file itself."""
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith(("file:", "data:"))] == []
        assert len([url for url in self.requests if url.startswith("file:")]) == 1


@contextmanager
def visit(browser: Browser, path: Path, anchor: str = "", **options: object) -> Iterator[Visit]:
    """Open `path` in a fresh profile; `options` are those of a context. What went wrong fails at the end."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    try:
        visited = Visit(context, path, anchor)
        yield visited
        visited.check()
    finally:
        context.close()
