"""Words in real hands for the starter model: transcribed lines cut by forced alignment, and tables of cut words."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HELD_OUT_HANDS = 0.05
"""Share of the hands that are never trained on; what the starter reads of them stands in its card."""

PIECES = (2, 3, 4)
"""Words of a piece of a line, by turns."""

_LEAST_ROWS = 22
"""Rows of ink in the image of a piece, of 50: in a longer piece the letters are too small."""

_WIDTHS = (0.08, 1.5)
"""Least and greatest width of an average letter, in heights of the line, in a word that is kept."""


@dataclass
class RealWords:
    """Normalised images uint8 [N, 50, 250] with their words, hands, and scores (0 certain; tables have no others).

    An image may also be a piece of a line; its word is then several words with spaces between them.
    """

    images: NDArray[np.uint8]
    words: list[str]
    hands: list[str]
    collections: list[str]
    scores: NDArray[np.float32]
    is_piece: NDArray[np.bool_]
    """Which images are pieces of lines. An entry of a table may have spaces, too, as names of towns have."""
    counts: Counter[str] = field(default_factory=Counter)
    """Lines and words that were used and left out, by the reason."""

    @classmethod
    def join(cls, parts: list[RealWords]) -> RealWords:
        return cls(
            np.concatenate([part.images for part in parts]),
            [word for part in parts for word in part.words],
            [hand for part in parts for hand in part.hands],
            [collection for part in parts for collection in part.collections],
            np.concatenate([part.scores for part in parts]),
            np.concatenate([part.is_piece for part in parts]),
            sum((part.counts for part in parts), Counter()),
        )

    def take(self, rows: NDArray[np.bool_]) -> RealWords:
        at = np.flatnonzero(rows)
        words, hands, collections = ([own[i] for i in at] for own in (self.words, self.hands, self.collections))
        return RealWords(self.images[at], words, hands, collections, self.scores[at], self.is_piece[at], self.counts)

    def write(self, path: Path) -> None:
        """Write aside and rename, so that an interrupted run leaves no half file."""
        arrays: dict[str, Any] = {name: getattr(self, name) for name in ("images", "scores", "is_piece")}
        arrays |= {name: np.array("\n".join(getattr(self, name))) for name in ("words", "hands", "collections")}
        arrays["counts"] = np.array(json.dumps(self.counts))
        np.savez(path.with_suffix(".new.npz"), **arrays)
        path.with_suffix(".new.npz").rename(path)

    @classmethod
    def read(cls, path: Path) -> RealWords:
        with np.load(path, allow_pickle=False) as data:
            words, hands, collections = (str(data[name]).split("\n") for name in ("words", "hands", "collections"))
            counts = Counter(json.loads(str(data["counts"])))
            return cls(data["images"], words, hands, collections, data["scores"], data["is_piece"], counts)

    def is_held_out(self) -> NDArray[np.bool_]:
        """Return whether the hand of each image [N] is one of those that are never trained on."""
        return np.array([is_held_out_hand(hand) for hand in self.hands], np.bool_)


def is_held_out_hand(hand: str) -> bool:
    """Return whether a hand is never trained on, by a digest of its name."""
    return blake2b(hand.encode(), digest_size=2).digest()[0] < 256 * HELD_OUT_HANDS


def cut_lines(folder: Path, weights: Path, least: float, processes: int, part: str = "train") -> RealWords:
    """Cut the lines of one part of ``folder``/lines.csv into words, and into pieces, with the network of ``weights``.

    Lines with a mean log probability of their characters below ``least``, and words below twice that, are left out.
    """
    with (folder / "lines.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == part]
    pieces = [rows[start : start + 200] for start in range(0, len(rows), 200)]
    with get_context("spawn").Pool(processes) as pool:
        done = pool.imap(partial(_cut_rows, folder=folder, weights=weights, least=least), pieces)
        return RealWords.join(list(done))


def _cut_rows(rows: list[dict[str, str]], *, folder: Path, weights: Path, least: float) -> RealWords:
    import torch

    from core.imaging.read import read_gray
    from core.lexicon.text import nfc
    from core.model.line_spelling import spell_at_scales
    from core.recognition.line_alignment import align_words
    from core.store.starter import load_starter

    torch.set_num_threads(1)
    starter = load_starter(weights)
    learner = starter.learner()
    images: list[NDArray[np.uint8]] = []
    words, hands, collections = list[str](), list[str](), list[str]()
    scores, pieces, counts = list[float](), list[bool](), Counter[str]()
    sizes = cycle(PIECES)

    def keep(kind: str, image: NDArray[np.uint8] | None, text: str, score: float) -> None:
        if image is None or score < 2 * least or starter.alphabet.unencodable(text):
            counts[f"{kind} left out"] += 1
            return
        counts[kind] += 1
        images.append(image)
        words.append(text)
        hands.append(row["hand"])
        collections.append(row["collection"])
        scores.append(score)
        pieces.append(kind == "pieces")

    for row in rows:
        gray = read_gray(folder / row["file"])
        texts = nfc(row["text"]).replace("¬", "-").split()
        line = align_words(spell_at_scales(learner, gray), starter.alphabet, gray, texts)
        if line is None or line.score < least:
            counts["lines that the network cannot explain"] += 1
            continue
        counts["lines"] += 1
        for text, word in zip(texts, line.words, strict=True):
            columns = None if word is None else (word.left, word.right)
            keep("words", _crop(gray, columns, len(text)), text, word.score if word else 0.0)
        for start, end in _pieces(len(texts), sizes):
            found = [word for word in line.words[start:end] if word is not None]
            whole = len(found) == end - start
            text = " ".join(texts[start:end])
            image = _crop(gray, (found[0].left, found[-1].right) if whole else None, len(text))
            if image is not None and (image < 128).any(axis=1).sum() < _LEAST_ROWS:
                image = None
            keep("pieces", image, text, min((word.score for word in found), default=0.0))
    stacked = np.stack(images) if images else np.zeros((0, 50, 250), np.uint8)
    return RealWords(
        stacked, words, hands, collections, np.array(scores, np.float32), np.array(pieces, np.bool_), counts
    )


def _pieces(words: int, sizes: Iterator[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and one-past-last word of each piece of a line; a single word that is left over is none."""
    start = 0
    while words - start >= min(PIECES):
        end = min(words, start + next(sizes))
        yield start, end
        start = end


