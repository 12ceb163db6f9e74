"""The runs of a project (training, recognising): what was asked, how far it came, what it made."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.project.db.lock import hold_lock, is_locked
from core.project.db.row_decoding import decode_json
from core.project.db.values import utc_now
from core.project.project import Project

_LOCK = "working.lock"

_NEXT = {
    "queued": ("running", "stopped", "failed"),
    "running": ("done", "stopped", "failed"),
    "stopped": ("running",),
    "failed": ("running",),
    "done": (),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One run. Times are UTC in ISO 8601; ``model`` names what a finished training made."""

    id: int
    kind: str
    state: str
    params: dict[str, Any]
    seed: int | None
    created_at: str
    started_at: str | None
    ended_at: str | None
    message: str | None
    model: str | None


_COLUMNS = "id, kind, state, params, seed, created_at, started_at, ended_at, message, model"


def create_run(project: Project, kind: str, params: dict[str, Any], seed: int | None = None) -> Run:
    """A new run, queued, and its folder ``runs/<id>/``."""
    with project.transaction() as connection:
        row = connection.execute(
            f"INSERT INTO run (kind, state, params, seed, created_at) VALUES (?, 'queued', ?, ?, ?)"
            f" RETURNING {_COLUMNS}",
            (kind, json.dumps(params), seed, utc_now()),
        ).fetchone()
        run_folder(project, row[0]).mkdir(parents=True, exist_ok=True)
    return _run(row)


def start_run(project: Project, run_id: int) -> Run:
    """Queued, stopped or failed becomes running."""
    return _go(project, run_id, "running", "started_at = :now, ended_at = NULL, message = NULL", {})


def end_run(project: Project, run_id: int, state: str, *, message: str | None = None, model: str | None = None) -> Run:
    """A run is over: ``done``, ``stopped`` or ``failed``, with a sentence to the user, and its model."""
    given = {"message": message, "model": model}
    return _go(project, run_id, state, "ended_at = :now, message = :message, model = :model", given)


def get_run(project: Project, run_id: int) -> Run:
    """One run; raises InputError when there is none with this id."""
    row = project.one(f"SELECT {_COLUMNS} FROM run WHERE id = ?", (run_id,))
    if row is None:
        raise InputError(f"This project has no run {run_id}.")
    return _run(row)


def list_runs(project: Project, kind: str | None = None) -> list[Run]:
    """All runs (of a kind), newest first."""
    found = project.query(
        f"SELECT {_COLUMNS} FROM run WHERE :kind IS NULL OR kind = :kind ORDER BY id DESC", {"kind": kind}
    )
    return [_run(row) for row in found]


def delete_run(project: Project, run_id: int) -> None:
    """Delete a run and its folder; the model it made stays. Not for a run that a process still works on.

    Raises InputError when there is none with this id.
    """
    with project.transaction() as connection:
        get_run(project, run_id)
        connection.execute("UPDATE model SET run_id = NULL WHERE run_id = ?", (run_id,))
        connection.execute("DELETE FROM run WHERE id = ?", (run_id,))
    # ids are never given again, so what a full disk or another program leaves of the folder does no harm
    shutil.rmtree(run_folder(project, run_id), ignore_errors=True)


def run_folder(project: Project, run_id: int) -> Path:
    """Where a run keeps its job, event log and checkpoints."""
    return project.folder / "runs" / str(run_id)


@contextmanager
def hold_run(project: Project, run_id: int) -> Iterator[None]:
    """Within it this process works on the run, and others can tell that it lives.

    Raises InputError where another process does already.
    """
    folder = run_folder(project, run_id)
    folder.mkdir(parents=True, exist_ok=True)
    with hold_lock(folder / _LOCK, f"Another process is working on run {run_id}. Wait until it is done, or stop it."):
        yield


def is_run_active(project: Project, run_id: int) -> bool:
    """Whether a living process works on the run; one that was killed does not, whatever the run's state says."""
    return is_locked(run_folder(project, run_id) / _LOCK)


def _go(project: Project, run_id: int, state: str, assignments: str, given: dict[str, Any]) -> Run:
    with project.transaction() as connection:
        run = get_run(project, run_id)
        if state not in _NEXT[run.state]:
            raise InputError(f"Run {run_id} is {run.state}; it cannot become {state}.")
        row = connection.execute(
            f"UPDATE run SET state = :state, {assignments} WHERE id = :id RETURNING {_COLUMNS}",
            {"state": state, "id": run_id, "now": utc_now(), **given},
        ).fetchone()
    return _run(row)


def _run(row: tuple) -> Run:
    return Run(*[*row[:3], decode_json(row[3], "runs", dict), *row[4:]])
