"""An alphabet: what each character adds to a word's signature. Plain data, kept whole in every model file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.lexicon.alphabet_toml import spell_out

_MOST = {"shapes": 200, "units": 1000, "bigrams": 2000, "characters": 5000}
_MOST_LEVEL = 20
_MOST_STROKES = 9


@dataclass(frozen=True)
class Glyph:
    """One character of an alphabet.

    ``shapes`` counts each shape of the alphabet in this character (case kept), or is None where the
    character has a place in PHOC but none in PHOS; ``units`` are positions in ``Alphabet.units`` (case
    folded); ``fold`` is the single character it is taken for when bigrams are looked up.
    """

    character: str
    shapes: tuple[int, ...] | None
    units: tuple[int, ...]
    fold: str


@dataclass(frozen=True)
class Alphabet:
    """The characters that signatures know and the layout PHOS, PHOC, bigrams of e(w).

    Each block runs level by level, each level segment by segment from left to right, each segment in the
    order of ``shapes``, ``units`` or ``bigrams``.
    """

    name: str
    shapes: tuple[str, ...]
    units: tuple[str, ...]
    bigrams: tuple[str, ...]
    phos_levels: tuple[int, ...]
    phoc_levels: tuple[int, ...]
    bigram_levels: tuple[int, ...]
    glyphs: tuple[Glyph, ...]

    def __hash__(self) -> int:
        # Tables are cached by alphabet; hashing hundreds of rows at each look-up would cost more than a word.
        return hash((self.name, self.phos_dim, self.phoc_dim, len(self.glyphs)))

    @property
    def phos_dim(self) -> int:
        """Length of the PHOS block (165 for ``latin``)."""
        return sum(self.phos_levels) * len(self.shapes)

    @property
    def phoc_dim(self) -> int:
        """Length of the PHOC block (504 for ``latin``)."""
        return sum(self.phoc_levels) * len(self.units)

    @property
    def bigram_dim(self) -> int:
        """Length of the bigram block (100 for ``latin``)."""
        return sum(self.bigram_levels) * len(self.bigrams)

    @property
    def dim(self) -> int:
        """Length of a whole signature (769 for ``latin``)."""
        return self.phos_dim + self.phoc_dim + self.bigram_dim

    @cached_property
    def encodable(self) -> frozenset[str]:
        """The characters that have both a PHOS row and a PHOC unit."""
        return frozenset(g.character for g in self.glyphs if g.shapes is not None and g.units)

    @cached_property
    def characters(self) -> tuple[str, ...]:
        """What a reader that spells tells apart, by number: nothing first, then the encodable characters, sorted."""
        return ("", *sorted(self.encodable))

    def unencodable(self, word: str) -> set[str]:
        """The characters of ``word`` (taken as it stands, no NFC) that this alphabet cannot encode."""
        return set(word) - self.encodable

    def to_json(self) -> dict[str, Any]:
        """Everything as JSON types; ``Alphabet.from_json`` gives an equal alphabet back."""
        return {
            "name": self.name,
            "shapes": list(self.shapes),
            "units": list(self.units),
            "bigrams": list(self.bigrams),
            "levels": {
                "phos": list(self.phos_levels),
                "phoc": list(self.phoc_levels),
                "bigrams": list(self.bigram_levels),
            },
            "characters": {
                g.character: {
                    "shapes": None if g.shapes is None else list(g.shapes),
                    "units": list(g.units),
                    "fold": g.fold,
                }
                for g in self.glyphs
            },
        }

    @classmethod
    def from_json(cls, data: object, *, source: Path | str = "alphabet") -> Alphabet:
        """The alphabet that ``to_json`` wrote; InputError, naming ``source``, for anything amiss."""
        return _Reader(source).alphabet(data)


def available_alphabets() -> tuple[str, ...]:
    """The names of the alphabets that ship with Ductus, in order."""
    folder = files("resources") / "alphabets"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml")))


def load_alphabet(name_or_path: str | Path) -> Alphabet:
    """The alphabet of that name, or from that ``.toml`` file; InputError where it is missing or unsound."""
    if str(name_or_path) in available_alphabets():
        return _shipped(str(name_or_path))
    path = Path(name_or_path)
    if path.suffix.lower() != ".toml":
        known = ", ".join(available_alphabets())
        raise InputError(f"There is no alphabet '{name_or_path}'. Name one of {known}, or a .toml file.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        mend = "Name a TOML file in UTF-8 that may be read"
        raise InputError.at(path, "the alphabet cannot be read", hint=mend) from error
    return Alphabet.from_json(spell_out(text, path), source=path)


@lru_cache(maxsize=8)
def _shipped(name: str) -> Alphabet:
    text = (files("resources") / "alphabets" / f"{name}.toml").read_text(encoding="utf-8")
    return Alphabet.from_json(spell_out(text, f"{name}.toml"), source=f"{name}.toml")


class _Reader:
    """Reads untrusted JSON types; every way to be wrong ends in an InputError that names the place."""

    def __init__(self, source: Path | str) -> None:
        self.source = source

    def fail(self, place: str, what: str) -> InputError:
        return InputError.at(self.source, what, place=place, hint="Use an alphabet as Ductus writes it")

    def alphabet(self, data: object) -> Alphabet:
        top = self.table(data, "alphabet", ("name", "shapes", "units", "bigrams", "levels", "characters"))
        name = top["name"]
        if not isinstance(name, str) or not name.strip():
            raise self.fail("name", "the alphabet has no name")
        shapes = self.names(top["shapes"], "shapes")
        units = self.names(top["units"], "units")
        bigrams = self.names(top["bigrams"], "bigrams", empty_allowed=True)
        if any(len(bigram) != 2 for bigram in bigrams):
            raise self.fail("bigrams", "a bigram is not two characters long")
        levels = self.table(top["levels"], "levels", ("phos", "phoc", "bigrams"))
        characters = top["characters"]
        if not isinstance(characters, Mapping) or not 0 < len(characters) <= _MOST["characters"]:
            raise self.fail("characters", f"need 1 to {_MOST['characters']} characters by name")
        glyphs = tuple(self.glyph(key, entry, shapes, units) for key, entry in characters.items())
        if all(glyph.shapes is None for glyph in glyphs):
            raise self.fail("characters", "no character has shapes")
        return Alphabet(
            name=name,
            shapes=shapes,
            units=units,
            bigrams=bigrams,
            phos_levels=self.levels(levels["phos"], "levels.phos"),
            phoc_levels=self.levels(levels["phoc"], "levels.phoc"),
            bigram_levels=self.levels(levels["bigrams"], "levels.bigrams"),
            glyphs=glyphs,
        )

    def glyph(self, key: object, entry: object, shapes: tuple[str, ...], units: tuple[str, ...]) -> Glyph:
        place = f"character {key!r}"
        if not isinstance(key, str) or len(key) != 1:
            raise self.fail(place, "a character is not exactly one code point")
        row = self.table(entry, place, ("shapes", "units", "fold"))
        counts = row["shapes"]
        if counts is not None:
            counts = self.whole_numbers(counts, f"{place}, shapes", 0, _MOST_STROKES)
            if len(counts) != len(shapes):
                raise self.fail(f"{place}, shapes", f"{len(counts)} counts stand where {len(shapes)} shapes are")
        places = self.whole_numbers(row["units"], f"{place}, units", 0, len(units) - 1)
        if not places or len(set(places)) != len(places):
            raise self.fail(f"{place}, units", "the units are missing or named twice")
        fold = row["fold"]
        if not isinstance(fold, str) or len(fold) != 1:
            raise self.fail(f"{place}, fold", "the folded form is not one character")
        return Glyph(key, counts, places, fold)

    def table(self, data: object, place: str, keys: Iterable[str]) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            raise self.fail(place, "a table of named values is expected here")
        missing = [key for key in keys if key not in data]
        if missing:
            raise self.fail(place, f"{', '.join(missing)} missing")
        return data

    def names(self, data: object, place: str, *, empty_allowed: bool = False) -> tuple[str, ...]:
        if not isinstance(data, list | tuple) or not all(isinstance(item, str) and item for item in data):
            raise self.fail(place, "a list of names is expected here")
        if len(set(data)) != len(data):
            raise self.fail(place, "a name stands here twice")
        if len(data) > _MOST[place] or not (data or empty_allowed):
            raise self.fail(place, f"{len(data)} names stand where 1 to {_MOST[place]} are allowed")
        return tuple(data)

    def levels(self, data: object, place: str) -> tuple[int, ...]:
        numbers = self.whole_numbers(data, place, 1, _MOST_LEVEL)
        if not numbers or list(numbers) != sorted(set(numbers)):
            raise self.fail(place, "levels must be given once each, in rising order")
        return numbers

    def whole_numbers(self, data: object, place: str, low: int, high: int) -> tuple[int, ...]:
        if not isinstance(data, list | tuple) or not all(type(item) is int and low <= item <= high for item in data):
            raise self.fail(place, f"a list of whole numbers from {low} to {high} is expected here")
        return tuple(data)
