"""Scans and crops from disk: how large they are, and their pixels as ink on paper in 8-bit grey.

Both functions look at what the file holds, not at its name, and tell of every defect in one sentence.
A file is measured by its header before anything of it is decoded.
"""

from __future__ import annotations

import math
import struct
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import ExifTags, Image, UnidentifiedImageError

from core.errors import InputError

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp", ".gif", ".pdf"})
"""File names that end so (in lower case) are taken for images."""

MAX_PIXELS = 250_000_000
"""Larger frames are refused by their header: a 250-megapixel page is A1 at 600 dpi."""

PDF_DPI = 300
PDF_SCALE = PDF_DPI / 72.0
"""Pixels per PDF point."""

_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF")
_KINDS = "PNG, JPEG, TIFF, BMP, WebP, GIF or PDF"
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_QUARTER_TURNS = tuple(_TURNS[i] for i in (5, 6, 7, 8))
_NEW_SUBFILE_TYPE, _WIDTH, _HEIGHT, _BITS, _PHOTOMETRIC, _MAX_SAMPLE = 254, 256, 257, 258, 262, 281

_pdf_lock = threading.Lock()
"""The PDF library may be entered by one thread at a time."""


def image_frames(path: Path) -> list[tuple[int, int]]:
    """Width and height in pixels of every frame, upright by its EXIF orientation; decodes no pixels.

    A TIFF has one frame per full-size page (reduced copies inside a pyramid do not count), a PDF one per
    page at 300 dpi; an animation counts as its first picture. Raises InputError for what cannot be read.
    """
    if _is_pdf(path):
        with _pdf(path) as document:
            sizes = [document.get_page_size(i) for i in range(len(document))]
            frames = [(math.ceil(w * PDF_SCALE), math.ceil(h * PDF_SCALE)) for w, h in sizes]
            for i, size in enumerate(frames):
                _check_size(path, size, _place(i, len(frames)))
            return frames
    with _opened(path) as image:
        pages = _pages(image)
        frames = []
        for i, page in enumerate(pages):
            if page:
                image.seek(page)
            _check_size(path, image.size, _place(i, len(pages)))
            frames.append(_upright_size(image))
        return frames


def read_gray(path: Path, frame: int = 0) -> np.ndarray:
    """One frame as uint8 ``[H, W]``, 0 black to 255 white, the size that :func:`image_frames` tells.

    Colour becomes luma, transparency white paper; 16-bit greys keep their full range (0 to 65535, or what
    a TIFF says its white is); 32-bit and float greys over 16 bits are stretched from their least to their
    greatest value. Raises InputError for what cannot be read and for a frame that is not there.
    """
    if _is_pdf(path):
        return _read_pdf(path, frame)
    with _opened(path) as image:
        pages = _pages(image)
        _check_frame(path, frame, len(pages))
        if pages[frame]:
            image.seek(pages[frame])
        _check_size(path, image.size, _place(frame, len(pages)))
        to_bytes = _depth_table(image)
        turn = None if image.format == "TIFF" else _turn(image)  # Pillow turns a TIFF as it loads
        image.load()
        upright = image if turn is None else image.transpose(turn)
        return np.ascontiguousarray(_gray(upright, to_bytes))


def _read_pdf(path: Path, frame: int) -> np.ndarray:
    with _pdf(path) as document:
        _check_frame(path, frame, len(document))
        page = document[frame]
        width, height = page.get_size()
        size = (math.ceil(width * PDF_SCALE), math.ceil(height * PDF_SCALE))
        _check_size(path, size, _place(frame, len(document)))
        bitmap = page.render(scale=PDF_SCALE, grayscale=True)
        pixels: np.ndarray = bitmap.to_numpy().reshape(bitmap.height, bitmap.width).copy()
        bitmap.close()
        page.close()
        return pixels


def _is_pdf(path: Path) -> bool:
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
        raise InputError.at(path, "the file is empty", mend="Copy it again from its source")
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
        raise InputError.at(path, what, mend="Copy it again from its source") from error


@contextmanager
def _pdf(path: Path) -> Iterator[Any]:
    import pypdfium2

    with _pdf_lock:
        document = None
        try:
            document = pypdfium2.PdfDocument(path)
            if len(document) == 0:
                raise InputError.at(path, "the PDF has no pages")
            yield document
        except InputError:
            raise
        except Exception as error:
            locked = "password" in str(error).lower()
            what = "the PDF is locked by a password" if locked else f"the PDF is damaged ({_brief(error)})"
            mend = "Save it without one" if locked else "Copy it again from its source"
            raise InputError.at(path, what, mend=mend) from error
        finally:
            if document is not None:
                document.close()


