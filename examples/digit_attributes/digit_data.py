"""Write scikit-learn's digits as two tables of images, FOLDER/train and FOLDER/test, for Ductus to import.

    python digit_data.py FOLDER

Seven digits are trained on. Of the images of each a third is for testing, with all images of the three others.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import cv2
import numpy as np
from digit_attributes import STROKES
from sklearn.datasets import load_digits

UNSEEN = ("two", "five", "nine")


def write(folder: Path) -> None:
    digits, names = load_digits(), list(STROKES)
    is_test = np.random.default_rng(0).random(len(digits.target)) < 1 / 3
    rows: dict[str, list[tuple[str, str]]] = {"train": [], "test": []}
    for number, (ink, target) in enumerate(zip(digits.images, digits.target, strict=True)):
        name = names[target]
        part = "test" if name in UNSEEN or is_test[number] else "train"
        small = np.asarray(255 - ink / 16 * 255, np.uint8)
        image = cv2.resize(cv2.copyMakeBorder(small, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255), (80, 80))
        (folder / part).mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / part / f"{number}.png"), image)
        rows[part].append((f"{number}.png", name))
    for part, listed in rows.items():
        with (folder / part / "words.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("file", "text"), *listed])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
