"""The check of a project: its database, files, models and leftovers are examined; nothing is changed."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from core.errors import DamagedError, DuctusError, InputError, Stopped
from core.events import JobPart, Listener, Progress, ShouldStop
from core.jobs.results import Amounts
from core.language import tr, tr_hint
from core.project.content.models import EVALUATIONS, Model, evaluation_file, list_models
from core.project.db.lock import window_lock_holder
from core.project.db.values import no_project_hint
from core.project.integrity.content_checks import (
    check_backups,
    check_files,
    check_orphans,
    check_predictions,
    check_runs,
    count_files,
)
from core.project.integrity.database_checks import check_structure, report_readable_rows, report_unopenable
from core.project.integrity.findings import Finding, Findings, Level
from core.project.project import DATABASE, Project, project_folder
from core.project.project_files import ProjectFiles

_PROGRESS_STEP = 50
"""Files between two progress events."""


def check(path: Path, emit: Listener, should_stop: ShouldStop, *, thorough: bool = False) -> tuple[Findings, Amounts]:
    """Check the project at ``path``; return the findings, and counts of what was checked.

    A database that cannot be opened is a finding. Raises InputError if there is no project, or one of another
    version, and Stopped.
    """
    folder = project_folder(path)
    database = folder / DATABASE
    if not database.is_file():
        raise InputError.at(database, tr("there is no project here"), hint=no_project_hint())
    findings = Findings()
    holder = window_lock_holder(folder)
    open_in = "" if holder is None else f"{holder.user}@{holder.host}"
    checked = Amounts(open_in=open_in)
    try:
        with Project.open(folder, read_only=True) as project:
            findings.add(check_structure(project))
            checked = replace(checked, words=project.count("SELECT count(*) FROM word WHERE deleted = 0"))
            models = list_models(project)
            n_files = count_files(project)
            step = _step_reporter(n_files + len(models), emit, should_stop)
            findings.add(check_files(project, step, thorough=thorough))
            checked = replace(checked, files=n_files)
            for model in models:
                findings.add(check_model(model))
                step()
            checked = replace(checked, models=len(models))
            findings.add(check_predictions(project))
            findings.add(check_runs(project))
            findings.add(check_orphans(project))
    except DamagedError:
        findings.add(report_unopenable(database))
    if findings.counts["database"]:
        findings.add(report_readable_rows(database))
    findings.add(check_backups(folder))
    return findings, checked


def check_model(model: Model) -> Iterator[Finding]:
    """Read the whole model as for recognition, and its stored evaluation; yield the findings."""
    from core.store.model_file import load_ensemble

    location = f"models/{model.file.name}"
    restore_hint = tr_hint(
        "Copy it from a backup, or train again. To remove the model from the list: ductus model PROJECT --delete NAME",
        "Copy it from a backup, or train again. In Train, under Models, it can be removed from the list",
    )
    files = ProjectFiles(model.file.parent)
    if not files.is_file(model.file):
        yield Finding(
            "model missing", tr("The file of the model '{model}' is missing.", model=model.name), location, restore_hint
        )
        return
    try:
        load_ensemble(model.file)
    except DuctusError as error:
        yield Finding(
            "model damaged",
            tr("The model '{model}' cannot be used: {error}", model=model.name, error=error),
            location,
            restore_hint,
        )
    for evaluation in (evaluation_file(model, kind) for kind in EVALUATIONS):
        if not files.is_file(evaluation):
            continue
        try:
            json.loads(files.read(evaluation))
        except (OSError, ValueError, RecursionError):
            message = tr("The evaluation of the model '{model}' cannot be read.", model=model.name)
            hint = tr_hint("Evaluate it again: ductus evaluate PROJECT", "Measure it again in Train, under Models")
            yield Finding("measurement", message, f"models/{evaluation.name}", hint, level=Level.NOTE)


def _step_reporter(total: int, emit: Listener, should_stop: ShouldStop) -> Callable[[], None]:
    """Return a function to call after each file: it reports the progress, and raises Stopped when asked to stop."""
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if done % _PROGRESS_STEP == 0 or done == total:
            emit(Progress(JobPart.CHECKING, done, total))
        if should_stop():
            raise Stopped.of("Stopped. Nothing was changed.")

    return step
