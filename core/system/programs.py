"""The commands by which this program starts itself: Python modules where Python is installed, executables in a bundle.

A bundle (docs/decisions/0030-bundles.md) holds two executables in one folder, the command line ``ductus`` and the
window ``ductus-app``, and no interpreter. There ``ductus -m MODULE`` takes the place of ``python -m MODULE``.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from core.system.platforms import is_linux, is_windows

COMMAND_LINE = "ductus"
"""Name of the executable in a bundle."""
MAIN_MODULE = "core.cli.main"
JOB_MODULE = "core.cli.job_child"


def is_bundled() -> bool:
    """Return whether this process runs from a bundle."""
    return bool(getattr(sys, "frozen", False))


def bundle_folder() -> Path | None:
    """Return the folder with the modules and data of the bundle; None without one."""
    return Path(sys._MEIPASS) if is_bundled() else None  # type: ignore[attr-defined]


def clear_loader_environment() -> None:
    """Undo the changes that the loader of a bundle made to the environment for this process only.

    Programs of the system that we start must not load our libraries. Children that are this program, too, set the paths
    for themselves, as if a person had started them. Call this before anything is imported that starts children.
    """
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
        os.environ.pop(name, None)
        if (former := os.environ.pop(f"{name}_ORIG", None)) is not None:
            os.environ[name] = former
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"


def load_bundled_libraries() -> None:
    """Load the parts of X that a bundle for Linux brings, before Qt loads them by name; elsewhere do nothing.

    Qt's libraries look beside themselves and in the system only.
    """
    folder = bundle_folder()
    if folder is None or not is_linux():
        return
    import ctypes

    waiting = sorted(path for kind in ("libxcb-*.so.*", "libxkbcommon*.so.*") for path in folder.glob(kind))
    for _ in range(len(waiting)):  # some need others
        for path in list(waiting):
            with suppress(OSError):
                ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
                waiting.remove(path)


def load_library(path: Path) -> None:
    """Load a shared library. Raises OSError, which names a library that it needs and that is missing."""
    import ctypes

    ctypes.CDLL(str(path))


def interpreter() -> str:
    """Return the program that runs modules by ``-m``: Python, or the command line of the bundle."""
    if not is_bundled():
        return sys.executable
    return str(Path(sys.executable).with_name(COMMAND_LINE + (".exe" if is_windows() else "")))


def command_line(*arguments: str) -> list[str]:
    """Return the command that runs ``ductus ARGUMENTS`` as a child process."""
    return [interpreter(), *([] if is_bundled() else ["-m", MAIN_MODULE]), *arguments]


def job_command() -> list[str]:
    """Return the command that runs a job as a child process, which reads its request from its input."""
    return [interpreter(), "-m", JOB_MODULE]


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our modules as a child process; no code is taken from the working folder."""
    return [interpreter(), "-P", "-m", module, *arguments]
