"""Measure starter models before anything is transcribed: on lines of hands they have not met, and on George Washington.

    python tests/benchmarks/bench_hands.py --lines HANDS [--gw GW] --starter FILE [--starter FILE ...] [--part check]
        [--out FILE.json]

``HANDS`` has lines.csv (file, text, collection, hand, page, part). Characters are read along the whole line, without
a list: their error rate ignores spaces. For the words among their page's words the lines are cut by the last starter
given, for all of them alike, and words with a poor score are measured, too. GW is read among all words of its pages.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rapidfuzz.distance import Levenshtein

from core.formats import gtp
from core.imaging.normalise import normalise, normalise_all
from core.imaging.read import read_gray
from core.lexicon.text import nfc
from core.model.ctc import greedy_decode
from core.model.line_spelling import spell_line
from core.recognition.line_alignment import align_words
from core.store.starter import load_starter

SCALE = 1.6
"""Enlargement at which lines are spelled; of 1.3 to 2 the best on hands held out from the training part."""


class Reader:
    """A starter model and its alphabet."""

    def __init__(self, path: Path) -> None:
        starter = load_starter(path)
        self.alphabet = starter.alphabet
        self.learner = starter.learner()

    def spell(self, gray: np.ndarray) -> str:
        import torch

        log_probs = torch.from_numpy(spell_line(self.learner, gray, SCALE).log_probs)
        return "".join(self.alphabet.characters[code] for code in greedy_decode(log_probs[None])[0])

    def right(self, images: np.ndarray, words: list[str], lexicon: list[str]) -> np.ndarray:
        nearest = self.learner.distances(lexicon, self.alphabet)(self.learner.embed(images)).argmin(axis=1)
        return np.array([lexicon[at] == word for at, word in zip(nearest, words, strict=True)])

    def cut(self, gray: np.ndarray, words: list[str]) -> list[np.ndarray] | None:
        """Return the images of the words, or None if the text cannot be placed."""
        line = align_words(self.learner, self.alphabet, gray, words)
        if line is None or any(word is None or word.right - word.left < 2 for word in line.words):
            return None
        return [normalise(np.ascontiguousarray(gray[:, word.left : word.right])) for word in line.words if word]


def read_lines(folder: Path, part: str, readers: list[Reader]) -> list[dict[str, Any]]:
    """Return a row for each collection, and one for all of them."""
    with (folder / "lines.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == part]
    pages: dict[tuple[str, str], list[tuple[np.ndarray, str]]] = defaultdict(list)
    errors: dict[str, list[list[float]]] = defaultdict(list)
    uncut: dict[str, int] = defaultdict(int)
    for row in rows:
        gray, text = read_gray(folder / row["file"]), nfc(row["text"])
        letters = "".join(text.split())
        distances = [float(Levenshtein.distance(reader.spell(gray), letters)) for reader in readers]
        errors[row["collection"]].append([len(letters), *distances])
        words = [word for word in text.split() if not readers[-1].alphabet.unencodable(word)]
        images = readers[-1].cut(gray, words) if words else []
        if images is None:
            uncut[row["collection"]] += 1
            continue
        pages[row["collection"], row["page"]] += zip(images, words, strict=True)
    right: dict[str, list[np.ndarray]] = defaultdict(list)
    for (collection, _), found in pages.items():
        if found:
            words = [word for _, word in found]
            stacked, lexicon = np.stack([image for image, _ in found]), sorted(set(words))
            right[collection].append(np.stack([reader.right(stacked, words, lexicon) for reader in readers], axis=1))
    return [
        row_of(name, [name] if name != "all" else sorted(errors), errors, right, uncut)
        for name in (*sorted(errors), "all")
    ]


def row_of(
    name: str,
    collections: list[str],
    errors: dict[str, list[list[float]]],
    right: dict[str, list[np.ndarray]],
    uncut: dict[str, int],
) -> dict[str, Any]:
    characters = np.sum([one for collection in collections for one in errors[collection]], axis=0)
    answers = np.concatenate([one for collection in collections for one in right[collection]])
    return {
        "collection": name,
        "lines": sum(len(errors[collection]) for collection in collections),
        "uncut": sum(uncut[collection] for collection in collections),
        "words": len(answers),
        "cer": [round(float(value), 4) for value in characters[1:] / characters[0]],
        "in_page_list": [round(float(value), 4) for value in answers.mean(axis=0)],
    }


def read_gw(folder: Path, readers: list[Reader]) -> dict[str, Any]:
    crops, words = [], []
    for page in gtp.read(folder).pages:
        gray = read_gray(page.image, page.frame)
        for word in page.words:
            x, y, w, h = word.box
            if word.text:
                crops.append(gray[y : y + h, x : x + w])
                words.append(word.text)
    lexicon = sorted({word for word in words if not readers[0].alphabet.unencodable(word)})
    images = normalise_all(crops)
    return {
        "collection": "George Washington",
        "words": len(words),
        "lexicon": len(lexicon),
        "in_list": [round(float(reader.right(images, words, lexicon).mean()), 4) for reader in readers],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starter", type=Path, action="append", required=True)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--gw", type=Path)
    parser.add_argument("--part", default="check")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    readers = [Reader(path) for path in args.starter]
    rows = [read_gw(args.gw, readers)] if args.gw else []
    rows += read_lines(args.lines, args.part, readers) if args.lines else []
    for row in rows:
        print(json.dumps(row, ensure_ascii=False), flush=True)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
