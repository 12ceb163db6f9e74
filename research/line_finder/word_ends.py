"""Make resources/models/word-ends.h5: trees that separate the gaps between words from those inside them.

Run through `make word-ends`, after each new line finder or starter model. It finds the lines of real pages with
transcriptions (part `train`); the starter model aligns their text with the ink, which gives the gaps between words. The
trees are tested by leaving out one collection after the other. What they say of collections left out, and the spaces
that the starter model sees, are joined by a logistic regression.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent


LEAST_SCORE = -1.2
"""Least mean log probability of the letters of a line that is learnt from."""
_INSIDE = 0.8
"""Share of a found baseline inside a true line's outline from which both are the same line."""
TREES = {"max_iter": 100, "learning_rate": 0.08, "max_leaf_nodes": 8, "l2_regularization": 1.0}


@dataclass
class KnownLine:
    """A line found that is one line of known text: [n, 2] left and right ends of its ink runs, [m, 2] of its words.

    ``features``, ``spaces`` (the starter model's log-odds) and ``labels`` (1 between two words, 0 inside one, NaN
    unknown) are of the n - 1 gaps between the runs.
    """

    runs: NDArray[np.float64]
    words: NDArray[np.float64]
    features: NDArray[np.float64]
    spaces: NDArray[np.float64]
    labels: NDArray[np.float64]

    def right(self, is_between: NDArray[np.bool_]) -> int:
        """Return how many of the words into which these gaps cut the line are one word, whole and alone.

        Words that touch are in one run, which then is no word.
        """
        left = np.maximum(self.runs[:, None, 0], self.words[None, :, 0])
        overlap = np.minimum(self.runs[:, None, 1], self.words[None, :, 1]) - left
        word_of_run = overlap.argmax(axis=1)
        # a slanted run reaches over its neighbours: of two that hold all of a word, the narrower one is its own
        run_of_word = (overlap - 1e-3 * np.ptp(self.runs, axis=1)[:, None]).argmax(axis=0)
        group = np.concatenate([[0], np.cumsum(is_between)])
        count = 0
        for number in range(group[-1] + 1):
            inside = group == number
            first = word_of_run[inside][0]
            is_whole = np.array_equal(word_of_run == first, inside)
            count += is_whole and np.flatnonzero(inside[run_of_word]).tolist() == [first]
        return count


