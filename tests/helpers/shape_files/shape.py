"""A shape: its files, and what must be read from them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from core.geometry import Box, Polyline

WIDTH, HEIGHT = 400, 300

Words = tuple[tuple[str | None, Box], ...]


@dataclass(frozen=True)
class Line:
    """A line as it must be read: its own ``text`` is that of the source, not made of its words."""

    box: Box
    text: str | None = None
    words: Words = ()
    baseline: Polyline | None = None
    region: int | None = None


@dataclass(frozen=True)
class Region:
    """A region as it must be read."""

    box: Box
    kind: str = "paragraph"
    text: str | None = None


@dataclass(frozen=True)
class PageFound:
    """A page as it must be read, its lines in reading order."""

    lines: tuple[Line, ...] = ()
    regions: tuple[Region, ...] = ()
    image: str = "p.png"
    """Name of the image file."""


@dataclass(frozen=True)
class Shape:
    """Files by their path (text, or None for a page image of this name), and what must be read from them."""

    name: str
    files: Mapping[str, str | bytes | None]
    pages: tuple[PageFound, ...]
    source: str = "p.xml"
    """The path that is imported; "" for the whole folder."""
    skipped: tuple[str, ...] = ()
    """A part of the reason of each thing that is reported as not imported, in order."""
    correct: str | None = "King"
    """The word that a test corrects, or None where no word can be."""
    is_kept: bool = True
    """True if an export without a change gives the same document back."""

    def write(self, folder: Path) -> Path:
        """Write the files below ``folder``; return the path to import."""
        for number, (name, content) in enumerate(self.files.items()):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.write_bytes(image_bytes(path.suffix, shade=200 + number))
            else:
                path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return folder / self.source


def image_bytes(suffix: str = ".png", size: tuple[int, int] = (WIDTH, HEIGHT), shade: int = 220) -> bytes:
    """Return an empty page; pages of different shades are different files."""
    stream = io.BytesIO()
    kinds = {".jpg": "JPEG", ".jpeg": "JPEG", ".tif": "TIFF", ".tiff": "TIFF", ".jp2": "JPEG2000"}
    Image.new("L", size, shade).save(stream, kinds.get(suffix.lower(), "PNG"))
    return stream.getvalue()


def zip_bytes(files: Mapping[str, str | bytes | None]) -> bytes:
    """Return a zip file with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, content) in enumerate(files.items()):
            data = image_bytes(Path(name).suffix, shade=150 + number) if content is None else content
            archive.writestr(name, data)
    return stream.getvalue()


def corners(box: Box) -> str:
    """Return the corners of a box as PAGE writes them."""
    x, y, w, h = box
    return f"{x},{y} {x + w},{y} {x + w},{y + h} {x},{y + h}"


# The page of most shapes: two lines of two words in one region.
BODY = (10, 10, 300, 120)
FIRST, SECOND = (20, 20, 200, 40), (20, 80, 200, 40)
THE, KING = (20, 20, 60, 40), (100, 20, 120, 40)
DEAR, SIR = (20, 80, 90, 40), (130, 80, 90, 40)
FIRST_BASELINE, SECOND_BASELINE = ((20, 52), (220, 54)), ((20, 112), (120, 110), (220, 114))
FIRST_WORDS: Words = (("the", THE), ("King", KING))
SECOND_WORDS: Words = (("Dear", DEAR), ("Sir", SIR))
