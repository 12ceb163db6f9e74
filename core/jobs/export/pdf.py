"""The pages as one searchable PDF."""

import shutil
import tempfile
from collections import Counter
from pathlib import Path

from core.disk import sync_file
from core.errors import InputError, Stopped
from core.events import InputSkipped, JobPart, Listener, Progress, stop_on_signals
from core.formats.pdf_write import PdfWriter
from core.formats.records import PageRecord
from core.imaging.embed import EmbeddedImage, embed_image
from core.jobs.export.content import Content, page_record
from core.jobs.export.page_files import note_left_out
from core.language import tr
from core.project.content.pages import Page
from core.project.file_access import verify_trusted
from core.project.project import Project


def write_pdf(project: Project, content: Content, out: Path, emit: Listener) -> int:
    """Write all pages as one PDF: the scans, with the texts invisibly over them; return the number of pages.

    A page whose scan cannot be read is reported (event ``skipped``) and left out. The PDF names how many of its words
    nobody has checked. Raises InputError, leaving ``out`` as it was, if there is no page or it cannot be written, and
    Stopped after a request to stop (SIGTERM or Ctrl-C).
    """
    words = content.by_page()
    note_left_out(content, emit)
    prefix = f".{out.name[:80]}."
    suggested: Counter[str | None] = Counter()
    n_words = 0
    with InputError.if_refused(out, tr("the file cannot be written")):
        out.parent.mkdir(parents=True, exist_ok=True)
        for leftover in out.parent.iterdir():
            if leftover.name.startswith(prefix) and leftover.suffix == ".parts":
                shutil.rmtree(leftover, ignore_errors=True)  # from an export that was killed
        with (
            stop_on_signals() as should_stop,
            tempfile.TemporaryDirectory(prefix=prefix, suffix=".parts", dir=out.parent) as folder,
        ):
            writer = PdfWriter(Path(folder))
            for done, page in enumerate(content.pages, start=1):
                if should_stop():
                    raise Stopped.of("Stopped. {out} was not written.", out=out)
                record = page_record(content, page, words.get(page.id, []))
                try:
                    image = _scan(page)
                except InputError as error:
                    emit(
                        InputSkipped(
                            project.folder, tr("page {page}", page=content.labels[page.id]), error.about(page.image)
                        )
                    )
                else:
                    writer.add_page(image, record, content.labels[page.id])
                    suggested += _suggested(record)
                    n_words += sum(word.text is not None for word in record.words)
                emit(Progress(JobPart.EXPORTING, done, len(content.pages)))
            if not len(writer):
                raise InputError.at(
                    out, tr("there is no page to write"), hint=tr("Import scans, or choose other pages")
                )
            whole = Path(folder, "whole.pdf")
            writer.save(whole, project.folder.stem, _remark(suggested, n_words))
            sync_file(whole)
            whole.replace(out)
            return len(writer)


def _scan(page: Page) -> EmbeddedImage:
    verify_trusted(page.image)
    image = embed_image(page.image, page.frame)
    if image.upright_size != (page.width, page.height):
        width, height = image.upright_size
        problem = tr(
            "the image is {width} x {height} pixels now, but was {former_width} x {former_height} at the import",
            width=width,
            height=height,
            former_width=page.width,
            former_height=page.height,
        )
        raise InputError.at(page.image, problem)
    return image


def _suggested(page: PageRecord) -> Counter[str | None]:
    """Count the words that nobody has checked, by the model that suggested them."""
    return Counter(word.origin.model for word in page.words if word.origin is not None and word.origin.is_suggested)


def _remark(suggested: Counter[str | None], n_words: int) -> str | None:
    if not suggested:
        return None
    models = ", ".join(sorted(model for model in suggested if model))
    by = f" by the model {models}" if models else ""
    return f"{suggested.total():,} of {n_words:,} words are suggestions{by} that nobody has checked."
