"""The figures of an evaluation by group of test words, and by whether the starter model met the word."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.decision_rules import DecisionRule, GroundTruth
from core.evaluation.group_figures import Answers, Status, group_figures, scores_by_starter_words
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.project.content.words import Role, iter_words, labelled_words
from core.project.project import Project
from core.store.starter_sources import met_by_starter_of


@dataclass(frozen=True, slots=True)
class UnreadAnswers:
    """Answers with a lexicon into which the test pages have brought no word."""

    texts: list[str]
    confidence: NDArray[np.float64]
    is_listed: NDArray[np.bool_]
    """[N] True if that lexicon holds the word all the same."""


def measured_groups(
    project: Project,
    ensemble: Ensemble,
    words: Mapping[int, str],
    truth: GroundTruth,
    correct: Mapping[DecisionRule, NDArray[np.bool_]],
    confidence: NDArray[np.float64],
    unread: UnreadAnswers,
) -> dict[str, Any]:
    """Return ``groups`` of the test words (:func:`core.evaluation.group_figures.group_figures`), ready for JSON.

    ``words`` are the transcriptions of the N test words by id, in the order of everything else; ``correct`` and
    ``confidence`` [N] are those of the vote with gates. Words in no list are measured as on unread pages. ``starter``
    (:func:`core.evaluation.group_figures.scores_by_starter_words`) is there for a model that began with the starter.
    """
    ids, texts = list(words), [nfc(word) for word in words.values()]
    met = met_by_starter_of(ensemble.card, texts)
    counts = training_counts(project, ensemble)
    frequency = np.array([counts[word] for word in texts], np.int64)
    by_id = {row.id: row.writer or "" for row in iter_words(project, ids)}
    writers = [by_id.get(word_id, "") for word_id in ids]
    status = np.where(truth.is_seen, Status.SEEN, Status.UNSEEN).tolist()
    outside = np.flatnonzero(~unread.is_listed)

    def chosen(values: Sequence[str]) -> list[str]:
        return [values[row] for row in outside.tolist()]

    images = np.array(ids, np.uint64)
    right = np.array([text == word for text, word in zip(unread.texts, texts, strict=True)], np.bool_)
    answers = Answers(
        np.append(images, images[outside]),
        texts + chosen(texts),
        [Status(name) for name in status] + [Status.UNLISTED] * len(outside),
        np.append(frequency, frequency[outside]),
        writers + chosen(writers),
        np.append(correct[DecisionRule.GATED], right[outside]),
        np.append(confidence, unread.confidence[outside]),
        None if met is None else np.append(met, met[outside]),
    )
    result: dict[str, Any] = {"groups": [figure.to_json() for figure in group_figures(answers)]}
    if met is not None:
        result["starter"] = scores_by_starter_words(correct, truth.is_seen, met)
    return result


def training_counts(project: Project, ensemble: Ensemble) -> Counter[str]:
    """Return how many training images show each word: by the model's file, else by the project as it is now."""
    data = ensemble.card.get("data")
    counts = data.get("word_images") if isinstance(data, dict) else None
    if isinstance(counts, list) and len(counts) == len(ensemble.classes):
        return Counter(dict(zip(ensemble.classes, counts, strict=True)))
    return Counter(word for _, word in labelled_words(project, Role.TRAIN))
