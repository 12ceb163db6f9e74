"""Pictures of words in many hands: set in handwriting fonts, then bent, inked and soiled as scans are.

A few are drawn in strokes instead. Many are drawn in several processes, and kept for the next run.
"""

from __future__ import annotations

import io
import re
import tarfile
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from core.imaging.normalise import normalise
from research.starter.vocabulary import SCRAMBLED, Vocabulary

X_HEIGHT = 24
"""Pixels of a small letter: about twice what the embedder sees."""
_MISSING = "\uffff"
CHUNK = 2000
HELD_OUT = 8
"""Fonts that are never trained on; what the starter reads in them stands in its card."""
STROKES = 0.08
"""Share of pictures written by the program's own stroke generator instead of a font."""
FONTS = Path(__file__).parent / "fonts.txt"
Drawn = tuple["np.ndarray[Any, Any]", list[str]]
"""Normalised images uint8 [N, 50, 250] and the word of each."""

_tools: dict[str, Any] = {}


@dataclass
class Hand:
    """One font and the characters it has."""

    family: str
    font: ImageFont.FreeTypeFont
    missing: bytes
    known: dict[str, bool]

    def can_write(self, word: str) -> bool:
        """Return whether every character has a shape of its own; fonts draw an empty box for those that they lack."""
        for character in set(word):
            if character not in self.known:
                mask = self.font.getmask(character)
                self.known[character] = bytes(mask) != self.missing and mask.getbbox() is not None
        return all(self.known[character] for character in set(word))


def hands(folder: Path, listing: Path) -> list[list[Hand]]:
    """The fonts that ``listing`` names, each in all its weights, from their packages in ``folder``."""
    found = []
    for line in listing.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, version, _licence = line.split()
        family = []
        package = folder / f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
        with tarfile.open(package) as archive:
            files = [m for m in archive.getmembers() if re.search(r"-latin-[1-7]00-normal\.woff$", m.name)]
            for file in files:
                data = archive.extractfile(file)
                assert data is not None
                font = _sized(data.read())
                family.append(Hand(name, font, bytes(font.getmask(_MISSING)), {}))
        found.append(family)
    return found


def _sized(data: bytes) -> ImageFont.FreeTypeFont:
    """The font at the size where its small letters are :data:`X_HEIGHT` high."""

    def at(size: float) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(io.BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)

    _, top, _, bottom = at(100).getbbox("x")
    return at(float(np.clip(100 * X_HEIGHT / max(1, bottom - top), 30, 150)))


