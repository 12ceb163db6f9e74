"""Learners whose embedding is the predicted word signature: `compact`, `phoscnet` and `phoscnet-raw`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from core.arrays import Arrays
from core.errors import ModelFileError
from core.lexicon.signature import signatures
from core.model.lexicon_search.nearest_signatures import METRICS, unit_rows
from core.model.lexicon_search.pca_prefilter import cached_prefilter
from core.model.lexicon_search.word_lists import EXHAUSTIVE_LIMIT, SEEN_SIDE, UNSEEN_SIDE, NearestWords, WordSearch
from core.model.nets.base import SignatureNet, weights_of
from core.model.nets.compact import Compact
from core.model.nets.phoscnet import PhoscNet, RawPhoscNet
from core.model.precision import autocast

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.lexicon.lexicon import Lexicon

Distances = Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""From embeddings [N, E] to distances [N, C], one column for each word; smaller is nearer."""

NETS: dict[str, type[SignatureNet]] = {
    "compact": Compact,
    "phosc-ctc": Compact,
    "phoscnet": PhoscNet,
    "phoscnet-raw": RawPhoscNet,
}

_BATCH = 64
"""Images embedded at once: what a layer of the compact network computes of them fits into a processor's caches."""

_MAX_PAIRS = 16_384
"""Pairs of an image and a word measured at once; their signatures take 50 MB."""


def to_ink(images: NDArray[np.uint8] | Tensor, size: tuple[int, int], device: str) -> Tensor:
    """Return ink float32 [B, 1, *size] of images uint8 [B, 50, 250]: 1 ink, 0 paper, averaged over merged pixels."""
    tensor = torch.as_tensor(images).to(device)
    ink = (255 - tensor).to(torch.float32).mul_(1 / 255).unsqueeze(1)
    return ink if ink.shape[-2:] == size else F.interpolate(ink, size=size, mode="area")


