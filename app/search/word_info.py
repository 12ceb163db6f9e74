"""The facts about a word that results show beside its image, read in the background for the words on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject

from app.background.image_loader import ImageLoader
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


class WordInfoCache(ImageLoader):
    """Infos by word id, loaded as images are. ``ready(word_id)``: one has arrived."""

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent, max_size=_MAX_CACHED, size=lambda info: 1, batch=_BATCH, max_queued=_BATCH)
        self._session = session

    def _load(self, requests: dict[int, Any]) -> None:
        ids, model = list(requests), self._session.active_model()
        name = model.name if model else None

        def receive(infos: list[WordInfo]) -> None:
            found = {info.word_id: info for info in infos}
            self._receive([(word_id, found.get(word_id), "") for word_id in ids])

        def fail(error: Exception) -> None:
            receive([])
            self._session.failed.emit(error)

        self._session.query(lambda project: read_word_infos(project, ids, name), receive, owner=self, on_error=fail)
