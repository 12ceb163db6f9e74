"""The IAM handwriting database: ``words/a01/a01-000u/a01-000u-00-00.png`` and ``words.txt`` or ``xml/``.

A line of ``words.txt``: id, ``ok`` or ``err`` (result of the segmentation), grey level, x, y, width, height,
grammatical tag, transcription. ``#`` starts a comment. With ``xml/`` each form has a file of its own with the
writer; ``ok`` or ``err`` is then the ``segmentation`` of the line.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.files import OUTSIDE_FOLDER, FolderBoundary, list_files, nothing_usable, open_limited, require_folder
from core.formats.records import CropRecord, Skipped, SourceContents
from core.formats.registry import XML_SUFFIXES
from core.imaging.read import frame_sizes
from core.language import tr, tr_noop, tr_plural

MAX_BYTES = 256 * 1024 * 1024
MAX_LINE = 64 * 1024
MAX_SKIPPED = 200_000
"""A list with more unusable words is not IAM, which has 115,320 words."""

_ID = re.compile(r"([A-Za-z0-9]{1,20})-([A-Za-z0-9]{1,20})(?:-[A-Za-z0-9]{1,20}){1,4}")
_ERROR = tr_noop("the segmentation of this word is marked as wrong")


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of the transcription; ``is_segmented`` is False where the segmentation is marked ``err``."""

    ref: str
    text: str | None
    is_segmented: bool
    writer: str | None = None

    @property
    def form(self) -> str:
        return "-".join(self.ref.split("-")[:2])


def read(source: Path, include_errors: bool = False) -> SourceContents:
    """Return the words of IAM from its folder (or its ``words.txt``) in the order of the transcription.

    Words without an image are skipped, and, unless ``include_errors``, words whose segmentation is marked
    ``err``. Raises InputError if no word can be used, or the words or the transcription are missing.
    """
    base, listing = _locate(source)
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    boundary, seen = FolderBoundary(base), set[str]()
    for file, place, entry in _entries(listing, boundary):
        if len(skipped) > MAX_SKIPPED:
            raise nothing_usable(
                listing, tr("more than {max_skipped:,} words cannot be used", max_skipped=MAX_SKIPPED), skipped
            )
        if isinstance(entry, str):
            skipped.append(Skipped(file, place, entry))
        elif entry.ref in seen:
            skipped.append(Skipped(file, place, tr("the word {ref} is listed twice", ref=entry.ref)))
        elif not entry.is_segmented and not include_errors:
            skipped.append(Skipped(file, place, tr(_ERROR)))
        else:
            seen.add(entry.ref)
            image = _image(base / "words", entry.ref)
            if not boundary.contains(image):
                skipped.append(Skipped(image, entry.ref, tr(OUTSIDE_FOLDER)))
                continue
            try:
                frame_sizes(image)
            except InputError as error:
                skipped.append(Skipped.from_error(image, entry.ref, error))
                continue
            crops.append(CropRecord(image, entry.text, writer=entry.writer, page=entry.form, ref=entry.ref))
    if not crops:
        raise nothing_usable(source, tr("no word of IAM can be used"), skipped)
    return SourceContents(crops=tuple(crops), skipped=tuple(skipped))


def is_iam(folder: Path) -> bool:
    """Return whether the folder has the words and a transcription of IAM."""
    return (folder / "words").is_dir() and _listing(folder) is not None


def parse_line(line: str) -> Entry | str | None:
    """Return the entry of a line of ``words.txt``, the reason why it cannot be used, or None for a comment."""
    line = line.strip(" \t\r\n")
    if not line or line.startswith("#"):
        return None
    parts = re.split(r"[ \t]+", line, maxsplit=8)
    if len(parts) < 8:
        return tr_plural(
            "the line has {n} value instead of 8 and the word",
            "the line has {n} values instead of 8 and the word",
            len(parts),
        )
    if not _ID.fullmatch(parts[0]):
        return tr("'{text}' is not a word id", text=parts[0][:60])
    if parts[1] not in ("ok", "err"):
        return tr("the segmentation is 'ok' or 'err', not '{text}'", text=parts[1][:60])
    text = parts[8] if len(parts) > 8 else None
    if text is not None and "\0" in text:
        return tr("the word holds a NUL character")
    return Entry(parts[0], text, parts[1] == "ok")


def _listing(base: Path) -> Path | None:
    for name in ("words.txt", "ascii/words.txt"):
        if (base / name).is_file():
            return base / name
    forms = base / "xml"
    return forms if forms.is_dir() and list_files(forms, XML_SUFFIXES) else None


def _locate(source: Path) -> tuple[Path, Path]:
    if source.is_file():
        base = source.parent.parent if source.parent.name == "ascii" else source.parent
        listing: Path | None = source
    else:
        require_folder(source, tr("IAM"))
        base, listing = source, _listing(source)
    if listing is None:
        raise InputError.at(source, tr("neither 'words.txt' nor 'xml' is in this folder"))
    if not (base / "words").is_dir():
        raise InputError.at(source, tr("there is no folder 'words' with the images"))
    return base, listing


def _image(words: Path, ref: str) -> Path:
    first, second = ref.split("-")[:2]
    flat = words / f"{ref}.png"
    return flat if flat.is_file() else words / first / f"{first}-{second}" / f"{ref}.png"


def _entries(listing: Path, boundary: FolderBoundary) -> Iterator[tuple[Path, str, Entry | str]]:
    if listing.is_dir():
        for form in list_files(listing, XML_SUFFIXES):
            if boundary.contains(form):
                yield from _form_entries(form)
            else:
                yield form, "", tr(OUTSIDE_FOLDER)
        return
    for number, raw in _lines(listing):
        try:
            entry = parse_line(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            entry = tr("the line is not UTF-8")
        if entry is not None:
            yield listing, tr("line {number}", number=number), entry


def _lines(listing: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines one by one, so that a list of hundreds of megabytes is never in memory."""
    with open_limited(listing, MAX_BYTES, tr("the list of words")) as stream:
        for number in itertools.count(1):
            try:
                raw = stream.readline(MAX_LINE)
            except OSError as error:
                raise InputError.from_os_error(listing, tr("the file cannot be read"), error) from error
            if not raw:
                return
            if len(raw) == MAX_LINE:
                raise InputError.at(
                    listing,
                    tr("the line is longer than {max_line:,} bytes", max_line=MAX_LINE),
                    place=tr("line {number}", number=number),
                )
            yield number, raw


def _form_entries(path: Path) -> Iterator[tuple[Path, str, Entry | str]]:
    from core.formats.markup import descendants, local_name, parse

    try:
        form = parse(path).getroot()
        if local_name(form) != "form":
            raise InputError.at(path, tr("this is not an IAM form"))
    except InputError as error:
        yield path, "", Skipped.from_error(path, "", error).reason
        return
    writer = form.get("writer-id") or None
    for line in descendants(form, "line"):
        is_segmented = line.get("segmentation", "ok") == "ok"
        for word in descendants(line, "word"):
            ref = word.get("id", "")
            if not _ID.fullmatch(ref):
                yield path, ref[:60], tr("this is not a word id")
                continue
            yield path, ref, Entry(ref, word.get("text") or None, is_segmented, writer)
