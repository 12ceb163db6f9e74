"""The files of a source: listed in natural order, kept inside their folder, opened with a size limit."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import BinaryIO, TypeVar

from core.disk import require_plain_file
from core.errors import InputError
from core.formats.image_search import ImageIndex, WantedImage, active_search, is_transcription_folder, nearby_folders
from core.formats.records import ImageMissingError, Skipped
from core.language import tr, tr_noop
from core.lexicon.text import natural_key
from core.system.files import is_link

T = TypeVar("T")

OUTSIDE_FOLDER = tr_noop("the link or path leads out of the folder, so it was skipped")


def list_files(root: Path, suffixes: frozenset[str] | None = None) -> list[Path]:
    """Return all files below ``root`` in natural order, without hidden files and linked folders."""
    found: list[Path] = []
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        paths = [Path(folder) / name for name in names if not name.startswith(".")]
        found += [path for path in paths if suffixes is None or path.suffix.lower() in suffixes]
    return sorted(found, key=lambda path: natural_key(path.relative_to(root).as_posix()))


def source_files(source: Path, suffixes: frozenset[str] | None = None) -> list[Path]:
    """Return ``source`` itself if it is a file, else the files below it. Raises InputError if it is missing."""
    if not source.exists():
        raise InputError.at(source, tr("there is no such file or folder"))
    return list_files(source, suffixes) if source.is_dir() else [source]


def require_folder(source: Path, expected: str) -> None:
    """Raise InputError unless ``source`` is an existing folder; ``expected`` names its contents ("IAM")."""
    if not source.exists():
        raise InputError.at(source, tr("there is no such file or folder"))
    if not source.is_dir():
        raise InputError.at(source, tr("this is a file, but {expected} is a folder", expected=expected))


class FolderBoundary:
    """Checks that paths, once their links are resolved, still lie inside one folder."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self._parents: dict[Path, Path] = {}

    def contains(self, path: Path) -> bool:
        """Return whether ``path`` really lies inside; it need not exist."""
        try:
            if is_link(path) or path.name in ("", ".", ".."):
                real = Path(os.path.realpath(path))
            else:
                parent = self._parents.get(path.parent)
                if parent is None:
                    parent = self._parents[path.parent] = Path(os.path.realpath(path.parent))
                real = parent / path.name
        except (OSError, ValueError):
            return False
        return real.is_relative_to(self.root)


def read_each(
    source: Path,
    files: Sequence[Path],
    read_file: Callable[[Path], tuple[list[T], list[Skipped]]],
    problem: str,
    boundary: FolderBoundary | None = None,
) -> tuple[tuple[T, ...], tuple[Skipped, ...]]:
    """Read ``files``, and skip those that raise InputError or lie outside ``boundary``.

    Raises InputError if ``source`` is the only file and cannot be used, and, with ``problem`` and the first
    reason, if nothing can be used.
    """
    records: list[T] = []
    skipped: list[Skipped] = []
    for path in files:
        try:
            if boundary is not None and path != source and not boundary.contains(path):
                raise InputError.at(path, tr(OUTSIDE_FOLDER))
            found, unusable = read_file(path)
        except InputError as error:
            if len(files) == 1 and path == source:
                raise
            skipped.append(Skipped.from_error(path, "", error))
            continue
        records += found
        skipped += unusable
    if not records:
        raise nothing_usable(source, problem, skipped)
    return tuple(records), tuple(skipped)


def nothing_usable(source: Path, problem: str, skipped: Sequence[Skipped]) -> InputError:
    """Return the error for a source in which everything was skipped, with the first reason."""
    if not skipped:
        return InputError.at(source, problem)
    kind = ImageMissingError if skipped[0].image_missing else InputError
    reason = skipped[0].reason.rstrip(".")
    return kind.at(source, tr("{problem}; the first reason: {reason}", problem=problem, reason=reason))


def relative_inside(name: str) -> Path | None:
    """Return ``name`` (``/`` or ``\\`` between folders) as a relative path; None if absolute or with ``..``."""
    if not name or "\0" in name or PureWindowsPath(name).drive or PureWindowsPath(name).root:
        return None
    parts = PurePosixPath(name.replace("\\", "/")).parts
    return None if ".." in parts or not parts else Path(*parts)


