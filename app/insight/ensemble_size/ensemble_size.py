"""How many readers would be enough: what a model's X and X' and its votes on test words tell of that. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.insight.model.active_model import Loaded
from core.errors import DuctusError
from core.evaluation.bounds.ensemble_size import (
    MAX_MEMBERS,
    EnsembleSize,
    MeanRates,
    SizeErrors,
    exchangeable_error_limit,
    mean_rates,
    measured_errors,
    required_size,
    size_errors,
)
from core.evaluation.bounds.estimate import member_rates, vote_correlations
from core.evaluation.metrics import Interval, wilson_interval
from core.project.content.predictions import iter_predictions
from core.project.content.words import labelled_words
from core.project.project import Project
from core.recognition.vote_details import decode_votes

SIZES = tuple(sorted({*range(1, 21), *np.geomspace(20, MAX_MEMBERS, 30).round().astype(int).tolist()}))
"""Numbers of readers for which the curves are drawn."""


@dataclass(frozen=True, slots=True)
class Basis:
    """All that is known of the present readers; :func:`aim` then says how many are enough."""

    readers: int
    """L."""
    kind: MeanRates | None
    """Mean rates on X and X'; None where a reader has no rows of one kind."""
    rho: tuple[float, float] | None
    """How far two readers err together, on W_s and on W_u; None without enough test words that were read."""
    floor: float | None
    """What endlessly many such readers could still be wrong on; None without rho or chance."""
    curve: tuple[SizeErrors, ...]
    """At :data:`SIZES`; empty for readers no better than chance."""
    now: SizeErrors | None
    """At L."""
    measured: tuple[float | None, ...]
    """For 1..L of the readers the greater share of wrong verdicts on the test words."""
    alpha_interval: Interval
    """95 % interval of the readers' mean rate on X, the rows of all taken together; likewise beta on X'."""
    beta_interval: Interval
    known_words: int
    """Test pictures of words that a reader at least was trained on ..."""
    new_words: int
    """... and of others."""

    @property
    def works(self) -> bool:
        """Whether the readers are better than chance, without which nothing can be promised of many."""
        return self.kind is not None and self.kind.is_better_than_chance


@dataclass(frozen=True, slots=True)
class Aim:
    """``right`` (0 to 1) of the verdicts of either kind are to be right; ``enough`` readers for that."""

    right: float
    enough: EnsembleSize
    measured: int | None
    """The fewest of the present readers with which it was so on the test words."""

    @property
    def wanted(self) -> float:
        """The share that may be wrong."""
        return 1 - self.right


def basis(project: Project, now: Loaded) -> Basis:
    """Read what the model said of the test words, and work it all out; a quarter of a second without networks."""
    members, thres = now.summary.members, now.thres
    rates = [member_rates(member.calibration, k) for member, k in zip(members, thres, strict=True)]
    classes = [word for word in now.summary.classes if any(word in member.seen for member in members)]
    known = [len(member.seen) for member in members]
    kind = mean_rates(rates, known, len(now.summary.classes), len(classes))
    words, votes = _test_votes(project, now.model.name, len(members))
    says_seen = votes >= np.asarray(thres)[:, None]
    knows_image = _knows([member.seen for member in members], words)
    seen = np.asarray(knows_image.any(axis=0), np.bool_)
    works = kind is not None and kind.is_better_than_chance
    rho = vote_correlations(says_seen, knows_image) if works else None
    measured: Sequence[float] = ()
    if kind is not None:
        knows = _knows([member.seen for member in members], classes)
        measured = measured_errors(rates, knows, says_seen, knows_image).tolist()
    return Basis(
        len(members),
        kind,
        rho,
        exchangeable_error_limit(kind, rho) if kind is not None and rho is not None else None,
        tuple(size_errors(kind, size, rho) for size in SIZES) if works and kind is not None else (),
        size_errors(kind, len(members), rho) if works and kind is not None else None,
        tuple(None if np.isnan(value) else value for value in measured),
        _together([one.alpha for one in rates], [one.n_seen for one in rates]),
        _together([one.beta for one in rates], [one.n_unseen for one in rates]),
        int(seen.sum()),
        int((~seen).sum()),
    )


def aim(found: Basis, right: float) -> Aim:
    """How many readers are enough for a share ``right`` (above 0, below 1) of right verdicts of either kind."""
    wanted = 1 - right
    enough = required_size(found.kind, wanted, found.rho) if found.kind is not None else EnsembleSize(*[None] * 4)
    fewest = (n for n, value in enumerate(found.measured, 1) if value is not None and value <= wanted)
    return Aim(right, enough, next(fewest, None))


def _test_votes(project: Project, model: str, members: int) -> tuple[list[str], NDArray[np.int64]]:
    """The test words' texts [N] that a person and the model have read, and the votes for "seen" [L, N]."""
    truth = dict(labelled_words(project, "test"))
    words, votes = [], []
    for prediction in iter_predictions(project, model, list(truth)):
        try:
            detail = decode_votes(prediction.detail) if prediction.detail else []
        except DuctusError:
            continue  # it is told of where the word is looked at
        if len(detail) == members:
            words.append(truth[prediction.word_id])
            votes.append([vote.votes for vote in detail])
    return words, np.array(votes, np.int64).reshape(-1, members).T


def _together(rates: Sequence[float | None], rows: Sequence[int]) -> Interval:
    wrong = sum(round((rate or 0.0) * count) for rate, count in zip(rates, rows, strict=True))
    return wilson_interval(wrong, sum(rows))


def _knows(seen: Sequence[frozenset[str]], words: Sequence[str]) -> NDArray[np.bool_]:
    """bool [L, W]: which reader was trained on which word."""
    return np.array([[word in known for word in words] for known in seen], np.bool_).reshape(len(seen), -1)
