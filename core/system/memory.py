"""The memory allocator of this process."""

from __future__ import annotations

import ctypes

from core.system.platforms import is_linux

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
