"""Rendering of a whole page with the exact box of every word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
import numpy.typing as npt

from core.geometry import Box
from core.imaging.synth.paper import blank_paper, darken_edges, draw_rules
from core.imaging.synth.word import Gray, blend, draw_word, word_advance
from core.imaging.synth.writer import Writer

A4_200DPI = (1654, 2339)
"""Width and height of a page in pixels."""


def render_page(
    words: Sequence[str] | Sequence[Sequence[str]],
    writer: Writer,
    rng: np.random.Generator,
    size: tuple[int, int] = A4_200DPI,
) -> tuple[Gray, list[tuple[Box, str, int]]]:
    """Return a page of ``size`` (width, height) and, for every word on it, ``(box, text, line)`` in reading order.

    ``words`` is running text, broken into lines before the right margin, or a list of lines. Writing stops at the
    lower margin, so there may be fewer boxes than words. Boxes are one pixel larger than the ink. The same
    arguments and generator state give the same page.
    """
    width, height = size
    ink = np.zeros((height, width), np.float32)
    left, right = round(width * rng.uniform(0.075, 0.1)), round(width * rng.uniform(0.9, 0.94))
    top = height * rng.uniform(0.05, 0.065) + 2.4 * writer.xheight
    leading = writer.leading * writer.xheight
    baselines = np.arange(top, height * 0.955 - writer.xheight, leading)
    slope = writer.skew + float(rng.normal(0, 0.002))
    paper = blank_paper((height, width), writer.paper, rng, stains=writer.stains)
    darken_edges(paper, 9.0)
    if writer.ruled:
        draw_rules(paper, baselines + 0.08 * writer.xheight, writer.skew, 20.0)
    truth: list[tuple[Box, str, int]] = []
    is_running_text = not words or isinstance(words[0], str)
    indent = 3.0 * writer.xheight if is_running_text else 0.0
    lines = _break_lines(cast(Sequence[str], words), writer, right - left, indent) if is_running_text else words
    fullness = 1.0
    for number, (base, line) in enumerate(zip(baselines, lines, strict=False)):
        if not line:
            break
        x = left + float(rng.normal(0, 0.25)) * writer.xheight + (indent if number == 0 else 0.0)
        tilt = slope + float(rng.normal(0, 0.0012))
        base = base + float(rng.normal(0, 0.06)) * writer.xheight
        for text in line:
            # The ink runs out from word to word until the pen is dipped again.
            fullness = 1.0 if fullness < 1.0 - writer.fade else fullness - 0.25 * writer.fade * rng.random()
            word, (dx, dy) = draw_word(text, writer, rng, fullness)
            y = base + tilt * (x - left) + float(rng.normal(0, writer.drift)) * writer.xheight
            box = _paste(ink, word, round(x) + dx, round(y) + dy)
            if box is not None:
                truth.append((box, text, number))
            x += dx + word.shape[1] + writer.xheight * writer.space * float(rng.uniform(0.85, 1.3))
    return blend(ink, paper, writer), truth


def _break_lines(words: Sequence[str], writer: Writer, width: int, indent: float) -> list[list[str]]:
    """Break running text into lines of at most ``width`` pixels; the first is indented."""
    lines: list[list[str]] = [[]]
    used = indent
    for text in words:
        used += word_advance(text, writer)
        if lines[-1] and used > width:
            lines.append([])
            used = word_advance(text, writer)
        used += 1.1 * writer.space * writer.xheight
        lines[-1].append(text)
    return lines


def _paste(ink: npt.NDArray[np.float32], word: npt.NDArray[np.float32], x: int, y: int) -> Box | None:
    """Draw ``word`` on the page at ``(x, y)``; return its box on the page, or None if it lies outside."""
    height, width = ink.shape
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(width, x + word.shape[1]), min(height, y + word.shape[0])
    if x1 <= x0 or y1 <= y0:
        return None
    part = ink[y0:y1, x0:x1]
    np.maximum(part, word[y0 - y : y1 - y, x0 - x : x1 - x], out=part)
    x0, y0, x1, y1 = max(0, x0 - 1), max(0, y0 - 1), min(width, x1 + 1), min(height, y1 + 1)
    return x0, y0, x1 - x0, y1 - y0
