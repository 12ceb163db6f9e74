"""Several sources read as one: what a person chose or dropped together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from core.errors import InputError
from core.formats.detect import CROP_HEIGHT, read_source
from core.formats.paths import skip
from core.formats.records import PageRecord, Skipped, SourceContents


def read_sources(sources: Sequence[Path], format: str = "auto", *, labels: bool = True) -> SourceContents:
    """Read files and folders of any formats as one; ``format`` other than ``auto`` holds for all of them.

    Loose images are pages, or words where half of them are lower than ``CROP_HEIGHT`` pixels; those that are
    the page image of another source are not taken twice. ``labels=False`` takes no words from the names of
    word images. A source that cannot be read is skipped; raises InputError when none can be.
    """
    loose = [source for source in sources if source.is_file() and _is_image(source)]
    parts: list[SourceContents] = []
    skipped: list[Skipped] = []
    for source in sources:
        if source not in loose:
            try:
                parts.append(_read_one(source, format, labels))
            except InputError as error:
                if len(sources) == 1:
                    raise
                skipped.append(skip(source, "", error))
    taken = {page.image.resolve() for part in parts for page in part.pages}
    if left := [path for path in loose if path.resolve() not in taken]:
        try:
            parts.append(_read_images(left, format, labels))
        except InputError as error:
            if not parts:
                raise
            skipped.append(skip(left[0], "", error))
    if not parts:
        raise InputError(f"None of the {len(sources)} sources can be used; the first: {skipped[0].reason}")
    return SourceContents(
        ", ".join(dict.fromkeys(part.format for part in parts)),
        pages=tuple(page for part in parts for page in part.pages),
        crops=tuple(crop for part in parts for crop in part.crops),
        skipped=(*(entry for part in parts for entry in part.skipped), *skipped),
    )


def _is_image(path: Path) -> bool:
    from core.imaging.read import SUFFIXES

    return path.suffix.lower() in SUFFIXES


def _read_one(source: Path, format: str, labels: bool) -> SourceContents:
    found = read_source(source, format)
    if found.format == "folder" and not labels:
        return read_source(source, "folder", labels="none")
    return found


def _read_images(paths: list[Path], format: str, labels: bool) -> SourceContents:
    from core.formats import folder, scans
    from core.imaging.read import image_frames

    if format not in ("auto", "folder", "scans"):
        return read_source(paths[0], format)  # raises: an image alone is no such source
    heights = []
    for path in paths:
        try:
            heights.append(image_frames(path)[0][1])
        except InputError:
            continue
    if format == "folder" or (format == "auto" and heights and median(heights) < CROP_HEIGHT):
        return folder.read_files(paths, "name" if labels else "none")
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for path in paths:
        try:
            pages += scans.read(path).pages
        except InputError as error:
            if len(paths) == 1:
                raise
            skipped.append(skip(path, "", error))
    if not pages:
        raise InputError.at(paths[0], f"no readable scan was found; {skipped[0].reason.rstrip('.')}")
    return SourceContents("scans", pages=tuple(pages), skipped=tuple(skipped))
