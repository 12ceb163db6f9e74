"""The model card that goes into the model's file: the figures on X and X' by group, and the text as Markdown."""

from collections.abc import Sequence
from dataclasses import replace

from core.evaluation.card_text import card_markdown
from core.evaluation.model_card import CARD_TEXT, FIGURES, model_card
from core.evaluation.set_aside_figures import set_aside_figures
from core.model.ensemble import Ensemble
from core.store.starter import starter_about
from core.store.starter_sources import began_with_starter, images_learnt_before
from core.store.summary import summary_of
from core.training.samples import Samples


def with_card(ensemble: Ensemble, samples: Samples, writers: Sequence[str | None]) -> Ensemble:
    """Return the ensemble with figures and text in its card.

    ``samples`` are the project's training images, ``writers`` [N] theirs; a writer is a number only. Test words
    are not in it: a model's file is never changed after training.
    """
    hashes, learnt_before = samples.image_hashes(), images_learnt_before(ensemble.card)
    figures = set_aside_figures(ensemble.members, ensemble.classes, samples.words, hashes, writers, learnt_before)
    card = ensemble.card | {FIGURES: [figure.to_json() for figure in figures]}
    starter = starter_about() if began_with_starter(card) else None
    told = replace(ensemble, card=card)
    return replace(told, card=card | {CARD_TEXT: card_markdown(model_card(summary_of(told), starter))})
