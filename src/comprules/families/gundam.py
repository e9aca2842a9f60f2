"""Gundam Card Game."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="gundam",
    title="Gundam Card Game",
    told_by=("GUNDAM", "Gundam"),
    number=r"[1-9]\d?(?:-\d{1,2}){0,5}",
    levels=(
        Level("section", after=")"),
        Level("chapter"),
        Level("rule"),
        Level("subrule"),
        Level("item"),
        Level("subitem"),
    ),
    example="Ex: ",
    keyword_chapters=(("ability", r"keyword effects?"), ("ability", r"keywords?")),
    rules_from=2,
)
