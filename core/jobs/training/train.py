"""The training job: a project's transcribed words in, a model file and its row in the project out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.errors import DuctusError, InputError, Stopped
from core.events import Listener, log_events
from core.executors.settings import INLINE, ExecutorSettings
from core.jobs.recognition.images import normalised_words
from core.lexicon.alphabet import AUTO, choose_alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import collisions
from core.model.ensemble import Ensemble
from core.project.content.lexicon import lexicon_words
from core.project.content.models import get_model, is_starter, model_path, register_model
from core.project.content.ool_estimate import estimate_ool
from core.project.content.runs import Run, create_run, end_run, get_run, hold_run, run_folder, start_run
from core.project.content.words import labelled_words
from core.project.project import Project
from core.store.model_file import load_ensemble, save_ensemble
from core.training.presets import MAX_OOL_PERCENT, Preset
from core.training.run import Trainer, TrainingJob, train_ensemble, train_here
from core.training.samples import Samples


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """What the person asked for; kept in the run's row, so that it can be resumed as it was."""

    preset: Preset
    seed: int
    device: str
    alphabet: str = AUTO
    skip_unencodable: bool = False
    parent: str | None = None
    name: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "preset": self.preset.to_json(),
            "seed": self.seed,
            "device": self.device,
            "alphabet": self.alphabet,
            "skip_unencodable": self.skip_unencodable,
            "parent": self.parent,
            "name": self.name,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TrainRequest:
        return cls(**(data | {"preset": Preset.from_json(data["preset"])}))


def train(
    project: Project,
    request: TrainRequest,
    emit: Listener,
    should_stop: Callable[[], bool],
    resume: int | None = None,
    engine: ExecutorSettings | None = None,
) -> dict[str, Any]:
    """Train a new model from the project's words for training, or go on with run ``resume``.

    The model becomes the active one. Raises InputError for what cannot be trained, Stopped when not even one
    member was finished; the run's row says in either case how it ended. With an ``engine`` members are trained
    as jobs of their own; only this process writes into the project.
    """
    run = create_run(project, "train", request.to_json(), request.seed) if resume is None else get_run(project, resume)
    if run.kind != "train":
        raise InputError(f"Run {run.id} is not a training and cannot be resumed.")
    with hold_run(project, run.id):
        return _work_on(project, run, emit, should_stop, engine)


def _work_on(
    project: Project, run: Run, emit: Listener, should_stop: Callable[[], bool], engine: ExecutorSettings | None
) -> dict[str, Any]:
    run = get_run(project, run.id)  # as it is now that nobody else works on it
    if run.state == "running":
        # a run that still says so when another process takes it up was killed
        run = end_run(project, run.id, "failed", message="The process ended without a word.")
    request = TrainRequest.from_json(run.params)
    start_run(project, run.id)
    folder = run_folder(project, run.id)
    folder.mkdir(parents=True, exist_ok=True)
    heard = log_events(folder / "events.jsonl", emit)
    try:
        result = _train(project, run, request, heard, should_stop, engine)
    except Stopped as stop:
        end_run(project, run.id, "stopped", message=str(stop))
        raise
    except DuctusError as error:
        end_run(project, run.id, "failed", message=str(error))
        raise
    except BaseException as error:
        end_run(project, run.id, "failed", message=f"{type(error).__name__}: {error}")
        raise
    return result


def _train(
    project: Project,
    run: Run,
    request: TrainRequest,
    emit: Listener,
    should_stop: Callable[[], bool],
    engine: ExecutorSettings | None,
) -> dict[str, Any]:
    emit({"event": "run", "run": run.id, "preset": request.preset.name, "seed": request.seed})
    job = _job(project, request, emit)
    name = request.name or f"{request.preset.name}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    path = model_path(project, name)
    if path.exists():
        raise InputError(f"There is a model '{name}' already; models are never changed. Choose another name.")
    ensemble = train_ensemble(job, run_folder(project, run.id), emit, should_stop, _trainer(engine))
    ensemble.card["name"] = name
    path.parent.mkdir(exist_ok=True)
    save_ensemble(path, ensemble)
    register_model(project, name, run_id=run.id, info={"preset": request.preset.name, "seed": request.seed})
    whole = len(ensemble.members) == request.preset.members
    end_run(project, run.id, "done" if whole else "stopped", model=name, message=None if whole else "stopped early")
    return {
        "run": run.id,
        "model": name,
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


def _trainer(engine: ExecutorSettings | None) -> Trainer:
    if engine is None or engine.name == INLINE:
        return train_here
    from core.executors.submit_training import submit_training

    return submit_training(engine)


def _job(project: Project, request: TrainRequest, emit: Listener) -> TrainingJob:
    known = labelled_words(project, "train")
    lexicon_list = lexicon_words(project)
    alphabet = choose_alphabet(request.alphabet, lexicon_list)
    fine, bad = split_encodable(lexicon_list, alphabet)
    for word, characters in bad:
        emit({"event": "unencodable", "word": word, "characters": "".join(characters)})
    if bad and not request.skip_unencodable:
        told = ", ".join(f"'{word}'" for word, _ in bad[:10])
        raise InputError(
            f"The alphabet '{alphabet.name}' cannot encode {len(bad)} words of the lexicon: {told}"
            f"{' ...' if len(bad) > 10 else ''}. Mend them, or give --skip-unencodable to leave them out."
        )
    for group in collisions(fine, alphabet):
        emit({"event": "collision", "words": group})
    usable = set(fine)
    text = {word_id: word for word_id, word in known if word in usable}
    emit({"event": "note", "text": f"Reading {len(text)} word images."})

    def unreadable(word_id: int, error: DuctusError) -> None:
        emit({"event": "note", "text": f"Word {word_id} is left out: {error}"})

    settled = _settled(project, request.preset, emit)
    ids, images = normalised_words(project, list(text), unreadable)
    samples = Samples.of(images, [text[word_id] for word_id in ids])
    parent, parent_name = _parent(project, request.parent)
    return TrainingJob(
        samples, Lexicon(fine, alphabet), alphabet, settled, request.seed, request.device, parent, parent_name
    )


def _settled(project: Project, wanted: Preset, emit: Listener) -> Preset:
    """The preset with the share of words the lexicon lacks as the words read so far tell it; 0 is left alone."""
    if not wanted.lacking:
        return wanted
    found = estimate_ool(project)
    share = min(MAX_OOL_PERCENT, max(1, round(100 * found.share(wanted.lacking / 100))))
    emit(
        {
            "event": "note",
            "text": f"Of {found.read} transcribed words the lexicon would lack {found.lost} had nobody read them. "
            f"The confidence supposes that it lacks {share} in 100 words still to be read.",
        }
    )
    return wanted.changed(lacking=share)


def _parent(project: Project, name: str | None) -> tuple[Ensemble | None, str | None]:
    if name is None:
        return None, None
    model = get_model(project, name)
    if is_starter(model):
        raise InputError(
            f"The model '{name}' is the starter model, with which readers begin anyway. Train without a parent."
        )
    return load_ensemble(model.file), model.name
