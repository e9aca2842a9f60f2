"""What all rules of one keyword state together: forms, classes, meanings, variants, each fact to the right one.

A rule may speak of the keyword, of a variant of it, or of another keyword that shares the title; a pronoun goes with
the sentence before it. Takes rules and a name, gives `Stated`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from comprules.analysis.inflections import inflections
from comprules.analysis.meanings import Meaning, Variant
from comprules.analysis.parameters import parameters
from comprules.analysis.statements import Statement, state
from comprules.document.model import Rule
from comprules.families.family import Family
from comprules.stems import occurrences

_PRONOUN = re.compile(r"(?:it|its|they|these|this|together|the (?:first|second|third|fourth))\b", re.IGNORECASE)
_WORDS = re.compile(r"(?!(?:a|an|the)$)(?!.*\band$)[\w’' -]+")  # “Deep” of “Deep moor”, not “Ebb and” of “Ebb and flow”
_CLASS_RULES = 3  # rules: the class of a keyword is stated in the first, or in one each for the abilities it represents


class Stated(NamedTuple):
    """What the rules of a keyword state of it."""

    forms: tuple[str, ...]
    classes: tuple[str, ...]
    abilities: int | None
    meanings: tuple[Meaning, ...]
    variants: tuple[Variant, ...]
    functions: tuple[str, ...]


class _Gathering:
    """The facts found so far; `form` and `variant` are what the last sentence was about."""

    def __init__(self, name: str, is_ability: bool, listed: list[str]) -> None:
        self.name, self.is_ability, self.listed = name, is_ability, listed
        self.forms: list[str] = []
        self.classes: list[str] = []
        self.counts: list[int] = []
        self.meanings: list[Meaning] = []
        self.cases: list[Meaning] = []
        self.functions: list[str] = []
        self.variants: dict[str, tuple[str, list[Meaning], list[str]]] = {}
        self.form: str | None = None
        self.variant: str | None = None
        self.is_own = True

    def add(self, said: Statement, number: str, early: bool) -> None:
        if said.kind in ("variant", "includes"):
            named = _bare(said.subject) if said.kind == "variant" else str(said.form).removesuffix("s")
            self._begin(named, number)
        elif said.kind == "instructs":
            self.form = said.form
            self._case(said, number)
        elif said.kind == "case":
            self._case(said, number)
        elif said.kind == "does":
            self._mean(said, number, said.form or self.form)
        elif said.kind == "meaning":
            pronoun = bool(_PRONOUN.match(said.subject)) and said.form is None
            self._mean(said, number, (self.form or self.name) if pronoun and self.is_own else said.form)
        elif said.kind == "written":
            self._write(said, early and self._concerns(said))
        elif self._concerns(said):
            self._class(said, number, early)

    def _concerns(self, said: Statement) -> bool:
        """Whether the sentence is about the keyword itself, by its name or by a pronoun that goes on from it."""
        subject = said.subject
        quoted = re.match(r"[“\"]([^”\"]+)[”\"]", said.subject)
        if quoted:
            self.form = quoted[1]
            self.is_own = _is_about(self.form, self.name)
        elif not subject or occurrences(subject, self.name):
            self.is_own, self.form = True, None
        elif not _PRONOUN.match(subject):
            self.is_own, self.form = False, None
        return self.is_own

    def _begin(self, variant: str, number: str) -> None:
        self.variant = variant
        self.variants.setdefault(variant, (number, [], []))

    def _class(self, said: Statement, number: str, early: bool) -> None:
        first, _, last = said.subject.casefold().partition(f" {self.name.casefold()}")
        if said.subject.casefold().endswith(f" {self.name.casefold()}") and _WORDS.fullmatch(first) and not last:
            self._begin(said.subject, number)
            return
        if self.variant or (self.form and self._listed(self.form)):
            return
        if said.form and _is_about(said.form, self.name):
            self.forms.append(_written(said.form))
        if early or not self.classes:
            self.classes.extend(said.classes)
            self.counts.extend([said.number] if said.number else [])
        self.functions.extend(said.functions)

    def _write(self, said: Statement, early: bool) -> None:
        for text in said.texts:
            form = _written(text.rstrip("."))
            if self.variant:
                self.variants[self.variant][2].append(form)
            elif early or _is_about(form, self.name):
                self.forms.append(form)
                self.form = form

    def _mean(self, said: Statement, number: str, form: str | None) -> None:
        if form is None:
            return
        subject = said.subject.casefold()
        if form.casefold() == self.name.casefold() and not subject.startswith(("“", '"', form.casefold())):
            form = self.form or next(iter(self.forms), form)  # goes on from how the keyword is written
        listed = self._listed(form)
        known = listed or self._known(form)
        if not known and not _is_about(form, self.name):
            return
        self.form = form
        written = _written(form)
        meanings = [Meaning(written, text, number, said.condition) for text in said.texts]
        if listed:
            self.variants.setdefault(listed, (number, [], []))
        of = known or self.variant
        if of:
            self.variants[of][1].extend(meanings)
            self.variants[of][2].append(written)
        else:
            self.meanings.extend(meanings)
            self.forms.append(written)

    def _case(self, said: Statement, number: str) -> None:
        """What happens in one case, which counts where no rule says it of all; of a variant with it."""
        form = said.form or self.name
        written = _written(form)
        meanings = [Meaning(written, text, number, said.condition) for text in said.texts]
        known = self._known(form)
        if known:
            self.variants[known][1].extend(meanings)
            self.variants[known][2].append(written)
        elif _is_about(form, self.name) or form.split()[-1] in inflections(self.name.casefold()):
            self.cases.extend(meanings)

    def _listed(self, form: str) -> str | None:
        """The member of the keyword's own list that `form` is a form of, the keyword itself aside."""
        plain = form.casefold()
        return next((each for each in self.listed if each.casefold() == plain != self.name.casefold()), None)

    def _known(self, form: str) -> str | None:
        """The variant named before that `form` is a form of."""
        plain = _shape(form)
        return next((each for each in self.variants if plain == _shape(each) != self.name.casefold()), None)


