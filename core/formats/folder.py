"""A folder of word images, the word told by the file's name or by the folder that holds it.

The word of a file directly in the folder is its name without suffix, less a counter: ``_`` and digits at
the end (``word_0012.png``) or digits and ``_`` at the beginning (``0012_word.png``). A name of digits only
is a counter and no word; ``1754_1.png`` is the word ``1754``. Files in sub-folders take the name of the
folder that holds them (``word/0001.png``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from core.errors import InputError
from core.formats.paths import LEADS_OUT, Fence, files_under, need_folder, skip
from core.formats.records import CropRecord, Skipped, SourceContents
from core.imaging.read import SUFFIXES, image_frames

Labels = Literal["name", "none"]
CROP_SUFFIXES = SUFFIXES - {".pdf"}

_COUNTER_BEHIND = re.compile(r"(.+)_[0-9]+", re.DOTALL)
_COUNTER_BEFORE = re.compile(r"[0-9]+_(.+)", re.DOTALL)


def read(source: Path, labels: Labels = "name") -> SourceContents:
    """Every image at or below ``source`` as one crop, in natural order.

    ``labels="none"`` leaves every word untranscribed. Damaged images are skipped; raises InputError when
    the folder is missing or holds no readable image.
    """
    if labels not in ("name", "none"):
        raise InputError(f"labels is 'name' or 'none', not '{labels}'.")
    need_folder(source, "a set of word images")
    fence = Fence(source)
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    for path in files_under(source, CROP_SUFFIXES):
        if not fence.holds(path):
            skipped.append(Skipped(path, "", LEADS_OUT))
            continue
        try:
            image_frames(path)
        except InputError as error:
            skipped.append(skip(path, "", error))
            continue
        inside = path.relative_to(source)
        text = None if labels == "none" else label_of(inside)
        crops.append(CropRecord(path, text, ref=inside.as_posix()))
    if not crops:
        told = f"; the first of {len(skipped)}: {skipped[0].reason}" if skipped else ""
        raise InputError.at(source, f"no readable image was found here{told.rstrip('.')}")
    return SourceContents("folder", crops=tuple(crops), skipped=tuple(skipped))


def read_files(files: Sequence[Path], labels: Labels = "name") -> SourceContents:
    """These images, each a crop, in the order given; its word is told by its own name alone.

    Damaged images are skipped; raises InputError when none can be read.
    """
    crops: list[CropRecord] = []
    skipped: list[Skipped] = []
    for path in files:
        try:
            image_frames(path)
        except InputError as error:
            skipped.append(skip(path, "", error))
            continue
        text = None if labels == "none" else label_of(Path(path.name))
        crops.append(CropRecord(path, text, ref=path.name))
    if not crops:
        raise InputError.at(files[0], f"no readable image was found; {skipped[0].reason.rstrip('.')}")
    return SourceContents("folder", crops=tuple(crops), skipped=tuple(skipped))


def label_of(inside: Path) -> str | None:
    """The word that a path relative to the folder tells, or None."""
    if inside.parent.name:
        return inside.parent.name
    name = inside.stem
    if match := _COUNTER_BEHIND.fullmatch(name):
        name = match[1]
    if match := _COUNTER_BEFORE.fullmatch(name):
        name = match[1]
    counter = name == inside.stem and re.fullmatch("[0-9]+", name)
    return None if counter else name
