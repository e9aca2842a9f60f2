"""Where a run of tokens that only one text has is best said to stand.

In “a, b, c” beside “a, x, b, c” the new words are “, x” or “x,”: where the words around an insertion repeat its own, it
can slide without changing what it does. Of the places it can take, the borders of sentences are best, then those of
clauses, then those of words (after the heuristics of git's `diff --indent-heuristic`, on tokens instead of lines).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from comprules.wording.tokens import Token

_STOPS = frozenset(".!?")
_PAUSES = frozenset(",;:")
_CLOSING = frozenset("\"')]”’")
_SENTENCE, _CLAUSE, _WORD = 4, 3, 2  # how good a place is for an insertion to begin or end


class TokenRun(NamedTuple):
    """Tokens that differ: half-open ranges in the old and the new list."""

    old: int
    old_end: int
    new: int
    new_end: int

    @property
    def size(self) -> int:
        """The tokens of the longer side."""
        return max(self.old_end - self.old, self.new_end - self.new)

    def to(self, other: TokenRun) -> TokenRun:
        """From the beginning of this run to the end of another."""
        return TokenRun(self.old, other.old_end, self.new, other.new_end)

    def moved(self, by: int) -> TokenRun:
        """The run some tokens further on."""
        return TokenRun(self.old + by, self.old_end + by, self.new + by, self.new_end + by)


def slide(
    runs: list[TokenRun],
    befores: list[str],
    afters: list[str],
    old: tuple[list[Token], str],
    new: tuple[list[Token], str],
) -> list[TokenRun]:
    """The runs, insertions and deletions at the best places they can take without touching another run.

    `befores` and `afters` are the tokens as they are compared; `old` and `new` are the tokens with their texts.
    """
    found: list[TokenRun] = []
    for index, run in enumerate(runs):
        if run.old != run.old_end and run.new != run.new_end:
            found.append(run)
            continue
        words, (tokens, text) = (afters, new) if run.old == run.old_end else (befores, old)
        begin, end = (run.new, run.new_end) if run.old == run.old_end else (run.old, run.old_end)
        # A token that is the same stays between two runs, so that they remain two.
        back = min(run.old - found[-1].old_end, run.new - found[-1].new_end) - 1 if found else min(run.old, run.new)
        ahead = (runs[index + 1].old - 1 if index + 1 < len(runs) else len(befores)) - run.old_end
        least = most = 0
        while -least < back and words[begin + least - 1] == words[end + least - 1]:
            least -= 1
        while most < ahead and words[begin + most] == words[end + most]:
            most += 1

        def goodness(
            by: int, begin: int = begin, end: int = end, text: str = text, tokens: list[Token] = tokens
        ) -> Any:
            return _border(tokens, text, begin + by) + _border(tokens, text, end + by), -abs(by)

        found.append(run.moved(max(range(least, most + 1), key=goodness)))
    return found


def _border(tokens: list[Token], text: str, at: int) -> int:
    """How good a place between two tokens is for an edit to begin or end."""
    if at == 0 or at == len(tokens) or ends_sentence(tokens, at):
        return _SENTENCE
    if not any(map(str.isspace, text[tokens[at - 1].end : tokens[at].start])):
        return 0
    return _CLAUSE if _last_sign(tokens, at) in _PAUSES else _WORD


def ends_sentence(tokens: list[Token], at: int) -> bool:
    """Whether a sentence ends right before the token at `at`, a closing quote or bracket aside."""
    return _last_sign(tokens, at) in _STOPS and (at == len(tokens) or tokens[at - 1].end < tokens[at].start)


def _last_sign(tokens: list[Token], at: int) -> str:
    """The token before `at`, passing over what closes a quotation or a bracket."""
    while at > 0 and tokens[at - 1].word in _CLOSING:
        at -= 1
    return tokens[at - 1].word if at > 0 else ""
