"""Flesh and Blood."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="flesh-and-blood",
    title="Flesh and Blood",
    told_by=("Flesh and Blood",),
    number=r"[1-9](?:\.\d{1,2}(?:\.\d{1,3}(?:[a-z]{1,2})?)?)?",
    levels=(
        Level("section", after=""),
        Level("chapter", after=""),
        Level("rule", after=""),
        Level("subrule", after=""),
    ),
    lowest="0",
    rules_from=2,
    keyword_chapters=(("ability", r"(?:ability )?keywords?|keyword abilities"), ("action", r"effect keywords?")),
)
