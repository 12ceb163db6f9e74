"""The search for the page image of a transcription: by its declared name, else by the name of the transcription.

An import opens a search with :func:`search_images`; every reader then finds its images through the same one, so that
each folder is listed once, however many transcriptions it has.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import unquote

from core.errors import InputError
from core.language import tr
from core.system.files import name_key

_IMAGE_FOLDER_WORD = re.compile(
    "imgs?|images?|jpe?gs?|tiffs?|tif|png|jp2|webp|scans?|facs|facsimiles?|photos?|pictures?|bilder|master|max"
    "|originals?"
)
"""Words in the names of folders that hold images beside a folder with transcriptions (``jpg``, ``OCR-D-IMG``)."""

_TRANSCRIPTION_FOLDER_WORD = re.compile(
    "page|pagexml|alto|altoxml|xml|gt|groundtruth|hocr|ocr|transcriptions?|transcripts"
)
"""Words in the names of folders that hold transcriptions while their images lie one folder up, or in another folder
there (``page``, ``alto_v4``, ``OCR-D-GT-PAGE``)."""

_INNER_SUFFIXES = (".page", ".alto", ".hocr", ".gt")
"""Second suffixes of transcriptions (``0001.page.xml``)."""

_LEVELS = 3
"""Folders that are searched upwards: that of the transcription, the one above it and the one above that."""


class ImageIndex:
    """Image files by name and by name without suffix, both without regard to case and Unicode normal form."""

    def __init__(self, paths: Iterable[Path] = (), names: Mapping[Path, str] | None = None) -> None:
        """``names``: those of paths that are known by another name than their own."""
        self._by_name: dict[str, list[Path]] = {}
        self._by_stem: dict[str, list[Path]] = {}
        for path in paths:
            name = Path((names or {}).get(path, path.name))
            self._by_name.setdefault(name_key(name.name), []).append(path)
            self._by_stem.setdefault(name_key(name.stem), []).append(path)

    def named(self, name: str) -> list[Path]:
        """Return the images with this name, those with the same case first."""
        return sorted(self._by_name.get(name_key(name), []), key=lambda path: path.name != name)

    def with_stem(self, stem: str) -> list[Path]:
        """Return the images with this name before the suffix."""
        return self._by_stem.get(name_key(stem), [])


class FolderListings:
    """The images and the image folders directly in folders, each listed once."""

    def __init__(self) -> None:
        self._images: dict[tuple[Path, frozenset[str]], ImageIndex] = {}
        self._folders: dict[Path, list[Path]] = {}

    def images(self, folder: Path, suffixes: frozenset[str]) -> ImageIndex:
        """Return the images directly in a folder; none if it cannot be listed."""
        if (folder, suffixes) not in self._images:
            names = sorted(entry.name for entry in _entries(folder) if _suffix(entry.name) in suffixes)
            self._images[folder, suffixes] = ImageIndex(folder / name for name in names if not name.startswith("."))
        return self._images[folder, suffixes]

    def image_folders(self, folder: Path) -> list[Path]:
        """Return the folders in a folder that hold images by their names, the shortest name first."""
        if folder not in self._folders:
            names = [entry.name for entry in _entries(folder) if is_image_folder(entry.name) and entry.is_dir()]
            self._folders[folder] = [folder / name for name in sorted(names, key=lambda name: (len(name), name))]
        return self._folders[folder]


@dataclass(frozen=True)
class ImageSearch:
    """Places of images, searched in this order; after that the folder of the transcription and folders near it."""

    assigned: Mapping[Path, Sequence[Path]] = field(default_factory=dict)
    """The images of each transcription that a METS names, the best first."""
    given: ImageIndex = field(default_factory=ImageIndex)
    """Images that were given together with the transcriptions."""
    elsewhere: ImageIndex = field(default_factory=ImageIndex)
    """All images in a folder that the user named for this."""
    known: ImageIndex = field(default_factory=ImageIndex)
    """Images of a project by the names that they had, for transcriptions without an image nearby."""
    root: Path | None = None
    """The folder that the search does not leave, instead of that of each transcription."""
    listings: FolderListings = field(default_factory=FolderListings)


_ACTIVE: ContextVar[ImageSearch | None] = ContextVar("image_search", default=None)


def active_search() -> ImageSearch:
    """Return the search of the import that is running, or an empty one."""
    return _ACTIVE.get() or ImageSearch()


@contextmanager
def search_images(
    *,
    assigned: Mapping[Path, Sequence[Path]] | None = None,
    given: Iterable[Path] | None = None,
    elsewhere: Iterable[Path] | None = None,
    known: Mapping[Path, str] | None = None,
    root: Path | None = None,
) -> Iterator[ImageSearch]:
    """Search for images in further places inside the ``with`` block; what is None stays as in the block around it."""
    search = active_search()
    search = replace(
        search,
        assigned=search.assigned if assigned is None else assigned,
        given=search.given if given is None else ImageIndex(given),
        elsewhere=search.elsewhere if elsewhere is None else ImageIndex(elsewhere),
        known=search.known if known is None else ImageIndex(known, known),
        root=search.root if root is None else Path(os.path.realpath(root)),
    )
    token = _ACTIVE.set(search)
    try:
        yield search
    finally:
        _ACTIVE.reset(token)


def is_image_folder(name: str) -> bool:
    """Return whether a folder has a usual name for folders of images."""
    return has_word(name, _IMAGE_FOLDER_WORD)


def is_transcription_folder(name: str) -> bool:
    """Return whether a folder has a usual name for folders of transcriptions."""
    return has_word(name, _TRANSCRIPTION_FOLDER_WORD)


def has_word(name: str, pattern: re.Pattern[str]) -> bool:
    """Return whether one of the words of a folder's or group's name is of this pattern, in any case."""
    return any(pattern.fullmatch(word) for word in re.split(r"[^a-z0-9]+", name.lower()))


@dataclass(frozen=True, slots=True)
class WantedImage:
    """The names that the image of a transcription may have, the most reliable first."""

    file: Path
    declared: str | None
    names: tuple[str, ...]
    stems: tuple[str, ...]

    @classmethod
    def of(cls, file: Path, declared: str | None, suffixes: frozenset[str]) -> WantedImage:
        """Return the names by the declared path (``/`` or ``\\`` between folders) and the file's own name."""
        last = re.split(r"[/\\]", (declared or "").strip())[-1]
        names = [name for name in (last, unquote(last)) if name not in ("", ".", "..") and not set(name) & {"/", "\0"}]
        stem = file.stem
        own = [stem]  # 0001.page.tif comes before 0001.tif
        if Path(stem).suffix.lower() in _INNER_SUFFIXES:
            stem = Path(stem).stem
            own.append(stem)
        if _suffix(stem) in suffixes:  # 0001.jpg.xml
            names.append(stem)
        stems = [*(_without_suffix(name, suffixes) for name in names), *own]
        return cls(file, declared, tuple(dict.fromkeys(names)), tuple(dict.fromkeys(stems)))

    def find_in(self, index: ImageIndex) -> Path | None:
        """Return the image in an index. Raises InputError if several fit equally well."""
        for candidates in (*map(index.named, self.names), *map(index.with_stem, self.stems)):
            if candidates:
                return self._nearest(candidates)
        return None

    def _nearest(self, candidates: Sequence[Path]) -> Path:
        """Return the image in the folder most like the declared one, or most like that of the transcription."""
        declared = [name_key(part) for part in re.split(r"[/\\]", (self.declared or "").strip())[:-1]]
        own = [name_key(part) for part in self.file.parent.parts]

        def nearness(path: Path) -> tuple[int, int, int, int]:
            parts = [name_key(part) for part in path.parent.parts]
            like = max(_common(reversed(parts), reversed(declared)), _common(reversed(parts), reversed(own)))
            is_same_case = path.name in self.names
            return like, _common(parts, own), -len(parts), is_same_case

        ranked = sorted(candidates, key=nearness, reverse=True)
        if len(ranked) > 1 and nearness(ranked[0])[:3] == nearness(ranked[1])[:3]:
            if ranked[0].parent == ranked[1].parent:  # only the suffix or the case differs
                return ranked[0]
            raise InputError.at(
                self.file,
                tr("several images may be its own: {first} and {second}", first=ranked[0], second=ranked[1]),
                hint=tr("Give only the folder with the right one"),
            )
        return ranked[0]


