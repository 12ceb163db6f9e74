"""Reading hOCR, the HTML that OCR programs write: pages, regions, lines with baselines, and words."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.formats.files import FolderBoundary, find_image, image_root, open_limited, read_each, source_files
from core.formats.hocr_layout import PageLayout, topmost
from core.formats.hocr_title import Title, bbox_points, parse_title
from core.formats.markup import MAX_BYTES, local_name, parse_html
from core.formats.outlines import OutlineError, Points, page_scale
from core.formats.records import PageRecord, Skipped, SourceContents
from core.formats.registry import HTML_SUFFIXES
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr

SUFFIX = ".hocr"

PAGE = "ocr_page"
_SEARCH_BYTES = 256 * 1024


def read(source: Path) -> SourceContents:
    """Return the pages of an hOCR file, or of all below a folder, with the images that they name.

    Boxes are scaled to the image if the file declares another size of the same shape. Words whose text is marked as an
    unchecked suggestion, as our own files do, come without it. Raises InputError if nothing can be used.
    """
    root = image_root(source)
    files = source_files(source, HTML_SUFFIXES | {SUFFIX})
    if source.is_dir():
        files = [path for path in files if is_hocr(path)]

    def read_file(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        return _read_pages(path, root)

    pages, skipped = read_each(source, files, read_file, tr("no hOCR page can be used"), FolderBoundary(root))
    return SourceContents(pages=pages, skipped=skipped)


def is_hocr(path: Path) -> bool:
    """Return whether a file is hOCR: by its suffix, or as HTML that names a page of OCR near its beginning."""
    suffix = path.suffix.lower()
    if suffix not in HTML_SUFFIXES:
        return suffix == SUFFIX
    try:
        with open_limited(path, MAX_BYTES, tr("the HTML")) as stream:
            return PAGE.encode() in stream.read(_SEARCH_BYTES).replace(b"\0", b"")
    except (InputError, OSError):
        return False


def _read_pages(path: Path, folder: Path) -> tuple[list[PageRecord], list[Skipped]]:
    root = parse_html(path)
    elements = topmost(root, frozenset({PAGE}))
    if not elements:
        raise InputError.at(path, tr("there is no page in this file (an element of the class {page})", page=PAGE))
    program = _meta(root, "ocr-system")
    titles = [parse_title(element.get("title")) for element in elements]
    numbers = _frame_numbers(titles)

    @cache  # a file may have thousands of pages of one image
    def find(name: str | None) -> tuple[Path, list[tuple[int, int]]] | InputError:
        try:
            image = find_image(path, name, folder, IMAGE_SUFFIXES)
            return image, frame_sizes(image)
        except InputError as error:
            return error

    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for i, (element, title) in enumerate(zip(elements, titles, strict=True)):
        try:
            found = find(_image_name(title))
            if isinstance(found, InputError):
                raise found
            image, frames = found
            frame = _frame(numbers[i], len(frames))
            layout = PageLayout(_scale(title, frames[frame]), frames[frame], program)
            layout.read(element)
        except (InputError, OutlineError) as error:
            if len(elements) == 1:
                raise error if isinstance(error, InputError) else InputError.at(path, str(error)) from error
            skipped.append(Skipped.from_error(path, tr("page {page}", page=i + 1), error))
            continue
        width, height = frames[frame]
        regions, lines = layout.used_regions()
        pages.append(PageRecord(image, width, height, frame, tuple(layout.words), lines, path, regions=regions))
        skipped += [Skipped(path, place, reason) for place, reason in layout.unusable]
    return pages, skipped


def _meta(root: Any, name: str) -> str | None:
    contents = (e.get("content") for e in root.iter() if local_name(e) == "meta" and e.get("name") == name)
    return next((content.strip()[:200] for content in contents if content and content.strip()), None)


def _image_name(title: Title) -> str | None:
    name = title.get("image") or title.get("x_source") or title.get("file")
    return name.strip("\"' ") or None if name else None


def _frame_numbers(titles: list[Title]) -> list[tuple[int | None, int]]:
    """Return for each page its ``ppageno`` if no other page of its image has it, and its place among those pages."""
    keys = [(_image_name(title), title.get("ppageno", "")) for title in titles]
    counts = Counter(keys)
    places: Counter[str | None] = Counter()
    numbers: list[tuple[int | None, int]] = []
    for image, number in keys:
        is_number = number.isascii() and number.isdigit() and len(number) < 7
        unique = int(number) if is_number and counts[image, number] == 1 else None
        numbers.append((unique, places[image]))
        places[image] += 1
    return numbers


def _frame(numbers: tuple[int | None, int], n_frames: int) -> int:
    """Return the frame of an image that a page belongs to. Raises OutlineError if the image has too few."""
    if n_frames == 1 and numbers[1] == 0:
        return 0  # the number counts the pages of a book
    frame = numbers[1] if numbers[0] is None or numbers[0] >= n_frames else numbers[0]
    if frame >= n_frames:
        raise OutlineError(tr("its image has only {n_frames} page(s)", n_frames=n_frames))
    return frame


def _scale(title: Title, size: tuple[int, int]) -> tuple[float, float]:
    """Return image pixels per unit of the page. Raises OutlineError if the page is of another shape."""
    if "bbox" not in title:
        return 1.0, 1.0
    corners: Points = bbox_points(title)
    if corners[0] != (0, 0) or corners[2] == (0, 0):
        return 1.0, 1.0  # a part of the image, in its own pixels, or no size
    return page_scale(corners[2], size)
