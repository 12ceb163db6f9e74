"""The models of a project: files in ``models/``, by name, one of them active."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.project.content.settings import forget_setting
from core.project.db.row_decoding import decode_json
from core.project.db.values import utc_now
from core.project.files import file_store as files
from core.project.project import Project

STARTER_PRESET = "starter"
"""What the maker of the starter model notes as its preset (see :func:`core.jobs.recognition.starter.add_starter`)."""

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
        raise InputError(f"'{name}' cannot be a model's name; use letters, digits, '-', '_', '.', '+' and spaces.")
    return project.folder / "models" / f"{name}.h5"


def register_model(
    project: Project, name: str, *, run_id: int | None = None, info: dict[str, Any] | None = None, activate: bool = True
) -> Model:
    """Note the model whose file was put at :func:`model_path`; raises InputError without it, or if taken."""
    file = model_path(project, name)
    if not file.is_file():
        raise InputError.at(file, "there is no model file")
    with project.transaction() as connection:
        if connection.execute("SELECT 1 FROM model WHERE name = ?", (name,)).fetchone():
            raise InputError(f"There is a model '{name}' already; models are never changed. Choose another name.")
        connection.execute(
            "INSERT INTO model (name, path, run_id, created_at, info) VALUES (?, ?, ?, ?, ?)",
            (name, file.relative_to(project.folder).as_posix(), run_id, utc_now(), json.dumps(info or {})),
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


def delete_model(project: Project, name: str) -> None:
    """Delete a model with its file, measurement, chosen thresholds and predictions; a person's readings stay.

    When it was the active one, none is active afterwards. Raises InputError when there is none of this name.
    """
    with project.transaction() as connection:
        model = get_model(project, name)
        connection.execute("DELETE FROM prediction WHERE model = ?", (name,))
        connection.execute("DELETE FROM model WHERE name = ?", (name,))
        forget_setting(project, thresholds_key(name))
    model.file.unlink(missing_ok=True)
    evaluation_file(model).unlink(missing_ok=True)


def thresholds_key(name: str) -> str:
    """The setting under which the thresholds that a person chose for a model are kept."""
    return f"thres:{name}"


def evaluation_file(model: Model) -> Path:
    """Where the latest measurement of a model is kept, as JSON: beside the model's file."""
    return model.file.with_name(f"{model.name}.evaluation.json")


def save_evaluation(model: Model, result: dict[str, Any]) -> None:
    """Keep the result of :func:`core.jobs.recognition.evaluate.evaluate`; an earlier one is replaced as a whole."""
    path = evaluation_file(model)
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    kept = {"measured_at": utc_now(), **result}
    try:
        aside.write_text(json.dumps(kept, ensure_ascii=False, default=_plain), encoding="utf-8")
        files.sync_file(aside)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def load_evaluation(model: Model) -> dict[str, Any] | None:
    """What :func:`save_evaluation` kept, or None when the model was not measured or the file is damaged."""
    try:
        kept = json.loads(evaluation_file(model).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept if isinstance(kept, dict) else None


def transcriptions_since(project: Project, model: Model) -> int:
    """Words for training whose present reading a person gave after ``model`` was made."""
    row = project.one(
        "SELECT count(*) FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
        " WHERE r.source IN ('typed', 'accepted') AND r.created_at > ?"
        " AND w.role = 'train' AND w.deleted = 0 AND w.not_a_word = 0",
        (model.created_at,),
    )
    return int(row[0]) if row else 0


def is_starter(model: Model) -> bool:
    """Whether it is the starter model: trained on no word of the project, and nothing of it was measured."""
    return model.info.get("preset") == STARTER_PRESET


def get_model(project: Project, name: str | None = None) -> Model:
    """The model of this name, or the active one; raises InputError when there is none."""
    row = project.one(f"{_SELECT} WHERE name = :name OR (:name IS NULL AND active = 1)", {"name": name})
    if row is None and name is None:
        raise InputError.at(project.folder, "the project has no model yet", hint="Train one first: ductus train")
    if row is None:
        names = ", ".join(model.name for model in list_models(project)) or "none"
        raise InputError.at(project.folder, f"there is no model '{name}'", hint=f"There is: {names}")
    return _model(project, row)


def list_models(project: Project) -> list[Model]:
    """All models, newest first."""
    return [_model(project, row) for row in project.query(f"{_SELECT} ORDER BY id DESC")]


def _plain(value: Any) -> Any:
    """Numpy's numbers and arrays as JSON knows them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be kept as JSON")


def _model(project: Project, row: tuple) -> Model:
    name, path, active, run_id, created_at, info = row
    file = files.resolve_file(project.folder, path, False)
    return Model(name, file, bool(active), run_id, created_at, decode_json(info, "models", dict))
