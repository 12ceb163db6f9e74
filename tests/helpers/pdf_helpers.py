"""Readers of PDFs for tests: the places of words as pypdfium2 and poppler find them."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

Corners = tuple[float, float, float, float]
"""Left, top, right and bottom in points from the top left."""

_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>', re.DOTALL)


@dataclass(frozen=True)
class FoundWord:
    text: str
    corners: Corners

    def distance(self, box: Sequence[float], scale: float, cut: float = 0.0) -> float:
        """The largest distance in pixels between a side and that of ``box``; ``scale``: pixels per point.

        For a gap to its neighbours a word may leave the share ``cut`` of the width free.
        """
        x, y, width, height = box
        left, top, right, bottom = (corner * scale for corner in self.corners)
        free = max(left - x, 0) + max(x + width - right, 0)
        outside = max(x - left, right - x - width)
        return max(abs(top - y), abs(bottom - y - height), outside, free - cut * width)


def poppler_words(pdf: Path, page: int) -> list[FoundWord]:
    """The words that ``pdftotext -bbox`` finds on a page (from 0); skips the test without it."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (Debian package poppler-utils)")
    options = ["-bbox", "-f", str(page + 1), "-l", str(page + 1)]
    done = subprocess.run(["pdftotext", *options, str(pdf), "-"], capture_output=True, encoding="utf-8", check=True)
    assert not done.stderr, done.stderr
    return [
        FoundWord(html.unescape(text), (float(left), float(top), float(right), float(bottom)))
        for left, top, right, bottom, text in _WORD.findall(done.stdout)
    ]


def pdfium_words(pdf: Path, page: int) -> list[FoundWord]:
    """The words that pypdfium2 finds on a page (from 0), split at blanks."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        opened = document[page]
        height, text = opened.get_height(), opened.get_textpage()
        units, boxes = b"", list[list[Corners]]([[]])
        for index in range(text.count_chars()):
            unit = pypdfium2.raw.FPDFText_GetUnicode(text, index)
            units += unit.to_bytes(2, "little")
            if chr(unit).isspace():
                boxes.append([])
                continue
            left, bottom, right, top = text.get_charbox(index, loose=True)
            boxes[-1].append((left, height - top, right, height - bottom))
        words = units.decode("utf-16-le").split()
        lefts, tops, rights, bottoms = (
            [edge(corners[side] for corners in word) for word in boxes if word]
            for side, edge in enumerate((min, min, max, max))
        )
        return [FoundWord(*found) for found in zip(words, zip(lefts, tops, rights, bottoms, strict=True), strict=True)]
    finally:
        document.close()


def pdfium_text(pdf: Path, page: int) -> list[str]:
    """The lines of text that pypdfium2 finds on a page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [" ".join(line.split()) for line in document[page].get_textpage().get_text_range().splitlines()]
    finally:
        document.close()


def rendered(pdf: Path, page: int, scale: float) -> np.ndarray:
    """A page as pypdfium2 shows it, grey."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return np.array(document[page].render(scale=scale, grayscale=True).to_numpy()).squeeze()
    finally:
        document.close()


def nearest(found: Sequence[FoundWord], text: str, box: Sequence[float], scale: float, cut: float = 0.0) -> float:
    """The distance in pixels of the nearest word with this text; a ``cut`` as for :meth:`FoundWord.distance`."""
    return min((word.distance(box, scale, cut) for word in found if word.text.strip() == text), default=float("inf"))
