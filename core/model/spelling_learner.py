"""`phosc-ctc`: one network that predicts the word signature and spells the word; words are compared by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from core.arrays import Arrays
from core.errors import ModelFileError
from core.model.ctc import ctc_costs, greedy_decode
from core.model.lexicon_search.spelling_search import SpellingSearch
from core.model.lexicon_search.word_lists import NearestWords, WordSearch
from core.model.nets.base import SpellingNet
from core.model.signature_learner import Distances, SignatureLearner

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

MIN_LOG_PROB = -12.0
"""Smaller log probabilities are raised to this: one column that is wrong must not rule out a word, and the narrow range
loses little when embeddings are cached in 16 bits."""

MIN_TUNING_IMAGES, MAX_TUNING_IMAGES = 100, 1500
"""With fewer images of X and X' the weight is not tuned: which of the seven is best would be due to chance. More
images than the second number are not used: an accuracy then has a standard error of at most 1.3 %."""

WEIGHTS = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0)
"""Weights that :meth:`SpellingLearner.tune` tries, in steps of about 2 around the default: costs of similar words
differ by a few nats and cosine distances by some tenths, so both count about equally near 10."""


class SpellingLearner(SignatureLearner):
    """A learner whose embeddings are [signature | log probabilities of columns x (characters + 1)].

    The distance of a word is the negative log likelihood of its spelling plus ``weight`` times the signature's
    distance.
    """

    net: SpellingNet

    def __init__(self, kind: str, net: SpellingNet, phos_dim: int, dim: int, metric: str, weight: float = 10.0) -> None:
        super().__init__(kind, net, phos_dim, dim, metric)
        self.weight = weight

    @classmethod
    def from_arrays(cls, kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SpellingLearner:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError on missing, surplus or invalid arrays."""
        rest = {name: array for name, array in arrays.items() if name != "joint_weight"}
        learner = super().from_arrays(kind, rest, alphabet, metric)
        assert isinstance(learner, SpellingLearner)
        weight = np.asarray(arrays.get("joint_weight", np.nan), np.float64)
        if weight.shape != () or not 0 <= weight <= 1e6:
            raise ModelFileError.of("The embedder's weight of the signature is missing or out of range.")
        learner.weight = float(weight)
        return learner

    def to_arrays(self) -> Arrays:
        """Return all weights by name, and ``weight`` as ``joint_weight``."""
        return super().to_arrays() | {"joint_weight": np.array(self.weight)}

    @property
    def embedding_size(self) -> int:
        """E, the length of an embedding."""
        return self.dim + self.net.columns * self.net.spelling.out_channels

    def _further_parts(self, spelling: Tensor | None) -> list[Tensor]:
        assert spelling is not None
        return [spelling.permute(1, 0, 2).clamp_min(MIN_LOG_PROB).flatten(1)]

    def spelling_part(self, embeddings: NDArray[np.float32]) -> Tensor:
        """Return the log probabilities [N, columns, characters + 1] in embeddings [N, E]."""
        flat = torch.from_numpy(np.ascontiguousarray(embeddings[:, self.dim :], np.float32))
        return flat.reshape(len(flat), self.net.columns, -1)

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """Return a function to the cost of the spelling plus ``weight`` times the signature's distance."""
        signature_distances = super().distances(words, alphabet)
        codes = character_codes(words, alphabet)

        def joint(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
            near = signature_distances(self.signature_part(embeddings))
            cost = ctc_costs(self.spelling_part(embeddings), codes).numpy()
            return np.asarray(cost + self.weight * near, np.float32)

        return joint

    def nearest(self, embeddings: NDArray[np.float32], search: WordSearch) -> NearestWords:
        """Find the nearest words on both sides as described in :class:`core.model.learner.Learner`.

        Branch and bound over the letters finds the same words, in lexicons of any length, as measuring all.
        """
        spelling_search = SpellingSearch(self.weight, self.metric == "cosine", torch.get_num_threads())
        spelling, signatures = self.spelling_part(embeddings).numpy(), self.signature_part(embeddings)
        return spelling_search.find(spelling, signatures, search)[0]

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Set ``weight`` to the one of :data:`WEIGHTS` with the best mean of the accuracies on X and X'.

        ``truth`` [n] are the positions in ``words`` of the transcriptions of ``embeddings`` [n, E]. Of very many images
        an even sample is taken, from a very long lexicon the true words and an even sample of the others.
        """
        if len(truth) < MIN_TUNING_IMAGES:
            return
        rows = slice(None, None, -(-len(truth) // MAX_TUNING_IMAGES))
        embeddings, truth, is_seen = embeddings[rows], truth[rows], is_seen[rows]
        chosen = sorted({*truth.tolist(), *range(0, len(words), max(1, len(words) // 1000))})
        column = {position: index for index, position in enumerate(chosen)}
        target = np.array([column[position] for position in truth.tolist()])
        some = [words[position] for position in chosen]
        near = SignatureLearner.distances(self, some, alphabet)(self.signature_part(embeddings))
        cost = ctc_costs(self.spelling_part(embeddings), character_codes(some, alphabet)).numpy()

        def mean_accuracy(weight: float) -> float:
            correct = (cost + weight * near).argmin(axis=1) == target
            return float(np.mean([correct[group].mean() for group in (is_seen, ~is_seen) if group.any()]))

        scores = [mean_accuracy(weight) for weight in WEIGHTS]
        best = [weight for weight, score in zip(WEIGHTS, scores, strict=True) if score == max(scores)]
        self.weight = best[len(best) // 2]

    def decode(self, embeddings: NDArray[np.float32], alphabet: Alphabet) -> list[str]:
        """Return the greedy spelling of each image [N] without a lexicon; "" where no letter was found."""
        names = alphabet.characters
        return ["".join(names[c] for c in row) for row in greedy_decode(self.spelling_part(embeddings))]


def character_codes(words: Sequence[str], alphabet: Alphabet) -> list[list[int]]:
    """Return each word as the positions of its characters in ``alphabet.characters``."""
    codes = alphabet.numbers
    return [[codes[character] for character in word] for word in words]