@dataclass
class PageGaps:
    """The gaps of all known lines of a page, one line after the other."""

    collection: str
    part: str
    lines: list[KnownLine]

    @property
    def features(self) -> NDArray[np.float64]:
        return np.concatenate([line.features for line in self.lines])

    @property
    def spaces(self) -> NDArray[np.float64]:
        return np.concatenate([line.spaces for line in self.lines])

    @property
    def labels(self) -> NDArray[np.float64]:
        return np.concatenate([line.labels for line in self.lines])

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether each gap has a label."""
        return ~np.isnan(self.labels)

    @property
    def by_width(self) -> NDArray[np.bool_]:
        """What the widths of the gaps decide alone."""
        return self.features[:, 1] > 0


def page_gaps(job: tuple[str, str, str, Path]) -> PageGaps | None:
    """Return the labelled gaps of one page; None where no line is found or none fits its text."""
    import cv2
    import torch

    from core.formats import pagexml
    from core.imaging.read import read_gray
    from core.imaging.segment.found_lines import runs_of_lines
    from core.imaging.segment.gap_features import gap_features
    from core.recognition.line_spaces import LineSpaces

    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    name, collection, part, folder = job
    page = pagexml.read(folder / "pages" / f"{name}.xml").pages[0]
    gray = read_gray(page.image)
    found = runs_of_lines(gray, _finder().maps(gray))
    if found is None:
        return None
    scale = found.binary.scale
    words = _aligned(gray, found.lines, scale, [line for line in page.lines if line.polygon and line.text])
    features = gap_features(found.runs, [line.xheight for line in found.lines])
    alphabet, learner = _reader()
    spaces_of, outlines, lines = LineSpaces(learner, alphabet), found.outlines(gray.shape), []
    for number, columns in words.items():
        if not (edges := found.edges(number)):
            continue
        labels = _labels(edges, columns)
        spaces = spaces_of(gray, outlines[number], edges) if len(edges) > 1 else np.zeros(0)
        lines.append(KnownLine(np.array(edges), np.array(columns, np.float64), features[number], spaces, labels))
    return PageGaps(collection, part, lines) if lines else None


@cache
def _finder() -> Any:
    """The line finder, loaded once in each process."""
    from core.store.line_finder import line_finder_path, load_line_finder

    return load_line_finder(line_finder_path())


@cache
def _reader() -> tuple[Any, Any]:
    """The alphabet and the network of the starter model, loaded once in each process."""
    from core.store.starter import load_starter, starter_path

    starter = load_starter(starter_path())
    return starter.alphabet, starter.learner()


def _aligned(gray: Any, lines: Any, scale: float, true: list[Any]) -> dict[int, list[tuple[int, int]]]:
    """Return the columns of the words of each found line that is one true line whose text fits."""
    import cv2

    from core.imaging.segment.page import line_region
    from core.lexicon.text import nfc
    from core.recognition.line_alignment import align_words

    alphabet, learner = _reader()
    of_true: dict[int, list[int]] = {}
    for number, line in enumerate(lines):
        points = np.stack([line.xs, line.ys - line.xheight / 3], axis=1)[:: max(1, len(line.xs) // 20)] / scale
        shares = [
            np.mean(
                [
                    cv2.pointPolygonTest(np.asarray(one.polygon, np.float32), (float(x), float(y)), False) >= 0
                    for x, y in points
                ]
            )
            for one in true
        ]
        if shares and max(shares) > _INSIDE:
            of_true.setdefault(int(np.argmax(shares)), []).append(number)
    words = {}
    for place, numbers in of_true.items():
        region = line_region(gray, true[place].box, true[place].polygon)
        texts = nfc(true[place].text).replace("¬", "-").split()
        if len(numbers) > 1 or region is None or len(texts) < 2:
            continue
        aligned = align_words(learner, alphabet, region.gray, texts)
        if aligned is not None and aligned.score > LEAST_SCORE and None not in aligned.words:
            words[numbers[0]] = [(word.left + region.x, word.right + region.x) for word in aligned.words if word]
    return words


def _labels(runs: list[tuple[float, float]], words: list[tuple[int, int]]) -> NDArray[np.float64]:
    """Return for each gap between runs whether it lies between two words; NaN where a run is in none."""
    edges, spans = np.array(runs), np.array(words, np.float64)
    overlap = np.minimum(edges[:, None, 1], spans[None, :, 1]) - np.maximum(edges[:, None, 0], spans[None, :, 0])
    step = np.diff(overlap.argmax(axis=1))
    outside = overlap.max(axis=1) <= 0
    labels = (step > 0).astype(np.float64)
    labels[outside[1:] | outside[:-1] | (step < 0)] = np.nan
    return labels


def fit(pages: list[PageGaps]) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows, labels = (np.concatenate(part) for part in zip(*map(_learnt_from, pages), strict=True))
    return HistGradientBoostingClassifier(**TREES, early_stopping=False, random_state=0).fit(rows, labels)


def _learnt_from(page: PageGaps) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return page.features[page.known], page.labels[page.known]


def fit_joint(pages: list[PageGaps], logits: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return [3] constant and weights of a logistic regression over the trees' logits [n] and the starter's spaces."""
    from sklearn.linear_model import LogisticRegression

    rows = np.stack([np.concatenate(logits), np.concatenate([page.spaces for page in pages])], axis=1)
    labels = np.concatenate([page.labels for page in pages])
    known = ~np.isnan(labels)
    model = LogisticRegression(C=1e3).fit(rows[known], labels[known])
    return np.concatenate([model.intercept_, model.coef_[0]])


def decide_left_out(pages: list[PageGaps]) -> tuple[list[NDArray[np.float64]], list[NDArray[np.bool_]]]:
    """Return, for each page, the logits of trees that learnt from the other collections, and what they decide jointly.

    The regression that joins them with the starter's spaces is one of the other collections, too.
    """
    from core.imaging.segment.word_ends import BETWEEN_WORDS

    models = {
        name: fit([page for page in pages if page.collection != name]) for name in {page.collection for page in pages}
    }
    logits = [models[page.collection].decision_function(page.features) for page in pages]
    ends = {}
    for name, model in models.items():
        others = [place for place, page in enumerate(pages) if page.collection != name]
        joint = fit_joint([pages[place] for place in others], [logits[place] for place in others])
        ends[name] = to_word_ends(model, joint)
    return logits, [ends[page.collection].probabilities(page.features, page.spaces) > BETWEEN_WORDS for page in pages]


