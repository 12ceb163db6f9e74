"""The contents of a bundle beside the code: data, the metadata of the packages, and their licences."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ICON_SIZES = (48, 128, 256, 512)
"""Pixels a side of the icons for Linux."""

Entry = tuple[str, str]
"""A file or folder, and the folder in the bundle that it goes to."""

DEVELOPMENT = """
    IPython _pytest coverage grimp hypothesis importlinter mypy mypyc pip pytest pytest_cov pytestqt ruff setuptools
    pkg_resources wheel xdist
"""
OTHERS = """
    PyQt5 PyQt6 PySide2 PySide6.QtConcurrent PySide6.QtDesigner PySide6.QtHelp PySide6.QtOpenGLWidgets PySide6.QtQml
    PySide6.QtQuick PySide6.QtQuickWidgets PySide6.QtSql PySide6.QtTest PySide6.QtUiTools PySide6.QtXml curses idlelib
    lib2to3 matplotlib networkx.drawing numba.cuda numba.tests pandas pydoc_data sklearn.tests tensorboard tkinter
    torch.test torch.utils.tensorboard torchaudio torchvision triton turtle
"""
UNUSED = (DEVELOPMENT + OTHERS).split()
"""Modules that neither program imports."""

_ENGINE_ONLY = """
    cloudpickle fsspec functorch joblib llvmlite mpmath networkx numba sklearn submitit sympy torch torchgen
"""
ENGINE_ONLY = frozenset(_ENGINE_ONLY.split())
"""Packages that the window's process never imports; a contract in pyproject.toml forbids torch and numba."""

_NOT_SHIPPED = re.compile(
    r"""
    PySide6/Qt/translations/(?!qtbase_(de|fr|en)\.qm)     # of Qt's own dialogs; ours are in resources
    | PySide6/Qt/qml/
    | plugins/(sqldrivers|qmltooling|virtualkeyboard|platforminputcontexts/libqtvirtualkeyboard|designer|assetimporters
        |networkinformation|tls|platformthemes|egldeviceintegrations|platforms/lib(qeglfs|qvnc|qminimalegl|qlinuxfb|qvkkhrdisplay|qminimal)
        |imageformats/libq(pdf|wbmp|tga|icns|webp|tiff))
    | (lib)?Qt6(Qml|Quick|VirtualKeyboard|Pdf|Sql|Test|Designer|Help|OpenGLWidgets|Egl[Ff][Ss]|3D|ShaderTools|Xml)
    | (^|/)(tests?|testing/data)/.*\.(py|npz|npy|h5|csv|gz|json|txt|svg|png|mat)$
    | \.(pyi|pxd|pyx|h|hpp|cuh|cmake|lib|a|cpp|c)$
    | /(include|share/cmake)/
    | ^torch/(bin/(?!torch_shm_manager$)|test/|include/|share/)
    | ^qtawesome/fonts/(?!phosphor)                        # the icons are drawn from one of its fonts
    | ^PySide6/QtOpenGL\.
    """,
    re.VERBOSE,
)


_SYSTEM_FOLDERS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
_FROM_SYSTEM = re.compile(
    r"lib(bz2|crypto|ffi|lzma|sqlite3|ssl|uuid|z|xkbcommon|xkbcommon-x11|xcb-(?!dri|glx|present|res)[a-z-]+)\.so\..*"
)
"""Libraries of the build's Linux that go into the bundle: what Python's modules need, and parts of X that many desktops
lack. All others are on every desktop and belong to its drivers, fonts and C library."""


def is_shipped(target: str, source: str = "") -> bool:
    """Return whether a file belongs into the bundle, by its path there and the one it comes from."""
    if source.startswith(_SYSTEM_FOLDERS) and ".so" in source:
        return bool(_FROM_SYSTEM.fullmatch(Path(target).name))
    return not _NOT_SHIPPED.search(target.replace("\\", "/"))


def is_for_app(module: str) -> bool:
    """Return whether the window's process may import a module."""
    return module.partition(".")[0] not in ENGINE_ONLY


def data_files(build: Path) -> list[Entry]:
    """Return models, lists, alphabets, translations and icons; the sources of the compiled search and its code."""
    entries = [
        (str(file), str(file.parent.relative_to(ROOT)))
        for file in sorted((ROOT / "resources").rglob("*"))
        if file.is_file() and file.suffix not in (".py", ".pyc", ".ts", ".po")
    ]
    kernels = ROOT / "core" / "model" / "lexicon_search"
    entries += [(str(file), "core/model/lexicon_search") for file in sorted(kernels.glob("*_kernel.py"))]
    entries.append((str(build / "search-code"), "search-code"))
    entries += package_index(build)
    entries += [(str(ROOT / name), ".") for name in ("LICENSE", "NOTICE", "CHANGELOG.md")]
    return entries


