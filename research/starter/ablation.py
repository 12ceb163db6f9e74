"""Measure what each part of the starter's recipe is worth: leave it out, and read the hands that are held out.

    python -m research.starter.ablation FOLDER --begin FONTS.h5 --cut STARTER.h5 --lines HANDS --words TABLE ...
        [--seeds 0,1] [--only NAME,...] [--out FILE.csv]

FOLDER holds the fonts (fetch.sh). The lines are cut once, by the network of ``--cut``. Every recipe begins with the
network of ``--begin``, which has seen fonts only, and takes the same number of steps on one image in eight of each
hand, so that an image is met five times. No hand for testing and no test word takes part. Intervals of the differences
draw whole hands, the same ones for both recipes. Finished trainings are kept in FOLDER.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.imaging.augment import Augmentation
from research.starter.fitting import PLAIN, STRONG_AND_SMALLER, fit, load_readings, network, readings, save_readings
from research.starter.make import FONT_SHARE, chances
from research.starter.pictures import Drawn, draw
from research.starter.real import RealWords, cut_lines, read_table

SHARE_OF_IMAGES = 8
"""One image in so many is learnt from."""
EPOCHS = 4
"""Passes over real words and fonts together."""
RATE = 1.5e-3
PICTURES = 10_000
SHIPPED = STRONG_AND_SMALLER
"""The augmentation of the third, the fourth, the sixth and the eighth round."""
NONE = Augmentation(scale=0, shear=0, shift_x=0, shift_y=0, thickness=0, noise=0)
DRAWS = 2000
"""Random draws of hands for an interval."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to learn from real hands and fonts."""

    augmentation: Augmentation = SHIPPED
    is_fair: bool = True
    """False to draw every image with the same probability."""
    has_fonts: bool = True
    has_scrambled: bool = True
    """False for fonts that write words only."""


RECIPES = {
    "shipped": Recipe(),
    "no deformation": Recipe(NONE),
    "as in the training of readers": Recipe(PLAIN),
    "without elastic displacement": Recipe(replace(SHIPPED, elastic=0)),
    "without faded ink": Recipe(replace(SHIPPED, fade=0)),
    "without ink of neighbours": Recipe(replace(SHIPPED, neighbours=0)),
    "without rules": Recipe(replace(SHIPPED, rules=0)),
    "without stroke width": Recipe(replace(SHIPPED, thickness=0)),
    "without smaller images": Recipe(replace(SHIPPED, smaller=0)),
    "without scale, slant and shift": Recipe(replace(SHIPPED, scale=0, shear=0, shift_x=0, shift_y=0)),
    "every image alike": Recipe(is_fair=False),
    "without fonts": Recipe(has_fonts=False),
    "fonts write words only": Recipe(has_scrambled=False),
}


def real_words(options: argparse.Namespace) -> RealWords:
    """The words of all real hands, kept in the folder."""
    from core.lexicon.alphabet import load_alphabet

    kept = options.folder / "ablation-real.npz"
    if not kept.exists():
        parts = [cut_lines(folder, options.cut, -2.5, options.processes) for folder in options.lines]
        parts += [read_table(folder, load_alphabet("latin-extended")) for folder in options.words]
        RealWords.join(parts).write(kept)
    return RealWords.read(kept)


def some_of_each_hand(real: RealWords) -> NDArray[np.bool_]:
    """Choose every eighth image [N] of each hand, at least one."""
    met: Counter[str] = Counter()
    chosen = np.zeros(len(real.words), np.bool_)
    for row, hand in enumerate(real.hands):
        chosen[row] = met[hand] % SHARE_OF_IMAGES == 0
        met[hand] += 1
    return chosen


def train(
    recipe: Recipe, seed: int, real: RealWords, drawn: Drawn | None, options: argparse.Namespace, out: Path
) -> Any:
    """Train the network of ``--begin`` by a recipe."""
    images, words = real.images, real.words
    weights = chances(real, drawn) if recipe.is_fair else uniform(real, drawn)
    if drawn is not None:
        images, words = np.concatenate([images, drawn[0]]), [*words, *drawn[1]]
    # as many steps in each recipe, whether it has fonts or not
    epochs = EPOCHS if drawn is not None else round(EPOCHS * (len(words) + PICTURES) / len(words))
    return fit(
        network(options.begin, seed), images, words, weights, epochs=epochs, rate=RATE,
        augmentation=recipe.augmentation, is_new=False, seed=seed, device="cpu",
        checkpoint=out.with_suffix(".checkpoint.h5"),
    )  # fmt: skip


