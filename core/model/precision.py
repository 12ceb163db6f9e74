"""The precision that networks compute in: bfloat16 where this processor or card is faster with it, else float32.

A processor without a unit for bfloat16 computes it correctly and many times slower, and PyTorch's own test says that it
is supported. So a step is timed in both precisions, once for a processor and a version of PyTorch.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from core.disk import write_atomically
from core.errors import DuctusError, InputError
from core.system.computer import processor_identity
from core.system.platforms import cache_folder

if TYPE_CHECKING:
    import torch

VARIABLE = "DUCTUS_PRECISION"
"""Environment variable by which a person chooses: ``float32``, ``bfloat16``, or ``auto``, which is the default."""
_AUTO = "auto"

INSTRUCTION_VARIABLES = ("ATEN_CPU_CAPABILITY", "ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA")
"""Environment variables that keep PyTorch from some of the processor's instructions."""

LEAST_GAIN = 1.15
"""Bfloat16 is taken where float32 takes at least this many times as long; a smaller gain may be chance."""

_FILE = "precision.json"
_REPETITIONS = 5


class Precision(StrEnum):
    """The type of the numbers that networks compute with; the values stand in model cards."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"


@dataclass(frozen=True, slots=True)
class PrecisionChoice:
    """A precision with its reason: ``gain`` is how many times as long float32 takes as bfloat16, if that was timed."""

    precision: Precision
    is_by_person: bool = False
    gain: float | None = None


def precision_of(device: str) -> Precision:
    """Return the precision that networks compute in on ``device`` ("cpu", "cuda", "cuda:1" or "mps")."""
    return choose_precision(device).precision


def autocast(device: str) -> torch.autocast:
    """Return the context in which networks run on ``device``, in the precision that is chosen for it."""
    import torch

    return torch.autocast(device.split(":")[0], torch.bfloat16, precision_of(device) is Precision.BFLOAT16)


def choose_precision(device: str) -> PrecisionChoice:
    """Choose the precision for ``device``: as the person says, else by the card, else by the processor's speed.

    Raises InputError for an unknown value of ``DUCTUS_PRECISION``.
    """
    wanted = os.environ.get(VARIABLE, "").strip().lower() or _AUTO
    if wanted != _AUTO:
        if wanted not in set(Precision):
            raise InputError.of(
                "{variable} is '{value}'. Set it to one of {choices}.",
                variable=VARIABLE,
                value=wanted,
                choices=", ".join((_AUTO, *Precision)),
            )
        return PrecisionChoice(Precision(wanted), is_by_person=True)
    kind = device.split(":")[0]
    if kind == "cpu":
        gain = _gain_of_processor()
        return PrecisionChoice(faster_precision(gain), gain=gain)
    return PrecisionChoice(_of_card(kind))


def faster_precision(gain: float) -> Precision:
    """Return the precision for a processor on which float32 takes ``gain`` times as long as bfloat16."""
    return Precision.BFLOAT16 if gain >= LEAST_GAIN else Precision.FLOAT32


def _of_card(kind: str) -> Precision:
    import torch

    # cards before Ampere emulate bfloat16; PyTorch counts that as support unless it is asked not to
    has_unit = kind == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False)
    return Precision.BFLOAT16 if has_unit else Precision.FLOAT32


@cache
def _gain_of_processor() -> float:
    """Return the gain of bfloat16 that was measured here before, or measure it and keep it."""
    import torch

    key = " ".join([processor_identity(), f"torch {torch.__version__}", *_set_variables(os.environ)])
    kept = _read()
    if key not in kept:
        kept = kept | {key: measure_gain()}
        with suppress(DuctusError, OSError, RuntimeError):  # without a folder to keep it in, it is measured again
            write_atomically(cache_folder() / _FILE, json.dumps(kept).encode())
    return kept[key]


def _set_variables(environment: Mapping[str, str]) -> list[str]:
    return [f"{name}={environment[name]}" for name in INSTRUCTION_VARIABLES if environment.get(name)]


def _read() -> dict[str, float]:
    try:
        content = json.loads((cache_folder() / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RuntimeError):
        return {}
    if not isinstance(content, dict):
        return {}
    return {key: float(gain) for key, gain in content.items() if isinstance(gain, int | float) and gain > 0}


def measure_gain() -> float:
    """Time steps of a part of the compact network on one thread; return the time in float32 as a multiple of bfloat16.

    The shortest time of each precision counts, and the two take turns, so that other programs do not decide.
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        # it may be asked for the first time where a network reads
        with torch.inference_mode(False), torch.enable_grad():
            return _measured_gain()
    finally:
        torch.set_num_threads(threads)


def _measured_gain() -> float:
    import torch

    from core.model.nets.compact import Residual

    with torch.random.fork_rng(devices=[]):
        block = Residual(64, 128)
        ink = torch.rand(4, 64, 4, 40).contiguous(memory_format=torch.channels_last)
    block.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's stubs
    seconds = dict.fromkeys(Precision, float("inf"))
    for repetition in range(1 + _REPETITIONS):
        for precision in Precision:
            started = time.perf_counter()
            with torch.autocast("cpu", torch.bfloat16, precision is Precision.BFLOAT16):
                loss = block(ink).float().sum()
            loss.backward()
            if repetition:  # the first one prepares the kernels
                seconds[precision] = min(seconds[precision], time.perf_counter() - started)
    return seconds[Precision.FLOAT32] / seconds[Precision.BFLOAT16]
