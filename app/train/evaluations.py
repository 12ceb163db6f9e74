"""The stored evaluations of the models, with a mark on those that were measured with another word list."""

from __future__ import annotations

from typing import Any

from app.text.formats import integer
from app.train.train_messages import tr
from core.project.content.lexicon import lexicon_size
from core.project.content.models import list_models, load_evaluation
from core.project.project import Project
from core.store.calibration_card import has_similar_length

Evaluation = dict[str, Any] | None
"""The result of :func:`load_evaluation`; ``words_now`` is added where the word list is another one now."""

Evaluations = dict[str, Evaluation]
"""The evaluations by the names of the models."""


def read_evaluations(project: Project) -> Evaluations:
    """Read the evaluations of all models; those measured with another word list get the words that it has now."""
    now = lexicon_size(project)
    evaluations = {model.name: load_evaluation(model) for model in list_models(project)}
    for evaluation in evaluations.values():
        words = (evaluation or {}).get("lexicon")
        if evaluation is not None and isinstance(words, int) and not has_similar_length(words, now):
            evaluation["words_now"] = now
    return evaluations


def has_other_list(evaluation: Evaluation) -> bool:
    """Return whether the figures no longer hold, because the word list is another one now."""
    return evaluation is not None and "words_now" in evaluation


def list_warning(evaluation: Evaluation) -> str:
    """Return why the figures no longer hold, "" if they do."""
    if evaluation is None or "words_now" not in evaluation:
        return ""
    text = tr(
        "The word list had {0} words when this was measured and has {1} now, so these figures no longer hold. "
        "Measure again."
    )
    return text.format(integer(evaluation["lexicon"]), integer(evaluation["words_now"]))
