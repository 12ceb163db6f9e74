"""Reading scans and crops: the sizes of their frames, and their pixels as 8-bit grey.

The format is detected from the contents of a file, not from its name. The size of a frame is checked by the
header before any pixel is decoded.
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

from core.disk import require_plain_file
from core.errors import InputError
from core.geometry import Box
from core.imaging.gray import gray_table, tiff_tags, to_gray
from core.imaging.jpeg2000 import least_reduction, read_codestream
from core.imaging.pdf import pdf_gray, pdf_sizes
from core.language import tr, tr_noop

JPEG2000_SUFFIXES = (".jp2", ".j2k", ".jpx", ".jpf")
_PHOTO_SUFFIXES = (".heic", ".heif", ".avif")
"""Suffixes of images of telephones that cannot be read: they are opened all the same, to say what to do."""
IMAGE_SUFFIXES = frozenset(
    {".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp", ".gif", ".pdf", *JPEG2000_SUFFIXES, *_PHOTO_SUFFIXES}
)
"""Suffixes (in lower case) of files that are images."""

MAX_PIXELS = 250_000_000
"""Larger frames are refused: a page of 250 megapixels is A1 at 600 dpi."""

MAX_BYTES = 800_000_000
"""Memory that decoding one frame may take, so that a page never needs a gigabyte: 160 megapixels in colour."""

MAX_FRAMES = 10_000
"""Pages of one TIFF or PDF."""

_REDUCTION = 8
"""Of the sides of a JPEG that is decoded only to see that it is whole."""

_FORMATS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF", "JPEG2000")
_KINDS = tr_noop("PNG, JPEG, JPEG 2000, TIFF, BMP, WebP, GIF or PDF")
_ORIENTATIONS: dict[int, Callable[[np.ndarray], np.ndarray]] = {
    2: lambda gray: gray[:, ::-1],
    3: lambda gray: gray[::-1, ::-1],
    4: lambda gray: gray[::-1],
    5: lambda gray: gray.swapaxes(0, 1),
    6: lambda gray: np.rot90(gray, 3),
    7: lambda gray: gray[::-1, ::-1].swapaxes(0, 1),
    8: lambda gray: np.rot90(gray),
}
"""Transforms that make pixels upright, by EXIF orientation."""

# numbers of TIFF tags
_NEW_SUBFILE_TYPE, _WIDTH, _HEIGHT = 254, 256, 257
_ROWS, _TILE_HEIGHT = 278, 323


def frame_sizes(path: Path) -> list[tuple[int, int]]:
    """Return width and height in pixels of every frame, upright by its EXIF orientation.

    Pixels are not decoded (:func:`verify_pixels`). A TIFF has one frame per full-size page (without the reduced copies
    of a pyramid), a PDF one per page at 300 dpi; of an animation only the first image counts. Raises InputError for
    files that cannot be read.
    """
    if is_pdf(path):
        frames = pdf_sizes(path, MAX_PIXELS, MAX_FRAMES)
        for i, size in enumerate(frames):
            _check_size(path, size, _page_name(i, len(frames)))
        return frames
    with _open_image(path) as image:
        pages = _pages(path, image)
        frames = []
        for i, page in enumerate(pages):
            if page:
                image.seek(page)
            _check_image(path, image, _page_name(i, len(pages)))
            frames.append(_upright_size(image))
        return frames


def read_gray(path: Path, frame: int = 0) -> np.ndarray:
    """Return one frame as uint8 ``[H, W]``, 0 black to 255 white, of the size given by :func:`frame_sizes`.

    Colour becomes luma, transparency white paper; 16-bit greys keep their full range (0 to 65535, or the
    white that a TIFF declares); 32-bit and float greys over 16 bits are stretched from their least to their
    greatest value. A JPEG 2000 image that would take too much memory is decoded at half of its resolution or less.
    Raises InputError for files that cannot be read and frames that do not exist.
    """
    if is_pdf(path):
        drawn = pdf_gray(path, frame, MAX_PIXELS, MAX_FRAMES)
        if isinstance(drawn, tuple):
            _check_size(path, drawn, tr("page {page}", page=frame + 1))
            raise _too_large(
                path,
                tr("the image is too large (more than {limit})", limit=_limit()),
                tr("page {page}", page=frame + 1),
            )
        return drawn
    with open_frame(path, frame) as image:
        return decode_gray(image)


@contextmanager
def open_frame(path: Path, frame: int) -> Iterator[Image.Image]:
    """Open one frame, checked by its header and not yet decoded; errors inside the context become InputError."""
    with _open_image(path) as image:
        pages = _pages(path, image)
        if not 0 <= frame < len(pages):
            raise InputError.at(
                path, tr("there is no page {frame}; the file has {n_pages}", frame=frame + 1, n_pages=len(pages))
            )
        if pages[frame]:
            image.seek(pages[frame])
        if reduction := _check_image(path, image, _page_name(frame, len(pages))):
            set_reduction(image, reduction)
        yield image


def decode_gray(image: Image.Image, enlarge: bool = True) -> np.ndarray:
    """Decode the frame of :func:`open_frame` into uint8 ``[H, W]``, as :func:`read_gray` returns it.

    ``enlarge=False`` leaves a JPEG 2000 image that is decoded at reduced resolution as small as it is.
    """
    table = gray_table(image)
    transform = upright_transform(image)
    size = image.size
    image.load()
    gray = to_gray(image, table)
    return transform(enlarged(gray, size) if enlarge else gray)


def verify_pixels(path: Path, frame: int = 0) -> None:
    """Raise InputError unless a frame can be decoded to its end; a JPEG is decoded at an eighth of its size.

    That takes less time and memory, and reads the file to its end as well. A PDF has no pixels: its pages are drawn
    where they are shown.
    """
    if is_pdf(path):
        return
    with open_frame(path, frame) as image:
        image.draft(None, (image.width // _REDUCTION, image.height // _REDUCTION))
        image.load()


def set_reduction(image: Image.Image, reduction: int) -> None:
    """Let a JPEG 2000 image be decoded with each side halved ``reduction`` times."""
    to_reduce: Any = image
    to_reduce.reduce = reduction


def enlarged(pixels: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return one plane of pixels in ``size`` (width, height); the same array if it has that size."""
    if pixels.shape == size[::-1]:
        return pixels
    import cv2

    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def crop_box(pixels: np.ndarray, box: Box) -> np.ndarray:
    """Return the part of a page [H, W] that lies in ``box``, cut at the page's edges."""
    x, y, w, h = box
    return pixels[max(y, 0) : max(y + h, 0), max(x, 0) : max(x + w, 0)]