def gather(rules: tuple[Rule, ...], name: str, is_ability: bool, listed: list[str], family: Family) -> Stated:
    """What `rules` state of the keyword `name`; `listed` are the members of a list of its variants, if there is one."""
    found = _Gathering(name, is_ability, listed)
    for at, rule in enumerate(rules):
        found.form, found.variant, found.is_own = None, None, True
        for said in state(rule.text or "", name, family):
            found.add(said, rule.number, at < _CLASS_RULES)
    if not found.meanings and not is_ability:
        found.meanings.extend(found.cases)
        found.forms.extend(each.form for each in found.cases)
    variants = tuple(
        Variant(each, number, tuple(dict.fromkeys(forms)), parameters((each, *forms)), tuple(meanings))
        for each, (number, meanings, forms) in found.variants.items()
    )
    return Stated(
        tuple(dict.fromkeys(found.forms)),
        tuple(dict.fromkeys(found.classes)),
        found.counts[0] if found.counts else None,
        tuple(found.meanings),
        variants,
        tuple(dict.fromkeys(found.functions)),
    )


def _bare(subject: str) -> str:
    return subject.strip("“”\"' ")


def _written(form: str) -> str:
    """A form as it stands at the beginning of a line."""
    return form[:1].upper() + form[1:]


def _shape(form: str) -> str:
    """A form without what varies in it."""
    return " ".join(re.sub(r"\[[^\]]*\]|[—–-]|\b[NX]\b", " ", form).casefold().split())


def _is_about(form: str, name: str) -> bool:
    """Whether a form is one of the keyword `name`, not a phrase in which a card speaks of it.

    `Moor [cost]` and `[Quality] convoy` are forms; `When this ship moors` and `[This ship] moors with` are not.
    """
    plain = form.casefold()
    stem = name.casefold().split()[0][:5]
    return plain.startswith(stem) or (plain.startswith("[") and not plain.startswith("[this") and stem in plain)
