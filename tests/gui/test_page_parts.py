"""What the place Page computes without a window: views, boxes, candidates, pyramids, counts."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from project_helpers import edit_history

from app.page import boxes
from app.page import viewport as view
from app.page.candidates import choices
from app.page.edits import as_kept, keep_text
from app.page.page_queries import SHOWN, counted, read_content
from app.page.pyramid import Pyramid
from app.page.scan_loader import picture
from app.page.viewport import Viewport
from app.session.session import Session
from core.imaging.scan import Scan
from core.project.content.pages import list_pages
from core.project.content.predictions import Prediction, predictions_by_model
from core.project.content.transcriptions import list_transcriptions
from core.project.content.words import WordFilter, word_ids
from core.project.project import Project

PAGE, WINDOW = (1000, 2000), (500, 400)


@dataclass(frozen=True)
class Word:
    id: int
    box: tuple[int, int, int, int]
    line: int = 0


def test_zooming_keeps_the_point_under_the_mouse() -> None:
    start = view.placed(Viewport(1.0, -300, -700), PAGE, WINDOW)
    closer = view.zoomed(start, 2.5, (120, 90), PAGE, WINDOW)
    assert closer.to_page(120, 90) == pytest.approx(start.to_page(120, 90), abs=1)


def test_a_page_never_leaves_its_window() -> None:
    far = view.panned(Viewport(1.0, 0, 0), 10_000, -10_000, PAGE, WINDOW)
    assert far.left == view.MARGIN and far.top == WINDOW[1] - PAGE[1] - view.MARGIN
    small = view.fit(PAGE, WINDOW)
    assert view.panned(small, 55, 55, PAGE, WINDOW) == small
    assert small.left == round((WINDOW[0] - PAGE[0] * small.scale) / 2)


def test_zoom_has_limits() -> None:
    assert view.zoomed(Viewport(1, 0, 0), 1e6, (0, 0), PAGE, WINDOW).scale == view.LARGEST
    assert view.zoomed(Viewport(1, 0, 0), 0, (0, 0), PAGE, WINDOW).scale == view.smallest(PAGE, WINDOW) > 0


def test_a_word_is_brought_into_view_with_room_below_and_moved_no_further_than_needed() -> None:
    start = view.placed(Viewport(1.0, 0, 0), PAGE, WINDOW)
    box = (600, 900, 80, 40)
    there = view.shown(start, box, PAGE, WINDOW, below=100)
    x, y, w, h = there.rect_to_window(box)
    assert x >= 0 and x + w <= WINDOW[0] and y >= 0 and y + h + 100 <= WINDOW[1]
    assert view.shown(there, box, PAGE, WINDOW, below=100) == there


def test_boxes_stay_on_the_page_and_the_right_way_round() -> None:
    box = (100, 100, 50, 20)
    assert boxes.moved(box, -500, 5000, PAGE) == (0, 1980, 50, 20)
    assert boxes.resized(box, 4, 10, 5, PAGE) == (100, 100, 60, 25)
    assert boxes.resized(box, 0, 500, 500, PAGE) == (146, 116, 4, 4)
    assert boxes.resized(box, 3, 5000, 9, PAGE) == (100, 100, 900, 20)
    assert boxes.spanned(60, 50, 20, 10, PAGE) == (20, 10, 40, 40)
    assert boxes.spanned(5, 5, 7, 50, PAGE) is None


def test_handles_are_found_the_nearest_first() -> None:
    box = (100, 100, 40, 20)
    assert boxes.handle_at(box, 141, 121, 5) == 4
    assert boxes.handle_at(box, 120, 99, 5) == 1
    assert boxes.handle_at(box, 120, 110, 5) is None


def test_the_smallest_word_under_the_mouse_is_meant() -> None:
    words = [Word(1, (0, 0, 100, 100)), Word(2, (20, 20, 20, 20))]
    assert boxes.word_at(words, 30, 30) == 2 and boxes.word_at(words, 80, 80) == 1
    assert boxes.word_at(words, 200, 30) is None
    assert boxes.words_in(words, (25, 25, 10, 10)) == [2]


@pytest.mark.parametrize(
    ("box", "place"),
    [
        ((60, 10, 20, 20), (0, 1)),
        ((0, 12, 5, 20), (0, None)),
        ((200, 60, 20, 20), (1, 4)),
        ((0, 62, 5, 10), (1, 2)),
        ((10, 33, 20, 10), (0, 2)),
        ((10, 200, 20, 10), (1, 4)),
    ],
)
def test_a_new_box_finds_its_place_in_the_reading_order(box, place) -> None:
    words = [
        Word(1, (10, 10, 40, 20), 0),
        Word(2, (100, 10, 40, 20), 0),
        Word(3, (10, 60, 40, 20), 1),
        Word(4, (100, 60, 40, 20), 1),
    ]
    assert boxes.reading_place(words, box) == place


def test_the_first_box_of_a_page_has_its_place() -> None:
    assert boxes.reading_place([], (10, 10, 20, 20)) == (0, None)


def test_candidates_begin_with_the_word_read(session: Session) -> None:
    word = word_ids(session.project, WordFilter(read=False))[0]
    prediction = predictions_by_model(session.project, word)["trial"]
    found = choices(prediction)
    assert found[0].word == prediction.text and found[0].votes == prediction.votes
    assert 1 < len(found) <= 9 and len({choice.word for choice in found}) == len(found)
    assert [choice.votes for choice in found[1:]] == sorted((c.votes for c in found[1:]), reverse=True)


def test_damaged_or_missing_details_leave_the_word_itself() -> None:
    for detail in (None, b"no zip"):
        found = choices(Prediction(1, "king", "seen", 2, 3, 0.25, None, detail))
        assert [(choice.word, choice.distance) for choice in found] == [("king", 0.25)]
    assert choices(None) == ()


def test_a_pyramid_shows_the_same_place_at_every_scale() -> None:
    gray = np.full((3000, 2000), 220, np.uint8)
    gray[1200:1500, 800:1000] = 20
    pyramid = Pyramid(Scan(gray))
    assert pyramid.size == (2000, 3000) and not pyramid.is_dark
    assert max(pyramid.overview().shape) <= 1024 and pyramid.bytes < gray.nbytes * 1.34
    for scale in (0.11, 0.3, 0.77, 1.0, 2.3):
        x, y = round(700 * scale), round(1100 * scale)
        part = pyramid.part(x, y, round(400 * scale), round(500 * scale), scale)
        dark = part < 120
        ys, xs = np.nonzero(dark)
        assert (xs.mean() + 0.5 + x) / scale == pytest.approx(900, abs=2.5)
        assert (ys.mean() + 0.5 + y) / scale == pytest.approx(1350, abs=2.5)
        assert dark.mean() == pytest.approx(0.3, abs=0.06)


def test_a_coloured_pyramid_shows_its_colour_at_every_scale() -> None:
    rgb = np.full((3000, 2000, 3), (230, 210, 180), np.uint8)
    rgb[1200:1500, 800:1000] = (170, 30, 40)
    for step in (2, 4):
        small = cv2.cvtColor(rgb[::step, ::step], cv2.COLOR_RGB2YCrCb)
        pyramid = Pyramid(Scan(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), (small[:, :, 1], small[:, :, 2]), step))
        assert pyramid.bytes < 6_000_000 * 1.34 * (1 + 2 / step**2)
        assert pyramid.overview().shape == (750, 500, 4)
        for scale in (0.11, 0.3, 0.77, 1.0, 2.3):
            x, y = round(700 * scale), round(1100 * scale)
            part = pyramid.part(x, y, round(400 * scale), round(500 * scale), scale)
            red = (part[..., 2].astype(int) - part[..., 1]) > 70
            ys, xs = np.nonzero(red)
            assert (xs.mean() + 0.5 + x) / scale == pytest.approx(900, abs=3)
            assert (ys.mean() + 0.5 + y) / scale == pytest.approx(1350, abs=3)
            assert red.mean() == pytest.approx(0.3, abs=0.06)
            assert np.abs(part[0, 0].astype(int) - (180, 210, 230, 255)).max() <= 2


def test_tiles_meet_without_a_seam() -> None:
    gray = np.random.default_rng(0).integers(0, 255, (900, 700), np.uint8)
    pyramid = Pyramid(Scan(gray))
    whole = pyramid.part(0, 0, 400, 300, 0.7)
    parts = np.hstack([pyramid.part(0, 0, 160, 300, 0.7), pyramid.part(160, 0, 240, 300, 0.7)])
    assert np.abs(whole.astype(int) - parts).max() <= 2


def test_tiles_of_a_coloured_scan_meet_without_a_seam() -> None:
    rng = np.random.default_rng(0)
    tints = (cv2.GaussianBlur(rng.integers(0, 255, (450, 350), np.uint8), (0, 0), 4) for _ in range(2))
    pyramid = Pyramid(Scan(np.full((900, 700), 128, np.uint8), tuple(tints), 2))
    for scale in (0.7, 1.7):
        whole = pyramid.part(0, 0, 401, 301, scale)
        parts = np.hstack([pyramid.part(0, 0, 161, 301, scale), pyramid.part(161, 0, 240, 301, scale)])
        assert np.abs(whole.astype(int) - parts).max() <= 3


def test_a_picture_for_the_screen_has_the_scans_colours_or_its_grey() -> None:
    red = np.zeros((2, 3, 4), np.uint8)
    red[..., 2:] = (200, 255)
    assert picture(red).pixelColor(2, 1).getRgb() == (200, 0, 0, 255)
    assert picture(np.full((2, 3), 90, np.uint8)).pixelColor(2, 1).getRgb() == (90, 90, 90, 255)


def test_the_content_of_a_page_is_counted_by_state(session: Session) -> None:
    content = read_content(session.project, list_pages(session.project)[0].id)
    counts = counted(content.words)
    assert set(counts) == set(SHOWN) and counts["typed"] == len(content.words) > 0
    assert content.model == "trial"
    assert [word.order for word in content.words] == sorted(word.order for word in content.words)


def test_texts_are_kept_as_typed_or_accepted_and_twice_the_same_is_no_edit(project_folder) -> None:
    with Project.open(project_folder) as project:
        word = word_ids(project, WordFilter(read=False))[0]
        predicted = predictions_by_model(project, word)["trial"].text
        shown = read_content(project, list_pages(project)[2].id).words[0]
        keep_text(project, word, f" {predicted} ", "trial")
        assert [(r.text, r.source) for r in list_transcriptions(project, word)] == [(predicted, "accepted")]
        assert as_kept(shown, predicted).state == "accepted"
        edits = len(edit_history(project))
        keep_text(project, word, predicted, "trial")
        assert len(edit_history(project)) == edits
        keep_text(project, word, "other", "trial")
        assert list_transcriptions(project, word)[-1].source == as_kept(shown, "other").state == "typed"
        keep_text(project, word, "  ", "trial")
        assert not any(reading.current for reading in list_transcriptions(project, word))
        assert len(list_transcriptions(project, word)) == 2
