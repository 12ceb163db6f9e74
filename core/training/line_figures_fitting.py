"""Fit the weight and the confidence of lines on words set aside: costs of candidates, calibration of readings.

The votes on these words are by members that were not trained on them. Some of the words that are read in a page are cut
otherwise than they are written. They are counted where Ductus has cut the words, because nothing on the page tells them
from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.recognition.candidate_costs import (
    FEATURES,
    LEAST_SHARE,
    CandidateCosts,
    LineReading,
    MemberList,
    Ranking,
    candidate_features,
)
from core.recognition.predicted_words import predict_words
from core.recognition.vote_details import MemberVote
from core.recognition.word_model import WordModel
from core.store.shipped_files import shipped_voice

_FITTED = FEATURES - 1
"""Familiarity is not fitted: with transcribed lines the line reader learns the language that it reads."""
_RIDGE = 1.0
"""L2 penalty on the standardised coefficients of the costs."""
_CAP = 4.0
"""Distances count up to this multiple of the median distance of other candidates."""
_LINE_UNIT = 5.0
"""Typical difference between two candidates in the line's reading and in rarity, in nats."""
_FAR = 1e5
"""Larger distances stand for words that there are not."""


@dataclass(frozen=True, slots=True)
class SetAsideWord:
    """The vote on one image by the members that were not trained on it; ``winner`` None: a word in no list won."""

    lists: tuple[MemberList, ...]
    winner: str | None
    line: Mapping[str, float] = field(default_factory=dict)
    """The costs of candidates in the reading of the line."""
    hidden: str | None = None
    """The true word, where it counts as one in no list."""

    def reading(self, model: WordModel) -> LineReading:
        """Return the line's reading, with the rarity of words in ``model``."""
        return LineReading(self.line, lambda word: -model.log_token_share(word, self.hidden))

    @property
    def first(self) -> str:
        """The vote's word; where a word in no list won, the first of the line's reading."""
        return next(iter(self.line)) if self.winner is None else self.winner


MeasuredWord = tuple[SetAsideWord, str, WordModel]
"""A word set aside, its true text, and the word model for its page."""


def fit_costs(images: Sequence[MeasuredWord]) -> CandidateCosts:
    """Fit the costs of candidates on images and their true words, by maximum likelihood.

    Images without the true word among their candidates are left out.
    """
    excess = [
        distance - member.chosen[0][1]
        for word, *_ in images
        for member in word.lists
        for _, distance in member.chosen[1:]
        if member.chosen[0][1] < distance < _FAR
    ]
    cap = _CAP * float(np.median(excess)) if excess else 1.0
    tables, places = [], []
    for word, truth, model in images:
        names, features = candidate_features(word.lists, word.first, cap, word.reading(model))
        if truth in names:
            tables.append(np.array(features)[:, :_FITTED])
            places.append(names.index(truth))
    unit = np.array([cap, 1.0, 1.0, 1.0, _LINE_UNIT, _LINE_UNIT])
    if not tables:
        return CandidateCosts((*(1.0 / unit).tolist(), 0.0), cap)
    padded = np.full((len(tables), max(map(len, tables)), _FITTED), np.nan)
    for row, table in enumerate(tables):
        padded[row, : len(table)] = table / unit
    return CandidateCosts((*(_fit_logit(padded, places) / unit).tolist(), 0.0), cap)


def _fit_logit(features: NDArray[np.float64], places: Sequence[int]) -> NDArray[np.float64]:
    """Return the coefficients [_FITTED] of a conditional logit model.

    ``features`` [n, m, _FITTED] are NaN where an image has fewer than m candidates; ``places`` [n] are the right ones.
    """
    from scipy.optimize import minimize

    is_real = ~np.isnan(features[:, :, 0])
    features = np.nan_to_num(features)
    truth = features[np.arange(len(features)), places]

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = np.where(is_real, -features @ weights, -np.inf)
        top = logits.max(axis=1, keepdims=True)
        shares = np.exp(logits - top)
        total = shares.sum(axis=1, keepdims=True)
        value = float((np.log(total) + top).sum() + (truth @ weights).sum())
        slope = (truth - ((shares / total)[:, :, None] * features).sum(axis=1)).sum(axis=0)
        return value + 0.5 * _RIDGE * float(weights @ weights), slope + _RIDGE * weights

    found = minimize(loss, np.ones(_FITTED), jac=True, method="L-BFGS-B", bounds=[(0.0, 1e3)] * _FITTED)
    return np.asarray(found.x)


