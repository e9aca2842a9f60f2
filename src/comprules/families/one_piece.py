"""One Piece Card Game."""

from comprules.families.family import Family
from comprules.families.shape import Level

FAMILY = Family(
    name="one-piece",
    title="One Piece Card Game",
    told_by=("ONE PIECE", "One Piece", "DON!!"),
    number=r"[1-9]\d?(?:-\d{1,2}){0,5}",
    levels=(Level("section"), Level("chapter"), Level("rule"), Level("subrule"), Level("item"), Level("subitem")),
    keyword_chapters=(("ability", r"keyword effects?"), ("ability", r"keywords?")),
    rules_from=2,
)
