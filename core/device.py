"""Which processor a job runs on, and why another cannot be used."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError

DEVICE_NAMES = ("auto", "cpu", "cuda", "mps")


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """One kind of processor: whether it can be used here, and a sentence that says what was found."""

    name: str
    usable: bool
    about: str


def devices() -> list[DeviceFound]:
    """All kinds of processor with what was found of each, the best usable one first."""
    import torch

    found = []
    if torch.cuda.is_available():
        card = torch.cuda.get_device_properties(0)
        found.append(DeviceFound("cuda", True, f"{card.name}, {card.total_memory / 2**30:.0f} GiB"))
    else:
        built = torch.backends.cuda.is_built()
        why = "no NVIDIA card or driver was found" if built else "this PyTorch was built without CUDA"
        found.append(DeviceFound("cuda", False, why))
    if torch.backends.mps.is_available():
        found.append(DeviceFound("mps", True, "Apple graphics processor"))
    else:
        found.append(DeviceFound("mps", False, "only on Apple silicon"))
    threads = torch.get_num_threads()
    about = f"{_processor_name()}, {threads} {'thread' if threads == 1 else 'threads'}"
    found.append(DeviceFound("cpu", True, about.removeprefix(", ")))
    return sorted(found, key=lambda device: not device.usable)


def _processor_name() -> str:
    """What the system calls its processor; empty where it does not say."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def resolve_device(name: str = "auto") -> str:
    """The device a job will use. Raises InputError when the one asked for is not to be had here."""
    if name not in DEVICE_NAMES:
        raise InputError(f"There is no device '{name}'. Choose one of {', '.join(DEVICE_NAMES)}.")
    for device in devices():
        if device.usable and name in ("auto", device.name):
            return device.name
        if device.name == name:
            raise InputError(f"The device '{name}' cannot be used: {device.about}. Use --device auto or cpu.")
    return "cpu"
