"""The training job: gather samples, train members, assemble and save the model, register it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from core.errors import DuctusError, InputError, Stopped
from core.events import EventKind, Listener, ShouldStop, collision, log_events, note, unencodable
from core.jobs.recognition.images import load_all_images
from core.lexicon.alphabet import AUTO, Alphabet, choose_alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import collisions
from core.model.ensemble import Ensemble
from core.project.content.lexicon import estimate_ool, lexicon_words
from core.project.content.models import get_model, is_starter, model_path, register_model
from core.project.content.runs import Run, create_run, end_run, get_run, hold_run, run_folder, start_run
from core.project.content.words import labelled_words
from core.project.project import Project
from core.store.model_file import load_ensemble, save_ensemble
from core.training.ensemble_training import Trainer, train_ensemble
from core.training.job import TrainingJob
from core.training.presets import MAX_OOL_PERCENT, Preset
from core.training.samples import Samples

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """The parameters of a training; stored with the run, so that it can be resumed."""

    preset: Preset
    seed: int
    device: str
    alphabet: str = AUTO
    skip_unencodable: bool = False
    parent: str | None = None
    """The model whose weights the training continues from."""
    name: str | None = None
    """The name of the new model."""

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as they are stored with the run."""
        return asdict(self) | {"preset": self.preset.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrainRequest:
        """Rebuild from :meth:`to_json`."""
        return cls(**(data | {"preset": Preset.from_json(data["preset"])}))


def train(
    project: Project,
    request: TrainRequest,
    emit: Listener,
    should_stop: ShouldStop,
    resume: int | None = None,
    trainer: Trainer | None = None,
) -> dict[str, Any]:
    """Train a model on the project's training words, save it and make it the active one; or continue run ``resume``.

    Members are trained by ``trainer``, by default in this process. Return the result that the command line prints.
    Raises InputError for what cannot be trained, Stopped when no member was finished; the run's row has the reason.
    """
    run = create_run(project, "train", request.to_json(), request.seed) if resume is None else get_run(project, resume)
    with _recorded(project, run) as run:
        request = TrainRequest.from_json(run.params)
        folder = run_folder(project, run.id)
        folder.mkdir(parents=True, exist_ok=True)
        emit = log_events(folder / "events.jsonl", emit)
        emit({"event": EventKind.RUN, "run": run.id, "preset": request.preset.name, "seed": request.seed})
        job = gather_samples(project, request, emit)
        name = choose_name(project, request)
        ensemble = train_ensemble(job, folder, emit, should_stop, trainer)
        store_model(project, name, ensemble, run, request)
    return _result(run, request, job, ensemble)


def _result(run: Run, request: TrainRequest, job: TrainingJob, ensemble: Ensemble) -> dict[str, Any]:
    return {
        "run": run.id,
        "model": ensemble.card["name"],
        "members": len(ensemble.members),
        "asked": request.preset.members,
        "alphabet": job.alphabet.name,
        "images": len(job.samples.images),
        "words": len(job.samples.classes),
        "lexicon": len(job.lexicon),
        "seed": request.seed,
        "thres": [member.thres for member in ensemble.members],
        "manifest": ensemble.card["manifest"],
    }


@contextmanager
def _recorded(project: Project, run: Run) -> Iterator[Run]:
    """Start the run, hold its lock, and record how it ends if it fails."""
    if run.kind != "train":
        raise InputError(f"Run {run.id} is not a training and cannot be resumed.")
    with hold_run(project, run.id):
        run = get_run(project, run.id)  # its state now that no other process works on it
        if run.state == "running":
            # the process that worked on it was killed
            run = end_run(project, run.id, "failed", message="The process ended without an error message.")
        start_run(project, run.id)
        try:
            yield run
        except Stopped as stop:
            end_run(project, run.id, "stopped", message=str(stop))
            raise
        except DuctusError as error:
            end_run(project, run.id, "failed", message=str(error))
            raise
        except BaseException as error:
            logger.exception("run %s failed", run.id)
            end_run(project, run.id, "failed", message=f"{type(error).__name__}: {error}")
            raise


def gather_samples(project: Project, request: TrainRequest, emit: Listener) -> TrainingJob:
    """Read the transcribed training words, their images and the lexicon. Raises InputError for unencodable words."""
    words, alphabet = _encodable_words(project, request, emit)
    usable = set(words)
    text = {word_id: word for word_id, word in labelled_words(project, "train") if word in usable}
    emit(note(f"Reading {len(text)} word images."))
    preset = _estimate_ool(project, request.preset, emit)
    block = load_all_images(project, list(text), emit)
    samples = Samples.of(block.images, [text[word_id] for word_id in block.ids])
    parent = None if request.parent is None else _load_parent(project, request.parent)
    lexicon = Lexicon(words, alphabet)
    return TrainingJob(samples, lexicon, alphabet, preset, request.seed, request.device, parent, request.parent)


def _encodable_words(project: Project, request: TrainRequest, emit: Listener) -> tuple[list[str], Alphabet]:
    """Return the lexicon's words that the alphabet can encode, and the alphabet; report the others and collisions."""
    lexicon = lexicon_words(project)
    alphabet = choose_alphabet(request.alphabet, lexicon)
    words, bad = split_encodable(lexicon, alphabet)
    for word, characters in bad:
        emit(unencodable(word, "".join(characters)))
    if bad and not request.skip_unencodable:
        listed = ", ".join(f"'{word}'" for word, _ in bad[:10])
        raise InputError(
            f"The alphabet '{alphabet.name}' cannot encode {len(bad)} words of the lexicon: {listed}"
            f"{' ...' if len(bad) > 10 else ''}. Correct them, or give --skip-unencodable to leave them out."
        )
    for group in collisions(words, alphabet):
        emit(collision(group))
    return words, alphabet


def _estimate_ool(project: Project, preset: Preset, emit: Listener) -> Preset:
    """Return the preset with the out-of-lexicon rate estimated from the transcriptions; a rate of 0 stays 0."""
    if not preset.ool_percent:
        return preset
    estimate = estimate_ool(project)
    percent = min(MAX_OOL_PERCENT, max(1, round(100 * estimate.rate(preset.ool_percent / 100))))
    emit(
        note(
            f"Of {estimate.n_transcribed} transcribed words {estimate.n_missing} occur once and are in no list (Good-Turing). "
            f"The confidence assumes that {percent} % of the words to come are not in the lexicon."
        )
    )
    return preset.changed(ool_percent=percent)


def _load_parent(project: Project, name: str) -> Ensemble:
    model = get_model(project, name)
    if is_starter(model):
        raise InputError(
            f"'{name}' is the starter model, with which training begins anyway. Train without continuing from a model."
        )
    return load_ensemble(model.file)


def choose_name(project: Project, request: TrainRequest) -> str:
    """Return the name of the new model. Raises InputError for one that exists."""
    name = request.name or f"{request.preset.name}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    if model_path(project, name).exists():
        raise InputError(f"There is a model '{name}' already; models are never changed. Choose another name.")
    return name


def store_model(project: Project, name: str, ensemble: Ensemble, run: Run, request: TrainRequest) -> None:
    """Save the model, register it as the active one, and record the end of the run."""
    ensemble.card["name"] = name
    path = model_path(project, name)
    path.parent.mkdir(exist_ok=True)
    save_ensemble(path, ensemble)
    register_model(project, name, run_id=run.id, info={"preset": request.preset.name, "seed": request.seed})
    complete = len(ensemble.members) == request.preset.members
    message = None if complete else "stopped early"
    end_run(project, run.id, "done" if complete else "stopped", model=name, message=message)
