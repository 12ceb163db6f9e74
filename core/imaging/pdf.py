"""Pages of a PDF, drawn by a process of their own, so that a hostile file harms nothing but that process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import InputError

PDF_DPI = 300
PDF_SCALE = PDF_DPI / 72.0
"""Pixels per PDF point."""

PATIENCE_S = 30.0
"""The child ends itself after eight seconds of work; on a busy machine that may take longer."""

_CHILD = Path(__file__).with_name("pdf_child.py")


def pdf_sizes(path: Path, most_pixels: int, most_pages: int) -> list[tuple[int, int]]:
    """Width and height in pixels of every page at 300 dpi. Raises InputError."""
    head, _ = _ask(path, most_pixels, most_pages)
    return [(int(width), int(height)) for width, height in head["sizes"]]


def pdf_gray(path: Path, frame: int, most_pixels: int, most_pages: int) -> np.ndarray | tuple[int, int]:
    """One page as uint8 ``[H, W]``, or its width and height when it has more than ``most_pixels``.

    Raises InputError for what cannot be drawn and for a page that is not there.
    """
    head, pixels = _ask(path, most_pixels, most_pages, frame)
    if "size" in head:
        width, height = head["size"]
        return int(width), int(height)
    height, width = int(head["height"]), int(head["width"])
    if len(pixels) != height * width:
        raise _too_much(path)
    return np.frombuffer(pixels, np.uint8).reshape(height, width)


def _ask(path: Path, most_pixels: int, most_pages: int, *frame: int) -> tuple[dict[str, Any], memoryview]:
    """The child's line of JSON, and the bytes behind it."""
    asked = [path.absolute(), PDF_SCALE, most_pixels, most_pages, *frame]
    try:
        done = subprocess.run(
            [sys.executable, "-P", str(_CHILD), *map(str, asked)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_much(path) from error
    except (OSError, ValueError) as error:
        raise InputError.at(path, f"the PDF cannot be read here ({error})") from error
    end = done.stdout.find(b"\n", 0, 2**20) + 1
    try:
        head = json.loads(done.stdout[:end])
    except ValueError as error:
        raise _too_much(path) from error
    if "error" in head and head["error"] != "size":
        raise _refused(path, head, most_pages)
    return head, memoryview(done.stdout)[end:]


def _refused(path: Path, head: dict[str, Any], most_pages: int) -> InputError:
    told = str(head.get("told", "")).splitlines()
    if head["error"] == "pages":
        if not head["pages"]:
            return InputError.at(path, "the PDF has no pages")
        return InputError.at(path, f"the PDF has more than {most_pages:,} pages", hint="Split it into parts")
    if head["error"] == "frame":
        return InputError.at(path, f"there is no page {head['frame'] + 1}; the file has {head['pages']}")
    if told and "password" in told[0].lower():
        return InputError.at(path, "the PDF is locked by a password", hint="Save it without one")
    reason = told[0][:120].rstrip(".") if told else "no reason told"
    return InputError.at(path, f"the PDF is damaged ({reason})", hint="Copy it again from its source")


def _too_much(path: Path) -> InputError:
    return InputError.at(
        path, "drawing the PDF takes more time or room than a page may", hint="Save its pages as images"
    )
