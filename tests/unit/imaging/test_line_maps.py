"""From a page to what the line finder sees, from its maps to baselines, ink, outlines and words, and their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.evaluation.word_errors import found_lines
from core.imaging.segment.binarise import binarise
from core.imaging.segment.found_lines import lines_from_maps, stray_lines
from core.imaging.segment.gutters import part_at_gutters
from core.imaging.segment.line_ink import assign_ink
from core.imaging.segment.line_maps import WORK_PIXELS, LineMaps, line_input, small_letters
from core.imaging.segment.reading_order import reading_order
from core.imaging.segment.trace import Baseline, trace_baselines
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer

XHEIGHT = 5.0


def level(left: float, right: float, y: float, slope: float = 0.0, xheight: float = XHEIGHT) -> Baseline:
    xs = np.linspace(left, right, max(2, int((right - left) / 5)))
    return Baseline(xs, y + slope * (xs - left), xheight)


def drawn_maps(lines: Sequence[Baseline], shape: tuple[int, int], scale: float = 1.0, *, ends: bool = True) -> LineMaps:
    """Return the maps of ``shape`` (height, width), ``scale`` values a page pixel."""
    rows, columns = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    maps = np.zeros((4, *shape), np.float32)
    for line in lines:
        bare: np.ndarray = np.ones(shape, np.uint8)
        points = np.round(np.stack([line.xs, line.ys], 1) * 8).astype(np.int32)
        cv2.polylines(bare, [points], False, 0, 1, cv2.LINE_8, 3)
        away = np.minimum(cv2.distanceTransform(bare, cv2.DIST_L2, 5), 9)
        maps[0] = np.maximum(maps[0], np.exp(-(away**2) / 2.4))
        body: np.ndarray = np.zeros(shape, np.uint8)
        upper = points - np.array([0, round(8 * line.xheight)])
        cv2.fillPoly(body, [np.concatenate([points, upper[::-1]]).astype(np.int32)], 1, cv2.LINE_8, 3)
        maps[3] = np.maximum(maps[3], body)
        for side, at in ((1, 0), (2, -1)) if ends else ():
            spot = np.exp(-((columns - line.xs[at]) ** 2 + (rows - line.ys[at]) ** 2) / 12)
            maps[side] = np.maximum(maps[side], spot)
    return LineMaps(*maps, scale=scale)


def test_a_page_is_shrunk_and_its_background_taken_away() -> None:
    page: np.ndarray = np.full((3000, 2200), 210, np.uint8)
    page[:, :300] = 12  # the scanner's lid
    page[1500:1512, 600:1900] = 40
    seen = line_input(page)
    assert seen.depth.size == pytest.approx(WORK_PIXELS, rel=0.01)
    assert seen.depth.shape[1] / 2200 == pytest.approx(seen.scale)
    stroke = seen.depth[round(1506 * seen.scale), round(1000 * seen.scale)]
    assert stroke > 150
    assert np.median(seen.depth) < 5 and seen.depth[:, : round(280 * seen.scale)].max() < 60


def test_light_writing_on_dark_is_seen_like_dark_on_light() -> None:
    gray, _ = render_page(demo_text(2, 60, 50), Writer(), np.random.default_rng(2), (1200, 900))
    ours, inverted = line_input(gray).depth, line_input(255 - gray).depth
    assert (ours > 100).sum() > 1000
    assert np.mean((ours > 100) == (inverted > 100)) > 0.97


def test_baselines_are_followed_where_the_maps_show_them() -> None:
    true = [level(20, 300, y, slope) for y, slope in ((40, 0.0), (90, 0.15), (190, -0.12), (220, 0.03))]
    found = sorted(trace_baselines(drawn_maps(true, (260, 340))), key=lambda line: float(line.at(160)))
    assert len(found) == 4
    for line, right in zip(found, sorted(true, key=lambda line: float(line.at(160))), strict=True):
        assert line.xs[0] == pytest.approx(20, abs=3) and line.xs[-1] == pytest.approx(300, abs=3)
        assert np.abs(line.at(right.xs) - right.ys).max() < 1.5
        assert line.xheight == pytest.approx(XHEIGHT, abs=1)


@settings(max_examples=25, deadline=None)
@given(st.floats(-0.2, 0.2), st.integers(7, 30), st.integers(2, 6))
def test_dense_and_slanted_lines_stay_apart(slope: float, spacing: int, count: int) -> None:
    true = [level(15, 215, 70 + spacing * n, slope, min(5.0, spacing / 2)) for n in range(count)]
    assert len(trace_baselines(drawn_maps(true, (330, 240)))) == count


def test_cells_side_by_side_are_cut_where_one_stops_and_the_next_starts() -> None:
    maps = drawn_maps([level(20, 100, 50), level(106, 180, 50)], (100, 220))
    # a network that is not sure lets the baseline run on
    blurred = LineMaps(np.maximum(maps.baseline, drawn_maps([level(20, 180, 50)], (100, 220)).baseline), *ends(maps))
    found = sorted(trace_baselines(blurred), key=lambda line: line.xs[0])
    assert [line.xs[0] for line in found] == pytest.approx([20, 106], abs=3)


def ends(maps: LineMaps) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    return maps.start, maps.stop, maps.body, maps.scale


@pytest.mark.parametrize(("has_ends", "lines"), [(False, 1), (True, 2)])
def test_a_gap_is_bridged_unless_ends_are_seen_in_it(has_ends: bool, lines: int) -> None:
    broken = drawn_maps([level(20, 100, 50, 0.05), level(115, 200, 54.75, 0.05)], (100, 240), ends=has_ends)
    assert len(trace_baselines(broken)) == lines


def test_lines_above_one_another_are_not_joined() -> None:
    shifted = drawn_maps([level(20, 100, 50), level(110, 200, 58)], (100, 240), ends=False)
    assert len(trace_baselines(shifted)) == 2


def test_empty_maps_have_no_lines() -> None:
    nothing = LineMaps(*np.zeros((4, 80, 90), np.float32), scale=0.5)
    assert small_letters(nothing) is None and trace_baselines(nothing) == []
    assert lines_from_maps(np.full((160, 180), 255, np.uint8), nothing) == []


def test_ink_belongs_to_the_line_of_its_small_letters() -> None:
    mask: np.ndarray = np.zeros((200, 300), np.uint8)
    for y in (60, 120):
        for x in range(30, 270, 12):
            mask[y - 16 : y, x : x + 3] = 1
            mask[y - 3 : y, x : x + 9] = 1
    mask[60:100, 150:153] = 1  # a descender that nearly reaches the letters of the next line
    mask[5:20, 20:290] = 1  # ink far above
    lines = [Baseline(np.array([28.0, 275.0]), np.array([y, y], float), 16.0) for y in (60, 120)]
    owner = assign_ink(mask, lines)
    assert owner[50, 30] == 0 and owner[115, 30] == 1
    assert owner[90, 151] == 0
    assert (owner[mask == 0] == -1).all()


def test_a_stroke_through_two_lines_is_cut_between_them() -> None:
    mask: np.ndarray = np.zeros((200, 300), np.uint8)
    for y in (60, 110):
        mask[y - 16 : y, 40:260:6] = 1
        mask[y - 3 : y, 40:260] = 1
    mask[40:112, 100:104] = 1
    lines = [Baseline(np.array([38.0, 262.0]), np.array([y, y], float), 16.0) for y in (60, 110)]
    owner = assign_ink(mask, lines)
    assert set(np.unique(owner[mask > 0])) == {0, 1}
    assert (owner[:62][mask[:62] > 0] == 0).all() and (owner[95:][mask[95:] > 0] == 1).all()


@pytest.mark.parametrize("seed", [1, 4])
def test_lines_of_a_page_get_outlines_baselines_and_words(seed: int) -> None:
    writer = Writer.random(seed)
    gray, truth = render_page(demo_text(seed, 60, 50), writer, np.random.default_rng(seed), (1200, 900))
    by_line: dict[int, list[tuple[int, int, int, int]]] = {}
    for box, _, line in truth:
        by_line.setdefault(line, []).append(box)
    binary = binarise(gray)
    assert binary is not None
    scale = 0.4
    true = []
    for boxes in by_line.values():
        bottom = float(np.median([y + h for _, y, _, h in boxes]))
        left, right = min(b[0] for b in boxes), max(b[0] + b[2] for b in boxes)
        true.append(level(left * scale, right * scale, bottom * scale, writer.skew, writer.xheight * scale))
    found = lines_from_maps(gray, drawn_maps(true, (360, 480), scale))
    assert len(found) == len(by_line)
    is_ink = cv2.resize(binary.mask, gray.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    shapes = list(by_line.values())
    assert found_lines(is_ink, shapes, [[line.outline] for line in found]) == len(by_line)  # type: ignore[arg-type]
    assert found_lines(is_ink, shapes, [line.words for line in found]) >= len(by_line) - 1  # type: ignore[arg-type]
    tops = [min(y for _, y in line.outline) for line in found]
    assert tops == sorted(tops)
    for line in found:
        assert line.baseline[0][0] < line.baseline[-1][0]
        assert all(0 <= x < 1200 and 0 <= y < 900 for x, y in (*line.outline, *line.baseline))
        assert [box[0] for box in line.words] == sorted(box[0] for box in line.words)


WIDTH = 1000


TEXT = [(250, 900)] * 10


"""Left and right end of each line of a page."""


FRAGMENT = [(0, 90), (2, 70), (5, 95), (0, 80), (40, 93)]


"""What is seen of a facing page: one of its lines ends before the edge."""


def strays(lines: list[tuple[int, int]], heights: list[int] | None = None) -> list[bool]:
    """Return which lines are strays; each is a bar of ink from left to right, 10 pixels high or as ``heights`` say."""
    ink = []
    for number, (left, right) in enumerate(lines):
        height = heights[number] if heights else 10
        rows, columns = np.mgrid[40 * number : 40 * number + height, left : right + 1]
        ink.append((rows.ravel(), columns.ravel()))
    return stray_lines(ink, WIDTH).tolist()


def mirrored(lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(WIDTH - 1 - right, WIDTH - 1 - left) for left, right in lines]


@pytest.mark.parametrize("turn", [list, mirrored])
def test_the_edge_of_a_facing_page_is_left_out(turn: Callable[..., list[tuple[int, int]]]) -> None:
    assert strays(turn(TEXT + FRAGMENT)) == [False] * 10 + [True] * 5


def test_both_edges_at_once() -> None:
    right = [(930, 999), (920, 998), (940, 999)]
    assert strays([*TEXT, *FRAGMENT, *right]) == [False] * 10 + [True] * 8


@pytest.mark.parametrize(
    "lines",
    [
        [*TEXT, *FRAGMENT[:2]],  # a stamp and a number at the edge
        [(0, 900)] * 10,  # a page cut to its writing
        [*[(0, 480)] * 10, *[(520, 999)] * 10],  # a double page
        [*[(0, 90), (0, 85), (0, 88)], *[(20, 900)] * 10],  # short lines of the page itself
        [*[(100, 180)] * 8, *TEXT],  # notes in the margin, beside the edge
        FRAGMENT,  # nothing else is written
    ],
)
def test_lines_of_the_page_stay(lines: list[tuple[int, int]]) -> None:
    assert not any(strays(lines))


def test_a_long_line_from_the_edge_stays_beside_a_facing_page() -> None:
    assert strays([*TEXT, *FRAGMENT, (0, 900)]) == [False] * 10 + [True] * 5 + [False]


def test_specks_are_left_out_and_short_words_stay() -> None:
    assert strays([*TEXT, (300, 305), (500, 560)], [10] * 10 + [3, 10]) == [False] * 10 + [True, False]


def test_figures_of_a_table_are_measured_by_its_own_cells() -> None:
    cells = [(100 + 90 * column, 130 + 90 * column) for column in range(8)]
    assert not any(strays([*cells, (900, 905)], [10] * 8 + [6]))


def test_lines_without_ink_are_left_to_others() -> None:
    nothing = np.zeros(0, np.int64)
    rows, columns = np.mgrid[0:10, 100:900]
    assert stray_lines([(nothing, nothing), (rows.ravel(), columns.ravel())], WIDTH).tolist() == [False, False]
    assert stray_lines([(nothing, nothing)], WIDTH).tolist() == [False]
    assert stray_lines([], WIDTH).tolist() == []


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, WIDTH - 1), st.integers(0, WIDTH - 1)).map(lambda ends: (min(ends), max(ends))))
)
def test_a_page_never_loses_all_its_lines_and_its_mirror_image_loses_the_same(lines: list[tuple[int, int]]) -> None:
    left_out = strays(lines)
    assert not lines or not all(left_out)
    assert strays(mirrored(lines)) == left_out


def read(named: dict[str, Baseline]) -> str:
    """Return the names of the lines in reading order, given in any order."""
    names = list(named)
    np.random.default_rng(0).shuffle(names)
    return " ".join(names[index] for index in reading_order([named[name] for name in names]))


def column(prefix: str, left: float, right: float, top: float, count: int, spacing: float = 20) -> dict[str, Baseline]:
    return {f"{prefix}{n}": level(left, right, top + spacing * n) for n in range(count)}


def test_one_column_is_read_downwards() -> None:
    assert read(column("a", 20, 300, 50, 5)) == "a0 a1 a2 a3 a4"


def test_a_slanted_column_is_read_downwards() -> None:
    lines = {f"a{n}": level(20 + 10 * (n % 3), 400 - 90 * (n % 2), 60 + 12 * n, 0.15) for n in range(6)}
    assert read(lines) == "a0 a1 a2 a3 a4 a5"


def test_the_pages_of_a_double_page_are_read_one_after_the_other() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 230, 420, 44, 5)
    assert read(lines) == "l0 l1 l2 l3 r0 r1 r2 r3 r4"


def test_a_heading_across_columns_is_read_before_them_and_a_footer_after() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 230, 420, 50, 4)
    lines |= {"head": level(60, 380, 20), "foot": level(60, 380, 150)}
    assert read(lines) == "head l0 l1 l2 l3 r0 r1 r2 r3 foot"


def test_columns_whose_long_lines_touch_are_read_one_after_the_other() -> None:
    lines = column("l", 20, 200, 50, 6) | column("r", 210, 420, 44, 6)
    assert read(lines) == "l0 l1 l2 l3 l4 l5 r0 r1 r2 r3 r4 r5"
    lines |= {"l2": level(20, 211, 90), "r3": level(202, 420, 104)}
    assert read(lines) == "l0 l1 l2 l3 l4 l5 r0 r1 r2 r3 r4 r5"


def test_lines_that_are_broken_at_the_same_place_are_no_columns_unless_they_are_many() -> None:
    lines = column("l", 20, 200, 50, 4) | column("r", 204, 420, 50, 4)
    assert read(lines) == "l0 r0 l1 r1 l2 r2 l3 r3"


def test_a_note_in_the_margin_is_read_apart_from_the_text() -> None:
    lines = column("n", 10, 60, 83, 3, 13) | column("t", 80, 420, 50, 6)
    assert read(lines) in ("n0 n1 n2 t0 t1 t2 t3 t4 t5", "t0 t1 t2 t3 t4 t5 n0 n1 n2")


def test_tables_are_read_row_by_row() -> None:
    lines = column("a", 20, 60, 50, 4, 30) | column("b", 80, 140, 52, 4, 30) | column("c", 160, 200, 49, 4, 30)
    assert read(lines) == "a0 b0 c0 a1 b1 c1 a2 b2 c2 a3 b3 c3"


def test_words_of_a_broken_line_stay_in_it() -> None:
    lines = {"a": level(20, 90, 50), "b": level(110, 300, 51), "c": level(20, 300, 80)}
    assert read(lines) == "a b c"


def test_no_lines_have_no_order() -> None:
    assert reading_order([]) == []


@given(st.lists(st.tuples(st.floats(0, 400), st.floats(1, 300), st.floats(0, 500), st.floats(-0.3, 0.3)), max_size=25))
def test_every_line_is_read_once(lines: list[tuple[float, float, float, float]]) -> None:
    order = reading_order([level(x, x + width, y, slope) for x, width, y, slope in lines])
    assert sorted(order) == list(range(len(lines)))


@pytest.mark.parametrize("shift", [0.0, 1000.0])
def test_the_order_does_not_depend_on_the_place_of_the_page(shift: float) -> None:
    lines = column("l", 20 + shift, 200 + shift, 50, 4) | column("r", 230 + shift, 420 + shift, 44, 5)
    assert read(lines) == "l0 l1 l2 l3 r0 r1 r2 r3 r4"


HIGH = 10.0


def page(rows: list[list[tuple[int, int]]], slant: float = 0.0) -> tuple[list[Baseline], np.ndarray]:
    """A page with one baseline a row, and ink from column to column; rows move by ``slant`` columns a row."""
    height = 40 * (len(rows) + 1)
    mask = np.zeros((height, 900), np.uint8)
    lines = []
    for number, words in enumerate(rows):
        y = 40 * (number + 1)
        moved = [(round(a + slant * y), round(b + slant * y)) for a, b in words]
        for a, b in moved:
            mask[y - 9 : y, a:b] = 1
        xs = np.array([moved[0][0], moved[-1][1]], float)
        lines.append(Baseline(xs, np.full(2, float(y)), HIGH))
    return lines, mask


def words(rng: np.random.Generator, left: int, right: int) -> list[tuple[int, int]]:
    """Words of 20 to 60 columns with 5 to 12 between them, up to ``right``."""
    found, at = [], left
    while at < right - 15:
        end = min(right, at + int(rng.integers(20, 60)))
        found.append((at, end))
        at = end + int(rng.integers(5, 13))
    return found


@pytest.mark.parametrize("slant", [0.0, 0.05])
def test_two_columns_that_were_joined_are_parted(slant: float) -> None:
    rng = np.random.default_rng(1)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(12)]
    lines, mask = page(rows, slant)
    parts = part_at_gutters(lines, mask)
    assert len(parts) == 24
    for line in lines:
        left, right = (part for part in parts if part.ys[0] == line.ys[0])
        middle = 407 + slant * line.ys[0]
        assert line.xs[0] == left.xs[0] and left.xs[-1] < middle < right.xs[0] and right.xs[-1] == line.xs[-1]


def test_lines_that_touch_the_next_column_do_not_hide_the_gutter_beside_others() -> None:
    rng = np.random.default_rng(3)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(24)]
    touching = (5, 12, 18)
    for number in touching:
        rows[number] = [word for word in rows[number] if word[1] <= 370] + [(375, 416)] + words(rng, 416, 780)
    lines, mask = page(rows)
    assert len(part_at_gutters(lines, mask)) == 48 - len(touching)


ACROSS = (2, 7)


def columns_at_a_border(across: list[tuple[int, int]], right: int = 780) -> tuple[list[Baseline], np.ndarray]:
    """Twelve rows of two columns, the second from 410 to ``right``; in two rows one line with this ink runs across."""
    rng = np.random.default_rng(4)
    lines, mask = page([across if row in ACROSS else words(rng, 50, 400) for row in range(12)])
    lines += [Baseline(np.array([410.0, right]), line.ys, HIGH) for row, line in enumerate(lines) if row not in ACROSS]
    return lines, mask


def test_lines_across_a_border_where_others_begin_part_at_a_small_gap() -> None:
    lines, mask = columns_at_a_border([(50, 407), (409, 780)])
    parts = part_at_gutters(lines, mask)
    assert len(lines) == 22 and len(parts) == 24
    for row in ACROSS:
        left, right = (part for part in parts if part.ys[0] == lines[row].ys[0])
        assert [*left.xs[[0, -1]], *right.xs[[0, -1]]] == [50, 407, 409, 780]


@pytest.mark.parametrize(
    ("across", "right"),
    [([(50, 780)], 780), ([(200, 407), (409, 780)], 780), ([(50, 407), (409, 440)], 440)],
    ids=["without a gap", "a heading", "a column of numbers"],
)
def test_other_lines_across_a_border_stay_whole(across: list[tuple[int, int]], right: int) -> None:
    lines, mask = columns_at_a_border(across, right)
    assert len(part_at_gutters(lines, mask)) == 22


def test_a_heading_across_both_columns_stays_whole() -> None:
    rng = np.random.default_rng(2)
    rows = [words(rng, 50, 400) + words(rng, 415, 780) for _ in range(12)]
    lines, mask = page([[(200, 600)], *rows])
    assert len(part_at_gutters(lines, mask)) == 25


@pytest.mark.parametrize("seed", range(5))
def test_words_that_stand_apart_are_no_columns(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lines, mask = page([words(rng, 50, 780) for _ in range(20)])
    assert len(part_at_gutters(lines, mask)) == 20


def test_rows_of_a_narrow_table_stay_whole() -> None:
    lines, mask = page([[(50, 100), (130, 180), (210, 260)] for _ in range(12)])
    assert len(part_at_gutters(lines, mask)) == 12


def test_a_page_without_lines() -> None:
    assert part_at_gutters([], np.zeros((10, 10), np.uint8)) == []
