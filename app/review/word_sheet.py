"""A list of words to be printed: each with its image amid its page, what is suggested, and a line to write on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMarginsF, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen
from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.review.excerpts import Excerpt, PageCache
from app.review.review_queries import ReviewQuery, WordCard, find_query_words, read_cards
from app.session.worker import error_message
from app.settings import LAST_EXPORT
from app.style.file_dialog import choose_new_file
from app.text.formats import integer
from core.errors import InputError
from core.language import tr as engine_text
from core.project.content.models import active_model
from core.project.content.words import usual_height
from core.project.project import Project
from core.project.word_images import ImageWords, word_image_refs

MAX_WORDS = 1000
"""Words of one list: 50 sheets of paper."""
_DPI = 200
_COLUMNS, _ROWS = 2, 10
_POINTS = 8
_GAP, _TEXT, _IMAGE = 0.3, 0.17, 0.56
"""Inches between two columns, for a line of text, and for an image."""


class WordSheet(QObject):
    """Asks for a file, and writes the words of a query to it."""

    def __init__(self, context: ProjectContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent

    def ask(self, query: ReviewQuery) -> None:
        """Ask where to write the words of a query."""
        title = self.tr("Save the list of words")
        folder = self._context.settings.get(LAST_EXPORT)
        choose_new_file(self._parent.window(), title, folder, "pdf", partial(self.save, query))

    def save(self, query: ReviewQuery, file: Path) -> None:
        """Write the words of a query to a file, in the background."""
        session, notifications = self._context.session, self._context.notifications

        def saved(counts: tuple[int, int]) -> None:
            written, found = counts
            if found > MAX_WORDS:
                text = self.tr("The first {0} of {1} words are in {2}. Choose a narrower filter for the others.")
                notifications.warning(text.format(integer(written), integer(found), file.name))
            elif written:
                notifications.info(self.tr("%Ln word(s) are in {0}.", "", written).format(file.name))
            else:
                notifications.info(self.tr("This list has no words; choose another filter."))

        session.query(
            lambda project: write_word_sheet(project, query, file, session.name),
            saved,
            owner=self,
            on_error=lambda error: notifications.error(error_message(error)),
        )


def write_word_sheet(project: Project, query: ReviewQuery, file: Path, title: str) -> tuple[int, int]:
    """Write the words of a query as a PDF in reading order; return how many were written and found.

    Only the first :data:`MAX_WORDS` are written: every word takes some 100 kB and some hundredths of a second.

    Raises InputError if the query is invalid or the file cannot be written; without words nothing is written.
    """
    model = active_model(project)
    name = model.name if model else None
    ids = find_query_words(project, query, name)
    cards, pages = read_cards(project, ids[:MAX_WORDS], name), PageCache()
    if not cards:
        return 0, 0
    writer = QPdfWriter(str(file))
    writer.setResolution(_DPI)
    writer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(36, 36, 36, 36))
    )
    writer.setTitle(title)
    painter = QPainter()
    if not painter.begin(writer):
        raise InputError.at(file, engine_text("the file cannot be written"))
    width, height = (writer.width() - _GAP * _DPI) / _COLUMNS, (writer.height() - _TEXT * _DPI) / _ROWS
    count = 0
    for ref in _in_order(word_image_refs(project, list(cards)), ids):
        cut = pages.cut(ref, usual_height(project, ref.words[0][0]))
        for (word_id, _), excerpt in zip(ref.words, cut, strict=True):
            place = count % (_COLUMNS * _ROWS)
            if not place:
                if count:
                    writer.newPage()
                _draw_text(painter, QRectF(0, 0, writer.width(), _TEXT * _DPI), title)
            left = place // _ROWS * (width + _GAP * _DPI)
            top = _TEXT * _DPI + place % _ROWS * height
            _draw_word(painter, QRectF(left, top, width, height), cards[word_id], excerpt)
            count += 1
    painter.end()
    return count, len(ids)


def _in_order(images: Sequence[ImageWords], ids: Sequence[int]) -> list[ImageWords]:
    """Return the images and the words of each in the order of ``ids``."""
    places = {word_id: place for place, word_id in enumerate(ids)}
    ordered = [replace(image, words=tuple(sorted(image.words, key=lambda word: places[word[0]]))) for image in images]
    return sorted(ordered, key=lambda image: places[image.words[0][0]])


def _draw_word(painter: QPainter, place: QRectF, card: WordCard, excerpt: Excerpt) -> None:
    """Draw the image of a word with a frame around it; below it what is suggested, and a line to write on."""
    text_height = _TEXT * _DPI
    area = QRectF(place.left(), place.top() + 0.1 * _DPI, place.width(), _IMAGE * _DPI)
    size = excerpt.image.size()
    if excerpt.image.isNull():
        _draw_text(painter, area, excerpt.error)
    else:
        scale = min(area.width() / size.width(), area.height() / size.height())
        painter.drawImage(QRectF(area.left(), area.top(), size.width() * scale, size.height() * scale), excerpt.image)
        painter.setPen(QPen(QColor("black"), 2))
        word = excerpt.word
        painter.drawRect(
            QRectF(
                area.left() + word.left() * scale,
                area.top() + word.top() * scale,
                word.width() * scale,
                word.height() * scale,
            )
        )
    below = QRectF(place.left(), area.bottom() + 2, place.width(), text_height)
    suggestion = QCoreApplication.translate("WordSheet", "suggested: {0}").format(card.text) if card.text else ""
    _draw_text(painter, below, " · ".join(part for part in (card.page_name, suggestion) if part))
    y = below.bottom() + 0.22 * _DPI
    painter.setPen(QPen(QColor("gray"), 1))
    painter.drawLine(round(place.left()), round(y), round(place.right()), round(y))


def _draw_text(painter: QPainter, place: QRectF, text: str) -> None:
    font = QFont(painter.font())
    font.setPointSizeF(_POINTS)
    painter.setFont(font)
    painter.setPen(QColor("black"))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(place.width()))
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
