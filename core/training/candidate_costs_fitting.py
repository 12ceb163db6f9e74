"""Fit the costs of candidates on words set aside: votes by members that were not trained on them, and their lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.recognition.candidate_costs import (
    FEATURES,
    CandidateCosts,
    LineReading,
    MemberList,
    Ranking,
    candidate_features,
)
from core.recognition.word_model import WordModel

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