class SignatureLearner:
    """A network that predicts signatures of an alphabet, and the metric by which they are compared to words."""

    predicts_signatures = True

    def __init__(self, kind: str, net: SignatureNet, phos_dim: int, dim: int, metric: str) -> None:
        if metric not in METRICS:
            raise ModelFileError.of(
                "The metric '{metric}' is unknown; it must be one of {choices}.",
                metric=metric,
                choices=", ".join(METRICS),
            )
        self.kind = kind
        self.net = net
        self.phos_dim = phos_dim
        self.dim = dim
        self.metric = metric

    @classmethod
    def new(cls, kind: str, alphabet: Alphabet, metric: str, seed: int) -> SignatureLearner:
        """Return a learner with random weights drawn from ``seed``."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            net = NETS[kind](alphabet.phos_dim, alphabet.phoc_dim + alphabet.bigram_dim, len(alphabet.encodable))
        return cls(kind, net, alphabet.phos_dim, alphabet.dim, metric)

    @classmethod
    def from_arrays(cls, kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SignatureLearner:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError on missing, surplus or invalid arrays."""
        # on "meta" a network has shapes but no numbers: a damaged alphabet is noticed before memory is allocated
        with torch.device("meta"):
            learner = cls._new_for(arrays, kind, alphabet, metric)
        state = learner.net.state_dict()
        if set(state) != set(arrays):
            odd = sorted(set(state) ^ set(arrays))[0]
            raise ModelFileError.of(
                "The embedder's weights do not fit '{kind}': '{odd}' is missing or unknown.", kind=kind, odd=odd
            )
        loaded = {}
        for name, like in state.items():
            array = np.asarray(arrays[name])
            if array.shape != tuple(like.shape) or array.dtype.kind not in "fiu":
                raise ModelFileError.of(
                    "The embedder's weights '{name}' have shape {shape} and type {dtype}; expected: {expected}.",
                    name=name,
                    shape=array.shape,
                    dtype=array.dtype,
                    expected=tuple(like.shape),
                )
            if not np.isfinite(array).all():
                raise ModelFileError.of("The embedder's weights '{name}' have values that are not finite.", name=name)
            loaded[name] = torch.from_numpy(np.array(array)).to(like.dtype)
        learner.net.load_state_dict(loaded, assign=True)
        return learner

    @classmethod
    def _new_for(cls, arrays: Arrays, kind: str, alphabet: Alphabet, metric: str) -> SignatureLearner:
        """Return a learner with the layers that ``arrays`` are the weights of."""
        learner = cls.new(kind, alphabet, metric, seed=0)
        if isinstance(learner.net, Compact) and not any(name.startswith("context.") for name in arrays):
            learner.net.leave_out_context()
        return learner

    def to_arrays(self) -> Arrays:
        """Return all weights by name."""
        return self.weights()

    def weights(self) -> Arrays:
        """Return the weights of the network by name, on which embeddings depend."""
        return weights_of(self.net)

    @property
    def input_size(self) -> tuple[int, int]:
        """Height and width of the network's input."""
        return self.net.input_size

    @property
    def embedding_size(self) -> int:
        """E, the length of an embedding."""
        return self.dim

    def embed(self, images: NDArray[np.uint8], device: str = "cpu", batch: int = _BATCH) -> NDArray[np.float32]:
        """Return embeddings float32 [N, E] of images uint8 [N, 50, 250].

        They begin with the predicted signature: shape counts, then probabilities of letters and bigrams.
        """
        net = self.net.to(device).eval()
        net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's stubs
        parts = [np.empty((0, self.embedding_size), np.float32)]
        with torch.inference_mode(), autocast(device):
            for start in range(0, len(images), batch):
                ink = to_ink(images[start : start + batch], self.input_size, device)
                phos, letters, spelling = net(ink.contiguous(memory_format=torch.channels_last))
                signature = [phos.float(), torch.sigmoid(letters.float())]
                joined = torch.cat(signature + self._further_parts(spelling), dim=1)
                parts.append(joined.cpu().numpy())
        return np.concatenate(parts)

    def _further_parts(self, spelling: Tensor | None) -> list[Tensor]:
        """Return the parts [B, n] of an embedding after the signature."""
        return []

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the predicted signatures F [N, d] in embeddings [N, E]."""
        return embeddings[:, : self.dim]

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Do nothing: the distance of signatures has no free parameters."""

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """Return the cosine distance 1 - cos(F, e(w)), or the Euclidean ||F - e(w)|| of Algorithm 3 (the vote)."""
        table = self._table(words, alphabet)
        return lambda F: self._table_distances(F, table)

    def _table(self, words: list[str], alphabet: Alphabet) -> NDArray[np.float32]:
        """Return e(w) of the words [C, d], of unit length for the cosine."""
        table = np.asarray(signatures(words, alphabet), np.float32)
        return unit_rows(table) if self.metric == "cosine" else table

    def _table_distances(self, F: NDArray[np.float32], table: NDArray[np.float32]) -> NDArray[np.float32]:
        if self.metric == "cosine":
            return np.asarray(1.0 - unit_rows(F) @ table.T, np.float32)
        squared = np.einsum("ij,ij->i", F, F)[:, None] - 2 * (F @ table.T) + np.einsum("ij,ij->i", table, table)
        return np.asarray(np.sqrt(np.maximum(squared, 0)), np.float32)

    def nearest(self, embeddings: NDArray[np.float32], search: WordSearch) -> NearestWords:
        """Find the nearest words on both sides as described in :class:`core.model.learner.Learner`.

        All seen words are measured, and in lexicons up to :data:`EXHAUSTIVE_LIMIT` words all unseen ones, too. In
        longer ones a prefilter proposes unseen words, whose distances are then computed.
        """
        near = NearestWords.empty(len(embeddings), search.count)
        near.measure_side(SEEN_SIDE, self.distances, embeddings, search)
        if len(search.lexicon) <= EXHAUSTIVE_LIMIT:
            near.measure_side(UNSEEN_SIDE, self.distances, embeddings, search)
        else:
            near.words[:, UNSEEN_SIDE], near.distances[:, UNSEEN_SIDE] = self._nearest_unseen(embeddings, search)
        return near

    def _nearest_unseen(
        self, embeddings: NDArray[np.float32], search: WordSearch
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        prefilter = cached_prefilter(search.lexicon.words, search.lexicon.alphabet, self.metric)
        found = prefilter.find(self.signature_part(embeddings), np.flatnonzero(search.is_seen))
        row, column = np.nonzero(found >= 0)
        word = found[row, column]
        distance = self._pair_distances(embeddings, row, word, search.lexicon)
        if search.cost is not None:
            distance += search.cost[word]
        return best_of_pairs(row, word, distance, len(embeddings), search.count)

    def _pair_distances(
        self, embeddings: NDArray[np.float32], row: NDArray[np.int64], word: NDArray[np.int32], lexicon: Lexicon
    ) -> NDArray[np.float32]:
        """Return the signature distances [P] of P pairs of an image ``row`` (ascending) and a position ``word``."""
        F = self.signature_part(embeddings)
        out = np.empty(len(row), np.float32)
        for start in range(0, len(row), _MAX_PAIRS):
            part = slice(start, start + _MAX_PAIRS)
            words, column = np.unique(word[part], return_inverse=True)
            table = self._table([lexicon.words[w] for w in words.tolist()], lexicon.alphabet)
            images, first = np.unique(row[part], return_index=True)
            for image, pairs in zip(images, np.split(np.arange(len(column)), first[1:]), strict=True):
                out[start + pairs] = self._table_distances(F[image : image + 1], table[column[pairs]])[0]
        return out


def best_of_pairs(
    row: NDArray[np.int64], word: NDArray[np.int32], distance: NDArray[np.float32], rows: int, count: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the ``count`` nearest words of each of ``rows`` images and their distances, from distinct pairs [P]."""
    words, distances = np.full((rows, count), -1, np.int32), np.full((rows, count), np.inf, np.float32)
    order = np.lexsort((word, distance, row))
    row = row[order]
    rank = np.arange(len(row)) - np.searchsorted(row, row)
    best = rank < count
    words[row[best], rank[best]] = word[order][best]
    distances[row[best], rank[best]] = distance[order][best]
    return words, distances
