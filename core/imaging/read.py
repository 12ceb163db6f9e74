"""Scans and crops from disk: how large they are, and their pixels as ink on paper in 8-bit grey.

Both functions look at what the file holds, not at its name, and tell of every defect in one sentence.
A file is measured by its header before anything of it is decoded.
"""

from __future__ import annotations

import itertools
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError

from core.errors import InputError
from core.imaging.gray import gray_table, to_gray
from core.imaging.pdf import PDF_DPI, pdf_gray, pdf_sizes

__all__ = [
    "MAX_PIXELS",
    "PDF_DPI",
    "SUFFIXES",
    "gray_of",
    "image_frames",
    "is_pdf",
    "open_frame",
    "read_gray",
    "upright",
]

IMAGE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp", ".gif", ".pdf"})
"""File names that end so (in lower case) are taken for images."""

MAX_PIXELS = 250_000_000
"""Larger frames are refused by their header: a 250-megapixel page is A1 at 600 dpi."""

MAX_BYTES = 800_000_000
"""What decoding one frame may take in memory, so that a page never needs a gigabyte: 160 megapixels in colour."""

MAX_FRAMES = 10_000
"""Pages of one TIFF or PDF."""

_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF")
_KINDS = "PNG, JPEG, TIFF, BMP, WebP, GIF or PDF"
_TURNS: dict[int, Callable[[np.ndarray], np.ndarray]] = {
    2: lambda gray: gray[:, ::-1],
    3: lambda gray: gray[::-1, ::-1],
    4: lambda gray: gray[::-1],
    5: lambda gray: gray.swapaxes(0, 1),
    6: lambda gray: np.rot90(gray, 3),
    7: lambda gray: gray[::-1, ::-1].swapaxes(0, 1),
    8: lambda gray: np.rot90(gray),
}
"""What makes pixels upright, by their EXIF orientation."""
_NEW_SUBFILE_TYPE, _WIDTH, _HEIGHT = 254, 256, 257
_ROWS, _TILE_HEIGHT = 278, 323


def frame_sizes(path: Path) -> list[tuple[int, int]]:
    """Width and height in pixels of every frame, upright by its EXIF orientation; decodes no pixels.

    A TIFF has one frame per full-size page (reduced copies inside a pyramid do not count), a PDF one per
    page at 300 dpi; an animation counts as its first picture. Raises InputError for what cannot be read.
    """
    if is_pdf(path):
        frames = pdf_sizes(path, MAX_PIXELS, MAX_FRAMES)
        for i, size in enumerate(frames):
            _check_size(path, size, _place(i, len(frames)))
        return frames
    with _opened(path) as image:
        pages = _pages(path, image)
        frames = []
        for i, page in enumerate(pages):
            if page:
                image.seek(page)
            _check_image(path, image, _place(i, len(pages)))
            frames.append(_upright_size(image))
        return frames


def read_gray(path: Path, frame: int = 0) -> np.ndarray:
    """One frame as uint8 ``[H, W]``, 0 black to 255 white, the size that :func:`frame_sizes` tells.

    Colour becomes luma, transparency white paper; 16-bit greys keep their full range (0 to 65535, or what
    a TIFF says its white is); 32-bit and float greys over 16 bits are stretched from their least to their
    greatest value. Raises InputError for what cannot be read and for a frame that is not there.
    """
    if is_pdf(path):
        drawn = pdf_gray(path, frame, MAX_PIXELS, MAX_FRAMES)
        if isinstance(drawn, tuple):
            _check_size(path, drawn, f"page {frame + 1}")
            raise _too_large(path, "", f"page {frame + 1}")
        return drawn
    with open_frame(path, frame) as image:
        return decode_gray(image)


@contextmanager
def open_frame(path: Path, frame: int) -> Iterator[Image.Image]:
    """One frame, checked by its header, of which nothing is decoded yet; errors inside become an InputError."""
    with _opened(path) as image:
        pages = _pages(path, image)
        _check_frame(path, frame, len(pages))
        if pages[frame]:
            image.seek(pages[frame])
        _check_image(path, image, _place(frame, len(pages)))
        yield image


def decode_gray(image: Image.Image) -> np.ndarray:
    """Decode the frame of :func:`open_frame`; uint8 ``[H, W]`` as :func:`read_gray` gives it."""
    table = gray_table(image)
    turned = upright_transform(image)
    image.load()
    return turned(to_gray(image, table))


def upright_transform(image: Image.Image) -> Callable[[np.ndarray], np.ndarray]:
    """What makes decoded pixels ``[H, W, ...]`` upright; to be asked before decoding."""
    turn = None if image.format == "TIFF" else _turn(image)  # Pillow turns a TIFF as it loads
    if turn is None:
        return lambda pixels: pixels
    return lambda pixels: np.ascontiguousarray(_TURNS[turn](pixels))


