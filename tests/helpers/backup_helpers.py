"""A project with words, a model and a run, for the tests of backups."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from project_helpers import filled_project

from core.events import ignore_events
from core.jobs.backup import backup
from core.jobs.results import BackedUp
from core.project.content.models import ON_PAGES, model_path, register_model, save_evaluation
from core.project.content.runs import create_run, run_folder
from core.project.project import Project

NOW = datetime(2026, 5, 6, 12, 0, 0)


def project_with_model(tmp_path: Path) -> Path:
    with filled_project(tmp_path) as project:
        model_path(project, "m").write_bytes(b"numbers")
        model = register_model(project, "m")
        save_evaluation(model, {"h": 0.5})
        save_evaluation(model, {"cer": 0.1}, ON_PAGES)
        run = create_run(project, {})
        (run_folder(project, run.id) / "events.jsonl").write_text("{}\n")
        (run_folder(project, run.id) / ".half.tmp").write_text("half")
        (project.folder / "notes.txt").write_text("mine")
        return project.folder


def never_stop() -> bool:
    return False


def back_up_to(folder: Path, target: Path, **more: bool) -> BackedUp:
    with Project.open(folder, read_only=True) as project:
        return backup(project, target, ignore_events, never_stop, **more)
