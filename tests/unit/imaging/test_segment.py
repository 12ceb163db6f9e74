"""Segmentation of pages into lines and words, and alignment of transcribed lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_helpers import iou_matrix, match_boxes

from core.geometry import union
from core.imaging.segment.align import align_line, expected_width
from core.imaging.segment.binarise import binarise
from core.imaging.segment.lines import LineCurve, estimate_skew, find_lines
from core.imaging.segment.page import SplitLine, segment_line, segment_page, split_line_region
from core.imaging.segment.words import word_gap_threshold
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer


def small_page(writer: Writer, seed: int = 0) -> tuple[np.ndarray, list[tuple[tuple[int, int, int, int], str, int]]]:
    return render_page(demo_text(seed, 60, 50), writer, np.random.default_rng(seed), (1200, 900))


def boxes_of(gray: np.ndarray) -> list[tuple[int, int, int, int]]:
    return [box for line in segment_page(gray) for box in line]


@pytest.mark.parametrize("seed", [0, 3, 5])
@pytest.mark.parametrize("ruled", [False, True])
def test_words_of_synthetic_pages_are_found(seed: int, ruled: bool) -> None:
    gray, truth = small_page(replace(Writer.random(seed), ruled=ruled, stains=2), seed)
    score = match_boxes(boxes_of(gray), [box for box, _, _ in truth])
    assert score.precision >= 0.9
    assert score.recall >= 0.9


def test_words_come_in_reading_order() -> None:
    gray, truth = small_page(Writer())
    line_of = [number for number, line in enumerate(segment_page(gray)) for _ in line]
    matched = match_boxes(boxes_of(gray), [box for box, _, _ in truth]).matched
    assert [i for i, _ in matched] == sorted(i for i, _ in matched)
    assert [j for _, j in matched] == sorted(j for _, j in matched)
    assert all(line_of[i] == truth[j][2] for i, j in matched)


@pytest.mark.parametrize("slope", [-0.06, 0.05])
def test_sloping_lines_are_followed(slope: float) -> None:
    gray, truth = small_page(Writer(skew=slope, leading=4.2))
    ink = binarise(gray)
    assert ink is not None
    assert estimate_skew(ink.mask, ink.xheight) == pytest.approx(slope, abs=0.015)
    score = match_boxes(boxes_of(gray), [box for box, _, _ in truth])
    assert min(score.precision, score.recall) >= 0.85


def test_inverted_page_gives_the_same_words() -> None:
    gray, _ = small_page(Writer())
    score = match_boxes(boxes_of(255 - gray), boxes_of(gray), 0.7)
    assert min(score.precision, score.recall) >= 0.9


def test_resolution_does_not_change_the_words() -> None:
    gray, _ = small_page(Writer())
    large = cv2.resize(gray, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC)
    shrunk = [tuple(round(v / 2.5) for v in box) for box in boxes_of(large)]
    score = match_boxes(shrunk, boxes_of(gray), 0.8)  # type: ignore[arg-type]
    assert min(score.precision, score.recall) >= 0.9


def test_black_scanner_borders_give_no_words() -> None:
    gray, _ = small_page(Writer())
    framed = cv2.copyMakeBorder(gray, 40, 40, 90, 90, cv2.BORDER_CONSTANT, value=4)
    inside = [box for box in boxes_of(framed) if box[0] > 80 and box[0] + box[2] < framed.shape[1] - 80]
    plain = len(boxes_of(gray))
    assert len(inside) >= 0.9 * plain
    assert len(boxes_of(framed)) <= plain + 3


@pytest.mark.parametrize(
    "page",
    [
        np.full((600, 500), 230, np.uint8),
        np.zeros((400, 400), np.uint8),
        np.zeros((0, 0), np.uint8),
        np.full((3, 900), 200, np.uint8),
        np.random.default_rng(0).integers(190, 255, (500, 400), dtype=np.uint8),
    ],
)
def test_pages_without_writing_give_no_words(page: np.ndarray) -> None:
    assert segment_page(page) == []


def test_rules_and_dust_give_no_words() -> None:
    page = np.full((800, 1000), 235, np.uint8)
    for y in range(100, 800, 100):
        cv2.line(page, (50, y), (950, y + 4), 90, 2)
    cv2.line(page, (120, 0), (124, 799), 90, 2)
    rng = np.random.default_rng(0)
    page[rng.integers(0, 800, 200), rng.integers(0, 1000, 200)] = 30
    assert segment_page(page) == []


def test_colour_image_raises_value_error() -> None:
    with pytest.raises(ValueError, match="uint8"):
        segment_page(np.zeros((10, 10, 3), np.uint8))


def test_empty_page_gives_no_lines() -> None:
    assert find_lines(np.zeros((200, 300), np.uint8), 16.0) == []


def test_line_curve_is_extended_beyond_its_ends() -> None:
    curve = LineCurve(np.array([10.0, 20.0, 30.0]), np.array([5.0, 6.0, 7.0]))
    assert curve.at([0, 10, 25, 40]) == pytest.approx([4.0, 5.0, 6.5, 8.0])


def written_line(text: str, seed: int = 2) -> tuple[np.ndarray, list[tuple[int, int, int, int]]]:
    gray, truth = render_page([text.split()], Writer(), np.random.default_rng(seed), (1500, 300))
    return gray, [box for box, _, _ in truth]


TEXT = "you will receive the whole of it tomorrow"


def test_segment_line_finds_the_words() -> None:
    gray, truth = written_line(TEXT)
    area = union(truth)
    found = segment_line(gray, area)
    score = match_boxes(found, truth)
    assert len(found) == len(truth)
    assert score.recall == 1.0


def test_polygon_excludes_other_lines() -> None:
    writer = Writer(leading=3.6)
    lines = [TEXT.split(), ["nothing", "else", "was", "said", "about", "it"]]
    gray, truth = render_page(lines, writer, np.random.default_rng(1), (1500, 400))
    first = [box for box, _, line in truth if line == 0]
    x, y, w, h = union(first)
    low = y + h - int(0.7 * writer.xheight)
    polygon = ((x - 5, y - 5), (x + w + 5, y - 5), (x + w + 5, low), (x - 5, low))
    found = segment_line(gray, (0, 0, 1, 1), polygon)
    assert match_boxes(found, first).recall >= 0.85
    assert all(box[1] < low for box in found)


def test_line_outside_the_page_gives_no_boxes() -> None:
    gray, _ = written_line(TEXT)
    assert segment_line(gray, (5000, 5000, 100, 40)) == []
    assert split_line_region(gray, (5000, 5000, 100, 40), ((6000, 6000), (6100, 6000), (6100, 6050))).boxes == ()


def test_align_line_gives_the_box_of_every_word() -> None:
    gray, truth = written_line(TEXT)
    aligned = align_line(split_line_region(gray, union(truth)), TEXT)
    assert [word for _, word in aligned] == TEXT.split()
    assert match_boxes([box for box, _ in aligned], truth).matched == tuple((i, i) for i in range(len(truth)))


def test_letter_widths_decide_without_gaps() -> None:
    line = SplitLine(tuple((50 * i, 0, 50, 40) for i in range(8)), (0.0,) * 7, 20.0)
    short, long = align_line(line, "at neighbourhood")
    assert short[0][2] < long[0][2] / 2
    assert expected_width("mm") > expected_width("nn") > expected_width("ii")


def test_fewer_boxes_than_words_are_cut_further() -> None:
    line = SplitLine(((0, 0, 300, 40),), (), 20.0)
    aligned = align_line(line, "one two three")
    assert [word for _, word in aligned] == ["one", "two", "three"]
    lefts = [box[0] for box, _ in aligned]
    assert lefts == sorted(lefts)
    assert sum(box[2] for box, _ in aligned) == 300


def test_align_line_without_words_or_ink_gives_nothing() -> None:
    assert align_line(SplitLine((), (), 0.0), "word") == []
    assert align_line(SplitLine(((0, 0, 9, 9),), (), 1.0), "  ") == []


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_alignment_always_gives_one_box_for_a_word(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    words = data.draw(st.lists(st.text("abcdefilmw", min_size=1, max_size=9), min_size=1, max_size=12))
    x, boxes, gaps = 0, [], []
    for _ in range(count):
        gaps.append(data.draw(st.integers(-5, 60)))
        width = data.draw(st.integers(1, 200))
        boxes.append((x + gaps[-1], 0, width, 30))
        x += gaps[-1] + width
    aligned = align_line(SplitLine(tuple(boxes), tuple(map(float, gaps[1:])), 20.0), " ".join(words))
    assert [word for _, word in aligned] == words
    assert all(box[2] >= 1 and box[3] >= 1 for box, _ in aligned)


def test_word_gap_threshold_separates_two_kinds() -> None:
    gaps = np.concatenate([np.full(300, 12.0), np.full(200, 34.0)])
    assert 14 < word_gap_threshold(gaps, 16.0) < 32


def test_word_gap_threshold_with_one_kind_of_gap() -> None:
    assert word_gap_threshold(np.full(200, 30.0), 16.0) < 30  # every gap separates words
    assert word_gap_threshold(np.full(200, 9.0), 16.0) > 9  # no gap separates words
    assert word_gap_threshold(np.zeros(0), 16.0) > 0


def test_match_boxes_matches_one_to_one() -> None:
    truth = [(0, 0, 10, 10), (20, 0, 10, 10)]
    found = [(0, 0, 10, 10), (1, 0, 10, 10), (50, 50, 5, 5)]
    score = match_boxes(found, truth)
    assert score == (pytest.approx(1 / 3), 0.5, ((0, 0),))
    assert match_boxes([], truth) == (1.0, 0.0, ())
    assert match_boxes(found, []) == (0.0, 1.0, ())
    assert iou_matrix([(0, 0, 10, 10)], [(5, 0, 10, 10)])[0, 0] == pytest.approx(1 / 3)


def test_words_of_real_pages_are_found(shared_data: Callable[[str], Path]) -> None:
    folder = shared_data("gw20")
    found_all = true_all = matched_all = 0
    for name in ("2740274", "3000300"):
        gray = cv2.imread(str(folder / "pages" / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
        rows = [line.split()[:4] for line in (folder / "GT" / f"{name}.gtp").read_text("utf-8").splitlines()]
        truth = [(int(a), int(b), int(c) - int(a), int(d) - int(b)) for a, b, c, d in (r for r in rows if r)]
        found = boxes_of(gray)
        found_all += len(found)
        true_all += len(truth)
        matched_all += len(match_boxes(found, truth).matched)
    assert matched_all / found_all >= 0.85
    assert matched_all / true_all >= 0.85
