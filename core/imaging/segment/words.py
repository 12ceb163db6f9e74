"""One line of ink cut into words: gaps between its pieces are told apart by their width, for the page at hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.imaging.segment.ink import Mask

_Floats = npt.NDArray[np.float64]
_Span = tuple[float, float, npt.NDArray[np.int64]]

_BODY = 0.6
"""Half height of the zone in which a component must have ink to be more than a mark, in x-heights."""
_ZONE = 0.7
"""Half height of the zone in which gaps are measured, in x-heights."""
_USUAL_GAP = 1.3
"""The width that parts words in most hands, in x-heights."""
_PRIOR = 200.0
"""How many gaps the usual width weighs."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of ink without a gap; ``box`` is ``(x0, y0, x1, y1)``, end excluded, in working pixels."""

    box: tuple[int, int, int, int]
    area: int
    body: int
    """Ink pixels in the zone of small letters."""


@dataclass(frozen=True, slots=True)
class LinePieces:
    """The pieces of a line in reading order and the gaps between neighbours (float64 [n - 1], working pixels)."""

    pieces: list[Piece]
    gaps: _Floats


def writing_slant(mask: Mask, xheight: float) -> float:
    """How far a down stroke leans: shift of x per y upwards (0 upright, 1 for 45 degrees), within -0.4 to 1.4."""
    ys, xs = np.nonzero(mask)
    if len(ys) < 50:
        return 0.0
    if len(ys) > 150_000:
        pick = np.linspace(0, len(ys) - 1, 150_000).astype(np.int64)
        ys, xs = ys[pick], xs[pick]
    # Rows are taken in bands of about one line so that one line's strokes do not blur another's.
    band = np.floor(ys / (2.5 * xheight)).astype(np.int64)
    inner = ys - band * 2.5 * xheight
    width = int(mask.shape[1] + 6 * xheight)

    def sharpness(slant: float) -> float:
        columns = np.round(xs + slant * inner).astype(np.int64)
        columns -= columns.min()
        counts = np.bincount(band * width + np.minimum(columns, width - 1)).astype(np.float64)
        return float((counts**2).sum())

    return float(max(np.linspace(-0.4, 1.4, 37), key=sharpness))


def line_pieces(
    labels: npt.NDArray[np.int32],
    ys: npt.NDArray[np.int64],
    xs: npt.NDArray[np.int64],
    middle: npt.NDArray[np.float64],
    slant: float,
    xheight: float,
) -> LinePieces:
    """The pieces of one line and the gaps between them.

    ``labels``, ``ys``, ``xs``: connected component and place of each of the line's ink pixels; ``middle``: height
    of the middle of the small letters there. Components that reach into the small letters and stand clear of one
    another once the slant is taken out are pieces; dots, accents and commas join the nearest one.
    """
    rise = ys - middle
    upright = xs + slant * rise
    order = np.argsort(labels, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(labels[order])) + 1) if len(order) else []
    body = np.abs(rise) < _BODY * xheight
    bodies: list[_Span] = []
    marks: list[_Span] = []
    for part in parts:
        held = part[body[part]]
        # A letter fills some of the zone, or (l, i) at least crosses most of it; a dot does neither.
        holds = len(held) >= 0.15 * xheight**2 or (len(held) > 0 and np.ptp(rise[held]) > 0.6 * xheight)
        (bodies if holds else marks).append((float(upright[part].min()), float(upright[part].max()), part))
    if not bodies:
        return LinePieces([], np.zeros(0))
    groups = _merged(sorted(bodies, key=lambda span: span[0] + span[1]))
    centres = np.array([(left + right) / 2 for left, right, _ in groups])
    halves = np.array([(right - left) / 2 for left, right, _ in groups])
    joined = [[part] for _, _, part in groups]
    for left, right, part in marks:
        away = np.abs(centres - (left + right) / 2) - halves
        if away.min() < 2 * xheight:
            joined[int(away.argmin())].append(part)
    pieces = []
    for members in joined:
        part = np.concatenate(members)
        x0, y0, x1, y1 = xs[part].min(), ys[part].min(), xs[part].max() + 1, ys[part].max() + 1
        pieces.append(Piece((int(x0), int(y0), int(x1), int(y1)), len(part), int(body[part].sum())))
    edges = [_profile(rise[part], upright[part], xheight) for _, _, part in groups]
    return LinePieces(pieces, _gaps(edges, xheight))


