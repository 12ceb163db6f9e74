"""Reading words on the page: which one is in hand, its editor under it, and what is typed kept in any case."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Signal

from app.context import ProjectContext
from app.page.canvas import Canvas
from app.page.completion_popup import MOST
from app.page.editor import Editor
from app.page.edits import as_kept, keep_text
from app.page.page_model import PageModel
from app.page.page_queries import WordDetails, read_details
from app.session.changes import WORDS
from app.session.worker import error_message
from core.project.query.search import complete_word

_ROOM = 176
"""Room kept free under a word for its editor, in the window's pixels."""


class TranscriptionController(QObject):
    """``details(WordDetails)``: what is known of the one selected word, when it was read."""

    details = Signal(object)

    def __init__(self, context: ProjectContext, sheet: PageModel, canvas: Canvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._session = context, context.session
        self._sheet, self._canvas = sheet, canvas
        self._unkept: dict[int, str] = {}
        """What was typed and could not be written; shown again when the word is opened."""
        self.editor = Editor(canvas.viewport(), context.session.read_only_message)
        self.editor.saved.connect(self._save)
        self.editor.typing.connect(self._ask_completions)
        self.editor.left.connect(self._leave_word)
        self.editor.closed.connect(canvas.setFocus)
        canvas.picked.connect(self.open)
        canvas.chosen.connect(self._chosen)
        canvas.view_changed.connect(self.place)
        sheet.refreshed.connect(self._refreshed)

    def open(self, word_id: int) -> None:
        """Begin to read a word: select it, bring it into view, put the editor under it."""
        self.keep_typed()
        word = self._sheet.word(word_id)
        if word is None:
            return
        self._canvas.select([word_id])
        self._canvas.reveal(word.box, _ROOM)
        self.editor.open(word_id, word.text or "", self._unkept.pop(word_id, None))
        self.place()
        self.ask_details()

    def close(self) -> None:
        """Keep what was typed and put the editor away; the keys then belong to the page again."""
        self.keep_typed()
        had_keys = self.editor.line.hasFocus()
        self.editor.close_quietly()
        if had_keys:
            self._canvas.setFocus()

    def keep_typed(self) -> None:
        """Write what was typed and not kept yet."""
        if taken := self.editor.take():
            self._write(*taken)

    def step(self, by: int) -> None:
        """Go to the next (1) or the one before (-1) of the words shown, in reading order."""
        word_id = self.neighbour(by)
        if word_id is None:
            return
        if self.editor.word_id is not None:
            self.open(word_id)
        else:
            self._canvas.select([word_id])
            if word := self._sheet.word(word_id):
                self._canvas.reveal(word.box)

    def neighbour(self, by: int) -> int | None:
        """The word ``by`` places on from the one in hand, among those shown; None past the ends."""
        here = self._canvas.word(self._canvas.selection[-1]) if self._canvas.selection else None
        shown = self._canvas.outlines.shown
        if here is None:
            return shown[0].id if shown else None
        if by > 0:
            return next((word.id for word in shown if word.order > here.order), None)
        return next((word.id for word in reversed(shown) if word.order < here.order), None)

    def place(self) -> None:
        """Put the editor under its word, or over it when there is no room below."""
        word = self._sheet.word(self.editor.word_id)
        if word is None:
            return
        window, editor = self._canvas.viewport().rect(), self.editor
        box = QRectF(*self._canvas.view.rect_to_window(word.box))
        x = min(max(8, round(box.left())), max(8, window.width() - editor.width() - 8))
        y = round(box.bottom()) + 8
        if y + editor.height() > window.height() and box.top() - 8 - editor.height() > 0:
            y = round(box.top()) - 8 - editor.height()
        editor.move(x, y)

    def ask_details(self) -> None:
        """Read what is known of the one selected word; ``details`` follows."""
        if len(self._canvas.selection) != 1:
            return
        word_id, model = self._canvas.selection[0], self._sheet.model
        self._session.query(
            lambda project: read_details(project, word_id, model), self._take, owner=self, key="page-details"
        )

    def _take(self, details: WordDetails) -> None:
        if self.editor.word_id == details.word_id:
            self.editor.set_choices(details.candidates)
            self.place()
        if self._canvas.selection == [details.word_id]:
            self.details.emit(details)

    def _ask_completions(self, text: str) -> None:
        self._session.query(
            lambda project: complete_word(project, text, MOST),
            lambda words: self._offer(text, words),
            owner=self,
            key="page-complete",
        )

    def _offer(self, text: str, words: list[str]) -> None:
        self.editor.offer(text, words)
        self.place()

    def _save(self, text: str, step: int) -> None:
        word_id = self.editor.word_id
        if word_id is None:
            return
        onwards = self.neighbour(step)
        self._write(word_id, text)
        self._go(onwards)

    def _leave_word(self, step: int) -> None:
        self._go(self.neighbour(step))

    def _go(self, word_id: int | None) -> None:
        if word_id is not None:
            self.open(word_id)
        else:
            self.editor.cancel()

    def _write(self, word_id: int, text: str) -> None:
        model = self._sheet.model
        if (word := self._sheet.word(word_id)) is not None:
            self._sheet.put([as_kept(word, text)])
        self._session.execute(
            lambda project: keep_text(project, word_id, text, model),
            changes=[WORDS],
            word_ids=[word_id],
            on_error=lambda error: self._not_kept(word_id, text, error),
        )

    def _not_kept(self, word_id: int, text: str, error: Exception) -> None:
        self._unkept[word_id] = text
        told = self.tr("“{0}” could not be written: {1} What you typed stands ready in the word's editor.")
        self._context.notifications.error(
            told.format(text, error_message(error)),
            self.tr("Show the word"),
            lambda: self._context.go("page", word_id=word_id),
        )
        self._sheet.reload()

    def _chosen(self) -> None:
        selection = self._canvas.selection
        if self.editor.word_id is not None and selection != [self.editor.word_id]:
            self.close()
        if self.editor.word_id is None:
            self.ask_details()

    def _refreshed(self) -> None:
        word = self._sheet.word(self.editor.word_id)
        if word is not None:
            self.editor.refresh(word.text or "")
            self.place()
        elif self.editor.word_id is not None:
            self.close()
        self.ask_details()
