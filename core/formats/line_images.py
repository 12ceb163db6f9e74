"""Images of single lines with their texts, as kraken, Calamari and tesstrain keep them: ``NAME.png``, ``NAME.gt.txt``.

Each image becomes a page with one line that is not cut into words. Beside ``NAME.png`` there may be versions for
recognition, ``NAME.nrm.png`` and ``NAME.bin.png``; they are used where the image itself is missing.
"""

from collections.abc import Iterable
from pathlib import Path

from core.errors import InputError
from core.formats.files import FolderBoundary, read_each, read_utf8, source_files
from core.formats.image_search import active_search
from core.formats.records import LineRecord, PageRecord, Skipped, SourceContents
from core.imaging.read import IMAGE_SUFFIXES, frame_sizes
from core.language import tr
from core.system.files import name_key

LINE_TEXT_SUFFIX = ".gt.txt"
MAX_BYTES = 1024 * 1024

_VERSIONS = ("", ".nrm", ".bin", ".dew", ".raw")
"""Parts that may stand between the name and the suffix of an image, the best for reading first."""


def read(source: Path) -> SourceContents:
    """Return a page for every ``.gt.txt`` file at or below ``source`` and its image, in natural order.

    Images without a text in a folder that has texts are reported. Raises InputError if nothing can be used.
    """
    files = source_files(source)
    if source.is_dir():
        files = list(filter(is_line_text, files))
    boundary = FolderBoundary(source if source.is_dir() else source.parent)
    images = _ImagesByLine(boundary)

    def read_line(path: Path) -> tuple[list[PageRecord], list[Skipped]]:
        image = images.find(path)
        sizes = frame_sizes(image)
        if len(sizes) > 1:
            raise InputError.at(
                path,
                tr(
                    "its image {image} has {n_sizes} pages, but is expected to show one line",
                    image=image.name,
                    n_sizes=len(sizes),
                ),
            )
        width, height = sizes[0]
        line = LineRecord((0, 0, width, height), read_text(path))
        return [PageRecord(image, width, height, lines=(line,), source=path)], []

    pages, skipped = read_each(source, files, read_line, tr("no line with its image can be used"), boundary)
    unread = images.without_text({page.image for page in pages}) if source.is_dir() else []
    skipped += tuple(
        Skipped(
            path,
            "",
            tr("it has no transcription {name}{line_text_suffix}", name=name, line_text_suffix=LINE_TEXT_SUFFIX),
        )
        for path, name in unread
    )
    return SourceContents(pages=pages, skipped=skipped)


def is_line_text(path: Path) -> bool:
    """Return whether the name of a file is that of the text of a line image."""
    return path.name.lower().endswith(LINE_TEXT_SUFFIX) and len(path.name) > len(LINE_TEXT_SUFFIX)


def line_name(path: Path) -> str:
    """Return the name that a text and its image share."""
    if is_line_text(path):
        return path.name[: -len(LINE_TEXT_SUFFIX)]
    stem = path.stem
    return Path(stem).stem if Path(stem).suffix.lower() in _VERSIONS[1:] else stem


def read_text(path: Path) -> str | None:
    """Return a text as one line without blanks at its ends, None if there is none.

    Raises InputError for a file over 1 MB and for one that is not UTF-8.
    """
    return " ".join(read_utf8(path, MAX_BYTES).split()) or None


class _ImagesByLine:
    """The images of lines, by folder and name; each folder is listed once."""

    def __init__(self, boundary: FolderBoundary) -> None:
        self._boundary = boundary
        self._folders: dict[Path, dict[str, list[Path]]] = {}

    def find(self, text: Path) -> Path:
        """Return the image of a text: given together with it, or beside it. Raises InputError if there is none."""
        name = name_key(line_name(text))
        for version in _VERSIONS:
            if given := active_search().given.with_stem(name + version):
                return given[0]
        for path in self._listed(text.parent).get(name, []):
            if self._boundary.contains(path):
                return path
        raise InputError.at(text, tr("there is no image of this name beside it"))

    def without_text(self, used: Iterable[Path]) -> list[tuple[Path, str]]:
        """Return the images in the folders listed of which no version is used, with the names of their lines."""
        names = {(path.parent, name_key(line_name(path))) for path in used}
        return [
            (paths[0], line_name(paths[0]))
            for folder, by_name in self._folders.items()
            for name, paths in by_name.items()
            if (folder, name) not in names
        ]

    def _listed(self, folder: Path) -> dict[str, list[Path]]:
        if folder not in self._folders:
            images = [path for path in folder.iterdir() if path.suffix.lower() in IMAGE_SUFFIXES]
            found: dict[str, list[Path]] = {}
            for path in sorted(images, key=lambda path: (_version(path), path.name)):
                if not path.name.startswith("."):
                    found.setdefault(name_key(line_name(path)), []).append(path)
            self._folders[folder] = found
        return self._folders[folder]


def _version(image: Path) -> int:
    suffix = Path(image.stem).suffix.lower()
    return _VERSIONS.index(suffix) if suffix in _VERSIONS else 0
