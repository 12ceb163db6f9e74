"""The starter model as a project's first model: suggestions before anything is transcribed."""

from dataclasses import dataclass
from typing import Any

from core.errors import InputError
from core.lexicon.alphabet import AUTO, choose_alphabet
from core.project.content.lexicon import lexicon_words
from core.project.content.models import STARTER_PRESET, list_models, model_path, register_model
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class StarterReadiness:
    """True if the starter model is of use to a project."""

    has_model: bool
    has_lexicon: bool
    untranscribed: int
    """Words without a transcription; not counted (0) where there is a model."""

    @property
    def is_useful(self) -> bool:
        """Return whether there is no model yet, and there are words to read."""
        return not self.has_model and self.untranscribed > 0


def starter_readiness(project: Project) -> StarterReadiness:
    """Return whether :func:`add_starter` is of use to this project."""
    if project.one("SELECT 1 FROM model LIMIT 1") is not None:
        return StarterReadiness(True, True, 0)
    row = project.one("SELECT count(*) FROM word WHERE deleted = 0 AND not_a_word = 0 AND transcription_id IS NULL")
    return StarterReadiness(False, bool(lexicon_words(project)), row[0] if row else 0)


def add_starter(project: Project, alphabet: str = AUTO) -> dict[str, Any]:
    """Make the starter model, adapted to the characters of the lexicon, the project's active model.

    Raises InputError where the lexicon is empty, or where the project has the starter model already.
    """
    words = lexicon_words(project)
    if not words:
        raise InputError.of(
            "The word list is empty, and suggestions are chosen from it. Add a list of the words that may occur, "
            "or the words of a language."
        )
    if any(model.name == STARTER_PRESET for model in list_models(project)):
        raise InputError.of(
            "There is a model '{name}' already; read with it, or train one of your own.", name=STARTER_PRESET
        )
    from core.store.model_file import save_ensemble
    from core.store.starter import load_starter, starter_path
    from core.training.starter_init import starter_ensemble

    ensemble = starter_ensemble(load_starter(starter_path()), choose_alphabet(alphabet, words))
    ensemble.card["name"] = STARTER_PRESET
    path = model_path(project, STARTER_PRESET)
    project.files.make_folder(path.parent)
    project.files.remove(path)  # a former attempt that was killed before it was noted
    save_ensemble(path, ensemble)
    register_model(project, STARTER_PRESET, info={"preset": STARTER_PRESET})
    return {"model": STARTER_PRESET, "alphabet": ensemble.alphabet.name, "lexicon": len(words)}
