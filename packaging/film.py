"""The film of the first suggestion: from the start page to a word of a bare scan, click by click: `make film`.

A hand made of mouse events uses the real window, as fast as the window allows. Each picture shows the screen just
before a click, or at the end; under it stand the seconds since the start page and the clicks until then.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from picture_digests import note
from PIL import Image
from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialogButtonBox, QFileDialog, QPushButton, QWidget

from app.collection.import_dialog import ImportDialog
from app.collection.view import CollectionView
from app.main import make_window
from app.review.view import ReviewView
from app.settings import Settings
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.text import translations

SIZE = QSize(1024, 700)
PICTURE = QSize(416, 284)
COLUMNS = 5
_CAPTION, _GAP, _COLOURS = 44, 12, 128
_LONGEST_WAIT_S = 300.0
_LISTS = ("listView", "treeView")
"""The names that Qt gives the files of its dialog, as icons or with details."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture, with the seconds and the clicks until then, and what is clicked or seen."""

    picture: QImage
    seconds: float
    clicks: int
    text: str


class Hand:
    """Clicks in the window, counts the clicks and films the screen."""

    def __init__(self, app: QApplication, window: MainWindow) -> None:
        self.app, self.window = app, window
        self.frames: list[Frame] = []
        self.clicks = 0
        self.started_at = time.monotonic()
        self.filming_s = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since the start, without those that the filming took."""
        return time.monotonic() - self.started_at - self.filming_s

    def until(self, condition: Callable[[], object]) -> None:
        """Let the window work until ``condition`` holds. Raises TimeoutError after ten minutes."""
        end = time.monotonic() + _LONGEST_WAIT_S
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("The window did not come so far.")
            self.app.processEvents()
            time.sleep(0.005)

    def wait(self, seconds: float) -> None:
        """Let the window work for some time."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() > end)

    def click(self, widget: QWidget, text: str, at: QPoint | None = None) -> None:
        """Film the screen with the pointer over ``widget``, then click."""
        self.until(lambda: widget.isVisible() and widget.isEnabled())
        place = widget.rect().center() if at is None else at
        self.film(text, widget.mapToGlobal(place))
        self.clicks += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def film(self, text: str, pointer: QPoint | None = None) -> None:
        """Add a picture of the window and of the dialog before it."""
        seconds = self.seconds
        self.wait(0.15)  # until what has just changed is painted
        began_at = time.monotonic()
        origin = self.window.mapToGlobal(QPoint())
        picture = self.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        with QPainter(picture) as painter:
            for widget in self.app.topLevelWidgets():
                if widget is not self.window and widget.isVisible():
                    corner = QRect(QPoint(), widget.size())
                    corner.moveCenter(picture.rect().center())
                    painter.drawPixmap(corner.topLeft(), widget.grab())
                    painter.setPen(QPen(QColor("#808080"), 1))
                    painter.drawRect(corner)
                    origin = widget.mapToGlobal(QPoint()) - corner.topLeft()
            if pointer is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(QColor("#d03020"), 4))
                painter.drawEllipse(pointer - origin, 22, 22)
        self.frames.append(Frame(picture, seconds, self.clicks, text))
        self.filming_s += time.monotonic() - began_at


