"""The page that is open: its words as they are now, read anew as the project changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.page.page_queries import PageContent, PageWord, merged, read_content, read_words
from app.session.changes import MODELS, PAGES, PREDICTIONS, WORDS, Changed
from app.session.session import Session
from app.session.worker import error_message
from core.project.project import Project

_KEY = "page-words"


class PageModel(QObject):
    """``opened()``: another page is there. ``refreshed()``: its words changed. ``failed(sentence)``."""

    opened = Signal()
    refreshed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.content: PageContent | None = None
        self.page_id: int | None = None
        """The page asked for; ``content`` is of it, or None until it was read."""
        self._by_id: dict[int, PageWord] = {}
        self._stale: set[int] = set()
        self._all_stale = False
        session.changed.connect(self._changed)

    @property
    def words(self) -> tuple[PageWord, ...]:
        return self.content.words if self.content else ()

    @property
    def model(self) -> str | None:
        """The model whose predictions are shown."""
        return self.content.model if self.content else None

    def word(self, word_id: int | None) -> PageWord | None:
        return self._by_id.get(word_id) if word_id is not None else None

    def open(self, page_id: int) -> None:
        """Show another page; ``opened`` follows."""
        self.page_id = page_id
        self._take(None)
        self._all_stale = True
        self._ask()

    def close(self) -> None:
        """There is no page to show."""
        self.page_id = None
        self._take(None)

    def reload(self) -> None:
        """Read the whole page anew."""
        if self.page_id is not None:
            self._all_stale = True
            self._ask()

    def put(self, words: Sequence[PageWord]) -> None:
        """Show these words so at once, ahead of what is read after the edit."""
        if self.content is not None:
            again = {word.id: word for word in words}
            self._take(replace(self.content, words=tuple(again.get(w.id, w) for w in self.words)))
            self.refreshed.emit()

    def _changed(self, changed: Changed) -> None:
        if self.page_id is None or not changed.touches(WORDS, PAGES, PREDICTIONS, MODELS):
            return
        if changed.word_ids is None or changed.touches(PAGES, MODELS):
            self._all_stale = True
        else:
            self._stale |= changed.word_ids
        self._ask()

    def _ask(self) -> None:
        page_id, model, ids = self.page_id, self.model, sorted(self._stale)
        if self._all_stale or self.content is None:
            assert page_id is not None
            self._session.query(
                lambda project: read_content(project, page_id),
                lambda content: self._took_all(page_id, content),
                owner=self,
                key=_KEY,
                on_error=lambda error: self.failed.emit(error_message(error)),
            )
        elif ids:
            # the key makes the latest question the only one that is answered: it asks for all that is stale
            def some(project: Project) -> dict[int, PageWord]:
                return read_words(project, ids, model)

            self._session.query(some, lambda found: self._took_some(ids, found), owner=self, key=_KEY)

    def _took_all(self, page_id: int, content: PageContent) -> None:
        first = self.content is None
        self._stale.clear()
        self._all_stale = False
        self._forget_crops(content.words)
        self._take(content)
        if first:
            self.opened.emit()
        else:
            self.refreshed.emit()

    def _took_some(self, ids: list[int], found: dict[int, PageWord]) -> None:
        if self.content is None:
            return
        self._stale.difference_update(ids)
        words = merged(self.words, ids, found, self.content.page.id)
        self._forget_crops(words)
        self._take(replace(self.content, words=tuple(words)))
        self.refreshed.emit()

    def _forget_crops(self, words: Sequence[PageWord]) -> None:
        """Pictures of words whose boxes changed must be cut anew."""
        before = self._by_id
        moved = [w.id for w in words if w.id in before and before[w.id].box != w.box]
        if moved:
            self._session.crops.forget(moved)

    def _take(self, content: PageContent | None) -> None:
        self.content = content
        self._by_id = {word.id: word for word in self.words}
