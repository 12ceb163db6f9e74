"""Alphabets: the layout of signatures and the shapes and units of each character. Stored whole in every model file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.language import tr
from core.lexicon.alphabet_toml import parse_toml
from core.lexicon.text import nfc

AUTO = "auto"
"""The name that lets :func:`choose_alphabet` take the smallest alphabet that fits."""

_AUTO_CANDIDATES = ("latin", "latin-extended")
_MAX_COUNTS = {"shapes": 200, "units": 1000, "bigrams": 2000, "characters": 5000}
_MAX_LEVEL = 20
_MAX_SHAPE_COUNT = 9
_MAX_NUMBERS = 500_000
"""Limits on alphabets from model files and TOML: several times what any script needs, small enough for memory."""


@dataclass(frozen=True)
class Glyph:
    """One character of an alphabet.

    ``shapes`` counts how often each shape of the alphabet occurs in this character (upper and lower case
    differ), or is None for a character that is in PHOC but not in PHOS. ``units`` are indices into
    ``Alphabet.units`` (case folded). ``fold`` is the single character that stands for it in bigrams.
    """

    character: str
    shapes: tuple[int, ...] | None
    units: tuple[int, ...]
    fold: str


@dataclass(frozen=True)
class Alphabet:
    """The characters that can be encoded and the layout of e(w): PHOS, PHOC, bigrams.

    Each block is ordered by level, then by segment from left to right, then as in ``shapes``, ``units`` or
    ``bigrams``.
    """

    name: str
    shapes: tuple[str, ...]
    units: tuple[str, ...]
    bigrams: tuple[str, ...]
    phos_levels: tuple[int, ...]
    phoc_levels: tuple[int, ...]
    bigram_levels: tuple[int, ...]
    glyphs: tuple[Glyph, ...]
    vectors: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """The vectors that stand for e(w), by word, where words are classes with vectors of their own."""

    def __hash__(self) -> int:
        # Tables are cached by alphabet; hashing all glyphs at each look-up would take longer than encoding a word.
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
        if self.vectors:
            return len(next(iter(self.vectors.values())))
        return self.phos_dim + self.phoc_dim + self.bigram_dim

    @cached_property
    def encodable(self) -> frozenset[str]:
        """The characters that have both a PHOS row and a PHOC unit."""
        return frozenset(g.character for g in self.glyphs if g.shapes is not None and g.units)

    @cached_property
    def characters(self) -> tuple[str, ...]:
        """The classes of a spelling network by number: the blank "" first, then the encodable characters, sorted."""
        return ("", *sorted(self.encodable))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The class of each of :attr:`characters`."""
        return {character: number for number, character in enumerate(self.characters)}

    def unencodable(self, word: str) -> set[str]:
        """Return the characters of ``word`` (used as given, without NFC) that this alphabet cannot encode."""
        return set(word) - self.encodable

    def to_json(self) -> dict[str, Any]:
        """Return the alphabet as JSON types, from which :meth:`from_json` makes an equal one."""
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
            **({"vectors": {word: list(vector) for word, vector in self.vectors.items()}} if self.vectors else {}),
        }

    @classmethod
    def from_json(cls, data: object, *, source: Path | str = "alphabet") -> Alphabet:
        """Return the alphabet that :meth:`to_json` wrote. Raises InputError, naming ``source``, for invalid data."""
        return _JsonParser(source).alphabet(data)


def available_alphabets() -> tuple[str, ...]:
    """Return the names of the alphabets that ship with Ductus, sorted."""
    folder = files("resources") / "alphabets"
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".toml")))