def nearby_folders(file: Path, root: Path, listings: FolderListings) -> Iterator[Path]:
    """Return the folders in which the image of a transcription usually lies, without leaving ``root``.

    They are its own folder and the one above it; image folders in these; and, where transcriptions are sorted and
    images may be (``page/1/0001.xml``, ``img/1/0001.jpg`` or ``img/0001.jpg``), the image folder's own subfolder.
    """
    folder, below = file.parent, Path()
    for level in range(_LEVELS):
        if level < 2:
            yield folder
        for images in listings.image_folders(folder):
            if len(below.parts) > 1:
                yield images.joinpath(*below.parts[1:])
                yield images.joinpath(*below.parts[:-1])
            if level < 2 or is_transcription_folder(below.parts[0]):
                yield images
        if folder.parent == folder or Path(os.path.realpath(folder)) == root:
            break
        folder, below = folder.parent, Path(folder.name, below)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (OSError, ValueError):
        return []


def _suffix(name: str) -> str:
    return Path(name).suffix.lower()


def _without_suffix(name: str, suffixes: frozenset[str]) -> str:
    """Return a name without its suffix, if it is one of an image; ``page 1.2`` has none."""
    return name[: -len(_suffix(name))] if _suffix(name) in suffixes else name


def _common(a: Iterable[str], b: Iterable[str]) -> int:
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count
