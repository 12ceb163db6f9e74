"""The models of a project: files in ``models/``, by name, one of them active."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Any, TypeVar

from core.errors import InputError
from core.events import to_json
from core.language import tr, tr_hint
from core.project.content.transcriptions import TranscriptionSource
from core.project.content.words import TRANSCRIBED_SQL, Role
from core.project.db.values import decode_json, utc_now
from core.project.file_access import resolve_file
from core.project.project import Project
from core.project.project_files import ProjectFiles

P = TypeVar("P", bound=PurePath)

STARTER_PRESET = "starter"
"""The preset recorded in the starter model (see :func:`core.jobs.recognition.starter.add_starter`)."""

_RECALIBRATED = "cache/recalibrated"
_THRESHOLDS, _CALIBRATION, _POSTPONED = "thres", "calibration", "postponed"
"""The settings about a model, each with the key ``SETTING:NAME``."""
EVALUATIONS = ON_WORDS, ON_PAGES = "evaluation", "pages"
"""The kinds of evaluations, on test words and on whole pages, as they stand in the names of files."""
MAX_TITLE = 80
_NAME = re.compile(r"[\w][\w .+-]{0,79}\Z")


@dataclass(frozen=True, slots=True)
class Model:
    """One trained ensemble; ``file`` is its absolute path, ``info`` what was recorded when it was made."""

    name: str
    file: Path
    active: bool
    run_id: int | None
    created_at: str
    info: dict[str, Any]


_SELECT = "SELECT name, path, active, run_id, created_at, info FROM model"


def model_path(project: Project, name: str) -> Path:
    """Return the path for a model file of this name; raises InputError if the name is not valid."""
    if not _NAME.match(name) or name.endswith((".", " ")):
        raise InputError.of(
            "'{name}' cannot be a model's name; use letters, digits, '-', '_', '.', '+' and spaces.", name=name
        )
    return project.files.path(f"models/{name}.h5")


def new_model_path(project: Project, name: str) -> Path:
    """Return the path for a new model of this name; raises InputError for an invalid name or one that exists."""
    path = model_path(project, name)
    if project.files.status(path) is not None:
        raise _taken(name)
    return path


def register_model(
    project: Project, name: str, *, run_id: int | None = None, info: dict[str, Any] | None = None, activate: bool = True
) -> Model:
    """Add the model whose file is at :func:`model_path`; raises InputError if the file is missing or the name taken."""
    file = model_path(project, name)
    if not project.files.is_file(file):
        raise InputError.at(file, tr("there is no model file"))
    with project.transaction() as connection:
        if connection.execute("SELECT 1 FROM model WHERE name = ?", (name,)).fetchone():
            raise _taken(name)
        connection.execute(
            "INSERT INTO model (name, path, run_id, created_at, info) VALUES (?, ?, ?, ?, ?)",
            (name, file.relative_to(project.folder).as_posix(), run_id, utc_now(), json.dumps(info or {})),
        )
        if activate:
            activate_model(project, name)
    return get_model(project, name)


def _taken(name: str) -> InputError:
    return InputError.of("There is a model '{name}' already; models are never changed. Choose another name.", name=name)


def add_to_info(project: Project, name: str, **facts: Any) -> None:
    """Record more about a model, in place of earlier facts of the same names."""
    with project.transaction() as connection:
        info = get_model(project, name).info | facts
        connection.execute("UPDATE model SET info = ? WHERE name = ?", (json.dumps(info), name))


def give_title(project: Project, name: str, title: str) -> None:
    """Let the app show a model under a title; "" for the one by its training. Raises InputError for a long one."""
    title = " ".join(title.split())
    if len(title) > MAX_TITLE:
        raise InputError.of("A title of a model has {most} letters at most.", most=MAX_TITLE)
    add_to_info(project, name, title=title or None)


@dataclass(frozen=True, slots=True)
class ReadWords:
    """Of ``words`` words that a model did not learn from, it read ``right`` correctly.

    ``other`` is the model with which it was compared on them; None if it was measured on the test words, as they are
    to be expected on unread pages.
    """

    words: int
    right: int
    other: str | None = None


def keep_read_words(project: Project, name: str, read: ReadWords) -> None:
    """Record how a model read words; a comparison is not kept in place of a measurement."""
    before = read_words(get_model(project, name))
    if read.other is None or before is None or before.other is not None:
        add_to_info(project, name, read_words=asdict(read))


def read_words(model: Model) -> ReadWords | None:
    """Return what :func:`keep_read_words` recorded last, or None."""
    stored = model.info.get("read_words")
    if not isinstance(stored, dict):
        return None
    words, right, other = stored.get("words"), stored.get("right"), stored.get("other")
    if not isinstance(words, int) or not isinstance(right, int) or not 0 <= right <= words or not words:
        return None
    return ReadWords(words, right, other if isinstance(other, str) else None)


def activate_model(project: Project, name: str) -> None:
    """Make a model the one that is used when none is named."""
    with project.transaction() as connection:
        get_model(project, name)
        connection.execute("UPDATE model SET active = 0 WHERE active = 1")
        connection.execute("UPDATE model SET active = 1 WHERE name = ?", (name,))


def delete_model(project: Project, name: str) -> None:
    """Delete a model with its file, evaluation, chosen thresholds and predictions; transcriptions stay.

    If it was the active one, none is active afterwards. Raises InputError if there is none of this name.
    """
    with project.transaction() as connection:
        model = get_model(project, name)
        connection.execute("DELETE FROM prediction WHERE model = ?", (name,))
        connection.execute("DELETE FROM model WHERE name = ?", (name,))
        for setting in (_THRESHOLDS, _CALIBRATION, _POSTPONED):
            project.delete_setting(f"{setting}:{name}")
    for file in (model.file, *(evaluation_file(model, kind) for kind in EVALUATIONS)):
        project.files.remove(file)
    delete_recalibrations(project, model)


def chosen_thresholds(project: Project, model: Model) -> list[int] | None:
    """Return the thresholds [L] that a person chose for this model in this project, or None.

    Thresholds chosen for a deleted model of the same name do not count.
    """
    thres = _setting_of(project, model, _THRESHOLDS).get("thres")
    if isinstance(thres, list) and thres and all(type(value) is int for value in thres):
        return thres
    return None


def choose_thresholds(project: Project, model: Model, thres: Sequence[int] | None) -> None:
    """Store thresholds for a model (None: those of its training); its predictions stay as they are."""
    chosen = None if thres is None else [int(value) for value in thres]
    value = chosen and {"model_of": model.created_at, "thres": chosen}
    project.set_setting(f"{_THRESHOLDS}:{model.name}", value)


@dataclass(frozen=True, slots=True)
class PostponedRecalibration:
    """A recalibration that a person cancelled or that was impossible, for a lexicon of ``words`` words."""

    words: int
    was_impossible: bool


def postponed_recalibration(project: Project, model: Model) -> PostponedRecalibration | None:
    """Return the model's recalibration that is not to be started again by itself, or None."""
    stored = _setting_of(project, model, _POSTPONED)
    words = stored.get("words")
    return PostponedRecalibration(words, stored.get("impossible") is True) if isinstance(words, int) else None


