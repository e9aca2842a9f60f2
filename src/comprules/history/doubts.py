"""Where a direct comparison disagrees with the chain of neighbours: the surer one is followed, and the doubt is said.

A chain that goes wrong once stays wrong; a comparison of releases further apart does not know the ones between. Every
release is compared with the one two before it, and every eighth with the one eight before it. Since only earlier
releases count, a later one never changes what was settled.
"""

from __future__ import annotations

from comprules.diff.model import Diff, Pair
from comprules.history.compose import Chain
from comprules.history.model import Doubt
from comprules.history.strands import Strand

_NEAR, _FAR = 2, 8  # releases: a slip that one release takes back, and the changes of about two years
_SURE = 0.6  # a direct pair below is not followed where the chain has an end: removed and added may be all there is


def spans(release: int) -> list[int]:
    """The earlier releases with which the one of this index is compared directly, the nearest first."""
    found = [release - _NEAR] if release >= _NEAR else []
    return [*found, release - _FAR] if release and release % _FAR == 0 else found


def settle(chain: Chain, first: int, diff: Diff) -> None:
    """Hold the chain, which has come to the newer release of `diff`, against it; `first` is the older release."""
    last = len(chain.rules) - 1
    forward = {pair.old: pair for pair in diff.pairs}
    for at, found in enumerate(chain.rules[first]):
        strand = chain.strands[found]
        direct = forward.get(at)
        if direct is not None and chain.rules[last][direct.new] == found:
            continue
        if direct is None and strand.number_in(last) is None:
            continue
        _decide(chain, found, first, last, direct)


def _decide(chain: Chain, found: int, first: int, last: int, direct: Pair | None) -> None:
    strand = chain.strands[found]
    number = strand.number_in(last)
    sure = strand.confidence(first, last)
    other = chain.rules[last][direct.new] if direct else None
    follow = False
    if direct is not None and other is not None:
        follow = direct.confidence > sure if number is not None else direct.confidence >= _SURE
        follow = follow and _can_swap(chain.strands[other], strand, first, last)
    doubt = Doubt(
        first=first,
        last=last,
        chain=number,
        direct=chain.strands[other].number_in(last) if other is not None else None,
        chain_confidence=sure,
        direct_confidence=direct.confidence if direct else 0.0,
        kept="direct" if follow else "chain",
    )
    if follow and other is not None and direct is not None:
        chain.join(found, other, direct.confidence)
    strand.doubts.append(doubt)


def _can_swap(other: Strand, strand: Strand, first: int, last: int) -> bool:
    """Whether `other` began after `first`, so that nothing of its own past is lost, and this one stood until then."""
    return first < other.first <= last and strand.number_in(other.first - 1) is not None
