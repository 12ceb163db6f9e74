"""Rendering of one word by one writer: strokes are laid out and joined, then drawn with a pen of varying width."""

from __future__ import annotations

import unicodedata
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from core.imaging.synth.glyphs import Glyph, Stroke, glyph
from core.imaging.synth.paper import blank_paper
from core.imaging.synth.writer import Writer

Gray = npt.NDArray[np.uint8]

_OVERSAMPLING = 3
"""Strokes are drawn this much larger and shrunk, for soft edges and fractional widths."""


def render_word(text: str, writer: Writer, rng: np.random.Generator) -> Gray:
    """Return ``text`` as a grey crop (uint8 [H, W], dark on light) with a small margin of paper.

    Raises ValueError if ``text`` is empty or holds a character without a glyph.
    """
    ink, _ = draw_word(text, writer, rng)
    margin = round(0.4 * writer.xheight)
    ink = np.pad(ink, margin)
    return blend(ink, blank_paper(ink.shape, writer.paper, rng, stains=0), writer)


def blend(ink: npt.NDArray[np.float32], paper: npt.NDArray[np.float32], writer: Writer) -> Gray:
    """Blend ink coverage (float32 [H, W], 0..1) with paper (float32 [H, W], 0..255) into uint8 [H, W]."""
    return np.clip(paper * (1.0 - writer.ink * ink), 0, 255).astype(np.uint8)


