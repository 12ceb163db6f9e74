"""Brightness, contrast and inversion of the scan: seen on Page and Review, kept for the project, no file changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from gui_helpers import opened
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from app.actions import Actions
from app.background.image_loader import to_qimage
from app.context import NavigationTarget, ProjectContext
from app.notifications import NotificationCenter
from app.page.pyramid import Pyramid
from app.page.scan_tiles import ScanTiles
from app.page.view import PageView
from app.page.viewport import Viewport
from app.review.state import ReviewMode
from app.review.view import ReviewView
from app.scan_display import NEUTRAL, ScanAdjustment, ScanDisplay, grey_table
from app.settings import SCAN_DISPLAY
from app.style.tokens import DARK, LIGHT
from core.imaging.scan import Scan
from core.project.content.words import word_ids

VALUES = st.integers(-100, 100)


@pytest.fixture
def page(context: ProjectContext, qtbot) -> Iterator[PageView]:
    view = opened(PageView, context, qtbot)
    qtbot.waitUntil(view.isActiveWindow)
    qtbot.waitUntil(lambda: view.canvas.tiles._pyramid is not None)
    yield view
    view.leave()


@given(VALUES, VALUES, st.booleans())
def test_order_of_grey_values_is_kept_or_turned(brightness: int, contrast: int, is_inverted: bool) -> None:
    table = grey_table(ScanAdjustment(brightness, contrast, is_inverted)).astype(int)
    steps = np.diff(table) * (-1 if is_inverted else 1)
    assert table.shape == (256,) and (steps >= 0).all()
    other = grey_table(ScanAdjustment(brightness, contrast, not is_inverted))
    assert (255 - other == table).all()


def test_neutral_changes_nothing_and_each_setting_does_what_it_says() -> None:
    assert (grey_table(NEUTRAL) == np.arange(256)).all()
    assert (grey_table(ScanAdjustment(brightness=30))[:200] > np.arange(200)).all()
    strong = grey_table(ScanAdjustment(contrast=50))
    assert strong[64] < 64 and strong[192] > 192 and abs(int(strong[128]) - 128) <= 1
    assert (grey_table(ScanAdjustment(is_inverted=True)) == 255 - np.arange(256)).all()
    with pytest.raises(ValueError, match=r"-100\.\.100"):
        ScanAdjustment(101)


@pytest.mark.parametrize("shape", [(7, 13), (7, 13, 4)])
def test_image_is_mapped_by_the_table(shape: tuple[int, ...]) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, shape, np.uint8)
    image, adjustment = to_qimage(pixels), ScanAdjustment(20, -30, True)
    adjusted = adjustment.apply(image)
    table = grey_table(adjustment)
    for x, y in ((0, 0), (12, 6), (5, 3)):
        before, after = QColor(image.pixel(x, y)), QColor(adjusted.pixel(x, y))
        assert [after.red(), after.green(), after.blue()] == [
            table[value] for value in (before.red(), before.green(), before.blue())
        ]
    assert NEUTRAL.apply(image) is image and adjustment.apply(QImage()).isNull()


def test_scan_on_the_page_changes_and_its_file_does_not(page: PageView, context: ProjectContext, qtbot) -> None:
    path = page.page_model.content.page.image
    page.canvas.setFocus()
    # a slow frame leaves tiles for the next ones
    qtbot.waitUntil(lambda: page.canvas.viewport().grab().toImage() == page.canvas.viewport().grab().toImage())
    before, digest = page.canvas.viewport().grab().toImage(), hashlib.sha256(path.read_bytes()).digest()
    QTest.keyClick(page.canvas, Qt.Key.Key_I, Qt.KeyboardModifier.AltModifier)
    assert page.display.adjustment.is_inverted and page.canvas.tokens is DARK
    after = page.canvas.viewport().grab().toImage()
    x, y = (round(at) for at in page.canvas.view.to_window(8, 8))
    paper = [QColor(image.pixel(x, y)).value() for image in (before, after)]
    assert paper[0] > 150 and abs(sum(paper) - 255) <= 1
    QTest.keyClick(page.canvas, Qt.Key.Key_0, Qt.KeyboardModifier.AltModifier)
    assert page.canvas.tokens is LIGHT and page.canvas.viewport().grab().toImage() == before
    assert hashlib.sha256(path.read_bytes()).digest() == digest


def test_panel_shows_and_sets_it_by_keyboard_and_resets(page: PageView, qtbot) -> None:
    QTest.mouseClick(page.top_bar.buttons["scan"], Qt.MouseButton.LeftButton)
    panel = page.scan_panel
    assert panel is not None and panel.isVisible()
    assert page.window().screen().availableGeometry().contains(panel.geometry())
    QTest.keyClick(panel.brightness, Qt.Key.Key_Right)
    QTest.keyClick(panel, Qt.Key.Key_Tab)
    QTest.keyClick(panel.contrast, Qt.Key.Key_Left)
    assert page.display.adjustment == ScanAdjustment(5, -5)
    page.display.brighten(10)
    assert panel.brightness.value() == 15 and panel.reset.isEnabled()
    QTest.mouseClick(panel.reset, Qt.MouseButton.LeftButton)
    assert page.display.adjustment == NEUTRAL and panel.brightness.value() == 0 and not panel.reset.isEnabled()
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_it_is_kept_for_the_project_and_not_for_others(context: ProjectContext, qapp, tmp_path: Path) -> None:
    display = ScanDisplay.for_context(context)
    display.adjust(ScanAdjustment(10, 20, True))
    again = ProjectContext(
        context.session, NotificationCenter(qapp), Actions(qapp), context.theme, context.settings, qapp
    )
    assert ScanDisplay.for_context(again).adjustment == ScanAdjustment(10, 20, True)
    stored = context.settings.get(SCAN_DISPLAY)
    context.settings.set(SCAN_DISPLAY, [["/another/project", 50, 50, False], *stored])
    assert ScanDisplay(again).adjustment == ScanAdjustment(10, 20, True)
    display.reset()
    assert context.settings.get(SCAN_DISPLAY) == [["/another/project", 50, 50, False]]


@pytest.mark.parametrize("stored", [["x"], [[]], [[3, 1, 1, True]], ["p"]])
def test_damaged_settings_are_neutral(stored: list, context: ProjectContext) -> None:
    context.settings.set(SCAN_DISPLAY, stored)
    display = ScanDisplay(context)
    assert display.adjustment == NEUTRAL
    display.invert()
    assert ScanDisplay(context).adjustment.is_inverted


def test_review_shows_it_for_one_word_and_for_groups(context: ProjectContext, qtbot) -> None:
    word_id = word_ids(context.session.project, transcribed=False)[0]
    view = opened(ReviewView, context, qtbot, NavigationTarget(word_id=word_id))
    qtbot.waitUntil(lambda: view.review.is_ready)
    shown = view.word_view.excerpt_view
    before = shown.grab().toImage()
    QTest.mouseClick(view.filter_bar.scan, Qt.MouseButton.LeftButton)
    view.filter_bar.scan_panel.inverted.setChecked(True)
    view.filter_bar.scan_panel.close()
    assert shown.tokens is DARK and shown.grab().toImage() != before
    view.set_mode(ReviewMode.GROUPS)
    words, crops = view.group_view.words, context.session.crops
    qtbot.waitUntil(lambda: words.rowCount() > 0)
    # an idle loader may not have been asked yet: the first painting requests the images
    qtbot.waitUntil(lambda: all(crops.get(word_id) is not None for word_id in words.ids))
    inverted = view.group_view.grid.viewport().grab().toImage()
    view.filter_bar.display.reset()
    assert view.group_view.grid.viewport().grab().toImage() != inverted
    view.leave()


def test_tiles_are_shown_in_another_brightness_without_being_cut_again(qapp) -> None:
    gray = np.random.default_rng(0).integers(0, 256, (2600, 1880), np.uint8)
    chroma = (gray[::4, ::4], gray[1::4, ::4])
    tiles, size = ScanTiles(), (gray.shape[1], gray.shape[0])
    tiles.set_pyramid(Pyramid(Scan(gray, chroma, 4)))
    window, canvas = QRect(0, 0, 1920, 1000), QImage(1920, 1000, QImage.Format.Format_RGB32)

    def frame() -> bool:
        painter = QPainter(canvas)
        done = tiles.draw(painter, Viewport(0.5, 0, 0), size, window, 1.0, QColor("white"))
        painter.end()
        return done

    while not frame():
        pass
    shown = [canvas.copy()]
    for brightness in (10, 20):
        tiles.set_adjustment(ScanAdjustment(brightness, 30))
        assert frame(), "no tile is cut again"
        shown.append(canvas.copy())
    assert shown[0] != shown[1] != shown[2]
