"""What an alphabet's TOML text says, spelt out as the plain JSON types that ``Alphabet.from_json`` takes.

A file names its ``shapes``, ``units`` and ``bigrams`` and tells in ``[characters]`` what each character is
made of. A character is written in one of three ways, each a list of names parted by blanks:

* ``"left-small horizontal"``: shapes of its own; its unit is the character itself, small;
* ``{ shapes = "...", units = "..." }``: shapes and units both spelt out; without ``shapes`` the character
  has a place in PHOC only;
* ``{ of = "e acute" }``: the shapes and units of other characters, plus those of marks from ``[marks]``,
  where a mark is written in the first two ways (its unit is its own name unless said otherwise).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from core.errors import InputError


def spell_out(text: str, source: Path | str) -> dict[str, Any]:
    """The JSON types for ``text``; InputError naming ``source`` and the place where it is not an alphabet."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError.at(source, f"not TOML: {error}", hint="Correct the file at that line") from error
    return data | {"characters": _Characters(data, source).resolve()}


class _Characters:
    """Turns the three ways of writing a character into counts per shape and places of units."""

    def __init__(self, data: dict[str, Any], source: Path | str) -> None:
        self.source = source
        self.entries = self._table(data, "characters")
        self.marks = self._table(data, "marks") if "marks" in data else {}
        self.shapes = self._order(data, "shapes")
        self.units = self._order(data, "units")

    def resolve(self) -> dict[str, dict[str, Any]]:
        return {key: self._one(key, entry) for key, entry in self.entries.items()}

    def _one(self, key: str, entry: object) -> dict[str, Any]:
        names, units, fold = self._spell(key, entry)
        place = f"character {key!r}"
        counts = None
        if names is not None:
            counts = [0] * len(self.shapes)
            for name in names:
                counts[self._place(name, self.shapes, place)] += 1
        return {
            "shapes": counts,
            "units": sorted({self._place(unit, self.units, place) for unit in units}),
            "fold": fold,
        }

    def _spell(self, key: str, entry: object) -> tuple[list[str] | None, list[str], str]:
        """Names of shapes (None: PHOC only), names of units, folded form."""
        if isinstance(entry, str):
            return entry.split(), [key.lower()], key.lower()
        if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            raise self._fail(key, "expected text or a table of texts")
        if "of" in entry:
            return self._compose(key, entry["of"])
        shapes = entry.get("shapes")
        return (None if shapes is None else shapes.split(), entry.get("units", key.lower()).split(), key.lower())

    def _compose(self, key: str, parts: str) -> tuple[list[str], list[str], str]:
        shapes: list[str] = []
        units: list[str] = []
        folds: list[str] = []
        for part in parts.split():
            base = self.marks.get(part, self.entries.get(part))
            if base is None or (isinstance(base, dict) and "of" in base):
                raise self._fail(key, f"'{part}' is neither a mark nor a character with shapes of its own")
            base_shapes, base_units, fold = self._spell(part, base)
            shapes += base_shapes or []
            units += base_units
            if part not in self.marks:
                folds.append(fold)
        return shapes, units, folds[0] if len(folds) == 1 else key.lower()

    def _table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        if not isinstance(data.get(key), dict):
            raise InputError.at(self.source, f"the table [{key}] is missing", hint="Add it")
        return data[key]

    def _order(self, data: dict[str, Any], key: str) -> dict[str, int]:
        value = data.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InputError.at(self.source, f"the list '{key}' is missing", hint="Add it, names in quotes")
        return {name: place for place, name in enumerate(value)}

    def _place(self, name: str, order: dict[str, int], place: str) -> int:
        if name not in order:
            raise InputError.at(
                self.source, f"'{name}' is not in the list it belongs to", place=place, hint="Add or correct it"
            )
        return order[name]

    def _fail(self, key: str, what: str) -> InputError:
        return InputError.at(self.source, what, place=f"character {key!r}", hint="Correct the entry")
