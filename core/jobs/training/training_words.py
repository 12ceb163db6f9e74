"""The transcribed words that a training learns from, and what becomes of words that were aligned automatically."""

from dataclasses import dataclass
from enum import StrEnum

from core.project.content.words import Role, aligned_fits, labelled_words
from core.project.project import Project


class AlignedUse(StrEnum):
    """The words aligned automatically, and confirmed by nobody, that a training learns from.

    All; those whose letters a model found in the ink (sure); or none.
    """

    ALL = "all"
    SURE = "sure"
    NONE = "none"


LEAST_FIT = 0.011
"""Mean probability of its letters from which an aligned word teaches: a mean log probability of -4.5, as projects have
had it. A whole line must fit better to be cut by alignment."""


@dataclass(frozen=True, slots=True)
class TrainingWords:
    """Id and transcription (NFC) of every word to train on; how many of them are aligned, and how many left out."""

    texts: dict[int, str]
    aligned: int
    left_out: int


def training_words(project: Project, use: str = AlignedUse.SURE) -> TrainingWords:
    """Return the project's transcribed training words, with those aligned words that ``use`` allows."""
    texts = dict(labelled_words(project, Role.TRAIN))
    fits = aligned_fits(project, Role.TRAIN)
    refused = {word_id for word_id, fit in fits.items() if not _is_allowed(fit, use)}
    kept = {word_id: text for word_id, text in texts.items() if word_id not in refused}
    return TrainingWords(kept, len(fits) - len(refused), len(refused))


def is_sure(fit: float | None) -> bool:
    """Return whether an aligned word fits its ink well enough to teach."""
    return fit is not None and fit >= LEAST_FIT


def _is_allowed(fit: float | None, use: str) -> bool:
    return use == AlignedUse.ALL or (use == AlignedUse.SURE and is_sure(fit))
