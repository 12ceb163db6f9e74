"""The processor and the number of threads that a job computes with."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.errors import InputError
from core.language import tr, tr_hint
from core.system.computer import processor_name

DEVICE_NAMES = ("auto", "cpu", "cuda", "mps")


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """A kind of processor: whether it can be used on this computer, and a description or the reason."""

    name: str
    usable: bool
    about: str


def devices() -> list[DeviceFound]:
    """Return all kinds of processors, the best usable one first."""
    import torch

    found = []
    if torch.cuda.is_available():
        card = torch.cuda.get_device_properties(0)
        found.append(DeviceFound("cuda", True, f"{card.name}, {card.total_memory / 2**30:.0f} GiB"))
    else:
        built = torch.backends.cuda.is_built()
        why = tr("no NVIDIA card or driver was found") if built else tr("this PyTorch was built without CUDA")
        found.append(DeviceFound("cuda", False, why))
    if torch.backends.mps.is_available():
        found.append(DeviceFound("mps", True, tr("Apple graphics processor")))
    else:
        found.append(DeviceFound("mps", False, tr("only on Apple silicon")))
    threads = torch.get_num_threads()
    about = f"{processor_name()}, {threads} {'thread' if threads == 1 else 'threads'}"
    found.append(DeviceFound("cpu", True, about.removeprefix(", ")))
    return sorted(found, key=lambda device: not device.usable)


def resolve_device(name: str = "auto") -> str:
    """Return the device for a job; "auto" is the best usable one. Raises InputError for one that cannot be used."""
    if name not in DEVICE_NAMES:
        raise InputError.of(
            "There is no device '{name}'. Choose one of {choices}.", name=name, choices=", ".join(DEVICE_NAMES)
        )
    for device in devices():
        if device.usable and name in ("auto", device.name):
            return device.name
        if device.name == name:
            raise InputError.of(
                "The device '{name}' cannot be used: {about}.",
                name=name,
                about=device.about,
                hint=tr_hint("Use --device auto or cpu", "Choose “Fastest available” or the processor in Train"),
            )
    return "cpu"


@contextmanager
def denormals_as_zero() -> Iterator[None]:
    """Let PyTorch take denormal numbers for zero within the context, in this thread and in those that it starts there.

    The averages that Adam keeps for weights without a gradient fade into such numbers, and processors are slow with
    them. Threads that PyTorch started before stay as they were.
    """
    import torch

    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)


def current_threads() -> int:
    """Return the number of threads PyTorch uses in this process. Results are equal only for equal numbers."""
    import torch

    return torch.get_num_threads()


@contextmanager
def limit_threads(threads: int) -> Iterator[None]:
    """Limit PyTorch and the libraries under NumPy to a number of threads within the context."""
    import torch
    from threadpoolctl import threadpool_limits

    torch.set_num_threads(threads)
    with threadpool_limits(threads):
        yield
