"""Checks of the computer that Ductus runs on: what is missing, in one sentence each."""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.language import tr, tr_plural
from core.model.precision import VARIABLE, Precision, choose_precision
from core.system.computer import has_display, memory_size
from core.system.platforms import is_linux
from core.system.programs import module_command

LEAST_MEMORY = 3 * 2**30
"""Training the default preset on a thousand words takes about 1.5 GB, beside the app and the system."""
LEAST_ROOM = 2**30
_TIMEOUT_S = 60

_DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""Shared libraries that Qt needs, and the packages of Debian and Ubuntu that have them."""

_QT_CHECK = "app.toolkit_check"
"""The engine does not import Qt: this module prints the number of font families that Qt finds."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; ``text`` is a sentence, with the remedy if it is not ``ok``."""

    name: str
    ok: bool
    text: str


_Outcome = tuple[bool, str] | None
"""True if something is as it should be, and a sentence about it; None where there is nothing to say."""


def check_computer(folder: Path) -> list[Check]:
    """Check PyTorch, the graphics card, the precision, Qt, its fonts, the display, the memory, and ``folder``."""
    found = {
        "PyTorch": _check_torch(),
        "Precision": _check_precision(),
        "Qt": _check_qt(),
        "Display": _check_display(),
        "Memory": _check_memory(),
        "Disk": _check_folder(folder),
    }
    return [Check(name, *finding) for name, finding in found.items() if finding is not None]


def _check_torch() -> _Outcome:
    try:
        from core.device import devices

        best = devices()[0]
    except (ImportError, OSError) as error:
        return False, tr("PyTorch cannot be loaded ({error}): install Ductus again.", error=error)
    if best.name == "cpu":
        return True, tr("Trains and reads on the processor ({about}); no graphics card is used.", about=best.about)
    return True, tr("Trains and reads on {about}.", about=best.about)


def _check_precision() -> _Outcome:
    """Tell the precision that networks compute in, and why; None without PyTorch."""
    try:
        from core.device import devices

        choice = choose_precision(devices()[0].name)
    except InputError as error:
        return False, str(error)
    except (ImportError, OSError):
        return None
    if choice.is_by_person:
        return True, tr("Computes in {precision}, as {variable} says.", precision=choice.precision, variable=VARIABLE)
    if choice.gain is None:
        return True, tr("Computes in {precision}, as fits this graphics card.", precision=choice.precision)
    if choice.precision is Precision.BFLOAT16:
        return True, tr("Computes in bfloat16: float32 takes {gain:.1f} times as long here.", gain=choice.gain)
    return True, tr("Computes in float32: bfloat16 takes {cost:.1f} times as long here.", cost=1 / choice.gain)


def _check_qt() -> _Outcome:
    """Load Qt in a process of its own: a missing library would end this one."""
    command = module_command(_QT_CHECK)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return False, tr("Qt did not start within {timeout_s} seconds.", timeout_s=_TIMEOUT_S)
    if done.returncode != 0:
        return False, qt_problem(done.stderr)
    if fonts := int(done.stdout.split()[-1]):
        return True, tr_plural("Qt starts and finds {n} font family.", "Qt starts and finds {n} font families.", fonts)
    return False, tr("Qt finds no font, so text stays invisible: install one, such as fonts-dejavu-core.")


def qt_problem(stderr: str) -> str:
    """Return in one sentence why Qt did not start."""
    missing = re.search(r"(lib[\w.+-]+\.so[\w.]*): cannot open shared object file", stderr)
    if missing:
        package = _DEBIAN_PACKAGES.get(missing[1])
        problem = tr("The app needs the library {missing}, which is not installed.", missing=missing[1])
        return problem + (" " + tr("On Debian and Ubuntu: apt install {package}.", package=package) if package else "")
    if "No module named 'PySide6'" in stderr:
        return tr("The package PySide6 is not installed, so there is no app; the command line works without it.")
    lines = stderr.strip().splitlines() or [tr("no message")]
    return tr("Qt does not start: {line}", line=lines[-1])


def _check_display() -> _Outcome:
    if not is_linux():
        return None
    if has_display():
        return True, tr("There is a display for the app's window.")
    return False, tr("There is no display here, so the app cannot open a window; commands work.")


def _check_memory() -> _Outcome:
    size = memory_size()
    if size is None:
        return None
    shown = tr("{size:.1f} GiB of memory", size=size / 2**30)
    if size < LEAST_MEMORY:
        return False, tr("{shown} are little for training: close other programs, or train elsewhere.", shown=shown)
    return True, f"{shown}."


def _check_folder(folder: Path) -> _Outcome:
    folder = folder.resolve()
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"\0")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return False, tr(
            "Nothing can be written in {folder} ({reason}): choose another folder.", folder=folder, reason=reason
        )
    shown = tr("{free:.1f} GiB are free in {folder}", free=free / 2**30, folder=folder)
    if free < LEAST_ROOM:
        return False, tr("Only {shown}: make room for images and models.", shown=shown)
    return True, f"{shown}."
