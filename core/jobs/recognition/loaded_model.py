"""A model opened to recognise a project's words: its ensemble, the thresholds in force, the lexicon, its cache."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError, ModelFileError
from core.events import Listener, NetworkPass, Note
from core.jobs.project_lexicon import encodable_lexicon
from core.language import tr_plural
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import collisions
from core.model.ensemble import Ensemble
from core.project.content.calibrations import fitting_recalibration
from core.project.content.models import Model, calibration_digest, chosen_thresholds, get_model
from core.project.project import Project
from core.recognition.unlisted import spells
from core.store.calibration_card import is_calibrated_for, was_trained_with
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import load_ensemble
from core.store.summary import ModelSummary, model_summary


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """An ensemble ready to read words of a project."""

    model: Model
    ensemble: Ensemble
    lexicon: Lexicon
    cache: EmbeddingCache
    device: str
    thresholds_chosen: bool = False
    """True if a person chose the thresholds, so that they are not those that training found."""
    file: Path | None = None
    """The file of the ensemble: that of the model, or its recalibration for the present lexicon."""
    is_calibrated: bool = True
    """True if gates, thresholds and confidence were fitted with the present lexicon."""

    @property
    def recalibrated_for(self) -> str | None:
        """The digest of the lexicon that it was recalibrated for; None for the model's own calibration."""
        if self.file is None or self.file == self.model.file:
            return None
        return calibration_digest(self.file)

    @property
    def thres(self) -> list[int]:
        """The thresholds [L] in force."""
        return [member.thres for member in self.ensemble.members]

    def embed(self, images: NDArray[np.uint8], emit: Listener) -> list[NDArray[np.float32]]:
        """Return each member's embeddings of ``images`` [N, 50, 250], from the cache where they are kept."""
        learners = [member.learner for member in self.ensemble.members]
        return self.cache.embed_all(learners, images, self.device, lambda: emit(NetworkPass(len(images))))


def open_model(
    project: Project, name: str | None, device: str, emit: Listener, thres: Sequence[int] | None = None
) -> LoadedModel:
    """Open the named or active model with the project's present lexicon.

    Thresholds are ``thres`` if given, else those a person chose for the model in this project, else its own.

    Raises:
        InputError: there is no such model, the lexicon is empty, or the thresholds do not fit.
        ModelFileError: the model file is damaged.
    """
    model = get_model(project, name)
    summary = model_summary(model.file)
    lexicon = encodable_lexicon(project, summary.alphabet, emit)
    file, is_calibrated = model.file, is_calibrated_for(summary, lexicon)
    stored = None if is_calibrated else _load_recalibration(project, model, summary, lexicon)
    if stored is None:
        ensemble = load_ensemble(file)
    else:
        (file, ensemble), is_calibrated = stored, True
    if not was_trained_with(summary, lexicon):
        _report_look_alikes(ensemble, lexicon, emit)
    if thres is None:
        thres = chosen_thresholds(project, model)
    if thres is not None:
        ensemble = with_thresholds(ensemble, thres)
    cache = EmbeddingCache(project.folder)
    return LoadedModel(model, ensemble, lexicon, cache, device, thres is not None, file, is_calibrated)


def _report_look_alikes(ensemble: Ensemble, lexicon: Lexicon, emit: Listener) -> None:
    """Report words that the model cannot distinguish; the training reported those of its own lexicon.

    A learner that spells compares letters too, and so distinguishes words with equal signatures.
    """
    if any(spells(member.learner) for member in ensemble.members):
        return
    groups = collisions(lexicon.words, lexicon.alphabet)
    if groups:
        first, second = groups[0][:2]
        note = tr_plural(
            "The word list has changed since this model was trained. It has {n} group of words that "
            "the model cannot tell apart, '{first}' and '{second}': of them it always suggests the same word.",
            "The word list has changed since this model was trained. It has {n} groups of words that the model cannot "
            "tell apart, such as '{first}' and '{second}': of each group it always suggests the same word.",
            len(groups),
            first=first,
            second=second,
        )
        emit(Note(note))


def _load_recalibration(
    project: Project, model: Model, summary: ModelSummary, lexicon: Lexicon
) -> tuple[Path, Ensemble] | None:
    """Return the model's stored recalibration that fits this lexicon; None if there is none, or it is damaged."""
    file = fitting_recalibration(project, model, summary.card, len(lexicon), lexicon.digest())
    try:
        return None if file is None else (file, load_ensemble(file))
    except (ModelFileError, InputError):
        return None  # it is made again when it is needed


def with_thresholds(ensemble: Ensemble, thres: Sequence[int]) -> Ensemble:
    """Return the ensemble with other thresholds: one for all members, or one each. Raises InputError out of range."""
    count = len(ensemble.members)
    wanted = list(thres) * count if len(thres) == 1 else list(thres)
    if len(wanted) != count:
        raise InputError.of(
            "Give one threshold, or one for each of the {count} readers, not {n_wanted}.",
            count=count,
            n_wanted=len(wanted),
        )
    for member, value in zip(ensemble.members, wanted, strict=True):
        if not 0 <= value <= member.n_gates + 1:
            raise InputError.of("The threshold {value} lies outside 0..{most}.", value=value, most=member.n_gates + 1)
    members = tuple(replace(m, thres=v) for m, v in zip(ensemble.members, wanted, strict=True))
    return replace(ensemble, members=members)
