"""Fit the rule for the third answer on X and X': when a spelling is to be preferred to every word of the list.

X' are words that the member has not met. With their word taken out of the list, and out of the words of which the
character model is made, they are what a word in no list is: the spelling may be right, the list cannot be. With their
word in the list, the images of X and X' are the opposite. The spelling of such a word cannot be tried on X, whose words
the member has learnt to spell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.lexicon.character_model import CharacterModel
from core.lexicon.lexicon import Lexicon
from core.model.unlisted_rule import UnlistedRule
from core.recognition.algorithms import MemberEvidence, SpelledEvidence, predict_by_margin
from core.recognition.unlisted import Spellings, answer_unlisted, spell, unlisted_evidence, unlisted_number
from core.training.confidence_fitting import CalibrationRows, drop_true_word

if TYPE_CHECKING:
    from core.model.spelling_learner import SpellingLearner

CHARACTER_WEIGHTS = (0.25, 0.5, 0.75, 1.0)
"""Weights of the character model that are tried."""

MIN_IMAGES = 50
"""With fewer images of X', or fewer correctly spelled ones than a tenth of that, there is no third answer."""


@dataclass(frozen=True, slots=True)
class UnlistedRows:
    """The n images of X and X' on which the rule is fitted."""

    embeddings: NDArray[np.float32]
    evidence: MemberEvidence
    truth: NDArray[np.int64]
    """[n] lexicon positions."""
    is_held_out: NDArray[np.bool_]
    """[n] True for rows of X'."""


@dataclass(frozen=True, slots=True)
class FittedUnlisted:
    """The rule, and the third answers on the images it was fitted on."""

    rule: UnlistedRule
    listed: SpelledEvidence
    """[n] with each image's word in the lexicon."""
    unlisted: SpelledEvidence
    """[m] the images of X' with their word taken out of it."""
    rows: NDArray[np.int64]
    """[m] which of the n images those are."""
    words: NDArray[np.int32]
    """[m] the number that stands for the true word of each."""


def fit_unlisted(
    learner: SpellingLearner, rows: UnlistedRows, lexicon: Lexicon, ool_rate: float
) -> FittedUnlisted | None:
    """Fit the rule; ``ool_rate`` is the expected share of words in no list. None where there are too few images."""
    held_out = np.flatnonzero(rows.is_held_out)
    if len(held_out) < MIN_IMAGES:
        return None
    words = [lexicon.words[position] for position in rows.truth.tolist()]
    of_held_out = [words[row] for row in held_out.tolist()]
    taken_out = set(of_held_out)
    model = CharacterModel.build([word for word in lexicon.words if word not in taken_out], lexicon.alphabet.characters)
    weight, spelled = _choose_weight(learner, rows.embeddings[held_out], of_held_out, lexicon, model)
    everything = spell(learner, rows.embeddings, lexicon, model, weight)
    ranks = everything.first_allowed(lexicon)
    listed, features = unlisted_evidence(learner, rows.embeddings, everything, ranks, rows.evidence, lexicon)
    without = drop_true_word(rows.evidence, rows.truth).take(held_out)
    ranks = spelled.first_allowed(lexicon, of_held_out)
    unlisted, features_without = unlisted_evidence(learner, rows.embeddings[held_out], spelled, ranks, without, lexicon)
    is_right = unlisted.text == np.array(of_held_out, object)
    of_list = predict_by_margin(rows.evidence, 0.0).word == rows.truth
    if is_right.sum() < MIN_IMAGES / 10 or not of_list.any():
        return None
    shares = float(of_list.mean()), float(is_right.mean())
    rule = UnlistedRule.fit(weight, features[of_list], features_without[is_right], ool_rate, shares)
    return FittedUnlisted(
        rule,
        answer_unlisted(rule, listed, features),
        answer_unlisted(rule, unlisted, features_without),
        held_out,
        np.array([unlisted_number(word) for word in of_held_out], np.int32),
    )


def with_third_answer(fitted: FittedUnlisted, rows: CalibrationRows) -> CalibrationRows:
    """Return the rows on which a confidence is fitted with the third answer.

    Of the images with their word taken out only those of X' stay. ``rows.out_of_lexicon`` must be there.
    """
    assert rows.out_of_lexicon is not None
    return replace(
        rows,
        evidence=replace(rows.evidence, spelled=fitted.listed),
        out_of_lexicon=replace(rows.out_of_lexicon.take(fitted.rows), spelled=fitted.unlisted),
        ool_rows=fitted.rows,
        ool_words=fitted.words,
    )


def word_weights(words: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return weights [n] that make every distinct word count the same, however many images show it."""
    _, row, counts = np.unique(words, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / counts[row], np.float64)


def _choose_weight(
    learner: SpellingLearner,
    embeddings: NDArray[np.float32],
    words: Sequence[str],
    lexicon: Lexicon,
    model: CharacterModel,
) -> tuple[float, Spellings]:
    """Return the weight at which most words of X' are spelled correctly, each word counting the same."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
    weights = word_weights(np.array([numbers[word] for word in words]))
    best: tuple[float, float, Spellings] | None = None
    for weight in CHARACTER_WEIGHTS:
        spelled = spell(learner, embeddings, lexicon, model, weight)
        ranks = spelled.first_allowed(lexicon, words)
        right = [
            rank >= 0 and texts[rank] == word
            for rank, texts, word in zip(ranks.tolist(), spelled.texts, words, strict=True)
        ]
        score = float(np.average(right, weights=weights))
        if best is None or score > best[0]:
            best = score, weight, spelled
    assert best is not None
    return best[1], best[2]
