"""Editing the box of the word under review: move, resize, draw, split and join, then read it again at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton

from app.context import ProjectContext
from app.review.box_overlay import BoxOverlay
from app.review.controller import ReviewController
from app.review.excerpt_view import ExcerptView
from app.style.icons import icon
from app.widgets.builders import column, label, push_button, row
from app.widgets.message_bar import MessageBar
from core.geometry import Box


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
        review.images.ready.connect(self._image_ready)
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

    def _image_ready(self) -> None:
        self.overlay.update()

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