def postpone_recalibration(project: Project, model: Model, postponed: PostponedRecalibration) -> None:
    """Record that the model is not to be recalibrated by itself until the lexicon has changed again."""
    value = {"model_of": model.created_at, "words": postponed.words, "impossible": postponed.was_impossible}
    project.set_setting(f"{_POSTPONED}:{model.name}", value)


def recalibrated_file(project: Project, model: Model, lexicon: str) -> Path:
    """Return the path of the model's calibration for the lexicon with this digest; it can be made again at any time."""
    return project.files.path(f"{_RECALIBRATED}/{model.name}.{lexicon}.h5")


def record_calibration(project: Project, model: Model, lexicon: str | None) -> None:
    """Record for which lexicon the model was calibrated that predicts now; None: it is the model's own calibration."""
    value = lexicon and {"model_of": model.created_at, "lexicon": lexicon}
    key = f"{_CALIBRATION}:{model.name}"
    if project.get_setting(key) != value:
        project.set_setting(key, value)


def calibrated_file(project: Project, model: Model) -> Path:
    """Return the file with the gates and thresholds that made the model's predictions: its own or a recalibration."""
    lexicon = _setting_of(project, model, _CALIBRATION).get("lexicon")
    if isinstance(lexicon, str) and lexicon.isalnum():
        file = recalibrated_file(project, model, lexicon)
        return file if project.files.is_file(file) else model.file
    return model.file


def calibration_digest(file: Path) -> str:
    """Return the digest of the lexicon for which the recalibration in a file of :func:`recalibrated_file` was made."""
    return file.stem.rpartition(".")[2]


def recalibrated_files(project: Project, model: Model) -> list[Path]:
    """Return the model's calibrations for other lexicons, or for others of an earlier model of that name."""
    names = project.files.names(_RECALIBRATED)
    own = (name for name in names if name.endswith(".h5") and name.rsplit(".", 2)[0] == model.name)
    return [project.files.path(f"{_RECALIBRATED}/{name}") for name in own]