def upright_transform(image: Image.Image) -> Callable[[np.ndarray], np.ndarray]:
    """Return the function that makes decoded pixels ``[H, W, ...]`` upright. Call it before decoding."""
    orientation = None if image.format == "TIFF" else _orientation(image)  # Pillow rotates a TIFF while loading
    if orientation is None:
        return lambda pixels: pixels
    return lambda pixels: np.ascontiguousarray(_ORIENTATIONS[orientation](pixels))


def exif_orientation(image: Image.Image) -> int:
    """Return the EXIF orientation of the frame, 1 to 8, 1 if it states none."""
    return _orientation(image) or 1


def is_pdf(path: Path) -> bool:
    """Return whether the file is a PDF. Raises InputError if it is empty, no plain file, or cannot be opened."""
    require_plain_file(path)
    try:
        with path.open("rb") as stream:
            head = stream.read(1024)
    except OSError as error:
        raise InputError.from_os_error(path, tr("the file cannot be opened"), error) from error
    if not head:
        raise InputError.at(path, tr("the file is empty"), hint=tr("Copy it again from its source"))
    return b"%PDF-" in head


@contextmanager
def _open_image(path: Path) -> Iterator[Image.Image]:
    """Open an image and read its header; all errors of decoders become InputError."""
    # Pillow would warn at 89 and refuse at 179 megapixels.
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # A stream, not a path: Pillow maps plain TIFFs into memory by path, and swaps the sides of rotated ones.
            with path.open("rb") as stream, Image.open(stream, formats=_FORMATS) as image:
                yield image
    except InputError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_large(path, tr("the image is too large (more than {limit})", limit=_limit())) from error
    except UnidentifiedImageError as error:
        if _is_photo(path):
            problem, hint = tr("HEIC and AVIF images cannot be read"), tr("Save the image as JPEG, and import that")
            raise InputError.at(path, problem, hint=hint) from error
        problem = tr("this is not an image that can be read, or it is damaged (supported: {kinds})", kinds=tr(_KINDS))
        raise InputError.at(path, problem) from error
    except MemoryError as error:
        raise InputError.at(path, tr("there is not enough memory to read this image")) from error
    except Exception as error:  # decoders raise all kinds: OSError, SyntaxError, struct.error, KeyError
        reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).splitlines()[0]
        problem = tr("the image is damaged or incomplete ({reason})", reason=reason[:120].rstrip("."))
        raise InputError.at(path, problem, hint=tr("Copy it again from its source")) from error


