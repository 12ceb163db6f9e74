"""The kinds of predicted words. A module of its own, because the window needs them before NumPy is loaded."""

from __future__ import annotations

from enum import StrEnum


class PredictionStatus(StrEnum):
    """The kind of a predicted word: the model was trained on it, or not, or it is in no list."""

    SEEN = "seen"
    UNSEEN = "unseen"
    UNLISTED = "unlisted"
