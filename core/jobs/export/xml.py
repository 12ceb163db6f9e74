"""The pages as PAGE XML or ALTO: the documents they were imported from with our words in them, or fresh ones."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from core.errors import InputError
from core.events import Listener
from core.formats import alto, pagexml
from core.formats.alto_write import write_alto
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord
from core.formats.xml_parse import XML_SUFFIXES, local_name, parse, root_name
from core.jobs.export.words import Content, distinct, page_record
from core.project.content.pages import Page
from core.project.files.linked_images import verify_trusted

Writer = Callable[[PageRecord, Path, Path | None], None]

_WRITERS: dict[str, tuple[str, Writer]] = {"pagexml": (pagexml.ROOT, write_pagexml), "alto": (alto.ROOT, write_alto)}
_ASIDE = ".export-"
_UNFIT = re.compile(r"[^\w .,+()-]|^\.+")


def write_pages(content: Content, out: Path, kind: str, emit: Listener) -> int:
    """Write one file a page to the folder ``out``, ``kind`` being pagexml or alto; returns how many files.

    A page that was imported from a document of the same kind comes back in that document, under its name,
    with all that Ductus does not understand; several pages of one ALTO document come back in one file. The
    images are not copied: the files name them as they were called when they were imported. All files are
    finished aside before the first takes its place. Raises InputError, ``out`` as it was, for a text that
    XML cannot hold or a document that is damaged.
    """
    root, write = _WRITERS[kind]
    words = content.by_page()
    lone = len(words.get(None, []))
    if lone:
        emit({"event": "note", "text": f"{lone} words are pictures without a page and are left out."})
    documents = _documents(content, root, emit)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for left in out.glob(f"{_ASIDE}*"):
            shutil.rmtree(left, ignore_errors=True)  # of an export that was killed
        with tempfile.TemporaryDirectory(prefix=_ASIDE, dir=out) as aside:
            for done, (name, (original, members)) in enumerate(documents.items(), start=1):
                file, start = Path(aside, name), original
                for page in members:
                    write(page_record(content, page, words.get(page.id, [])), file, start)
                    start = file
                emit({"event": "progress", "part": "exporting", "done": done, "total": len(documents)})
            for name in documents:
                Path(aside, name).replace(out / name)
    except OSError as error:
        raise InputError.from_os_error(out, "the files cannot be written", error) from error
    return len(documents)


def _documents(content: Content, root: str, emit: Listener) -> dict[str, tuple[Path | None, list[Page]]]:
    """The files to write: (the document to write into, the pages that go there) by name."""
    taken: set[str] = set()
    by_original: dict[Path, list[Page]] = {}
    documents: dict[str, tuple[Path | None, list[Page]]] = {}
    for page in content.pages:
        original = page.source if page.source is not None and _is_a(page.source, root) else None
        if original is not None and original in by_original:
            by_original[original].append(page)
            continue
        members = [page]
        wished = content.labels[page.id]
        if original is not None:
            by_original[original] = members
            wished = Path(page.source_path or wished).stem
        elif page.frame > 0:
            told = f"Page {page.frame + 1} of {page.name} gets a file of its own, which reads as if it were page 1."
            emit({"event": "note", "text": told})
        name = distinct(_UNFIT.sub("_", wished)[:100] or "page", taken)
        documents[f"{name}.xml"] = (original, members)
    return documents


def _is_a(source: Path, root: str) -> bool:
    if source.suffix.lower() not in XML_SUFFIXES:
        return False
    verify_trusted(source)
    # a file without a root is damaged: parsing says how, rather than writing without what it held
    return (root_name(source) or local_name(parse(source).getroot())) == root
