"""METS files of OCR-D workspaces and of exports from Transkribus and eScriptorium: pages, images, transcriptions.

A METS lists files in groups (``fileGrp``): images, and usually several layers of transcriptions of the same pages. Only
one group of transcriptions is read. Files are taken from the folder of the METS only, never from the web.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from core.errors import InputError
from core.formats.document_kinds import document_format, document_suffixes, preference
from core.formats.files import FolderBoundary, list_files, relative_inside
from core.formats.image_search import has_word
from core.formats.markup import children, descendants, local_name, parse
from core.formats.records import Skipped
from core.formats.registry import METS, XML_SUFFIXES
from core.language import tr, tr_hint

_GROUND_TRUTH_WORD = re.compile("gt|groundtruth")
_DERIVED_IMAGE_WORD = re.compile(
    "thumbs?|thumbnails?|min|bin|binari[sz]ed|crop|cropped|desp|despeck|deskew|norm|denoise|dewarp|clip|seg|preview"
    "|download"
)
"""Words in the names of groups whose images are not the scans that outlines refer to."""

_DATED_ELEMENTS = frozenset({"LastChange", "Created", "processingDateTime"})
_OUTLINED_ELEMENTS = ("TextLine", "Word", "String")
_MAX_DATED_FILES = 3
"""Files of a group that are opened for their dates, lines and words."""
_MAX_HREF = 2000


@dataclass(frozen=True, slots=True)
class FileGroup:
    """One group of transcriptions.

    ``changed`` is the latest date found in its files or on the disk, ``outlines`` the number of lines and words in the
    first of them.
    """

    name: str
    format: str
    files: int
    changed: datetime
    outlines: int
    is_ground_truth: bool
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class WorkspacePage:
    """One page: its transcription in the chosen group, and its images, the original scan first."""

    transcription: Path | None
    images: tuple[Path, ...]

    @property
    def file(self) -> Path:
        """Its transcription, else its scan."""
        return self.transcription or self.images[0]


@dataclass(frozen=True, slots=True)
class Workspace:
    """The pages that a METS lists, in order, with the files that are on this computer."""

    mets: Path
    pages: tuple[WorkspacePage, ...]
    groups: tuple[FileGroup, ...]
    skipped: tuple[Skipped, ...]


@dataclass(frozen=True, slots=True)
class _File:
    id: str
    group: str
    path: Path
    created: str
    is_image: bool


def open_workspace(path: Path, file_group: str | None = None) -> Workspace:
    """Return the pages of a METS file with the transcriptions of one group.

    By default it is the newest group of ground truth (``GT`` in its name), else the newest; PAGE comes before other
    formats, and of groups with equal dates the one with more lines and words. Raises InputError for a damaged file, if
    no file that it names is in its folder, and for an unknown group.
    """
    root = parse(path).getroot()
    if local_name(root) != METS:
        raise InputError.at(path, tr("this is not a METS file: its root is '{root}'", root=local_name(root)))
    files, missing = _local_files(path, root)
    if not files:
        problem = tr("no file that it names is in its folder") if missing else tr("it names no files")
        raise InputError.at(path, problem, hint=tr("Put the images and transcriptions beside it") if missing else "")
    groups = _groups(files.values())
    chosen = _choose_group(path, groups, file_group)
    pages, skipped = _pages(root, files, chosen)
    if others := [group.name for group in groups if group.name != chosen]:
        reason = tr_hint(
            "'{chosen}' was read; not read: {others}. Choose another with --file-group",
            "'{chosen}' was read; not read: {others}",  # the dialog offers the choice
            chosen=chosen,
            others=", ".join(others),
        )
        skipped.insert(0, Skipped(path, tr("groups of transcriptions"), reason, is_note=True))
    return Workspace(
        path, tuple(pages), tuple(replace(group, is_chosen=group.name == chosen) for group in groups), tuple(skipped)
    )


def list_file_groups(source: Path) -> tuple[FileGroup, ...]:
    """Return the groups of transcriptions that a METS file, or the first in a folder or zip, offers; else none."""
    from core.formats.archive import unpack_sources

    try:
        with unpack_sources([source]) as unpacked:
            return next((workspace.groups for workspace in _workspaces(unpacked.paths[0])), ())
    except (InputError, OSError):
        return ()


def has_workspace(folder: Path) -> bool:
    """Return whether there is a METS file at or below a folder, with at least one of its transcriptions."""
    return next(_workspaces(folder), None) is not None


def _workspaces(source: Path) -> Iterator[Workspace]:
    """Return the workspaces with transcriptions at or below ``source``, those in the uppermost folders first.

    Of the files in a folder those may be METS whose names contain "mets".
    """
    folder, files = source.parent, [source]
    if source.is_dir():
        named = [path for path in list_files(source, XML_SUFFIXES) if "mets" in path.stem.lower()]
        folder, files = source, sorted(named, key=lambda path: len(path.parts))
    boundary = FolderBoundary(folder)
    for mets in files:
        if document_format(mets) != METS or not boundary.contains(mets):
            continue
        try:
            workspace = open_workspace(mets)
        except InputError:
            continue
        if workspace.groups:
            yield workspace


def _local_files(mets: Path, root: Any) -> tuple[dict[str, _File], int]:
    """Return the files that exist in the folder of the METS by id, and the number of others."""
    from core.imaging.read import IMAGE_SUFFIXES

    boundary, suffixes = FolderBoundary(mets.parent), document_suffixes()
    files: dict[str, _File] = {}
    missing = 0
    for section in descendants(root, "fileSec"):
        for element in descendants(section, "file"):
            group = next((found for found in element.iterancestors() if local_name(found) == "fileGrp"), None)
            path = _first_existing(mets.parent, _hrefs(element), boundary)
            if group is None or path is None:
                missing += 1
                continue
            name = group.get("USE") or group.get("ID") or ""
            id = element.get("ID") or f"file {len(files) + 1}"
            suffix = path.suffix.lower()
            is_image = suffix in IMAGE_SUFFIXES or element.get("MIMETYPE", "").startswith("image/")
            if is_image or suffix in suffixes:
                files.setdefault(id, _File(id, name, path, element.get("CREATED", ""), is_image))
    return files, missing


def _hrefs(element: Any) -> Iterator[str]:
    for location in children(element, "FLocat"):
        for name, value in location.attrib.items():
            if str(name).rsplit("}", 1)[-1] == "href" and len(value) <= _MAX_HREF:
                href = re.sub(r"^file:(//)?", "", value.strip())
                yield from dict.fromkeys((href, unquote(href)))


def _first_existing(folder: Path, hrefs: Iterable[str], boundary: FolderBoundary) -> Path | None:
    for href in hrefs:
        inside = relative_inside(href)
        if inside is not None and "://" not in href:
            path = folder / inside
            if boundary.contains(path) and path.is_file():
                return path
    return None


def _groups(files: Iterable[_File]) -> list[FileGroup]:
    """Return the groups of transcriptions in the order of the METS."""
    by_name: dict[str, list[_File]] = {}
    for file in files:
        if not file.is_image:
            by_name.setdefault(file.group, []).append(file)
    groups = []
    for name, members in by_name.items():
        format = next((found for file in members[:_MAX_DATED_FILES] if (found := document_format(file.path))), None)
        if format not in (None, METS):
            groups.append(
                FileGroup(name, str(format), len(members), *_changed_and_outlines(members), _is_ground_truth(name))
            )
    return groups


def _choose_group(path: Path, groups: list[FileGroup], wanted: str | None) -> str | None:
    if wanted:
        for group in groups:
            if group.name.casefold() == wanted.casefold():
                return group.name
        if not groups:
            raise InputError.at(path, tr("there is no group of transcriptions"))
        names = ", ".join(group.name for group in groups)
        raise InputError.at(
            path, tr("there is no group of transcriptions '{wanted}'; it has: {names}", wanted=wanted, names=names)
        )
    best = max(groups, key=lambda g: (g.is_ground_truth, preference(g.format), g.changed, g.outlines), default=None)
    return None if best is None else best.name


def _pages(root: Any, files: dict[str, _File], chosen: str | None) -> tuple[list[WorkspacePage], list[Skipped]]:
    """Return the pages of the structMap, or without one a page for every transcription."""
    pages: list[WorkspacePage] = []
    skipped: list[Skipped] = []
    for ids in _page_divisions(root):
        members = [files[id] for id in ids if id in files]
        texts = [file.path for file in members if not file.is_image and file.group == chosen]
        images = sorted((file for file in members if file.is_image), key=lambda file: _is_derived(file.group))
        if texts or images:
            pages.append(WorkspacePage(texts[0] if texts else None, tuple(file.path for file in images)))
        reason = tr("this page was read from {name}", name=texts[0].name) if texts else ""
        skipped += [Skipped(path, "", reason, is_note=True) for path in texts[1:]]
    read = {page.transcription for page in pages}
    unlisted = [
        file.path for file in files.values() if not file.is_image and file.group == chosen and file.path not in read
    ]
    listed = {entry.file for entry in skipped}
    pages += [WorkspacePage(path, ()) for path in dict.fromkeys(unlisted) if path not in listed]
    if not pages:
        pages = [WorkspacePage(None, (path,)) for path in _scans(files.values())]
    return pages, skipped


def _scans(files: Iterable[_File]) -> list[Path]:
    """Return the images of the first group that is not derived from another."""
    images = [file for file in files if file.is_image]
    originals = [file for file in images if not _is_derived(file.group)] or images
    return list(dict.fromkeys(file.path for file in originals if file.group == originals[0].group))


def _page_divisions(root: Any) -> list[list[str]]:
    """Return the file ids of each page: of each ``div`` with files and without a ``div`` inside that has any.

    The physical structure is used; without one, the first structure that names files.
    """
    maps = sorted(children(root, "structMap"), key=lambda element: element.get("TYPE", "").lower() != "physical")
    for structure in maps:
        with_files = [(div, ids) for div in descendants(structure, "div") if (ids := _file_ids(div))]
        containers = {ancestor for div, _ in with_files for ancestor in div.iterancestors()}
        pages = [(div, ids) for div, ids in with_files if div not in containers]
        if pages:
            orders = [div.get("ORDER", "") for div, _ in pages]
            is_one_sequence = len({div.getparent() for div, _ in pages}) == 1
            if is_one_sequence and all(re.fullmatch("[0-9]{1,9}", order) for order in orders):
                pages.sort(key=lambda page: int(page[0].get("ORDER")))
            return [ids for _, ids in pages]
    return []


def _file_ids(div: Any) -> list[str]:
    ids = []
    for pointer in children(div, "fptr"):
        ids += [element.get("FILEID") for element in (pointer, *descendants(pointer, "area")) if element.get("FILEID")]
    return ids


def _is_ground_truth(name: str) -> bool:
    return has_word(re.sub("ground.truth", "groundtruth", name, flags=re.IGNORECASE), _GROUND_TRUTH_WORD)


def _is_derived(group: str) -> bool:
    return has_word(group, _DERIVED_IMAGE_WORD)


def _changed_and_outlines(files: list[_File]) -> tuple[datetime, int]:
    """Return the latest date in the first documents, else the latest in the METS, else that on the disk to the minute.

    With it, the number of lines and words in these documents.
    """
    looked_at = [_dates_and_outlines(file.path) for file in files[:_MAX_DATED_FILES]]
    dates = [date for found, _ in looked_at for date in found]
    dates = dates or [date for file in files if (date := _parse_date(file.created))]
    if not dates:  # files that were copied or unpacked together differ by seconds
        on_disk = [datetime.fromtimestamp(file.path.stat().st_mtime, UTC) for file in files[:_MAX_DATED_FILES]]
        dates = [date.replace(second=0, microsecond=0) for date in on_disk]
    return max(dates), sum(outlines for _, outlines in looked_at)


def _dates_and_outlines(path: Path) -> tuple[list[datetime], int]:
    try:
        elements = list(parse(path).getroot().iter())
    except InputError:
        return [], 0
    names = Counter(map(local_name, elements))
    texts = [element.text or "" for element in elements if local_name(element) in _DATED_ELEMENTS]
    return [date for text in texts if (date := _parse_date(text))], sum(names[name] for name in _OUTLINED_ELEMENTS)


def _parse_date(text: str) -> datetime | None:
    try:
        date = datetime.fromisoformat(text.strip())
    except ValueError:
        return None
    try:
        return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)
    except (OverflowError, ValueError):
        return None
