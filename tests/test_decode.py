"""Bytes to Source."""

from __future__ import annotations

import hashlib

import pytest

from comprules import UnreadableError, decode
from comprules.source import line_at
from tests.conftest import CORPUS, needs_corpus

PROSE = "“Dandân’s rule” — the captain’s café; see rules 1–2.\n" * 3


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", PROSE),
        ("cp1252", PROSE),
        ("mac_roman", PROSE),
        ("gb18030", "the captain’s “first” rule — and the mate’s “second” one\n" * 3),
        ("cp437", "Ifh-Bíff and Dandân and Khabál and Juzám sail\n"),
    ],
)
def test_encodings_are_told_by_their_letters_and_punctuation(encoding: str, text: str) -> None:
    source = decode(text.encode(encoding), "prose")
    assert (source.encoding, source.text, source.diagnostics) == (encoding, text, ())


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (b"\xef\xbb\xbf", "utf-8", "utf-8-sig"),
        (b"\xff\xfe", "utf-16-le", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be", "utf-16-be"),
        (b"", "utf-16-le", "utf-16-le"),
        (b"", "utf-16-be", "utf-16-be"),
    ],
)
def test_byte_order_marks_and_utf_16_without_one(mark: bytes, codec: str, name: str) -> None:
    source = decode(mark + PROSE.encode(codec), "prose")
    assert (source.encoding, source.text) == (name, PROSE)


@pytest.mark.parametrize(
    ("data", "newlines", "lines"),
    [
        (b"a\nb\n", "LF", 2),
        (b"a\r\nb", "CRLF", 2),
        (b"a\rb\rc\r\nd", "CR+CRLF", 4),
        (b"a\r\nb\r\nc\nd", "CRLF+LF", 4),
        ("a\u2028b\u2028c\nd".encode(), "U+2028+LF", 4),
        (b"a", "none", 1),
    ],
)
def test_line_ends_become_lf_and_are_counted(data: bytes, newlines: str, lines: int) -> None:
    source = decode(data)
    assert (source.newlines, source.lines, "\r" in source.text) == (newlines, lines, False)
    assert line_at(source, len(source.text.rstrip("\n"))) == lines


def test_it_keeps_what_it_found() -> None:
    data = b"1. Sea\r\n"
    source = decode(data, "sea.txt")
    assert (source.name, source.bytes, source.sha256) == ("sea.txt", 8, hashlib.sha256(data).hexdigest())


def test_undecodable_bytes_are_shown_and_located() -> None:
    source = decode("“one”\n“two” “three”\n".encode() + b"lost \xff here \xfe\n" + "“four”\n".encode())
    assert source.text.split("\n")[2] == "lost \ufffd here \ufffd"
    assert [(found.code, found.severity, found.line) for found in source.diagnostics] == [("undecodable", "error", 3)]


def test_a_cut_utf_16_file_loses_half_a_character_and_says_so() -> None:
    source = decode(b"\xff\xfe" + "one\ntwo".encode("utf-16-le")[:-1])
    assert source.text == "one\ntw\ufffd"
    assert [(found.code, found.line) for found in source.diagnostics] == [("undecodable", 2)]


def test_lost_and_control_characters_are_located() -> None:
    source = decode("good\nbad \ufffd\nodd \x01\n".encode() + b"fine and long enough a text to be one\n" * 4)
    assert [(found.code, found.line) for found in source.diagnostics] == [("replacement", 2), ("control-character", 3)]


@pytest.mark.parametrize("data", [b"", b" \n\r\n", b"\x00\x00\x00\x00"])
def test_empty_input_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match=r"^void: the file is empty"):
        decode(data, "void")


def test_binary_input_is_refused() -> None:
    with pytest.raises(UnreadableError, match="binary"):
        decode(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(range(256)) * 4, "picture.png")


@needs_corpus
@pytest.mark.parametrize(
    ("file", "encoding", "newlines", "word"),
    [
        ("magic/1999-04-23.txt", "mac_roman", "CR", "it’s"),
        ("magic/2001-07-23.txt", "cp1252", "CRLF", "Gathering®"),
        ("magic/2006-07-15.txt", "cp437", "CRLF", "Dandân"),
        ("magic/2007-02-01.txt", "mac_roman", "CR", "Hajjâj"),
        ("magic/2013-05-01.txt", "utf-16-be", "CRLF", "rules"),
        ("magic/2016-09-30.txt", "utf-16-le", "CRLF", "isn’t"),
        ("magic/2019-01-25.txt", "cp437", "LF", "Junún"),
        ("magic/2019-05-03.txt", "utf-8-sig", "CR+CRLF", "isn’t"),
        ("magic/2022-10-07.txt", "cp1252", "LF", "isn’t"),
    ],
)
def test_real_encodings(file: str, encoding: str, newlines: str, word: str) -> None:
    source = decode((CORPUS / file).read_bytes(), file)
    assert (source.encoding, source.newlines, source.diagnostics) == (encoding, newlines, ())
    assert word in source.text
