"""Draw the pictures of the documents as SVG, light and dark, from the rows of :mod:`research.results.picture_rows`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from statistics import correlation, linear_regression

from research.results.picture_rows import CONFIDENCE, DISTANCES, GAINS, NO_GATE, PAPER, PERFECT, READERS, STACKING
from research.results.rows import RESULTS, rows_of

ROOT = RESULTS.parents[1]
Point = tuple[float, float]
Range = tuple[float, float]

LIGHT = {
    "paper": "#ffffff",
    "ink": "#1f2328",
    "grid": "#d0d7de",
    PAPER: "#c8352b",
    DISTANCES: "#1f6fb8",
    STACKING: "#1f2328",
    NO_GATE: "#7a828b",
    PERFECT: "#2f8a3c",
}
DARK = {
    "paper": "#0d1117",
    "ink": "#e6edf3",
    "grid": "#30363d",
    PAPER: "#ff7b72",
    DISTANCES: "#6cb6ff",
    STACKING: "#e6edf3",
    NO_GATE: "#9198a1",
    PERFECT: "#56d364",
}
Colours = dict[str, str]
SHAPES = {PAPER: "circle", DISTANCES: "square", STACKING: "diamond", NO_GATE: "bar", PERFECT: "triangle"}
_OUTLINES: dict[str, Sequence[Point]] = {
    "square": [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)],
    "diamond": [(0, -5), (5, 0), (0, 5), (-5, 0)],
    "triangle": [(0, -5), (4.5, 4), (-4.5, 4)],
    "bar": [(-5, -1.5), (5, -1.5), (5, 1.5), (-5, 1.5)],
}
_LEFT, _TOP, _WIDE, _HIGH, _GAP, _BELOW = 64, 66, 320, 230, 72, 52
_FONT = 'font-family="sans-serif"'

WORDS = {
    "de": {
        PAPER: "Gates des Artikels",
        DISTANCES: "Gates mit Abständen",
        STACKING: "Stacking",
        NO_GATE: "kein Gate",
        PERFECT: "perfektes Gate",
        "bias without a gate, A_s − A_u": "Verzerrung ohne Gate, A_s − A_u",
        "gain in h": "Gewinn an h",
        "gain in the share of all images read": "Gewinn am Anteil aller gelesenen Bilder",
        "readers L": "Erkenner L",
        "readers from nothing": "Erkenner ohne Startmodell",
        "with the starter model": "mit dem Startmodell",
        "confidence": "Konfidenz",
        "share that is right": "richtiger Anteil",
        "words trained on": "trainierte Wörter",
        "new words": "neue Wörter",
    },
    "fr": {
        PAPER: "aiguillages de l’article",
        DISTANCES: "avec distances",
        NO_GATE: "sans aiguillage",
        PERFECT: "aiguillage parfait",
        "bias without a gate, A_s − A_u": "biais sans aiguillage, A_s − A_u",
        "gain in h": "gain en h",
        "gain in the share of all images read": "gain en part de toutes les images lues",
        "readers L": "lecteurs L",
        "readers from nothing": "lecteurs sans modèle de départ",
        "with the starter model": "avec le modèle de départ",
        "confidence": "confiance",
        "share that is right": "part juste",
        "words trained on": "mots vus",
        "new words": "mots nouveaux",
    },
}
"""The texts in the pictures of the guide, in its other languages."""


@dataclass
class Drawing:
    """An SVG picture with panels side by side; only attributes that every program draws."""

    colours: Colours
    panels: int
    language: str = "en"
    parts: list[str] = field(default_factory=list)

    def text(self, at: Point, text: str, size: int = 12, anchor: str = "middle", turned: bool = False) -> None:
        """Write one line; ``turned`` from below to above."""
        x, y = at
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
        shown = escape(WORDS.get(self.language, {}).get(text, text))
        look = f'{_FONT} font-size="{size}" fill="{self.colours["ink"]}" text-anchor="{anchor}"'
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {look}{turn}>{shown}</text>')

    def line(self, points: Sequence[Point], colour: str, width: float = 1.0, dashes: str = "") -> None:
        """Draw a line through points."""
        shown = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        look = f'fill="none" stroke="{self.colours[colour]}" stroke-width="{width}"{dash}'
        self.parts.append(f'<polyline points="{shown}" {look}/>')

    def mark(self, at: Point, rule: str) -> None:
        """Draw the mark of a rule; shapes tell them apart without colours."""
        x, y = at
        colour, shape = self.colours[rule], SHAPES[rule]
        if shape == "circle":
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')
            return
        around = _OUTLINES[shape]
        points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in around)
        fill = f'fill="none" stroke="{colour}" stroke-width="1.3"' if shape == "diamond" else f'fill="{colour}"'
        self.parts.append(f'<polygon points="{points}" {fill}/>')

    def key(self, rules: Iterable[str]) -> None:
        """Name the marks above the panels."""
        x = float(_LEFT)
        for rule in rules:
            self.mark((x, 18), rule)
            self.text((x + 10, 22), rule, anchor="start")
            x += 34 + 6.6 * len(WORDS.get(self.language, {}).get(rule, rule))

    def panel(self, number: int, title: str, labels: tuple[str, str], across: Range, up: Range, steps: Point) -> Panel:
        """Draw the frame of a panel, and return it."""
        panel = Panel(_LEFT + number * (_WIDE + _GAP), across, up)
        x, bottom = panel.left, _TOP + _HIGH
        for value in _ticks(across, steps[0]):
            place = panel.at((value, up[0]))
            self.line([place, (place[0], _TOP)], "grid")
            self.text((place[0], bottom + 16), f"{value:g}", 11)
        for value in _ticks(up, steps[1]):
            place = panel.at((across[0], value))
            self.line([place, (x + _WIDE, place[1])], "grid")
            self.text((x - 6, place[1] + 4), f"{value:g}", 11, "end")
        self.text((x + _WIDE / 2, _TOP - 22), title, 13)
        self.text((x + _WIDE / 2, bottom + 36), labels[0])
        self.text((x - 42, _TOP + _HIGH / 2), labels[1], turned=True)
        return panel

    def svg(self, title: str) -> str:
        """Return the file."""
        width, height = _LEFT + self.panels * (_WIDE + _GAP) - _GAP + 16, _TOP + _HIGH + _BELOW
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        back = f'<rect width="{width}" height="{height}" fill="{self.colours["paper"]}"/>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n<title>{escape(title)}</title>'
        return "\n".join([head, back, *self.parts, "</svg>\n"])


@dataclass(frozen=True)
class Panel:
    """The place of values in a panel."""

    left: float
    across: Range
    up: Range

    def at(self, value: Point) -> Point:
        """Return where a point lies in the picture."""
        (x0, x1), (y0, y1) = self.across, self.up
        share = (value[0] - x0) / (x1 - x0), (value[1] - y0) / (y1 - y0)
        return self.left + share[0] * _WIDE, _TOP + (1 - share[1]) * _HIGH


def _ticks(ends: Range, step: float) -> list[float]:
    first, last = round(ends[0] / step + 0.499), round(ends[1] / step - 0.499)
    return [round(number * step, 6) for number in range(first, last + 1)]


def gain_against_bias(colours: Colours, language: str = "en") -> str:
    """Draw what gates and stacking add against the bias that is there: h, and the share of all images."""
    drawing = Drawing(colours, 2, language)
    drawing.key((PAPER, DISTANCES, STACKING))
    rows = rows_of(GAINS)
    bias = "bias without a gate, A_s − A_u"
    panels: tuple[tuple[str, str, Range, float], ...] = (
        ("gain_h", "gain in h", (-0.25, 0.6), 0.2),
        ("gain_all", "gain in the share of all images read", (-0.32, 0.2), 0.1),
    )
    for number, (column, label, up, step) in enumerate(panels):
        panel = drawing.panel(number, "", (bias, label), (-0.1, 0.95), up, (0.2, step))
        drawing.line([panel.at((-0.1, 0)), panel.at((0.95, 0))], "ink")
        if column == "gain_h":
            slope, start = linear_regression(*fitted())
            drawing.line([panel.at((x, start + slope * x)) for x in (-0.1, 0.95)], PAPER, 1.2, "5 4")
        # one pair of members may stand for stacking twice: the prior moves it by a hair
        for rule in (STACKING, DISTANCES, PAPER):
            for row in rows:
                if row["rule"] == rule:
                    drawing.mark(panel.at((float(row["bias"]), float(row[column]))), rule)
    return drawing.svg("What gates and stacking add against the bias that is there")


def fitted() -> tuple[list[float], list[float]]:
    """Return bias and gain in h of the paper's gates, by setting."""
    rows = [row for row in rows_of(GAINS) if row["rule"] == PAPER]
    return [float(row["bias"]) for row in rows], [float(row["gain_h"]) for row in rows]


