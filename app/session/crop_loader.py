"""Pictures of words for the screen: decoded in threads, kept in memory up to a limit, newest wish first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from core.errors import DuctusError
from core.project.files.crop_cache import CropCache
from core.project.project import Project

MEMORY_BYTES = 96_000_000
THREADS = 2
_BATCH = 48


class CropLoader(QObject):
    """``get(word_id)`` gives the picture if it is in memory, else fetches it and emits ``ready(word_id)``.

    A picture that cannot be read is an empty QImage; ``trouble(word_id, text)`` then says why.
    """

    ready = Signal(int)
    trouble = Signal(int, str)
    _fetched = Signal(object, int)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._images: OrderedDict[int, QImage] = OrderedDict()
        self._bytes = 0
        self._age = 0
        """Counts how often pictures were forgotten: what was cut before that is not kept."""
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._under_way: set[int] = set()
        self._wake = threading.Condition()
        self._closing = False
        self._fetched.connect(self._take)
        self._threads = [
            threading.Thread(target=self._run, name=f"ductus-crops-{n}", daemon=True) for n in range(THREADS)
        ]
        for thread in self._threads:
            thread.start()

    def get(self, word_id: int) -> QImage | None:
        """The picture (at most 640x96, 8-bit grey), or None for now."""
        image = self._images.get(word_id)
        if image is not None:
            self._images.move_to_end(word_id)
            return image
        with self._wake:
            if word_id not in self._under_way:
                self._wanted[word_id] = None
                self._wanted.move_to_end(word_id)
                self._wake.notify()
        return None

    def drop_wishes(self) -> None:
        """Forget what was asked for and not yet begun: the person has scrolled on."""
        with self._wake:
            self._wanted.clear()

    def forget(self, word_ids: Iterable[int] | None) -> None:
        """These words' boxes changed (None: any): their pictures are cut anew when next asked for."""
        self._age += 1
        for word_id in list(self._images) if word_ids is None else word_ids:
            self._bytes -= self._images.pop(word_id, QImage()).sizeInBytes()

    def close(self) -> None:
        """End the threads; no signals come any more."""
        self._fetched.disconnect(self._take)
        with self._wake:
            self._closing = True
            self._wanted.clear()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join()

    def _run(self) -> None:
        project = Project.open(self._folder, read_only=True)
        cache = CropCache(self._folder / "cache")
        while (batch := self._next()) is not None:
            ids, age = batch
            missing = set(ids)
            faults: list[tuple[int, QImage, str]] = []

            def trouble(word_id: int, error: DuctusError, faults: list = faults) -> None:
                faults.append((word_id, QImage(), str(error)))

            try:
                for pictures in cache.pictures(project, ids, trouble):
                    missing.difference_update(pictures)
                    self._hand_over([(w, QImage.fromData(data), "") for w, data in pictures.items()], age)
            except Exception as error:
                faults += [(word_id, QImage(), str(error)) for word_id in missing]
            missing.difference_update(word_id for word_id, _, _ in faults)
            self._hand_over(faults + [(word_id, QImage(), "") for word_id in missing], age)
        cache.close()
        project.close()

    def _hand_over(self, told: list[tuple[int, QImage, str]], age: int) -> None:
        with self._wake:
            self._under_way.difference_update(word_id for word_id, _, _ in told)
        if told:
            self._fetched.emit(told, age)

    def _next(self) -> tuple[list[int], int] | None:
        with self._wake:
            while not self._wanted and not self._closing:
                self._wake.wait()
            if self._closing:
                return None
            ids = [self._wanted.popitem()[0] for _ in range(min(_BATCH, len(self._wanted)))]
            self._under_way.update(ids)
            return ids, self._age

    def _take(self, told: list[tuple[int, QImage, str]], age: int) -> None:
        for word_id, image, text in told:
            if age == self._age:
                self._images[word_id] = image
                self._bytes += image.sizeInBytes()
            if text:
                self.trouble.emit(word_id, text)
            self.ready.emit(word_id)
        while self._bytes > MEMORY_BYTES and self._images:
            self._bytes -= self._images.popitem(last=False)[1].sizeInBytes()