def image_root(source: Path) -> Path:
    """Return the folder with the images of ``source``: its own, or the one above ``page``, ``alto``, ``OCR-D-...``

    That counts also where it lies in a folder of such a name (``xml/SET``).
    """
    folder = Path(os.path.realpath(source if source.is_dir() else source.parent))
    return next((near.parent for near in (folder, folder.parent) if is_transcription_folder(near.name)), folder)


def find_image(xml: Path, declared: str | None, root: Path, suffixes: frozenset[str]) -> Path:
    """Return the page image of a transcription, without regard to case; see :mod:`core.formats.image_search`.

    Tried in order: the images that a METS names for it; those given together with it; the folder that the user named
    for images; the declared path beside the file or one folder up; the declared name, then the same name or the
    file's own with any image suffix, in the folders nearby; the project's images by the names that they had. The two
    before the last never lead out of ``root``, or of the root of the active search if the file lies in that. Raises
    InputError if there is no image, or several fit equally well.
    """
    search = active_search()
    boundary = FolderBoundary(root)
    if search.root is not None and FolderBoundary(search.root).contains(xml):
        boundary = FolderBoundary(search.root)
    wanted = WantedImage.of(xml, declared, suffixes)
    if assigned := search.assigned.get(xml):
        return wanted.find_in(ImageIndex(assigned)) or assigned[0]
    if found := wanted.find_in(search.given) or wanted.find_in(search.elsewhere):
        return found
    if declared and (inside := relative_inside(declared)) is not None:
        for candidate in (xml.parent / inside, xml.parent.parent / inside):
            if boundary.contains(candidate) and candidate.is_file():
                return candidate
    folders = list(dict.fromkeys(nearby_folders(xml, boundary.root, search.listings)))
    lookups: list[tuple[Callable[[ImageIndex, str], list[Path]], str]]
    lookups = [(ImageIndex.named, name) for name in wanted.names]
    lookups += [(ImageIndex.with_stem, stem) for stem in wanted.stems]
    for look_up, name in lookups:
        for folder in folders:
            for candidate in look_up(search.listings.images(folder, suffixes), name):
                if boundary.contains(candidate) and candidate.is_file():
                    return candidate
    if found := wanted.find_in(search.known):
        return found
    problem = (
        tr("its image '{declared}' was not found beside it", declared=declared)
        if declared
        else tr("its image was not found beside it")
    )
    hint = tr("Put the image into the same folder, or give the folder of the images too")
    raise ImageMissingError.at(xml, problem, hint=hint)


def open_limited(path: Path, max_bytes: int, subject: str) -> BinaryIO:
    """Open a file for reading. Raises InputError if it is not a plain file or has over ``max_bytes`` bytes.

    ``subject`` names the file in the error ("the table").
    """
    require_plain_file(path)
    try:
        if path.stat().st_size > max_bytes:
            limit = f"{max_bytes // 2**20} MB"
            raise InputError.at(
                path,
                tr("{subject} is larger than {limit}", subject=subject, limit=limit),
                hint=tr("Split it into parts"),
            )
        return path.open("rb")
    except OSError as error:
        raise InputError.from_os_error(path, tr("the file cannot be opened"), error) from error


def read_limited(path: Path, max_bytes: int, subject: str) -> bytes:
    """Return the bytes of a file, at most ``max_bytes``. Raises InputError as :func:`open_limited` does."""
    with open_limited(path, max_bytes, subject) as stream:
        try:
            return stream.read(max_bytes)
        except OSError as error:
            raise InputError.from_os_error(path, tr("the file cannot be opened"), error) from error


def read_utf8(path: Path, max_bytes: int) -> str:
    """Return a text in UTF-8. Raises InputError for any other, and as :func:`open_limited` does."""
    try:
        return read_limited(path, max_bytes, tr("the text")).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError.at(path, tr("the text is not UTF-8"), hint=tr("Save it as UTF-8")) from error