def draw_word(
    text: str, writer: Writer, rng: np.random.Generator, flow: float = 1.0
) -> tuple[npt.NDArray[np.float32], tuple[int, int]]:
    """Return the ink coverage of ``text`` and the position of its upper left corner.

    The coverage is float32 [h, w], 0..1, cropped to the ink; the position ``(x, y)`` is relative to the start of
    the word on the base line (pixels). ``flow`` is how full the pen is, 0 to 1.
    """
    text = unicodedata.normalize("NFC", text)
    if not text:
        raise ValueError("there is nothing to write: the word is empty")
    lines = [_smooth(stroke) for stroke in _place_strokes(text, writer, rng)]
    points = np.concatenate(lines)
    points = _distort(points, writer, rng) * (writer.xheight * _OVERSAMPLING)
    breaks = np.cumsum([len(line) for line in lines])[:-1]
    widths = _pen_widths(points, writer, rng)
    left, top = np.floor(points.min(0) / _OVERSAMPLING).astype(int) - 3
    right, bottom = np.ceil(points.max(0) / _OVERSAMPLING).astype(int) + 4
    canvas = np.zeros(((bottom - top) * _OVERSAMPLING, (right - left) * _OVERSAMPLING), np.uint8)
    fixed_point = np.round((points - (left * _OVERSAMPLING, top * _OVERSAMPLING)) * 16).astype(np.int64).tolist()
    thick = np.maximum(1, np.round(widths)).astype(np.int64).tolist()
    tone = _tones(len(points), writer, rng, flow).tolist()
    stroke_starts = set(breaks.tolist())
    for i in range(1, len(fixed_point)):
        if i not in stroke_starts:
            cv2.line(canvas, fixed_point[i - 1], fixed_point[i], tone[i], thick[i], cv2.LINE_8, 4)
    small = cv2.resize(canvas, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    rows, columns = np.flatnonzero(small.any(1)), np.flatnonzero(small.any(0))
    y0, y1, x0, x1 = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    ink = small[y0:y1, x0:x1].astype(np.float32) / 255.0
    return ink, (int(left + x0), int(top + y0))


def word_advance(text: str, writer: Writer) -> float:
    """Return the mean width of ``text`` in pixels, from pen start to pen end."""
    letters = unicodedata.normalize("NFC", text)
    return sum(_own_glyph(c, writer).advance for c in letters) * writer.width * writer.xheight


@cache
def _own_glyph(character: str, writer: Writer) -> Glyph:
    """Return the writer's own shape of a letter: that of the font, a little wider, higher, bent and slanted."""
    base = glyph(character, writer.style)
    rng = np.random.default_rng([writer.seed, ord(character)])
    wide, tall, bend, lean = rng.normal(0, writer.shapes, 4)
    moved = []
    for stroke in base.strokes:
        x, y = stroke[:, 0], stroke[:, 1]
        above = np.minimum(y + 1.0, 0.0)
        below = np.maximum(y, 0.0)
        core = y - above - below
        height = core + above * writer.ascender * (1 + tall) + below * (0.95 + tall)
        across = x * (1 + wide) + lean * -y + bend * np.sin(np.pi * np.clip(x / max(base.advance, 0.3), 0, 1)) * y
        moved.append(np.stack([across, height], axis=1))
    spacing = 0.12 if writer.style == "print" else 0.0
    return Glyph(tuple(moved), base.advance * (1 + wide) + spacing, base.entry, base.exit)


def _place_strokes(text: str, writer: Writer, rng: np.random.Generator) -> list[Stroke]:
    """Return the strokes of the word in x-heights, with joined letters as one stroke."""
    strokes: list[Stroke] = []
    pen = 0.0
    open_stroke: int | None = None
    for character in text:
        letter = _own_glyph(character, writer)
        wide, tall, up = 1.0 + rng.normal(0, writer.jitter, 3) * (1.0, 0.8, 0.6)
        scale = (wide * writer.width, tall)
        written = [stroke * scale + (pen, up - 1.0) for stroke in letter.strokes]
        joins = open_stroke is not None and letter.entry is not None and rng.random() < writer.join
        tail = None
        for index, stroke in enumerate(written):
            if joins and index == letter.entry and open_stroke is not None:
                strokes[open_stroke] = np.concatenate([strokes[open_stroke][:-1], stroke[1:]])
                number = open_stroke
            else:
                strokes.append(stroke)
                number = len(strokes) - 1
            if index == letter.exit:
                tail = number
        open_stroke = tail
        pen += letter.advance * scale[0]
    return strokes


def _smooth(stroke: Stroke) -> Stroke:
    """Smooth a stroke by cutting its corners twice (Chaikin's algorithm); the ends stay."""
    for _ in range(2):
        if len(stroke) < 3:
            break
        a, b = stroke[:-1], stroke[1:]
        inner = np.empty((2 * len(a), 2))
        inner[0::2], inner[1::2] = 0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b
        stroke = np.concatenate([stroke[:1], inner[1:-1], stroke[-1:]])
    return stroke


def _distort(points: Stroke, writer: Writer, rng: np.random.Generator) -> Stroke:
    """Apply slant, and slow waves along the word: varying speed (x), height and direction (y)."""
    x, y = points[:, 0], points[:, 1]
    phases = rng.uniform(0, 2 * np.pi, 4)
    sizes = rng.normal(0, writer.wobble, 4)
    across = x + sizes[0] * np.sin(1.1 * x + phases[0]) + 0.5 * sizes[1] * np.sin(2.9 * x + phases[1])
    grow = 1.0 + sizes[2] * np.sin(0.8 * x + phases[2])
    height = y * grow + 0.7 * sizes[3] * np.sin(0.9 * x + phases[3])
    lean = writer.slant + rng.normal(0, 0.6 * writer.wobble)
    return np.stack([across - lean * y, height], axis=1)


def _pen_widths(points: Stroke, writer: Writer, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """Return the pen width at every point (pixels of the large canvas): wide going down, narrow going up."""
    step = np.diff(points, axis=0, prepend=points[:1])
    length = np.hypot(step[:, 0], step[:, 1]) + 1e-6
    down = np.clip(step[:, 1] / length, 0, 1)
    if len(down) > 4:
        down = np.convolve(down, (0.2, 0.2, 0.2, 0.2, 0.2), mode="same")
    pressure = 1.0 + 0.12 * np.sin(0.013 * points[:, 0] + rng.uniform(0, 6.3))
    widths = writer.pen * (1.0 + writer.contrast * down) * pressure
    return np.asarray(widths * writer.xheight * _OVERSAMPLING, np.float64)


def _tones(count: int, writer: Writer, rng: np.random.Generator, flow: float) -> npt.NDArray[np.int64]:
    """Return the darkness of the ink at every point, 0 to 255."""
    waves = np.sin(np.arange(count) * 0.05 + rng.uniform(0, 6.3)) + np.sin(np.arange(count) * 0.017)
    tone = flow * (1.0 - 0.5 * writer.fade * (1.0 + 0.5 * waves))
    return np.round(255 * np.clip(tone, 0.25, 1.0)).astype(np.int64)
