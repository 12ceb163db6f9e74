"""Word images for the screen, as the cache of the project keeps them."""

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.background.image_loader import ImageLoader, Loaded
from app.background.threads import MainThreadCallback
from app.session.worker import Worker, error_message
from core.errors import DuctusError
from core.project.project import Project
from core.project.word_image_cache import CropCache

MEMORY_BYTES = 96_000_000
_THREADS = 2
_BATCH = 48
"""Words cut at a time: enough that a page is decoded once for many of its words."""


class CropLoader(ImageLoader):
    """Word images by word id: at most 640x96 pixels, 8-bit grey; a null QImage for one that cannot be read."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent, max_size=MEMORY_BYTES, slots=_THREADS, batch=_BATCH)
        self._cache_folder = folder
        self._callback = MainThreadCallback(self, self._receive)
        self._workers = [Worker(folder, read_only=True, name=f"ductus-crops-{n}") for n in range(_THREADS)]
        self._idle = list(self._workers)

    def close(self) -> None:
        """End the threads; no signals are emitted any more."""
        self.clear_queue()
        self._free_slots = 0
        self._callback.close()
        for worker in self._workers:
            worker.close()

    def _load(self, requests: dict[int, Any]) -> None:
        worker = self._idle.pop()

        def finish(missing: dict[int, str]) -> None:
            self._idle.append(worker)
            self._receive([(word_id, QImage(), message) for word_id, message in missing.items()])

        def fail(error: Exception) -> None:
            finish({word_id: error_message(error) for word_id in requests if word_id in self._in_flight})

        work = partial(_cut, self._cache_folder, list(requests), self._callback)
        worker.run(work, finish, fail)


def _cut(folder: Path, ids: Sequence[int], callback: MainThreadCallback, project: Project) -> dict[int, str]:
    """Pass the images of these words to ``callback`` as they are cut; return the others with their error or ""."""
    missing = dict.fromkeys(ids, "")

    def on_error(word_id: int, error: DuctusError) -> None:
        missing[word_id] = str(error)

    with closing(CropCache(folder)) as cache:
        for pictures in cache.thumbnails(project, ids, on_error):
            loaded: list[Loaded] = [(word_id, QImage.fromData(png), "") for word_id, png in pictures.items()]
            for word_id in pictures:
                del missing[word_id]
            callback(loaded, False)
    return missing
