"""The real lines that the line reader learns from: folders of lines, and words of a table joined to lines."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.imaging.normalise import normalise_line
from core.imaging.read import read_gray
from core.lexicon.alphabet import Alphabet
from core.lexicon.text import nfc
from core.model.line_reader import LINE_HEIGHT
from research.line_reader.collection import refuse_held_out
from research.starter.real import is_held_out_hand, teaching_rows

LONGEST = 3000
"""Columns of the longest line that is learnt from."""
_JOINED = (3, 8)
"""Least and most words of a table that are joined to a line."""
_SPACES = (0.15, 0.5)
"""Least and greatest space between two of them, in heights of the line."""


@dataclass
class Lines:
    """Strips uint8 [LINE_HEIGHT, w], their texts, and the collection and hand of each."""

    strips: list[NDArray[np.uint8]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    collections: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, strip: NDArray[np.uint8], text: str, collection: str, hand: str) -> None:
        self.strips.append(strip)
        self.texts.append(text)
        self.collections.append(collection)
        self.hands.append(hand)

    def extend(self, other: Lines) -> None:
        self.strips += other.strips
        self.texts += other.texts
        self.collections += other.collections
        self.hands += other.hands
        self.counts += other.counts

    def take(self, rows: list[int]) -> Lines:
        lines = Lines(counts=self.counts)
        for row in rows:
            lines.add(self.strips[row], self.texts[row], self.collections[row], self.hands[row])
        return lines

    def is_held_out(self) -> list[bool]:
        """Return whether the hand of each line is one of those that are never trained on."""
        return [is_held_out_hand(hand) for hand in self.hands]

    def write(self, path: Path) -> None:
        """Write aside and rename, so that an interrupted run leaves no half file."""
        arrays: dict[str, Any] = {
            name: np.array("\n".join(getattr(self, name))) for name in ("texts", "collections", "hands")
        }
        arrays["widths"] = np.array([strip.shape[1] for strip in self.strips])
        np.savez(path.with_suffix(".new.npz"), ink=np.concatenate(self.strips, axis=1), **arrays)
        path.with_suffix(".new.npz").rename(path)

    @classmethod
    def read(cls, path: Path) -> Lines:
        with np.load(path, allow_pickle=False) as data:
            strips = np.split(data["ink"], np.cumsum(data["widths"])[:-1], axis=1)
            texts, collections, hands = (str(data[name]).split("\n") for name in ("texts", "collections", "hands"))
            return cls(list(strips), texts, collections, hands)


def plain(text: str) -> str:
    """Return the text of a line as it is taught: in NFC, one blank between words, a hyphen at its end as such."""
    return " ".join(nfc(text).replace("¬", "-").split())


def read_lines(folder: Path, alphabet: Alphabet, part: str = "train") -> Lines:
    """Read one part of ``folder``/lines.csv; lines with characters that the alphabet lacks are left out."""
    lines = Lines()
    with (folder / "lines.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == part]
    for row in rows:
        text = plain(row["text"])
        if part == "train":
            refuse_held_out(row["collection"])
        if not text or alphabet.unencodable(text):
            lines.counts["lines with characters that are not in the alphabet"] += 1
            continue
        strip = normalise_line(read_gray(folder / row["file"]), LINE_HEIGHT)
        if strip.shape[1] > LONGEST or strip.shape[1] < 2 * len(text):
            lines.counts["lines too long or too short for their text"] += 1
            continue
        lines.counts["lines"] += 1
        lines.add(strip, text, row["collection"], row["hand"])
    return lines


def join_words(folder: Path, alphabet: Alphabet, seed: int = 0) -> Lines:
    """Join the words of ``folder``/words.csv that may teach, in their order, to lines of one writer each."""
    rng = np.random.default_rng(seed)
    lines = Lines()
    usable = [row for row in teaching_rows(folder)[0] if not alphabet.unencodable(row["text"])]
    for writer, of_writer in groupby(usable, key=lambda row: row["writer"]):
        words = list(of_writer)
        while words:
            count = int(rng.integers(_JOINED[0], _JOINED[1] + 1))
            taken, words = words[:count], words[count:]
            strips = [_scaled(read_gray(folder / row["file"])) for row in taken]
            space = rng.uniform(*_SPACES)
            parts: list[NDArray[np.uint8]] = []
            for strip in strips:
                wide = max(3, round(LINE_HEIGHT * space * rng.uniform(0.7, 1.3)))
                parts += [strip, np.full((LINE_HEIGHT, wide), 255, np.uint8)]
            text = " ".join(plain(row["text"]) for row in taken)
            lines.counts["words joined to lines"] += len(taken)
            lines.add(np.concatenate(parts[:-1], axis=1), text, folder.name, f"{folder.name} {writer}")
    return lines


def _scaled(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a word as dark ink on white, as high as a line if it was cut as high as one."""
    ink = normalise_line(gray, LINE_HEIGHT)
    columns = np.flatnonzero((ink < 160).any(axis=0))
    return ink[:, columns[0] : columns[-1] + 1] if len(columns) > 4 else ink
