"""The libraries that Ductus is installed with, and their licences, read from the metadata of the installed packages."""

import re
from dataclasses import dataclass
from email.message import Message
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import cast

_REQUIREMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TEXT = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
_LONGEST = 60
"""A licence field that is longer is the whole text of a licence; its first line names it."""
_CORRECTED = {"locate": "MIT"}
"""Packages whose metadata contradicts the licence that comes with them."""


@dataclass(frozen=True, slots=True)
class Library:
    """An installed package: ``licence`` is its name or SPDX expression, ``files`` are the texts that come with it."""

    name: str
    version: str
    licence: str
    files: tuple[Path, ...]


@cache
def libraries(root: str = "ductus") -> tuple[Library, ...]:
    """Return all packages that ``root`` needs, directly or not, as far as they are installed here, by name."""
    found: dict[str, Library] = {}
    waiting = _requirements(root)
    while waiting:
        name = waiting.pop()
        if _key(name) in found:
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # needed on other systems only
        found[_key(name)] = _library(package)
        waiting += _requirements(name)
    return tuple(found[key] for key in sorted(found))


def _requirements(name: str) -> list[str]:
    """Return the names of the packages that ``name`` needs without its extras; none if it is not installed."""
    try:
        lines = distribution(name).requires or []
    except PackageNotFoundError:
        return []
    matches = (_REQUIREMENT.match(line) for line in lines if not re.search(r"\bextra\s*==", line))
    return [match[0] for match in matches if match]


def _library(package: Distribution) -> Library:
    data = cast(Message, package.metadata)
    texts = sorted(str(file) for file in package.files or () if _TEXT.search(str(file)))
    licence = _CORRECTED.get(_key(str(data["Name"]))) or _licence(data)
    return Library(
        str(data["Name"]), package.version, licence, tuple(Path(str(package.locate_file(text))) for text in texts)
    )


def _licence(data: Message) -> str:
    """Return the SPDX expression, else the older field if it is short, else the classifiers."""
    expression = str(data.get("License-Expression") or "").strip()
    older = next((line.strip() for line in str(data.get("License") or "").splitlines() if line.strip()), "")
    classifiers = [str(line) for line in data.get_all("Classifier", [])]
    named = {line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License :: ")} - {"OSI Approved"}
    if expression:
        return expression
    if older and len(older) <= _LONGEST and older.upper() != "UNKNOWN":
        return older
    return ", ".join(sorted(named)) or older[:_LONGEST] or "see its files"


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
