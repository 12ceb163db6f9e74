"""George Washington's letter books: four folds, alphabetic words, lexicon of all words of train and test."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.benchmark.data import BenchmarkData
from core.errors import InputError
from core.formats import gtp
from core.formats.xml_parse import parse
from core.geometry import Box
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.training.samples import Samples


def load(data: Path, fold: int) -> BenchmarkData:
    """Read the pages under ``data`` and split their alphabetic words by ``gw_cv{fold}_{train,test}.xml``."""
    folds = {role: _spots(data / f"gw_cv{fold}_{role}.xml") for role in ("train", "test")}
    images: dict[str, list[np.ndarray]] = {"train": [], "test": []}
    words: dict[str, list[str]] = {"train": [], "test": []}
    for page in gtp.read(data).pages:
        gray = read_gray(page.image, page.frame)
        for word in page.words:
            if word.text is None or not word.text.isalpha():
                continue
            key = (page.image.name, word.box)
            role = next((role for role, spots in folds.items() if key in spots), None)
            if role is None:
                raise InputError.at(page.image, f"the word '{word.text}' at {word.box} is in no part of fold {fold}")
            x, y, w, h = word.box
            images[role].append(gray[y : y + h, x : x + w])
            words[role].append(word.text)
    samples = {role: Samples.of(normalise_all(images[role]), words[role]) for role in images}
    return BenchmarkData.of(f"gw fold {fold}", samples["train"], samples["test"])


def _spots(path: Path) -> set[tuple[str, Box]]:
    if not path.is_file():
        raise InputError.at(path, "the list of the fold's words is missing", hint="Folds are numbered 1 to 4")
    spots = set()
    for spot in parse(path).iter("spot"):
        x, y, w, h = (int(spot.get(name)) for name in ("x", "y", "w", "h"))
        spots.add((str(spot.get("image")), (x, y, w, h)))
    return spots
