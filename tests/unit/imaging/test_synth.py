"""Synthetic handwriting and the text of the demo."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from core.imaging.synth.corpus import demo_text, english_words
from core.imaging.synth.glyphs import glyph
from core.imaging.synth.page import render_page
from core.imaging.synth.word import draw_word, render_word
from core.imaging.synth.writer import Writer


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_word_is_dark_ink_on_light_paper() -> None:
    crop = render_word("hedgehog", Writer(), rng())
    assert crop.dtype == np.uint8
    assert crop.ndim == 2
    assert np.median(crop) > 200
    assert 0.03 < (crop < 128).mean() < 0.4
    border = np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]])
    assert border.min() > 180


def test_same_seed_gives_the_same_word() -> None:
    writer = Writer.random(11)
    assert writer == Writer.random(11)
    assert writer != Writer.random(12)
    first, second = (render_word("letter", writer, rng(4)) for _ in range(2))
    assert np.array_equal(first, second)
    third = render_word("letter", writer, rng(5))
    assert first.shape != third.shape or not np.array_equal(first, third)


def test_writers_differ() -> None:
    shapes = {draw_word("garden", Writer.random(seed), rng())[0].shape for seed in range(6)}
    assert len(shapes) == 6
    assert {Writer.random(seed).style for seed in range(40)} == {"cursive", "print"}


def test_longer_words_are_wider() -> None:
    short, _ = draw_word("an", Writer(), rng())
    long, _ = draw_word("announcement", Writer(), rng())
    assert long.shape[1] > 4 * short.shape[1]


def test_slant_leans_to_the_right() -> None:
    upright, _ = draw_word("l", Writer(slant=-0.2), rng())
    leaning, _ = draw_word("l", Writer(slant=0.6), rng())
    assert leaning.shape[1] > upright.shape[1]


@pytest.mark.parametrize("style", ["cursive", "print"])
@pytest.mark.parametrize(
    ("plain", "marked"),
    [*zip("aeiuoncAOUzs", "áèîüõñçÅÖÚžš", strict=True), ("l", "ł"), ("o", "ø"), ("d", "đ"), ("a", "ą"), ("g", "ğ")],
)
def test_accents_are_drawn(plain: str, marked: str, style: str) -> None:
    bare, with_mark = glyph(plain, style), glyph(marked, style)
    assert with_mark.advance == bare.advance
    assert with_mark.strokes[-1].shape != bare.strokes[-1].shape or not np.array_equal(
        with_mark.strokes[-1], bare.strokes[-1]
    )
    if plain not in "ldo":
        low_bare = min(s[:, 1].min() for s in bare.strokes if plain != "i" or s[:, 1].max() > -1.2)
        reach = [(s[:, 1].min(), s[:, 1].max()) for s in with_mark.strokes]
        above = min(r[0] for r in reach) < low_bare
        below = max(r[1] for r in reach) > max(s[:, 1].max() for s in bare.strokes)
        assert above or below


def test_ligatures_and_sharp_s() -> None:
    assert glyph("æ", "cursive").advance < glyph("a", "cursive").advance + glyph("e", "cursive").advance
    for character in "æœÆŒß’–":
        ink, _ = draw_word(character, Writer(), rng())
        assert ink.max() > 0.5
    assert not np.array_equal(render_word("Strasse", Writer(), rng()), render_word("Straße", Writer(), rng()))


def test_composed_and_decomposed_text_are_the_same() -> None:
    assert np.array_equal(render_word("café", Writer(), rng()), render_word("cafe\u0301", Writer(), rng()))


def test_unwritable_text_raises_value_error() -> None:
    for text, sign in (("слово", r"U\+0441"), ("two words", r"U\+0020")):
        with pytest.raises(ValueError, match=sign):
            render_word(text, Writer(), rng())
    with pytest.raises(ValueError, match="empty"):
        render_word("", Writer(), rng())


def test_page_gives_the_boxes_of_its_words() -> None:
    text = demo_text(0, 80, 60)
    gray, truth = render_page(text, Writer(), rng(), (1000, 1400))
    assert gray.shape == (1400, 1000)
    assert gray.dtype == np.uint8
    assert [word for _, word, _ in truth] == text[: len(truth)]
    assert [line for _, _, line in truth] == sorted(line for _, _, line in truth)
    outside = np.ones(gray.shape, bool)
    for (x, y, w, h), _, _ in truth:
        assert x >= 0
        assert y >= 0
        assert x + w <= 1000
        assert y + h <= 1400
        inside = gray[y : y + h, x : x + w]
        assert inside.min() < 120  # the word is in its box
        outside[y : y + h, x : x + w] = False
    assert gray[outside].min() > 120  # and there is no ink elsewhere


def test_given_lines_are_kept() -> None:
    lines = [["one", "two"], ["three"], ["four", "five", "six"]]
    _, truth = render_page(lines, Writer.random(3), rng(), (900, 500))
    assert [(word, line) for _, word, line in truth] == [
        (word, number) for number, line in enumerate(lines) for word in line
    ]


def test_text_stops_at_the_lower_margin() -> None:
    _, truth = render_page(demo_text(0, 300, 100), Writer(ruled=True), rng(), (700, 500))
    assert 0 < len(truth) < 300
    assert render_page([], Writer(), rng(), (300, 300))[1] == []


def test_words_beyond_the_right_edge_have_no_boxes() -> None:
    _, truth = render_page([["word"] * 40], Writer(), rng(), (600, 300))
    assert len(truth) < 40
    assert all(x + w <= 600 for (x, _, w, _), _, _ in truth)


def test_word_list_holds_plain_lower_case_words() -> None:
    words = english_words()
    assert 1800 <= len(words) <= 2600
    assert len(set(words)) == len(words)
    assert all(2 <= len(w) <= 12 and w.isascii() and w.isalpha() and w.islower() for w in words)


def test_demo_text_has_uneven_word_frequencies() -> None:
    text = demo_text(7, 2000)
    counts = Counter(text)
    assert len(text) == 2000
    assert len(counts) == 280
    ordered = sorted(counts.values(), reverse=True)
    assert ordered[0] > 8 * ordered[140]
    assert demo_text(7, 2000) == text
    assert demo_text(8, 2000) != text
    assert len(demo_text(1, 5)) == 5


@pytest.mark.parametrize(("n", "classes"), [(0, 10), (10, 0), (10, 10**6)])
def test_impossible_text_raises_value_error(n: int, classes: int) -> None:
    with pytest.raises(ValueError, match="classes"):
        demo_text(0, n, classes)