def uniform(real: RealWords, drawn: Drawn | None) -> NDArray[np.float64]:
    """The same probability for every real image, beside the share of the fonts."""
    share = FONT_SHARE if drawn is not None else 0.0
    parts = [np.full(len(real.words), (1 - share) / len(real.words))]
    if drawn is not None:
        parts.append(np.full(len(drawn[1]), share / len(drawn[1])))
    return np.concatenate(parts)


def compare(hands: list[str], letters: NDArray[np.int64], one: list[Any], other: list[Any]) -> dict[str, float]:
    """Return the mean figures of ``one`` over its seeds, and their differences from ``other`` with intervals."""
    names = sorted(set(hands))
    member = np.array([[hand == name for hand in hands] for name in names], np.float64)
    counts, length = member.sum(axis=1), member @ letters

    def by_hand(runs: list[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        right = np.mean([run.right for run in runs], axis=0)
        edits = np.mean([run.edits for run in runs], axis=0)
        return member @ right, member @ edits

    right, edits = by_hand(one)
    right_other, edits_other = by_hand(other)
    rng = np.random.default_rng(0)
    drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=DRAWS)
    gain = (drawn @ (right - right_other)) / (drawn @ counts)
    cer = (drawn @ (edits - edits_other)) / (drawn @ length)
    figures = {
        "in_list": right.sum() / counts.sum(),
        "cer": edits.sum() / length.sum(),
        "in_list_difference": (right - right_other).sum() / counts.sum(),
        "in_list_difference_low": np.quantile(gain, 0.025),
        "in_list_difference_high": np.quantile(gain, 0.975),
        "cer_difference": (edits - edits_other).sum() / length.sum(),
        "cer_difference_low": np.quantile(cer, 0.025),
        "cer_difference_high": np.quantile(cer, 0.975),
    }
    return {name: float(value) for name, value in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--begin", type=Path, required=True, help="a starter model that has seen fonts only")
    parser.add_argument("--cut", type=Path, required=True, help="the starter model that cuts the lines")
    parser.add_argument("--lines", type=Path, action="append", default=[])
    parser.add_argument("--words", type=Path, action="append", default=[])
    parser.add_argument("--seeds", default="0")
    parser.add_argument("--only", help="names of recipes, separated by commas; the shipped one is always among them")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    names = ["shipped", *options.only.split(",")] if options.only else list(RECIPES)
    real = real_words(options)
    real = real.take(~real.is_piece)
    unknown, learnt = real.take(real.is_held_out()), real.take(~real.is_held_out())
    learnt = learnt.take(some_of_each_hand(learnt))
    fonts = {scrambled: draw(options.folder, PICTURES, options.processes, scrambled)[0] for scrambled in (0.12, 0.0)}
    print(
        json.dumps({"learnt": len(learnt.words), "hands": len(set(learnt.hands)), "read": len(unknown.words)}),
        flush=True,
    )
    runs: dict[str, list[Any]] = {}
    for seed in seeds:
        for name in names:
            recipe = RECIPES[name]
            out = options.folder / f"ablation-{name.replace(' ', '-')}-{seed}.npz"
            if not out.exists():
                drawn = fonts[0.12 if recipe.has_scrambled else 0.0] if recipe.has_fonts else None
                save_readings(
                    out, readings(train(recipe, seed, learnt, drawn, options, out), unknown.images, unknown.words)
                )
            runs.setdefault(name, []).append(load_readings(out, unknown.words))
            print(name, seed, runs[name][-1].right.mean(), flush=True)
    letters = np.array([len(word) for word in unknown.words], np.int64)
    rows = [
        {"recipe": name, "seeds": len(seeds), **compare(unknown.hands, letters, runs[name], runs["shipped"])}
        for name in names
    ]
    for row in rows:
        print(json.dumps(row), flush=True)
    if options.out:
        with options.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows({k: f"{v:.4f}" if isinstance(v, float) else v for k, v in row.items()} for row in rows)


if __name__ == "__main__":
    main()