def package_index(build: Path) -> list[Entry]:
    """Write down below ``build`` which package index the program came from: a bundle has no pip to ask.

    From there *Help > Use a graphics card* fetches, unless a person names another one.
    """
    from core.jobs.graphics_card.packages import BUNDLED, default_index

    index = default_index()
    file = build / BUNDLED
    file.write_text(f"{index}\n", encoding="utf-8")
    return [(str(file), "resources/graphics_card")] if index else []


def package_metadata(build: Path) -> list[Entry]:
    """Write the metadata of Ductus and all it needs below ``build``, and return it with the licence texts.

    `ductus app` finds the window by it, and *About* the libraries. Paths of this computer are left out.
    """
    from core.licences import libraries

    entries: list[Entry] = []
    for name in ["ductus", *(library.name for library in libraries()), "submitit", "cloudpickle"]:
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        info = f"{re.sub(r'[-.]+', '_', package.metadata['Name'])}-{package.version}.dist-info"
        folder = build / "metadata" / info
        folder.mkdir(parents=True, exist_ok=True)
        kept = []
        for part in ("METADATA", "entry_points.txt", "top_level.txt"):
            if (text := package.read_text(part)) is not None:
                (folder / part).write_text(text, encoding="utf-8")
                kept.append(part)
        listed = [f"{info}/{part},," for part in kept]
        for file in package.files or ():
            if re.search(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", str(file), re.IGNORECASE) and ".." not in str(file):
                source = Path(str(package.locate_file(file)))
                if source.is_file():
                    listed.append(f"{file.as_posix()},,")
                    entries.append((str(source), file.parent.as_posix()))
        (folder / "RECORD").write_text("\n".join(listed) + "\n", encoding="utf-8")
        entries.append((str(folder), info))
    return entries + python_licence()


def python_licence() -> list[Entry]:
    """Return the licence of Python itself, whose interpreter and library are in the bundle."""
    library = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    folders = (Path(sys.base_prefix), Path(sys.base_prefix, "lib", library), Path("/usr/share/doc", library))
    for file in (folder / name for folder in folders for name in ("LICENSE.txt", "LICENSE", "copyright")):
        if file.is_file():
            return [(str(file), "python-licence")]
    raise FileNotFoundError("The licence of Python is not installed with it, so a bundle could not contain it.")


def _torch_folder() -> Path:
    return Path(str(distribution("torch").locate_file("torch")))


def require_processor_build() -> None:
    """Refuse a PyTorch for graphics cards, as Linux gets it by default: with it the bundle would weigh five gigabytes.

    Raises SystemExit.
    """
    # builds for other systems list what Linux needs, too, but have no code for cards
    needed = [need.split()[0] for need in requires("torch") or () if need.startswith(("nvidia-", "cuda-"))]
    if sys.platform == "linux" and needed:
        sys.exit(
            f"The installed PyTorch is a build for graphics cards ({needed[0]} belongs to it): "
            "install the build for the processor, from the index that PyTorch's site names for it."
        )


def torch_programs() -> list[tuple[str, str, str]]:
    """Return the program that `import torch` looks for on Linux and macOS, as PyInstaller lists binaries."""
    program = _torch_folder() / "bin" / "torch_shm_manager"
    return [(f"torch/bin/{program.name}", str(program), "BINARY")] if program.is_file() else []


def torch_sources() -> list[tuple[str, str, str]]:
    """Return modules that PyTorch needs as sources: it reads those with settings, and loads some by their names."""
    package = _torch_folder()
    read = re.compile(r"^install_config_module\(|^\s*@[\w.]*_overload|_jit_internal.*\b_overload", re.MULTILINE)
    files = [file for file in sorted(package.rglob("*.py")) if "testing" not in file.parts]
    return [
        (file.relative_to(package.parent).as_posix(), str(file), "DATA")
        for file in files
        if file.parent.name == "polyfills"
        or file.name == "operators.py"
        or read.search(file.read_text(encoding="utf-8"))
    ]


def hidden_imports() -> list[str]:
    """Return the modules that are imported by name: all of ours, and what packages load when they are used."""
    ours = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for package in ("core", "app", "resources")
        for file in sorted((ROOT / package).rglob("*.py"))
    ]
    by_name = ["numba._devicearray", "PySide6.QtSvg", "sklearn.tree", "submitit.core._submit", "submitit.local._local"]
    by_name.append("qtawesome")  # the app only reads the font in it, and finds that beside the module
    return [*ours, *by_name]
