"""Where the line reader lies that comes with Ductus, known without opening it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path


def line_reader_path() -> Path:
    """Return the path of the line reader that comes with Ductus; it may be missing."""
    return Path(str(files("resources").joinpath("models", "line-reader.h5")))


@cache
def line_reader_digest() -> str:
    """Return a digest of its file; "" where it is missing."""
    path = line_reader_path()
    return blake2b(path.read_bytes(), digest_size=16).hexdigest() if path.exists() else ""
