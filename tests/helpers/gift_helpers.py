"""A project that somebody gives away, with links and pipes in it that reach for the files of whoever opens it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from ensemble_helpers import ensemble
from hostile_helpers import write_deleting_journal
from project_helpers import filled_project

from core.project.content.models import model_path, register_model
from core.project.content.runs import create_run
from core.project.project import DATABASE
from core.store.model_file import save_ensemble
from core.training.presets import preset
from core.training.train_request import TrainRequest

Harming = Callable[[Path, Path], object]
"""Puts something into a project's folder that reaches for a folder of the person's."""
COMMAND = "words/$(touch taken).png"
"""A path that would be a command if it came into a file that a shell runs."""


def person_home(folder: Path) -> Path:
    """Make a home folder with files that a gift might reach for."""
    (folder / "archive").mkdir(parents=True)
    (folder / ".bashrc").write_text("# mine\n")
    (folder / ".profile").write_text("# mine too\n")
    (folder / "archive" / "letters.new").write_text("unfinished")
    (folder / "archive" / "1.evaluation.json").write_text("{}")
    return folder


def given_project(folder: Path) -> Path:
    """Make a project with pages, words, a model and a run; the next run has the number 2."""
    with filled_project(folder) as project:
        save_ensemble(model_path(project, "m"), ensemble())
        register_model(project, "m", activate=True)
        create_run(project, TrainRequest(preset("quick"), 1, "cpu").to_json())
        return project.folder


def _image_of_row(project: Path, table: str = "page") -> Path:
    # immutable: SQLite then opens no journal, which may be a pipe by now
    connection = sqlite3.connect(f"{(project / DATABASE).as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        (path,) = connection.execute(
            f"SELECT path FROM file WHERE id = (SELECT file_id FROM {table} WHERE file_id IS NOT NULL)"
        ).fetchone()
    finally:
        connection.close()
    return project / path


def _digest_of_page(project: Path) -> str:
    return _image_of_row(project).stem


def _link(name: str, target: str) -> Harming:
    """Replace ``name`` by a link to ``target`` in the home folder."""

    def harm(project: Path, home: Path) -> None:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(home / target)

    return harm


def _pipe(name: str) -> Harming:
    def harm(project: Path, home: Path) -> None:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return harm


def _run_log(project: Path, home: Path) -> None:
    """Let an event name a command, in a log that leads to a file that a shell runs."""
    connection = sqlite3.connect(project / DATABASE, isolation_level=None)
    connection.execute("UPDATE file SET path = ? WHERE id = 2", (COMMAND,))
    connection.close()
    _link("runs/2/events.jsonl", ".bashrc")(project, home)


def _backups(project: Path, home: Path) -> None:
    (project / "backups").symlink_to(home / "archive")


def _picture(name: str) -> Harming:
    def harm(project: Path, home: Path) -> None:
        _link(name.format(digest=_digest_of_page(project)), ".bashrc")(project, home)

    return harm


def _journal_of_the_lock(project: Path, home: Path) -> None:
    lock = project / "cache" / "import.lock"
    lock.parent.mkdir(exist_ok=True)
    lock.write_bytes(bytes(4096))
    write_deleting_journal(lock, home / ".profile")


def _page_image_as_pipe(project: Path, home: Path) -> None:
    _pipe(str(_image_of_row(project).relative_to(project)))(project, home)


HARMS: dict[str, Harming] = {
    "log of the next run is a link": _run_log,
    "next run is a link to a folder": _link("runs/2", "archive"),
    "note of the window's lock is a link": _link(".open.json", ".profile"),
    "window's lock is a link": _link(".open", ".profile"),
    "unfinished preview is a link": _picture("cache/previews/{digest:.32}-0-colour.part"),
    "unfinished thumbnail is a link": _picture("cache/thumbs/{digest}-0-colour.part"),
    "thumbnail is a link": _picture("cache/thumbs/{digest}-0-colour.jpg"),
    "backups are a link": _backups,
    "unfinished restore is a link": _link("project.sqlite.new", ".profile"),
    "lock of imports is a link": _link("cache/import.lock", ".profile"),
    "lock of embeddings is a link": _link("cache/embeddings/lock", ".profile"),
    "model's evaluation is a link": _link("models/m.evaluation.json", "archive/1.evaluation.json"),
    "a file deep in a folder of its own is a link": _link("my/own/notes", ".bashrc"),
    "note of the window's lock is a pipe": _pipe(".open.json"),
    "journal is a pipe": _pipe("project.sqlite-journal"),
    "model's evaluation is a pipe": _pipe("models/m.evaluation.json"),
    "model is a pipe": _pipe("models/m.h5"),
    "image of a page is a pipe": _page_image_as_pipe,
    "lock of imports is a pipe": _pipe("cache/import.lock"),
    "cache of words is a pipe": _pipe("cache/crops.sqlite"),
}
LURKING: dict[str, Harming] = {"journal of the lock of imports names a file": _journal_of_the_lock}
"""Harms with which a project is opened: only imports and checks reach them."""
