"""The facts about a word that results show beside its image, read in the background for the words on the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.session.session import Session
from core.lexicon.text import nfc
from core.project.content.pages import page_names
from core.project.content.words import get_words, word_summaries
from core.project.project import Project

_MAX_CACHED = 20_000
_BATCH = 200


@dataclass(frozen=True, slots=True)
class WordInfo:
    """A word: its state, its transcription, else its suggestion ("" for none; in NFC), and the name of its page."""

    word_id: int
    state: str
    text: str
    page: str


def read_word_infos(project: Project, ids: Sequence[int], model: str | None) -> list[WordInfo]:
    """Read these words with ``model``'s predictions; leave out ids that do not exist."""
    summaries = {summary.word_id: summary for summary in word_summaries(project, ids, model)}
    pages = page_names(project)
    return [
        WordInfo(
            row.id,
            summaries[row.id].state,
            nfc(summaries[row.id].text or ""),
            pages.get(row.page_id, "") if row.page_id is not None else row.page_label or row.name or "",
        )
        for row in get_words(project, ids)
        if row.id in summaries
    ]


class WordInfoCache(QObject):
    """Infos by word id. ``changed()``: some have arrived or were dropped."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._cached: dict[int, WordInfo] = {}
        self._queue: dict[int, None] = {}
        self._model: str | None = None
        self._version = 0
        self._start_timer = QTimer(self, singleShot=True, interval=0)
        self._start_timer.timeout.connect(self._read)

    def get(self, word_id: int) -> WordInfo | None:
        """Return the info if it is in memory; otherwise request it and return None for now."""
        info = self._cached.get(word_id)
        if info is None:
            # the latest requests are read first: they are on the screen
            self._queue.pop(word_id, None)
            self._queue[word_id] = None
            self._start_timer.start()
        return info

    def forget(self, word_ids: Iterable[int] | None = None) -> None:
        """Drop these words (None: all), which may have changed."""
        self._version += 1
        if word_ids is None:
            self._cached.clear()
            model = self._session.active_model()
            self._model = model.name if model else None
        else:
            for word_id in word_ids:
                self._cached.pop(word_id, None)
        self.changed.emit()

    def _read(self) -> None:
        ids, model, version = list(self._queue)[-_BATCH:], self._model, self._version
        self._queue.clear()
        self._session.query(
            lambda project: read_word_infos(project, ids, model),
            lambda infos: self._receive(infos, version),
            owner=self,
            key="search-infos",
        )

    def _receive(self, infos: list[WordInfo], version: int) -> None:
        # infos read before a change are dropped: the repaint requests them again
        if version == self._version:
            if len(self._cached) > _MAX_CACHED:
                self._cached.clear()
            self._cached.update((info.word_id, info) for info in infos)
        self.changed.emit()
