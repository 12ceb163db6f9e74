"""The formats of transcription files that describe one page or a few, and which of them a file has."""

from __future__ import annotations

from pathlib import Path

DOCUMENT_FORMATS = ("pagexml", "alto", "hocr")
"""Each is the name of a module here with ``read(source)``. Of several documents about a page that of the earlier format
is taken."""

METS = "mets"

_BY_ROOT = {"PcGts": "pagexml", "alto": "alto", "mets": METS}
"""Formats by the local name of the root element."""


def document_suffixes() -> frozenset[str]:
    """Return the suffixes of files that may be transcriptions or METS."""
    from core.formats.hocr import HOCR_SUFFIXES
    from core.formats.xml_parse import XML_SUFFIXES

    return XML_SUFFIXES | HOCR_SUFFIXES


def document_format(path: Path) -> str | None:
    """Return the format of a transcription file by its content, ``mets`` for a METS file, None for any other."""
    from core.formats.hocr import HOCR_SUFFIXES, is_hocr
    from core.formats.xml_parse import XML_SUFFIXES, root_name

    suffix = path.suffix.lower()
    if suffix in XML_SUFFIXES:
        return _BY_ROOT.get(root_name(path))
    return "hocr" if suffix in HOCR_SUFFIXES and is_hocr(path) else None


def preference(format: str) -> int:
    """Return the rank of a format among those of one page; the highest is taken."""
    return -DOCUMENT_FORMATS.index(format) if format in DOCUMENT_FORMATS else -len(DOCUMENT_FORMATS)
