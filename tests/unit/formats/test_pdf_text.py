"""The order of characters and the places of words in the invisible text of a PDF."""

from __future__ import annotations

import re
import struct
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.pdf_font import CharacterCodes, InvisibleFonts, font_program
from core.formats.pdf_text import placed_lines, text_operators, visual_order
from core.formats.records import LineRecord, PageRecord, WordRecord

SHALOM = "שלום"


@pytest.mark.parametrize(
    ("text", "visual"),
    [
        ("Orders,", "Orders,"),
        (SHALOM, SHALOM[::-1]),
        ("כ״ב", "ב״כ"),
        ("עולם12.5", "12.5םלוע"),
        ("12.5", "12.5"),
        ("مَكتب", "بتكَم"),
        ("abc" + SHALOM, "abc" + SHALOM[::-1]),
        (SHALOM + "abc", "abc" + SHALOM[::-1]),
        ("", ""),
    ],
)
def test_characters_are_ordered_as_they_stand_on_the_page(text: str, visual: str) -> None:
    assert visual_order(text) == visual


@given(st.text(max_size=30))
def test_no_character_is_lost(text: str) -> None:
    assert sorted(visual_order(text)) == sorted(text)


def page(*words: WordRecord, lines: tuple[LineRecord, ...] = ()) -> PageRecord:
    return PageRecord(Path("x.png"), 400, 300, words=words, lines=lines)


def test_lines_that_are_not_cut_are_spread_over_their_box() -> None:
    (line,) = placed_lines(page(lines=(LineRecord((10, 20, 110, 30), "to the sea"),)))
    assert [word.text for word in line.words] == ["to", "the", "sea"]
    assert line.words[0].box == (10, 20, 22, 30) and line.words[-1].box == pytest.approx((87, 20, 33, 30))
    (line,) = placed_lines(page(lines=(LineRecord((10, 20, 110, 30), f"{SHALOM} {SHALOM}"),)))
    assert line.words[0].box[0] > line.words[1].box[0]


def test_words_without_text_are_left_out() -> None:
    assert (
        text_operators(page(WordRecord((1, 1, 9, 9)), WordRecord((1, 1, 9, 9), " \t")), (1, 1), InvisibleFonts()) == ""
    )


def test_one_word_fills_its_box() -> None:
    operators = text_operators(page(WordRecord((40, 100, 60, 28), "day")), (0.5, 0.25), InvisibleFonts())
    _, font, size, _, stretch, _, *matrix, codes, _, _ = operators.replace("BT 3 Tr\n", "BT ").split()
    assert (font, codes) == ("/F0", "<000200030004>")
    assert matrix[:5] == ["1", "0", "0", "1", "20.0000"]
    assert float(size) * 0.5 * 3 * float(stretch) / 100 == pytest.approx(30, abs=0.01)


def test_words_of_different_lines_are_apart_for_a_reader_that_joins_all_strings() -> None:
    words = [WordRecord((10, 10, 40, 20), "the"), WordRecord((60, 10, 40, 20), "sea", line=0)]
    words += [WordRecord((10, 40, 40, 20), SHALOM, line=1), WordRecord((10, 70, 40, 20), "day", line=2)]
    fonts = InvisibleFonts()
    operators = text_operators(page(*words), (1, 1), fonts)
    table = dict(re.findall("<(....)> <(.+?)>", fonts.codes.to_unicode().decode("ascii")))
    units = (table[code] for text in re.findall("<(.*?)>", operators) for code in re.findall("....", text))
    assert bytes.fromhex("".join(units)).decode("utf-16-be").split() == ["the", "sea", SHALOM[::-1], "day"]


def test_control_characters_and_surrogates_are_no_text() -> None:
    (line,) = placed_lines(page(WordRecord((1, 1, 90, 9), "a\0b\ud800")))
    assert [word.text for word in line.words] == ["a", "b\ufffd"]


@given(st.lists(st.text(min_size=1, max_size=2), max_size=300))
def test_codes_are_unique_and_mapped_back(units: list[str]) -> None:
    codes = CharacterCodes()
    units = [unit for unit in units if not any("\ud800" <= char <= "\udfff" for char in unit)]
    given_out = {unit: codes.encode(unit) for unit in units}
    assert len(set(given_out.values())) == len(given_out)
    table = codes.to_unicode().decode("ascii")
    for unit, code in given_out.items():
        assert f"<{code}> <{unit.encode('utf-16-be').hex().upper()}>" in table


def test_more_characters_than_codes_become_replacements() -> None:
    codes = CharacterCodes()
    for number in range(66_000):
        codes.encode(f"{number:x}")
    assert len(codes) == 65_535 and codes.encode("another") == codes.encode("\ufffd")


@pytest.mark.parametrize("extent", [(800, 200), (40, 1), (1000, 400)])
def test_font_is_a_whole_truetype_font(extent: tuple[int, int]) -> None:
    font = font_program(extent)
    words = struct.unpack(f">{len(font) // 4}I", font)
    assert len(font) % 4 == 0 and sum(words) & 0xFFFFFFFF == 0xB1B0AFBA
    count = struct.unpack(">H", font[4:6])[0]
    entries = [struct.unpack(">4sIII", font[12 + 16 * i : 28 + 16 * i]) for i in range(count)]
    assert [tag for tag, *_ in entries] == sorted(tag for tag, *_ in entries)
    assert all(a[2] + a[3] <= b[2] for a, b in pairwise(entries)) and entries[-1][2] + entries[-1][3] <= len(font)
