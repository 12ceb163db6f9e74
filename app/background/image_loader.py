"""Images, or what is shown beside them, loaded outside the main thread: the latest request first, the latest kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

if TYPE_CHECKING:
    import numpy as np

Loaded = tuple[int, Any, str]
"""A key, its image (None is not kept), and the message of an error or ""."""


def to_qimage(pixels: np.ndarray) -> QImage:
    """Copy uint8 ``[H, W]``, or ``[H, W, 4]`` (blue, green, red, 255), into a QImage."""
    import numpy as np

    rows = np.ascontiguousarray(pixels)
    kind = QImage.Format.Format_Grayscale8 if rows.ndim == 2 else QImage.Format.Format_RGB32
    # a copy, because QImage does not keep the array alive
    return QImage(rows.data, rows.shape[1], rows.shape[0], rows.strides[0], kind).copy()


class ImageLoader(QObject):
    """Queue, cache and delivery of a loader. A subclass starts the work in :meth:`_load`.

    ``ready(key)``: an image is in the cache; ``failed(key, message)``: it cannot be loaded. All methods are called in
    the main thread. ``slots`` loads run at a time, each of up to ``batch`` requests; of more than ``max_queued``
    requests the oldest are dropped. ``size`` measures an image, in the unit of ``max_size``.
    """

    ready = Signal(int)
    failed = Signal(int, str)

    def __init__(
        self,
        parent: QObject | None,
        *,
        max_size: int,
        size: Callable[[Any], int] = QImage.sizeInBytes,
        slots: int = 1,
        batch: int = 1,
        max_queued: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._max_size, self._size = max_size, size
        self._free_slots, self._batch, self._max_queued = slots, batch, max_queued
        self._images: OrderedDict[int, Any] = OrderedDict()
        self._total = 0
        self._queue: OrderedDict[int, Any] = OrderedDict()
        self._in_flight: dict[int, Any] = {}
        self._stale: set[int] = set()
        """Keys in flight that were forgotten meanwhile."""
        self._outdated: int | None = None
        """The key of an image that is shown until it was loaded again."""
        # started from the event loop, so that the requests of one repaint are loaded together
        self._start_timer = QTimer(self, singleShot=True, interval=0)
        self._start_timer.timeout.connect(self._start)

    def get(self, key: int, request: Any = None) -> Any | None:
        """Return the image if it is in memory; otherwise request it and return None for now."""
        image = self.cached(key)
        if (image is None or key == self._outdated) and key not in self._in_flight:
            self._queue[key] = request
            self._queue.move_to_end(key)
            while self._max_queued is not None and len(self._queue) > self._max_queued:
                self._queue.popitem(last=False)
            self._start_timer.start()
        return image

    def cached(self, key: int) -> Any | None:
        """Return the image if it is in memory."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def request_only(self, keys: Sequence[int]) -> None:
        """Request these images, the first of them first, in place of all that is queued."""
        self.clear_queue()
        for key in reversed(keys):
            self.get(key)

    @property
    def is_idle(self) -> bool:
        return not self._queue and not self._in_flight

    def clear_queue(self) -> None:
        """Drop the requests that are not being loaded yet, for instance because a person has scrolled on."""
        self._queue.clear()

    def forget(self, keys: Iterable[int] | None, shown: int | None = None) -> None:
        """Drop these images (None: all), which have changed. Those being loaded are loaded again.

        That of ``shown`` stays until it was loaded again.
        """
        forgotten = {*self._images, *self._in_flight} if keys is None else set(keys)
        self._outdated = shown
        for key in forgotten & self._images.keys() - {shown}:
            self._drop(key)
        self._stale |= forgotten & self._in_flight.keys()

    def make_room(self, size: int) -> None:
        """Drop the images used longest ago until one of this size fits."""
        while self._images and size + self._total > self._max_size:
            self._drop(next(iter(self._images)))

    def _load(self, requests: dict[int, Any]) -> None:
        """Start loading these requests. The work must end in :meth:`_receive`, called in the main thread."""
        raise NotImplementedError

    def _receive(self, loaded: Sequence[Loaded], finished: bool = True) -> None:
        """Keep and announce what was loaded; ``finished`` frees the slot."""
        for key, image, error in loaded:
            request = self._in_flight.pop(key, None)
            if key in self._stale:
                self._stale.discard(key)
                self._queue[key] = request
                continue
            if image is not None:
                self._outdated = None if key == self._outdated else self._outdated
                self._drop(key)
                self._images[key] = image
                self._total += self._size(image)
            if error:
                self.failed.emit(key, error)
            if image is not None:
                self.ready.emit(key)
        while self._total > self._max_size and len(self._images) > 1:
            self._drop(next(iter(self._images)))
        self._free_slots += finished
        self._start()

    def _drop(self, key: int) -> None:
        if (image := self._images.pop(key, None)) is not None:
            self._total -= self._size(image)

    def _start(self) -> None:
        while self._queue and self._free_slots:
            requests = dict(self._queue.popitem() for _ in range(min(self._batch, len(self._queue))))
            self._in_flight |= requests
            self._free_slots -= 1
            self._load(requests)