def to_word_ends(model: Any, joint: NDArray[np.float64]) -> Any:
    """Return scikit-learn's trees as ours."""
    from core.imaging.segment.word_ends import WordEnds

    columns: dict[str, list[Any]] = {name: [] for name in ("roots", "feature", "threshold", "left", "right", "value")}
    for (predictor,) in model._predictors:
        nodes, start = predictor.nodes, len(columns["feature"])
        columns["roots"].append(start)
        own = np.arange(start, start + len(nodes))
        is_leaf = nodes["is_leaf"].astype(bool)
        columns["feature"] += np.where(is_leaf, -1, nodes["feature_idx"]).tolist()
        columns["threshold"] += np.where(is_leaf, 0.0, nodes["num_threshold"]).tolist()
        columns["left"] += np.where(is_leaf, own, nodes["left"] + start).tolist()
        columns["right"] += np.where(is_leaf, own, nodes["right"] + start).tolist()
        columns["value"] += np.where(is_leaf, nodes["value"], 0.0).tolist()
    arrays = {name: np.array(column) for name, column in columns.items()}
    base = np.array([float(np.ravel(model._baseline_prediction)[0])])
    return WordEnds.from_arrays(arrays | {"base": base, "joint": joint})


def word_figures(pages: list[PageGaps], decisions: list[NDArray[np.bool_]]) -> dict[str, float]:
    """Share of gaps decided rightly; precision and recall of words, those that touch others among the true ones."""
    right = found = true = gaps = correct = 0
    for page, decided in zip(pages, decisions, strict=True):
        gaps, correct = gaps + int(page.known.sum()), correct + int((decided == page.labels)[page.known].sum())
        ends = np.cumsum([len(line.labels) for line in page.lines])[:-1]
        for line, cut in zip(page.lines, np.split(decided, ends), strict=True):
            right, found, true = right + line.right(cut), found + int(cut.sum()) + 1, true + len(line.words)
    return {
        "gaps": gaps,
        "right": correct / gaps,
        "words": true,
        "found": found,
        "precision": right / found,
        "recall": right / true,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, required=True, help="a folder with pages.csv and pages/")
    parser.add_argument("--without", action="append", default=[], help="a collection that is not learnt from")
    parser.add_argument("--check", action="store_true", help="measure on the pages of the part check, too")
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "resources" / "models" / "word-ends.h5")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    from core.imaging.segment.word_ends import BETWEEN_WORDS
    from core.store.starter import starter_digest, starter_path
    from core.store.word_ends import save_word_ends

    with (options.pages / "pages.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    jobs = [
        (row["page"], row["collection"], row["part"], options.pages)
        for row in rows
        if row["part"] == "train" or (options.check and row["collection"] not in options.without)
    ]
    with get_context("spawn").Pool(options.processes) as pool:
        every = [page for page in pool.imap(page_gaps, jobs) if page is not None]
    pages = [page for page in every if page.collection not in options.without and page.part == "train"]
    aside = {
        "not_learnt_from": [page for page in every if page.collection in options.without and page.part == "train"],
        "check": [page for page in every if page.collection not in options.without and page.part == "check"],
    }
    logits, decided = decide_left_out(pages)
    ends = to_word_ends(fit(pages), fit_joint(pages, logits))
    about: dict[str, Any] = {
        "pages": dict(Counter(page.collection for page in pages)),
        "starter": starter_digest(starter_path()),
        "joint": ends.joint.tolist(),
        "left_out_by_collection": word_figures(pages, decided),
        "left_out_by_collection_trees_alone": word_figures(pages, [logit > 0 for logit in logits]),
        "by_width": word_figures(pages, [page.by_width for page in pages]),
    }
    for name, some in aside.items():
        if some:
            both = [ends.probabilities(page.features, page.spaces) > BETWEEN_WORDS for page in some]
            trees = [ends.probabilities(page.features) > BETWEEN_WORDS for page in some]
            about[name] = word_figures(some, both)
            about[f"{name}_trees_alone"] = word_figures(some, trees)
            about[f"{name}_by_width"] = word_figures(some, [page.by_width for page in some])
    print(json.dumps(about, indent=1), flush=True)
    save_word_ends(options.out, ends, about)


if __name__ == "__main__":
    main()
