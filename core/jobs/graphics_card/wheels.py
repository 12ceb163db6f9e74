"""The files (wheels) of the PyTorch for this system's graphics cards, with their SHA-256, from our own list."""

import os
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from core.errors import InputError
from core.language import tr
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
        wheels = tuple(
            Wheel(str(entry["name"]), int(entry["size"]), int(entry["unpacked"]), str(entry["sha256"]))
            for entry in table["file"]
        )
        driver, capability = int(table["driver"]), float(table["capability"])
        return WheelList(str(table["torch"]), str(table["python"]), driver, capability, wheels)
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise InputError.at(name, tr("this is no list of files of a PyTorch")) from error
