"""The kinds of files that the file dialog of an import offers."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from core.formats.archive import ZIP_SUFFIX
from core.formats.line_images import LINE_TEXT_SUFFIX
from core.formats.page_texts import TEXT_SUFFIX
from core.formats.registry import readers
from core.formats.table import TABLE_SUFFIXES
from core.imaging.read import IMAGE_SUFFIXES

MANIFEST_SUFFIX = ".json"
"""Of an IIIF manifest in a file."""


def import_filters() -> str:
    """Return the filters of a file dialog: all that can be imported first, then by kind."""
    translate = QCoreApplication.translate
    images = sorted(IMAGE_SUFFIXES)
    named = {suffix for reader in readers().values() for suffix in reader.suffixes}
    transcriptions = [*sorted(named), LINE_TEXT_SUFFIX, TEXT_SUFFIX]
    tables = sorted(TABLE_SUFFIXES)
    everything = [*images, *transcriptions, *tables, ZIP_SUFFIX, MANIFEST_SUFFIX]
    return ";;".join(
        (
            _filter(translate("Import", "All that can be imported"), everything),
            _filter(translate("Import", "Images"), images),
            _filter(translate("Import", "Transcriptions"), transcriptions),
            _filter(translate("Import", "Tables"), tables),
            _filter(translate("Import", "Zip files"), [ZIP_SUFFIX]),
            _filter(translate("Import", "IIIF manifests"), [MANIFEST_SUFFIX]),
            f"{translate('Import', 'All files')} (*)",
        )
    )


def _filter(name: str, suffixes: Iterable[str]) -> str:
    return f"{name} ({' '.join(f'*{suffix}' for suffix in dict.fromkeys(suffixes))})"