def unfinished_recalibration(project: Project, model: Model) -> Path:
    """Return the folder where a recalibration keeps its finished members until all are."""
    return project.files.path(f"{_RECALIBRATED}/{model.name}.unfinished")


def delete_recalibrations(project: Project, model: Model, *, keep: Collection[Path] = ()) -> None:
    """Delete the model's calibrations for other lexicons, except the files ``keep``, and the unfinished one."""
    for file in recalibrated_files(project, model):
        if file not in keep:
            project.files.remove(file)
    project.files.remove_folder(unfinished_recalibration(project, model))


def _setting_of(project: Project, model: Model, setting: str) -> dict[str, Any]:
    """Return a setting about a model; an empty one without it, or if it is of a deleted model of the same name."""
    stored = project.get_setting(f"{setting}:{model.name}")
    return stored if isinstance(stored, dict) and stored.get("model_of") == model.created_at else {}


def evaluation_file(model: Model, kind: str = ON_WORDS) -> Path:
    """Return the path of a model's latest evaluation of a kind, a JSON file beside the model's."""
    return evaluation_beside(model.file, kind)


def evaluation_beside(model_file: P, kind: str) -> P:
    """Return the path of the latest evaluation of a kind, of the model in a file, whole or relative as the file's."""
    return model_file.with_name(f"{model_file.stem}.{kind}.json")


def save_evaluation(model: Model, result: dict[str, Any], kind: str = ON_WORDS) -> None:
    """Save a result of :mod:`core.jobs.evaluation` in place of an earlier one of its kind."""
    file = evaluation_file(model, kind)
    stored = json.dumps({"measured_at": utc_now(), **result}, ensure_ascii=False, default=to_json)
    ProjectFiles(file.parent).write(file, stored.encode())


def load_evaluation(model: Model, kind: str = ON_WORDS) -> dict[str, Any] | None:
    """Return what :func:`save_evaluation` saved, or None if the model was not evaluated or the file is damaged."""
    file = evaluation_file(model, kind)
    return ProjectFiles(file.parent).read_object(file) or None


def test_words_learnt_from(project: Project, name: str) -> frozenset[int]:
    """Return the ids of test words that the model's latest evaluation left out, because it learnt from their images."""
    ids = (load_evaluation(get_model(project, name)) or {}).get("learnt")
    return frozenset(word_id for word_id in ids if isinstance(word_id, int)) if isinstance(ids, list) else frozenset()


def transcriptions_since(project: Project, model: Model) -> int:
    """Return how many training words a person transcribed after ``model`` was made."""
    return project.count(
        f"SELECT count(*){TRANSCRIBED_SQL} AND r.source <> ? AND r.created_at > ? AND w.role = ?",
        (TranscriptionSource.IMPORTED, model.created_at, Role.TRAIN),
    )


def is_starter(model: Model) -> bool:
    """Return whether it is the starter model: not trained on words of the project, and never evaluated."""
    return model.info.get("preset") == STARTER_PRESET


def get_model(project: Project, name: str | None = None) -> Model:
    """Return the model of this name, or the active one; raises InputError if there is none."""
    row = project.one(f"{_SELECT} WHERE name = :name OR (:name IS NULL AND active = 1)", {"name": name})
    if row is None:
        names = ", ".join(model.name for model in list_models(project))
        raise InputError.at(
            project.folder,
            tr("there is no model '{name}'", name=name) if name is not None else tr("the project has no model yet"),
            hint=tr("Models of the project: {names}", names=names)
            if names
            else tr_hint(
                "Take the starter model (ductus begin), or train one (ductus train)",
                "Take the starter model in Train, or train a model there",
            ),
        )
    return _model(project, row)


def active_model(project: Project) -> Model | None:
    """Return the model that is used when none is named, or None."""
    return next((model for model in list_models(project) if model.active), None)


def get_parent(project: Project, name: str) -> Model:
    """Return a model from which training can continue; raises InputError for none and for the starter model."""
    model = get_model(project, name)
    if is_starter(model):
        raise InputError.of(
            "'{name}' is the starter model, with which training begins anyway. Train without continuing from a model.",
            name=name,
        )
    return model


def list_models(project: Project) -> list[Model]:
    """Return all models, newest first."""
    return [_model(project, row) for row in project.query(f"{_SELECT} ORDER BY id DESC")]


def _model(project: Project, row: tuple) -> Model:
    name, path, active, run_id, created_at, info = row
    file = resolve_file(project.folder, path, False)
    return Model(name, file, bool(active), run_id, created_at, decode_json(info, tr("models"), dict))
