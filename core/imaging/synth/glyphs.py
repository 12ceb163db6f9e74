"""Letters as pen strokes: the Hershey fonts, with the accents, ligatures and letters that are missing there.

All coordinates are in x-heights, x from the left edge of the letter, y downwards from the base line.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

Stroke = npt.NDArray[np.float64]
"""float64 [n, 2], n at least 2: the points of a pen stroke."""

_FONTS = {"cursive": "scripts", "print": "futural"}

_UNIT = 9.0
"""Font units per x-height."""
_BASELINE = 9.0
"""The base line in font units."""
_JOIN = -5.0 / 9.0
"""Height at which letters of the cursive font are joined."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter. ``entry`` and ``exit`` are the indices of the strokes that join the neighbours, or None."""

    strokes: tuple[Stroke, ...]
    advance: float
    entry: int | None = None
    exit: int | None = None


_EQUIVALENTS = {"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "ſ": "s", "ı": "i"}
_LIGATURES = {"æ": "ae", "œ": "oe", "Æ": "AE", "Œ": "OE"}
_STROKED = {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float, count: int = 9) -> Stroke:
    turn = np.radians(np.linspace(start, end, count))
    return np.stack([x + rx * np.cos(turn), y + ry * np.sin(turn)], axis=1)


def _points(*pairs: tuple[float, float]) -> Stroke:
    return np.asarray(pairs, np.float64)


# Marks are drawn around (0, 0); marks above stand on y = 0, with a gap between it and the top of the letter.
_ABOVE: dict[str, tuple[Stroke, ...]] = {
    "\u0300": (_points((-0.2, -0.42), (0.16, 0.0)),),
    "\u0301": (_points((0.24, -0.44), (-0.12, 0.0)),),
    "\u0302": (_points((-0.28, 0.0), (0.02, -0.36), (0.28, 0.0)),),
    "\u030c": (_points((-0.28, -0.36), (0.0, 0.0), (0.3, -0.36)),),
    "\u0303": (_points((-0.36, -0.08), (-0.18, -0.3), (0.1, -0.08), (0.34, -0.3)),),
    "\u0304": (_points((-0.32, -0.16), (0.32, -0.18)),),
    "\u0306": (_arc(0.0, -0.32, 0.26, 0.28, 170, 10),),
    "\u0307": (_arc(0.0, -0.15, 0.05, 0.05, 0, 360),),
    "\u0308": (_arc(-0.22, -0.15, 0.05, 0.05, 0, 360), _arc(0.22, -0.15, 0.05, 0.05, 0, 360)),
    "\u030a": (_arc(0.0, -0.22, 0.17, 0.18, -90, 270, 13),),
}
_BELOW: dict[str, tuple[Stroke, ...]] = {
    "\u0327": (_points((0.02, 0.0), (-0.02, 0.16), (0.16, 0.26), (0.1, 0.44), (-0.14, 0.46)),),
    "\u0328": (_points((0.1, 0.0), (-0.06, 0.2), (0.04, 0.38), (0.24, 0.32)),),
}
_SHARP_S = Glyph(
    (
        np.concatenate(
            [
                _points((0.0, _JOIN), (0.35, -1.0), (0.62, -1.75), (0.6, -2.2), (0.42, -2.2), (0.28, -1.6)),
                _points((0.1, -0.4), (-0.08, 0.5), (-0.3, 0.75)),
            ]
        ),
        np.concatenate(
            [
                _points((0.3, -1.75), (0.5, -2.2), (0.86, -2.2), (1.0, -1.85), (0.8, -1.45), (0.55, -1.2)),
                _points((0.72, -0.95), (1.0, -0.7), (1.02, -0.25), (0.75, 0.0), (0.45, -0.08)),
            ]
        ),
        _points((0.75, 0.0), (1.05, -0.1), (1.3, _JOIN)),
    ),
    1.3,
    entry=0,
    exit=2,
)


@cache
def glyph(character: str, style: str) -> Glyph:
    """Return the glyph of one NFC character, "cursive" or "print". Raises ValueError if it cannot be drawn."""
    parts = _base_and_marks(character)
    if parts is None:
        raise ValueError(f"the synthetic writer has no letter {character!r} (U+{ord(character):04X})")
    base, marks = parts
    if base == "ß":
        return _SHARP_S
    if base in _LIGATURES:
        return _ligature(_LIGATURES[base], style)
    if base in _STROKED:
        return _with_bar(_font(style)[_STROKED[base]], flat=base in "đĐ")
    plain = _font(style)[base]
    if marks and base in "ij":
        plain = _dotless(plain)
    for mark in marks:
        plain = _with_mark(plain, mark)
    return plain


def _base_and_marks(character: str) -> tuple[str, str] | None:
    if character in _LIGATURES or character in _STROKED or character == "ß":
        return character, ""
    if character in _EQUIVALENTS:
        return _EQUIVALENTS[character], ""
    decomposed = unicodedata.normalize("NFD", character)
    base, marks = decomposed[0], decomposed[1:]
    drawn = "!" <= base <= "~" and all(mark in _ABOVE or mark in _BELOW for mark in marks)
    return (base, marks) if drawn else None


@cache
def _font(style: str) -> dict[str, Glyph]:
    from HersheyFonts import HersheyFonts

    found = {}
    for character, source in HersheyFonts(load_default_font=_FONTS[style]).all_glyphs.items():
        left, width = source.left_offset, source.char_width
        strokes = tuple(
            (np.asarray(stroke, np.float64) - (left, _BASELINE)) / _UNIT for stroke in source.strokes if len(stroke) > 1
        )
        advance = width / _UNIT
        entry = exit_ = None
        if style == "cursive" and character.isalpha():
            entry = _stroke_at(strokes, 0, 0.0)
            exit_ = _stroke_at(strokes, -1, advance)
        found[character] = Glyph(strokes, advance, entry, exit_)
    return found


def _stroke_at(strokes: tuple[Stroke, ...], end: int, x: float) -> int | None:
    """Return the index of the stroke that begins (``end`` 0) or ends (-1) at ``x`` on the joining height."""
    for index, stroke in enumerate(strokes):
        if abs(stroke[end, 0] - x) < 0.15 and abs(stroke[end, 1] - _JOIN) < 0.15:
            return index
    return None


def _ligature(letters: str, style: str) -> Glyph:
    first, second = (_font(style)[c] for c in letters)
    shift = first.advance - (0.22 if letters.islower() else 0.5)
    moved = tuple(stroke + np.array([shift, 0.0]) for stroke in second.strokes)
    exit_ = None if second.exit is None else second.exit + len(first.strokes)
    return Glyph(first.strokes + moved, shift + second.advance, first.entry, exit_)


def _with_bar(base: Glyph, flat: bool) -> Glyph:
    points = np.concatenate(base.strokes)
    body = points[points[:, 0] < 0.85 * base.advance]
    top, bottom = float(body[:, 1].min()), float(body[:, 1].max())
    if flat:
        level = top + 0.22 * (bottom - top)
        high = body[body[:, 1] < level + 0.3]
        bar = _points((float(high[:, 0].min()) - 0.2, level), (float(high[:, 0].max()) + 0.25, level))
    else:
        middle, centre = (top + bottom) / 2, float(np.median(body[:, 0]))
        reach = min(0.62, 0.6 * (bottom - top))
        bar = _points((centre - 0.42, middle + reach), (centre + 0.5, middle - reach))
    return Glyph((*base.strokes, bar), base.advance, base.entry, base.exit)


def _dotless(base: Glyph) -> Glyph:
    strokes = tuple(stroke for stroke in base.strokes if stroke[:, 1].max() > -1.2)
    entry = _stroke_at(strokes, 0, 0.0) if base.entry is not None else None
    exit_ = _stroke_at(strokes, -1, base.advance) if base.exit is not None else None
    return Glyph(strokes, base.advance, entry, exit_)


def _with_mark(base: Glyph, mark: str) -> Glyph:
    points = np.concatenate(base.strokes)
    body = points[(points[:, 0] > 0.1) & (points[:, 0] < 0.8 * base.advance)]
    body = body if len(body) else points
    if mark in _ABOVE:
        top = float(body[:, 1].min())
        peak = body[body[:, 1] < top + 0.4]
        anchor, strokes = (float(peak[:, 0].mean()) + 0.08, top - 0.3), _ABOVE[mark]
    else:
        low = body[body[:, 1] > -0.2]
        anchor, strokes = (float(low[:, 0].mean()) if len(low) else 0.5 * base.advance, 0.02), _BELOW[mark]
    moved = tuple(stroke + anchor for stroke in strokes)
    return Glyph(base.strokes + moved, base.advance, base.entry, base.exit)
