"""Machine code of the compiled search in a bundle, where numba's own cache would not find it.

numba keeps code beside a module's source, named after the folder and valid for one processor. A bundle has no sources,
lies in any folder, and may be read-only. So it brings code for the processors of the last ten years, which is read
where it is; on an older one the code is compiled once, into the user's cache folder.
"""

from __future__ import annotations

import os
import platform
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from llvmlite import binding
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from core.model.lexicon_search import CODE_FOLDER
from core.system.platforms import cache_folder
from core.system.programs import bundle_folder

SHIPPED = "search-code"
"""Folder of the code in a bundle."""

_X86 = ("x86-64-v3", ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"))
_TARGETS = {"x86_64": _X86, "amd64": _X86, "arm64": ("apple-m1", ())}
"""Processor by machine: its name in LLVM, and the features a computer must have. arm64 is that of macOS."""


def shipped_folder() -> Path | None:
    """Return the folder with code that this computer can run; None without one."""
    bundle = bundle_folder()
    named = os.environ.get(CODE_FOLDER)
    folder = Path(named) if named else bundle / SHIPPED if bundle else None
    return folder if folder is not None and folder.is_dir() and target() is not None else None


def target() -> str | None:
    """Return LLVM's name of the processor that code is shipped for; None if this one cannot run it."""
    name, features = _TARGETS.get(platform.machine().lower(), ("", ()))
    found = binding.get_host_cpu_features()
    return name if name and all(found.get(feature) for feature in features) else None


def set_target() -> None:
    """Compile for the processor of the shipped code from now on in this process, if this computer can run it."""
    config.CPU_NAME = target()
    config.CPU_FEATURES = None if config.CPU_NAME is None else ""


class _Locator(_CacheLocator):
    """The folder with the code of one function; the functions' names contain a digest of the sources."""

    def __init__(self, function: Any, folder: Path) -> None:
        self._py_file = ""
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, source: str) -> _Locator | None:
        folder = shipped_folder() or _own_folder()
        return None if folder is None else cls(function, folder)


def _own_folder() -> Path | None:
    """Return a folder of the user that can be written; None without one."""
    with suppress(OSError, RuntimeError):
        folder = cache_folder() / SHIPPED
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        return folder
    return None


class _Code(CompileResultCacheImpl):
    _locator_classes = [_Locator]


class CompiledCodeCache(FunctionCache):
    """The cache of one function. Code that cannot be written is compiled again by the next process."""

    _impl_class = _Code

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep compiled code where the folder can be written."""
        with suppress(OSError):
            super().save_overload(signature, result)
