"""The formats that are read and written: one row each, ours and those that installed packages announce.

docs/formats.md describes a row for those who add one. The code behind a row is imported when it is used.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from core.errors import InputError
from core.language import tr, tr_noop, tr_plural, tr_plural_noop

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ductus.formats"
"""The group of entry points by which a package announces a :class:`Format`, under the format's name."""
AUTO = "auto"
"""Stands for the format that a source is found to have."""
METS = "mets"
"""The format of a file that lists transcriptions of other formats."""

XML_SUFFIXES = frozenset({".xml", ".mpxml", ".page", ".alto"})
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """One way to read a source."""

    label: str
    """The name for people, to be translated."""
    read: str
    """``module:function`` that takes the path of a file or folder and returns a ``SourceContents``.

    Further parameters of the function are the options of the format.
    """
    suffixes: frozenset[str] | tuple[str, ...] = ()
    """Suffixes, in lower case, of the files that may be of this format; empty if more than a file must be looked at."""
    root: str = ""
    """The local name of the root element, where XML of other formats has these suffixes, too."""
    recognise: str = ""
    """``module:function`` that takes a file with one of these suffixes and returns whether it is of this format."""
    is_document: bool = False
    """True if a file is the transcription of one page or a few, so that those of a folder may be of several formats.

    Of several documents about a page that of the earlier row is read.
    """
    names_hold_texts: bool = False
    """True if the words may stand in the names of the images; ``read`` then has the parameter ``labels``."""


@dataclass(frozen=True, slots=True)
class ArchiveFolder:
    """The transcriptions in a zip file: their folder, and their media type in its METS."""

    name: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Writer:
    """One way to write pages and words; all texts are to be translated."""

    label: str
    description: str
    """The purpose, in a few words."""
    written: tuple[str, str]
    """The text about the result, a singular and a plural with ``{n:,}``, such as "{n:,} file" and "{n:,} files"."""
    write: str
    """``module:function`` with the parameters of :func:`core.jobs.export.export_project.write_content` but the format.

    It returns the number of rows, files, lines, pages or words.
    """
    suffix: str
    """The end of the name that is suggested: ".txt" of a file, or "-text" of a folder of files."""
    has_word_images: bool = False
    """True if word images without a page are written, too."""
    names_images: bool = False
    """True if the files name images that are not copied."""
    archive: ArchiveFolder | None = None
    """Given if the files can also be written as one zip file with the images."""
    preview: str = "core.jobs.export.preview:first_lines"
    """``module:function`` that shows the beginning, with the parameters of that function."""
    about_preview: str = ""
    about_suggestions: str = tr_noop("They are marked in the file. Your transcriptions are never replaced.")

    @property
    def is_folder(self) -> bool:
        return not self.suffix.startswith(".")


@dataclass(frozen=True, slots=True)
class Format:
    """One format, with its ``name`` on the command line."""

    name: str
    reader: Reader | None = None
    writer: Writer | None = None


