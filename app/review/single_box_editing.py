"""Editing the box of the word under review: move, resize, draw, split and join, then read it again at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.context import ProjectContext
from app.review.controller import ReviewController
from app.review.excerpt_view import ExcerptView
from app.style.icons import icon
from app.style.theme import Theme
from app.widgets.accessibility import set_role
from app.widgets.box_handles import ARROWS, LOWER_RIGHT, REACH, box_between, handle_at, handle_cursor, move, resize
from app.widgets.builders import column, label, push_button, row
from app.widgets.message_bar import MessageBar
from app.widgets.word_outline import draw_handles
from core.geometry import Box

_DIMMING = 110


class BoxOverlay(QWidget):
    """The frame with handles over the image. ``saved(Box)``, ``cancelled()``, ``split_requested(int)``.

    ``box`` and the column of a split are in pixels of the page. Nothing is written here.
    """

    saved = Signal(object)
    cancelled = Signal()
    split_requested = Signal(int)

    def __init__(self, view: ExcerptView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme
        self.box: Box | None = None
        """The box as it is drawn, or None while no box is edited."""
        self._before: Box | None = None
        self._page = (0, 0)
        self.split_at: int | None = None
        """The column of the split line; None while no word is being split."""
        self._drag: tuple[str, int, QPointF, Box] | None = None
        """The kind of a drag ("handle", "move", "draw"), its handle, its start, and the box at that time."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Box of the word"))
        set_role(self, QAccessible.Role.Graphic)
        theme.changed.connect(self.update)
        view.installEventFilter(self)
        self.hide()

    @property
    def is_changed(self) -> bool:
        return self.box is not None and self.box != self._before

    def begin(self) -> bool:
        """Edit the box of the word that the view shows; return False if it has none."""
        image = self._view.image
        if image is None or image.page is None:
            return False
        left, top = image.corner[0] + image.word.left() / image.scale, image.corner[1] + image.word.top() / image.scale
        width, height = image.word.width() / image.scale, image.word.height() / image.scale
        self.box = self._before = (round(left), round(top), max(1, round(width)), max(1, round(height)))
        self._page, self.split_at, self._drag = image.page, None, None
        self.setGeometry(self._view.rect())
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def end(self) -> None:
        """Stop editing; the box is left as the project has it."""
        self.box = self._before = self.split_at = self._drag = None
        self.unsetCursor()
        self.hide()

    def confirm(self) -> None:
        """Split at the split line if there is one; otherwise save the box."""
        if self.split_at is not None:
            self.split_requested.emit(self.split_at)
        elif self.is_changed:
            self.saved.emit(self.box)
        else:
            self.cancelled.emit()

    def cancel(self) -> None:
        """Remove the split line, or stop editing."""
        if self.split_at is None:
            self.cancelled.emit()
        else:
            self.split_at = None
            self.update()

    def begin_split(self) -> None:
        """Show the split line in the middle of the word; the arrow keys and the mouse move it."""
        if self.box is not None and self.box[2] > 1:
            self.split_at = self.box[0] + self.box[2] // 2
            self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._view.rect())
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key not in ARROWS or self.box is None or not self._has_image:
            super().keyPressEvent(event)
            return
        step = max(1, round(1 / self._zoom()))
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            step *= 10
        dx, dy = (step * by for by in ARROWS[key])
        if self.split_at is not None:
            self._aim(self.split_at + dx)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.box = resize(self.box, LOWER_RIGHT, dx, dy, self._page)
        else:
            self.box = move(self.box, dx, dy, self._page)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.box is None or not self._has_image:
            return
        at = event.position()
        if self.split_at is not None:
            self._aim(round(self._to_page(at).x()))
            self.confirm()
            return
        handle = self._handle_at(at)
        if handle is not None:
            self._drag = ("handle", handle, at, self.box)
        elif self._rect(self.box).contains(at):
            self._drag = ("move", 0, at, self.box)
        else:
            self._drag = ("draw", 0, at, self.box)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self.box is None or not self._has_image:
            return
        if self.split_at is not None:
            self._aim(round(self._to_page(at).x()))
        elif self._drag is not None:
            self._drag_to(at)
        else:
            self._show_cursor(at)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._drag = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.box is None or not self._has_image:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = self._rect(self.box)
        dimming = QColor(self._theme.tokens.sheet)
        dimming.setAlpha(_DIMMING)
        around, hole = QPainterPath(), QPainterPath()
        around.addRect(QRectF(self.rect()))
        hole.addRect(rect)
        painter.fillPath(around - hole, dimming)
        painter.setPen(QPen(QColor(self._view.tokens.accent), 2))
        painter.drawRect(rect)
        if self.split_at is not None:
            x = self._rect((self.split_at, self.box[1], 1, self.box[3])).left()
            painter.setPen(QPen(QColor(self._view.tokens.danger), 2))
            painter.drawLine(QPointF(x, rect.top() - 8), QPointF(x, rect.bottom() + 8))
        else:
            painter.setBrush(QColor(self._view.tokens.sheet))
            draw_handles(painter, rect)
        painter.end()

    def _drag_to(self, at: QPointF) -> None:
        assert self._drag is not None
        kind, handle, start, box = self._drag
        first, last = self._to_page(start), self._to_page(at)
        dx, dy = round(last.x() - first.x()), round(last.y() - first.y())
        if kind == "draw":
            self.box = box_between(first.x(), first.y(), last.x(), last.y(), self._page) or box
        else:
            self.box = move(box, dx, dy, self._page) if kind == "move" else resize(box, handle, dx, dy, self._page)

    def _aim(self, column: int) -> None:
        assert self.box is not None
        self.split_at = min(max(column, self.box[0] + 1), self.box[0] + self.box[2] - 1)

    def _show_cursor(self, at: QPointF) -> None:
        handle = self._handle_at(at)
        inside = self.box is not None and self._rect(self.box).contains(at)
        shape = Qt.CursorShape.SizeAllCursor if inside else Qt.CursorShape.CrossCursor
        self.setCursor(shape if handle is None else handle_cursor(handle))

    def _handle_at(self, at: QPointF) -> int | None:
        assert self.box is not None
        point = self._to_page(at)
        return handle_at(self.box, point.x(), point.y(), REACH / self._zoom())

    @property
    def _has_image(self) -> bool:
        """Return whether the page is shown; it is loaded again after a job has written."""
        return self._view.image is not None and not self._view.image.image.isNull()

    def _zoom(self) -> float:
        """Return pixels of the screen to a pixel of the page."""
        image = self._view.image
        return self._view.image_place()[1] * image.scale if image is not None else 1.0

    def _rect(self, box: Box) -> QRectF:
        image, zoom = self._view.image, self._zoom()
        assert image is not None
        target = self._view.image_place()[0]
        x, y = box[0] - image.corner[0], box[1] - image.corner[1]
        return QRectF(target.left() + x * zoom, target.top() + y * zoom, box[2] * zoom, box[3] * zoom)

    def _to_page(self, at: QPointF) -> QPointF:
        image, zoom = self._view.image, self._zoom()
        assert image is not None
        offset = (at - self._view.image_place()[0].topLeft()) / zoom
        return QPointF(image.corner[0] + offset.x(), image.corner[1] + offset.y())


