"""Alphabet files: parse their TOML into the plain JSON types that ``Alphabet.from_json`` takes.

A file lists its ``shapes``, ``units`` and ``bigrams``; ``[characters]`` defines each character in one of three
ways, each a list of names separated by blanks:

* ``"left-small horizontal"``: its own shapes; its unit is the character itself in lower case;
* ``{ shapes = "...", units = "..." }``: shapes and units both given; without ``shapes`` the character is in
  PHOC only;
* ``{ of = "e acute" }``: the shapes and units of other characters plus those of marks from ``[marks]``. A mark
  is defined in the first two ways; its unit is its own name by default.
"""

import tomllib
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.language import tr


def parse_toml(text: str, source: Path | str) -> dict[str, Any]:
    """Return ``text`` as JSON types. Raises InputError, naming ``source`` and the place, for invalid definitions."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError.at(
            source, tr("this is not valid TOML: {error}", error=error), hint=tr("Correct that line")
        ) from error
    except (ValueError, RecursionError) as error:  # Python's limits on the digits of a number and on depth
        problem = tr("a number in it is too long, or its lists are nested too deeply")
        raise InputError.at(source, problem, hint=tr("Compare it with an alphabet written by Ductus")) from error
    return data | {"characters": _CharacterParser(data, source).parse()}


class _CharacterParser:
    """Turns the three kinds of definitions into shape counts and unit indices."""

    def __init__(self, data: dict[str, Any], source: Path | str) -> None:
        self.source = source
        self.entries = self._table(data, "characters")
        self.marks = self._table(data, "marks") if "marks" in data else {}
        self.shapes = self._indices(data, "shapes")
        self.units = self._indices(data, "units")

    def parse(self) -> dict[str, dict[str, Any]]:
        return {key: self._character(key, entry) for key, entry in self.entries.items()}

    def _character(self, key: str, entry: object) -> dict[str, Any]:
        names, units, fold = self._definition(key, entry)
        place = tr("character {key!r}", key=key)
        counts = None
        if names is not None:
            counts = [0] * len(self.shapes)
            for name in names:
                counts[self._index(name, self.shapes, place)] += 1
        return {
            "shapes": counts,
            "units": sorted({self._index(unit, self.units, place) for unit in units}),
            "fold": fold,
        }

    def _definition(self, key: str, entry: object) -> tuple[list[str] | None, list[str], str]:
        """Return the names of shapes (None: PHOC only), the names of units and the folded form."""
        if isinstance(entry, str):
            return entry.split(), [key.lower()], key.lower()
        if not isinstance(entry, dict) or not all(isinstance(value, str) for value in entry.values()):
            raise self._error(key, tr("a text or a table of texts is expected"))
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
                raise self._error(
                    key, tr("'{part}' is neither a mark nor a character with shapes of its own", part=part)
                )
            base_shapes, base_units, fold = self._definition(part, base)
            shapes += base_shapes or []
            units += base_units
            if part not in self.marks:
                folds.append(fold)
        return shapes, units, folds[0] if len(folds) == 1 else key.lower()

    def _table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        if not isinstance(data.get(key), dict):
            raise InputError.at(self.source, tr("the table [{key}] is missing", key=key), hint=tr("Add it"))
        return data[key]

    def _indices(self, data: dict[str, Any], key: str) -> dict[str, int]:
        value = data.get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise InputError.at(
                self.source, tr("the list '{key}' is missing", key=key), hint=tr("Add it, with the names in quotes")
            )
        return {name: index for index, name in enumerate(value)}

    def _index(self, name: str, indices: dict[str, int], place: str) -> int:
        if name not in indices:
            raise InputError.at(
                self.source,
                tr("'{name}' is not in the list of shapes or units", name=name),
                place=place,
                hint=tr("Add or correct it"),
            )
        return indices[name]

    def _error(self, key: str, problem: str) -> InputError:
        return InputError.at(self.source, problem, place=tr("character {key!r}", key=key), hint=tr("Correct the entry"))
