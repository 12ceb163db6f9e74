"""A newly trained model beside the active one, on the same words, so that a worse one does not take over unseen."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError
from core.events import Listener, Note, ignore_events
from core.jobs.recognition.loaded_model import LoadedModel, open_model
from core.jobs.results import ModelComparison
from core.jobs.training.training_words import training_words
from core.language import tr
from core.project.content.models import Model, ReadWords, activate_model, active_model, get_model, keep_read_words
from core.project.content.words import Role, labelled_words
from core.project.project import Project
from core.project.word_images import ImageBlock, load_all_images
from core.recognition.algorithms import gated_vote, word_texts
from core.recognition.evidence import gather_evidence
from core.store.summary import images_learnt_from
from core.training.samples import are_known, evenly_spaced

MIN_TEST_WORDS = 20
"""With fewer test words the models are compared on words of the training pages instead."""
MOST_WORDS = 400
"""Words that are read at most: a standard error of at most 2.5 %, in seconds."""


def compare_with_active(project: Project, new: str, device: str, emit: Listener) -> ModelComparison | None:
    """Read the same words with the model ``new`` and the active one, and keep how many of them each read correctly.

    Return None if there is no other active model.

    The words are test words from whose images neither model learnt, or without enough of them training words on which
    neither model's readers were trained; each of those is read by the remaining readers alone. Models are used as they
    are calibrated now.
    """
    active = active_model(project)
    if active is None or active.name == new:
        return None
    try:
        truth, block = _test_images(project, [active, get_model(project, new)])
    except DuctusError as error:
        emit(Note(tr("The new model could not be compared with '{active}': {error}", active=active.name, error=error)))
        return ModelComparison(active.name, 0, True, 0, 0)
    are_test_words = len(truth) >= MIN_TEST_WORDS
    if not are_test_words:
        truth = dict(evenly_spaced(sorted(training_words(project).texts.items()), MOST_WORDS))
        block = load_all_images(project, list(truth), ignore_events)
    words = [truth[word_id] for word_id in block.ids]
    try:
        answers = [_read(open_model(project, name, device, ignore_events), block.images) for name in (active.name, new)]
    except DuctusError as error:
        emit(Note(tr("The new model could not be compared with '{active}': {error}", active=active.name, error=error)))
        return ModelComparison(active.name, 0, are_test_words, 0, 0)
    both = [row for row in zip(*answers, words, strict=True) if row[0] is not None and row[1] is not None]
    right = [sum(row[which] == row[2] for row in both) for which in (0, 1)]
    if both:
        keep_read_words(project, active.name, ReadWords(len(both), right[0], new))
        keep_read_words(project, new, ReadWords(len(both), right[1], active.name))
    is_better = bool(both) and right[1] >= right[0]
    return ModelComparison(active.name, len(both), are_test_words, right[0], right[1], is_better)


def activate_unless_worse(project: Project, new: str, comparison: ModelComparison | None) -> bool:
    """Make the new model the active one if there was none, or if it is at least as good; return whether it is."""
    if comparison is None or comparison.better:
        activate_model(project, new)
        return True
    return False


def _test_images(project: Project, models: Sequence[Model]) -> tuple[dict[int, str], ImageBlock]:
    """Return test words, at most :data:`MOST_WORDS`, from whose images none of the models learnt, and these images."""
    truth = dict(evenly_spaced(labelled_words(project, Role.TEST), MOST_WORDS))
    block = load_all_images(project, list(truth), ignore_events)
    known = np.concatenate([images_learnt_from(model.file) for model in models])
    rows = np.flatnonzero(~are_known(block.images, known))
    ids = [block.ids[row] for row in rows.tolist()]
    return {word_id: truth[word_id] for word_id in ids}, ImageBlock(ids, block.images[rows])


def _read(model: LoadedModel, images: NDArray[np.uint8]) -> list[str | None]:
    """Return the vote's text for each image [N]; None where all readers were trained on it."""
    if not len(images):
        return []
    members = model.ensemble.members
    may_read = np.array([~are_known(images, member.trained_on) for member in members])
    evidence = gather_evidence(model.ensemble, model.embed(images, ignore_events), model.lexicon)
    texts: list[str | None] = [None] * len(images)
    for group in np.unique(may_read, axis=1).T:
        if not group.any():
            continue
        rows = np.flatnonzero((may_read == group[:, None]).all(axis=0))
        chosen = [k for k in range(len(members)) if group[k]]
        parts = [evidence[k].take(rows) for k in chosen]
        _, vote = gated_vote(parts, [members[k].thres for k in chosen])
        for row, text in zip(rows.tolist(), word_texts(vote, parts, model.lexicon.words), strict=True):
            texts[row] = text
    return texts
