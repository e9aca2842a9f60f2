"""fetch, against a server that misbehaves in every way that one can."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import jsonschema
import pytest

from comprules.archive import fetch as fetching
from comprules.archive.fetch import FetchError, download, fetch, link
from comprules.archive.folder import Archive
from comprules.archive.known import known
from comprules.errors import CompRulesError
from comprules.render import json as records
from tests.conftest import SAMPLES
from tests.test_reading_commands import run

TEXT = SAMPLES[1].read_bytes()


def page(*links: str) -> bytes:
    return b"<!DOCTYPE html><html><body>" + b"".join(f'<a href="{each}">x</a>'.encode() for each in links)


class Handler(BaseHTTPRequestHandler):
    """One path a misbehaviour."""

    protocol_version = "HTTP/1.1"
    asked: list[str | None] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.asked.append(self.headers["User-Agent"])
        name = self.path.rpartition("/")[-1].partition("?")[0].replace("-", "_")
        getattr(self, f"send_{name.removesuffix('.txt')}", self.send_missing)()

    def log_message(self, *arguments: object) -> None:
        pass

    def answer(self, content: bytes, code: int = 200, length: int | None = None, **headers: str) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content) if length is None else length))
        self.end_headers()
        self.wfile.write(content)

    def redirect(self, to: str) -> None:
        self.answer(b"", 302, Location=to)

    def send_missing(self) -> None:
        self.answer(page(), 404)

    def send_broken(self) -> None:
        self.answer(b"oops", 503)

    def send_rules(self) -> None:
        self.answer(TEXT, Content_Type="text/plain; charset=iso-8859-1", Content_Encoding="gzip")

    def send_packed(self) -> None:
        self.answer(gzip.compress(TEXT))

    def send_packed_broken(self) -> None:
        self.answer(gzip.compress(TEXT)[:60] + b"\xff" * 400)

    def send_bomb(self) -> None:
        self.answer(gzip.compress(b"0" * 30_000_000))

    def send_page(self) -> None:
        self.answer(page("/x/rules.pdf", "/x/rules.txt", "/x/rules.txt", "mailto:a@example.org"))

    def send_page_in_text(self) -> None:
        self.answer(page("page.txt"), Content_Type="text/plain")

    def send_no_link(self) -> None:
        self.answer(page("/x/rules.pdf", "javascript:void(0)"))

    def send_two_links(self) -> None:
        self.answer(page("/x/rules.txt", "/x/other.txt"))

    def send_to_page(self) -> None:
        self.answer(page("/page.txt"))

    def send_cut(self) -> None:
        self.answer(TEXT[:5000], length=len(TEXT))
        self.close_connection = True

    def send_closed(self) -> None:
        self.close_connection = True

    def send_nonsense(self) -> None:
        self.wfile.write(b"SSH-2.0-OpenSSH\r\n\r\n")
        self.close_connection = True

    def send_loop(self) -> None:
        self.redirect("/loop")

    def send_ladder(self) -> None:
        self.redirect(f"/ladder?{len(self.path)}{self.path[-20:]}")

    def send_to_file(self) -> None:
        self.redirect("file:///etc/passwd")

    def send_to_ftp(self) -> None:
        self.redirect("ftp://127.0.0.1/rules.txt")

    def send_moved(self) -> None:
        self.redirect("/x/rules.txt")

    def send_endless(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"100.1. The tide turns. " * 3000)
        except OSError:
            self.close_connection = True

    def send_drip(self) -> None:
        self.send_response(200)
        self.end_headers()
        try:
            while not self.server.stopped.wait(0.05):  # type: ignore[attr-defined]
                self.wfile.write(b"1")
                self.wfile.flush()
        except OSError:
            pass
        self.close_connection = True

    def send_silent(self) -> None:
        self.server.stopped.wait(5)  # type: ignore[attr-defined]
        self.close_connection = True

    def send_picture(self) -> None:
        self.answer(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" * 100)

    def send_empty(self) -> None:
        self.answer(b"")

    def send_prose(self) -> None:
        self.answer(b"There is nothing here that has a number.\n" * 50)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a server that misbehaves."""
    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.daemon_threads = True
    made.stopped = threading.Event()  # type: ignore[attr-defined]
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.stopped.set()  # type: ignore[attr-defined]
    made.shutdown()
    made.server_close()


