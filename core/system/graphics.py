"""The graphics card of this computer, as the system and its driver describe it; PyTorch is not needed."""

import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

from core.system.platforms import is_linux, is_macos

NVIDIA, AMD, INTEL, APPLE = "NVIDIA", "AMD", "Intel", "Apple"

_QUERY = "name,driver_version,memory.total,compute_cap"
_TIMEOUT_S = 20
"""The first question after the computer was started loads the driver, which may take some seconds."""
_MAKERS = {"0x10de": NVIDIA, "0x1002": AMD, "0x8086": INTEL}
_PCI_DEVICES = Path("/sys/bus/pci/devices")
_DISPLAY_CLASS = "0x03"


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """A card. Only the driver of NVIDIA gives more than the maker; without it ``driver`` is empty.

    ``memory`` in bytes; ``capability`` is NVIDIA's number for what the card can compute, such as 8.6.
    """

    maker: str
    name: str = ""
    driver: str = ""
    memory: int = 0
    capability: float = 0.0

    @property
    def fingerprint(self) -> str:
        """Text that changes with the card and with its driver."""
        return f"{self.name} {self.driver}"


def find_card() -> GraphicsCard | None:
    """Return the card of most use: one of NVIDIA with its driver, else any that the system lists; None without."""
    if is_macos():
        return GraphicsCard(APPLE, "Apple silicon") if platform.machine() == "arm64" else None
    return _nvidia_with_driver() or (_listed_by_linux() if is_linux() else None)


def _nvidia_with_driver() -> GraphicsCard | None:
    """Query the program that comes with the driver on Linux and Windows."""
    command = ["nvidia-smi", f"--query-gpu={_QUERY}", "--format=csv,noheader,nounits"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    cards = [] if done.returncode else [card for line in done.stdout.splitlines() if (card := _parse(line))]
    return max(cards, key=lambda card: (card.capability, card.memory), default=None)


def _parse(line: str) -> GraphicsCard | None:
    parts = [part.strip() for part in line.split(",")]
    if len(parts) != 4 or not parts[1][:1].isdigit():
        return None
    name, driver, memory, capability = parts
    return GraphicsCard(NVIDIA, name, driver, int(_number(memory) * 2**20), _number(capability))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0  # "[N/A]"


def _listed_by_linux() -> GraphicsCard | None:
    found = set()
    for device in sorted(_PCI_DEVICES.glob("*")):
        try:
            kind, vendor = ((device / name).read_text(encoding="ascii").strip() for name in ("class", "vendor"))
        except (OSError, ValueError):
            continue
        if kind.startswith(_DISPLAY_CLASS) and vendor in _MAKERS:
            found.add(_MAKERS[vendor])
    return next((GraphicsCard(maker) for maker in (NVIDIA, AMD, INTEL) if maker in found), None)
