"""The runs of a project (training, recognition): parameters, state and result."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.errors import DuctusError, InputError, Stopped
from core.language import tr
from core.project.db.lock import hold_lock, is_locked
from core.project.db.values import decode_json, report_as_damage, utc_now
from core.project.project import Project

logger = logging.getLogger(__name__)

_LOCK = "working.lock"


class RunState(StrEnum):
    """The state of a run."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


_NEXT_STATES = {
    RunState.QUEUED: (RunState.RUNNING, RunState.STOPPED, RunState.FAILED),
    RunState.RUNNING: (RunState.DONE, RunState.STOPPED, RunState.FAILED),
    RunState.STOPPED: (RunState.RUNNING,),
    RunState.FAILED: (RunState.RUNNING,),
    RunState.DONE: (),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One training. Times are UTC in ISO 8601; ``model`` is the name of the model that it made."""

    id: int
    state: RunState
    params: dict[str, Any]
    seed: int | None
    created_at: str
    started_at: str | None
    ended_at: str | None
    message: str | None
    model: str | None


_COLUMNS = "id, state, params, seed, created_at, started_at, ended_at, message, model"


def create_run(project: Project, params: dict[str, Any], seed: int | None = None) -> Run:
    """Add a queued run and its folder ``runs/<id>/``."""
    with project.transaction() as connection:
        row = connection.execute(
            "INSERT INTO run (kind, state, params, seed, created_at) VALUES ('train', ?, ?, ?, ?)"
            f" RETURNING {_COLUMNS}",
            (RunState.QUEUED, json.dumps(params), seed, utc_now()),
        ).fetchone()
        project.files.make_folder(run_folder(project, row[0]))
    return _run(row)


def start_run(project: Project, run_id: int) -> None:
    """Set a queued, stopped or failed run to running."""
    _change_state(project, run_id, RunState.RUNNING, "started_at = :now, ended_at = NULL, message = NULL", {})


def end_run(project: Project, run_id: int, state: str, *, message: str | None = None, model: str | None = None) -> None:
    """End a run as ``done``, ``stopped`` or ``failed``, with a message for the user and the model it made."""
    params = {"message": message, "model": model}
    _change_state(project, run_id, state, "ended_at = :now, message = :message, model = :model", params)


def get_run(project: Project, run_id: int) -> Run:
    """Return one run; raises InputError if there is none with this id."""
    row = project.one(f"SELECT {_COLUMNS} FROM run WHERE id = ?", (run_id,))
    if row is None:
        raise InputError.of("This project has no run {run_id}.", run_id=run_id)
    return _run(row)


def list_runs(project: Project) -> list[Run]:
    """Return all runs, newest first."""
    return [_run(row) for row in project.query(f"SELECT {_COLUMNS} FROM run ORDER BY id DESC")]


def delete_run(project: Project, run_id: int) -> None:
    """Delete a run that no process works on, and its folder; the model it made stays.

    Raises InputError if there is none with this id.
    """
    with project.transaction() as connection:
        get_run(project, run_id)
        connection.execute("UPDATE model SET run_id = NULL WHERE run_id = ?", (run_id,))
        connection.execute("DELETE FROM run WHERE id = ?", (run_id,))
    # Ids are never reused, so files that cannot be deleted do no harm.
    project.files.remove_folder(run_folder(project, run_id))


def run_folder(project: Project, run_id: int) -> Path:
    """Return the folder of a run's job, event log and checkpoints."""
    return project.folder / "runs" / str(run_id)


@contextmanager
def hold_run(project: Project, run_id: int) -> Iterator[None]:
    """Mark the run as worked on by this process; raises InputError if another process works on it."""
    folder = run_folder(project, run_id)
    project.files.make_folder(folder)
    with hold_lock(
        project.files,
        folder / _LOCK,
        InputError.of("Another process is working on run {run_id}. Wait until it is done, or stop it.", run_id=run_id),
    ):
        yield


@contextmanager
def record_run(project: Project, run: Run) -> Iterator[None]:
    """Mark the run as running and worked on by this process, and record how it ends if it fails inside.

    Stopped and all other errors are recorded with their message and raised again. A success is for the caller to
    record, with :func:`end_run`.
    """
    with hold_run(project, run.id):
        if get_run(project, run.id).state == RunState.RUNNING:
            # the process that worked on it was killed
            end_run(project, run.id, RunState.FAILED, message="The process ended without an error message.")
        start_run(project, run.id)
        try:
            yield
        except Stopped as stop:
            end_run(project, run.id, RunState.STOPPED, message=str(stop))
            raise
        except DuctusError as error:
            end_run(project, run.id, RunState.FAILED, message=str(error))
            raise
        except BaseException as error:
            logger.exception("run %s failed", run.id)
            end_run(project, run.id, RunState.FAILED, message=f"{type(error).__name__}: {error}")
            raise


def is_run_active(project: Project, run_id: int) -> bool:
    """Return whether a living process works on the run; a killed run is not active, whatever its state."""
    return is_locked(project.files, run_folder(project, run_id) / _LOCK)


def _change_state(project: Project, run_id: int, state: str, assignments: str, params: dict[str, Any]) -> None:
    with project.transaction() as connection:
        run = get_run(project, run_id)
        if state not in _NEXT_STATES[run.state]:
            raise InputError.of(
                "Run {run_id} is {state}; it cannot become {wanted}.", run_id=run_id, state=run.state, wanted=state
            )
        connection.execute(
            f"UPDATE run SET state = :state, {assignments} WHERE id = :id",
            {"state": state, "id": run_id, "now": utc_now(), **params},
        )


def _run(row: tuple) -> Run:
    with report_as_damage(tr("runs")):
        state = RunState(row[1])
    return Run(row[0], state, decode_json(row[2], tr("runs"), dict), *row[3:])
