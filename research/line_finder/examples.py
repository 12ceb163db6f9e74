"""Pages to learn from, drawn or real: what the network sees of them, and their lines. They are kept in a folder."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from research.line_finder.pages import Page, TrueLine

REAL_PIXELS = 2_200_000
"""Real pages are kept larger than the network sees them, so that they can be met at several sizes."""
HELD_OUT = 6
"""One real page in so many is kept aside, to choose by."""

_tools: dict[str, Any] = {}


@dataclass(frozen=True)
class Example:
    """A page as the network sees it, uint8 [h, w], and its lines in the same pixels."""

    name: str
    depth: NDArray[np.uint8]
    lines: list[TrueLine]
    is_complete: bool
    """True if every line of the page is among ``lines``; on real pages some are not."""
    scale: float = 1.0
    """Pixels of ``depth`` per pixel of the network's input at its usual size."""

    def write(self, path: Path) -> None:
        lengths = np.array([len(line.points) for line in self.lines], np.int32)
        points = np.concatenate([np.zeros((0, 2), np.float32), *(line.points for line in self.lines)])
        temporary = path.with_suffix(".new.npz")
        np.savez(
            temporary, depth=cv2.imencode(".png", self.depth)[1], lengths=lengths, points=points,
            xheights=np.array([line.xheight for line in self.lines], np.float32), complete=self.is_complete,
            scale=self.scale,
        )  # fmt: skip
        temporary.rename(path)

    @classmethod
    def read(cls, path: Path) -> Example:
        with np.load(path, allow_pickle=False) as data:
            parts = np.split(data["points"], np.cumsum(data["lengths"])[:-1]) if len(data["lengths"]) else []
            lines = [TrueLine(part, float(x)) for part, x in zip(parts, data["xheights"], strict=True)]
            depth = np.asarray(cv2.imdecode(data["depth"], cv2.IMREAD_GRAYSCALE), np.uint8)
            return cls(path.stem, depth, lines, bool(data["complete"]), float(data["scale"]))


def drawn(fonts: Path, kept: Path, count: int, processes: int) -> list[Path]:
    """Draw ``count`` pages in several processes, those that are not there yet; return their files."""
    kept.mkdir(parents=True, exist_ok=True)
    files = [kept / f"drawn-{number:05d}.npz" for number in range(count)]
    missing = [(number, file) for number, file in enumerate(files) if not file.exists()]
    if missing:
        with get_context("spawn").Pool(processes, _begin, (fonts,)) as pool:
            for done, _ in enumerate(pool.imap(_draw, missing, chunksize=4), start=1):
                if done % 100 == 0:
                    print(f"{done} pages drawn", flush=True)
    return files


def _begin(fonts: Path) -> None:
    """Read fonts and words once in each process."""
    from core.lexicon.alphabet import load_alphabet
    from research.starter.pictures import hands
    from research.starter.vocabulary import Vocabulary

    cv2.setNumThreads(1)
    starter = Path(__file__).parents[1] / "starter"
    _tools["families"] = hands(fonts, starter / "fonts.txt")
    _tools["words"] = Vocabulary.read(fonts, starter / "words.txt", load_alphabet("latin-extended"))


def _draw(job: tuple[int, Path]) -> None:
    from core.imaging.segment.line_maps import line_input

    number, file = job
    gray, lines = Page(_tools["families"], _tools["words"], np.random.default_rng([number, 7])).draw()
    Example(file.stem, line_input(gray, gray.size).depth, lines, True).write(file)


def real(folder: Path, kept: Path, excluded: tuple[str, ...]) -> tuple[list[Example], list[Example], dict[str, int]]:
    """The pages of part `train` in ``folder`` (pages.csv): those to learn from, those held out, and their collections.

    Collections in ``excluded`` are left out. Of each collection about one page in :data:`HELD_OUT` is held out; of
    several pictures of one page all are on the same side.
    """
    kept.mkdir(parents=True, exist_ok=True)
    with (folder / "pages.csv").open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["part"] == "train" and row["collection"] not in excluded]
    held = held_out([(row["page"], row["collection"]) for row in rows])
    learn: list[Example] = []
    aside: list[Example] = []
    counts: dict[str, int] = defaultdict(int)
    for row in rows:
        name = row["page"]
        file = kept / f"real-{name}.npz"
        if not file.exists():
            real_example(folder / "pages" / f"{name}.xml", name).write(file)
        (aside if name in held else learn).append(Example.read(file))
        counts[row["collection"]] += name not in held
    return learn, aside, dict(counts)


def held_out(pages: list[tuple[str, str]]) -> set[str]:
    """Return the names of the pages kept aside, of ``pages`` (name, collection)."""
    chosen: set[str] = set()
    # pages of one book, whose names differ in the last number, stay together only if they are one page
    groups: dict[str, list[list[str]]] = defaultdict(list)
    for name, collection in sorted(pages):
        same = [group for group in groups[collection] if name.startswith(group[0])]
        same[0].append(name) if same else groups[collection].append([name])
    start = 2
    for collection in sorted(groups):
        for number, group in enumerate(groups[collection]):
            if number % HELD_OUT == start % HELD_OUT or (len(groups[collection]) < HELD_OUT and number == 1):
                chosen.update(group)
        start += 1
    return chosen


def real_example(xml: Path, name: str) -> Example:
    """Read a page and its baselines; lines without one are left out."""
    from core.formats import pagexml
    from core.imaging.read import read_gray
    from core.imaging.segment.line_maps import WORK_PIXELS, line_input

    page = pagexml.read(xml).pages[0]
    gray = read_gray(page.image)
    seen = line_input(gray, min(REAL_PIXELS, gray.size))
    lines = []
    for line in page.lines:
        if line.baseline is None:
            continue
        points = np.asarray(sorted(line.baseline), np.float32) * seen.scale
        outline = line.polygon or ()
        if len(points) > 1 and np.ptp(points[:, 0]) > 2:
            lines.append((points, np.asarray(outline, np.float32).reshape(-1, 2) * seen.scale))
    measured = [_xheight(seen.depth, points, outline) for points, outline in lines]
    known = [x for x in measured if x]
    usual = float(np.median(known)) if known else 10.0
    least, most = 0.6 * usual, 1.7 * usual
    true = [TrueLine(points, min(max(x or usual, least), most)) for (points, _), x in zip(lines, measured, strict=True)]
    usual_scale = (seen.depth.size / WORK_PIXELS) ** 0.5
    return Example(name, seen.depth, true, False, usual_scale)


def _xheight(depth: NDArray[np.uint8], points: NDArray[np.float32], outline: NDArray[np.float32]) -> float | None:
    """Measure the height of a line's small letters: the rows above the baseline with much of its ink."""
    if len(outline) < 3 or np.ptp(points[:, 0]) < 60:
        return None
    inside = np.zeros(depth.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(outline).astype(np.int32)], 1)
    ys, xs = np.nonzero((inside > 0) & (depth > 90))
    if len(ys) < 40:
        return None
    rise = np.interp(xs, points[:, 0], points[:, 1]) - ys
    rows = np.bincount(np.clip(np.round(rise), 0, 120).astype(int), minlength=121)[1:].astype(float)
    rows = np.convolve(rows, np.ones(3) / 3, "same")
    core = rows[: int(np.percentile(rise[rise > 0], 90)) + 2] if (rise > 0).any() else rows
    high = np.sort(core)[-max(2, len(core) // 4) :].mean()
    above = np.flatnonzero(core < 0.5 * high)
    start = int(core.argmax())
    ends = above[above > start]
    return float(np.clip(ends[0] if len(ends) else len(core), 3, 60))
