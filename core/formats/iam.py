"""The IAM handwriting database: ``words/a01/a01-000u/a01-000u-00-00.png`` and ``words.txt`` or ``xml/``.

A line of ``words.txt``: id, ``ok`` or ``err`` (how the segmentation went), grey level, x, y, width, height,
grammatical tag, transcription. ``#`` begins a comment. With ``xml/`` each form has a file of its own with the
writer; then ``segmentation`` of the line tells ``ok`` or ``err``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.paths import LEADS_OUT, Fence, files_under, need_folder, skip
from core.formats.records import CropRecord, Skipped, SourceContents
from core.formats.safe_read import open_bytes
from core.imaging.read import image_frames

MAX_BYTES = 256 * 1024 * 1024
MAX_LINE = 64 * 1024
MAX_SKIPPED = 200_000
"""A list of which more words cannot be used is none: IAM has 115,320."""
_ID = re.compile(r"([A-Za-z0-9]{1,20})-([A-Za-z0-9]{1,20})(?:-[A-Za-z0-9]{1,20}){1,4}")
_ERROR = "the segmentation of this word is marked as wrong"


@dataclass(frozen=True, slots=True)
class Entry:
    """One word of the transcription: ``good`` is False where the segmentation is marked ``err``."""

    ref: str
    text: str | None
    good: bool
    writer: str | None = None

    @property
    def form(self) -> str:
        return "-".join(self.ref.split("-")[:2])


def read(source: Path, include_errors: bool = False) -> SourceContents:
    """The words of IAM from its folder (or its ``words.txt``) in the order of the transcription.

    Words whose segmentation is marked ``err`` are skipped unless ``include_errors``; so are words without
    image. Raises InputError when words or transcription are missing as a whole.
    """
    base, listing = _locate(source)
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    fence, seen = Fence(base), set[str]()
    for file, place, found in _entries(listing, fence):
        if len(skipped) > MAX_SKIPPED:
            told = f"more than {MAX_SKIPPED:,} words cannot be used; the first: {skipped[0].reason}"
            raise InputError.at(listing, told)
        if isinstance(found, str):
            skipped.append(Skipped(file, place, found))
        elif found.ref in seen:
            skipped.append(Skipped(file, place, f"the word {found.ref} is listed twice"))
        elif not found.good and not include_errors:
            skipped.append(Skipped(file, place, _ERROR))
        else:
            seen.add(found.ref)
            image = _image(base / "words", found.ref)
            if not fence.holds(image):
                skipped.append(Skipped(image, found.ref, LEADS_OUT))
                continue
            try:
                image_frames(image)
            except InputError as error:
                skipped.append(skip(image, found.ref, error))
                continue
            crops.append(CropRecord(image, found.text, writer=found.writer, page=found.form, ref=found.ref))
    if not crops:
        told = f"; the first reason: {skipped[0].reason.rstrip('.')}" if skipped else ""
        raise InputError.at(source, f"no word of IAM can be used{told}")
    return SourceContents("iam", crops=tuple(crops), skipped=tuple(skipped))


def is_iam(folder: Path) -> bool:
    """Whether the folder has the words and a transcription of IAM."""
    return (folder / "words").is_dir() and _listing(folder) is not None


def parse_line(line: str) -> Entry | str | None:
    """One line of ``words.txt``: its entry, the reason why it cannot be used, or None for a comment."""
    line = line.strip(" \t\r\n")
    if not line or line.startswith("#"):
        return None
    parts = re.split(r"[ \t]+", line, maxsplit=8)
    if len(parts) < 8:
        return f"a line has 8 values and the word, this one has {len(parts)}"
    if not _ID.fullmatch(parts[0]):
        return f"'{parts[0][:60]}' is not the id of a word"
    if parts[1] not in ("ok", "err"):
        return f"the segmentation is 'ok' or 'err', not '{parts[1][:60]}'"
    text = parts[8] if len(parts) > 8 else None
    if text is not None and "\0" in text:
        return "the word holds a NUL character"
    return Entry(parts[0], text, parts[1] == "ok")


def _listing(base: Path) -> Path | None:
    for name in ("words.txt", "ascii/words.txt"):
        if (base / name).is_file():
            return base / name
    forms = base / "xml"
    return forms if forms.is_dir() and files_under(forms, frozenset({".xml"})) else None


def _locate(source: Path) -> tuple[Path, Path]:
    if source.is_file():
        base = source.parent.parent if source.parent.name == "ascii" else source.parent
        listing: Path | None = source
    else:
        need_folder(source, "IAM")
        base, listing = source, _listing(source)
    if listing is None:
        raise InputError.at(source, "neither 'words.txt' nor 'xml' is in this folder")
    if not (base / "words").is_dir():
        raise InputError.at(source, "there is no folder 'words' with the images")
    return base, listing


def _image(words: Path, ref: str) -> Path:
    first, second = ref.split("-")[:2]
    flat = words / f"{ref}.png"
    return flat if flat.is_file() else words / first / f"{first}-{second}" / f"{ref}.png"


def _entries(listing: Path, fence: Fence) -> Iterator[tuple[Path, str, Entry | str]]:
    if listing.is_dir():
        for form in files_under(listing, frozenset({".xml"})):
            if fence.holds(form):
                yield from _form_entries(form)
            else:
                yield form, "", LEADS_OUT
        return
    for number, raw in _lines(listing):
        try:
            found = parse_line(raw.decode("utf-8-sig" if number == 1 else "utf-8"))
        except UnicodeDecodeError:
            found = "the line is not UTF-8"
        if found is not None:
            yield listing, f"line {number}", found


def _lines(listing: Path) -> Iterator[tuple[int, bytes]]:
    """The numbered lines one by one: a list of hundreds of megabytes is never held whole."""
    with open_bytes(listing, MAX_BYTES, "the list of words") as stream:
        for number in itertools.count(1):
            try:
                raw = stream.readline(MAX_LINE)
            except OSError as error:
                raise InputError.at(listing, f"the file cannot be read ({error.strerror})") from error
            if not raw:
                return
            if len(raw) == MAX_LINE:
                raise InputError.at(listing, "the line is far too long", place=f"line {number}")
            yield number, raw


def _form_entries(path: Path) -> Iterator[tuple[Path, str, Entry | str]]:
    from core.formats.xml_safe import descendants, local, parse

    try:
        form = parse(path).getroot()
        if local(form) != "form":
            raise InputError.at(path, "this is not a form of IAM")
    except InputError as error:
        yield path, "", skip(path, "", error).reason
        return
    writer = form.get("writer-id") or None
    for line in descendants(form, "line"):
        good = line.get("segmentation", "ok") == "ok"
        for word in descendants(line, "word"):
            ref = word.get("id", "")
            if not _ID.fullmatch(ref):
                yield path, ref[:60], "this is not the id of a word"
                continue
            yield path, ref, Entry(ref, word.get("text") or None, good, writer)