def _is_photo(path: Path) -> bool:
    """Return whether a file is a HEIC or AVIF image."""
    with path.open("rb") as stream:
        head = stream.read(12)
    return head[4:8] == b"ftyp" and head[8:12] in (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif", b"avis")


def _pages(path: Path, image: Image.Image) -> list[int]:
    """Return the frames of the file that are pages: all full-size ones of a TIFF, else only the first."""
    if image.format != "TIFF":
        return [0]
    pages = []
    for i in itertools.count():
        try:
            image.seek(i)
        except EOFError:
            break
        if i >= MAX_FRAMES:
            raise InputError.at(
                path,
                tr("the file has more than {max_frames:,} pages", max_frames=MAX_FRAMES),
                hint=tr("Split it into parts"),
            )
        if not int(tiff_tags(image).get(_NEW_SUBFILE_TYPE, 0)) & 1:
            pages.append(i)
    image.seek(0)
    return pages or [0]


def _upright_size(image: Image.Image) -> tuple[int, int]:
    width, height = image.size
    if image.format == "TIFF":  # its tags hold the size as stored; Pillow may have swapped its own
        tags = tiff_tags(image)
        width, height = int(tags.get(_WIDTH, width)), int(tags.get(_HEIGHT, height))
    return (height, width) if (_orientation(image) or 0) >= 5 else (width, height)


def _orientation(image: Image.Image) -> int | None:
    """Return the EXIF orientation, 2 to 8, from the header; None for upright images and damaged EXIF data."""
    if image.format == "TIFF":
        found = tiff_tags(image).get(ExifTags.Base.Orientation)
    else:
        try:
            # The method of the base class: that of PNG decodes all pixels to look for EXIF data after them.
            found = Image.Image.getexif(image).get(ExifTags.Base.Orientation)
        except (SyntaxError, ValueError, TypeError, KeyError, OSError, struct.error):
            return None
    return found if isinstance(found, int) and found in _ORIENTATIONS else None


def _check_image(path: Path, image: Image.Image, place: str) -> int:
    """Raise InputError if the current frame is empty, too large, or would take too much memory to decode.

    Return how many times each side of a JPEG 2000 image must be halved while decoding, to keep to the limit.
    """
    _check_size(path, image.size, place)
    pixels, bands = image.size[0] * image.size[1], len(image.getbands())
    bytes_per_pixel = 1 if image.mode in ("1", "L", "P") else 2 if image.mode.startswith("I;16") else 4
    extra = 0
    if image.format == "JPEG2000":
        codestream = read_codestream(path)
        if (codestream.width, codestream.height) != image.size:
            raise InputError.at(path, tr("the image is damaged: its headers state different sizes"), place=place)
        if (reduction := least_reduction(codestream, bytes_per_pixel, MAX_BYTES)) is not None:
            return reduction
        extra = MAX_BYTES
    if image.format == "TIFF":
        tags = tiff_tags(image)
        if _orientation(image):
            bytes_per_pixel *= 2  # the rotated copy
        rows = int(tags.get(_TILE_HEIGHT, tags.get(_ROWS, 1)) or 1)
        extra = min(rows, image.size[1]) * image.size[0] * bytes_per_pixel  # a strip or row of tiles while unpacking
    elif image.format == "WEBP":
        bytes_per_pixel += 12  # canvases of the library
    elif image.format == "JPEG" and (image.info.get("progressive") or image.info.get("progression")):
        bytes_per_pixel += 2 * bands  # all coefficients stay in memory until the last pass
    if pixels * (bytes_per_pixel + 1) + extra > MAX_BYTES:
        raise _too_large(
            path,
            tr(
                "the image is too large ({width} x {height} pixels in this kind of file, more than {limit})",
                width=image.size[0],
                height=image.size[1],
                limit=_limit(),
            ),
            place,
        )
    return 0


def _check_size(path: Path, size: tuple[int, int], place: str) -> None:
    width, height = size
    if width < 1 or height < 1:
        raise InputError.at(path, tr("the image has no pixels"), place=place)
    if width * height > MAX_PIXELS:
        problem = tr(
            "the image is too large ({width} x {height} pixels, more than {limit})",
            width=width,
            height=height,
            limit=_limit(),
        )
        raise _too_large(path, problem, place)


def _limit() -> str:
    return tr(
        "{max_pixels} megapixels or {max_bytes} MB unpacked",
        max_pixels=MAX_PIXELS // 1_000_000,
        max_bytes=MAX_BYTES // 1_000_000,
    )


def _too_large(path: Path, problem: str, place: str = "") -> InputError:
    return InputError.at(path, problem, place=place, hint=tr("Scan it at a lower resolution or cut it into parts"))


def _page_name(index: int, count: int) -> str:
    return tr("page {page}", page=index + 1) if count > 1 else ""
