"""The allocator's settings, tried in processes of their own: they last until a process ends."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from core.system import computer
from core.system.platforms import is_linux

ALLOCATE = """
import ctypes, json, resource, sys
from core.system.computer import keep_freed_memory
kept = keep_freed_memory() if sys.argv[1] == "kept" else False
c = ctypes.CDLL(None)
c.malloc.restype, c.malloc.argtypes, c.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
size = 48 * 2**20
def fill():
    block = c.malloc(size)
    ctypes.memset(block, 1, size)
    c.free(block)
fill()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    fill()
print(json.dumps({"kept": kept, "faults": resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before}))
"""


def _allocate(how: str) -> dict[str, int]:
    run = subprocess.run([sys.executable, "-c", ALLOCATE, how], capture_output=True, text=True, check=True)
    answer: dict[str, int] = json.loads(run.stdout)
    return answer


@pytest.mark.skipif(not is_linux(), reason="only glibc has mallopt")
def test_a_large_block_is_used_again_without_the_system_clearing_it() -> None:
    kept, returned = _allocate("kept"), _allocate("returned")
    if not kept["kept"]:
        pytest.skip("the C library has no mallopt")
    largest_page = 2 * 2**20  # one fault clears 4 KiB, or as much as this where the system gives out huge pages
    assert kept["faults"] < 100 < 5 * 48 * 2**20 // largest_page <= returned["faults"]


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "is_linux", lambda: False)
    assert computer.keep_freed_memory() is False


@pytest.mark.skipif(not is_linux(), reason="only glibc has mallopt")
def test_a_c_library_without_the_call_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer.ctypes, "CDLL", lambda name: object())
    assert computer.keep_freed_memory() is False
