"""Facts of the words on the screen, fetched in the background a screenful at a time."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal

from app.search.word_info import WordInfo, word_info
from app.session.session import Session

MOST_KEPT = 20_000
_BATCH = 200


class WordInfoCache(QObject):
    """``get(word_id)`` gives the facts if they are here, else asks for them and emits ``arrived`` later."""

    arrived = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._kept: dict[int, WordInfo] = {}
        self._wanted: dict[int, None] = {}
        self._model: str | None = None
        self._age = 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fetch)

    def get(self, word_id: int) -> WordInfo | None:
        """What is known now; None means that it will come."""
        facts = self._kept.get(word_id)
        if facts is None:
            # wished for last, fetched first: that is where the person looks now
            self._wanted.pop(word_id, None)
            self._wanted[word_id] = None
            self._soon.start()
        return facts

    def forget(self, word_ids: Iterable[int] | None = None) -> None:
        """These words (None: all) may have changed; they are fetched again when next asked for."""
        self._age += 1
        if word_ids is None:
            self._kept.clear()
            model = self._session.active_model()
            self._model = model.name if model else None
        else:
            for word_id in word_ids:
                self._kept.pop(word_id, None)
        self.arrived.emit()

    def _fetch(self) -> None:
        ids, model, age = list(self._wanted)[-_BATCH:], self._model, self._age
        self._wanted.clear()
        self._session.query(
            lambda project: word_info(project, ids, model),
            lambda found: self._take(found, age),
            owner=self,
            key="search-facts",
        )

    def _take(self, found: list[WordInfo], age: int) -> None:
        if age != self._age:
            # read before something changed: asked for again with the next drawing
            self.arrived.emit()
            return
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        self._kept.update((facts.word_id, facts) for facts in found)
        self.arrived.emit()
