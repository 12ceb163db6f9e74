"""Which processor a job runs on, and why another cannot be used."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import InputError

NAMES = ("auto", "cpu", "cuda", "mps")


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
    found.append(DeviceFound("cpu", True, f"{torch.get_num_threads()} threads"))
    return sorted(found, key=lambda device: not device.usable)


def choose(name: str = "auto") -> str:
    """The device a job will use. Raises InputError when the one asked for is not to be had here."""
    if name not in NAMES:
        raise InputError(f"There is no device '{name}'. Choose one of {', '.join(NAMES)}.")
    for device in devices():
        if device.usable and name in ("auto", device.name):
            return device.name
        if device.name == name:
            raise InputError(f"The device '{name}' cannot be used: {device.about}. Use --device auto or cpu.")
    return "cpu"