def load_alphabet(name_or_path: str | Path) -> Alphabet:
    """Return the alphabet of that name, or from that ``.toml`` file. Raises InputError if it is missing or invalid."""
    if str(name_or_path) in available_alphabets():
        return _shipped(str(name_or_path))
    path = Path(name_or_path)
    if path.suffix.lower() != ".toml":
        known = ", ".join(available_alphabets())
        raise InputError.of(
            "There is no alphabet '{name_or_path}'. Choose one of {known}, or a .toml file.",
            name_or_path=name_or_path,
            known=known,
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = tr("Choose a readable TOML file in UTF-8")
        raise InputError.at(path, tr("the alphabet cannot be read"), hint=hint) from error
    return Alphabet.from_json(parse_toml(text, path), source=path)


def choose_alphabet(name: str, words: Sequence[str]) -> Alphabet:
    """Return the alphabet ``name``; for ``auto`` the smallest that encodes every word, else the widest.

    Raises InputError if there is no alphabet of that name.
    """
    if name != AUTO:
        return load_alphabet(name)
    for candidate in _AUTO_CANDIDATES:
        alphabet = load_alphabet(candidate)
        if not split_encodable(words, alphabet)[1]:
            break
    return alphabet


def split_encodable(words: Iterable[str], alphabet: Alphabet) -> tuple[list[str], list[tuple[str, tuple[str, ...]]]]:
    """Return the words that ``alphabet`` can encode, and the others each with its offending characters in order.

    All words are returned in NFC. An empty word cannot be encoded; it has no offending characters.
    """
    valid: list[str] = []
    invalid: list[tuple[str, tuple[str, ...]]] = []
    encodable = alphabet.encodable
    for given in words:
        word = nfc(given)
        if word and encodable.issuperset(word):
            valid.append(word)
        else:
            invalid.append((word, tuple(dict.fromkeys(c for c in word if c not in encodable))))
    return valid, invalid


def checked_vectors(vectors: Mapping[str, Iterable[float]]) -> dict[str, tuple[float, ...]]:
    """Return class vectors by word in NFC. Raises InputError unless all are equally long rows of finite numbers."""
    checked: dict[str, tuple[float, ...]] = {}
    for word, vector in vectors.items():
        try:
            numbers = tuple(float(number) for number in vector)
            length = len(next(iter(checked.values()), numbers))
            is_row = bool(numbers) and len(numbers) == length and all(map(math.isfinite, numbers))
        except (TypeError, ValueError):
            is_row = False
        if not is_row or not isinstance(word, str):
            raise InputError.of(
                "The class vector of {word!r} is no row of finite numbers, as many as the others have.", word=word
            )
        checked[nfc(word)] = numbers
    if sum(map(len, checked.values())) > _MAX_NUMBERS:
        raise InputError.of("The class vectors have more than {most} numbers in all.", most=_MAX_NUMBERS)
    return checked


@lru_cache(maxsize=8)
def _shipped(name: str) -> Alphabet:
    text = (files("resources") / "alphabets" / f"{name}.toml").read_text(encoding="utf-8")
    return Alphabet.from_json(parse_toml(text, f"{name}.toml"), source=f"{name}.toml")


class _JsonParser:
    """Reads an alphabet from untrusted JSON types; every fault raises an InputError that names the place."""

    def __init__(self, source: Path | str) -> None:
        self.source = source

    def error(self, place: str, problem: str) -> InputError:
        return InputError.at(
            self.source, problem, place=place, hint=tr("Compare it with an alphabet written by Ductus")
        )

    def alphabet(self, data: object) -> Alphabet:
        top = self.table(data, "alphabet", ("name", "shapes", "units", "bigrams", "levels", "characters"))
        name = top["name"]
        if not isinstance(name, str) or not name.strip():
            raise self.error("name", tr("the alphabet has no name"))
        shapes = self.names(top["shapes"], "shapes")
        units = self.names(top["units"], "units")
        bigrams = self.names(top["bigrams"], "bigrams", empty_allowed=True)
        if any(len(bigram) != 2 for bigram in bigrams):
            raise self.error("bigrams", tr("a bigram is not two characters long"))
        levels = self.table(top["levels"], "levels", ("phos", "phoc", "bigrams"))
        characters = top["characters"]
        if not isinstance(characters, Mapping) or not 0 < len(characters) <= _MAX_COUNTS["characters"]:
            raise self.error("characters", tr("1 to {most} characters are needed", most=_MAX_COUNTS["characters"]))
        glyphs = tuple(self.glyph(key, entry, shapes, units) for key, entry in characters.items())
        if all(glyph.shapes is None for glyph in glyphs):
            raise self.error("characters", tr("no character has shapes"))
        return Alphabet(
            name=name,
            shapes=shapes,
            units=units,
            bigrams=bigrams,
            phos_levels=self.levels(levels["phos"], "levels.phos"),
            phoc_levels=self.levels(levels["phoc"], "levels.phoc"),
            bigram_levels=self.levels(levels["bigrams"], "levels.bigrams"),
            glyphs=glyphs,
            vectors=checked_vectors(self.table(top.get("vectors", {}), "vectors", ())),
        )

    def glyph(self, key: object, entry: object, shapes: tuple[str, ...], units: tuple[str, ...]) -> Glyph:
        place = tr("character {key!r}", key=key)
        if not isinstance(key, str) or len(key) != 1:
            raise self.error(place, tr("a character is not exactly one code point"))
        row = self.table(entry, place, ("shapes", "units", "fold"))
        counts = row["shapes"]
        if counts is not None:
            counts = self.whole_numbers(counts, f"{place}, shapes", 0, _MAX_SHAPE_COUNT)
            if len(counts) != len(shapes):
                raise self.error(
                    f"{place}, shapes",
                    tr("there are {n_counts} counts for {n_shapes} shapes", n_counts=len(counts), n_shapes=len(shapes)),
                )
        indices = self.whole_numbers(row["units"], f"{place}, units", 0, len(units) - 1)
        if not indices or len(set(indices)) != len(indices):
            raise self.error(f"{place}, units", tr("the units are missing or given twice"))
        fold = row["fold"]
        if not isinstance(fold, str) or len(fold) != 1:
            raise self.error(f"{place}, fold", tr("the folded form is not one character"))
        return Glyph(key, counts, indices, fold)

    def table(self, data: object, place: str, keys: Iterable[str]) -> Mapping[str, Any]:
        if not isinstance(data, Mapping):
            raise self.error(place, tr("a table of named values is expected here"))
        missing = [key for key in keys if key not in data]
        if missing:
            raise self.error(place, tr("{missing} is missing", missing=", ".join(missing)))
        return data

    def names(self, data: object, place: str, *, empty_allowed: bool = False) -> tuple[str, ...]:
        if not isinstance(data, list | tuple) or not all(isinstance(item, str) and item for item in data):
            raise self.error(place, tr("a list of names is expected here"))
        if len(set(data)) != len(data):
            raise self.error(place, tr("a name is given twice"))
        if len(data) > _MAX_COUNTS[place] or not (data or empty_allowed):
            raise self.error(
                place,
                tr(
                    "there are {n_names} names where 1 to {most} are allowed",
                    n_names=len(data),
                    most=_MAX_COUNTS[place],
                ),
            )
        return tuple(data)

    def levels(self, data: object, place: str) -> tuple[int, ...]:
        numbers = self.whole_numbers(data, place, 1, _MAX_LEVEL)
        if not numbers or list(numbers) != sorted(set(numbers)):
            raise self.error(place, tr("levels must be given once each, in ascending order"))
        return numbers

    def whole_numbers(self, data: object, place: str, low: int, high: int) -> tuple[int, ...]:
        if not isinstance(data, list | tuple) or not all(type(item) is int and low <= item <= high for item in data):
            raise self.error(
                place, tr("a list of whole numbers from {low} to {high} is expected here", low=low, high=high)
            )
        return tuple(data)
