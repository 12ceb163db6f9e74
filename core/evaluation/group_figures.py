"""Shares of right answers by group of words: trained on or not, length, frequency, writer; with 95 % intervals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import RULE_LABELS, DecisionRule
from core.evaluation.metrics import wilson_interval
from core.evaluation.reliability import BINS, bin_numbers

SURE = 0.9
"""Confidence from which a suggestion looks certain to a person."""
LENGTHS = ((1, 3), (4, 6), (7, 9), (10, None))
"""Characters of a word, first and last of each group; None: any more."""
FREQUENCIES = ((0, 0), (1, 1), (2, 5), (6, 20), (21, None))
"""Images of a word that were trained on."""

_Z = 1.959964
"""Half-width of a 95 % interval in standard deviations."""
_DRAWS, _SEED = 400, 1
"""Bootstrap draws of images for the interval of the calibration error."""


class Kind(StrEnum):
    """The property in which the groups differ; the values are kept in files."""

    STATUS = "status"
    LENGTH = "length"
    FREQUENCY = "frequency"
    WRITER = "writer"
    STARTER = "starter"


class Status(StrEnum):
    """The groups of :attr:`Kind.STATUS`."""

    SEEN = "seen"
    UNSEEN = "unseen"
    UNLISTED = "unlisted"
    """The word is in no list."""


MET, NOT_MET = "met", "not_met"
"""The groups of :attr:`Kind.STARTER`: new words that the starter model met, and the others."""

Share = tuple[float, float, float]
"""A value and the ends of its interval."""


@dataclass(frozen=True, slots=True)
class Answers:
    """N answers to word images; several readers may have answered to the same image."""

    images: NDArray[np.uint64]
    """[N] a number for each image, by which repeated ones are recognised."""
    words: Sequence[str]
    """[N] true words in NFC."""
    status: Sequence[Status]
    frequency: NDArray[np.int64]
    """[N] images of the word that the reader, or the model, was trained on."""
    writers: Sequence[str]
    """[N] "" where the writer is not known."""
    correct: NDArray[np.bool_]
    confidence: NDArray[np.float64]
    met: NDArray[np.bool_] | None = None
    """[N] whether the starter model met the word; None where that is not known or no matter."""


@dataclass(frozen=True, slots=True)
class GroupFigure:
    """The figures of one group. The number of different images, not of answers, decides the width of intervals."""

    kind: str
    group: str
    """A :class:`Status`, ``met`` or ``not_met``, ``4-6``, ``10-``, or a writer ("": not known)."""
    images: int
    right: Share
    sure_wrong: Share
    """Share of answers that are wrong at a confidence of :data:`SURE` or more."""
    confidence: Share
    """Mean."""
    ece: Share | None = None
    """Expected calibration error, for groups by status and with more than one image."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields, with lists instead of tuples."""
        return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(self).items()}


def group_figures(answers: Answers) -> list[GroupFigure]:
    """Return the figures of every group that has an answer.

    Words in no list are a group by status only: by length and the like they would hide the others. Among writers stands
    the one that is not known only beside known ones.
    """
    status = np.array([str(name) for name in answers.status], dtype=object)
    figures = [_figure(answers, Kind.STATUS, group, np.flatnonzero(status == group)) for group in Status]
    listed = status != Status.UNLISTED
    for kind, group, rows in _other_groups(answers, status == Status.UNSEEN):
        figures.append(_figure(answers, kind, group, np.flatnonzero(rows & listed)))
    return [figure for figure in figures if figure is not None]


def figures_from_json(stored: Any) -> tuple[GroupFigure, ...]:
    """Rebuild figures of :meth:`GroupFigure.to_json` from a file; what does not fit is left out."""
    figures = []
    for entry in stored if isinstance(stored, list) else ():
        try:
            right, wrong, confidence = (_share(entry[name]) for name in ("right", "sure_wrong", "confidence"))
            error = None if entry.get("ece") is None else _share(entry["ece"])
            group = str(entry["kind"]), str(entry["group"]), int(entry["images"])
            figures.append(GroupFigure(*group, right, wrong, confidence, error))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            continue
    return tuple(figures)


