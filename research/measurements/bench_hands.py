"""Measure starter models before anything is transcribed: on lines of hands they have not met, and on George Washington.

    python -m research.measurements.bench_hands --lines HANDS [--gw GW] --starter FILE [--starter FILE ...]
        [--part check]
        [--adapt] [--out FILE.json]

``HANDS`` has lines.csv (file, text, collection, hand, page, part). Characters are read along the whole line, without
a list: their error rate ignores spaces. For the words among their page's words the lines are cut by the last starter
given, for all of them alike, and words with a poor score are measured, too. GW is read among all words of its pages.
With --adapt a further column is the last starter after it has adapted itself, without transcriptions, to the words of a
collection, with their distinct words as list.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from core.errors import InputError
from core.events import ignore_events
from core.formats import gtp
from core.imaging.normalise import normalise, normalise_all
from core.imaging.read import read_gray
from core.lexicon.alphabet import Alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ctc import greedy_decode
from core.model.line_spelling import spell_at_scales, spell_line
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_alignment import align_words
from core.store.starter import Starter, load_starter
from core.training.adaptation import AdaptationSettings, adapt
from core.training.checkpoints import RunFolder
from core.training.starter_init import starter_ensemble

SCALE = 1.6
"""Enlargement at which lines are spelled; of 1.3 to 2 the best on hands held out from the training part."""


class Reader:
    """A starter model and its alphabet."""

    def __init__(self, learner: SpellingLearner, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.learner = learner

    @classmethod
    def load(cls, path: Path) -> Reader:
        starter = load_starter(path)
        return cls(starter.learner(), starter.alphabet)

    def adapted(self, images: np.ndarray, words: list[str]) -> Reader:
        """Return the reader adapted to the images, with the words as list; for too few images as it is."""
        start = starter_ensemble(Starter(self.alphabet, self.learner.to_arrays(), {}), self.alphabet)
        list_of_words = Lexicon(sorted(set(words)), self.alphabet)
        try:
            with TemporaryDirectory() as kept:
                settings, folder, go_on = AdaptationSettings(), RunFolder(Path(kept)), lambda: False
                ensemble = adapt(start, images, list_of_words, settings, 0, "cpu", folder, ignore_events, go_on)
        except InputError:
            return self
        learner = ensemble.members[0].learner
        assert isinstance(learner, SpellingLearner)
        return Reader(learner, self.alphabet)

    def spell(self, gray: np.ndarray) -> str:
        import torch

        log_probs = torch.from_numpy(spell_line(self.learner, gray, SCALE).log_probs)
        spelled = "".join(self.alphabet.characters[code] for code in greedy_decode(log_probs[None])[0])
        return spelled.replace(" ", "")

    def right(self, images: np.ndarray, words: list[str], lexicon: list[str]) -> np.ndarray:
        nearest = self.learner.distances(lexicon, self.alphabet)(self.learner.embed(images)).argmin(axis=1)
        return np.array([lexicon[at] == word for at, word in zip(nearest, words, strict=True)])

    def cut(self, gray: np.ndarray, words: list[str]) -> list[np.ndarray] | None:
        """Return the images of the words, or None if the text cannot be placed."""
        line = align_words(spell_at_scales(self.learner, gray), self.alphabet, gray, words)
        if line is None or any(word is None or word.right - word.left < 2 for word in line.words):
            return None
        return [normalise(np.ascontiguousarray(gray[:, word.left : word.right])) for word in line.words if word]


def read_lines(folder: Path, part: str, readers: list[Reader], *, with_adapted: bool) -> list[dict[str, Any]]:
    """Return a row for each collection, and one for all of them."""
    with (folder / "lines.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["part"] == part]
    errors: dict[str, list[list[float]]] = {}
    right: dict[str, list[np.ndarray]] = {}
    uncut: dict[str, int] = {}
    for name in sorted({row["collection"] for row in rows}):
        lines = [row for row in rows if row["collection"] == name]
        grays = [read_gray(folder / row["file"]) for row in lines]
        pages, uncut[name] = cut_pages(grays, lines, readers[-1])
        asked = list(readers)
        if with_adapted:
            images = [image for found in pages.values() for image, _ in found]
            words = [word for found in pages.values() for _, word in found]
            asked.append(readers[-1].adapted(np.stack(images), words))
        errors[name] = [
            letters_and_errors(gray, nfc(row["text"]), asked) for gray, row in zip(grays, lines, strict=True)
        ]
        right[name] = [page_answers(found, asked) for found in pages.values()]
    return [
        row_of(name, [name] if name != "all" else sorted(errors), errors, right, uncut) for name in (*errors, "all")
    ]


def cut_pages(
    grays: list[np.ndarray], lines: list[dict[str, str]], reader: Reader
) -> tuple[dict[str, list[tuple[np.ndarray, str]]], int]:
    """Return the word images of each page with their words, and the number of lines that could not be cut."""
    pages: dict[str, list[tuple[np.ndarray, str]]] = defaultdict(list)
    uncut = 0
    for gray, row in zip(grays, lines, strict=True):
        words = [word for word in nfc(row["text"]).split() if not reader.alphabet.unencodable(word)]
        images = reader.cut(gray, words) if words else []
        if images is None:
            uncut += 1
        elif images:
            pages[row["page"]] += zip(images, words, strict=True)
    return pages, uncut


def letters_and_errors(gray: np.ndarray, text: str, readers: list[Reader]) -> list[float]:
    """Return the number of letters of a line, and how far each reader's spelling is from them."""
    letters = "".join(text.split())
    return [len(letters), *(float(Levenshtein.distance(reader.spell(gray), letters)) for reader in readers)]


def page_answers(found: list[tuple[np.ndarray, str]], readers: list[Reader]) -> np.ndarray:
    """Return [words, readers] whether each word of a page is read rightly among the page's words."""
    words = [word for _, word in found]
    images, lexicon = np.stack([image for image, _ in found]), sorted(set(words))
    return np.stack([reader.right(images, words, lexicon) for reader in readers], axis=1)


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


def read_gw(folder: Path, readers: list[Reader], *, with_adapted: bool) -> dict[str, Any]:
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
    asked = list(readers)
    if with_adapted:
        asked.append(readers[-1].adapted(images, lexicon))
    return {
        "collection": "George Washington",
        "words": len(words),
        "lexicon": len(lexicon),
        "in_list": [round(float(reader.right(images, words, lexicon).mean()), 4) for reader in asked],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--starter", type=Path, action="append", required=True)
    parser.add_argument("--lines", type=Path)
    parser.add_argument("--gw", type=Path)
    parser.add_argument("--part", default="check")
    parser.add_argument("--adapt", action="store_true", help="also the last starter adapted to each collection")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    readers = [Reader.load(path) for path in args.starter]
    rows = [read_gw(args.gw, readers, with_adapted=args.adapt)] if args.gw else []
    rows += read_lines(args.lines, args.part, readers, with_adapted=args.adapt) if args.lines else []
    for row in rows:
        print(json.dumps(row, ensure_ascii=False), flush=True)
    if args.out:
        args.out.write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