def harmless_from() -> tuple[float, float]:
    """Return the bias from which on the paper's gates raise h by the fitted line, and its correlation."""
    slope, start = linear_regression(*fitted())
    return -start / slope, correlation(*fitted())


def readers_of_a_vote(colours: Colours, language: str = "en") -> str:
    """Draw h against the number of readers, from nothing and with the starter model."""
    drawing, rules = Drawing(colours, 2, language), (NO_GATE, PAPER, DISTANCES, STACKING, PERFECT)
    drawing.key(rules)
    starts = (("nothing", "readers from nothing"), ("starter model", "with the starter model"))
    for number, (start, title) in enumerate(starts):
        panel = drawing.panel(number, title, ("readers L", "h"), (0.7, 5.3), (0.72, 1.0), (1, 0.05))
        for rule in rules:
            rows = [row for row in rows_of(READERS) if (row["start"], row["rule"]) == (start, rule)]
            points = [panel.at((float(row["readers"]), float(row["h"]))) for row in rows]
            drawing.line(points, rule, 1.4, "5 4" if rule == PERFECT else "")
            for point in points:
                drawing.mark(point, rule)
    return drawing.svg("h against the number of readers")


def confidence(colours: Colours, language: str = "en") -> str:
    """Draw the share of right answers against the confidence, of seen and of unseen words."""
    drawing = Drawing(colours, 2, language)
    for number, (kind, title) in enumerate((("seen", "words trained on"), ("unseen", "new words"))):
        panel = drawing.panel(number, title, ("confidence", "share that is right"), (0, 1.04), (0, 1), (0.2, 0.2))
        drawing.line([panel.at((0, 0)), panel.at((1, 1))], NO_GATE, 1.2, "5 4")
        for row in (row for row in rows_of(CONFIDENCE) if row["words"] == kind):
            x = float(row["confidence"])
            drawing.line([panel.at((x, float(row[end]))) for end in ("right_low", "right_high")], DISTANCES, 1.4)
            drawing.mark(panel.at((x, float(row["right"]))), DISTANCES)
            drawing.text((panel.at((x, 0))[0], _TOP - 7), row["answers"], 9)
    return drawing.svg("Share of right answers against the confidence")


def pictures() -> dict[Path, str]:
    """Return the files by path: light ones of the guide, in its languages, and dark ones of the documents."""
    drawn: dict[str, Callable[[Colours, str], str]] = {
        GAINS: gain_against_bias,
        READERS: readers_of_a_vote,
        CONFIDENCE: confidence,
    }
    files = {}
    guide = ROOT / "resources" / "guide"
    for name, draw in drawn.items():
        files[ROOT / "docs" / "pictures" / f"{name}-dark.svg"] = draw(DARK, "en")
        for language in ("en", *WORDS):
            folder = guide if language == "en" else guide / language
            files[folder / "pictures" / f"{name}.svg"] = draw(LIGHT, language)
    return files
