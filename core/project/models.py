"""The models of a project: files in ``models/``, by name, one of them active."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.project import files
from core.project.project import Project
from core.project.text import now

_NAME = re.compile(r"[\w][\w .+-]{0,79}\Z")


@dataclass(frozen=True, slots=True)
class Model:
    """One trained ensemble; ``file`` is its absolute path, ``info`` what its maker noted of it."""

    name: str
    file: Path
    active: bool
    run_id: int | None
    created_at: str
    info: dict[str, Any]


_SELECT = "SELECT name, path, active, run_id, created_at, info FROM model"


def model_path(project: Project, name: str) -> Path:
    """Where the file of a model of this name belongs; raises InputError for a name that can be none."""
    if not _NAME.match(name) or name.endswith((".", " ")):
        raise InputError(
            f"'{name}' cannot be a model's name; use letters, digits, '-', '_', '.', '+' and spaces."
        )
    return project.folder / "models" / f"{name}.h5"


def register_model(
    project: Project,
    name: str,
    *,
    run_id: int | None = None,
    info: dict[str, Any] | None = None,
    activate: bool = True,
) -> Model:
    """Note the model whose file was put at :func:`model_path`; raises InputError without it, or if taken."""
    file = model_path(project, name)
    if not file.is_file():
        raise InputError.at(file, "there is no model file")
    with project.transaction() as connection:
        if connection.execute("SELECT 1 FROM model WHERE name = ?", (name,)).fetchone():
            raise InputError(
                f"There is a model '{name}' already; models are never changed. Choose another name."
            )
        connection.execute(
            "INSERT INTO model (name, path, run_id, created_at, info) VALUES (?, ?, ?, ?, ?)",
            (name, file.relative_to(project.folder).as_posix(), run_id, now(), json.dumps(info or {})),
        )
        if activate:
            activate_model(project, name)
    return get_model(project, name)


def activate_model(project: Project, name: str) -> None:
    """Make a model the one that is used when none is named."""
    with project.transaction() as connection:
        get_model(project, name)
        connection.execute("UPDATE model SET active = 0 WHERE active = 1")
        connection.execute("UPDATE model SET active = 1 WHERE name = ?", (name,))


def get_model(project: Project, name: str | None = None) -> Model:
    """The model of this name, or the active one; raises InputError when there is none."""
    row = project.one(f"{_SELECT} WHERE name = :name OR (:name IS NULL AND active = 1)", {"name": name})
    if row is None and name is None:
        raise InputError.at(
            project.folder, "the project has no model yet", mend="Train one first: ductus train"
        )
    if row is None:
        names = ", ".join(model.name for model in models(project)) or "none"
        raise InputError.at(project.folder, f"there is no model '{name}'", mend=f"There is: {names}")
    return _model(project, row)


def models(project: Project) -> list[Model]:
    """All models, newest first."""
    return [_model(project, row) for row in project.query(f"{_SELECT} ORDER BY id DESC")]


def _model(project: Project, row: tuple) -> Model:
    name, path, active, run_id, created_at, info = row
    file = files.located(project.folder, path, False)
    return Model(name, file, bool(active), run_id, created_at, json.loads(info))
