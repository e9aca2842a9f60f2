"""What a name or number that a document does not have may stand for: near by spelling, by meaning, by place."""

from __future__ import annotations

from comprules.analysis.index import Index, fold_name
from comprules.lookup.numbers import plain_number
from comprules.release import Release
from comprules.stems import fold, key

_NEAR_SCORE = 75  # of 100: one letter wrong in a short word is near, two are not
_MOST = 3  # suggestions


def near_numbers(index: Index, wanted: str) -> tuple[str, ...]:
    """Where a number would stand: the nearest number above it that exists, with the first and last below that one.

    Without such a number the first and last of the outermost level. Empty for what is no number.
    """
    number = plain_number(wanted).replace(" ", "")
    if not number[:1].isdecimal() or not number.replace(".", "").isalnum():
        return ()
    family = index.family
    above = family.parent(number)
    while above and above not in index:
        above = family.parent(above)
    outermost = tuple(node.rule for node in index.nodes if not node.path)
    rules = index.by_number[above].rule.rules if above else outermost
    ends = [rules[0].number, rules[-1].number] if rules else []
    return tuple(dict.fromkeys([*([above] if above else []), *ends]))


def near_names(release: Release, wanted: str) -> tuple[str, ...]:
    """Up to three names that are spelled like `wanted`, the likest first."""
    from rapidfuzz import fuzz, process  # only here: most look-ups find what they look for

    folded = fold_name(wanted)
    names = {fold_name(name.text): name for name in reversed(release.names.all)}
    found = process.extract(folded, names.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR_SCORE, limit=_MOST * 3)
    stem = "".join(key(wanted))

    def likeness(item: tuple[str, float, int]) -> tuple[float, bool]:
        name, score, _ = item
        return (-score - 10 * (name[:3] == folded[:3]) - 10 * (stem in name), names[name].kind == "member")

    ranked = sorted(found, key=likeness)
    return tuple(dict.fromkeys(names[name].text for name, _, _ in ranked))[:_MOST]


def near_words(release: Release, missing: tuple[str, ...]) -> tuple[str, ...]:
    """For each word that stands nowhere, up to three words of the document that begin so or are spelled like it."""
    from rapidfuzz import fuzz, process

    known = release.words.counts
    found: list[str] = []
    for typed in missing:
        word = fold(typed)
        begun = sorted(
            (each for each in known if each.startswith(word) and len(word) > 2), key=lambda each: -known[each]
        )
        likely = process.extract(word, known.keys(), scorer=fuzz.ratio, score_cutoff=_NEAR_SCORE, limit=_MOST * 3)
        ranked = sorted(likely, key=lambda item: (-round(item[1], -1), -known[item[0]]))
        found.extend(dict.fromkeys([*begun[:1], *(each for each, _, _ in ranked)][:_MOST]))
    return tuple(dict.fromkeys(found))
