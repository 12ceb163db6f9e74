"""The open page: its words, kept up to date with the project."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.page.page_queries import PageContent, PageWord, read_content, read_words
from app.session.changes import Changed
from app.session.session import Session
from app.session.worker import error_message
from core.project.changes import MODELS, PAGES, PREDICTIONS, WORDS

_QUERY_KEY = "page-words"
"""Only the latest query is answered: it asks for all stale words."""


class PageModel(QObject):
    """``opened()``: another page was read. ``refreshed()``: its words changed. ``failed(message)``."""

    opened = Signal()
    refreshed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.content: PageContent | None = None
        self.page_id: int | None = None
        """The page that was requested; ``content`` is None until it was read."""
        self._by_id: dict[int, PageWord] = {}
        self._stale: set[int] = set()
        self._all_stale = False
        session.changed.connect(self._changed)

    @property
    def words(self) -> tuple[PageWord, ...]:
        return self.content.words if self.content else ()

    @property
    def is_stale(self) -> bool:
        """Return whether words have changed that are not read again yet."""
        return self._all_stale or bool(self._stale)

    @property
    def model_name(self) -> str | None:
        """The model whose predictions are shown."""
        return self.content.model.name if self.content and self.content.model else None

    def word(self, word_id: int | None) -> PageWord | None:
        return self._by_id.get(word_id) if word_id is not None else None

    def open(self, page_id: int) -> None:
        """Show another page; ``opened`` follows."""
        self.page_id = page_id
        self._set_content(None)
        self.reload()

    def close(self) -> None:
        """Show no page."""
        self.page_id = None
        self._set_content(None)

    def reload(self) -> None:
        """Read the whole page again."""
        if self.page_id is not None:
            self._all_stale = True
            self._read_stale()

    def replace_words(self, words: Iterable[PageWord]) -> None:
        """Show these words at once; they are read again after the edit is written."""
        if self.content is not None:
            changed = {word.id: word for word in words}
            self._set_content(replace(self.content, words=tuple(changed.get(w.id, w) for w in self.words)))
            self.refreshed.emit()

    def _changed(self, changed: Changed) -> None:
        if self.page_id is None or not changed.touches(WORDS, PAGES, PREDICTIONS, MODELS):
            return
        if changed.word_ids is None or changed.touches(PAGES, MODELS):
            self._all_stale = True
        else:
            self._stale |= changed.word_ids
        self._read_stale()

    def _read_stale(self) -> None:
        page_id, model, ids = self.page_id, self.model_name, sorted(self._stale)
        if self._all_stale or self.content is None:
            assert page_id is not None
            self._session.query(
                lambda project: read_content(project, page_id),
                self._receive_content,
                owner=self,
                key=_QUERY_KEY,
                on_error=lambda error: self.failed.emit(error_message(error)),
            )
        elif ids:
            self._session.query(
                lambda project: read_words(project, ids, model),
                lambda words: self._receive_words(ids, words),
                owner=self,
                key=_QUERY_KEY,
            )

    def _receive_content(self, content: PageContent) -> None:
        is_first = self.content is None
        self._stale.clear()
        self._all_stale = False
        self._forget_moved_crops(content.words)
        self._set_content(content)
        (self.opened if is_first else self.refreshed).emit()

    def _receive_words(self, ids: list[int], read: dict[int, PageWord]) -> None:
        if self.content is None:
            return
        self._stale.difference_update(ids)
        stale = set(ids)
        words = [word for word in self.words if word.id not in stale]
        words += [word for word in read.values() if word.page_id == self.content.page.id]
        words.sort(key=lambda word: word.order)
        self._forget_moved_crops(words)
        self._set_content(replace(self.content, words=tuple(words)))
        self.refreshed.emit()

    def _forget_moved_crops(self, words: Sequence[PageWord]) -> None:
        """Drop the images of words whose boxes changed, so that they are cut again."""
        before = self._by_id
        if moved := [w.id for w in words if w.id in before and before[w.id].box != w.box]:
            self._session.crops.forget(moved)

    def _set_content(self, content: PageContent | None) -> None:
        self.content = content
        self._by_id = {word.id: word for word in self.words}
