"""Shows a word enlarged, amid its surroundings on the page, with the outline of its state."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QAccessible, QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.review.excerpts import Excerpt
from app.scan_display import ScanDisplay
from app.style.theme import Theme
from app.style.tokens import Tokens
from app.widgets.accessibility import set_role
from app.widgets.word_outline import draw_outline

_LOADING_DELAY_MS = 300
"""Time without an image after which a text reports that it is being loaded."""
_DIMMING = 110
"""Opacity of the colour over its surroundings, 0 to 255; the word itself stays clear."""
_MAX_ZOOM = 4.0
_LEAST_HEIGHT = 96
"""Pixels that a word needs."""


class ExcerptView(QWidget):
    """Shows one excerpt. Without one it is empty at once, lest the image of another word is taken for it."""

    def __init__(self, theme: Theme, display: ScanDisplay) -> None:
        super().__init__()
        self._theme, self._display = theme, display
        self._adjusted: tuple[int, QImage] | None = None
        """The cache key of the image, and the image as the display shows it."""
        self.image: Excerpt | None = None
        self.shows_outline = True
        """False while the box is edited: then the outline is drawn over the image."""
        self._state = "unread"
        self._shows_loading = False
        self._loading_timer = QTimer(self, singleShot=True, interval=_LOADING_DELAY_MS)
        self._loading_timer.timeout.connect(self._show_loading)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setAccessibleName(self.tr("The word on its page"))
        set_role(self, QAccessible.Role.Graphic)
        theme.changed.connect(self.update)
        display.changed.connect(self._display_changed)

    @property
    def tokens(self) -> Tokens:
        """The colours of what is drawn on the scan: scans are light in both themes, unless they are inverted."""
        return self._theme.tokens.on_scan(self._display.adjustment.is_inverted)

    def show_image(self, image: Excerpt | None, state: str) -> None:
        """Show a word with the outline of its state."""
        self.image, self._state = image, state
        self._shows_loading = False
        if image is None:
            self._loading_timer.start()
        else:
            self._loading_timer.stop()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(960, 280)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        border = QPainterPath()
        border.addRoundedRect(frame, 6, 6)
        painter.fillPath(border, QColor(tokens.sheet))
        if self.image is not None and not self.image.image.isNull():
            painter.setClipPath(border)
            self._paint_image(painter, self.image)
            painter.setClipping(False)
        elif text := self._text():
            painter.setPen(QColor(tokens.quiet))
            margins = frame.adjusted(24, 8, -24, -8)
            painter.drawText(margins, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawPath(border)
        painter.end()

    def _paint_image(self, painter: QPainter, excerpt: Excerpt) -> None:
        target, scale = self._place_of(excerpt)
        painter.drawImage(target, self._shown(excerpt.image))
        if not self.shows_outline:
            return
        x, y = target.left() + excerpt.word.left() * scale, target.top() + excerpt.word.top() * scale
        word = QRectF(x, y, excerpt.word.width() * scale, excerpt.word.height() * scale).adjusted(-4, -4, 4, 4)
        dimming = QColor(self._theme.tokens.sheet)
        dimming.setAlpha(_DIMMING)
        surroundings, hole = QPainterPath(), QPainterPath()
        surroundings.addRect(QRectF(self.rect()))
        hole.addRoundedRect(word, 3, 3)
        painter.fillPath(surroundings - hole, dimming)
        edge = QColor(self.tokens.sheet)
        edge.setAlpha(190)
        painter.setPen(QPen(edge, 5))
        painter.drawRoundedRect(word, 3, 3)
        draw_outline(painter, word, self._state, self.tokens, 2.0, radius=3)

    def _shown(self, image: QImage) -> QImage:
        if self._adjusted is None or self._adjusted[0] != image.cacheKey():
            self._adjusted = (image.cacheKey(), self._display.adjustment.apply(image))
        return self._adjusted[1]

    def _display_changed(self) -> None:
        self._adjusted = None
        self.update()

    def image_place(self) -> tuple[QRectF, float]:
        """Return where the image is drawn, and pixels of the screen to a pixel of it; an empty place without one."""
        return (QRectF(), 1.0) if self.image is None or self.image.image.isNull() else self._place_of(self.image)

    def _place_of(self, excerpt: Excerpt) -> tuple[QRectF, float]:
        """Return where to draw the image, and its scale: it fills the height, the word is visible near the centre."""
        size = excerpt.image.size()
        scale = min(self.height() / size.height(), 0.9 * self.width() / max(excerpt.word.width(), 1), _MAX_ZOOM)
        width, height = size.width() * scale, size.height() * scale
        if width >= self.width():
            left = min(0.0, max(self.width() / 2 - excerpt.word.center().x() * scale, self.width() - width))
        else:
            left = (self.width() - width) / 2
        return QRectF(left, (self.height() - height) / 2, width, height), scale

    def _text(self) -> str:
        if self.image is not None:
            return self.tr("There is no image of this word. {0}").format(self.image.error).strip()
        return self.tr("Loading the page …") if self._shows_loading else ""

    def _show_loading(self) -> None:
        self._shows_loading = True
        self.update()
