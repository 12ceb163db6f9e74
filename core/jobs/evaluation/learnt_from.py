"""Words whose very images a model learnt from: no measurement may count them."""

from collections.abc import Sequence

import numpy as np

from core.events import Listener
from core.language import tr_plural
from core.project.content.models import Model
from core.project.project import Project
from core.project.word_images.loading import load_images
from core.store.summary import images_learnt_from
from core.training.samples import are_known


def words_learnt_from(project: Project, model: Model, ids: Sequence[int], emit: Listener) -> set[int]:
    """Return those of the words ``ids`` whose images the model learnt from, cut as they are now."""
    known = images_learnt_from(model.file)
    if not len(known):
        return set()
    found: set[int] = set()
    for block in load_images(project, ids, emit):
        rows = np.flatnonzero(are_known(block.images, known))
        found |= {block.ids[row] for row in rows.tolist()}
    return found


def left_out_sentence(left_out: int, words: int) -> str:
    """Return the sentence about the ``left_out`` of ``words`` test words in a measurement; "" for none."""
    if not left_out:
        return ""
    return tr_plural(
        "{n} of {words} test words is left out: this model, or the starter model with which it began, was trained or "
        "calibrated on its image, so it cannot tell how well others are read.",
        "{n} of {words} test words are left out: this model, or the starter model with which it began, was trained or "
        "calibrated on their images, so they cannot tell how well others are read.",
        left_out,
        words=words,
    )
