"""The PyTorch for a graphics card that a person had installed: when it takes the place of the program's own.

It lies in the user's data folder (:func:`build_folder`), and ``build.json`` there marks it as complete. The first
``import torch`` of a process takes it, if it has computed on this card with this driver; else the program's own
PyTorch is imported, which uses the processor. See docs/decisions/0033-graphics-card.md.

As a program, ``MODULE PACKAGES`` lets the PyTorch in that folder multiply on the card and prints one line of JSON,
{"problem": CLAUSE}, empty where the product is right. That is a process of its own, because a PyTorch that does not fit
the driver may end it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.abc import MetaPathFinder
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from core.disk import write_atomically
from core.errors import DuctusError, sanitise
from core.language import tr
from core.system.graphics import find_card
from core.system.platforms import data_folder
from core.system.programs import module_command

FOLDER = "DUCTUS_GRAPHICS_CARD"
"""Environment variable that names another folder, such as one on a larger disk."""
PACKAGES = "packages"
"""Folder with the packages, which is added to the module path."""
PYTHON_TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}"

_STATE = "build.json"
_MAX_STATE_BYTES = 20_000
_CHECK_TIMEOUT_S = 300
"""The first import reads four gigabytes from the disk."""
_SIZE = 256
_TOLERANCE = 1e-3
"""Of the matrices that are multiplied on trial, and of an element of their product, in units of the size."""


@dataclass(frozen=True, slots=True)
class TorchBuild:
    """A complete PyTorch for a card: its version without suffix, the Python it is for, and its latest check.

    ``checked`` is the fingerprint of the card that it was tried with; ``problem`` the clause why it did not compute
    there, empty where it did.
    """

    torch: str
    python: str
    checked: str = ""
    problem: str = ""


def build_folder() -> Path:
    """Return the folder for the build, which need not exist. Raises RuntimeError without a home."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else data_folder() / "graphics-card"


def read_build(folder: Path) -> TorchBuild | None:
    """Return the build in ``folder``; None if it is missing or incomplete."""
    try:
        stored = json.loads((folder / _STATE).read_bytes()[:_MAX_STATE_BYTES])
        build = TorchBuild(*(str(stored[name]) for name in ("torch", "python", "checked", "problem")))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return build if (folder / PACKAGES / "torch").is_dir() else None


def write_build(folder: Path, build: TorchBuild) -> None:
    """Write down that the build in ``folder`` is complete. Raises InputError where nothing can be written."""
    write_atomically(folder / _STATE, json.dumps(asdict(build)).encode())


def forget_build(folder: Path) -> None:
    """Make the program use its own PyTorch from now on; the files of the build stay."""
    (folder / _STATE).unlink(missing_ok=True)


def own_version() -> str:
    """Return the version of the program's own PyTorch, without the suffix for its kind; empty without PyTorch."""
    try:
        return version("torch").partition("+")[0]
    except PackageNotFoundError:
        return ""


def check(folder: Path, build: TorchBuild) -> TorchBuild:
    """Let the build multiply on the card, in a process of its own; return it with the outcome."""
    card = find_card()
    problem = tr("this computer has no graphics card with a driver") if card is None else ""
    problem = problem or _try_in_child(folder / PACKAGES)
    return TorchBuild(build.torch, build.python, "" if card is None else card.fingerprint, problem)


def prefer_build(report: Callable[[str], None]) -> None:
    """Let the first ``import torch`` of this process take the build, if there is one that computes here.

    Else it takes the program's own, and ``report`` gets one sentence with the reason. Nothing is looked at before.
    """
    with suppress(RuntimeError):  # no home, so no build
        folder = build_folder()
        build = read_build(folder)
        if build is not None and "torch" not in sys.modules:
            sys.meta_path.insert(0, _FirstImport(folder, build, report))


def use_packages(packages: Path) -> None:
    """Let ``import torch`` of this process take the one in ``packages``."""
    sys.path.insert(0, str(packages))
    sys.dont_write_bytecode = False  # a bundle compiles no source that it brings, but these would be compiled each time


class _FirstImport(MetaPathFinder):
    """Finds nothing; when torch is first looked for, it decides which one is found and goes away."""

    def __init__(self, folder: Path, build: TorchBuild, report: Callable[[str], None]) -> None:
        self._folder, self._build, self._report = folder, build, report

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> Any:
        if fullname != "torch" or self not in sys.meta_path:
            return None
        sys.meta_path.remove(self)
        problem = reason_against(self._folder, self._build)
        if problem:
            self._report(not_used(problem))
        else:
            use_packages(self._folder / PACKAGES)
        return None


def not_used(problem: str) -> str:
    """Return the sentence that the processor takes the place of the card."""
    return tr("The graphics card is not used, but the processor: {problem}.", problem=problem)


def reason_against(folder: Path, build: TorchBuild) -> str:
    """Return why the build is not used now, as a clause; empty if it is.

    It is checked again when the card or its driver has changed since.
    """
    if build.python != PYTHON_TAG or build.torch != own_version():
        return tr("its PyTorch was installed for another version of Ductus, so install it again")
    card = find_card()
    if card is None:
        return tr("no card is found any more, or its driver is missing")
    if card.fingerprint != build.checked:
        build = check(folder, build)
        with suppress(DuctusError):
            write_build(folder, build)
    return build.problem


def _try_in_child(packages: Path) -> str:
    try:
        command = module_command("core.torch_build", str(packages))
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_CHECK_TIMEOUT_S, check=False, errors="replace"
        )
    except (OSError, subprocess.SubprocessError) as error:
        return sanitise(tr("its PyTorch could not be tried ({name})", name=type(error).__name__))
    for line in reversed(done.stdout.splitlines()):
        with suppress(ValueError, TypeError, KeyError):
            return str(json.loads(line)["problem"])
    last = (done.stderr.strip().splitlines() or [tr("no message")])[-1]
    return sanitise(tr("its PyTorch does not start ({last})", last=last[:200].rstrip(".")))


def main() -> None:
    """Print what is wrong with the PyTorch in the folder that the first argument names."""
    packages = Path(sys.argv[1])
    use_packages(packages)
    try:
        problem = find_problem(packages)
    except Exception as error:  # whatever a library that does not fit raises
        first = (str(error).strip().splitlines() or [""])[0]
        problem = tr(
            "its PyTorch does not start ({name}: {first})", name=type(error).__name__, first=first[:200].rstrip(".")
        )
    print(json.dumps({"problem": problem}))


def find_problem(packages: Path) -> str:
    """Return why torch cannot compute on the card, as a clause; empty if it can."""
    import torch

    if packages.resolve() not in Path(torch.__file__).resolve().parents:
        return tr("its PyTorch is not the one that was loaded")
    if not torch.cuda.is_available():
        return tr("its PyTorch finds no card that it can use, or the driver is too old for it")
    generator = torch.Generator().manual_seed(1)
    left, right = (torch.rand(_SIZE, _SIZE, generator=generator) - 0.5 for _ in range(2))
    product = (left.cuda() @ right.cuda()).cpu()
    if (product - left @ right).abs().max().item() > _TOLERANCE * _SIZE:
        return tr("the card computes wrongly")
    return ""


if __name__ == "__main__":
    main()