def is_pdf(path: Path) -> bool:
    """Whether the file is a PDF. Raises InputError for what is no file, or empty, or cannot be opened."""
    try:
        if path.is_dir():
            raise InputError.at(path, "this is a folder, not an image")
        if not path.exists():
            raise InputError.at(path, "there is no such file")
        if not path.is_file():
            raise InputError.at(path, "this is not a plain file")
        with path.open("rb") as stream:
            head = stream.read(1024)
    except (OSError, ValueError) as error:
        raise InputError.at(path, f"the file cannot be opened ({_brief(error)})") from error
    if not head:
        raise InputError.at(path, "the file is empty", hint="Copy it again from its source")
    return b"%PDF-" in head


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    """The image with its header read; whatever a decoder throws at damaged bytes becomes one sentence."""
    # Pillow's own limit would warn at 89 and refuse at 179 megapixels; ours is told as an InputError.
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # A stream, not a path: Pillow maps plain TIFFs by path into memory, with the sides of turned ones
            # swapped.
            with path.open("rb") as stream, Image.open(stream, formats=_FORMATS) as image:
                yield image
    except InputError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_large(path, "") from error
    except UnidentifiedImageError as error:
        what = f"this is not an image that can be read, or it is damaged (needed: {_KINDS})"
        raise InputError.at(path, what) from error
    except MemoryError as error:
        raise InputError.at(path, "there is not enough memory to read this image") from error
    except Exception as error:  # decoders raise all kinds: OSError, SyntaxError, struct.error, KeyError
        what = f"the image is damaged or cut short ({_brief(error)})"
        raise InputError.at(path, what, hint="Copy it again from its source") from error


def _pages(path: Path, image: Image.Image) -> list[int]:
    """Which frames of the file are pages: all full-size ones of a TIFF, else the first alone."""
    if image.format != "TIFF":
        return [0]
    pages = []
    for i in itertools.count():
        try:
            image.seek(i)
        except EOFError:
            break
        if i >= MAX_FRAMES:
            raise InputError.at(path, f"the file has more than {MAX_FRAMES:,} pages", hint="Split it into parts")
        tags: Any = getattr(image, "tag_v2", {})
        if not int(tags.get(_NEW_SUBFILE_TYPE, 0)) & 1:
            pages.append(i)
    image.seek(0)
    return pages or [0]


def _upright_size(image: Image.Image) -> tuple[int, int]:
    width, height = image.size
    if image.format == "TIFF":  # its tags tell the size as stored, whichever way Pillow's own size goes
        tags: Any = getattr(image, "tag_v2", {})
        width, height = int(tags.get(_WIDTH, width)), int(tags.get(_HEIGHT, height))
    return (height, width) if (_turn(image) or 0) >= 5 else (width, height)


def _turn(image: Image.Image) -> int | None:
    """The EXIF orientation, 2 to 8, by what stands before the pixels; None for upright or damaged EXIF data."""
    if image.format == "TIFF":
        tags: Any = getattr(image, "tag_v2", {})
        return _known_turn(tags.get(ExifTags.Base.Orientation))
    try:
        # The base class's reading: a PNG's own would decode all pixels to look for EXIF data behind them.
        return _known_turn(Image.Image.getexif(image).get(ExifTags.Base.Orientation))
    except (SyntaxError, ValueError, TypeError, KeyError, OSError, struct.error):
        return None


def _known_turn(found: object) -> int | None:
    return found if isinstance(found, int) and found in _TURNS else None


def _check_image(path: Path, image: Image.Image, place: str) -> None:
    """InputError when the frame that was sought is empty, too large, or would take too much to decode."""
    _check_size(path, image.size, place)
    pixels, bands = image.size[0] * image.size[1], len(image.getbands())
    held = 1 if image.mode in ("1", "L", "P") else 2 if image.mode.startswith("I;16") else 4
    extra = 0
    if image.format == "TIFF":
        tags: Any = getattr(image, "tag_v2", {})
        if _turn(image):
            held *= 2
        rows = int(tags.get(_TILE_HEIGHT, tags.get(_ROWS, 1)) or 1)
        extra = min(rows, image.size[1]) * image.size[0] * held  # a strip or row of tiles as it is unpacked
    elif image.format == "WEBP":
        held += 12  # the library draws on canvases of its own
    elif image.format == "JPEG" and (image.info.get("progressive") or image.info.get("progression")):
        held += 2 * bands  # all coefficients are kept until the last pass
    if pixels * (held + 1) + extra > MAX_BYTES:
        raise _too_large(path, f"{image.size[0]} x {image.size[1]} pixels in this kind of file, ", place)


def _check_size(path: Path, size: tuple[int, int], place: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise InputError.at(path, "the image has no pixels", place=place)
    if width * height > MAX_PIXELS:
        raise _too_large(path, f"{width} x {height} pixels, ", place)


def _too_large(path: Path, size: str, place: str = "") -> InputError:
    limit = f"{MAX_PIXELS // 1_000_000} megapixels or {MAX_BYTES // 1_000_000} MB unpacked"
    what = f"the image is too large ({size}more than {limit})"
    return InputError.at(path, what, place=place, hint="Scan it at a lower resolution or cut it into parts")


def _check_frame(path: Path, frame: int, count: int) -> None:
    if not 0 <= frame < count:
        raise InputError.at(path, f"there is no page {frame + 1}; the file has {count}")


def _place(index: int, count: int) -> str:
    return f"page {index + 1}" if count > 1 else ""


def _brief(error: BaseException) -> str:
    told = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(told).splitlines()[0][:120].rstrip(".")