def rank_set_aside(costs: CandidateCosts, word: SetAsideWord, model: WordModel) -> Ranking:
    """Return the candidates of a word with their costs."""
    return costs.rank(word.lists, word.first, word.reading(model))


_PARTS = 3
"""Parts of the lines, of which each is measured with costs that were fitted on the others."""

_PRIOR = 10.0
"""L2 penalty on how far offset and slope are from those of hands that the line reader never met."""


@dataclass(frozen=True, slots=True)
class MiscutWord:
    """A word that reading cut otherwise than it is written: whatever is read of it is wrong."""

    votes: Sequence[MemberVote]
    line: Mapping[str, float]
    """The costs of candidates in the reading of the line."""


Vote = Callable[[NDArray[np.uint8]], list[Sequence[MemberVote]]]
"""From word images, uint8 [N, H, W], to the votes of all members on each."""


def votes_of(ensemble: Ensemble, lexicon: Lexicon, device: str) -> Vote:
    """Return how the members of an ensemble vote on word images that none of them was trained on."""

    def vote(images: NDArray[np.uint8]) -> list[Sequence[MemberVote]]:
        embeddings = [member.learner.embed(images, device) for member in ensemble.members]
        predicted = predict_words(ensemble, embeddings, lexicon)
        return [() if prediction is None else prediction.members for prediction in predicted]

    return vote


def fit_line_confidence(
    lines: Sequence[Sequence[MeasuredWord]], costs: CandidateCosts, miscut: Sequence[MiscutWord], cut: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the calibrations of readings of ``lines`` of words: with their boxes known, and as reading cuts them.

    It cuts the words ``miscut`` wrongly, beside ``cut`` others. Each line is measured with costs fitted without it, for
    those that were fitted on few words are surer of these than of any others. ``costs`` are those of all lines.
    """
    shares: list[float] = []
    is_right: list[bool] = []
    for part in range(_PARTS):
        held_out = [word for of_line in lines[part::_PARTS] for word in of_line]
        others = fit_costs([word for n, of_line in enumerate(lines) if n % _PARTS != part for word in of_line])
        rankings = [rank_set_aside(others, word, model) for word, _, model in held_out]
        shares += [ranking.share for ranking in rankings]
        is_right += [ranking.words[0] == truth for ranking, (_, truth, _) in zip(rankings, held_out, strict=True)]
    *_, words = lines[0][0]
    readings = [LineReading(word.line, lambda text: -words.log_token_share(text)) for word in miscut]
    wrong = [costs.rank_voted(word.votes, reading).share for word, reading in zip(miscut, readings, strict=True)]
    weights = [1.0] * len(shares) + [len(shares) / max(1, cut)] * len(wrong)
    voice = shipped_voice()
    usual = None if voice is None else voice["calibration"]
    known = fit_calibration(shares, is_right, usual=usual)
    return known, fit_calibration(shares + wrong, is_right + [False] * len(wrong), weights, usual)


def fit_calibration(
    shares: Sequence[float],
    is_right: Sequence[bool],
    weights: Sequence[float] | None = None,
    usual: Sequence[float] | None = None,
) -> tuple[float, float]:
    """Return offset and slope from the logit of a reading's share to that of its confidence.

    Each reading counts as often as its weight says, by default once. Offset and slope are the likeliest, or, with few
    readings, near the ``usual`` ones.

    J. Platt: "Probabilistic Outputs for Support Vector Machines and Comparisons to Regularized Likelihood Methods",
    1999; his smoothed targets keep few words from making it certain.
    """
    from scipy.optimize import minimize

    share = np.clip(np.asarray(shares, np.float64), LEAST_SHARE, 1 - LEAST_SHARE)
    logit = np.log(share / (1 - share))
    right = np.asarray(is_right, np.bool_)
    count = np.ones(len(share)) if weights is None else np.asarray(weights, np.float64)
    target = np.where(right, (count[right].sum() + 1) / (count[right].sum() + 2), 1 / (count[~right].sum() + 2))

    def loss(numbers: NDArray[np.float64]) -> float:
        z = numbers[0] + numbers[1] * logit
        away = 0.0 if usual is None else ((numbers - np.asarray(usual)) ** 2).sum()
        return float((count * (np.logaddexp(0, z) - target * z)).sum() + _PRIOR / 2 * away)

    found = minimize(loss, np.array([0.0, 1.0]), method="L-BFGS-B", bounds=[(-20, 20), (0, 20)])
    return float(found.x[0]), float(found.x[1])