def range_name(first: int, last: int | None) -> str:
    """Return the name of a group of :data:`LENGTHS` or :data:`FREQUENCIES`: ``1``, ``4-6`` or ``10-``."""
    if last is None:
        return f"{first}-"
    return str(first) if first == last else f"{first}-{last}"


def _other_groups(answers: Answers, is_unseen: NDArray[np.bool_]) -> Iterator[tuple[Kind, str, NDArray[np.bool_]]]:
    if answers.met is not None:
        yield Kind.STARTER, MET, is_unseen & answers.met
        yield Kind.STARTER, NOT_MET, is_unseen & ~answers.met
    lengths = np.array([len(word) for word in answers.words], np.int64)
    for kind, values, ranges in ((Kind.LENGTH, lengths, LENGTHS), (Kind.FREQUENCY, answers.frequency, FREQUENCIES)):
        for first, last in ranges:
            yield kind, range_name(first, last), (values >= first) & (values <= (np.inf if last is None else last))
    writers = np.array(answers.writers, dtype=object)
    if any(answers.writers):
        for writer in sorted(set(answers.writers), key=lambda writer: (writer == "", writer)):
            yield Kind.WRITER, writer, writers == writer


def _figure(answers: Answers, kind: Kind, group: str, rows: NDArray[np.int64]) -> GroupFigure | None:
    if not len(rows):
        return None
    right, confidence = answers.correct[rows], answers.confidence[rows]
    _, image = np.unique(answers.images[rows], return_inverse=True)
    images = int(image.max()) + 1
    return GroupFigure(
        kind.value,
        str(group),
        images,
        _wilson(right, images),
        _wilson(~right & (confidence >= SURE), images),
        _mean(confidence, images),
        _calibration_error(right, confidence, image) if kind == Kind.STATUS and images > 1 else None,
    )


def _wilson(values: NDArray[np.bool_], images: int) -> Share:
    share = float(values.mean())
    return share, *wilson_interval(round(share * images), images)


def _mean(values: NDArray[np.float64], images: int) -> Share:
    mean, half = float(values.mean()), _Z * float(values.std()) / images**0.5
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def _calibration_error(right: NDArray[np.bool_], confidence: NDArray[np.float64], image: NDArray[np.int64]) -> Share:
    """Return ECE with the interval of a bootstrap that draws whole images; it is extended to the value itself."""
    gap, number = confidence - right, bin_numbers(confidence)

    def error(weight: NDArray[np.float64]) -> float:
        return float(np.abs(np.bincount(number, weight * gap, BINS)).sum() / weight.sum())

    rng, images = np.random.default_rng(_SEED), int(image.max()) + 1
    drawn = [
        error(np.bincount(rng.integers(0, images, images), minlength=images)[image].astype(np.float64))
        for _ in range(_DRAWS)
    ]
    value = error(np.ones(len(gap)))
    low, high = np.quantile(drawn, (0.025, 0.975))
    return value, min(float(low), value), max(float(high), value)


def _share(values: Any) -> Share:
    value, low, high = (float(part) for part in values)
    if not 0 <= low <= value <= high <= 1:
        raise ValueError("no share with its interval")
    return value, low, high


def scores_by_starter_words(
    correct: Mapping[DecisionRule, NDArray[np.bool_]], is_seen: NDArray[np.bool_], met: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return each rule's A_u on the words met and not met, with Wilson's intervals; ``met`` [N] is about the starter.

    ``correct`` [N] are a rule's answers; those of the members alone [L, N] are counted together, without an interval,
    since they are about the same images.
    """
    groups = {MET: ~is_seen & met, NOT_MET: ~is_seen & ~met}
    rows = {
        rule: {"about": RULE_LABELS[rule]} | {name: _accuracy(answers[..., rows]) for name, rows in groups.items()}
        for rule, answers in correct.items()
    }
    return {"images": {name: int(rows.sum()) for name, rows in groups.items()}, "rules": rows}


def _accuracy(correct: NDArray[np.bool_]) -> dict[str, Any]:
    if not correct.size:
        return {"A_u": None, "A_u_interval": None}
    interval = list(wilson_interval(int(correct.sum()), correct.size)) if correct.ndim == 1 else None
    return {"A_u": float(correct.mean()), "A_u_interval": interval}
