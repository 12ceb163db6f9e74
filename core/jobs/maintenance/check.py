"""The check of a project: all that can be wrong with it is looked for, and nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.errors import DamagedError, InputError, Stopped
from core.events import Listener
from core.jobs.maintenance.check_models import check_model
from core.project.content.models import models
from core.project.db.lock import window_of
from core.project.integrity.database import check_damaged, check_inside, check_readable
from core.project.integrity.files import check_files, count_files
from core.project.integrity.findings import Findings
from core.project.integrity.orphans import check_backups, check_leftovers
from core.project.integrity.rows import check_predictions, check_runs
from core.project.project import DATABASE, Project, folder_of

_EVERY = 50


def check(
    path: Path, emit: Listener, should_stop: Callable[[], bool], *, thorough: bool = False
) -> tuple[Findings, dict[str, Any]]:
    """Look through the project at ``path``; returns what was found, and counts of what was looked at.

    A database that cannot be opened is a finding. Raises InputError where there is no project, or one of
    another version; Stopped when asked to.
    """
    folder = folder_of(path)
    database = folder / DATABASE
    if not database.is_file():
        raise InputError.at(database, "there is no project here", hint="Make one with: ductus new PROJECT")
    findings = Findings()
    looked: dict[str, Any] = {"files": 0, "models": 0, "words": 0}
    holder = window_of(folder)
    looked["open_in"] = "" if holder is None else f"{holder.user}@{holder.host}"
    try:
        _look_inside(folder, findings, looked, emit, should_stop, thorough)
    except DamagedError:
        findings.add(check_damaged(database))
    if findings.counts["database"]:
        findings.add(check_readable(database))
    findings.add(check_backups(folder))
    return findings, looked


def _look_inside(
    folder: Path,
    findings: Findings,
    looked: dict[str, Any],
    emit: Listener,
    should_stop: Callable[[], bool],
    thorough: bool,
) -> None:
    with Project.open(folder, read_only=True) as project:
        findings.add(check_inside(project))
        looked["words"] = (project.one("SELECT count(*) FROM word WHERE deleted = 0") or (0,))[0]
        listed = models(project)
        counter = _Counter(emit, should_stop, count_files(project) + len(listed))
        findings.add(check_files(project, counter.step, thorough=thorough))
        looked["files"] = counter.done
        for model in listed:
            findings.add(check_model(model))
            counter.step()
        looked["models"] = len(listed)
        findings.add(check_predictions(project))
        findings.add(check_runs(project))
        findings.add(check_leftovers(project))


class _Counter:
    """Tells how far the check is, and ends it when asked to."""

    def __init__(self, emit: Listener, should_stop: Callable[[], bool], total: int) -> None:
        self._emit, self._should_stop, self._total = emit, should_stop, total
        self.done = 0

    def step(self) -> None:
        self.done += 1
        if self.done % _EVERY == 0 or self.done == self._total:
            self._emit({"event": "progress", "part": "checking", "done": self.done, "total": self._total})
        if self._should_stop():
            raise Stopped("Stopped; nothing was changed.")