FORMATS = (
    Format(
        "folder",
        Reader(tr_noop("Word images in a folder"), "core.formats.images:read_word_images", names_hold_texts=True),
    ),
    Format(
        "table",
        Reader(tr_noop("Table of word images (CSV, TSV)"), "core.formats.table:read"),
        Writer(
            tr_noop("Table (CSV)"),
            tr_noop("for spreadsheets, with an image for each word"),
            tr_plural_noop("a table of {n:,} row with the word images", "a table of {n:,} rows with the word images"),
            "core.jobs.export.table:write_table",
            ".csv",
            has_word_images=True,
            preview="core.jobs.export.preview:first_rows",
        ),
    ),
    Format(
        "text",
        writer=Writer(
            tr_noop("Text"),
            tr_noop("one file, line by line"),
            tr_plural_noop("{n:,} line of text", "{n:,} lines of text"),
            "core.jobs.export.documents:write_text",
            ".txt",
            has_word_images=True,
        ),
    ),
    Format(
        "textpages",
        writer=Writer(
            tr_noop("Text, one file a page"),
            tr_noop("in reading order, named like the pages"),
            tr_plural_noop("{n:,} text file, one a page", "{n:,} text files, one a page"),
            "core.jobs.export.documents:write_text_pages",
            "-text",
        ),
    ),
    Format(
        "pdf",
        writer=Writer(
            tr_noop("Searchable PDF"),
            tr_noop("the scans; their text can be searched"),
            tr_plural_noop("a searchable PDF of {n:,} page", "a searchable PDF of {n:,} pages"),
            "core.jobs.export.pdf:write_pdf",
            ".pdf",
            preview="core.jobs.export.preview:lines_over_scans",
            about_preview=tr_noop("The pages show the scans; the text above can be searched in them."),
            about_suggestions=tr_noop("Their number is stated in the properties of the PDF."),
        ),
    ),
    Format("iam", Reader(tr_noop("IAM database"), "core.formats.iam:read")),
    Format("gtp", Reader(tr_noop("GTP boxes beside pages"), "core.formats.gtp:read", suffixes=(".gtp",))),
    Format(
        "pagexml",
        Reader(tr_noop("PAGE XML"), "core.formats.pagexml:read", XML_SUFFIXES, root="PcGts", is_document=True),
        Writer(
            tr_noop("PAGE XML"),
            tr_noop("lines and boxes, for Transkribus and eScriptorium"),
            tr_plural_noop("{n:,} PAGE XML file", "{n:,} PAGE XML files"),
            "core.jobs.export.xml:write_page_xml",
            "-page-xml",
            names_images=True,
            archive=ArchiveFolder("page", "application/vnd.prima.page+xml"),
        ),
    ),
    Format(
        "alto",
        Reader(tr_noop("ALTO XML"), "core.formats.alto:read", XML_SUFFIXES, root="alto", is_document=True),
        Writer(
            tr_noop("ALTO"),
            tr_noop("lines and boxes, for library viewers"),
            tr_plural_noop("{n:,} ALTO file", "{n:,} ALTO files"),
            "core.jobs.export.xml:write_alto",
            "-alto",
            names_images=True,
            archive=ArchiveFolder("alto", "application/alto+xml"),
        ),
    ),
    Format(
        "hocr",
        Reader(
            tr_noop("hOCR"),
            "core.formats.hocr:read",
            HTML_SUFFIXES | {".hocr"},
            recognise="core.formats.hocr:is_hocr",
            is_document=True,
        ),
        Writer(
            tr_noop("hOCR"),
            tr_noop("web pages with boxes, for OCR programs"),
            tr_plural_noop("{n:,} hOCR file", "{n:,} hOCR files"),
            "core.jobs.export.documents:write_hocr_pages",
            "-hocr",
            names_images=True,
        ),
    ),
    Format(
        "tei",
        writer=Writer(
            tr_noop("TEI"),
            tr_noop("for editions: text linked to the scans"),
            tr_plural_noop("a TEI document of {n:,} page", "a TEI document of {n:,} pages"),
            "core.jobs.export.documents:write_tei_document",
            ".tei.xml",
            names_images=True,
            preview="core.jobs.export.preview:lines_of_text_element",
        ),
    ),
    Format(
        "iiif",
        writer=Writer(
            tr_noop("IIIF annotations"),
            tr_noop("for viewers on the web, such as Mirador"),
            tr_plural_noop("{n:,} file of IIIF annotations, one a page", "{n:,} files of IIIF annotations, one a page"),
            "core.jobs.export.documents:write_annotations",
            "-iiif",
            names_images=True,
        ),
    ),
    Format(
        "json",
        writer=Writer(
            tr_noop("JSON"),
            tr_noop("for your own programs: all data"),
            tr_plural_noop("{n:,} word as JSON", "{n:,} words as JSON"),
            "core.jobs.export.documents:write_json",
            ".json",
            has_word_images=True,
        ),
    ),
    Format(METS, Reader(tr_noop("METS workspace"), "core.formats.documents:read_documents", XML_SUFFIXES, root="mets")),
    Format("lines", Reader(tr_noop("Line images with texts (.gt.txt)"), "core.formats.line_images:read")),
    Format("scans", Reader(tr_noop("Plain scans (images, PDF)"), "core.formats.images:read_scans")),
)
"""In the order of the dialogs: formats for reading, for other programs, for own programs."""


def readers() -> dict[str, Reader]:
    """Return the readers of all formats by name."""
    return {row.name: row.reader for row in _all_rows() if row.reader is not None}


def writers() -> dict[str, Writer]:
    """Return the writers of all formats by name."""
    return {row.name: row.writer for row in _all_rows() if row.writer is not None}


def reader_of(name: str) -> Reader:
    """Return the reader of a format. Raises InputError where there is none, or it cannot be loaded."""
    row = _find(name)
    if row is None or row.reader is None:
        choices = ", ".join(readers())
        raise InputError.of("The format is 'auto' or one of {choices}, not '{name}'.", choices=choices, name=name)
    return row.reader


def writer_of(name: str) -> Writer:
    """Return the writer of a format. Raises InputError where there is none, or it cannot be loaded."""
    row = _find(name)
    if row is None or row.writer is None:
        choices = ", ".join(writers())
        raise InputError.of(
            "There is no export format '{format}'; choose one of {choices}.", format=name, choices=choices
        )
    return row.writer


def written_text(writer: Writer, count: int, *, is_zip: bool = False) -> str:
    """Return what an export of ``count`` rows, files, lines, pages or words has written."""
    text = tr_plural(*writer.written, count)
    return tr("a zip file with {files} and the images", files=text) if is_zip else text


def _find(name: str) -> Format | None:
    found = next((row for row in FORMATS if row.name == name), None)
    return found or next((_load_row(point) for point in _points() if point.name == name), None)


def _all_rows() -> list[Format]:
    """Return our rows and those of other packages, without those that cannot be loaded."""
    return [*FORMATS, *_installed(tuple(sys.path))]


@cache
def _installed(path: tuple[str, ...]) -> tuple[Format, ...]:
    """Return the rows of the packages on ``path``, which is ``sys.path``."""
    rows = []
    for point in _points():
        try:
            rows.append(_load_row(point))
        except InputError as error:
            _logger.warning("%s", error)
    return tuple(rows)


def _points() -> list[EntryPoint]:
    """Return the entry points of formats that are not ours."""
    from importlib.metadata import entry_points  # takes long to import

    own = {row.name for row in FORMATS}
    return [point for point in entry_points(group=GROUP) if point.name not in own]


def _load_row(point: EntryPoint) -> Format:
    try:
        row = point.load()
        if not isinstance(row, Format) or row.name != point.name:
            raise TypeError(tr("it is no Format of this name"))
    except Exception as error:  # whatever a foreign module does when it is imported
        fields = {"name": point.name, "target": point.value, "error": error}
        raise InputError(tr("The format '{name}' cannot be loaded from {target}: {error}", **fields)) from error
    return row
