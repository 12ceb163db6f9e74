"""Word boxes of the George Washington pages: ``pages/ID.png`` and ``GT/ID.gtp``.

One word a line: ``x1 y1 x2 y2 word`` in pixels of the page, ``x2`` and ``y2`` just beyond the box. A line
without word is a box that was not transcribed. The format knows no text lines; they are derived.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from core.disk import write_atomically
from core.errors import InputError
from core.formats.boxes import BoxError, into_lines, place
from core.formats.paths import LEADS_OUT, Fence, files_under, root_of, skip
from core.formats.records import PageRecord, Skipped, SourceContents, WordRecord
from core.formats.safe_read import load_bytes
from core.geometry import Box
from core.imaging.read import SUFFIXES, image_frames

MAX_BYTES = 16 * 1024 * 1024
MAX_WORDS = 10_000
"""On one page; finding the lines of more would take too long."""

_NUMBER = r"(-?[0-9]{1,7})"
_WORD = re.compile(rf"{_NUMBER}[ \t]+{_NUMBER}[ \t]+{_NUMBER}[ \t]+{_NUMBER}(?:[ \t]+(.*))?", re.DOTALL)


def read(source: Path) -> SourceContents:
    """The pages of a folder (with ``pages`` and ``GT``, or all in one place) or of one ``.gtp`` file.

    Pages come in natural order, words in the order of the file, boxes clipped to the page. Pages without
    image and lines that cannot be used are skipped; raises InputError when nothing can be used.
    """
    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    files = files_under(source, frozenset({".gtp"})) if source.is_dir() else [source]
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    fence = Fence(root_of(source))
    for path in files:
        try:
            if path != source and not fence.holds(path):
                raise InputError.at(path, LEADS_OUT)
            page, bad = _page(path, root_of(source))
        except InputError as error:
            if source == path:
                raise
            skipped.append(skip(path, "", error))
            continue
        pages.append(page)
        skipped += bad
    if not pages:
        told = f"; the first reason: {skipped[0].reason.rstrip('.')}" if skipped else ""
        raise InputError.at(source, f"no page with '.gtp' boxes can be used{told}")
    return SourceContents("gtp", pages=tuple(pages), skipped=tuple(skipped))


def write(path: Path, words: Sequence[WordRecord]) -> None:
    """Write words as one ``.gtp`` file; InputError for a text that would not fit on one line."""
    lines = []
    for word in words:
        x, y, width, height = word.box
        text = word.text or ""
        if text != text.strip(" \t\r") or any(c in text for c in "\n\0"):
            raise InputError.at(path, f"the text {text!r} would not come back as it is from one line")
        lines.append(f"{x} {y} {x + width} {y + height} {text}".rstrip(" ") + "\n")
    try:
        data = "".join(lines).encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError.at(path, "a text holds a lone surrogate, which UTF-8 cannot store") from error
    write_atomically(path, data)


def parse(data: bytes, size: tuple[int, int]) -> tuple[list[WordRecord], list[tuple[int, str]]]:
    """The words of one file for a page of ``size`` (width, height), and the bad lines: number and reason."""
    found: list[tuple[Box, str | None]] = []
    bad: list[tuple[int, str]] = []
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        raw = raw.strip(b" \t\r")
        if not raw:
            continue
        try:
            found.append(_word(raw, size))
        except BoxError as error:
            bad.append((number, str(error)))
    lines = into_lines([box for box, _ in found]) if len(found) <= MAX_WORDS else [0] * len(found)
    return [WordRecord(box, text, line=n) for (box, text), n in zip(found, lines, strict=True)], bad


def _word(raw: bytes, size: tuple[int, int]) -> tuple[Box, str | None]:
    try:
        line = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise BoxError("the line is not UTF-8") from None
    match = _WORD.fullmatch(line)
    if match is None:
        raise BoxError("a line is 'x1 y1 x2 y2 word'")
    text = match[5] or None
    if text is not None and "\0" in text:
        raise BoxError("the word holds a NUL character")
    x1, y1, x2, y2 = (int(match[i]) for i in range(1, 5))
    if x2 <= x1 or y2 <= y1:
        raise BoxError("its box has no area")
    box, _ = place(((x1, y1), (x2, y2)), (1.0, 1.0), size)
    return box, text


def _page(path: Path, root: Path) -> tuple[PageRecord, list[Skipped]]:
    image = _image(path, root)
    width, height = image_frames(image)[0]
    data = load_bytes(path, MAX_BYTES, "a file for one page")
    if data.count(b"\n") > 10 * MAX_WORDS:
        raise InputError.at(path, f"there are more than {MAX_WORDS:,} words on one page")
    words, bad = parse(data, (width, height))
    if len(words) > MAX_WORDS:
        raise InputError.at(path, f"there are more than {MAX_WORDS:,} words on one page")
    if bad and not words:
        raise InputError.at(path, bad[0][1], place=f"line {bad[0][0]}")
    page = PageRecord(image, width, height, words=tuple(words), source=path)
    return page, [Skipped(path, f"line {number}", reason) for number, reason in bad]


def _image(path: Path, root: Path) -> Path:
    fence = Fence(root)
    folders = (path.parent, path.parent.parent / "pages", path.parent.parent)
    for folder in folders:
        for suffix in sorted(SUFFIXES):
            for candidate in (folder / (path.stem + suffix), folder / (path.stem + suffix.upper())):
                if fence.holds(candidate) and candidate.is_file():
                    return candidate
    raise InputError.at(path, f"the page image '{path.stem}' was not found", hint="Put it into 'pages' beside 'GT'")
