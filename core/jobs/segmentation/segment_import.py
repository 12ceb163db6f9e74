"""Finding words on the pages of a source before it is imported, so that the whole is one edit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.errors import DuctusError, Stopped
from core.events import Listener
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.jobs.segmentation.segment import cut_page
from core.project.files.file_store import fingerprint
from core.project.project import Project


def segment_found(
    project: Project, found: SourceContents, emit: Listener, *, role: str | None, should_stop: Callable[[], bool]
) -> tuple[SourceContents, list[int]]:
    """Give words to every page of ``found`` that has none and that the project does not hold yet.

    Words without text get ``role``. Returns what was found with those words, and the ids of pages without
    words in the source that the project holds. A page that cannot be read is told of and left. Raises Stopped
    when asked to stop.
    """
    held: list[int] = []
    pages: list[PageRecord] = []
    known = _Known(project)
    total = sum(not page.words for page in found.pages)
    done = 0
    for page in found.pages:
        if page.words:
            pages.append(page)
            continue
        if should_stop():
            raise Stopped("Stopped; nothing was imported.")
        try:
            if (page_id := known.page_id(page)) is None:
                page = _with_words(page, emit, role)
            else:
                held.append(page_id)
        except DuctusError as error:
            text = f"No words were looked for on page {page.image.name}: {error}"
            emit({"event": "note", "text": text})
        pages.append(page)
        done += 1
        emit({"event": "progress", "part": "pages", "done": done, "total": total})
    return replace(found, pages=tuple(pages)), held


class _Known:
    """Which pages the project holds already; each image is hashed once, however many pages it has."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._hashes: dict[Path, str] = {}

    def page_id(self, page: PageRecord) -> int | None:
        if page.image not in self._hashes:
            self._hashes[page.image] = fingerprint(page.image)[0]
        row = self._project.one(
            "SELECT p.id FROM page AS p JOIN file AS f ON f.id = p.file_id WHERE f.sha256 = ? AND p.frame = ?",
            (self._hashes[page.image], page.frame),
        )
        return None if row is None else int(row[0])


def _with_words(page: PageRecord, emit: Listener, role: str | None) -> PageRecord:
    cut = cut_page(page.image, page.frame, page.image.name, page.lines, emit)
    words = tuple(
        WordRecord(box, text, line=number, role=role if text is None else None)
        for number, line in enumerate(cut.lines)
        for box, text in line
    )
    left = tuple(line for number, line in enumerate(page.lines) if number not in cut.used)
    return replace(page, words=words, lines=left)
