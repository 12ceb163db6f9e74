"""The files that the database names: whether they are there, as long as they were, and can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.errors import DuctusError
from core.project.files.file_store import fingerprint, located
from core.project.files.linked_images import verify
from core.project.integrity.findings import Finding
from core.project.project import Project

_BACK = "Copy it back from a backup; or import its original again, which puts it in place"
_THERE_AGAIN = "Bring it back to this place, or import it again without --link"

_USED = (
    "SELECT f.path, f.linked, f.bytes, f.sha256, f.id IN (SELECT source_file_id FROM page),"
    " EXISTS (SELECT 1 FROM word WHERE file_id = f.id),"
    " (SELECT json_group_array(json_array(frame, width, height)) FROM page WHERE file_id = f.id),"
    " (SELECT count(*) FROM word AS w JOIN page AS p ON p.id = w.page_id WHERE p.file_id = f.id)"
    " + (SELECT count(*) FROM word WHERE file_id = f.id)"
    " FROM file AS f WHERE f.id > ? ORDER BY f.id"
)


def count_files(project: Project) -> int:
    """How many files there are to look at."""
    row = project.one("SELECT count(*) FROM file")
    return int(row[0]) if row else 0


def check_files(project: Project, step: Callable[[], object], *, thorough: bool = False) -> Iterator[Finding]:
    """Look at each file's length and, of an image, its header; ``step()`` is called after each.

    ``thorough`` reads each file whole and compares its SHA-256 with the one it had when it was imported.
    """
    import json

    for path, linked, size, sha256, _, is_crop, frames, words in project.query(_USED, (0,)):
        pages = [tuple(page) for page in json.loads(frames)]
        used = f" ({words} words are on it)" if words else ""
        mend = _THERE_AGAIN if linked else _BACK
        try:
            file = located(project.folder, path, bool(linked))
            there = file.stat().st_size if file.is_file() else None
        except (DuctusError, OSError) as error:
            yield Finding("file", f"The file cannot be looked at: {error}", path, mend)
            step()
            continue
        if there is None:
            kind = "linked file missing" if linked else "file missing"
            yield Finding(kind, f"The file is not there{used}.", path, mend)
        elif there != size:
            yield Finding("file changed", f"The file has {there:,} bytes; it had {size:,}{used}.", path, mend)
        elif thorough and fingerprint(file)[0] != sha256:
            yield Finding("file changed", f"The file is not what was imported{used}.", path, mend)
        elif pages or is_crop:
            yield from _image(project, path, bool(linked), pages, used, mend)
        step()


def _image(project: Project, path: str, linked: bool, pages: list[tuple], used: str, mend: str) -> Iterator[Finding]:
    from core.imaging.read import image_frames

    try:
        image = located(project.folder, path, linked)
        verify(image)
        frames = image_frames(image)
    except DuctusError as error:
        yield Finding("image unreadable", f"The image cannot be read{used}: {error}", path, mend)
        return
    for frame, width, height in pages:
        if frame >= len(frames):
            yield Finding("image unreadable", f"The image has no page {frame + 1}{used}.", path, mend)
        elif frames[frame] != (width, height):
            now = "x".join(map(str, frames[frame]))
            yield Finding(
                "image size",
                f"The image is {now} pixels and was {width}x{height}: boxes no longer fit{used}.",
                path,
                mend,
            )
