"""The fit of the active model's calibration to the project's present lexicon. Without torch: the app reads this."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError
from core.project.content.lexicon import lexicon_size, lexicon_words
from core.project.content.models import (
    Model,
    active_model,
    calibrated_file,
    postponed_recalibration,
    recalibrated_file,
    recalibrated_files,
)
from core.project.project import Project
from core.store.calibration_card import calibrated_length, has_similar_length, was_calibrated

if TYPE_CHECKING:
    from core.store.summary import ModelSummary

_IDENTITY = ("job", "created", "manifest")
"""Entries of a model's card that its recalibrations share with it and with no other model."""


@dataclass(frozen=True, slots=True)
class CalibrationState:
    """The calibration of the active model, and the lexicon."""

    model: str
    words: int
    """Words of the present lexicon that the model can encode."""
    calibrated_words: int
    """Words of the lexicon that the model's predictions were calibrated for; without any, that of the training."""
    fits: bool
    """True if the model, or one of its recalibrations, is calibrated for the present lexicon."""
    has_predictions: bool
    predictions_fit: bool
    """True if the calibration that made the model's predictions is for the present lexicon."""
    is_postponed: bool = False
    """True if a person cancelled a recalibration for the present lexicon, or it was impossible."""
    was_impossible: bool = False
    """True if any recalibration of this model was impossible, so that the person knows why."""


def calibration_state(project: Project) -> CalibrationState | None:
    """Read the state; None where no calibration can be outdated.

    That is without an active model or a lexicon, with the starter model, and with a model that does not record what
    it was calibrated for. Raises ModelFileError for a damaged model.
    """
    model = active_model(project)
    if model is None:
        return None
    summary = _summary(model.file)
    length = calibrated_length(summary.card)
    if not was_calibrated(summary) or not length:
        return None
    recalibrations = [number for _, number in _recalibrations(project, model, summary.card)]
    words = lexicon_size(project)
    if not any(has_similar_length(number, words) for number in (length, *recalibrations)):
        words = sum(map(summary.alphabet.encodable.issuperset, lexicon_words(project)))
    if not words:
        return None
    used = calibrated_file(project, model)
    used_length = length if used == model.file else (_length_for(used, summary.card) or length)
    postponed = postponed_recalibration(project, model)
    return CalibrationState(
        model.name,
        words,
        used_length,
        fits=any(has_similar_length(number, words) for number in (length, *recalibrations)),
        has_predictions=project.one("SELECT 1 FROM prediction WHERE model = ? LIMIT 1", (model.name,)) is not None,
        predictions_fit=has_similar_length(used_length, words),
        is_postponed=postponed is not None and has_similar_length(postponed.words, words),
        was_impossible=postponed is not None and postponed.was_impossible,
    )


def fitting_recalibration(project: Project, model: Model, card: dict[str, Any], words: int, digest: str) -> Path | None:
    """Return the file of the model's recalibration for the lexicon with this number of words and this digest.

    Without one for that very lexicon the latest for one of nearly the same length; None without any. ``card`` is the
    model's.
    """
    exact = recalibrated_file(project, model, digest)
    files = [file for file, number in _recalibrations(project, model, card) if has_similar_length(number, words)]
    return exact if exact in files else next(iter(files), None)


def _summary(file: Path) -> ModelSummary:
    """Return the summary of a model file, read again only when the file has changed.

    The app reads the state after every edit, and a summary of fifteen members takes a tenth of a second.
    """
    try:
        status = file.stat()
    except OSError:
        return _read_summary(file, 0, 0)
    return _read_summary(file, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=2)
def _read_summary(file: Path, modified_ns: int, size: int) -> ModelSummary:
    # HDF5 takes long to import, and opening a project needs it only where there is a model
    from core.store.summary import model_summary

    return model_summary(file)


def _recalibrations(project: Project, model: Model, card: dict[str, Any]) -> list[tuple[Path, int]]:
    """Return the files of the model's recalibrations with the lengths of their lexicons, the latest first."""
    lengths = ((file, _length_for(file, card)) for file in recalibrated_files(project, model))
    found = [(file, length) for file, length in lengths if length]
    return sorted(found, key=lambda entry: entry[0].stat().st_mtime_ns, reverse=True)


def _length_for(file: Path, card: dict[str, Any]) -> int | None:
    """Return the length of a recalibration's lexicon; None if it is damaged or one of another model."""
    from core.store.tree import read_card

    try:
        about = read_card(file).get("about")
    except (DuctusError, OSError):
        return None  # it is made again when it is needed
    if not isinstance(about, dict) or any(about.get(name) != card.get(name) for name in _IDENTITY):
        return None
    return calibrated_length(about)
