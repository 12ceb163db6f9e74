"""Official lists of a split of IAM: which images, or which words, are for training and for either test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError

TRAIN, SEEN, UNSEEN = "train.txt", "test-seen.txt", "test-unseen.txt"
_ID = re.compile(r"[a-z]\d\d-\d{3}[a-z]?-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class OfficialList:
    """One file: ``entries`` in its order, either ids of images (``a01-000u-00-00``) or words in small letters."""

    path: Path
    entries: tuple[str, ...]
    ids: bool


def read_lists(folder: Path) -> dict[str, OfficialList]:
    """The lists in ``folder`` by file name; ``test-seen.txt`` may be missing.

    Text files in UTF-8, an entry a line; of a line only what stands before the first blank, tab or comma counts,
    an ending ``.png`` and a path before it do not. ``#`` begins a comment, empty lines are passed over. A list
    holds ids of images or words, not both. Raises InputError that names file and line.
    """
    if not folder.is_dir():
        raise InputError.at(folder, "this is no folder with lists", hint=f"It holds {TRAIN} and {UNSEEN}")
    lists = {}
    for name in (TRAIN, SEEN, UNSEEN):
        path = folder / name
        if path.is_file():
            lists[name] = read_list(path)
        elif name != SEEN:
            raise InputError.at(path, "the list is missing")
    return lists


def read_list(path: Path) -> OfficialList:
    """One list. Raises InputError when it is empty, is not UTF-8, or mixes ids with words."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise InputError.at(path, f"the file cannot be opened ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise InputError.at(path, "the file is not UTF-8") from error
    found: dict[str, bool] = {}
    kind: bool | None = None
    for number, line in enumerate(lines, start=1):
        entry = _entry(line)
        if not entry:
            continue
        is_id = _ID.fullmatch(entry) is not None
        if kind is not None and is_id != kind:
            raise InputError.at(
                path,
                f"'{entry[:40]}' is {_ONE[is_id]} in a list of {_MANY[kind]}",
                place=f"line {number}",
                hint="Write a list of one kind",
            )
        kind = is_id
        found[entry] = True
    if kind is None:
        raise InputError.at(path, "the list is empty")
    return OfficialList(path, tuple(found), kind)


_ONE = {True: "an id of an image", False: "a word"}
_MANY = {True: "ids of images", False: "words"}


def _entry(line: str) -> str:
    plain = re.split(r"[\s,]", line.partition("#")[0].strip(), maxsplit=1)[0]
    return plain.rpartition("/")[2].removesuffix(".png").lower()
