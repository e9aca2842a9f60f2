"""What the rules of a keyword state, sentence by sentence, read by the family's `keyword.lark`.

Takes the text of one rule and the name of the keyword, gives one `Statement` for each sentence that the grammar reads.
The grammar sees the shape of a sentence (`comprules.analysis.shapes`). Sentences that state nothing are passed over.

    >>> [said.kind for said in state("Moor is a static ability. “Moor” means “It stays.”", "Moor", family)]
    ['classes', 'meaning']
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from lark import Lark, Token, Tree, UnexpectedInput

from comprules.analysis.sentences import sentences
from comprules.analysis.shapes import Shape, grammar, shape
from comprules.families.family import Family

Kind = Literal["meaning", "does", "classes", "written", "variant", "functions", "instructs", "case", "includes"]

# What a sentence must hold to be worth a parse.
_TRIGGER = re.compile(
    r"\b(?:means?|shorthand|written|represents?|variant of|special form of|functions?|works everywhere"
    r"|instruct(?:s|ed)?|themselves|appears?)\b|\b(?:is|are)\b[^.“\"]{0,80}\babilit(?:y|ies)\b"
    r"|^\(?(?:To|For)\b|\bTo do so\b"
    r"|\b[Tt]he (?:first|second|third|fourth) ability\b|\babilities can\b|\bEach time\b"
    r"|\bWhen [^,]{1,60} (?:is|are) [a-z]+ed,"
)
_PLACE = re.compile(r"(?:only |even )?(?:while|in|on|as|when|outside|before|from|during|no matter) \S|everywhere")
_FUNCTION = re.compile(r"\b(?:one|two|another|ability|abilities)? ?that functions?\b")
_PLACE_END = re.compile(r",|;|:| and (?:the|may|another|one|two|an?)\b| and$")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
# What a sentence begins with, or holds, that goes on with what a player does; others tell more about it.
_GOES_ON = re.compile(
    r"(?:Then|Otherwise|Put|They|Doing so causes|That player|If [^,.]+, they|(?:It|That [\w-]+) becomes)\b"
    r"|[^(].*\bthis way\b"
)
# What a sentence begins with that says what comes of what players are instructed to do.
_OUTCOME = re.compile(r"(?:In such an? |Each of those |That [\w-]+ becomes |Until [^,]+, that )")
_LONGEST = 1500  # characters: the longest sentence that defines anything has about 900
_COUNTS = ("two", "three", "four", "five", "six")


class Statement(NamedTuple):
    """One sentence, taken apart; which fields are filled follows from `kind`.

    `subject` is what stands before the verb, as printed; `form` the way in which the keyword is written there, without
    quotation marks; `condition` what limits it (`on a permanent`). `texts` are the quotations that say what it means,
    or what a player does. `classes`, `number` and `functions` are those of the abilities it is said to represent.
    """

    kind: Kind
    subject: str
    form: str | None = None
    condition: str | None = None
    texts: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    number: int | None = None
    functions: tuple[str, ...] = ()


@lru_cache(maxsize=16384)
def state(text: str, name: str, family: Family) -> tuple[Statement, ...]:
    """What `text`, a rule of the keyword `name`, states, in its order; nothing where no grammar says how."""
    parser = grammar(family)
    if parser is None or not _TRIGGER.search(text):
        return ()
    found: list[Statement] = []
    begun: Kind | None = None  # what the last sentence began to tell, which this one may go on with
    for sentence in sentences(text):
        is_stating = len(sentence) <= _LONGEST and _TRIGGER.search(sentence)
        said = _read(shape(sentence, name, parser), parser) if is_stating else None
        if said:
            found.append(said)
            begun = None if sentence.endswith(("”", '"')) else said.kind
        elif begun == "instructs" and _OUTCOME.match(sentence):
            found[-1] = found[-1]._replace(texts=(sentence,))
            begun = "case"
        elif begun in ("does", "case") and _GOES_ON.match(sentence):
            found[-1] = found[-1]._replace(texts=(f"{found[-1].texts[0]} {sentence}",))
        else:
            begun = None
    return tuple(found)


@lru_cache(maxsize=4096)
def _parse(text: str, parser: Lark) -> Tree[Token] | None:
    """How the grammar reads a shape; None if it states nothing."""
    try:
        tree = parser.parse(text)
    except UnexpectedInput:
        return None
    part = tree.children[0]
    return part if isinstance(part, Tree) else None


def _read(sentence: Shape, parser: Lark) -> Statement | None:
    tree = _parse(sentence.text, parser)
    if tree is None:
        return None
    kind: Kind = str(tree.data)  # type: ignore[assignment]
    subject = sentence.printed(_tokens(_child(tree, "subject")))
    if kind == "meaning" and not _tells(tree):
        return None
    return Statement(
        kind=kind,
        subject=subject,
        form=_form(sentence, tree),
        condition=_condition(sentence, tree),
        texts=_texts(sentence, tree),
        classes=_classes(tree),
        number=_number(tree),
        functions=_functions(sentence, tree),
    )


def _tells(tree: Tree[Token]) -> bool:
    """Whether a sentence says what something means: by that verb, or of one of several abilities by `is`."""
    verbs = [child.type for child in tree.children if isinstance(child, Token)]
    return "MEANS" in verbs or any(token.type == "ORDINAL" for token in _tokens(_child(tree, "subject")))


def _child(tree: Tree[Token], name: str) -> Tree[Token] | None:
    return next((child for child in tree.children if isinstance(child, Tree) and child.data == name), None)


def _tokens(tree: Tree[Token] | None) -> list[Token]:
    return list(tree.scan_values(lambda value: isinstance(value, Token))) if tree else []


def _plain(quoted: str) -> str:
    """A quotation without its marks and without the comma that belongs to the sentence around it."""
    return re.sub(r"^[“\"]|[”\"]$", "", quoted).removesuffix(",")


def _form(sentence: Shape, tree: Tree[Token]) -> str | None:
    """The quotation in the subject, else the subject from the name on; of what a player does, the words after “To”."""
    if tree.data in ("written", "classes"):
        written = _child(tree, "written_so")
        quoted = [token for token in _tokens(written) if token.type == "QUOTED"]
        return _plain(sentence.printed(quoted[:1])).rstrip(".") if quoted else None
    if tree.data == "instructs":
        return sentence.printed(_tokens(_child(tree, "what"))).rstrip(".")
    if tree.data == "case":
        done = _child(tree, "done")
        named = [child for child in tree.children if isinstance(child, Token) and child.type in ("NAME", "QUOTED")]
        return _plain(sentence.printed(_tokens(done) if done else named))
    if tree.data == "functions":
        return None
    if tree.data == "includes":
        return sentence.printed(_tokens(_child(tree, "named")))
    tokens = _tokens(_child(tree, "form" if tree.data == "does" else "subject"))
    quoted = [token for token in tokens if token.type == "QUOTED"]
    if quoted:
        return _plain(sentence.printed(quoted[:1])).rstrip(".")
    if tree.data == "does":
        return sentence.printed(tokens) or None
    at = next((at for at, token in enumerate(tokens) if token.type == "NAME"), -1)
    if at < 0:
        return None
    end = next((place for place in range(at, len(tokens)) if tokens[place].type not in _FORM), len(tokens))
    return sentence.printed(tokens[at:end])


_FORM = ("NAME", "PARAMETER")


def _condition(sentence: Shape, tree: Tree[Token]) -> str | None:
    """`on a permanent`, `for a static ability`, `without a number`: what stands beside the form."""
    if tree.data == "case":
        return sentence.printed(_tokens(_child(tree, "case_condition"))) or None
    stated = _child(tree, "condition")
    if stated:
        first, *rest = sentence.printed(_tokens(stated)).split(" ")
        return " ".join([first.lower(), *rest]) if rest and rest[-1] != "case" else None
    if tree.data not in ("meaning", "classes"):
        return None
    first, comma, _ = sentence.printed(_tokens(_child(tree, "subject"))).partition(",")
    if comma and first.startswith("On "):
        return "on " + first[3:]
    tokens = _tokens(_child(tree, "subject"))
    at = next((at for at, token in enumerate(tokens) if token.type in ("QUOTED", "NAME")), len(tokens))
    while at + 1 < len(tokens) and tokens[at + 1].type == "PARAMETER":
        at += 1
    shown = sentence.printed(tokens[at + 1 :])
    return shown if re.match(r"(?:on|without|with|in|for)\b", shown) else None


def _texts(sentence: Shape, tree: Tree[Token]) -> tuple[str, ...]:
    quoted = _child(tree, "quotations") or _child(_child(tree, "written_so") or tree, "quotations")
    if quoted:
        marks = [token for token in _tokens(quoted) if token.type == "QUOTED"]
        return tuple(_plain(sentence.printed([token])) for token in marks)
    what = sentence.printed(_tokens(_child(tree, "does_what")))
    return (what,) if what else ()


def _classes(tree: Tree[Token]) -> tuple[str, ...]:
    """The classes of the main clause: what a clause says of other abilities does not count."""
    if tree.data != "classes":
        return ()
    kinds = [child for child in tree.children if isinstance(child, Tree) and child.data == "kind"]
    own = [token for kind in kinds for token in kind.children if isinstance(token, Token) and token.type == "CLASS"]
    return tuple(dict.fromkeys(map(str, own)))


def _number(tree: Tree[Token]) -> int | None:
    """How many abilities there are: as stated first, or as many kinds as are listed."""
    if tree.data != "classes":
        return None
    kinds = [child for child in tree.children if isinstance(child, Tree) and child.data == "kind"]
    counts = [token for token in kinds[0].children if isinstance(token, Token) and token.type == "COUNT"]
    if counts:
        return _COUNTS.index(str(counts[0])) + 2
    both = any(isinstance(token, Token) and token == "both" for token in kinds[0].children)
    between = [str(child) for child in tree.children if isinstance(child, Token)]
    listed = any("represent" in word for word in between) and not any(word.endswith("or") for word in between)
    return len(kinds) if len(kinds) > 1 and ((both and "represents" in between) or listed) else None


def _functions(sentence: Shape, tree: Tree[Token]) -> tuple[str, ...]:
    """The words after “functions” in each clause: where and when an ability functions."""
    runs = [_tokens(child) for child in tree.children if isinstance(child, Tree) and child.data == "clause"]
    runs += [_tokens(clause) for kind in tree.find_data("kind") if (clause := _child(kind, "clause"))]
    if tree.data == "functions":
        runs = [[child for child in tree.children if isinstance(child, Token)]]
    found: list[str] = []
    for run in runs:
        at = next((at for at, token in enumerate(run) if token.type == "FUNCTIONS"), None)
        if at is not None and at + 1 < len(run):
            shown = _BRACKETS.sub("", sentence.printed(run[at + 1 :])).rstrip(".")
            places = [_PLACE_END.split(place.strip())[0] for place in _FUNCTION.split(shown)]
            found.extend(place for place in places if _PLACE.match(place))
    return tuple(found)
