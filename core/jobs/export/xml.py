"""The pages as PAGE XML or ALTO: the documents that they were imported from with the words updated, or new ones."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from core.events import JobPart, Listener, Note, Progress
from core.formats import alto, alto_write, pagexml
from core.formats.markup import local_name, parse, root_name
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord
from core.formats.registry import XML_SUFFIXES
from core.jobs.export.content import Content, page_record, unique_name
from core.jobs.export.page_files import complete_folder, file_stem, note_left_out
from core.language import tr
from core.project.content.pages import Page
from core.project.file_access import verify_trusted
from core.project.project import Project

_WriteDocument = Callable[[PageRecord, Path, Path | None], None]


def _write_documents(
    root: str, write: _WriteDocument, project: Project, content: Content, out: Path, emit: Listener
) -> int:
    """Write the pages with ``write`` as documents with this ``root`` element; return their number.

    A page that was imported from a document of the same format is written into that document, under its name, with
    all its other elements; several pages of one ALTO document are written to one file. The images are not copied: the
    files refer to them by the names that they had at the import. All files are complete before the first replaces an
    older one. Raises InputError, leaving ``out`` unchanged, for a text that XML cannot store or a damaged document.
    """
    words = content.by_page()
    note_left_out(content, emit)
    documents = _plan_documents(content, root, emit)
    with complete_folder(out) as folder:
        for done, (name, (original, pages)) in enumerate(documents.items(), start=1):
            file, base = folder / name, original
            for page in pages:
                record = page_record(content, page, words.get(page.id, []))
                write(_with_line_kinds(record, page.source) if base is None else record, file, base)
                base = file
            emit(Progress(JobPart.EXPORTING, done, len(documents)))
    return len(documents)


write_page_xml = partial(_write_documents, pagexml.ROOT, write_pagexml)
write_alto = partial(_write_documents, alto.ROOT, alto_write.write_alto)


def _plan_documents(content: Content, root: str, emit: Listener) -> dict[str, tuple[Path | None, list[Page]]]:
    """Return the files to write by name: the document to write into, and the pages in it."""
    taken: set[str] = set()
    by_original: dict[Path, list[Page]] = {}
    documents: dict[str, tuple[Path | None, list[Page]]] = {}
    for page in content.pages:
        original = page.source if page.source is not None and _has_root(page.source, root) else None
        if original is not None and original in by_original:
            by_original[original].append(page)
            continue
        pages = [page]
        wanted = content.labels[page.id]
        if original is not None:
            by_original[original] = pages
            wanted = Path(page.source_path or wanted).stem
        elif page.frame > 0:
            note = tr(
                "Page {frame} of {page} is written as the only page of a file of its own.",
                frame=page.frame + 1,
                page=page.name,
            )
            emit(Note(note))
        documents[f"{unique_name(file_stem(wanted), taken)}.xml"] = (original, pages)
    return documents


def _with_line_kinds(record: PageRecord, source: Path | None) -> PageRecord:
    """Return a page with the types that its lines have in the document of the other format that they are from."""
    for root, line_kinds in ((pagexml.ROOT, pagexml.line_kinds), (alto.ROOT, alto.line_kinds)):
        if source is not None and _has_root(source, root):
            kinds = line_kinds(parse(source).getroot())
            return replace(record, lines=tuple(replace(line, kind=kinds.get(line.ref or "")) for line in record.lines))
    return record


def _has_root(source: Path, root: str) -> bool:
    if source.suffix.lower() not in XML_SUFFIXES:
        return False
    verify_trusted(source)
    # A file without a root is damaged: parse() raises, so that no document is written without its other elements.
    return (root_name(source) or local_name(parse(source).getroot())) == root
