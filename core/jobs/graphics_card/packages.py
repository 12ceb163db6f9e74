"""The PyTorch for this system's graphics cards: our list of its files (wheels), and a package index that has them.

Read are both forms of an index's *simple* interface, HTML and JSON. The data of an index are not trusted: our list has
the SHA-256 of each file.
"""

import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from core.dataclass_json import rebuild
from core.errors import InputError
from core.formats.iiif_json import web_address
from core.jobs.download.http_get import TransferError
from core.jobs.download.resumable import Downloader
from core.language import tr, tr_hint
from core.system.platforms import system_name
from core.torch_build import PYTHON_TAG, own_version

LIST = "DUCTUS_GRAPHICS_CARD_LIST"
"""Environment variable that names another list: of files for a system, or a Python, that ours are not for."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """A file of a package index; sizes in bytes."""

    name: str
    size: int
    unpacked: int
    sha256: str

    @property
    def project(self) -> str:
        """The name of its project in an index."""
        return self.name.partition("-")[0].replace("_", "-").lower()


@dataclass(frozen=True, slots=True)
class WheelList:
    """All files of a build. ``driver`` is the first number of the oldest driver that it works with."""

    torch: str
    python: str
    driver: int
    capability: float
    wheels: tuple[Wheel, ...]

    @property
    def download_bytes(self) -> int:
        return sum(wheel.size for wheel in self.wheels)

    @property
    def unpacked_bytes(self) -> int:
        return sum(wheel.unpacked for wheel in self.wheels)

    @property
    def needed_bytes(self) -> int:
        """Room on the disk for the installation: each file is deleted as soon as it is unpacked."""
        return self.unpacked_bytes + max((wheel.size for wheel in self.wheels), default=0)


def known_build() -> WheelList | None:
    """Return the build for this system, this Python and the program's PyTorch, or None."""
    named = os.environ.get(LIST)
    resource = Path(named) if named else files("resources").joinpath("graphics_card", f"{system_name()}.toml")
    if not resource.is_file():
        return None
    found = read_list(resource.read_text(encoding="utf-8"), str(resource))
    return found if (found.torch, found.python) == (own_version(), PYTHON_TAG) else None


def read_list(text: str, name: str) -> WheelList:
    """Parse a list of packaging/graphics_card/list_wheels.py. Raises InputError that calls it ``name``."""
    try:
        table = tomllib.loads(text)
        return rebuild(WheelList, table | {"wheels": table["file"]})
    except (KeyError, TypeError, ValueError) as error:
        raise InputError.at(name, tr("this is no list of files of a PyTorch")) from error


VARIABLES = ("DUCTUS_PACKAGE_INDEX", "PIP_INDEX_URL")
"""Environment variables that name an index; the second is pip's own."""
BUNDLED = "index.txt"
"""File of a bundle beside the lists: the index that its build used."""

_MAX_PAGE_BYTES = 64 * 2**20
_ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


def default_index() -> str:
    """Return the address of the index that the program came from, as far as it is known; else an empty text."""
    for name in VARIABLES:
        if address := os.environ.get(name, "").strip():
            return address
    bundled = files("resources").joinpath("graphics_card", BUNDLED)
    return bundled.read_text(encoding="utf-8").strip() if bundled.is_file() else index_of_pip()


def index_of_pip() -> str:
    """Return the index that the installed pip uses by default; empty without pip."""
    try:
        from pip._internal.models.index import PyPI
    except ImportError:
        return ""
    return str(PyPI.simple_url)


def require_address(index: str) -> str:
    """Return a usable address of an index. Raises InputError."""
    address = web_address(index.strip())
    if address is None:
        raise InputError(
            tr("The files come from a package index, and '{index}' is no address.", index=index)
            if index.strip()
            else tr("The files come from a package index, and no address is given."),
            hint=tr_hint(
                "Give one of https or http with --index ADDRESS, such as a mirror of the Python Package Index",
                "Give one of https or http, such as a mirror of the Python Package Index",
            ),
        )
    return address.rstrip("/")


def find_address(index: str, wheel: Wheel, downloader: Downloader) -> str:
    """Return the address of a file in an index. Raises InputError if it has no such file or another; Stopped."""
    page = f"{index}/{wheel.project}/"
    try:
        body = downloader.read(page, _MAX_PAGE_BYTES, _ACCEPT)
    except TransferError as error:
        hint = tr("Check the address and the connection, or choose another index")
        raise InputError.at(page, tr("the list of files cannot be fetched: {error}", error=error), hint=hint) from error
    for address, digest in _links(body.decode("utf-8", "replace"), page):
        if unquote(urlsplit(address).path).rpartition("/")[2] != wheel.name:
            continue
        if digest and digest != wheel.sha256:
            problem = tr("{file} there is another file than the one that Ductus was tried with", file=wheel.name)
            raise InputError.at(page, problem, hint=tr("Nothing of it is used; choose another index"))
        return address
    raise InputError.at(page, tr("it has no {file}", file=wheel.name), hint=tr("Choose another index"))


def _links(text: str, page: str) -> Iterator[tuple[str, str]]:
    """Yield the address of each file on a page, and its SHA-256 or an empty text."""
    try:
        if text.lstrip().startswith("{"):
            found = [(str(entry["url"]), str(entry["hashes"].get("sha256", ""))) for entry in json.loads(text)["files"]]
        else:
            found = [(href.partition("#")[0], href.partition("#sha256=")[2]) for href in _anchors(text)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError.at(page, tr("this is no list of files"), hint=tr("Choose another index")) from None
    for link, digest in found:
        try:
            address = web_address(urljoin(page, link))
        except ValueError:
            continue
        if address is not None:
            yield address, digest.lower()


def _anchors(text: str) -> list[str]:
    found: list[str] = []

    class Anchors(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            found.extend(value for name, value in attrs if tag == "a" and name == "href" and value)

    Anchors().feed(text)
    return found
