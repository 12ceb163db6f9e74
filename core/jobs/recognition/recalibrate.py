"""The recalibration job: fit a model's gates, thresholds and confidence for the project's present lexicon."""

from typing import Any

from core.device import resolve_device
from core.errors import InputError
from core.events import Listener, Note, ShouldStop, ignore_events
from core.jobs.lines.line_readers import line_reader_of
from core.jobs.project_lexicon import encodable_lexicon
from core.jobs.recognition.loaded_model import LoadedModel, open_model
from core.jobs.training.line_training import SampleVoices
from core.jobs.training.train import with_card
from core.jobs.training.training_data import estimated_ool_percent, sample_lines, sample_writers
from core.language import tr, tr_plural
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.project.content.lexicon import estimate_ool
from core.project.content.models import (
    Model,
    calibrated_file,
    choose_thresholds,
    chosen_thresholds,
    delete_recalibrations,
    get_model,
    recalibrated_file,
    unfinished_recalibration,
)
from core.project.content.words import labelled_words
from core.project.project import Project
from core.project.word_images import load_all_images
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import load_ensemble, save_ensemble
from core.training.checkpoints import RunFolder
from core.training.presets import Preset
from core.training.recalibration import recalibrate
from core.training.samples import Samples


def recalibrate_model(
    project: Project, name: str | None, device: str, emit: Listener, should_stop: ShouldStop
) -> dict[str, Any]:
    """Calibrate the named or active model for the present lexicon and store that beside the model.

    The model file stays as it is, and is used again when the lexicon is what it was. Thresholds that a person chose
    were for the old gates and are given up. A recalibration that was stopped or killed continues after its last
    finished member. Return the result that the command line prints. Raises InputError when too many of the images are
    gone, Stopped.
    """
    model = get_model(project, name)
    ensemble = load_ensemble(model.file)
    lexicon = encodable_lexicon(project, ensemble.alphabet, emit)
    return _recalibrate(project, model, ensemble, lexicon, device, emit, should_stop)


def _recalibrate(
    project: Project,
    model: Model,
    ensemble: Ensemble,
    lexicon: Lexicon,
    device: str,
    emit: Listener,
    should_stop: ShouldStop,
) -> dict[str, Any]:
    known = set(ensemble.classes)
    words = {
        word_id: word for word_id, word in labelled_words(project, "train") if word in lexicon and nfc(word) in known
    }
    emit(Note(tr_plural("Reading {n} word image.", "Reading {n} word images.", len(words))))
    images = load_all_images(project, list(words), emit)
    samples = Samples.of(images.images, [words[word_id] for word_id in images.ids])
    preset = Preset.from_json(ensemble.card["preset"])
    if preset.ool_percent:
        preset = preset.changed(ool_percent=estimated_ool_percent(preset.ool_percent, estimate_ool(project)))
    folder = RunFolder(unfinished_recalibration(project, model), project=project.folder)
    lines = sample_lines(project, images.ids)
    cache = EmbeddingCache(project.folder)
    reader = line_reader_of(project, ensemble)
    voices = None if reader is None else SampleVoices(project, reader, lexicon, images.ids)
    result = recalibrate(ensemble, samples, lexicon, preset, device, emit, should_stop, folder, lines, cache, voices)
    result = with_card(result, samples, sample_writers(project, images.ids))
    file = recalibrated_file(project, model, lexicon.digest())
    project.files.make_folder(file.parent)
    save_ensemble(file, result, replace=True)
    # that of the present predictions is still needed to explain their votes
    delete_recalibrations(project, model, keep=(file, calibrated_file(project, model)))
    if not project.read_only and chosen_thresholds(project, model) is not None:
        choose_thresholds(project, model, None)
    return {
        "model": model.name,
        "lexicon": len(lexicon),
        "images": len(samples.words),
        "thres": [member.thres for member in result.members],
    }


def open_calibrated_model(
    project: Project, name: str | None, device: str, emit: Listener, should_stop: ShouldStop, thres: Any = None
) -> LoadedModel:
    """Open a model for the present lexicon, recalibrated first if it was calibrated for another one.

    If that is impossible the model is used as it is, and a note reports that its confidence is for another lexicon.
    Raises Stopped, and what :func:`open_model` raises.
    """
    device = resolve_device(device)
    model = open_model(project, name, device, emit, thres)
    if model.is_calibrated or thres is not None:
        return model
    note = tr("The word list has changed since this model was calibrated; it is calibrated again for the present list.")
    emit(Note(note))
    try:
        _recalibrate(project, model.model, model.ensemble, model.lexicon, device, emit, should_stop)
    except InputError as error:
        emit(Note(tr("{error} Until then thresholds and confidence are those of the earlier word list.", error=error)))
        return model
    return open_model(project, name, device, ignore_events)  # what the alphabet cannot encode was reported above
