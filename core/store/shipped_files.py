"""Where the model files lie that come with Ductus, and their digests, known without opening them."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path


def shipped_file(name: str) -> Path:
    """Return the path of a model file that comes with Ductus; it may be missing."""
    return Path(str(files("resources").joinpath("models", name)))


@cache
def file_digest(path: Path) -> str:
    """Return a digest of a file, 32 hex digits."""
    return blake2b(path.read_bytes(), digest_size=16).hexdigest()


def line_reader_path() -> Path:
    """Return the path of the line reader that comes with Ductus; it may be missing."""
    return shipped_file("line-reader.h5")


def line_reader_digest() -> str:
    """Return a digest of the line reader that comes with Ductus; "" where it is missing."""
    path = line_reader_path()
    return file_digest(path) if path.exists() else ""
