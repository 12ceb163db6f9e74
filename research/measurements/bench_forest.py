"""A forest over 8,000 words x 15 coordinates: peak memory, stored size, time and accuracy.

Run: python -m research.measurements.bench_forest [--trees 100] [--depth 16]
Ends with status 1 when the peak is 2 GB or more, or the stored forest 20 MB or more.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time

import numpy as np

from core.model.word_classifiers.forest import ForestClassifier
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.nearest import NearestClassifier

CLASSES, DIMS, IMAGES = 8_000, 15, 8_000
MOST_MEMORY, MOST_STORED = 2e9, 20e6


def samples(rng: np.random.Generator, centres: np.ndarray, images: int) -> tuple[np.ndarray, np.ndarray]:
    """Word images as an embedder might give them: frequencies like those of a language, equal noise."""
    frequency = 1 / np.arange(1, len(centres) + 1)
    labels = rng.choice(len(centres), images, p=frequency / frequency.sum())
    return centres[labels] + 0.3 * rng.standard_normal((images, centres.shape[1])), labels


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trees", type=int, default=100)
    parser.add_argument("--depth", type=int, default=16)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    centres = rng.standard_normal((CLASSES, DIMS)) * np.linspace(1.8, 0.6, DIMS)
    features, labels = samples(rng, centres, IMAGES)

    started = time.perf_counter()
    forest = ForestClassifier(trees=options.trees, depth=options.depth)
    forest.fit(SeenWords(features, labels, centres, seed=0))
    fit_seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    stored = sum(array.nbytes for array in forest.to_arrays().values())

    chosen = rng.integers(0, CLASSES, 2_000)
    queries = centres[chosen] + 0.3 * rng.standard_normal((len(chosen), DIMS))
    started = time.perf_counter()
    right = (forest.predict(queries)[0] == chosen).mean()
    predict_ms = (time.perf_counter() - started) * 1000 / len(chosen)
    nearest = NearestClassifier().fit(SeenWords(features, labels, centres)).predict(queries)[0]

    assert forest.forest is not None
    print(
        f"forest of {options.trees} trees (depth {options.depth}): "
        f"{CLASSES} words x {DIMS}, {len(forest.forest.feature) // options.trees} nodes a tree"
    )
    print(f"fit {fit_seconds:.1f} s, predict {predict_ms:.2f} ms a word")
    print(f"peak memory of the process {peak / 1e9:.2f} GB (below {MOST_MEMORY / 1e9:.0f})")
    print(f"stored {stored / 1e6:.1f} MB (below {MOST_STORED / 1e6:.0f}), before compression")
    print(f"right: forest {right:.3f}, nearest {(nearest == chosen).mean():.3f}")
    return int(peak >= MOST_MEMORY or stored >= MOST_STORED)


if __name__ == "__main__":
    sys.exit(main())
