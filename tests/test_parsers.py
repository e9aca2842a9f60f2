"""Parsers that are kept: the same trees, tokens and refusals as those that are built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Lark, Token, Transformer, UnexpectedInput
from lark.exceptions import GrammarError

from comprules import parsers
from comprules.cache import Cache, entry_name, use
from comprules.parsers import build

GRAMMAR = r"""
rules: rule+
rule: NUMBER "." WORD+ [mark] _END?
mark: "!"
NUMBER.2: /\d{1,3}/
WORD: /[a-z’]{1,200}/i
_END: /\n+/
%import common.WS_INLINE
%ignore WS_INLINE
"""
TEXT = "1. Tides turn\n12. ships’ bells!\n"


class Numbers(Transformer[Token, object]):
    def rule(self, children: list[object]) -> object:
        return children[0]

    def rules(self, children: list[object]) -> object:
        return children


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    made = Cache(str(tmp_path / "cache"))
    use(made)
    yield made
    use(None)


def never(*arguments: object, **options: object) -> None:
    raise AssertionError("built anew")


def test_a_kept_parser_gives_the_same_trees(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Lark(GRAMMAR, parser="lalr", lexer="contextual", start=["rules", "rule"])
    built = build(GRAMMAR, start=["rules", "rule"])
    monkeypatch.setattr(Lark, "__init__", never)
    kept = build(GRAMMAR, start=["rules", "rule"])
    for parser in (built, kept):
        assert parser.parse(TEXT, start="rules") == plain.parse(TEXT, start="rules")
        assert parser.parse("7. a!", start="rule") == plain.parse("7. a!", start="rule")
        tokens = [(each.type, each.line, each.column) for each in parser.parse(TEXT, start="rules").scan_values(bool)]
        assert tokens[:3] == [("NUMBER", 1, 1), ("WORD", 1, 4), ("WORD", 1, 10)]
        assert {each.name: each.pattern.to_regexp() for each in parser.terminals} == {
            each.name: each.pattern.to_regexp() for each in plain.terminals
        }
        for wrong in ("1. \n", "x", "1 a", "1. a! b"):
            with pytest.raises(UnexpectedInput) as expected:
                plain.parse(wrong, start="rules")
            with pytest.raises(type(expected.value)) as failure:
                parser.parse(wrong, start="rules")
            assert str(failure.value) == str(expected.value)


def test_transformers_are_given_when_it_is_loaded(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    build(GRAMMAR, start=["rules"])
    monkeypatch.setattr(Lark, "__init__", never)
    assert build(GRAMMAR, start=["rules"], transformer=Numbers()).parse(TEXT) == ["1", "12"]


def test_another_grammar_or_option_is_another_parser(cache: Cache) -> None:
    build(GRAMMAR, start=["rules"])
    for placeholders, expected in ((False, ["1", "a"]), (True, ["1", "a", None])):
        tree = build(GRAMMAR, start=["rules"], maybe_placeholders=placeholders).parse("1. a")
        (rule,) = tree.find_data("rule")
        assert rule.children == expected
    assert build(GRAMMAR.replace("!", "?"), start=["rules"]).parse("1. a?") is not None


@pytest.mark.parametrize("data", [b"", b"[]", b"[{}, {}]", b"[1, 2]", b"{", b"\x80\x04cos\nsystem\n(S'true'\ntR."])
def test_tables_of_another_shape_are_made_anew(data: bytes, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    build(GRAMMAR, start=["rules"])
    key = (GRAMMAR, "[('start', ['rules'])]")
    assert (Path(cache.folder) / entry_name("grammar", key)).exists()
    cache.put("grammar", key, data)
    assert build(GRAMMAR, start=["rules"]).parse(TEXT) == Lark(GRAMMAR, parser="lalr", start=["rules"]).parse(TEXT)


def test_without_a_cache_it_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    use(None)
    assert build(GRAMMAR, start=["rules"]).parse(TEXT) == Lark(GRAMMAR, parser="lalr", start=["rules"]).parse(TEXT)


def test_a_wrong_grammar_is_refused(cache: Cache) -> None:
    with pytest.raises(GrammarError):
        build("start: missing", start=["start"])
    assert cache.usage().entries == 0


def test_nothing_of_pickle_is_used() -> None:
    assert "pickle" not in Path(parsers.__file__).read_text("utf-8").split('"""')[2]