def _pages(image: Image.Image) -> list[int]:
    """Which frames of the file are pages: all full-size ones of a TIFF, else the first alone."""
    if image.format != "TIFF":
        return [0]
    pages = []
    for i in range(getattr(image, "n_frames", 1)):
        image.seek(i)
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
    return (height, width) if _turn(image) in _QUARTER_TURNS else (width, height)


def _turn(image: Image.Image) -> Image.Transpose | None:
    """What makes the image upright, by what stands before its pixels; damaged EXIF data count as none."""
    if image.format == "TIFF":
        tags: Any = getattr(image, "tag_v2", {})
        return _TURNS.get(tags.get(ExifTags.Base.Orientation, 1))
    try:
        # The base class's reading: a PNG's own would decode all pixels to look for EXIF data behind them.
        return _TURNS.get(Image.Image.getexif(image).get(ExifTags.Base.Orientation, 1))
    except (SyntaxError, ValueError, TypeError, KeyError, OSError, struct.error):
        return None


def _check_size(path: Path, size: tuple[int, int], place: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise InputError.at(path, "the image has no pixels", place=place)
    if width * height > MAX_PIXELS:
        raise _too_large(path, f"{width} x {height} pixels, ", place)


def _too_large(path: Path, size: str, place: str = "") -> InputError:
    what = f"the image is too large ({size}more than {MAX_PIXELS // 1_000_000} megapixels)"
    return InputError.at(path, what, place=place, mend="Scan it at a lower resolution or cut it into parts")


def _check_frame(path: Path, frame: int, count: int) -> None:
    if not 0 <= frame < count:
        raise InputError.at(path, f"there is no page {frame + 1}; the file has {count}")


def _place(index: int, count: int) -> str:
    return f"page {index + 1}" if count > 1 else ""


def _brief(error: BaseException) -> str:
    told = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return str(told).splitlines()[0][:120].rstrip(".")


def _depth_table(image: Image.Image) -> np.ndarray:
    """uint8 ``[65536]``: the grey of every 16-bit value; a TIFF may declare 12 bits or a white of its own."""
    white, inverted = 65535, False
    if image.format == "TIFF":
        tags: Any = getattr(image, "tag_v2", {})
        bits = tags.get(_BITS, (16,))
        depth = int(bits[0] if isinstance(bits, tuple) else bits)
        declared = tags.get(_MAX_SAMPLE, 0)
        declared = int(declared[0] if isinstance(declared, tuple) else declared)
        white = declared if 255 < declared < 65535 else min(65535, 2**depth - 1 if depth > 8 else 65535)
        # Pillow inverts 8-bit images whose zero is white, but not 16-bit ones.
        inverted = tags.get(_PHOTOMETRIC) == 0
    values = np.minimum(np.arange(65536, dtype=np.int64), white)
    table = ((values * 255 + white // 2) // white).astype(np.uint8)
    return 255 - table if inverted else table


def _gray(image: Image.Image, depth_table: np.ndarray) -> np.ndarray:
    mode = image.mode
    if mode.startswith("I;16"):
        return depth_table[np.asarray(image).astype(np.uint16, copy=False)]
    if mode in ("I", "F"):
        return _gray_of_numbers(np.asarray(image), depth_table)
    if image.has_transparency_data:
        colours = image.convert("RGBA")
        paper = Image.new("L", image.size, 255)
        paper.paste(colours.convert("L"), mask=colours.getchannel("A"))
        return np.asarray(paper)
    if mode == "L":
        return np.asarray(image)
    if mode == "LAB":
        return np.asarray(image.getchannel(0))
    return np.asarray(image.convert("RGB").convert("L"))


def _gray_of_numbers(values: np.ndarray, depth_table: np.ndarray) -> np.ndarray:
    """32-bit integers or floats ``[H, W]`` to uint8, by the range they are found to use."""
    if values.dtype.kind == "f":
        values = np.nan_to_num(values, nan=1.0, posinf=1.0, neginf=0.0)
    low, high = float(values.min()), float(values.max())
    if values.dtype.kind == "f" and low >= 0 and high <= 1:
        return np.rint(values * 255).astype(np.uint8)
    if low >= 0 and high <= 255:
        return np.rint(values).astype(np.uint8)
    if low >= 0 and high <= 65535:
        return depth_table[np.rint(values).astype(np.uint16)]
    if low == high:
        return np.full(values.shape, 255, np.uint8)
    return np.rint((values - low) * (255.0 / (high - low))).astype(np.uint8)
