"""The regular forms of English words, to recognise a term in a sentence: plurals, and what verbs become.

>>> sorted(inflections("tap"))
['tap', 'tapped', 'tapping', 'taps']
"""

from __future__ import annotations

_VOWELS = "aeiou"


def plurals(word: str) -> tuple[str, ...]:
    """The plural of a noun, which is the third person of a verb."""
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return (word[:-1] + "ies", word + "s")
    return (word + "es",) if word.endswith(("s", "x", "ch", "sh", "z")) else (word + "s",)


def inflections(verb: str) -> set[str]:
    """A verb with its third person, past and present participle; an irregular past is not among them."""
    forms = {verb, *plurals(verb)}
    if verb.endswith("ie"):
        return forms | {verb + "d", verb[:-2] + "ying"}
    if verb.endswith("e"):
        return forms | {verb + "d", verb[:-1] + "ing"}
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return forms | {verb[:-1] + "ied", verb + "ing"}
    last = verb[-1]
    doubled = verb + last if _is_short(verb) else verb
    return forms | {doubled + "ed", doubled + "ing"}


def _is_short(verb: str) -> bool:
    """Whether the last consonant is doubled: after a single vowel in a word of one syllable."""
    vowels = [letter in _VOWELS for letter in verb]
    return len(verb) > 2 and sum(vowels) == 1 and vowels[-2] and not vowels[-1] and verb[-1] not in "wxy"
