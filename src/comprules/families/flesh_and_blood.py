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
        Level("chapter", after="", first="0"),
        Level("rule", after=""),
        Level("subrule", after=""),
    ),
    rules_from=2,
    keyword_chapters=(("action", r"effect keywords?"), ("ability", r"(?:ability|label|type|subtype|token) keywords?")),
)
