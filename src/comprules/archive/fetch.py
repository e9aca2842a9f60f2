"""Releases from their publisher: find the link to the text on a page, download it, hold it to what a release is.

Only the standard library is used. Addresses must be https, those of redirects too, unless plain http is asked for;
every other scheme is refused. A download has a bound in size and in time.
"""

from __future__ import annotations

import http.client
import re
import time
import urllib.error
import urllib.request
import zlib
from html.parser import HTMLParser
from typing import IO, Any
from urllib.parse import quote, unquote, urljoin, urlsplit

from comprules.archive.folder import Archive, Edition
from comprules.archive.kept import release_of
from comprules.errors import CompRulesError, NotRulesError

PAGE = "https://magic.wizards.com/en/rules"
FAMILY = "magic"
_LARGEST = 20_000_000  # bytes: twenty times the largest release
_PATIENCE = 20.0  # seconds without an answer or a byte
_LONGEST = 180.0  # seconds for the whole of a download: a release takes that at 50 kbit a second
_PIECE = 65536
_REDIRECTS = 5
_GZIP = b"\x1f\x8b"
_DATED = re.compile(r"(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)")


class FetchError(CompRulesError):
    """A release cannot be had: the message says which address failed, how, and what to do."""


def fetch(archive: Archive, address: str, plain: bool = False) -> tuple[Edition, bool]:
    """The release at `address`, kept in `archive`; whether it is new there.

    `address` is that of a text, or of a page that links to one. Raises FetchError.
    """
    content, final = download(address, plain)
    if _is_page(content):
        found = link(content, final)
        content, final = download(found, plain)
        if _is_page(content):
            raise FetchError(f"{found}: a web page came instead of a text")
    name = unquote(urlsplit(final).path.rsplit("/", 1)[-1]) or "download"
    try:
        family = release_of(content, name).document.family
    except CompRulesError as error:
        raise FetchError(f"{final}: what came is no rules document: {str(error).removeprefix(f'{name}: ')}") from None
    if family != FAMILY:
        raise NotRulesError(f"{final}: what came is a document of the family {family}, not {FAMILY}")
    return archive.add(content, name)


def link(page: bytes, address: str) -> str:
    """The address of the text that a page links to; of several the one with the latest date in its name.

    Raises FetchError if there is none, or several without dates.
    """
    reader = _Links()
    reader.feed(page.decode("utf-8", "replace"))
    found = [quote(urljoin(address, each), safe=":/?=&%#+,;@~!$'()*") for each in reader.addresses]
    texts = list(dict.fromkeys(each for each in found if urlsplit(each).path.lower().endswith(".txt")))
    if not texts:
        raise FetchError(f"{address}: the page has no link to a text; name its address with --from")
    if len(texts) == 1:
        return texts[0]
    dated = {date: each for each in texts if (date := _date(each))}
    if len(dated) < len(texts):
        raise FetchError(f"{address}: the page links to several texts; name one with --from: {', '.join(texts)}")
    return dated[max(dated)]


def download(address: str, plain: bool = False) -> tuple[bytes, str]:
    """The bytes at an address, and the address after redirects. `plain` allows http. Raises FetchError."""
    _check(address, plain)
    request = urllib.request.Request(address, headers={"User-Agent": _agent(), "Accept-Encoding": "identity"})
    begin = time.monotonic()
    try:
        with _opener(plain).open(request, timeout=_PATIENCE) as answer:
            content, final = _read(answer, address, begin), answer.geturl()
    except urllib.error.HTTPError as error:
        if 300 <= error.code < 400:
            raise FetchError(
                f"{address}: it leads in a circle, too far, or to a file; name another with --from"
            ) from None
        raise FetchError(f"{address}: the server answered {error.code} {error.reason}") from None
    except urllib.error.URLError as error:
        raise FetchError(f"{address}: cannot be reached: {_reason(error.reason)}") from None
    except (OSError, http.client.HTTPException) as error:
        raise FetchError(f"{address}: the connection broke: {_reason(error)}; try again") from None
    return _unpacked(content, address), final


def _read(answer: http.client.HTTPResponse, address: str, begin: float) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > _LARGEST:
            raise FetchError(f"{address}: more than {_LARGEST // 1_000_000} MB came; that is no rules document")
        if time.monotonic() - begin > _LONGEST:
            raise FetchError(f"{address}: not done after {_LONGEST:.0f} seconds; try again")
    if answer.length:  # what was announced and did not come
        raise FetchError(f"{address}: the connection was cut off {answer.length:,} bytes before the end; try again")
    return b"".join(pieces)


def _unpacked(content: bytes, address: str) -> bytes:
    """The content, unpacked if it is packed, whatever the header said of that."""
    if not content.startswith(_GZIP):
        return content
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(content, _LARGEST)
    except zlib.error:
        raise FetchError(f"{address}: what came is packed and broken; try again") from None
    if unpacker.unconsumed_tail:
        raise FetchError(f"{address}: more than {_LARGEST // 1_000_000} MB came; that is no rules document")
    return plain


def _check(address: str, plain: bool) -> None:
    scheme = urlsplit(address).scheme.lower()
    if scheme == "http" and not plain:
        raise FetchError(f"{address}: not encrypted; --plain-http allows it")
    if scheme not in ("https", "http"):
        raise FetchError(f"{address}: only https addresses are fetched; for a file, use `comprules archive add`")


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, each held to the same schemes as the first address."""

    max_redirections = _REDIRECTS
    max_repeats = 1

    def __init__(self, plain: bool) -> None:
        self._plain = plain

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        _check(newurl, self._plain)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(plain: bool) -> urllib.request.OpenerDirector:
    """What opens web addresses and nothing else: no files, no ftp."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(plain),
    ):
        opener.add_handler(handler)
    return opener


class _Links(HTMLParser):
    """The addresses that a page links to."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.addresses += [value.strip() for name, value in attrs if name == "href" and value]


def _is_page(content: bytes) -> bool:
    """Whether what came is HTML: it opens with a tag, as no rules document does."""
    start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return start.startswith((b"<!doctype html", b"<html", b"<!--", b"<head", b"<body"))


def _date(address: str) -> str | None:
    """The date that a file name gives, as `20260417`."""
    match = _DATED.search(unquote(address.rsplit("/", 1)[-1]))
    return "".join(match.groups()) if match else None


def _reason(error: object) -> str:
    return " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())


def _agent() -> str:
    from importlib.metadata import version

    return f"comprules/{version('comprules')}"
