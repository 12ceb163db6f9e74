"""The training job: gather the data, train the members and save the model with its card."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from core.evaluation.card_text import card_markdown
from core.evaluation.model_card import CARD_TEXT, FIGURES, model_card
from core.evaluation.set_aside_figures import set_aside_figures
from core.events import Listener, RunBegan, ShouldStop, log_events
from core.jobs.results import Trained
from core.jobs.training.line_training import train_on_lines
from core.jobs.training.training_data import gather_training_data
from core.language import tr
from core.model.ensemble import Ensemble
from core.project.content.cut_pages import LINE_READER
from core.project.content.models import (
    active_model,
    get_model,
    get_parent,
    is_starter,
    list_models,
    model_path,
    new_model_path,
    register_model,
)
from core.project.content.runs import RunState, create_run, end_run, get_run, record_run, run_folder
from core.project.db.values import report_as_damage
from core.project.project import Project
from core.store.embedding_cache import EmbeddingCache
from core.store.model_file import load_ensemble, save_ensemble
from core.store.starter import starter_about
from core.store.starter_sources import began_with_starter, images_learnt_before
from core.store.summary import summary_of
from core.training.ensemble_training import Trainer, train_ensemble
from core.training.job import AdaptedStarter
from core.training.samples import Samples
from core.training.train_request import TrainRequest


def train(
    project: Project,
    request: TrainRequest | None,
    emit: Listener,
    should_stop: ShouldStop,
    resume: int | None = None,
    trainer: Trainer | None = None,
) -> Trained:
    """Train a model on the project's training words and save it; or continue run ``resume`` as it was requested.

    The project's first model becomes the active one. Members are trained by ``trainer``, by default in this process.
    Raises InputError for what cannot be trained, Stopped when no member was finished; the run's row has the reason.
    """
    if resume is not None:
        run = get_run(project, resume)
    else:
        assert request is not None
        run = create_run(project, request.to_json(), request.seed)
    with record_run(project, run):
        with report_as_damage(tr("runs")):
            request = TrainRequest.from_json(run.params)
        folder = run_folder(project, run.id)
        emit = log_events(partial(project.files.append, folder / "events.jsonl"), emit)
        emit(RunBegan(run.id, request.preset.name, request.seed))
        name = request.name or f"{request.preset.name}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        new_model_path(project, name)  # a name that cannot be used is refused before hours of training
        parent = None if request.parent is None else get_parent(project, request.parent)
        ensemble = None if parent is None else load_ensemble(parent.file)
        job, ids = gather_training_data(project, request, ensemble, emit)
        starter = None if request.starter is None else load_ensemble(get_model(project, request.starter).file)
        if starter is not None:
            job = replace(job, adapted=AdaptedStarter.of(starter))
        cache = EmbeddingCache(project.folder)
        adapted = None if starter is None else starter.line_reader
        reading = partial(train_on_lines, project, job, ids, request.aligned, adapted, emit, should_stop)
        ensemble = train_ensemble(job, folder, emit, should_stop, trainer, cache, reading)
        ensemble.card["name"] = name
        save_ensemble(model_path(project, name), with_card(ensemble, job.samples, job.writers))
        earlier = [model.info.get("number") for model in list_models(project) if not is_starter(model)]
        number = 1 + max([len(earlier), *(given for given in earlier if isinstance(given, int))])
        info = {"preset": request.preset.name, "seed": request.seed, "number": number}
        # one that has learnt nothing cuts pages as the one that comes with Ductus
        info[LINE_READER] = adapted is not None or bool(ensemble.card.get("line_reader", {}).get("passes"))
        is_first = active_model(project) is None
        register_model(project, name, run_id=run.id, info=info, activate=is_first)
        is_complete = len(ensemble.members) == request.preset.members
        state, message = (RunState.DONE, None) if is_complete else (RunState.STOPPED, "stopped early")
        end_run(project, run.id, state, model=name, message=message)
    return Trained(
        run=run.id,
        model=name,
        members=len(ensemble.members),
        asked=request.preset.members,
        alphabet=job.alphabet.name,
        images=len(job.samples.images),
        words=len(job.samples.classes),
        lexicon=len(job.lexicon),
        seed=request.seed,
        thres=[member.thres for member in ensemble.members],
        manifest=ensemble.card["manifest"],
        active=is_first,
        comparison=None,
    )


def with_card(ensemble: Ensemble, samples: Samples, writers: Sequence[str | None]) -> Ensemble:
    """Return the ensemble with figures and text in its card.

    ``samples`` are the project's training images, ``writers`` [N] theirs; a writer is a number only. Test words
    are not in it: a model's file is never changed after training.
    """
    hashes, learnt_before = samples.image_hashes(), images_learnt_before(ensemble.card)
    figures = set_aside_figures(ensemble.members, ensemble.classes, samples.words, hashes, writers, learnt_before)
    card = ensemble.card | {FIGURES: [figure.to_json() for figure in figures]}
    starter = starter_about() if began_with_starter(card) else None
    with_figures = replace(ensemble, card=card)
    text = card_markdown(model_card(summary_of(with_figures), starter))
    return replace(ensemble, card=card | {CARD_TEXT: text})
