"""Print the size of each part of a bundle: `weigh.py FOLDER`."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

PARTS = {
    "PyTorch": ("torch", "torchgen", "functorch"),
    "numba and LLVM": ("numba", "llvmlite"),
    "Qt": ("PySide6", "shiboken6", "libxcb", "libxkb", "qtawesome", "pyqtgraph"),
    "OpenCV with FFmpeg and OpenBLAS": ("cv2", "opencv"),
    "SciPy and scikit-learn": ("scipy", "sklearn", "scikit_learn", "joblib"),
    "NumPy": ("numpy",),
    "other formats (pillow, lxml, h5py, pikepdf, pypdfium2)": ("PIL", "pillow", "lxml", "h5py", "pikepdf", "pypdfium2"),
    "word lists (wordfreq with its packages)": (
        "wordfreq",
        "ftfy",
        "langcodes",
        "regex",
        "wcwidth",
        "msgpack",
        "locate",
    ),
    "starter model, line finder, alphabets, translations, icons": ("resources",),
    "compiled search": ("search-code",),
    "Python's modules, ours and those of packages, in the two programs": ("ductus",),
    "Python": ("python3", "libpython", "lib-dynload", "base_library"),
}


def main() -> None:
    """Print megabytes (10**6 bytes) by part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    sizes: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            sizes[part_of(file.relative_to(folder))] += file.stat().st_size
    for part, size in sizes.most_common():
        print(f"{size / 1e6:8.1f} MB  {part}")
    print(f"{sizes.total() / 1e6:8.1f} MB  in all")


def part_of(file: Path) -> str:
    """Return the part that a file, by its path in the bundle, belongs to."""
    inside = file.parts[1] if file.parts[0] == "_internal" and len(file.parts) > 1 else file.parts[0]
    return next((part for part, starts in PARTS.items() if inside.startswith(starts)), "others")


if __name__ == "__main__":
    main()
