"""`ductus train` and `ductus adapt`."""

import argparse
from dataclasses import asdict, replace
from pathlib import Path

from core.cli.commands.executor import chosen_device, executor_settings, trainer
from core.cli.console import Console
from core.device import resolve_device
from core.errors import InputError, Stopped
from core.jobs.evaluation.model_comparison import activate_unless_worse, compare_with_active
from core.jobs.requests import AdaptRequest, TrainModelRequest
from core.jobs.results import ModelComparison, Trained
from core.jobs.training.adapt import adapt_starter
from core.jobs.training.train import train
from core.language import format_number, tr, tr_hint, tr_noop
from core.project.content.adapted_starter import adapted_starter, use_adapted_starter
from core.project.content.models import Model, activate_model, active_model, is_starter
from core.project.content.runs import list_runs
from core.project.content.statistics import transcribed_count
from core.project.project import Project
from core.training.presets import DEFAULT, Preset, apply_overrides, preset
from core.training.train_request import TrainRequest


def run(options: argparse.Namespace, console: Console) -> None:
    """Train a model or resume a training; Ctrl-C stops and keeps the finished members."""
    settings = executor_settings(options)
    images = 0
    if options.epochs is not None:
        with Project.open(options.project) as project:
            images = transcribed_count(project, "train")
    training = TrainRequest(
        preset=chosen_preset(options, images),
        seed=options.seed,
        device=options.device,
        alphabet=options.alphabet,
        skip_unencodable=options.skip_unencodable,
        parent=options.parent,
        name=options.name,
        aligned=options.aligned,
    )
    request = TrainModelRequest(training, options.resume, not options.plain_starter, options.keep_active, settings)
    try:
        train_model(options.project, request, console)
    except Stopped as stop:
        if options.json:
            raise
        with Project.open(options.project, read_only=True) as project:
            last = list_runs(project)[0].id if options.resume is None else options.resume
        raise Stopped.of(
            "{stop} (ductus train {project} --resume {last})", stop=stop, project=options.project, last=last
        ) from stop


def train_model(folder: Path, request: TrainModelRequest, console: Console) -> None:
    """Train a model or resume a training; then compare the model with the active one."""
    settings, training = request.executor, request.training
    with Project.open(folder) as project, console.job() as should_stop:
        if training is not None:
            starter = _starter(training, project) if request.uses_adapted else None
            training = replace(training, device=chosen_device(training.device, settings), starter=starter)
        result = train(project, training, console.emit, should_stop, request.resume, trainer(settings))
        result = _compare(project, result, console, keep_active=request.keep_active)
    console.say_plural(
        "The model '{model}' with {n} reader was trained on {images} images of {words} words.",
        "The model '{model}' with {n} readers was trained on {images} images of {words} words.",
        result.members,
        **asdict(result),
    )
    if result.members < result.asked:
        console.say("{asked} readers were asked for.", asked=result.asked)
    if result.active:
        console.say("It is the active model now.")
    if comparison := result.comparison:
        console.print(_comparison_text(folder, result.model, result.active, comparison))
    console.result(result)


def _starter(training: TrainRequest, project: Project) -> str | None:
    """Return the adapted starter model with which the members begin; None for the plain one, a parent, or none."""
    if training.parent is not None or not training.preset.starter:
        return None
    adapted = adapted_starter(project)
    return None if adapted is None else adapted.name


def _compare(project: Project, result: Trained, console: Console, *, keep_active: bool) -> Trained:
    """Compare a later model with the active one, which it replaces if it is not worse, unless ``keep_active``."""
    if result.active:
        return result
    comparison = compare_with_active(project, result.model, resolve_device("auto"), console.emit)
    is_active = not keep_active and activate_unless_worse(project, result.model, comparison)
    return replace(result, comparison=comparison, active=is_active)


