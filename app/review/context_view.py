"""The word large, in its context on the page, with its outline in the manner of its state."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.review.context_images import ContextImage
from app.style.theme import Theme
from app.style.tokens import LIGHT
from app.widgets.word_outline import draw_outline

_PATIENCE_MS = 300
_DIM = 110
"""How much of the sheet's colour lies over the context, 0 to 255: the word itself stays clear."""
_MOST_ZOOM = 4.0


class ContextView(QWidget):
    """Shows one strip. With None it is empty at once: an old picture under a new text would lie."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._strip: ContextImage | None = None
        self._state = "unread"
        self._waited = False
        self._wait = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._wait.timeout.connect(self._say_wait)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(120)
        self.setAccessibleName(self.tr("The word on its page"))
        theme.changed.connect(self.update)

    def show_strip(self, strip: ContextImage | None, state: str) -> None:
        """Show a word's strip, outlined by its state."""
        self._strip, self._state = strip, state
        self._waited = False
        if strip is None:
            self._wait.start()
        else:
            self._wait.stop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(960, 280)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(frame, 6, 6)
        painter.fillPath(outline, QColor(tokens.sheet))
        if self._strip is not None and not self._strip.image.isNull():
            painter.setClipPath(outline)
            self._paint_strip(painter, self._strip)
            painter.setClipping(False)
        elif text := self._text():
            painter.setPen(QColor(tokens.quiet))
            margins = frame.adjusted(24, 8, -24, -8)
            painter.drawText(margins, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawPath(outline)
        painter.end()

    def _paint_strip(self, painter: QPainter, strip: ContextImage) -> None:
        target, scale = self._place(strip)
        painter.drawImage(target, strip.image)
        word = QRectF(
            target.left() + strip.word.left() * scale,
            target.top() + strip.word.top() * scale,
            strip.word.width() * scale,
            strip.word.height() * scale,
        ).adjusted(-4, -4, 4, 4)
        veil = QColor(self._theme.tokens.sheet)
        veil.setAlpha(_DIM)
        around = QPainterPath()
        around.addRect(QRectF(self.rect()))
        hole = QPainterPath()
        hole.addRoundedRect(word, 3, 3)
        painter.fillPath(around - hole, veil)
        # over paper that is light whatever the look, the outline is laid on a light seam
        seam = QColor(LIGHT.sheet)
        seam.setAlpha(190)
        painter.setPen(QPen(seam, 5))
        painter.drawRoundedRect(word, 3, 3)
        # scans are light in either look, and the light look's state colours are made for paper
        draw_outline(painter, word, self._state, LIGHT, 2.0, radius=3)

    def _place(self, strip: ContextImage) -> tuple[QRectF, float]:
        """Where to draw the strip so that it fills the height and the word is in sight, near the middle."""
        width, height = strip.image.width(), strip.image.height()
        scale = min(self.height() / height, 0.9 * self.width() / max(strip.word.width(), 1), _MOST_ZOOM)
        across, down = width * scale, height * scale
        left = self.width() / 2 - strip.word.center().x() * scale
        if across >= self.width():
            left = min(0.0, max(left, self.width() - across))
        else:
            left = (self.width() - across) / 2
        return QRectF(left, (self.height() - down) / 2, across, down), scale

    def _text(self) -> str:
        if self._strip is not None:
            trouble = self._strip.trouble
            return self.tr("There is no picture of this word. {0}").format(trouble).strip()
        return self.tr("Fetching the page …") if self._waited else ""

    def _say_wait(self) -> None:
        self._waited = True
        self.update()