def _merged(spans: list[_Span]) -> list[_Span]:
    """Spans (sorted by centre) joined where they overlap by more than half of the smaller one."""
    merged: list[_Span] = []
    for left, right, part in spans:
        if merged:
            before = merged[-1]
            if before[1] - left > 0.5 * min(right - left, before[1] - before[0]):
                whole = np.concatenate([before[2], part])
                merged[-1] = (min(left, before[0]), max(right, before[1]), whole)
                continue
        merged.append((left, right, part))
    return merged


def _profile(rise: _Floats, upright: _Floats, xheight: float) -> tuple[_Floats, _Floats]:
    """Leftmost and rightmost ink in every row of the zone of small letters (infinite where a row has none)."""
    rows = np.floor(rise + _ZONE * xheight).astype(np.int64)
    count = max(1, int(2 * _ZONE * xheight))
    inside = (rows >= 0) & (rows < count)
    left = np.full(count, np.inf)
    right = np.full(count, -np.inf)
    np.minimum.at(left, rows[inside], upright[inside])
    np.maximum.at(right, rows[inside], upright[inside])
    return left, right


def _gaps(edges: list[tuple[_Floats, _Floats]], xheight: float) -> _Floats:
    """The white between neighbours: half its narrowest row, half its mean over the rows of small letters.

    A joining stroke that reaches out in a few rows, or a cross bar, thus shortens the gap but does not close it.
    """
    found = []
    for place in range(len(edges) - 1):
        right = np.max([e[1] for e in edges[max(0, place - 1) : place + 1]], axis=0)
        left = np.min([e[0] for e in edges[place + 1 : place + 3]], axis=0)
        white = np.clip(left - right, -xheight, 2.5 * xheight)
        found.append(0.5 * (float(white.min()) + float(white.mean())))
    return np.asarray(found, np.float64)


def word_gap(all_gaps: _Floats, xheight: float) -> float:
    """The width that best parts gaps inside words from gaps between words, for a page or a line (pixels).

    Half way between two clusters of widths; the usual width steadies it where gaps are few or of one kind.
    """
    usual = _USUAL_GAP * xheight
    cut = usual
    if len(all_gaps) < 3:
        return usual
    for _ in range(20):
        low, high = all_gaps[all_gaps <= cut], all_gaps[all_gaps > cut]
        if min(len(low), len(high)) < 3:
            break
        moved = 0.5 * float(low.mean() + high.mean())
        if abs(moved - cut) < 0.01:
            break
        cut = moved
    low, high = all_gaps[all_gaps <= cut], all_gaps[all_gaps > cut]
    if not len(low) or not len(high) or float(high.mean() - low.mean()) < 0.5 * xheight:
        # One kind of gap only: a hand that joins every letter leaves nothing but the gaps between words.
        middle = float(all_gaps.mean())
        return 0.7 * middle if middle > xheight else usual
    sure = len(all_gaps) / (len(all_gaps) + _PRIOR)
    return float(np.clip(sure * cut + (1 - sure) * usual, 0.7 * xheight, 2.2 * xheight))


def group(line: LinePieces, threshold: float) -> list[list[Piece]]:
    """Pieces joined into words: a new word begins after every gap wider than ``threshold``."""
    found: list[list[Piece]] = []
    for index, piece in enumerate(line.pieces):
        if index == 0 or line.gaps[index - 1] > threshold:
            found.append([piece])
        else:
            found[-1].append(piece)
    return found


def is_word(word: list[Piece], xheight: float) -> bool:
    """False for what is only a dash, a dot, a comma or a smear standing alone."""
    top = min(p.box[1] for p in word)
    bottom = max(p.box[3] for p in word)
    left = min(p.box[0] for p in word)
    right = max(p.box[2] for p in word)
    tall, wide, area = bottom - top, right - left, sum(p.area for p in word)
    if tall < 0.75 * xheight or wide < 0.4 * xheight or area > 0.75 * tall * wide:
        return False
    return sum(p.body for p in word) >= 0.1 * xheight**2