def _comparison_text(folder: Path, model: str, is_active: bool, comparison: ModelComparison) -> str:
    """Return how the new model and the one that was active read the same words, and how to change the choice."""
    other = comparison.active if is_active else model
    change = tr_hint(
        "To use '{other}': ductus model {project} --use {other}",
        "The list of models has '{other}', too.",
        other=other,
        project=folder,
    )
    if not comparison.words:
        return tr("It could not be compared with '{active}'. {change}", active=comparison.active, change=change)
    share, active_share = _shares(comparison)
    on_test_words = tr_noop("Of {words} test words it reads {share} correctly, '{active}' {active_share}. {change}")
    on_others = tr_noop(
        "Of {words} words that neither was trained on it reads {share} correctly, '{active}' {active_share}. {change}"
    )
    return tr(
        on_test_words if comparison.test_words else on_others,
        share=share,
        active_share=active_share,
        change=change,
        words=comparison.words,
        active=comparison.active,
    )


def _shares(comparison: ModelComparison) -> tuple[str, str]:
    """Return the share of the words that the new model reads correctly, and that of the active one."""
    new, active = comparison.new_right, comparison.active_right
    return format_number(new / comparison.words, ".1%"), format_number(active / comparison.words, ".1%")


def chosen_preset(options: argparse.Namespace, images: int) -> Preset:
    """Return the preset with the options applied; ``--epochs`` counts passes over T, a share of the ``images``."""
    base = preset(options.preset or DEFAULT)
    dims = None
    if options.dims is not None:
        try:
            dims = 0 if options.dims == "full" else int(options.dims)
        except ValueError as error:
            raise InputError.of(
                "--dims is a number of components or 'full', not '{dims}'.", dims=options.dims
            ) from error
    steps = options.steps
    if options.epochs is not None:
        steps = max(1, round(options.epochs * images * base.t * (1 - base.s) / base.batch))
    changed = base.changed(
        members=options.members,
        gates=options.gates,
        dims=dims,
        classifier=options.classifier,
        steps=steps,
        objective=options.objective,
    )
    if options.learner is not None:
        from core.model.foreign_learner import require_any_learner

        require_any_learner(options.learner)
        changed = changed.with_learner(options.learner)
    return apply_overrides(changed, options.overrides)


def adapt(folder: Path, request: AdaptRequest, console: Console) -> None:
    """Adapt the starter model and use it, unless it reads transcribed words worse than the active model does."""
    device = resolve_device(request.device)
    with Project.open(folder) as project, console.job() as should_stop:
        result = adapt_starter(project, request.seed, device, console.emit, should_stop, alphabet=request.alphabet)
        comparison = compare_with_active(project, result.model, device, console.emit)
        active = active_model(project)
        is_better = _is_to_be_used(active, comparison)
        is_active = is_better and not (request.keep_active and active is not None)
        result = replace(result, comparison=comparison, better=is_better, active=is_active)
        if is_active:
            activate_model(project, result.model)
        if is_better or not (active is None or is_starter(active)):
            # worse than a trained model, it is still the better beginning of the next training
            use_adapted_starter(project, result.model)
    console.say_plural(
        "The starter model has adapted itself to this handwriting from {n} word image, without transcriptions.",
        "The starter model has adapted itself to this handwriting from {n} word images, without transcriptions.",
        result.images,
    )
    if comparison is not None and comparison.words:
        share, active_share = _shares(comparison)
        console.say(
            "Of {words} transcribed words it reads {share} correctly, '{active}' {active_share}.",
            words=comparison.words,
            share=share,
            active=comparison.active,
            active_share=active_share,
        )
    console.print(
        tr_hint(
            "It is the active model now: 'ductus recognise {project}' reads with it.",
            "It is the active model now.",
            project=folder,
        )
        if is_active
        else tr("The active model stays: '{active}'.", active=active.name if active else "")
    )
    console.result(result)


def _is_to_be_used(active: Model | None, comparison: ModelComparison | None) -> bool:
    """Return whether the adapted starter model is to become the active one.

    Without transcribed words to compare on it replaces another starter model, never a trained one.
    """
    if active is None or comparison is None:
        return True
    return comparison.better if comparison.words else is_starter(active)
