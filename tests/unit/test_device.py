"""Devices: the usable ones of this computer, and errors for others."""

from __future__ import annotations

import subprocess
import sys

import pytest
import torch

from core.device import DEVICE_NAMES, devices, resolve_device
from core.errors import InputError


def test_the_cpu_is_usable_and_auto_is_the_best_device() -> None:
    found = devices()
    assert {device.name for device in found} == set(DEVICE_NAMES) - {"auto"} and all(device.about for device in found)
    assert resolve_device("cpu") == "cpu" and resolve_device() == next(d.name for d in found if d.usable)


def test_an_unusable_or_unknown_device_raises_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InputError, match=r"'cuda' cannot be used: .*--device auto"):
        resolve_device("cuda")
    with pytest.raises(InputError, match="no device 'tpu'"):
        resolve_device("tpu")


def test_usable_graphics_processors_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    card = type("Card", (), {"name": "Graphics", "total_memory": 8 * 2**30})
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda number: card)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert devices()[0].about == "Graphics, 8 GiB" and resolve_device() == "cuda" and resolve_device("mps") == "mps"


def test_denormal_numbers_are_zero_in_every_thread_and_only_within_the_context() -> None:
    code = (
        "import torch; from core.device import denormals_as_zero; torch.set_num_threads(2);\n"
        "def left(size): return int((torch.full((size,), 1e-30) * 1e-9).count_nonzero())\n"
        "with denormals_as_zero(): print(left(4_000_000))\n"
        "print(left(8))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "8"]
