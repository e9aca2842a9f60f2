"""Where a direct comparison disagrees with the chain of neighbours: the surer one is followed, and the doubt is said.

A chain that goes wrong once stays wrong; a comparison of releases further apart does not know the ones between. Every
fourth release is compared with the one eight before it, so that each one stands between the two of some comparison; the
first few with the oldest. Since only earlier releases count, a later one never changes what was settled.
"""

from __future__ import annotations

from comprules.diff.model import Diff
from comprules.history.compose import Chain
from comprules.history.model import Doubt
from comprules.history.strands import Strand

_STEP, _SPAN = 4, 8  # releases: a span is about two years, in which most rules keep words to be known by
_SURE = 0.6  # a direct pair below is not followed where the chain has an end: removed and added may be all there is


def span(release: int) -> int | None:
    """The earlier release with which the one of this index is compared directly, None for none."""
    if release < _STEP:
        return 0 if release > 1 else None
    return max(0, release - _SPAN) if release % _STEP == 0 else None


def settle(chain: Chain, first: int, diff: Diff) -> None:
    """Hold the chain, which has come to the newer release of `diff`, against it; `first` is the older release."""
    last = len(chain.rules) - 1
    forward = {pair.old: pair for pair in diff.pairs}
    for at, found in enumerate(chain.rules[first]):
        direct = forward.get(at)
        other = chain.rules[last][direct.new] if direct else None
        if other != found and (other is not None or chain.strands[found].number_in(last) is not None):
            _decide(chain, found, other, first, direct.confidence if direct else 0.0)


def _decide(chain: Chain, found: int, other: int | None, first: int, confidence: float) -> None:
    """Say that a direct comparison leads from a strand to `other`, None for no rule, and follow it if it is surer."""
    last = len(chain.rules) - 1
    strand = chain.strands[found]
    number, sure = strand.number_in(last), strand.confidence(first, last)
    direct = chain.strands[other].number_in(last) if other is not None else None
    cut = _cut(chain.strands[other], strand, first, last) if other is not None else None
    follow = cut is not None and (confidence >= _SURE if number is None else confidence > sure)
    if follow and other is not None and cut is not None:
        chain.join(found, other, cut, confidence)
    strand.doubts.append(Doubt(first, last, number, direct, sure, confidence, "direct" if follow else "chain"))


def _cut(other: Strand, strand: Strand, first: int, last: int) -> int | None:
    """The release from which on a strand was wrong if it is to go on as `other`; None if it cannot.

    That is its end, after which the other may have begun at any time, or its weakest link, in the very release in which
    the other began: the two were mistaken for each other there. A rule that goes on while its old words turn up
    elsewhere later was not mistaken; they were copied.
    """
    if strand.number_in(last) is None:
        cut = strand.first + len(strand.numbers)
        return cut if first < cut <= other.first else None
    links = [link for link in strand.links if first < link[0] <= last]
    weakest = min(links, key=lambda link: link[1], default=None)
    cut = weakest[0] if weakest else 0
    return cut if cut == other.first > first and strand.number_in(cut - 1) is not None else None
