"""Memory and processor of this computer, and how this process uses them."""

from __future__ import annotations

import ctypes
import os
import platform
from hashlib import blake2b
from pathlib import Path

from core.system.platforms import is_linux, is_macos, is_windows, windows_libraries


def memory_size() -> int | None:
    """Return the memory of this computer in bytes; None if the system does not report it."""
    if is_windows():
        return _windows_memory()
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def peak_memory() -> int:
    """Return the peak memory of this process so far, in bytes; 0 if the system does not report it."""
    try:
        import resource
    except ImportError:
        return 0  # Windows
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if is_macos() else peak * 1024)  # KiB on Linux


def limit_process(memory: int, seconds: int) -> bool:
    """Limit data in bytes and processor time of this process, and forbid core dumps; return False on Windows.

    A tighter limit that is already set stays.
    """
    try:
        import resource
    except ImportError:
        return False
    limits = ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0))
    for kind, limit in limits:
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    return True


def processor_name() -> str:
    """Return the system's name of its processor; empty where it has none."""
    return _processor_lines().get("model name", "") or platform.processor()


def processor_identity() -> str:
    """Return the name of the processor with a digest of its instruction sets, where the system lists these.

    In virtual machines processors of different generations have one name.
    """
    flags = _processor_lines().get("flags", "")
    return f"{processor_name()} {platform.machine()} {blake2b(flags.encode(), digest_size=4).hexdigest()}".strip()


def _processor_lines() -> dict[str, str]:
    """Return what Linux lists of the first processor, by name; nothing on other systems."""
    if not is_linux():
        return {}
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    pairs = (line.partition(":") for line in text.partition("\n\n")[0].splitlines())
    return {name.strip(): value.strip() for name, _, value in pairs}


def has_display() -> bool:
    """Return whether a window can be shown here."""
    return not is_linux() or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _windows_memory() -> int | None:
    class MemoryStatus(ctypes.Structure):
        """MEMORYSTATUSEX."""

        _fields_ = [
            ("length", ctypes.c_uint32),
            ("load", ctypes.c_uint32),
            *((name, ctypes.c_uint64) for name in ("total", "free", "total_page", "free_page", "total_virtual")),
            *((name, ctypes.c_uint64) for name in ("free_virtual", "free_extended")),
        ]

    status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
    filled = windows_libraries().kernel32.GlobalMemoryStatusEx(ctypes.byref(status))
    return int(status.total) if filled else None


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Parameters of mallopt(3)."""
_KEPT_BYTES = 2**31 - 1
_LARGEST_KEPT_BLOCK = 2**30


def keep_freed_memory() -> bool:
    """Let this process keep memory that it frees, up to 2 GiB, instead of returning it to the system.

    A training allocates the same large blocks in every step. By default glibc returns each of them at once, and the
    system clears it again when it is first written to. Results do not depend on this. Returns False, and changes
    nothing, where the C library is not glibc.
    """
    if not is_linux():
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False
    return bool(mallopt(_MMAP_THRESHOLD, _LARGEST_KEPT_BLOCK)) and bool(mallopt(_TRIM_THRESHOLD, _KEPT_BYTES))


_PASSIVE = {
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "1000",
    "KMP_BLOCKTIME": "0",
    "OPENBLAS_THREAD_TIMEOUT": "4",
}
"""For GNU's and LLVM's OpenMP, and for OpenBLAS, whose threads wait 2^4 cycles.

GNU's look for work a thousand times before they sleep, some microseconds: many parts of a step are that short, and
without it a step takes a tenth longer.
"""


def let_waiting_threads_sleep() -> None:
    """Let threads without work sleep, in this process and its children, where a person has not chosen otherwise.

    By default they spin for a while, which takes the processor from other programs and, where one of these runs on a
    core, from the thread that all others wait for. Call this before PyTorch or NumPy is imported.
    """
    for name, value in _PASSIVE.items():
        os.environ.setdefault(name, value)
