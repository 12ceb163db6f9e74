"""Memory and processor of this computer, and limits of this process."""

from __future__ import annotations

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
    import ctypes

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
