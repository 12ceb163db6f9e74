"""Word boxes of the George Washington pages: ``pages/ID.png`` and ``GT/ID.gtp``.

One word a line: ``x1 y1 x2 y2 word`` in pixels of the page, ``x2`` and ``y2`` just beyond the box. A line
without a word is a box that was not transcribed. The format has no text lines; they are derived.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.errors import InputError
from core.formats.files import FolderBoundary, image_root, read_each, read_limited, source_files
from core.formats.outlines import OutlineError, to_pixels
from core.formats.records import PageRecord, Skipped, SourceContents, WordRecord
from core.geometry import Box
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr

MAX_BYTES = 16 * 1024 * 1024
MAX_WORDS = 10_000
"""On one page; deriving the lines of more would take too long."""

_SAME_LINE = 0.5
"""Words whose heights overlap by more than this share of the lower one may be on one line."""

_NUMBER = r"(-?[0-9]{1,7})"
_WORD = re.compile(rf"{_NUMBER}[ \t]+{_NUMBER}[ \t]+{_NUMBER}[ \t]+{_NUMBER}(?:[ \t]+(.*))?", re.DOTALL)


def read(source: Path) -> SourceContents:
    """Return the pages of a folder (with ``pages`` and ``GT``, or all in one place) or of one ``.gtp`` file.

    Pages come in natural order, words in the order of the file, boxes clipped to the page. Pages without an
    image and lines that cannot be used are skipped; raises InputError if nothing can be used.
    """
    boundary = FolderBoundary(image_root(source))

    def read_page(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        return _read_page(path, boundary)

    files = source_files(source, frozenset({".gtp"}))
    pages, skipped = read_each(source, files, read_page, tr("no page with '.gtp' boxes can be used"), boundary)
    return SourceContents(pages=pages, skipped=skipped)


def parse(data: bytes, size: tuple[int, int]) -> tuple[list[WordRecord], list[tuple[int, str]]]:
    """Return the words of one file for a page of ``size`` (width, height), and the unusable lines: number, reason."""
    found: list[tuple[Box, str | None]] = []
    unusable: list[tuple[int, str]] = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        raw = raw.strip(b" \t\r")
        if not raw:
            continue
        try:
            found.append(_word(raw, size))
        except OutlineError as error:
            unusable.append((number, str(error)))
    lines = group_into_lines([box for box, _ in found]) if len(found) <= MAX_WORDS else [0] * len(found)
    return [WordRecord(box, text, line=n) for (box, text), n in zip(found, lines, strict=True)], unusable


def _word(raw: bytes, size: tuple[int, int]) -> tuple[Box, str | None]:
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise OutlineError(tr("the line is not UTF-8")) from None
    match = _WORD.fullmatch(line)
    if match is None:
        raise OutlineError(tr("the line is not of the form 'x1 y1 x2 y2 word'"))
    text = match[5] or None
    if text is not None and "\0" in text:
        raise OutlineError(tr("the word holds a NUL character"))
    x1, y1, x2, y2 = (int(match[i]) for i in range(1, 5))
    if x2 <= x1 or y2 <= y1:
        raise OutlineError(tr("its box has no area"))
    box, _ = to_pixels(((x1, y1), (x2, y2)), (1.0, 1.0), size)
    return box, text


def group_into_lines(boxes: Sequence[Box]) -> list[int]:
    """Return the text line of every box, from 0 at the top, derived from their positions.

    Words are taken from left to right; each joins the line whose last word overlaps it most in height, which
    follows sloping lines, or starts a line of its own.
    """
    lines: list[list[int]] = []
    # arrays with the top and bottom of each line's last word: a page of ten thousand lines takes part of a second
    top, bottom = np.zeros(len(boxes)), np.zeros(len(boxes))
    for i in sorted(range(len(boxes)), key=lambda i: (boxes[i][0], boxes[i][1])):
        _, y, _, height = boxes[i]
        n = len(lines)
        common = np.minimum(bottom[:n], y + height) - np.maximum(top[:n], y)
        shared = common / np.minimum(bottom[:n] - top[:n], height)
        best = int(shared.argmax()) if n else 0
        if n and shared[best] > _SAME_LINE:
            lines[best].append(i)
        else:
            best = n
            lines.append([i])
        top[best], bottom[best] = y, y + height
    lines.sort(key=lambda line: sum(boxes[i][1] + boxes[i][3] / 2 for i in line) / len(line))
    numbers = [0] * len(boxes)
    for number, line in enumerate(lines):
        for i in line:
            numbers[i] = number
    return numbers


def _read_page(path: Path, boundary: FolderBoundary) -> tuple[list[PageRecord], list[Skipped]]:
    image = _find_image(path, boundary)
    width, height = frame_sizes(image)[0]
    data = read_limited(path, MAX_BYTES, tr("a file for one page"))
    too_many = InputError.at(path, tr("there are more than {max_words:,} words on one page", max_words=MAX_WORDS))
    if data.count(b"\n") > 10 * MAX_WORDS:
        raise too_many
    words, unusable = parse(data, (width, height))
    if len(words) > MAX_WORDS:
        raise too_many
    if unusable and not words:
        number, reason = unusable[0]
        raise InputError.at(path, reason, place=tr("line {number}", number=number))
    page = PageRecord(image, width, height, words=tuple(words), source=path)
    return [page], [Skipped(path, tr("line {number}", number=number), reason) for number, reason in unusable]


def _find_image(path: Path, boundary: FolderBoundary) -> Path:
    for folder in (path.parent, path.parent.parent / "pages", path.parent.parent):
        for suffix in sorted(IMAGE_SUFFIXES):
            for candidate in (folder / (path.stem + suffix), folder / (path.stem + suffix.upper())):
                if boundary.contains(candidate) and candidate.is_file():
                    return candidate
    raise InputError.at(
        path, tr("the page image '{name}' was not found", name=path.stem), hint=tr("Put it into 'pages' beside 'GT'")
    )
