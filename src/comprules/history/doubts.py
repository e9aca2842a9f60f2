"""Where a direct comparison disagrees with the chain of neighbours: the surer one is followed, and the doubt is said.

A chain that goes wrong once stays wrong; a comparison of releases further apart does not know the ones between. So
every fourth release is compared with the one eight before it as well, and the first few with the oldest: each pair of
neighbours stands within some such span. Only what begins in the newest release can be taken for the continuation of
another: a later release never changes what was settled, and ids stay.
"""

from __future__ import annotations

from comprules.diff.model import Diff
from comprules.history.compose import Chain
from comprules.history.model import Doubt
from comprules.history.strands import Strand

_STEP, _SPAN = 4, 8  # releases: a span is about two years, in which most rules keep words to be known by
_SURE = 0.8  # a direct pair below is not followed where the chain has an end: removed and added may be all there is


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
        if other != found and not _agree(
            chain.strands[found], chain.strands[other] if other is not None else None, last
        ):
            _decide(chain, found, other, first, direct.confidence if direct else 0.0)


def _agree(strand: Strand, other: Strand | None, last: int) -> bool:
    """Whether both say the same in other words: the rule ended, was split into the other, or merged into another."""
    if other is None:
        return strand.number_in(last) is None
    return other.events[0].kind == "split" or strand.events[-1].kind == "merged"


def _decide(chain: Chain, found: int, other: int | None, first: int, confidence: float) -> None:
    """Say that a direct comparison leads from a strand to `other`, None for no rule, and follow it if it is surer."""
    last = len(chain.rules) - 1
    strand = chain.strands[found]
    number, sure = strand.number_in(last), strand.confidence(first, last)
    direct = chain.strands[other].number_in(last) if other is not None else None
    cut = _cut(chain.strands[other], strand, first, last) if other is not None else None
    follow = cut is not None and (confidence >= _SURE if number is None else confidence > sure)
    said = other, _weakest(strand, first, last)
    if said in strand.doubted:
        return  # the release before was compared with one that tells the same
    if follow and other is not None and cut is not None:
        chain.join(found, other, cut, confidence)
    strand.doubted.add(said)
    strand.doubts.append(Doubt(first, last, number, direct, sure, confidence, "direct" if follow else "chain"))


def _weakest(strand: Strand, first: int, last: int) -> int | None:
    """The release into which the least sure pair between the two leads; None if all are certain."""
    links = [link for link in strand.links if first < link[0] <= last]
    return min(links, key=lambda link: link[1])[0] if links else None


def _cut(other: Strand, strand: Strand, first: int, last: int) -> int | None:
    """The release from which on a strand was wrong if it is to go on as `other`; None if it cannot.

    The other must begin in the newest release. The strand was wrong from its end on, or from the newest release on if
    its weakest link is there: the two were mistaken for each other. A rule that goes on while its old words turn up
    elsewhere was not mistaken; they were copied.
    """
    if other.first != last:
        return None
    if strand.number_in(last) is None:
        cut = strand.first + len(strand.numbers)
        return cut if cut > first else None
    return last if _weakest(strand, first, last) == last and strand.number_in(last - 1) is not None else None
