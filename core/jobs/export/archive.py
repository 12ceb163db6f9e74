"""Pages as one zip file: transcriptions in a folder, their images beside, and a METS that lists them."""

import tempfile
import zipfile
from collections import defaultdict
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.disk import atomic_file, remove_partial_files
from core.errors import InputError
from core.events import Event, JobPart, Listener, Progress
from core.formats.document_kinds import document_format
from core.formats.mets_write import MetsPage, mets_document
from core.formats.registry import XML_SUFFIXES, writer_of
from core.formats.xml_edit import refer_to_image
from core.imaging.read import JPEG2000_SUFFIXES, frame_sizes, open_frame, read_gray
from core.jobs.export.content import Content, ExportWord, unique_name
from core.jobs.export.page_files import note_left_out
from core.language import tr
from core.lazy_import import import_function
from core.project.content.pages import Page
from core.project.file_access import verify_trusted
from core.project.project import Project
from core.system.files import portable_name

_METS_NAME = "mets.xml"
_MAX_NAME = 200
"""Bytes of the name of an image without its suffix. Other programs find the images of old documents by their names."""
_SEVERAL_FRAMES = frozenset({".tif", ".tiff", ".pdf"})
"""Suffixes of images that may have several pages."""
_NOT_SHOWN = _SEVERAL_FRAMES.union(JPEG2000_SUFFIXES)
"""Suffixes of images that browsers do not show."""


def write_archive(project: Project, content: Content, out: Path, format: str, emit: Listener, png: bool = False) -> int:
    """Write the pages with their images as one zip file; return the number of transcription files.

    The transcriptions are those of the writer of the format, which has an ``archive`` folder. A new one about a page
    of a TIFF or PDF with several gets that page as an image of its own. With ``png`` a single image that browsers do
    not show becomes PNG, too. Raises InputError, leaving ``out`` as it was, for an image that cannot be read and for a
    text that XML cannot store.
    """
    note_left_out(content, emit)
    remove_partial_files(out.parent, out.name)
    words = content.by_page()
    documents = _documents(content.pages, format)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="ductus-export-") as folder,
            atomic_file(out) as stream,
            zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive,
        ):
            writer = _ArchiveWriter(project, archive, Path(folder), format, emit, png)
            for done, pages in enumerate(documents, start=1):
                on_pages = [word for page in pages for word in words.get(page.id, [])]
                writer.add_document(content, pages, on_pages)
                emit(Progress(JobPart.EXPORTING, done, len(documents)))
            archive.writestr(_METS_NAME, mets_document(writer.listed, writer.place))
    except (OSError, zipfile.LargeZipFile) as error:
        raise InputError.from_os_error(out, tr("the zip file cannot be written"), error) from error
    return len(documents)


class _ArchiveWriter:
    """Adds transcriptions and images to an open zip file, each image once."""

    def __init__(
        self, project: Project, archive: zipfile.ZipFile, folder: Path, format: str, emit: Listener, png: bool
    ) -> None:
        writer = writer_of(format)
        assert writer.archive is not None
        self.listed: list[MetsPage] = []
        self.place = writer.archive
        self._write = partial(import_function(writer.write), project)
        self._archive = archive
        self._folder = folder
        self._format = format
        self._emit = emit
        self._png = png
        self._names: set[str] = {Path(_METS_NAME).stem, self.place.name}
        self._document_names: set[str] = set()
        self._images: dict[tuple[Path, int | None], str] = {}

    def add_document(self, content: Content, pages: list[Page], words: list[ExportWord]) -> None:
        """Write one transcription of ``pages`` with its image."""
        frame, is_one_of_several = self._own_frame(pages)
        image = self._add_image(pages[0], frame, is_one_of_several)
        named = [replace(page, name=image, frame=0 if frame is not None else page.frame) for page in pages]
        out = self._folder / str(len(self.listed))
        self._write(replace(content, pages=tuple(named), words=tuple(words)), out, self._pass_notes)
        for file in sorted(out.iterdir()):
            if file.suffix in XML_SUFFIXES:  # an imported document may name another folder, or a place on the web
                refer_to_image(file, image)
            name = f"{self.place.name}/{unique_name(file.stem, self._document_names)}{file.suffix}"
            self._archive.write(file, name)
            file.unlink()
            self.listed.append(MetsPage(image, name))

    def _own_frame(self, pages: list[Page]) -> tuple[int | None, bool]:
        """Return the frame to write as PNG, None if the whole image is kept, and whether there are others."""
        page = pages[0]
        if page.image.suffix.lower() not in (_NOT_SHOWN if self._png else _SEVERAL_FRAMES):
            return None, False
        verify_trusted(page.image)
        if page.frame > 0 or len(frame_sizes(page.image)) > 1:
            is_imported = page.source is not None and document_format(page.source) == self._format
            return None if is_imported else page.frame, True
        return 0 if self._png else None, False

    def _add_image(self, page: Page, frame: int | None, is_one_of_several: bool) -> str:
        """Add the image of a page if it is not there yet; return its name."""
        key = page.image, frame
        if key not in self._images:
            verify_trusted(page.image)
            suffix = page.image.suffix.lower() if frame is None else ".png"
            stem = Path(page.name).stem
            if frame is not None and is_one_of_several:
                stem = f"{stem}-p{frame + 1}"
            short = portable_name(stem, _MAX_NAME)
            name = unique_name(short or "image", self._names)
            if frame is None:
                suffix = Path(page.name).suffix if Path(page.name).suffix.lower() == suffix else suffix
                if not page.image.is_file():
                    raise InputError.at(
                        page.image, tr("the image of a page is missing"), hint=tr("Restore it, and try again")
                    )
                self._archive.write(page.image, name + suffix, zipfile.ZIP_STORED)
            else:
                file = self._folder / f"frame{suffix}"
                _extract_frame(page, frame, file)
                self._archive.write(file, name + suffix, zipfile.ZIP_STORED)
                file.unlink()
            self._images[key] = name + suffix
        return self._images[key]

    def _pass_notes(self, event: Event) -> None:
        """Emit all but the progress of single documents."""
        if not isinstance(event, Progress):
            self._emit(event)


def _documents(pages: tuple[Page, ...], format: str) -> list[list[Page]]:
    """Return the pages by document: those of one imported document together, each other page by itself."""
    by_source: defaultdict[Path, list[Page]] = defaultdict(list)
    documents: list[list[Page]] = []
    for page in pages:
        if page.source is None or document_format(page.source) != format:
            documents.append([page])
            continue
        if page.source not in by_source:
            documents.append(by_source[page.source])
        by_source[page.source].append(page)
    return documents


def _extract_frame(page: Page, frame: int, file: Path) -> None:
    """Write one page of a TIFF or PDF as a PNG of the size that the project's boxes refer to."""
    from PIL import Image

    if page.image.suffix.lower() != ".pdf":
        with open_frame(page.image, frame) as image:
            image.load()
            if image.size == (page.width, page.height):
                kept = image if image.mode in ("1", "L", "RGB", "I;16") else image.convert("RGB")
                kept.save(file, "PNG")
                return
    Image.fromarray(read_gray(page.image, frame)).save(file, "PNG")
