"""The interface of a learner, behind which any model can be an embedder M1; new ones, and those of model files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import InputError
from core.model.learner_names import is_own

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.lexicon_search.word_lists import NearestWords, WordSearch
    from core.model.signature_learner import Distances, SignatureLearner


class Learner(Protocol):
    """An embedder M1^(k), from word images to embeddings and from embeddings to distances to words.

    Embeddings are all that is kept of an image: gates, word classifiers, votes and views use nothing else. A learner
    whose own score is better than the distance of signatures overrides ``distances`` and ``nearest``.
    """

    kind: str
    """The learner's name in presets and model files: one of ours (core/model/learner_names.py), or
    that of a third-party learner."""

    predicts_signatures: bool
    """True if embeddings begin with predicted word signatures, by which images can be searched for any word."""

    def embed(self, images: NDArray[np.uint8], device: str = "cpu") -> NDArray[np.float32]:
        """Return embeddings float32 [N, E] of images uint8 [N, 50, 250]."""
        ...

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the predicted word signatures F [N, d] in embeddings [N, E], the input of PCA and gates."""
        ...

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Choose the free parameters of the distance, if there are any, on the images of X and X'.

        Called once after training. ``truth`` [n] are the positions in ``words`` of the transcriptions of
        ``embeddings`` [n, E]; ``is_seen`` [n] marks the rows of X.
        """
        ...

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """Return a function from embeddings [N, E] to distances [N, len(words)]; smaller is nearer."""
        ...

    def nearest(self, embeddings: NDArray[np.float32], search: WordSearch) -> NearestWords:
        """Return the words nearest to each of the embeddings [N, E] among the seen and the unseen ones.

        Lists are ordered best first, ties in the lexicon's order. In long lexicons not every distance is computed;
        docs/decisions/0013-scale.md and research/trials/word-lists.md give the share of nearer words that are missed.
        """
        ...

    def to_arrays(self) -> Arrays:
        """Return all weights by name: only numbers, so that a model file holds no code."""
        ...

    def weights(self) -> Arrays:
        """Return those arrays of :meth:`to_arrays` on which embeddings depend."""
        ...


def new_learner(kind: str, alphabet: Alphabet, metric: str, seed: int) -> SignatureLearner:
    """Return one of our learners with random weights drawn from ``seed``. Raises InputError for an unknown kind."""
    return _class_of(kind).new(kind, alphabet, metric, seed)


def learner_from_arrays(kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SignatureLearner:
    """Rebuild one of our learners. Raises InputError for an unknown kind, ModelFileError for invalid arrays."""
    return _class_of(kind).from_arrays(kind, arrays, alphabet, metric)


def load_learner(kind: str, arrays: Arrays, alphabet: Alphabet, metric: str, package: str | None) -> Learner:
    """Rebuild any learner of a model file; ``package`` names where one that is not ours is from.

    Without that package a stand-in is returned, with which the model can be looked at. Raises as
    :func:`learner_from_arrays`.
    """
    if is_own(kind) or package is None:
        return learner_from_arrays(kind, arrays, alphabet, metric)
    from core.model.foreign_learner import ForeignLearner, MissingLearner, find_learner

    found = find_learner(kind)
    return MissingLearner(kind, package, arrays) if found is None else ForeignLearner.from_arrays(kind, found, arrays)


def _class_of(kind: str) -> type[SignatureLearner]:
    # imported here because torch takes seconds to import and most commands need no learner; numba, half a second
    if not is_own(kind):
        raise InputError.of("The learner '{kind}' is unknown; this model needs a newer Ductus.", kind=kind)
    if kind == "phosc-ctc":
        from core.model.spelling_learner import SpellingLearner

        return SpellingLearner
    from core.model.signature_learner import SignatureLearner

    return SignatureLearner
