"""Alphabets: those that ship, a user's own, and the errors for damaged ones."""

from __future__ import annotations

import copy
import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.lexicon.alphabet import Alphabet, available_alphabets, load_alphabet

OWN = """
name = "own"
shapes = ["stroke", "bow", "tick"]
units = ["a", "b", "tick"]
bigrams = ["ab"]
[levels]
phos = [1, 2]
phoc = [2]
bigrams = [2]
[marks]
tick = "tick"
[characters]
a = "bow"
b = "stroke bow bow"
"á" = { of = "a tick" }
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_latin_has_the_layout_of_the_paper() -> None:
    latin = load_alphabet("latin")
    assert (latin.phos_dim, latin.phoc_dim, latin.bigram_dim, latin.dim) == (165, 504, 100, 769)
    assert latin.units == tuple("0123456789abcdefghijklmnopqrstuvwxyz")
    assert latin.bigrams[:3] == ("th", "he", "in") and latin.bigrams[-1] == "ma"


def test_latin_shapes_group_letters_as_the_published_table_does() -> None:
    rows: dict[tuple[int, ...], str] = {}
    for glyph in load_alphabet("latin").glyphs:
        if glyph.shapes is not None:
            rows[glyph.shapes] = rows.get(glyph.shapes, "") + glyph.character
    assert len(rows) == 26
    shared = {frozenset(group) for group in rows.values() if len(group) > 1}
    expected = ["imnru", "hlIJU", "gq", "vwxWX", "bBP", "fEFHLT", "kKMN", "sS", "zZ", "OQ"]
    assert shared == {frozenset(group) for group in expected}
    assert len({row for row, group in rows.items() if any(c.islower() for c in group)}) == 18


def test_latin_encodes_letters_only() -> None:
    latin = load_alphabet("latin")
    assert latin.unencodable("Word") == set()
    assert latin.unencodable("don't 1é") == {"'", " ", "1", "é"}


def test_latin_extended_covers_western_european_writing() -> None:
    extended = load_alphabet("latin-extended")
    letters = "äöüßẞáàâãåæçéèêëíìîïñóòôõøœúùûýÿąćęłńśźżčďěňřšťůžþðĳﬁﬂ"
    signs = " .,;:!?¿¡'’‘‚\"“”„«»‹›-–—()[]{}&/§°%€£$+=*#_…·"
    capitals = "ÄÖÜÁÀÂÃÅÆÇÉÈÊËÍÎÏÑÓÔÕØŒÚÙÛÝŸĄĆĘŁŃŚŹŻČŘŠŽÞÐĲ"
    plain = "abcdefghijklmnopqrstuvwxyz"
    assert extended.unencodable(letters + signs + capitals + plain + plain.upper() + "0123456789") == set()
    assert extended.unencodable("Ω€漢") == {"Ω", "漢"}


def test_latin_extended_characters_are_in_nfc() -> None:
    for glyph in load_alphabet("latin-extended").glyphs:
        assert unicodedata.normalize("NFC", glyph.character) == glyph.character


def test_a_letter_with_a_mark_is_its_base_and_the_mark() -> None:
    extended = load_alphabet("latin-extended")
    glyphs = {glyph.character: glyph for glyph in extended.glyphs}
    e, acute, capital = glyphs["e"], glyphs["é"], glyphs["É"]
    assert [extended.units[u] for u in acute.units] == ["e", "acute"]
    assert acute.units == capital.units and acute.fold == capital.fold == "e"
    assert e.shapes is not None and acute.shapes is not None
    extra = [now - before for now, before in zip(acute.shapes, e.shapes, strict=True)]
    assert [extended.shapes[i] for i, count in enumerate(extra) if count] == ["acute"]
    assert [extended.units[u] for u in glyphs["œ"].units] == ["e", "o", "ligature"]
    assert glyphs["œ"].fold == "œ"


def test_every_capital_has_the_capital_shape() -> None:
    extended = load_alphabet("latin-extended")
    capital = extended.shapes.index("capital")
    for glyph in extended.glyphs:
        assert glyph.shapes is not None
        assert (glyph.shapes[capital] > 0) == glyph.character.isupper(), glyph.character


@pytest.mark.parametrize("name", available_alphabets())
def test_json_text_round_trip_gives_an_equal_alphabet(name: str) -> None:
    alphabet = load_alphabet(name)
    again = Alphabet.from_json(json.loads(json.dumps(alphabet.to_json())))
    assert again == alphabet and hash(again) == hash(alphabet)
    assert again.encodable == alphabet.encodable


def test_shipped_alphabets_are_loaded_once() -> None:
    assert available_alphabets() == ("latin", "latin-extended")
    assert load_alphabet("latin") is load_alphabet("latin")


def test_alphabet_from_a_toml_file(tmp_path: Path) -> None:
    own = load_alphabet(write(tmp_path, OWN))
    assert own.dim == 3 * 3 + 2 * 3 + 2 * 1
    rows = {glyph.character: (glyph.shapes, glyph.units, glyph.fold) for glyph in own.glyphs}
    assert rows == {"a": ((0, 1, 0), (0,), "a"), "b": ((1, 2, 0), (1,), "b"), "á": ((0, 1, 1), (0, 2), "a")}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[levels]", "[levels", "not valid TOML"),
        ('"stroke bow bow"', '"stroke loop"', "'loop' is not in the list"),
        ('of = "a tick"', 'of = "a hook"', "'hook' is neither a mark nor a character"),
        ('of = "a tick"', 'of = "á tick"', "'á' is neither a mark nor a character"),
        ('{ of = "a tick" }', "3", "a text or a table of texts is expected"),
        ("[characters]", "[letters]", "the table [characters] is missing"),
        ('shapes = ["stroke", "bow", "tick"]', "shapes = 3", "the list 'shapes' is missing"),
        ("phos = [1, 2]", "phos = [2, 1]", "ascending order"),
        ("phos = [1, 2]", f"phos = [1, {'9' * 5000}]", "a number in it is too long"),
        ("phos = [1, 2]", f"phos = [1, 0x{'f' * 5000}]", "whole numbers from 1 to 20"),
        ("phos = [1, 2]", f"phos = {'[' * 5000}", "nested too deeply"),
        ('bigrams = ["ab"]', 'bigrams = ["abc"]', "not two characters"),
        ("\nb = ", "\nbb = ", "'bb' is not in the list"),
        ('name = "own"', "", "name is missing"),
    ],
)
def test_invalid_definitions_raise_input_error_with_file_and_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in OWN
    path = write(tmp_path, OWN.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        load_alphabet(path)
    assert str(path) in str(caught.value) and message in str(caught.value)


def test_missing_or_unreadable_alphabet_raises_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no alphabet 'greek'.*latin"):
        load_alphabet("greek")
    with pytest.raises(InputError, match="cannot be read"):
        load_alphabet(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"name = '\xff'")
    with pytest.raises(InputError, match="cannot be read"):
        load_alphabet(tmp_path / "bad.toml")


def valid_json() -> dict[str, Any]:
    return {
        "name": "own",
        "shapes": ["stroke", "bow"],
        "units": ["a", "b"],
        "bigrams": ["ab"],
        "levels": {"phos": [1], "phoc": [2], "bigrams": [2]},
        "characters": {
            "a": {"shapes": [1, 0], "units": [0], "fold": "a"},
            "b": {"shapes": None, "units": [1], "fold": "b"},
        },
    }


DAMAGE: list[tuple[tuple[str, ...], Any]] = [
    ((), None),
    ((), []),
    (("name",), " "),
    (("name",), 7),
    (("shapes",), []),
    (("shapes",), ["bow", "bow"]),
    (("shapes",), "stroke"),
    (("units",), ["a", 1]),
    (("units",), [f"u{i}" for i in range(1001)]),
    (("bigrams",), ["a"]),
    (("levels",), {"phos": [1], "phoc": [2]}),
    (("levels", "phos"), []),
    (("levels", "phos"), [0]),
    (("levels", "phos"), [True]),
    (("levels", "phoc"), [10**9]),
    (("levels", "bigrams"), [2.0]),
    (("characters",), {}),
    (("characters",), [1]),
    (("characters", "a"), 3),
    (("characters", "a"), {"shapes": [1, 0], "units": [0]}),
    (("characters", "a", "shapes"), None),
    (("characters", "a", "shapes"), [1]),
    (("characters", "a", "shapes"), [1, -1]),
    (("characters", "a", "shapes"), [1, 10]),
    (("characters", "a", "units"), []),
    (("characters", "a", "units"), [2]),
    (("characters", "a", "units"), [0, 0]),
    (("characters", "a", "units"), "a"),
    (("characters", "a", "fold"), "ab"),
    (("characters", "a", "fold"), None),
    (("characters", "ab"), {"shapes": [1, 0], "units": [0], "fold": "a"}),
]


@pytest.mark.parametrize(("keys", "value"), DAMAGE)
def test_damaged_json_raises_input_error_naming_its_source(keys: tuple[str, ...], value: Any) -> None:
    data: Any = valid_json()
    Alphabet.from_json(data)
    if not keys:
        data = value
    else:
        inner = data
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = value
    with pytest.raises(InputError, match=r"^model\.h5 \("):
        Alphabet.from_json(data, source="model.h5")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([keys for keys, _ in DAMAGE if keys]), json_values)
def test_any_json_gives_an_alphabet_or_raises_input_error(keys: tuple[str, ...], value: Any) -> None:
    data = copy.deepcopy(valid_json())
    inner: Any = data
    for key in keys[:-1]:
        inner = inner[key]
    inner[keys[-1]] = value
    try:
        alphabet = Alphabet.from_json(data)
    except InputError:
        return
    assert Alphabet.from_json(alphabet.to_json()) == alphabet
    assert alphabet.dim > 0
