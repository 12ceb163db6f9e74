"""Parameters given as text, ``name=value``, as a command line or a form has them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from core.errors import InputError
from core.training.presets import Preset

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_FIXED = ("name", "about")


def apply_overrides(base: Preset, assignments: Iterable[str]) -> Preset:
    """``base`` with every ``name=value`` applied. Raises InputError for an unknown name or a value that cannot be."""
    kinds = {field.name: str(field.type) for field in fields(Preset) if field.name not in _FIXED}
    values: dict[str, Any] = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals or name not in kinds:
            raise InputError(
                f"'{assignment}' sets nothing; write NAME=VALUE with one of these names: {', '.join(kinds)}."
            )
        values[name] = _value(name, kinds[name], text.strip())
    # all at once: two values may only be right together
    return base.changed(**values)


def _value(name: str, kind: str, text: str) -> Any:
    try:
        if kind == "bool":
            return _WORDS[text.lower()]
        return {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError):
        told = {"int": "a whole number", "float": "a number", "bool": "true or false"}[kind]
        raise InputError(f"{name} is {told}, not '{text}'.") from None