class SingleBoxEditing(QObject):
    """The overlay with its buttons and keys. ``ended()``: the box is no longer edited."""

    ended = Signal()

    def __init__(self, context: ProjectContext, review: ReviewController, view: ExcerptView, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._review, self._view = context, review, view
        self._word_id: int | None = None
        """The word whose box is edited."""
        self.overlay = BoxOverlay(view, context.theme)
        self.bar = QFrame()
        self.progress = MessageBar()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self._add_actions()
        self.overlay.saved.connect(self._save)
        self.overlay.cancelled.connect(self.cancel)
        self.overlay.split_requested.connect(self._split)
        review.images.ready.connect(lambda word_id: self.overlay.update())
        for name in ("split", "join", "accept"):
            self.buttons[name].setIcon(icon(name, "on_accent" if name == "accept" else "ink"))

    @property
    def is_active(self) -> bool:
        """Return whether a box is being edited."""
        return self._word_id is not None

    def begin(self) -> None:
        """Edit the box of the word under review."""
        card = self._review.card
        if self._context.session.read_only or self.is_active or card is None:
            return
        if not self.overlay.begin():
            self._context.notifications.info(self.tr("This word has no box on a page that could be changed."))
            return
        self._word_id = card.word_id
        self._view.shows_outline = False
        self._view.update()
        self.bar.show()

    def cancel(self) -> int | None:
        """Stop editing; the box stays as it was. Return its word, None if none was edited."""
        word_id, self._word_id = self._word_id, None
        if word_id is not None:
            self._view.shows_outline = True
            self._view.update()
            self.overlay.end()
            self.bar.hide()
            self.ended.emit()
        return word_id

    def leave(self) -> None:
        """Stop editing because another word is shown; a box that was changed is saved."""
        if self.is_active and self.overlay.is_changed and self.overlay.box is not None:
            self._save(self.overlay.box)
        self.cancel()

    def join(self, by: int) -> None:
        """Join the word with the next (1) or previous (-1) one of its line."""
        if (word_id := self.cancel()) is not None:
            self._review.join(word_id, by)

    def show_state(self) -> None:
        """Show whether words with new boxes are being read again."""
        if not self._review.readings:
            self.progress.dismiss()
        elif self._context.session.jobs.current in self._review.readings:
            self.progress.show_message(self.tr("Reading the new box …"), busy=True)
        else:
            self.progress.show_message(self.tr("The new box is read when the running job has ended."), busy=True)

    def _save(self, box: Box) -> None:
        if (word_id := self.cancel()) is not None:
            self._review.change_box(word_id, box)

    def _split(self, at_x: int) -> None:
        if (word_id := self.cancel()) is not None:
            self._review.split_box(word_id, at_x)

    def _lay_out(self) -> None:
        self.bar.setObjectName("sheet")
        hint = label(self.tr("Arrows move, Shift+arrows resize; drag beside the frame to draw it again."), "caption")
        texts = {
            "split": (self.tr("Split (S)"), self.overlay.begin_split),
            "previous": (self.tr("Join with previous (Shift+J)"), partial(self.join, -1)),
            "join": (self.tr("Join with next (J)"), partial(self.join, 1)),
            "accept": (self.tr("Save (Enter)"), self.overlay.confirm),
            "cancel": (self.tr("Cancel (Esc)"), self.overlay.cancel),
        }
        for name, (text, run) in texts.items():
            button = push_button(text, lambda checked=False, run=run: run())
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.buttons[name] = button
        self.buttons["accept"].setProperty("kind", "primary")
        column(row(*self.buttons.values(), 1), hint, parent=self.bar, margins=(16, 8, 16, 8), spacing=4)
        self.bar.hide()

    def _add_actions(self) -> None:
        add = partial(self._context.actions.add, self.overlay, view="review")
        add(self.tr("Save the box, or split at the line"), self.overlay.confirm, shortcut=["Return", "Enter"])
        add(self.tr("Leave the box as it was"), self.overlay.cancel, shortcut="Esc")
        add(self.tr("Split the word"), self.overlay.begin_split, shortcut="S")
        add(self.tr("Join with the next word"), partial(self.join, 1), shortcut="J")
        add(self.tr("Join with the previous word"), partial(self.join, -1), shortcut="Shift+J")
