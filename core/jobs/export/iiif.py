"""The pages as IIIF AnnotationPages, one file for each."""

from pathlib import Path

from core.events import Listener
from core.formats.iiif_write import CanvasTarget, write_annotation_page
from core.formats.records import PageRecord
from core.jobs.export.content import Content
from core.jobs.export.page_files import write_page_files
from core.project.content.iiif_sources import CanvasImageOrigin, images_by_sha256
from core.project.project import Project


def write_annotations(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write ``NAME.json`` for each page to the folder ``out``; return the number of files.

    Annotations of a page that was fetched refer to its canvas, those of others to a name made of the image's SHA-256.
    Raises InputError, leaving the files in ``out`` unchanged, if one cannot be written.
    """
    known = images_by_sha256(project)
    pages = iter(content.pages)

    def write(record: PageRecord, file: Path) -> None:
        page = next(pages)  # called once for each page, in their order
        target = _target(known.get(page.sha256)) if page.frame == 0 else None
        write_annotation_page(
            record, target or CanvasTarget.of_image(page.sha256, record), content.labels[page.id], file
        )

    return write_page_files(content, out, ".json", write, emit)


def _target(origin: CanvasImageOrigin | None) -> CanvasTarget | None:
    """Return the canvas of a fetched image, None if its manifest gave it no id."""
    if origin is None or not origin.canvas:
        return None
    return CanvasTarget(origin.canvas, (origin.x, origin.y, origin.width, origin.height))
