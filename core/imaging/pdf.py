"""Pages of a PDF, rendered by a child process, so that a malicious file harms nothing but that process."""

from __future__ import annotations

import json
import logging
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import InputError
from core.language import tr
from core.system.programs import module_command

logger = logging.getLogger(__name__)

PDF_DPI = 300
PDF_SCALE = PDF_DPI / 72.0
"""Pixels per PDF point."""

TIMEOUT_S = 30.0
"""The child ends itself after eight seconds of processor time; on a busy machine they may take longer."""

_CHILD = "core.imaging.pdf_child"


def pdf_sizes(path: Path, max_pixels: int, max_pages: int) -> list[tuple[int, int]]:
    """Return width and height in pixels of every page at 300 dpi. Raises InputError."""
    head, _ = _run_child(path, max_pixels, max_pages)
    return [(int(width), int(height)) for width, height in head["sizes"]]


def pdf_gray(path: Path, frame: int, max_pixels: int, max_pages: int) -> np.ndarray | tuple[int, int]:
    """Return one page as uint8 ``[H, W]``, or its width and height if it has more than ``max_pixels``.

    Raises InputError for pages that cannot be rendered or do not exist.
    """
    head, pixels = _run_child(path, max_pixels, max_pages, frame)
    if "size" in head:
        width, height = head["size"]
        return int(width), int(height)
    height, width = int(head["height"]), int(head["width"])
    if len(pixels) != height * width:
        raise _too_expensive(path)
    return np.frombuffer(pixels, np.uint8).reshape(height, width)


def _run_child(path: Path, max_pixels: int, max_pages: int, *frame: int) -> tuple[dict[str, Any], memoryview]:
    """Return the line of JSON from the child, and the bytes after it."""
    arguments = [path.absolute(), PDF_SCALE, max_pixels, max_pages, *frame]
    try:
        done = subprocess.run(
            module_command(_CHILD, *map(str, arguments)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise _too_expensive(path) from error
    except (OSError, ValueError) as error:
        raise InputError.at(path, tr("the PDF cannot be read ({error})", error=error)) from error
    end = done.stdout.find(b"\n", 0, 2**20) + 1
    try:
        head = json.loads(done.stdout[:end])
    except ValueError as error:
        logger.warning("The PDF renderer ended with code %d and no answer for %s", done.returncode, path)
        raise _too_expensive(path) from error
    if "error" in head and head["error"] != "size":
        raise _child_error(path, head, max_pages)
    return head, memoryview(done.stdout)[end:]


def _child_error(path: Path, head: dict[str, Any], max_pages: int) -> InputError:
    message = str(head.get("message", "")).splitlines()
    if head["error"] == "pages":
        if not head["pages"]:
            return InputError.at(path, tr("the PDF has no pages"))
        return InputError.at(
            path, tr("the PDF has more than {max_pages:,} pages", max_pages=max_pages), hint=tr("Split it into parts")
        )
    if head["error"] == "frame":
        return InputError.at(
            path, tr("there is no page {frame}; the file has {pages}", frame=head["frame"] + 1, pages=head["pages"])
        )
    if message and "password" in message[0].lower():
        return InputError.at(path, tr("the PDF is protected by a password"), hint=tr("Save it without one"))
    reason = message[0][:120].rstrip(".") if message else tr("no reason given")
    return InputError.at(
        path, tr("the PDF is damaged ({reason})", reason=reason), hint=tr("Copy it again from its source")
    )


def _too_expensive(path: Path) -> InputError:
    return InputError.at(
        path, tr("rendering the PDF takes too much time or memory"), hint=tr("Save its pages as images")
    )