def _crop(gray: NDArray[np.uint8], columns: tuple[int, int] | None, letters: int) -> NDArray[np.uint8] | None:
    """The normalised image of some columns of a line; None if it is blank, or too narrow or wide for its letters."""
    from core.imaging.normalise import normalise

    if columns is None or columns[1] - columns[0] < 4:
        return None
    if not _WIDTHS[0] < (columns[1] - columns[0]) / len(gray) / letters < _WIDTHS[1]:
        return None
    image = normalise(np.ascontiguousarray(gray[:, slice(*columns)]))
    return image if (image < 128).sum() >= 20 else None


def teaching_rows(folder: Path) -> tuple[list[dict[str, str]], int]:
    """Return the rows of ``folder``/words.csv (file, text, writer, perhaps page) that may teach, and how many may not.

    Benchmarks measure with a fifth of the writers (bench_open_lists.py takes the same for its tests), and with the
    words of the whole pages in ``folder``/pages.
    """
    with (folder / "words.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["text"]]
    writers = np.random.default_rng(0).permutation(sorted({row["writer"] for row in rows}))
    testing, whole = set(writers[: len(writers) // 5].tolist()), {page.stem for page in folder.glob("pages/*")}
    teaching = [row for row in rows if row["writer"] not in testing and row.get("page") not in whole]
    return teaching, len(rows) - len(teaching)


def read_table(folder: Path, alphabet: Any) -> RealWords:
    """Read ``folder``/words.csv without what benchmarks measure with (:func:`teaching_rows`)."""
    from core.imaging.normalise import normalise
    from core.imaging.read import read_gray

    rows, kept = teaching_rows(folder)
    images, words, hands = [], [], []
    counts = Counter({"words of writers and pages kept for tests": kept}) if kept else Counter[str]()
    for row in rows:
        if alphabet.unencodable(row["text"]):
            counts["words left out"] += 1
        else:
            counts["words"] += 1
            images.append(normalise(read_gray(folder / row["file"])))
            words.append(row["text"])
            hands.append(f"{folder.name} {row['writer']}")
    named, scores, is_piece = (
        [folder.name] * len(words),
        np.zeros(len(words), np.float32),
        np.zeros(len(words), np.bool_),
    )
    return RealWords(np.stack(images), words, hands, named, scores, is_piece, counts)