def main() -> int:
    """Write the film to OUT and print its captions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="the picture to write (.png)")
    parser.add_argument("--scan", type=Path, help="a page image; otherwise one is drawn")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ductus-film-") as folder:
        os.environ["HOME"] = folder  # not the folders of who makes the film
        app = QApplication(sys.argv[:1])
        app.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
        translations.install(app)
        documents = Path(folder) / "Documents"
        documents.mkdir()
        if options.scan is None:
            draw_page(documents / "letter-01.png")
        else:
            shutil.copy(options.scan, documents)
        window = make_window(Settings(Path(folder) / "settings.json"), Theme(app, "light"))
        window.start.documents = documents
        window.resize(SIZE)
        window.show()
        frames, chosen = from_start_page_to_suggestion(Hand(app, window))
        window.close_project()
        window.close()
    own, children = (resource.getrusage(of) for of in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    for frame in frames:
        print(f"{frame.seconds:6.1f} s  {_clicks(frame)}  {frame.text}")
    last = frames[-1]
    print(f"After the files were chosen: {last.clicks - chosen.clicks} clicks, {last.seconds - chosen.seconds:.1f} s")
    computed = sum(usage.ru_utime + usage.ru_stime for usage in (own, children))
    print(f"The processor worked {computed:.1f} s in all.")
    save_strip(frames, options.out)
    note([options.out])
    return 0


def from_start_page_to_suggestion(hand: Hand) -> tuple[list[Frame], Frame]:
    """Make a project, import the only scan of the documents and open its first suggestion.

    Returns the frames, and the one that shows the window when the files were chosen.
    """
    window, app = hand.window, hand.app
    hand.click(window.start.new, "New project")
    hand.until(lambda: any(isinstance(w, QFileDialog) and w.isVisible() for w in app.topLevelWidgets()))
    hand.click(_accept_button(_file_dialog(app)), "Create the project")
    hand.until(lambda: window.session is not None)
    collection = window.current_view()
    assert isinstance(collection, CollectionView)
    hand.click(collection.pages.empty.button, "Choose files…")
    hand.until(lambda: any(isinstance(w, QFileDialog) and w.isVisible() for w in app.topLevelWidgets()))
    files = _file_dialog(app)
    listed = next(
        part for part in files.findChildren(QAbstractItemView) if part.objectName() in _LISTS and part.isVisible()
    )
    row = _only_scan(hand, listed)
    hand.click(listed.viewport(), "The scan", listed.visualRect(row).center())
    hand.click(_accept_button(files), "Open")
    chosen = len(hand.frames)
    hand.until(lambda: collection.findChildren(ImportDialog))
    (preview,) = collection.findChildren(ImportDialog)
    hand.click(preview.start, "Import")
    starter = collection.pages.starter
    for kind, text in (("import", "The words are looked for"), ("recognise", "Suggestions are made")):
        hand.until(partial(_is_running, window, kind))
        hand.wait(1.0)
        hand.film(text)
    hand.until(lambda: any(button.text() == "Check them" and button.isVisible() for button in starter.buttons))
    hand.click(starter.find_button("Check them"), "Check them")
    review = window.current_view()
    assert isinstance(review, ReviewView)
    hand.until(lambda: review.review.is_ready and review.word_view.field.placeholderText())
    hand.film("The first suggestion")
    return hand.frames, hand.frames[chosen]


def _only_scan(hand: Hand, listed: QAbstractItemView) -> QModelIndex:
    """Return the index of the only scan in the list of files, once it is there."""
    model, root = listed.model(), listed.rootIndex
    suffixes = (".png", ".jpg", ".tif", ".tiff", ".jpeg")

    def scans() -> list[QModelIndex]:
        names = [model.index(row, 0, root()) for row in range(model.rowCount(root()))]
        return [index for index in names if str(index.data()).lower().endswith(suffixes)]

    hand.until(scans)
    return scans()[0]


def _is_running(window: MainWindow, kind: str) -> bool:
    job = window.session.jobs.current if window.session else None
    return job is not None and job.kind == kind


def _file_dialog(app: QApplication) -> QFileDialog:
    return next(w for w in app.topLevelWidgets() if isinstance(w, QFileDialog) and w.isVisible())


def _accept_button(dialog: QFileDialog) -> QPushButton:
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    return next(b for b in box.buttons() if box.buttonRole(b) == QDialogButtonBox.ButtonRole.AcceptRole)  # type: ignore[return-value]


def draw_page(path: Path) -> None:
    """Draw a page of artificial handwriting in lines, without boxes or transcription."""
    import cv2
    import numpy as np

    from core.imaging.synth.corpus import demo_text
    from core.imaging.synth.page import render_page
    from core.imaging.synth.writer import Writer

    image, _ = render_page(demo_text(2, 400, 120), Writer(), np.random.default_rng(2))
    cv2.imwrite(str(path), image)


def _clicks(frame: Frame) -> str:
    return f"{frame.clicks} click" if frame.clicks == 1 else f"{frame.clicks} clicks"


def save_strip(frames: list[Frame], path: Path) -> None:
    """Write the frames in rows of four, each with its caption, as a PNG of few colours."""
    rows = -(-len(frames) // COLUMNS)
    step = QSize(PICTURE.width() + _GAP, PICTURE.height() + _CAPTION)
    strip = QImage(COLUMNS * step.width() + _GAP, rows * step.height() + _GAP, QImage.Format.Format_RGB32)
    strip.fill(QColor("white"))
    with QPainter(strip) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        font = painter.font()
        font.setPixelSize(18)
        painter.setFont(font)
        for number, frame in enumerate(frames):
            corner = QPoint(_GAP + number % COLUMNS * step.width(), _GAP + number // COLUMNS * step.height())
            mode, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            painter.drawImage(corner, frame.picture.scaled(PICTURE, mode, smooth))
            painter.setPen(QColor("#909090"))
            painter.drawRect(QRect(corner, PICTURE))
            painter.setPen(QColor("black"))
            caption = f"{frame.seconds:.1f} s, {_clicks(frame)}: {frame.text}"
            painter.drawText(QRect(corner + QPoint(0, PICTURE.height()), QSize(PICTURE.width(), 32)), 0x84, caption)
    strip.save(str(path))
    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
