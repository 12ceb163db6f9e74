"""Frozen dataclasses of plain values, rebuilt from their JSON by the types of their fields."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def rebuild(kind: Callable[..., T], values: Mapping[str, Any]) -> T:
    """Return a ``kind`` with the given fields; others keep their defaults, and unknown names are ignored.

    Raises TypeError or ValueError for a value that is missing or of the wrong kind.
    """
    return kind(**{name: _value(of, values[name]) for name, of in _field_types(kind).items() if name in values})


@cache
def _field_types(kind: Hashable) -> dict[str, Any]:
    """Return the types of the fields by name."""
    kinds = get_type_hints(kind)
    return {field.name: kinds[field.name] for field in fields(kind)}  # type: ignore[arg-type]


def _value(kind: Any, value: Any) -> Any:
    if isinstance(kind, UnionType):
        if value is None:
            return None
        (kind,) = (argument for argument in get_args(kind) if argument is not NoneType)
    if (origin := get_origin(kind)) is not None and issubclass(origin, Mapping):
        of_key, of_value = get_args(kind)
        return {of_key(key): _value(of_value, item) for key, item in _checked(Mapping, value).items()}
    if origin is tuple and get_args(kind)[-1] is not Ellipsis:
        return tuple(_value(of_item, item) for of_item, item in zip(get_args(kind), value, strict=True))
    if origin is not None:  # a sequence
        return tuple(_value(get_args(kind)[0], item) for item in value)
    if isinstance(kind, type) and is_dataclass(kind):
        return rebuild(kind, value)
    if kind in (float, Path) or isinstance(kind, EnumType):
        return kind(value)
    return value if kind is Any else _checked(kind, value)


def _checked(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is not of the type {kind.__name__}")
    return value
