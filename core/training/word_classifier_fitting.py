"""Training of a member's word classifier (Algorithm 6, among seen words), and of those for its own training images.

Algorithm 5 (padded samples) makes its training data from X. On these very images the classifier is nearly always right,
on others it is not: thresholds and confidence fitted on its own rows would trust it too much. So X is split into folds,
and for each fold a classifier trained on the others answers (cross-fitting: Chernozhukov et al., "Double/Debiased
Machine Learning for Treatment and Structural Parameters", The Econometrics Journal 21(1), 2018). Reading uses the one
trained on all of X.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.events import ShouldStop
from core.model.pca import Pca
from core.model.word_classifiers import WORD_CLASSIFIERS, WordClassifier
from core.model.word_classifiers.forest import ForestClassifier
from core.model.word_classifiers.interface import SeenWords
from core.model.word_classifiers.lr import LogisticClassifier
from core.recognition.algorithms import MemberEvidence
from core.training.job import MemberTask
from core.training.splits import MemberSplit

FOLDS = 5


@dataclass(frozen=True, slots=True)
class FittedClassifier:
    """A word classifier, and the classifiers of the folds of X."""

    classifier: WordClassifier
    folds: tuple[tuple[NDArray[np.int64], WordClassifier], ...]
    """Rows of X, and the classifier that was trained on the other ones; none where X has a single image."""

    def find(self, rows: int, find: Callable[[NDArray[np.int64], WordClassifier], MemberEvidence]) -> MemberEvidence:
        """Return the evidence on ``rows`` images, first those of X: each by a classifier that was not trained on it.

        ``find(images [n], classifier)`` returns the evidence on some of them with that classifier.
        """
        left_out = np.concatenate([np.zeros(0, np.int64), *(chosen for chosen, _ in self.folds)])
        others = np.setdiff1d(np.arange(rows), left_out)
        groups = [group for group in (*self.folds, (others, self.classifier)) if len(group[0])]
        evidence = MemberEvidence.concatenate([find(chosen, classifier) for chosen, classifier in groups])
        return evidence.take(np.argsort(np.concatenate([chosen for chosen, _ in groups])))


def train_word_classifier(
    task: MemberTask, split: MemberSplit, pca: Pca, points: NDArray[np.float32], should_stop: ShouldStop
) -> FittedClassifier | None:
    """Train the classifier among the seen words W_s^(k) (Algorithm 6) on padded samples (Algorithm 5).

    ``points`` [n, D] are the projected signatures of X. Return None for the nearest signature. It takes six times as
    long as one classifier.
    """
    if task.job.preset.classifier == "nearest":
        return None  # a third-party learner may have its own kind of signatures
    centres = pca.transform(task.class_signatures()[split.seen_classes])
    labels = np.searchsorted(split.seen_classes, task.job.samples.labels()[split.reserved])
    seed = task.seeds()["words"]

    def fit(rows: NDArray[Any] | slice) -> WordClassifier:
        words = SeenWords(points[rows], labels[rows], centres, seed, task.job.device, should_stop)
        return _new_classifier(task).fit(words)

    fold = draw_folds(labels, seed)
    numbers = np.unique(fold) if len(labels) > 1 else fold[:0]
    return FittedClassifier(
        fit(slice(None)), tuple((np.flatnonzero(fold == number), fit(fold != number)) for number in numbers.tolist())
    )


def draw_folds(labels: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Return the fold [n] of each row, 0 to :data:`FOLDS` - 1: equally many rows each, those of a word spread out."""
    order = np.lexsort((np.random.default_rng((seed, 7)).random(len(labels)), labels))
    fold = np.empty(len(labels), np.int64)
    fold[order] = np.arange(len(labels)) % FOLDS
    return fold


def _new_classifier(task: MemberTask) -> WordClassifier:
    kind = WORD_CLASSIFIERS[task.job.preset.classifier]
    return kind(cap=task.job.preset.cap) if issubclass(kind, LogisticClassifier | ForestClassifier) else kind()
