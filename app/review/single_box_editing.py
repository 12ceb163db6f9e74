"""Editing the box of the word under review: move, resize, draw, split and join, then read it again at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton

from app.context import ProjectContext
from app.review.box_overlay import BoxOverlay
from app.review.edits import join_with_neighbour
from app.review.excerpt_view import ExcerptView
from app.review.review_session import ReviewSession
from app.session.jobs import Job, Outcome
from app.session.worker import error_message
from app.style.icons import icon
from app.widgets.builders import column, label, row
from app.widgets.message_bar import MessageBar
from core.geometry import Box
from core.jobs.requests import RecogniseRequest
from core.project.changes import WORDS
from core.project.content.word_edits import change_box, split_word
from core.project.project import Project


class SingleBoxEditing(QObject):
    """The overlay with its buttons and keys, and the edits. ``ended()``: the box is no longer edited."""

    ended = Signal()

    def __init__(self, context: ProjectContext, review: ReviewSession, view: ExcerptView, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._review, self._view = context, review, view
        self._word_id: int | None = None
        """The word whose box is edited."""
        self._jobs: list[Job] = []
        """The unreported jobs that read corrected words again."""
        self.overlay = BoxOverlay(view, context.theme)
        self.bar = QFrame()
        self.progress = MessageBar()
        self.buttons: dict[str, QPushButton] = {}
        self._lay_out()
        self._add_actions()
        self.overlay.saved.connect(self._save)
        self.overlay.cancelled.connect(self.cancel)
        self.overlay.split_requested.connect(self._split)
        review.images.ready.connect(lambda _: self.overlay.update())
        context.theme.changed.connect(self._paint)
        self._paint()

    @property
    def is_active(self) -> bool:
        """Return whether a box is being edited."""
        return self._word_id is not None

    @property
    def is_own_write(self) -> bool:
        """Return whether the job that has just written is the one that read corrected words again."""
        return any(job.outcome is not None for job in self._jobs)

    def begin(self) -> None:
        """Edit the box of the word under review."""
        card = self._review.card
        if self._context.session.read_only or self.is_active or card is None:
            return
        if not self.overlay.begin():
            self._review.message.emit(self.tr("This word has no box on a page that could be changed."))
            return
        self._word_id = card.word_id
        self._view.shows_outline = False
        self._view.update()
        self.bar.show()

    def cancel(self) -> None:
        """Stop editing; the box stays as it was."""
        if self.is_active:
            self._word_id = None
            self._view.shows_outline = True
            self._view.update()
            self.overlay.end()
            self.bar.hide()
            self.ended.emit()

    def leave(self) -> None:
        """Stop editing because another word is shown; a box that was changed is saved."""
        if self.is_active and self.overlay.is_changed and self.overlay.box is not None:
            self._save(self.overlay.box)
        self.cancel()

    def join(self, by: int) -> None:
        """Join the word with the next (1) or previous (-1) one of its line."""
        word_id = self._word_id
        if word_id is None:
            return

        def joined(result: tuple[int, int]) -> None:
            new, neighbour = result
            self._made(word_id, [new], [word_id, neighbour], self.tr("Joined."))

        self._execute(lambda project: join_with_neighbour(project, word_id, by), None, joined)
        self.cancel()

    def _save(self, box: Box) -> None:
        word_id = self._word_id
        if word_id is None:
            return
        self._context.session.crops.forget([word_id])
        self._execute(
            lambda project: change_box(project, word_id, box), [word_id], lambda _: self._read_again([word_id])
        )
        self.cancel()

    def _split(self, at_x: int) -> None:
        word_id = self._word_id
        if word_id is None:
            return
        self._execute(
            lambda project: split_word(project, word_id, at_x),
            None,
            lambda new: self._made(word_id, list(new), [word_id], self.tr("Split in two.")),
        )
        self.cancel()

    def _made(self, word_id: int, new: Sequence[int], before: Sequence[int], message: str) -> None:
        """Show the words that an edit made instead of the word, and have them read."""
        card = self._review.card
        was_checked = card is not None and card.word_id == word_id and card.transcription is not None
        self._review.replace_word(word_id, new, before)
        if was_checked:
            message += " " + self.tr("The transcription is kept with the old box; Undo restores it.")
        self._context.notifications.info(message, self.tr("Undo"), self._context.session.undo)
        self._read_again(new)

    def _execute(self, edit: Callable[[Project], Any], ids: list[int] | None, on_result: Callable[[Any], None]) -> None:
        self._context.session.execute(edit, changes=[WORDS], word_ids=ids, on_result=on_result, on_error=self._failed)

    def _failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))

    def _read_again(self, ids: Sequence[int]) -> None:
        """Have the active model read these words, in a child process."""
        if self._review.model is None:
            return
        job = self._context.session.jobs.start(RecogniseRequest(ids=tuple(ids)))
        self._jobs.append(job)
        job.finished.connect(lambda outcome, job=job: self._read(job, outcome))
        if self._context.session.jobs.current is job:
            text = self.tr("Reading the new box …")
        else:
            text = self.tr("The new box is read when the running job has ended.")
        self.progress.show_message(text, busy=True)

    def _read(self, job: Job, outcome: Outcome) -> None:
        self._jobs.remove(job)
        if not self._jobs:
            self.progress.dismiss()
        if not outcome.ok and not outcome.stopped:
            self._context.notifications.error(outcome.text)

    def _lay_out(self) -> None:
        self.bar.setObjectName("sheet")
        hint = label(self.tr("Arrows move, Shift+arrows resize; drag beside the frame to draw it anew."), "caption")
        texts = {
            "split": (self.tr("Split (S)"), self.overlay.begin_split),
            "previous": (self.tr("Join with previous (Shift+J)"), partial(self.join, -1)),
            "join": (self.tr("Join with next (J)"), partial(self.join, 1)),
            "accept": (self.tr("Save (Enter)"), self.overlay.confirm),
            "cancel": (self.tr("Cancel (Esc)"), self.overlay.cancel),
        }
        for name, (text, run) in texts.items():
            button = QPushButton(text)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, run=run: run())
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

    def _paint(self) -> None:
        tokens = self._context.theme.tokens
        for name in ("split", "join", "accept"):
            self.buttons[name].setIcon(icon(name, tokens.on_accent if name == "accept" else tokens.ink))
