"""The public names of the library as a Markdown page: signatures, fields and docstrings, as the code has them."""

from __future__ import annotations

import inspect
from typing import Any

import comprules

_HEAD = """# The library

Every name that `import comprules` gives, made from the code by `make demo`. A release of the program keeps these names,
their fields and the fields of its JSON; what it adds comes after what was there. Offsets are characters, half-open.
"""


def api() -> str:
    """The page."""
    found = {name: getattr(comprules, name) for name in sorted(comprules.__all__, key=str.casefold)}
    functions = [_function(name, value) for name, value in found.items() if inspect.isfunction(value)]
    errors = [_class(name, value) for name, value in found.items() if _is_error(value)]
    types = [_class(name, value) for name, value in found.items() if inspect.isclass(value) and not _is_error(value)]
    sections = (("Functions", functions), ("Types", types), ("Failures", errors))
    return "\n".join([_HEAD, *(f"## {title}\n\n" + "\n".join(each) for title, each in sections)])


def _is_error(value: Any) -> bool:
    return inspect.isclass(value) and issubclass(value, Exception)


def _function(name: str, value: Any) -> str:
    signature = str(inspect.signature(value)).replace("'", "")  # annotations are kept as texts
    return f"### `{name}{signature}`\n\n{inspect.getdoc(value)}\n"


def _class(name: str, value: Any) -> str:
    fields = [f"- `{field}: {_type(kind)}`" for field, kind in _fields(value).items()]
    listed = "\n".join(fields) + "\n" if fields else ""
    return "\n".join([f"### `{name}`\n", f"{inspect.getdoc(value)}\n", listed])


def _fields(value: Any) -> dict[str, Any]:
    """The fields of a struct, named tuple or dataclass, then what else it offers by name."""
    found = dict(vars(value).get("__annotations__", {}))
    for name, member in vars(value).items():
        if not name.startswith("_") and hasattr(member, "func"):  # a cached property
            found[name] = member.func.__annotations__.get("return", "")
    return {name: kind for name, kind in found.items() if not name.startswith("_")}


def _type(kind: Any) -> str:
    return kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind))
