"""Folders of transcription files of one or several formats, and METS workspaces: every page is read once."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.errors import InputError
from core.formats.document_kinds import document_format, document_suffixes, is_xml, preference, unknown_document
from core.formats.files import FolderBoundary, image_root, list_files, nothing_usable, read_each
from core.formats.image_search import search_images
from core.formats.mets import Workspace, open_workspace
from core.formats.records import PageRecord, Skipped, SourceContents
from core.formats.registry import METS, reader_of
from core.language import tr
from core.lazy_import import import_function
from core.system.files import name_key

_Part = tuple[str, PageRecord]
"""A page with the name of the format that it was read from."""


def read_documents(source: Path, file_group: str | None = None) -> SourceContents:
    """Read a METS file, or all transcription files below a folder, each with the reader of its format.

    Where a METS file in a folder names transcriptions that are there, those of one group are read: the one named
    ``file_group``, by default the best (:func:`core.formats.mets.open_workspace`). Its pages without a transcription
    are scans. Of several documents about the same page one is read (:func:`one_document_a_page`). Raises InputError if
    nothing can be used.
    """
    if not source.is_dir():
        parts, skipped = _read_workspace(open_workspace(source, file_group))
        return _contents(parts, skipped, is_mets=True)
    root, boundary = image_root(source), FolderBoundary(image_root(source))
    formats = {path: document_format(path) for path in list_files(source, document_suffixes())}
    mets_files = [path for path, format in formats.items() if format == METS and boundary.contains(path)]
    parts, skipped, claimed = _read_workspaces(mets_files, file_group)
    if file_group and not claimed:
        problem = tr("there is no METS file that could name a group '{file_group}'", file_group=file_group)
        raise nothing_usable(source, problem, skipped)
    # a web page is not a document, but XML of another kind may be a mistake
    documents = [
        path
        for path, format in formats.items()
        if format != METS and (format or is_xml(path)) and not any(map(path.is_relative_to, claimed))
    ]
    problem = tr("no page can be used")
    if documents or not (parts or skipped):
        try:
            with search_images(root=root):
                more, unusable = read_each(
                    source, documents, lambda path: _read_file(path, formats[path]), problem, boundary
                )
            parts += more
            skipped += unusable
        except InputError as error:
            if not (parts or skipped):
                raise
            skipped.append(Skipped.from_error(source, "", error))
    if not parts:
        raise nothing_usable(source, problem, skipped)
    return _contents(parts, skipped, is_mets=bool(claimed))


def one_document_a_page(pages: Sequence[PageRecord]) -> tuple[list[PageRecord], list[Skipped]]:
    """Return the pages without second documents about the same page, and what was left out.

    PAGE comes before ALTO and that before hOCR. Of two documents of one format, that in a folder of ground truth comes
    first, then the one that has the name of the image, then the newest. Pages without a document stay.
    """
    best: dict[tuple[Path, int], Path] = {}
    keys = [(page.image.resolve(), page.frame) for page in pages]
    for key, page in zip(keys, pages, strict=True):
        if page.source is None or page.source == (former := best.setdefault(key, page.source)):
            continue
        if _rank(page.source, page.image) > _rank(former, page.image):
            best[key] = page.source
    kept: list[PageRecord] = []
    skipped: list[Skipped] = []
    for key, page in zip(keys, pages, strict=True):
        if page.source is None or page.source == best[key]:
            kept.append(page)
        else:
            place = tr("page {page}", page=page.frame + 1) if page.frame else ""
            reason = tr("another document of the same page was read: {best}", best=best[key])
            skipped.append(Skipped(page.source, place, reason, is_note=True))
    return kept, skipped


def _rank(document: Path, image: Path) -> tuple[int, bool, bool, float]:
    is_ground_truth = any("gt" in re.split("[^a-z0-9]+", folder.lower()) for folder in document.parent.parts[-2:])
    has_its_name = name_key(document.stem) == name_key(image.stem)
    return preference(document_format(document) or ""), is_ground_truth, has_its_name, document.stat().st_mtime


def _read_workspaces(
    mets_files: Sequence[Path], file_group: str | None
) -> tuple[list[_Part], list[Skipped], list[Path]]:
    """Read the workspaces of METS files, the uppermost first; return their pages and their folders.

    A METS that names none of the transcriptions in its folder is passed over, and pages that another named before.
    """
    parts: list[_Part] = []
    skipped: list[Skipped] = []
    claimed: list[Path] = []
    read: set[Path] = set()
    for mets in sorted(mets_files, key=lambda path: len(path.parts)):
        try:
            workspace = open_workspace(mets, file_group)
            pages = tuple(page for page in workspace.pages if page.file not in read)
            if not workspace.groups or not pages:
                continue
            read.update(page.file for page in pages)
            claimed.append(mets.parent)
            found, unusable = _read_workspace(replace(workspace, pages=pages))
        except InputError as error:
            skipped.append(Skipped.from_error(mets, "", error))
            continue
        parts += found
        skipped += unusable
    return parts, skipped, claimed


def _read_workspace(workspace: Workspace) -> tuple[list[_Part], list[Skipped]]:
    """Read the pages in the order of the workspace. Raises InputError if none can be used."""
    images = {page.transcription: page.images for page in workspace.pages if page.transcription and page.images}
    transcriptions = {page.transcription for page in workspace.pages}
    folder = workspace.mets.parent

    def read_file(path: Path) -> tuple[list[_Part], list[Skipped]]:
        return _read_file(path, None if path in transcriptions else "scans")

    files = [page.file for page in workspace.pages]
    with search_images(assigned=images, root=folder):
        parts, skipped = read_each(workspace.mets, files, read_file, tr("no page can be used"), FolderBoundary(folder))
    return list(parts), [*workspace.skipped, *skipped]


def _read_file(path: Path, format: str | None) -> tuple[list[_Part], list[Skipped]]:
    """Read one transcription file in its format. Raises InputError if that is not a known one."""
    format = format or document_format(path)
    if format is None or format == METS:
        raise unknown_document(path)
    contents: SourceContents = import_function(reader_of(format).read)(path)
    return [(format, page) for page in contents.pages], list(contents.skipped)


def _contents(parts: Sequence[_Part], skipped: Sequence[Skipped], *, is_mets: bool) -> SourceContents:
    kept, doubles = one_document_a_page([page for _, page in parts])
    kept_ids = set(map(id, kept))
    counts = Counter(format for format, page in parts if id(page) in kept_ids)
    formats = (METS,) if is_mets else tuple(format for format, _ in counts.most_common())
    return SourceContents(pages=tuple(kept), skipped=(*skipped, *doubles), formats=formats)