def picture(word: str, hand: Hand, beside: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """``word`` as a normalised picture uint8 [50, 250]; ``beside`` may reach into it from the lines around."""
    return normalise(scan(word, hand, beside, rng))


def scan(text: str, hand: Hand, beside: str, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A word or a line of text as a grey scan, uint8 [H, W]; ``beside`` may reach into it from the lines around."""
    ink = _set(text, hand, rng)
    ink = _bend(_pen(ink, rng), rng)
    if rng.random() < 0.3:
        ink = _neighbours(ink, _bend(_set(beside, hand, rng), rng), rng)
    if rng.random() < 0.06:
        ink = _ruled(ink, rng)
    return _scan(ink, rng)


def _set(word: str, hand: Hand, rng: np.random.Generator) -> NDArray[np.float32]:
    """The word in type with changing gaps between the letters: ink 0..1 [h, w] with a margin."""
    left, top, right, bottom = hand.font.getbbox(word)
    margin = 24
    gap = rng.normal(0, 1.2) if rng.random() < 0.3 else 0.0
    width = int(right - left + 2 * margin + abs(gap) * len(word) + 8)
    image = Image.new("L", (width, int(bottom - top) + 2 * margin))
    draw = ImageDraw.Draw(image)
    heavy = int(rng.random() < 0.25)
    if gap:
        x = float(margin - left)
        for character in word:
            draw.text((x, margin - top + rng.normal(0, 0.8)), character, 255, hand.font, stroke_width=heavy)
            x += hand.font.getlength(character) + gap
    else:
        draw.text((margin - left, margin - top), word, 255, hand.font, stroke_width=heavy)
    return np.asarray(image, np.float32) / np.float32(255)


def _pen(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Strokes made thicker or thinner, and ink that runs out in places."""
    kind = rng.random()
    if kind < 0.25:
        ink = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    elif kind < 0.35:
        ink = 0.4 * ink + 0.6 * cv2.erode(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    if rng.random() < 0.4:
        ink = ink * (1 - rng.uniform(0.2, 0.8) * clouds(ink.shape, rng, rng.uniform(4, 14)))
    return np.asarray(ink, np.float32)


def _bend(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Slant, width, a slope, and smooth random displacement: no two writings of a word are equal."""
    height, width = ink.shape
    lean, wide = rng.uniform(-0.35, 0.55), rng.uniform(0.7, 1.35)
    slope = rng.normal(0, 0.025)
    tall = rng.uniform(0.8, 1.1)
    new_w, new_h = int(width * wide + abs(lean) * height) + 8, int(height * tall + abs(slope) * width) + 8
    matrix = np.array([[wide, -lean, 0], [slope, tall, 0]], np.float64)
    centre = matrix[:, :2] @ (width / 2, height / 2)
    matrix[:, 2] = (new_w / 2, new_h / 2) - centre
    ink = cv2.warpAffine(ink, matrix, (new_w, new_h), flags=cv2.INTER_LINEAR)
    if rng.random() < 0.85:
        far = rng.uniform(0.02, 0.1) * X_HEIGHT
        coarse = rng.uniform(0.4, 1.4) * X_HEIGHT
        shift = [(clouds(ink.shape, rng, coarse) - 0.5) * 4 * far for _ in range(2)]
        y, x = np.mgrid[: ink.shape[0], : ink.shape[1]].astype(np.float32)
        ink = cv2.remap(ink, x + shift[0], y + shift[1], cv2.INTER_LINEAR)
    return np.asarray(ink, np.float32)


def clouds(shape: tuple[int, ...], rng: np.random.Generator, coarse: float) -> NDArray[np.float32]:
    """Smooth noise 0..1 whose waves are about ``coarse`` pixels wide."""
    small = rng.random((int(shape[0] / coarse) + 3, int(shape[1] / coarse) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _neighbours(ink: NDArray[np.float32], other: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """Feet of the line above or heads of the line below, as boxes drawn by hand take them in."""
    height, width = ink.shape
    part = np.zeros_like(ink)
    x = int(rng.integers(-other.shape[1] // 2, max(1, width - 10)))
    y = int(rng.uniform(0.72, 0.9) * height) * (1 if rng.random() < 0.5 else -1)
    source = other[max(0, -y) : max(0, -y) + height, max(0, -x) : max(0, -x) + width]
    top, left = max(0, y), max(0, x)
    source = source[: height - top, : width - left]
    part[top : top + source.shape[0], left : left + source.shape[1]] = source
    return np.maximum(ink, part)


def _ruled(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """A line across: an underlining, a rule or the edge of a form."""
    y = int(rng.uniform(0.55, 0.95) * ink.shape[0])
    end = y + int(rng.normal(0, 3))
    line = np.zeros_like(ink)
    cv2.line(line, (0, y), (ink.shape[1], end), float(rng.uniform(0.3, 1)), int(rng.integers(1, 3)), cv2.LINE_AA)
    return np.maximum(ink, line)


def _scan(ink: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Ink on paper, blurred, noisy, cut unevenly: uint8 [H, W]."""
    rows, columns = np.flatnonzero(ink.max(1) > 0.3), np.flatnonzero(ink.max(0) > 0.3)
    if not len(rows) or not len(columns):
        return np.full((50, 100), 255, np.uint8)
    pad = rng.integers(-2, 9, 4)
    top, left = max(0, rows[0] - pad[0]), max(0, columns[0] - pad[1])
    ink = ink[top : rows[-1] + 1 + max(0, pad[2]), left : columns[-1] + 1 + max(0, pad[3])]
    scale = rng.uniform(0.5, 1.0)
    ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if rng.random() < 0.6:
        ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.3, 1.6 * scale))
    paper = rng.uniform(170, 250) + (clouds(ink.shape, rng, 40) - 0.5) * rng.uniform(0, 40)
    gray = paper * (1 - rng.uniform(0.45, 0.95) * ink) + rng.normal(0, rng.uniform(0, 7), ink.shape)
    scan = np.clip(gray, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, packed = cv2.imencode(".jpg", scan, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))])
        scan = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
    return scan


