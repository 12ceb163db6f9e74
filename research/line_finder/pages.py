"""Synthetic pages with lines at known places: columns, notes, tables, double pages, and what else lies on scans.

Distances are in pixels of the line finder's input (`core/imaging/segment/line_maps.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from research.line_finder.paper import Layer, scan
from research.starter.pictures import X_HEIGHT, Hand
from research.starter.vocabulary import Vocabulary


@dataclass(frozen=True)
class TrueLine:
    """The baseline of a line, float32 [n, 2] of x and y from left to right, and the height of its small letters."""

    points: NDArray[np.float32]
    xheight: float


@dataclass(frozen=True)
class _Block:
    """A column of lines."""

    left: float
    top: float
    width: float
    height: float
    xheight: float
    leading: float


@dataclass(frozen=True)
class _Style:
    """The common properties of the lines of one hand on one page."""

    hand: Hand
    slope: float
    wave: float
    lean: float
    wide: float
    gap: float
    heavy: int


class Page:
    """Ink on paper, drawn step by step."""

    def __init__(self, families: list[list[Hand]], vocabulary: Vocabulary, rng: np.random.Generator) -> None:
        self.rng = rng
        self.families = families
        self.vocabulary = vocabulary
        area = rng.uniform(0.8e6, 1.5e6)
        self.is_double = bool(rng.random() < 0.18)
        aspect = rng.uniform(1.2, 1.5) if self.is_double else rng.uniform(0.62, 0.85)
        self.height, self.width = int((area / aspect) ** 0.5), int((area * aspect) ** 0.5)
        self.ink: Layer = np.zeros((self.height, self.width), np.float32)
        self.lines: list[TrueLine] = []

    def draw(self) -> tuple[NDArray[np.uint8], list[TrueLine]]:
        """Return the page, uint8 [h, w], and its lines."""
        rng = self.rng
        style, xheight = self.style(), float(np.exp(rng.uniform(np.log(4.5), np.log(15))))
        back = self.bleed_through(style, xheight) if rng.random() < 0.4 else None
        leading = xheight * rng.uniform(2.0, 4.6)
        margin = rng.uniform(0.02, 0.1) * self.width
        halves = [(margin, self.width / 2 - rng.uniform(0.3, 1.2) * margin)]
        if self.is_double:
            halves.append((self.width / 2 + rng.uniform(0.3, 1.2) * margin, self.width - margin))
        else:
            halves = [(margin, self.width - margin)]
        rules: Layer = np.zeros_like(self.ink)
        for left, right in halves:
            if rng.random() < 0.06:
                continue  # an empty page
            self.layout(left, right, xheight, leading, style, rules)
        draw_marks(self.ink, xheight, rng)
        gray, corner = scan(self.ink, rules, back, rng, is_double=self.is_double)
        return gray, [TrueLine(line.points + np.array(corner, np.float32), line.xheight) for line in self.lines]

    def style(self) -> _Style:
        rng = self.rng
        family = self.families[rng.integers(len(self.families))]
        slope = rng.normal(0, 0.015) if rng.random() < 0.7 else rng.uniform(-0.14, 0.14)
        return _Style(
            family[rng.integers(len(family))],
            float(slope),
            float(rng.uniform(0, 0.5)),
            float(rng.uniform(-0.2, 0.7)),
            float(rng.uniform(0.8, 1.5)),
            float(rng.uniform(0.7, 2.2)),
            int(rng.random() < 0.3),
        )

    def layout(self, left: float, right: float, xheight: float, leading: float, style: _Style, rules: Layer) -> None:
        """One sheet: a table, or one or two columns with or without notes in the margin."""
        rng = self.rng
        top = rng.uniform(0.03, 0.3) * self.height
        bottom = self.height * rng.uniform(0.6, 0.98)
        if rng.random() < 0.22:
            self.table(left, right, top, bottom, min(xheight, 9), style, rules)
            return
        if rng.random() < 0.35:  # marginal notes
            wide = (right - left) * rng.uniform(0.15, 0.3)
            at_left = rng.random() < 0.7
            x = left if at_left else right - wide
            y = top
            small = xheight * rng.uniform(0.6, 1.0)
            other = style if rng.random() < 0.6 else self.style()
            while y < bottom - 6 * small:
                if rng.random() < 0.5:
                    height = small * rng.uniform(4, 25)
                    self.column(
                        _Block(
                            x,
                            y,
                            wide * rng.uniform(0.8, 1.05),
                            min(height, bottom - y),
                            small,
                            small * rng.uniform(2.0, 3),
                        ),
                        other,
                    )
                    y += height
                y += small * rng.uniform(5, 30)
            left, right = (
                (x + wide + xheight * rng.uniform(0.6, 3), right)
                if at_left
                else (left, x - xheight * rng.uniform(0.6, 3))
            )
        if rng.random() < 0.25:  # a heading
            big = xheight * rng.uniform(1.0, 1.8)
            wide = (right - left) * rng.uniform(0.2, 0.8)
            x = left + (right - left - wide) * rng.uniform(0.2, 0.9)
            self.column(_Block(x, top, wide, 2.5 * big, big, 3 * big), self.style() if rng.random() < 0.5 else style)
            top += 3.2 * big
        if rng.random() < 0.14:
            gutter = xheight * rng.uniform(1.2, 5)
            middle = left + (right - left) * rng.uniform(0.4, 0.6)
            for a, b in ((left, middle - gutter / 2), (middle + gutter / 2, right)):
                self.column(_Block(a, top, b - a, bottom - top, xheight, leading), style)
            return
        self.column(_Block(left, top, right - left, bottom - top, xheight, leading), style)

    def column(self, block: _Block, style: _Style) -> None:
        rng = self.rng
        y = block.top + 2.5 * block.xheight
        full = rng.uniform(0.75, 1.0)
        while y < block.top + block.height - block.xheight * 0.8 or y == block.top + 2.5 * block.xheight:
            indent = block.xheight * rng.uniform(1, 8) if rng.random() < 0.1 else rng.uniform(-0.6, 0.6) * block.xheight
            is_short = rng.random() < 0.14
            reach = block.width * (rng.uniform(0.1, 0.9) if is_short else full * rng.uniform(0.93, 1.0))
            at = (block.left + max(0.0, indent), y + rng.normal(0, 0.08) * block.xheight)
            tilt = style.slope + rng.normal(0, 0.004)
            end = self.line(at, reach - indent, block.xheight, style, tilt)
            if end and rng.random() < 0.03:  # a word above the line
                small = block.xheight * 0.75
                x = at[0] + rng.uniform(0.1, 0.8) * (end - at[0])
                rise = rng.uniform(0.5, 0.62) * block.leading
                if rise > 1.5 * block.xheight:
                    self.line((x, y + tilt * (x - at[0]) - rise), small * rng.uniform(3, 12), small, style, tilt)
            y += (
                block.leading
                * rng.uniform(0.92, 1.08)
                * (rng.uniform(1.5, 4) if is_short and rng.random() < 0.4 else 1)
            )

    def line(self, at: tuple[float, float], reach: float, xheight: float, style: _Style, tilt: float) -> float:
        """Write words from ``at`` until ``reach`` is full; return the right end, 0 if nothing was written."""
        rng, hand = self.rng, style.hand
        scale = xheight / X_HEIGHT
        margin, base = 40, 5 * X_HEIGHT
        words: list[tuple[float, str]] = []
        x = 0.0
        limit = min(max(reach, 2.5 * xheight), self.width - at[0]) / scale / style.wide
        while True:
            word = self.vocabulary.draw(rng)
            if not hand.can_write(word):
                word = "".join(rng.choice(list("aeinorstumv")) for _ in range(int(rng.integers(1, 9))))
            length = hand.font.getlength(word)
            if (words and x + length > limit) or x > 12_000:
                break
            if not words and length > limit:
                word = word[: max(1, int(len(word) * limit / length))]
                length = hand.font.getlength(word)
            words.append((x, word))
            x += length + X_HEIGHT * style.gap * rng.uniform(0.7, 1.4) / style.wide
        strip = Image.new("L", (int(x) + 2 * margin, 8 * X_HEIGHT))
        pen = ImageDraw.Draw(strip)
        for place, word in words:
            pen.text(
                (margin + place, base + rng.normal(0, 1)), word, 255, hand.font, anchor="ls", stroke_width=style.heavy
            )
        ink = np.asarray(strip, np.float32) / 255
        wide = scale * style.wide
        height, width = int(8 * X_HEIGHT * scale) + 2, int(ink.shape[1] * wide + 12 * xheight)
        lean = style.lean
        matrix = np.array([[wide, -lean * scale, lean * scale * base], [0, scale, 0]], np.float64)
        ink = cv2.GaussianBlur(ink, (0, 0), max(0.1, 0.35 / scale))
        ink = cv2.warpAffine(ink, matrix, (width, height), flags=cv2.INTER_LINEAR)
        columns = np.flatnonzero(ink.max(0) > 0.25)
        if not len(columns):
            return 0.0
        offset = at[0] - margin * wide
        phase, period = rng.uniform(0, 6.28), xheight * rng.uniform(15, 90)
        xs = np.arange(width, dtype=np.float32)
        wave = style.wave * xheight * (np.sin(xs / period * 6.28 + phase) - np.sin(phase))
        rise = (tilt * (xs - margin * wide) + wave).astype(np.float32)
        top = int(np.floor(at[1] + rise.min() - base * scale)) - 1
        deep = int(np.ceil(rise.max() - rise.min())) + height + 3
        rows = np.arange(deep, dtype=np.float32)[:, None] + top - at[1] - rise[None] + base * scale
        bent = cv2.remap(
            ink, np.broadcast_to(xs, rows.shape).astype(np.float32), rows.astype(np.float32), cv2.INTER_LINEAR
        )
        fade = rng.uniform(0.55, 1.0)
        self.paste(bent * fade, round(offset), top)
        left, right = float(columns[0]), float(columns[-1])
        # descenders and swashes of slanted hands reach beyond the letters on the line
        near = ink[max(0, int((base - X_HEIGHT) * scale)) : int(base * scale) + 2]
        body = np.flatnonzero(near.max(0) > 0.25)
        if len(body):
            left, right = float(body[0]), float(body[-1])
        steps = np.linspace(left, right, max(2, int((right - left) / 12)))
        points = np.stack([steps + offset, at[1] + np.interp(steps, xs, rise)], 1).astype(np.float32)
        if (
            points[-1, 0] - points[0, 0] > 0.6 * xheight
            and 0 <= points[:, 1].mean() < self.height
            and points[0, 0] < self.width
        ):
            points = points[points[:, 0] < self.width + 12]
            if len(points) > 1:
                self.lines.append(TrueLine(points, xheight))
        if rng.random() < 0.02:  # struck out or underlined
            y = int(at[1] + rng.choice([-0.5, 0.35]) * xheight)
            cv2.line(
                self.ink,
                (int(offset + left), y),
                (int(offset + right), y + int(tilt * (right - left))),
                float(fade),
                1,
                cv2.LINE_AA,
            )
        return right + offset

    def paste(self, part: Layer, x: int, y: int) -> None:
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.width, x + part.shape[1]), min(self.height, y + part.shape[0])
        if x1 > x0 and y1 > y0:
            place = self.ink[y0:y1, x0:x1]
            np.maximum(place, part[y0 - y : y1 - y, x0 - x : x1 - x], out=place)

    def table(
        self, left: float, right: float, top: float, bottom: float, xheight: float, style: _Style, rules: Layer
    ) -> None:
        """A register: columns between rules, rows of one or several lines, a printed head."""
        rng = self.rng
        shares = rng.uniform(0.4, 1.2, int(rng.integers(3, 8)))
        if rng.random() < 0.6:
            shares[rng.integers(len(shares))] = rng.uniform(2, 5)
        edges = left + (right - left) * np.concatenate([[0], np.cumsum(shares) / shares.sum()])
        leading = xheight * rng.uniform(2.0, 3.4)
        dark = float(rng.uniform(0.3, 1.0))
        thick = int(rng.integers(1, 3))
        if rng.random() < 0.85:
            for x in edges:
                cv2.line(rules, (int(x), int(top)), (int(x + rng.normal(0, 2)), int(bottom)), dark, thick, cv2.LINE_AA)
        if rng.random() < 0.7:
            printed, y = self.style(), top
            size = min(xheight, 6) * rng.uniform(0.7, 1.0)
            for a, b in pairwise(edges):
                for row in range(int(rng.integers(0, 4))):
                    self.line(
                        (a + size, y + 3 * size + row * 3 * size), (b - a) * rng.uniform(0.4, 0.85), size, printed, 0.0
                    )
            top += 13 * size
            cv2.line(rules, (int(left), int(top)), (int(right), int(top)), dark, thick, cv2.LINE_AA)
        y = top + 3 * xheight
        while y < bottom:
            rows = int(rng.integers(1, 6)) if rng.random() < 0.5 else 1
            for number, (a, b) in enumerate(pairwise(edges)):
                is_wide = shares[number] > 1.5
                if rng.random() < (0.03 if is_wide else 0.3):
                    continue
                for row in range(rows if is_wide else int(rng.random() < 0.15) + 1):
                    x = a + xheight * rng.uniform(0.3, 1.5)
                    reach = (b - x) * (rng.uniform(0.8, 1.02) if is_wide else rng.uniform(0.3, 1.0))
                    self.line(
                        (x, y + row * leading + rng.normal(0, 0.15) * xheight),
                        reach,
                        xheight,
                        style,
                        style.slope * 0.3 + rng.normal(0, 0.005),
                    )
            y += rows * leading * rng.uniform(1.0, 1.3)
            if rng.random() < 0.3:
                cv2.line(
                    rules,
                    (int(left), int(y - 2 * xheight)),
                    (int(right), int(y - 2 * xheight)),
                    dark * 0.7,
                    1,
                    cv2.LINE_AA,
                )

    def bleed_through(self, style: _Style, xheight: float) -> Layer:
        """The other side of the paper, mirrored and blurred; its lines are none."""
        self.column(
            _Block(0.08 * self.width, 0.05 * self.height, 0.85 * self.width, 0.85 * self.height, xheight, 3 * xheight),
            style,
        )
        back = cv2.GaussianBlur(self.ink[:, ::-1], (0, 0), self.rng.uniform(0.8, 2))
        self.ink = np.zeros_like(self.ink)
        self.lines = []
        return np.asarray(back * self.rng.uniform(0.08, 0.35), np.float32)


def draw_marks(ink: NDArray[np.float32], xheight: float, rng: np.random.Generator) -> None:
    """Draw stamps, flourishes, crosses and blots into ``ink`` [h, w], 0 to 1, of letters ``xheight`` pixels high."""
    height, width = ink.shape
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.5 else 0):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(2, 7) * xheight + 8), int(rng.uniform(2, 7) * xheight + 8))
        tone = float(rng.uniform(0.3, 0.9))
        for shrink in (1.0, 0.9, 0.6)[: int(rng.integers(1, 4))]:
            cv2.ellipse(
                ink,
                centre,
                (int(axes[0] * shrink), int(axes[1] * shrink)),
                0,
                0,
                360,
                tone,
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        for _ in range(int(rng.integers(5, 40))):
            a = np.asarray(centre) + rng.normal(0, 0.3, 2) * axes
            b = a + rng.normal(0, 0.12, 2) * axes
            cv2.line(ink, a.astype(int).tolist(), b.astype(int).tolist(), tone, 1, cv2.LINE_AA)
    if rng.random() < 0.15:  # crossed out, a bracket, a long stroke
        for _ in range(int(rng.integers(1, 4))):
            ends = (rng.uniform(0, 1, 4) * (width, height, width, height)).astype(int).tolist()
            cv2.line(ink, ends[:2], ends[2:], float(rng.uniform(0.4, 1)), int(rng.integers(1, 3)), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.3 else 0):  # flourishes
        x, y = rng.uniform(0.1, 0.9, 2) * (width, height)
        t = np.linspace(0, rng.uniform(6, 25), 120)
        path = np.stack(
            [
                x + xheight * (t * rng.uniform(0.1, 1.0) + rng.uniform(1, 5) * np.sin(t * rng.uniform(0.5, 1))),
                y + xheight * rng.uniform(0.6, 4) * np.sin(t + rng.uniform(0, 6)),
            ],
            1,
        )
        cv2.polylines(ink, [np.round(path * 8).astype(np.int32)], False, float(rng.uniform(0.5, 1)), 1, cv2.LINE_AA, 3)
    for _ in range(int(rng.poisson(1.5))):
        at = (rng.uniform(0, 1, 2) * (width, height)).astype(int).tolist()
        cv2.circle(ink, at, int(rng.uniform(1, 0.9 * xheight)), float(rng.uniform(0.3, 1)), -1, cv2.LINE_AA)
