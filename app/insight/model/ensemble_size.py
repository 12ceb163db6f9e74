"""The number of members that suffices, from a model's X and X' and its votes on test words. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.insight.model.active_model import OpenedModel
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
from core.evaluation.bounds.intervals import SizeInterval, interval, rate_draws, rho_draws, size_interval
from core.evaluation.metrics import Interval, wilson_interval
from core.project.content.models import test_words_learnt_from
from core.project.content.predictions import iter_predictions
from core.project.content.words import Role, labelled_words
from core.project.project import Project
from core.recognition.vote_details import decode_votes

SIZES = tuple(sorted({*range(1, 21), *np.geomspace(20, MAX_MEMBERS, 30).round().astype(int).tolist()}))
"""The ensemble sizes at which the curves are computed."""


@dataclass(frozen=True, slots=True)
class MemberErrors:
    """The errors of the present members. A gate's decision is wrong if it takes a seen word for unseen or vice versa.

    Errors are shares of the kind of word, seen or unseen, on which they are larger.
    """

    members: int
    """L."""
    rates: MeanRates | None
    """Mean rates on X and X'; None if a member has no rows of one kind."""
    rho: tuple[float, float] | None
    """Correlation of two members' votes on W_s and on W_u; None without enough test words with predictions."""
    limit: float | None
    """The bound for infinitely many such members; None without rho, or if they are no better than chance."""
    curve: tuple[SizeErrors, ...]
    """At :data:`SIZES`; empty for members no better than chance."""
    present: SizeErrors | None
    """At L."""
    measured: tuple[float | None, ...]
    """Errors on the test words for 1..L of the members."""
    alpha_interval: Interval
    """95 % interval of the mean error on X, from the rows of all members."""
    beta_interval: Interval
    """The same on X'."""
    n_seen: int
    """Number of test images of words that at least one member was trained on."""
    n_unseen: int
    """Number of the other test images."""
    rho_interval: tuple[Interval, Interval] | None = None
    """95 % intervals of rho; None where it is unknown."""
    draws: tuple[tuple[float, float, float, float], ...] = ()
    """Bootstrap draws of alpha, beta, rho on W_s and rho on W_u; empty where rho is unknown."""

    @property
    def is_better_than_chance(self) -> bool:
        """Return whether the members are better than chance; otherwise nothing can be concluded for more of them."""
        return self.rates is not None and self.rates.is_better_than_chance


@dataclass(frozen=True, slots=True)
class SizeAnswer:
    """The number of members that suffices for a target ``accuracy`` (0 to 1) of the decisions on either kind."""

    accuracy: float
    required: EnsembleSize
    measured: int | None
    """The least number of the present members with this accuracy on the test words."""
    interval: SizeInterval | None = None
    """95 % interval of ``required.exchangeable``; None where rho is unknown."""

    @property
    def error(self) -> float:
        """The share of decisions that may be wrong."""
        return 1 - self.accuracy


def member_errors(project: Project, opened: OpenedModel) -> MemberErrors:
    """Read the votes on the test words and compute the errors; takes half a second."""
    members, thres = opened.summary.members, opened.thres
    rates = [member_rates(member.calibration, limit) for member, limit in zip(members, thres, strict=True)]
    classes = [word for word in opened.summary.classes if any(word in member.seen for member in members)]
    mean = mean_rates(rates, [len(member.seen) for member in members], len(opened.summary.classes), len(classes))
    words, votes = _test_votes(project, opened.model.name, len(members))
    votes_seen = votes >= np.asarray(thres)[:, None]
    seen_sets = [member.seen for member in members]
    image_seen_by = _seen_by(seen_sets, words)
    is_seen = np.asarray(image_seen_by.any(axis=0), np.bool_)
    useful = mean if mean is not None and mean.is_better_than_chance else None
    rho = vote_correlations(votes_seen, image_seen_by) if useful is not None else None
    drawn = rho_draws(votes_seen, image_seen_by, words) if rho is not None else None
    measured: Sequence[float] = ()
    if mean is not None:
        measured = measured_errors(rates, _seen_by(seen_sets, classes), votes_seen, image_seen_by).tolist()
    return MemberErrors(
        len(members),
        mean,
        rho,
        exchangeable_error_limit(useful, rho) if useful is not None and rho is not None else None,
        tuple(size_errors(useful, size, rho) for size in SIZES) if useful is not None else (),
        size_errors(useful, len(members), rho) if useful is not None else None,
        tuple(None if np.isnan(value) else value for value in measured),
        _pooled_interval([rate.alpha for rate in rates], [rate.n_seen for rate in rates]),
        _pooled_interval([rate.beta for rate in rates], [rate.n_unseen for rate in rates]),
        int(is_seen.sum()),
        int((~is_seen).sum()),
        None if drawn is None else (interval(drawn[:, 0]), interval(drawn[:, 1])),
        () if drawn is None else tuple(map(tuple, np.hstack([rate_draws(rates), drawn]).tolist())),
    )


def answer_size(errors: MemberErrors, accuracy: float) -> SizeAnswer:
    """Return how many members suffice for ``accuracy`` (above 0, below 1) on either kind of word."""
    limit = 1 - accuracy
    required = EnsembleSize(*[None] * 4) if errors.rates is None else required_size(errors.rates, limit, errors.rho)
    sufficient = (n for n, error in enumerate(errors.measured, 1) if error is not None and error <= limit)
    ends = None
    if errors.draws and errors.rates is not None:
        draws = np.array(errors.draws)
        ends = size_interval(draws[:, :2], errors.rates, draws[:, 2:], limit)
    return SizeAnswer(accuracy, required, next(sufficient, None), ends)


def _test_votes(project: Project, model: str, members: int) -> tuple[list[str], NDArray[np.int64]]:
    """Return the transcriptions [N] of the test words with predictions, and the votes for "seen" [L, N]."""
    learnt = test_words_learnt_from(project, model)
    transcriptions = {word: text for word, text in labelled_words(project, Role.TEST) if word not in learnt}
    words, votes = [], []
    for prediction in iter_predictions(project, model, list(transcriptions)):
        try:
            detail = decode_votes(prediction.detail) if prediction.detail else []
        except DuctusError:
            continue  # reported in the tab about the word
        if len(detail) == members:
            words.append(transcriptions[prediction.word_id])
            votes.append([vote.votes for vote in detail])
    return words, np.array(votes, np.int64).reshape(-1, members).T


def _pooled_interval(rates: Sequence[float | None], rows: Sequence[int]) -> Interval:
    wrong = sum(round((rate or 0.0) * count) for rate, count in zip(rates, rows, strict=True))
    return wilson_interval(wrong, sum(rows))


def _seen_by(seen_sets: Sequence[frozenset[str]], words: Sequence[str]) -> NDArray[np.bool_]:
    """Return [L, W] whether each member was trained on each word."""
    return np.array([[word in seen for word in words] for seen in seen_sets], np.bool_).reshape(len(seen_sets), -1)
