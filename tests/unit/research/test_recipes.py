"""The shipped networks learn from words, pieces of lines and lines in fair shares, and nothing they must not know."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from research.line_reader.collection import teaching_hands
from research.line_reader.lines import Lines
from research.line_reader.make import CAPITALS, all_sources, chances, familiar_words
from research.starter import make, real


def words_of_hands(*texts: tuple[str, str]) -> real.RealWords:
    words, hands = ([pair[i] for pair in texts] for i in (0, 1))
    images = np.zeros((len(words), 50, 250), np.uint8)
    pieces = np.array([" " in word for word in words])
    return real.RealWords(images, words, hands, ["a"] * len(words), np.zeros(len(words), np.float32), pieces)


def test_pieces_cover_a_line_without_single_words() -> None:
    sizes = cycle(real.PIECES)
    assert list(real._pieces(10, sizes)) == [(0, 2), (2, 5), (5, 9)], "the tenth word is left alone"
    assert list(real._pieces(3, sizes)) == [(0, 2)], "sizes go on by turns from line to line"
    assert list(real._pieces(1, sizes)) == list(real._pieces(0, sizes)) == []


def test_a_piece_is_told_from_a_word_and_kept(tmp_path: Path) -> None:
    words = words_of_hands(("the", "h"), ("the man", "h"))
    words.write(tmp_path / "real-1.npz")
    again = real.RealWords.read(tmp_path / "real-1.npz")
    assert again.words == ["the", "the man"] and again.is_piece.tolist() == [False, True]


def test_a_word_that_must_not_be_learnt_is_not_learnt_in_a_piece_either() -> None:
    refused = frozenset({"orders"})
    may = make.allowed(["Orders,", "order", "the Orders, of", "the order of"], refused)
    assert may.tolist() == [False, True, False, True]


@pytest.mark.parametrize("has_pieces", [False, True])
@pytest.mark.parametrize("has_fonts", [False, True])
def test_words_pieces_and_fonts_have_their_shares(has_pieces: bool, has_fonts: bool) -> None:
    hands = [("a", "h"), ("b", "h"), ("b", "i")] + [("a b", "h"), ("b a", "i")] * has_pieces
    drawn = (np.zeros((4, 50, 250), np.uint8), ["w", "x", "y", "z"]) if has_fonts else None
    chances = make.chances(words_of_hands(*hands), drawn)
    assert len(chances) == len(hands) + 4 * has_fonts and chances.sum() == pytest.approx(1)
    fonts = make.FONT_SHARE * has_fonts
    pieces = make.PIECE_SHARE * has_pieces
    assert chances[:3].sum() == pytest.approx((1 - fonts) * (1 - pieces))
    assert chances[3 : len(hands)].sum() == pytest.approx(pieces)
    assert chances[0] > chances[1], "a rare word is drawn more often"
    assert chances[2] > chances[1], "and so is a hand with few words"


def test_lines_with_a_word_in_capitals_are_drawn_more_often() -> None:
    lines = Lines()
    for text in ("Paris le 3", "LES PAYSANS allemands", "A 12 EN"):
        lines.add(np.zeros((48, 9), np.uint8), text, "letters", "one hand")
    plain, capitals, short = chances(lines, set())
    assert capitals == pytest.approx(CAPITALS * plain) and short == plain
    assert plain + capitals + short == pytest.approx(1)


def test_a_round_that_goes_on_from_another_keeps_its_sources() -> None:
    before = [
        {"title": "Letters of 1858", "source": "letters", "lines": 40, "hands": 2},
        {"title": "Wills", "source": "wills", "lines": 9, "hands": 9},
    ]
    now = [
        {"title": "Letters", "source": "letters", "lines": 50, "hands": 3},
        {"title": "Tables", "source": "tables", "lines": 5, "hands": 1},
    ]
    assert all_sources(before, now) == [now[0], now[1], before[1]]
    assert all_sources(now, before) == [now[0], now[1], before[1]]
    assert all_sources([], before) == before


def test_pages_that_measure_are_not_cut_and_others_keep_their_hand(tmp_path: Path) -> None:
    lines, pages = tmp_path / "lines.csv", tmp_path / "pages.csv"
    lines.write_text("page,hand,part\nA 1_f3,anne,train\nB-2,bob,train\nB-2,bob,check\n", encoding="utf-8")
    pages.write_text(
        "page,collection,part\nletters__A-1-f3,letters,train\nletters__C_7,letters,check\n", encoding="utf-8"
    )
    hands = teaching_hands([lines, pages])
    assert hands == {"a-1-f3": "anne", "b-2": None, "c-7": None}


def test_words_are_familiar_that_stand_in_two_lines_of_hands() -> None:
    lines = Lines()
    for text, collection in (
        ("le roi", "a"),
        ("le roy", "a"),
        ("le roy", "a"),
        ("Bahn", "words"),
        ("Bahn hof", "words"),
    ):
        lines.add(np.zeros((48, 9), np.uint8), text, collection, "h")
    assert familiar_words(lines, {"words"}) == ("le",), "the same line twice counts once, and joined words do not"
