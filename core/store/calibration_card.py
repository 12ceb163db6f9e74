"""The lexicon that a model's calibration is for, as its card names it; without torch, so that the app can read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.lexicon.lexicon import Lexicon
    from core.model.ensemble import Ensemble
    from core.store.summary import ModelSummary

_TOLERANCE = 0.02


def has_similar_length(before: int, now: int) -> bool:
    """Return whether a lexicon of ``now`` words is about as long as one of ``before`` words: within 2 %.

    Then a calibration and figures still hold: single words that a person adds do not move the distances to the nearest
    words.
    """
    return abs(now - before) <= _TOLERANCE * before


def calibration_card(lexicon: Lexicon) -> dict[str, Any]:
    """Return the entry of a model's card for the lexicon that its calibration is for."""
    return {"lexicon": lexicon.digest(), "words": len(lexicon)}


def calibrated_length(card: dict[str, Any]) -> int | None:
    """Return how many words the lexicon of the calibration has; None if it is not in the model's card.

    Models of earlier versions have only the length, among the figures of their training data.
    """
    calibration = card.get("calibration")
    data, name = (calibration, "words") if isinstance(calibration, dict) else (card.get("data"), "lexicon")
    words = data.get(name) if isinstance(data, dict) else None
    return words if isinstance(words, int) else None


def was_calibrated(model: Ensemble | ModelSummary) -> bool:
    """Return whether gates and confidence were fitted on images; those of the starter model never were."""
    return any(len(member.calibration.is_seen) for member in model.members)


def was_trained_with(model: Ensemble | ModelSummary, lexicon: Lexicon) -> bool:
    """Return whether the model was trained with exactly this lexicon; False where its card does not name one."""
    card = model.card.get("calibration")
    return isinstance(card, dict) and card.get("lexicon") == lexicon.digest()


def is_calibrated_for(model: Ensemble | ModelSummary, lexicon: Lexicon) -> bool:
    """Return whether the calibration is for this lexicon, or one of nearly the same length.

    A model that was never calibrated fits any.
    """
    if not was_calibrated(model):
        return True
    if was_trained_with(model, lexicon):
        return True
    words = calibrated_length(model.card)
    return words is not None and has_similar_length(words, len(lexicon))
