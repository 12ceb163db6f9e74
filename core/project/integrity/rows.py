"""Rows that contradict each other or the world: predictions of no model, runs that say they run."""

from __future__ import annotations

from collections.abc import Iterator

from core.project.content.runs import is_worked_on, run_folder
from core.project.integrity.findings import NOTE, Finding
from core.project.project import Project


def check_predictions(project: Project) -> Iterator[Finding]:
    """Predictions of models that the project does not have."""
    for model, count in project.query(
        "SELECT model, count(*) FROM prediction WHERE model NOT IN (SELECT name FROM model) GROUP BY model"
    ):
        yield Finding(
            "predictions",
            f"{count} predictions are of the model '{model}', which the project does not have.",
            model,
            "They do no harm; bring the model back from a backup, or read the words with another",
            NOTE,
        )


def check_runs(project: Project) -> Iterator[Finding]:
    """Runs that were killed, and runs whose folder is gone although they could be gone on with."""
    for run_id, state in project.query("SELECT id, state FROM run WHERE kind = 'train' ORDER BY id"):
        where = f"run {run_id}"
        if state == "running" and not is_worked_on(project, run_id):
            yield Finding(
                "run",
                "The training says that it runs, and no process works on it: it was killed. What it had "
                "finished is kept.",
                where,
                f"Go on with it: ductus train PROJECT --resume {run_id}; or delete it: "
                f"ductus model PROJECT --delete-run {run_id}",
                NOTE,
            )
        if state in ("running", "stopped", "failed") and not run_folder(project, run_id).is_dir():
            yield Finding(
                "run folder",
                "The training's folder is gone, so it would begin anew when it is gone on with.",
                where,
                f"Delete the training: ductus model PROJECT --delete-run {run_id}",
                NOTE,
            )
