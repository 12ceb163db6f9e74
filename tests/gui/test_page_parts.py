"""Parts of the page view without widgets: viewports, boxes, pyramids, queries and edits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from project_helpers import edit_history, page_source
from PySide6.QtGui import QColor, QImage, QPainter

from app.background.image_loader import to_qimage
from app.page.boxes import reading_position, word_at, words_in
from app.page.edits import draw_word, save_transcription, with_transcription
from app.page.outlines import WordOutlines
from app.page.page_queries import LEGEND_STATES, PageWord, count_states, read_content
from app.page.pyramid import Pyramid
from app.page.viewport import MARGIN, MAX_SCALE, Viewport, min_scale
from app.session.session import Session
from app.style.tokens import LIGHT
from app.widgets import box_handles
from core.formats.records import LineRecord, WordRecord
from core.imaging.scan import Scan
from core.project.content.line_words import lines_in_reading_order
from core.project.content.pages import list_pages
from core.project.content.predictions import predictions_by_model
from core.project.content.transcriptions import list_transcriptions
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

PAGE, WINDOW = (1000, 2000), (500, 400)


@dataclass(frozen=True)
class Word:
    id: int
    box: tuple[int, int, int, int]
    line: int = 0


def test_zoom_keeps_the_point_under_the_mouse() -> None:
    start = Viewport(1.0, -300, -700).clamped(PAGE, WINDOW)
    closer = start.zoomed(2.5, (120, 90), PAGE, WINDOW)
    assert closer.to_page(120, 90) == pytest.approx(start.to_page(120, 90), abs=1)


def test_page_stays_in_the_window() -> None:
    far = Viewport(1.0, 0, 0).panned(10_000, -10_000, PAGE, WINDOW)
    assert far.left == MARGIN and far.top == WINDOW[1] - PAGE[1] - MARGIN
    small = Viewport.fit(PAGE, WINDOW)
    assert small.panned(55, 55, PAGE, WINDOW) == small
    assert small.left == round((WINDOW[0] - PAGE[0] * small.scale) / 2)


def test_zoom_has_limits() -> None:
    assert Viewport(1, 0, 0).zoomed(1e6, (0, 0), PAGE, WINDOW).scale == MAX_SCALE
    assert Viewport(1, 0, 0).zoomed(0, (0, 0), PAGE, WINDOW).scale == min_scale(PAGE, WINDOW) > 0


def test_revealing_a_word_pans_no_further_than_needed() -> None:
    start = Viewport(1.0, 0, 0).clamped(PAGE, WINDOW)
    box = (600, 900, 80, 40)
    revealed = start.revealing(box, PAGE, WINDOW, below=100)
    x, y, w, h = revealed.rect_to_window(box)
    assert x >= 0 and x + w <= WINDOW[0] and y >= 0 and y + h + 100 <= WINDOW[1]
    assert revealed.revealing(box, PAGE, WINDOW, below=100) == revealed


def test_boxes_stay_on_the_page_and_do_not_turn_inside_out() -> None:
    box = (100, 100, 50, 20)
    assert box_handles.move(box, -500, 5000, PAGE) == (0, 1980, 50, 20)
    assert box_handles.resize(box, 4, 10, 5, PAGE) == (100, 100, 60, 25)
    assert box_handles.resize(box, 0, 500, 500, PAGE) == (146, 116, 4, 4)
    assert box_handles.resize(box, 3, 5000, 9, PAGE) == (100, 100, 900, 20)
    assert box_handles.box_between(60, 50, 20, 10, PAGE) == (20, 10, 40, 40)
    assert box_handles.box_between(5, 5, 7, 50, PAGE) is None


def test_nearest_handle_is_found() -> None:
    box = (100, 100, 40, 20)
    assert box_handles.handle_at(box, 141, 121, 5) == 4
    assert box_handles.handle_at(box, 120, 99, 5) == 1
    assert box_handles.handle_at(box, 120, 110, 5) is None


def test_smallest_word_at_a_point_is_found() -> None:
    words = [Word(1, (0, 0, 100, 100)), Word(2, (20, 20, 20, 20))]
    assert word_at(words, 30, 30) == 2 and word_at(words, 80, 80) == 1
    assert word_at(words, 200, 30) is None
    assert words_in(words, (25, 25, 10, 10)) == [2]


@pytest.mark.parametrize(
    ("box", "position"),
    [
        ((60, 10, 20, 20), (0, 1)),
        ((0, 12, 5, 20), (0, None)),
        ((200, 60, 20, 20), (1, 4)),
        ((0, 62, 5, 10), (1, 2)),
        ((10, 33, 20, 10), (0, 2)),
        ((10, 200, 20, 10), (1, 4)),
    ],
)
def test_new_box_gets_its_position_in_the_reading_order(box, position) -> None:
    words = [
        Word(1, (10, 10, 40, 20), 0),
        Word(2, (100, 10, 40, 20), 0),
        Word(3, (10, 60, 40, 20), 1),
        Word(4, (100, 60, 40, 20), 1),
    ]
    assert reading_position(words, box) == position


def test_first_box_of_a_page_has_a_position() -> None:
    assert reading_position([], (10, 10, 20, 20)) == (0, None)


@pytest.mark.parametrize(
    ("box", "line"),
    [
        ((60, 12, 20, 10), "first"),
        ((60, 34, 20, 10), "without words"),
        ((60, 64, 20, 10), "last"),
        ((5, 88, 20, 8), None),
    ],
)
def test_a_drawn_word_is_in_the_line_it_lies_in_or_else_in_one_of_its_own(tmp_path: Path, box, line) -> None:
    words = [WordRecord((10, 10 + 50 * n, 40, 15), f"w{n}", line=2 * n) for n in range(2)]
    lines = tuple(
        LineRecord((5, 8 + 25 * n, 120, 20), ref=ref, number=n)
        for n, ref in enumerate(("first", "without words", "last"))
    )
    project = Project.create(tmp_path / "p")
    import_contents(project, page_source(tmp_path / "s", *words, lines=lines))
    drawn = draw_word(project, 1, box)
    (row,) = get_words(project, [drawn])
    by_id = {line.id: line.ref for line in lines_in_reading_order(project, 1)}
    assert row.line_id in by_id and by_id[row.line_id] == line
    order = ["first", "without words", "last", *([None] if line is None else [])]
    assert list(by_id.values()) == order
    on_page = get_words(project, word_ids(project))
    assert sorted(on_page, key=lambda row: order.index(by_id[row.line_id])) == on_page


def test_pyramid_shows_the_same_place_at_every_scale() -> None:
    gray = np.full((3000, 2000), 220, np.uint8)
    gray[1200:1500, 800:1000] = 20
    pyramid = Pyramid(Scan(gray))
    assert pyramid.size == (2000, 3000) and not pyramid.is_dark
    assert max(pyramid.overview().shape) <= 1024 and pyramid.size_in_bytes < gray.nbytes * 1.34
    for scale in (0.11, 0.3, 0.77, 1.0, 2.3):
        x, y = round(700 * scale), round(1100 * scale)
        part = pyramid.cut(x, y, round(400 * scale), round(500 * scale), scale)
        dark = part < 120
        ys, xs = np.nonzero(dark)
        assert (xs.mean() + 0.5 + x) / scale == pytest.approx(900, abs=2.5)
        assert (ys.mean() + 0.5 + y) / scale == pytest.approx(1350, abs=2.5)
        assert dark.mean() == pytest.approx(0.3, abs=0.06)


def test_coloured_pyramid_shows_its_colour_at_every_scale() -> None:
    rgb = np.full((3000, 2000, 3), (230, 210, 180), np.uint8)
    rgb[1200:1500, 800:1000] = (170, 30, 40)
    for step in (2, 4):
        small = cv2.cvtColor(rgb[::step, ::step], cv2.COLOR_RGB2YCrCb)
        pyramid = Pyramid(Scan(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), (small[:, :, 1], small[:, :, 2]), step))
        assert pyramid.size_in_bytes < 6_000_000 * 1.34 * (1 + 2 / step**2)
        assert pyramid.overview().shape == (750, 500, 4)
        for scale in (0.11, 0.3, 0.77, 1.0, 2.3):
            x, y = round(700 * scale), round(1100 * scale)
            part = pyramid.cut(x, y, round(400 * scale), round(500 * scale), scale)
            red = (part[..., 2].astype(int) - part[..., 1]) > 70
            ys, xs = np.nonzero(red)
            assert (xs.mean() + 0.5 + x) / scale == pytest.approx(900, abs=3)
            assert (ys.mean() + 0.5 + y) / scale == pytest.approx(1350, abs=3)
            assert red.mean() == pytest.approx(0.3, abs=0.06)
            assert np.abs(part[0, 0].astype(int) - (180, 210, 230, 255)).max() <= 2


def test_tiles_meet_without_a_seam() -> None:
    gray = np.random.default_rng(0).integers(0, 255, (900, 700), np.uint8)
    pyramid = Pyramid(Scan(gray))
    whole = pyramid.cut(0, 0, 400, 300, 0.7)
    parts = np.hstack([pyramid.cut(0, 0, 160, 300, 0.7), pyramid.cut(160, 0, 240, 300, 0.7)])
    assert np.abs(whole.astype(int) - parts).max() <= 2


def test_tiles_of_a_coloured_scan_meet_without_a_seam() -> None:
    rng = np.random.default_rng(0)
    chroma = (cv2.GaussianBlur(rng.integers(0, 255, (450, 350), np.uint8), (0, 0), 4) for _ in range(2))
    pyramid = Pyramid(Scan(np.full((900, 700), 128, np.uint8), tuple(chroma), 2))
    for scale in (0.7, 1.7):
        whole = pyramid.cut(0, 0, 401, 301, scale)
        parts = np.hstack([pyramid.cut(0, 0, 161, 301, scale), pyramid.cut(161, 0, 240, 301, scale)])
        assert np.abs(whole.astype(int) - parts).max() <= 3


def test_images_have_the_colours_or_the_grey_of_the_scan() -> None:
    red = np.zeros((2, 3, 4), np.uint8)
    red[..., 2:] = (200, 255)
    assert to_qimage(red).pixelColor(2, 1).getRgb() == (200, 0, 0, 255)
    assert to_qimage(np.full((2, 3), 90, np.uint8)).pixelColor(2, 1).getRgb() == (90, 90, 90, 255)


def test_words_of_a_page_are_counted_by_state(session: Session) -> None:
    content = read_content(session.project, list_pages(session.project)[0].id)
    counts = count_states(content.words)
    assert set(counts) == set(LEGEND_STATES) and counts["typed"] == len(content.words) > 0
    assert content.model is not None and content.model.name == "trial" and not content.is_starter
    assert [word.order for word in content.words] == sorted(word.order for word in content.words)


def test_text_is_saved_as_typed_or_accepted_and_the_same_again_is_no_edit(project_folder) -> None:
    with Project.open(project_folder) as project:
        word = word_ids(project, transcribed=False)[0]
        predicted = predictions_by_model(project, word)["trial"].text
        shown = read_content(project, list_pages(project)[2].id).words[0]
        save_transcription(project, word, f" {predicted} ", "trial")
        assert [(r.text, r.source) for r in list_transcriptions(project, word)] == [(predicted, "accepted")]
        assert with_transcription(shown, predicted).state == "accepted"
        edits = len(edit_history(project))
        save_transcription(project, word, predicted, "trial")
        assert len(edit_history(project)) == edits
        save_transcription(project, word, "other", "trial")
        assert list_transcriptions(project, word)[-1].source == with_transcription(shown, "other").state == "typed"
        save_transcription(project, word, "  ", "trial")
        assert not any(reading.current for reading in list_transcriptions(project, word))
        assert len(list_transcriptions(project, word)) == 2


def drawn(words: list[PageWord], *, with_checked: bool = False) -> QImage:
    outlines = WordOutlines()
    outlines.set_words(words, ())
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    image.fill(QColor("black"))
    painter = QPainter(image)
    outlines.draw(painter, Viewport(1.0, 0, 0), (0, 0, 200, 200), LIGHT, with_checked=with_checked)
    painter.end()
    return image


def lit_rows(image: QImage) -> list[int]:
    """Return the rows in which something was drawn left of the marks."""
    return [y for y in range(200) if any(QColor(image.pixel(x, y)).lightness() > 5 for x in range(15, 100))]


@pytest.mark.parametrize("gap", [40, 12, 2])
def test_labels_lie_on_no_other_line_of_writing(gap: int, qapp) -> None:
    rest = (None,) * 4
    words = [
        PageWord(1, 1, (20, 20, 100, 40), 0, 0, "typed", "above", None, None, *rest),
        PageWord(2, 1, (20, 60 + gap, 100, 40), 1, 0, "typed", None, None, None, *rest),
    ]
    rows = lit_rows(drawn(words))
    assert rows and all(44 < row < 60 + gap for row in rows)


def test_checked_words_have_outlines_only_while_boxes_are_edited(qapp) -> None:
    rest = (None,) * 4
    word = PageWord(1, 1, (20, 20, 100, 40), 0, 0, "accepted", None, None, None, *rest)
    assert not lit_rows(drawn([word])) and lit_rows(drawn([word], with_checked=True))
    unsure = PageWord(2, 1, (20, 20, 100, 40), 0, 0, "uncertain", None, None, None, *rest)
    assert len(lit_rows(drawn([unsure]))) >= 40, "the whole of its box has a colour"
