"""Which format a file or folder is in, and one door to read any of them."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from statistics import median

from core.errors import InputError
from core.formats.paths import files_under
from core.formats.records import SourceContents

FORMATS = ("folder", "table", "iam", "gtp", "pagexml", "alto", "scans")

CROP_HEIGHT = 250
"""A folder of images of which half are lower than this many pixels holds words, else pages."""

_SAMPLE = 100
_ROOTS = {"PcGts": "pagexml", "alto": "alto"}


def detect(source: Path) -> str:
    """The name of the format, by what the file or folder holds; raises InputError when it is none of ours."""
    if not source.exists():
        raise InputError.at(source, "there is no such file or folder")
    return _detect_folder(source) if source.is_dir() else _detect_file(source)


def read_source(source: Path, format: str = "auto", **options: object) -> SourceContents:
    """Read any source; ``options`` go to the format's own ``read``. Raises InputError, for odd ones too."""
    name = detect(source) if format == "auto" else format
    if name not in FORMATS:
        raise InputError(f"The format is 'auto' or one of {', '.join(FORMATS)}, not '{name}'.")
    read = importlib.import_module(f"core.formats.{name}").read
    known = list(inspect.signature(read).parameters)[1:]
    if odd := [option for option in options if option not in known]:
        raise InputError(f"The format '{name}' has no option '{odd[0]}' (it has: {', '.join(known) or 'none'}).")
    found: SourceContents = read(source, **options)
    return found


def _detect_file(path: Path) -> str:
    from core.formats.table import TABLE_SUFFIXES, is_table
    from core.imaging.read import SUFFIXES

    suffix = path.suffix.lower()
    if suffix == ".gtp":
        return "gtp"
    if path.name == "words.txt" and not is_table(path):
        return "iam"
    if suffix in TABLE_SUFFIXES or (suffix == ".txt" and is_table(path)):
        return "table"
    if suffix == ".xml":
        from core.formats.xml_safe import parse, root_name

        root = root_name(path)
        if root not in _ROOTS:
            parse(path)  # a damaged file is told as such
            raise InputError.at(path, f"this XML is neither PAGE nor ALTO (it holds '{root}')")
        return _ROOTS[root]
    if suffix in SUFFIXES:
        return "scans"
    raise InputError.at(path, "the format of this file is not known", hint=f"Known are {', '.join(FORMATS)}")


def _detect_folder(folder: Path) -> str:
    from core.formats.iam import is_iam
    from core.formats.table import tables_in

    if is_iam(folder):
        return "iam"
    if files_under(folder, frozenset({".gtp"})):
        return "gtp"
    if tables_in(folder):
        return "table"
    return _by_xml(folder) or _by_images(folder)


def _by_xml(folder: Path) -> str | None:
    """The kind of which there are more among the first XML files; PAGE when even."""
    from core.formats.xml_safe import root_name

    kinds = [_ROOTS.get(root_name(path)) for path in files_under(folder, frozenset({".xml"}))[:_SAMPLE]]
    kinds = [kind for kind in kinds if kind]
    return max(("pagexml", "alto"), key=kinds.count) if kinds else None


def _by_images(folder: Path) -> str:
    from core.imaging.read import SUFFIXES, image_frames

    images = files_under(folder, SUFFIXES)
    heights = []
    for path in images[:: max(1, len(images) // _SAMPLE)]:
        try:
            heights.append(image_frames(path)[0][1])
        except InputError:
            continue
    if not images:
        raise InputError.at(folder, "nothing in this folder is of a known format")
    return "folder" if heights and median(heights) < CROP_HEIGHT else "scans"
