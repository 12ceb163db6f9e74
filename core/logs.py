"""The log file for finding the cause of an error. Transcriptions are never written to it."""

import logging
import os
import re
from copy import copy
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

MAX_BYTES, MAX_OLD_FILES = 1_000_000, 5
_FORMAT = "%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s"

_handler: RotatingFileHandler | None = None


def configure(path: Path) -> None:
    """Write the log of this process to ``path`` from now on; older parts are kept as ``path.1`` to ``path.5``.

    Ductus logs from level INFO, libraries from WARNING. Without permission to write there is no log file.
    """
    global _handler
    close()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=MAX_BYTES, backupCount=MAX_OLD_FILES, encoding="utf-8")
    except OSError:
        return
    handler.setFormatter(_Formatter(_FORMAT))
    logging.getLogger().addHandler(handler)
    for package in ("app", "core"):
        logging.getLogger(package).setLevel(logging.INFO)
    _handler = handler


def close() -> None:
    """Stop writing the log file."""
    global _handler
    if _handler is not None:
        logging.getLogger().removeHandler(_handler)
        _handler.close()
        _handler = None


def read_tail(size: int = 200_000) -> str:
    """Return the last ``size`` bytes of the log file as text; empty if there is no log file."""
    if _handler is None:
        return ""
    try:
        with Path(_handler.baseFilename).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - size))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def strip_messages(traceback: str) -> str:
    """Return a traceback without the messages of its exceptions, which may quote transcriptions."""
    kept, in_frames = [], False
    for line in traceback.splitlines():
        if line.startswith('  File "'):
            kept.append(line)
            in_frames = True
        elif in_frames and (exception := re.match(r"[\w.]+", line)):
            kept.append(exception[0])
            in_frames = False
    return "\n".join(kept)


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        record = copy(record)
        record.exc_text = None  # the whole traceback, if another handler has formatted it
        return super().format(record)

    def formatException(self, ei: Any) -> str:
        return strip_messages(super().formatException(ei))
