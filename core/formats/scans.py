"""Plain scans: images and PDFs whose words nobody has marked yet."""

from __future__ import annotations

from pathlib import Path

from core.errors import InputError
from core.formats.paths import LEADS_OUT, Fence, files_under, skip
from core.formats.records import PageRecord, Skipped, SourceContents
from core.imaging.read import SUFFIXES, image_frames


def read(source: Path) -> SourceContents:
    """One page without words for every frame of one file, or of all images at or below a folder.

    In natural order. Damaged files are skipped; raises InputError when none can be used.
    """
    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    fence = Fence(source if source.is_dir() else source.parent)
    pages: list[PageRecord] = []
    skipped: list[Skipped] = []
    for path in files_under(source, SUFFIXES) if source.is_dir() else [source]:
        try:
            if source.is_dir() and not fence.holds(path):
                raise InputError.at(path, LEADS_OUT)
            frames = image_frames(path)
        except InputError as error:
            if path == source:
                raise
            skipped.append(skip(path, "", error))
            continue
        pages += [PageRecord(path, w, h, frame=i) for i, (w, h) in enumerate(frames)]
    if not pages:
        told = f"; the first reason: {skipped[0].reason.rstrip('.')}" if skipped else ""
        raise InputError.at(source, f"no readable scan was found here{told}")
    return SourceContents("scans", pages=tuple(pages), skipped=tuple(skipped))
