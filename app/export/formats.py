"""The formats of an export for people: title, description, suggested name, and the text about what was written."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject

ZIP_SUFFIX = ".zip"

TARGET_SUFFIXES = {
    "table": ".csv",
    "text": ".txt",
    "textpages": "-text",
    "pdf": ".pdf",
    "pagexml": "-page-xml",
    "alto": "-alto",
    "hocr": "-hocr",
    "tei": ".tei.xml",
    "iiif": "-iiif",
    "json": ".json",
}
"""The suffix of the suggested name for each format: that of a file, or the end of a folder's name."""


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format as the dialog offers it; ``kind`` is its name in :data:`core.jobs.export.request.FORMATS`."""

    kind: str
    title: str
    description: str


def export_formats() -> list[ExportFormat]:
    """Return the formats in the order of the dialog: for reading, for other programs, for own programs."""
    translate = QCoreApplication.translate
    return [
        ExportFormat(
            "table",
            translate("Export", "Table (CSV)"),
            translate("Export", "for spreadsheets, with an image for each word"),
        ),
        ExportFormat("text", translate("Export", "Text"), translate("Export", "one file, line by line")),
        ExportFormat(
            "textpages",
            translate("Export", "Text, one file a page"),
            translate("Export", "in reading order, named like the pages"),
        ),
        ExportFormat(
            "pdf", translate("Export", "Searchable PDF"), translate("Export", "the scans; their text can be searched")
        ),
        ExportFormat(
            "pagexml",
            translate("Export", "PAGE XML"),
            translate("Export", "lines and boxes, for Transkribus and eScriptorium"),
        ),
        ExportFormat("alto", translate("Export", "ALTO"), translate("Export", "lines and boxes, for library viewers")),
        ExportFormat(
            "hocr", translate("Export", "hOCR"), translate("Export", "web pages with boxes, for OCR programs")
        ),
        ExportFormat("tei", translate("Export", "TEI"), translate("Export", "for editions: text linked to the scans")),
        ExportFormat(
            "iiif",
            translate("Export", "IIIF annotations"),
            translate("Export", "for viewers on the web, such as Mirador"),
        ),
        ExportFormat("json", translate("Export", "JSON"), translate("Export", "for your own programs: all data")),
    ]


def written_text(kind: str, count: int, *, is_zip: bool = False) -> str:
    """Return what an export of ``count`` rows, files, lines, pages or words has written."""
    return _WrittenTexts().text(kind, count, is_zip)


class _WrittenTexts(QObject):
    """Texts with counts. They need a class: lupdate finds plural forms only in ``self.tr``."""

    def text(self, kind: str, count: int, is_zip: bool) -> str:
        if is_zip:
            return {
                "pagexml": self.tr("a zip file with %Ln PAGE XML file(s) and the images", "", count),
                "alto": self.tr("a zip file with %Ln ALTO file(s) and the images", "", count),
            }[kind]
        return {
            "table": self.tr("a table of %Ln row(s) with the word images", "", count),
            "text": self.tr("%Ln line(s) of text", "", count),
            "textpages": self.tr("%Ln text file(s), one a page", "", count),
            "pdf": self.tr("a searchable PDF of %Ln page(s)", "", count),
            "pagexml": self.tr("%Ln PAGE XML file(s)", "", count),
            "alto": self.tr("%Ln ALTO file(s)", "", count),
            "hocr": self.tr("%Ln hOCR file(s)", "", count),
            "tei": self.tr("a TEI document of %Ln page(s)", "", count),
            "iiif": self.tr("%Ln file(s) of IIIF annotations, one a page", "", count),
            "json": self.tr("%Ln word(s) as JSON", "", count),
        }[kind]