@pytest.fixture(autouse=True)
def direct(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy stands between the tests and their server."""
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(str(tmp_path / "archive"))


@pytest.mark.parametrize("path", ["x/rules.txt", "page", "moved", "packed", "page?from=here"])
def test_what_is_a_release_is_kept_byte_for_byte(path: str, server: str, archive: Archive) -> None:
    edition, new = fetch(archive, f"{server}/{path}", plain=True)
    assert new
    assert edition.effective == "2025-04-04"
    assert Path(archive.path(edition)).read_bytes() == TEXT
    assert fetch(archive, f"{server}/{path}", plain=True) == (edition, False)
    assert Handler.asked[-1] == "comprules/0.1.0"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("none", "the server answered 404 Not Found"),
        ("broken", "the server answered 503 Service Unavailable"),
        ("no-link", "the page has no link to a text; name its address with --from"),
        ("two-links", "the page links to several texts; name one with --from: "),
        ("page-in-text", "a web page came instead of a text"),
        ("to-page", "a web page came instead of a text"),
        ("cut.txt", "the connection was cut off"),
        ("closed", "the connection broke"),
        ("nonsense", "the connection broke"),
        ("loop", "it leads in a circle, too far, or to a file"),
        ("ladder", "it leads in a circle, too far, or to a file"),
        ("to-file", "it leads in a circle, too far, or to a file"),
        ("to-ftp", "only https addresses are fetched"),
        ("endless", "more than 20 MB came; that is no rules document"),
        ("bomb", "more than 20 MB came; that is no rules document"),
        ("packed-broken", "what came is packed and broken; try again"),
        ("picture", "what came is no rules document: this is not text (it looks binary)"),
        ("empty", "what came is no rules document: the file is empty"),
        ("prose", "what came is no rules document: no numbered rules found"),
    ],
)
def test_what_is_no_release_is_refused_and_nothing_kept(path: str, message: str, server: str, archive: Archive) -> None:
    with pytest.raises(FetchError) as failure:
        fetch(archive, f"{server}/{path}", plain=True)
    assert message in str(failure.value)
    assert "\n" not in str(failure.value)
    assert not Path(archive.folder).exists()


def test_a_server_that_says_nothing_is_given_up(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_PATIENCE", 0.3)
    with pytest.raises(FetchError, match=r"(cannot be reached|the connection broke): timed out"):
        download(f"{server}/silent", plain=True)


def test_a_server_that_drips_is_given_up(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "_LONGEST", 0.5)
    with pytest.raises(FetchError, match=r"not done after \d seconds"):
        download(f"{server}/drip", plain=True)


def test_nobody_there() -> None:
    with pytest.raises(FetchError, match="cannot be reached: Connection refused"):
        download("https://127.0.0.1:9/rules.txt")


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "ftp://example.org/rules.txt", "rules.txt", "data:text/plain,1"]
)
def test_other_schemes_are_refused(address: str) -> None:
    with pytest.raises(FetchError, match="only https addresses are fetched"):
        download(address, plain=True)


def test_plain_http_is_refused_unless_it_is_asked_for(server: str) -> None:
    with pytest.raises(FetchError, match="not encrypted; --plain-http allows it"):
        download(f"{server}/x/rules.txt")


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        (["rules.txt"], "https://example.org/en/rules.txt"),
        (["//media.example.org/Rules 20250404.TXT"], "https://media.example.org/Rules%2020250404.TXT"),
        (["/a%2020250404.txt", "/a%2020250725.txt", "/a.pdf"], "https://example.org/a%2020250725.txt"),
        (["/rules.txt?x=1"], "https://example.org/rules.txt?x=1"),
    ],
)
def test_the_link_of_a_page(links: list[str], expected: str) -> None:
    assert link(page(*links), "https://example.org/en/page") == expected


def test_a_document_of_another_family_is_refused(
    server: str, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "FAMILY", "another")
    with pytest.raises(CompRulesError, match="a document of the family magic, not another"):
        fetch(archive, f"{server}/x/rules.txt", plain=True)
    assert not Path(archive.folder).exists()


def test_known_releases_name_where_each_fact_comes_from() -> None:
    found = known()
    assert [each.date for each in found] == sorted({each.date for each in found})
    for each in found:
        assert each.date_from in ("text", "name")
        assert (each.set is None) == (each.set_from is None)
        assert (each.url is None) == (each.url_from is None) == (each.file is None)
        assert (each.sha256 is None) == (each.sha256_from is None)
        assert each.url is None or each.url.startswith("https://")
        assert each.sha256 is None or len(each.sha256) == 64


def test_the_command(server: str, tmp_path: Path) -> None:
    folder = ("--archive", str(tmp_path / "archive"))
    address = ("--latest", "--from", f"{server}/page", "--plain-http", "--exit-code")
    code, out, err = run("fetch", *address, *folder)
    assert (code, out, err) == (1, "", "2025-04-04: kept as magic-2025-04-04-a9ddf819.txt\n")
    code, out, err = run("fetch", *address, *folder)
    assert (code, out, err) == (0, "", "2025-04-04: nothing new, it is here already: magic-2025-04-04-a9ddf819.txt\n")
    code, out, err = run("fetch", "--from", f"{server}/none", "--plain-http", *folder)
    assert (code, out) == (2, "")
    assert err == f"comprules: {server}/none: the server answered 404 Not Found\n"
    code, _, err = run("fetch", "2024-02-02", "--from", f"{server}/x/rules.txt", "--plain-http", *folder)
    assert (code, err.splitlines()[1]) == (0, "comprules: the text that came states 2025-04-04, not 2024-02-02")
    record = json.loads(run("fetch", "--list", "-f", "json")[1])
    jsonschema.validate(record, records.schema("known"))
    assert len(record["releases"]) == len(known())
    assert run("fetch", "--list")[1].splitlines()[0] == "1999-04-23  no address"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name one: a DATE, --latest, --list, or --from URL"),
        (("2024-02-02", "--latest"), "name one: a DATE, --latest, --list, or --from URL"),
        (
            ("2024-02-03",),
            "2024-02-03: no release of this date is known",
        ),
        (("1999-04-23",), "1999-04-23: no address is known for this release; name one with --from"),
        (("--latest", "-f", "json"), "-f json is for --list"),
    ],
)
def test_usage(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("fetch", *arguments)
    assert (code, out) == (2, "")
    assert message in err