def draw(folder: Path, count: int, processes: int, scrambled: float = SCRAMBLED) -> tuple[Drawn, Drawn]:
    """The pictures for training and 2,000 in fonts held out, kept in ``folder`` for the next time.

    A share ``scrambled`` of the strings is no word.
    """
    kept = folder / f"pictures-{count}{'' if scrambled == SCRAMBLED else f'-scrambled-{scrambled:g}'}.npz"
    if not kept.exists():
        jobs = [(number, "train", CHUNK) for number in range(count // CHUNK)] + [(0, "held out", 2000)]
        with get_context("spawn").Pool(processes, _begin, (folder, scrambled)) as pool:
            parts = []
            for part in pool.imap(_chunk, jobs):
                parts.append(part)
                print(f"{len(parts) * CHUNK:,} pictures", flush=True)
        np.savez(
            kept.with_suffix(".new.npz"),
            train=np.concatenate([images for images, _ in parts[:-1]]),
            held=parts[-1][0],
            words=np.array("\n".join(w for _, words in parts[:-1] for w in words)),
            held_words=np.array("\n".join(parts[-1][1])),
        )
        kept.with_suffix(".new.npz").rename(kept)
    with np.load(kept, allow_pickle=False) as data:
        return ((data["train"], str(data["words"]).split("\n")), (data["held"], str(data["held_words"]).split("\n")))


def count_fonts() -> int:
    """The number of fonts that pictures for training are drawn in."""
    return sum(1 for line in FONTS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")) - HELD_OUT


def _begin(folder: Path, scrambled: float) -> None:
    """Read fonts and words once in each process."""
    from core.lexicon.alphabet import load_alphabet

    alphabet = load_alphabet("latin-extended")
    families = hands(folder, FONTS)
    order = np.random.default_rng(0).permutation(len(families))
    _tools["words"] = Vocabulary.read(folder, FONTS.with_name("words.txt"), alphabet, scrambled)
    _tools["held out"] = [families[i] for i in order[:HELD_OUT]]
    _tools["train"] = [families[i] for i in order[HELD_OUT:]]


def _chunk(job: tuple[int, str, int]) -> Drawn:
    """``count`` pictures of chunk ``number`` in the fonts of ``part``."""
    from core.imaging.synth.word import render_word
    from core.imaging.synth.writer import Writer

    number, part, count = job
    rng = np.random.default_rng([number, len(part)])
    vocabulary, families = _tools["words"], _tools[part]
    images: list[NDArray[np.uint8]] = []
    texts: list[str] = []
    while len(images) < count:
        word = vocabulary.draw(rng)
        if part == "train" and rng.random() < STROKES:
            try:
                image = normalise(render_word(word, Writer.random(int(rng.integers(2**31))), rng))
            except ValueError:
                continue  # a character that the generator has no strokes for
        else:
            family = families[rng.integers(len(families))]
            hand = family[rng.integers(len(family))]
            if not hand.can_write(word):
                continue
            image = picture(word, hand, vocabulary.draw(rng), rng)
        if (image < 128).sum() < 20:
            continue
        images.append(image)
        texts.append(word)
    return np.stack(images), texts
