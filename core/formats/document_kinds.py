"""The formats of transcription files that describe one page or a few, and which of them a file has."""

from pathlib import Path

from core.errors import InputError
from core.formats.registry import METS, XML_SUFFIXES, Reader, readers
from core.language import tr
from core.lazy_import import import_function


def document_suffixes() -> frozenset[str]:
    """Return the suffixes of files that may be transcriptions or METS."""
    return frozenset(suffix for reader in _readers().values() for suffix in reader.suffixes)


def document_format(path: Path) -> str | None:
    """Return the format of a transcription file by its content, ``mets`` for a METS file, None for any other."""
    suffix, root = path.suffix.lower(), None
    for name, reader in _readers().items():
        if suffix not in reader.suffixes:
            continue
        if reader.root:
            from core.formats.markup import root_name

            root = root_name(path) if root is None else root
            if root == reader.root:
                return name
        elif not reader.recognise or import_function(reader.recognise)(path):
            return name
    return None


def unknown_document(path: Path) -> InputError:
    """Return the error for a file that is none of these documents. Raises InputError for damaged XML."""
    if not is_xml(path):
        return InputError.at(path, tr("this is not hOCR"))
    from core.formats.markup import local_name, parse

    root = local_name(parse(path).getroot())
    return InputError.at(path, tr("this XML is neither PAGE nor ALTO (its root is '{root}')", root=root))


def is_xml(path: Path) -> bool:
    """Return whether a file is XML, by its suffix."""
    return path.suffix.lower() in XML_SUFFIXES


def preferred_formats() -> tuple[str, ...]:
    """Return the formats of transcriptions; of several about a page that of the earlier format is taken."""
    return tuple(name for name, reader in _readers().items() if reader.is_document)


def preference(format: str) -> int:
    """Return the rank of a format among those of one page; the highest is taken."""
    formats = preferred_formats()
    return -formats.index(format) if format in formats else -len(formats)


def _readers() -> dict[str, Reader]:
    """Return the readers of transcriptions and of METS."""
    return {name: reader for name, reader in readers().items() if reader.is_document or name == METS}
