"""The learners there are, by name: a new one, or one from its stored arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import InputError

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.learner import Arrays
    from core.model.signature_learner import SignatureLearner

LEARNERS = ("compact", "phosc-ctc", "phoscnet")


def new_learner(kind: str, alphabet: Alphabet, metric: str, seed: int) -> SignatureLearner:
    """A learner with fresh weights drawn from ``seed``."""
    return _class_of(kind).new(kind, alphabet, metric, seed)


def learner_from_arrays(kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SignatureLearner:
    """Rebuild a learner from its stored arrays. Raises ModelFileError when they do not fit its shape."""
    return _class_of(kind).from_arrays(kind, arrays, alphabet, metric)


def _class_of(kind: str) -> type[SignatureLearner]:
    from core.model.signature_learner import SignatureLearner
    from core.model.spelling_learner import SpellingLearner

    if kind not in LEARNERS:
        raise InputError(f"The learner '{kind}' is not known here; this model needs a newer Ductus.")
    return SpellingLearner if kind == "phosc-ctc" else SignatureLearner
