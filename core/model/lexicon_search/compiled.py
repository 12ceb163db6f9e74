"""Compilation of functions that loop over numbers, by numba (docs/decisions/0018-compiled-search.md).

Importing this module imports numba. Only modules that import torch anyway may do so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from core.model.lexicon_search import CODE_FOLDER
from core.system.programs import is_bundled

Function = TypeVar("Function", bound=Callable[..., Any])

_FAST = {"reassoc", "contract"}
"""Sums may be computed in any order, by vector instructions; infinities are still respected."""


def compiled(function: Function) -> Function:
    """Compile ``function``, which only other compiled functions call, as a part of them."""
    return cast(Function, numba.njit(nogil=True, fastmath=_FAST)(function))


def compiled_entry(function: Function) -> Function:
    """Compile ``function``, which Python calls, at its first call; it runs without Python's lock.

    Its machine code is kept beside the module, or in the user's cache folder where that cannot be written; a bundle
    brings it (:mod:`core.model.lexicon_search.code_cache`). Without that code, each process compiles again. Arguments
    are numbers, arrays and tuples of them: the code kept would name other classes, and could not be read when they are
    renamed.
    """
    # numba notices changes of the function's own file only, so the name of the kept code depends on the others, too
    function.__qualname__ += "_" + _digest()
    if uses_code_cache():
        return _with_code_cache(function)
    try:
        return cast(Function, numba.njit(cache=True, nogil=True, fastmath=_FAST)(function))
    except RuntimeError:
        return cast(Function, numba.njit(nogil=True, fastmath=_FAST)(function))


def uses_code_cache() -> bool:
    """Return whether code comes from a bundle, or goes into one that is being made."""
    return is_bundled() or bool(os.environ.get(CODE_FOLDER))


def _with_code_cache(function: Function) -> Function:
    from core.model.lexicon_search.code_cache import CompiledCodeCache, set_target

    set_target()
    dispatcher = numba.njit(nogil=True, fastmath=_FAST)(function)
    with suppress(RuntimeError):  # no folder can be written: compiled in each process
        dispatcher._cache = CompiledCodeCache(function)
    return cast(Function, dispatcher)


def _digest() -> str:
    """Return a digest of the modules with compiled functions."""
    sources = sorted(Path(__file__).parent.glob("*_kernel.py"))
    return blake2b(b"".join(source.read_bytes() for source in sources), digest_size=8).hexdigest()
