"""Transcribing words on the page: opens the editor under a word, moves from word to word, and saves what was typed."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Signal

from app.context import ProjectContext
from app.look_alike_finder import LookAlikeFinder
from app.page.canvas import PageCanvas
from app.page.editor import MAX_COMPLETIONS, Editor
from app.page.edits import save_transcription, with_transcription
from app.page.page_model import PageModel
from app.page.page_queries import WordDetails, read_details
from app.session.worker import error_message
from app.widgets.accessibility import announce_saved
from core.project.changes import WORDS
from core.project.content.transcriptions import confirm_aligned
from core.project.content.words import WordState
from core.project.query.search import complete_word

_EDITOR_SPACE = 176
"""Pixels of the window kept free under a word for its editor."""
_MARGIN = 8


class TranscriptionController(QObject):
    """``details_read(WordDetails)``: the details of the only selected word were read."""

    details_read = Signal(object)

    def __init__(self, context: ProjectContext, page: PageModel, canvas: PageCanvas, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._session = context, context.session
        self._page, self._canvas = page, canvas
        self._finder = LookAlikeFinder.for_context(context)
        self._unsaved: dict[int, str] = {}
        """Texts that could not be saved; they are shown again when the word is opened."""
        self.editor = Editor(canvas.viewport(), context.session.read_only_message)
        self.editor.saved.connect(self._save)
        self.editor.typed.connect(self._complete)
        self.editor.skipped.connect(lambda step: self._open_or_close(self.neighbour(step)))
        self.editor.closed.connect(canvas.setFocus)
        canvas.transcription_requested.connect(self.open)
        canvas.selection_changed.connect(self._selection_changed)
        canvas.view_changed.connect(self.place_editor)
        page.refreshed.connect(self._refreshed)

    def open(self, word_id: int) -> None:
        """Select a word, bring it into view and open the editor under it."""
        self.save_typed()
        word = self._page.word(word_id)
        if word is None:
            return
        self._canvas.select([word_id])
        self._canvas.reveal(word.box, _EDITOR_SPACE)
        self.editor.open(word_id, word.text or "", self._unsaved.pop(word_id, None))
        self.place_editor()
        self.load_details()

    def close(self) -> None:
        """Save what was typed and close the editor; if it had the focus, the page gets it."""
        self.save_typed()
        had_focus = self.editor.line.hasFocus()
        self.editor.dismiss()
        if had_focus:
            self._canvas.setFocus()

    def save_typed(self) -> None:
        """Save what was typed and not saved yet."""
        if unsaved := self.editor.take_unsaved():
            self._write(*unsaved)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) visible word in reading order."""
        word_id = self.neighbour(by)
        if word_id is None:
            return
        if self.editor.word_id is not None:
            self.open(word_id)
        else:
            self._canvas.select([word_id])
            if word := self._page.word(word_id):
                self._canvas.reveal(word.box)

    def go_to_unsure(self, step: int) -> bool:
        """Open the next (1) or previous (-1) unsure word that is visible; return False if the page has no more."""
        current = self._canvas.word(self._canvas.selection[-1]) if self._canvas.selection else None
        words = [word for word in self._canvas.outlines.visible_words if word.is_unsure]
        if current is not None:
            words = [word for word in words if (word.order > current.order if step > 0 else word.order < current.order)]
        if words:
            self.open(words[0 if step > 0 else -1].id)
        return bool(words)

    def confirm_selected(self) -> None:
        """Accept the texts of the selected words that were aligned automatically."""
        words = [word for selected in self._canvas.selection if (word := self._page.word(selected))]
        aligned = [word for word in words if word.state == WordState.ALIGNED]
        if not aligned:
            text = self.tr("Select words that were aligned automatically, to confirm that their boxes fit their texts.")
            self._context.notifications.info(text)
            return
        ids = [word.id for word in aligned]
        self._page.replace_words([with_transcription(word, word.text or "") for word in aligned])
        self._session.execute(
            lambda project: confirm_aligned(project, ids),
            changes=[WORDS],
            word_ids=ids,
            owner=self,
            on_error=self._confirm_failed,
        )

    def _confirm_failed(self, error: Exception) -> None:
        self._context.notifications.error(self.tr("Nothing was changed: {0}").format(error_message(error)))
        self._page.reload()

    def neighbour(self, by: int) -> int | None:
        """Return the visible word after (1) or before (-1) the selected one; None beyond the ends."""
        current = self._canvas.word(self._canvas.selection[-1]) if self._canvas.selection else None
        words = self._canvas.outlines.visible_words
        if current is None:
            return words[0].id if words else None
        if by > 0:
            return next((word.id for word in words if word.order > current.order), None)
        return next((word.id for word in reversed(words) if word.order < current.order), None)

    def place_editor(self) -> None:
        """Move the editor under its word, or above it if there is no space below."""
        word = self._page.word(self.editor.word_id)
        if word is None:
            return
        window, editor = self._canvas.viewport().rect(), self.editor
        box = QRectF(*self._canvas.view.rect_to_window(word.box))
        x = min(max(_MARGIN, round(box.left())), max(_MARGIN, window.width() - editor.width() - _MARGIN))
        y = round(box.bottom()) + _MARGIN
        if y + editor.height() > window.height() and box.top() - _MARGIN - editor.height() > 0:
            y = round(box.top()) - _MARGIN - editor.height()
        editor.move(x, y)

    def load_details(self) -> None:
        """Read the details of the only selected word; ``details_read`` follows."""
        if len(self._canvas.selection) != 1:
            return
        word_id, model = self._canvas.selection[0], self._page.model_name
        self._session.query(
            lambda project: read_details(project, word_id, model), self._show_details, owner=self, key="page-details"
        )

    def _show_details(self, details: WordDetails) -> None:
        if self.editor.word_id == details.word_id:
            self.editor.show_candidates(details.candidates)
            self.place_editor()
        if self._canvas.selection == [details.word_id]:
            self.details_read.emit(details)

    def _complete(self, text: str) -> None:
        self._session.query(
            lambda project: complete_word(project, text, MAX_COMPLETIONS),
            lambda words: self._show_completions(text, words),
            owner=self,
            key="page-complete",
        )

    def _show_completions(self, text: str, words: list[str]) -> None:
        self.editor.show_completions(text, words)
        self.place_editor()

    def _save(self, text: str, step: int) -> None:
        if (word_id := self.editor.word_id) is not None:
            following = self.neighbour(step)
            self._write(word_id, text)
            self._open_or_close(following)

    def _open_or_close(self, word_id: int | None) -> None:
        if word_id is not None:
            self.open(word_id)
        else:
            self.editor.cancel()

    def _write(self, word_id: int, text: str) -> None:
        model, predicted = self._page.model_name, None
        if (word := self._page.word(word_id)) is not None:
            predicted = word.predicted
            self._page.replace_words([with_transcription(word, text)])
        self._session.execute(
            lambda project: save_transcription(project, word_id, text, model),
            changes=[WORDS],
            word_ids=[word_id],
            owner=self,
            on_result=lambda _: self._look_for_more(word_id, text.strip(), predicted),
            on_error=lambda error: self._write_failed(word_id, text, error),
        )

    def _look_for_more(self, word_id: int, text: str, predicted: str | None) -> None:
        """Announce that a word was transcribed, and offer its look-alikes."""
        announce_saved(self._canvas, text)
        if text:
            self._finder.look(word_id, text, accepted=text == predicted)

    def _write_failed(self, word_id: int, text: str, error: Exception) -> None:
        self._unsaved[word_id] = text
        message = self.tr("“{0}” could not be saved: {1} The text is kept and shown again in the editor of the word.")
        self._context.notifications.error(
            message.format(text, error_message(error)),
            self.tr("Show the word"),
            lambda: self._context.go("page", word_id=word_id),
        )
        self._page.reload()

    def _selection_changed(self) -> None:
        selection = self._canvas.selection
        if self.editor.word_id is not None and selection != [self.editor.word_id]:
            self.close()
        if self.editor.word_id is None:
            self.load_details()

    def _refreshed(self) -> None:
        word = self._page.word(self.editor.word_id)
        if word is not None:
            self.editor.refresh(word.text or "")
            self.place_editor()
        elif self.editor.word_id is not None:
            self.close()
        self.load_details()
