"""Learners whose embedding is the predicted word signature: `compact` and `phoscnet`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from core.errors import ModelFileError
from core.lexicon.signature import signatures
from core.model.learner import Arrays, Distances
from core.model.lexicon_search.index_cache import cached_prefilter
from core.model.nets.compact import Compact
from core.model.nets.phoscnet import PhoscNet

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.lexicon.lexicon import Lexicon

NETS: dict[str, type[Compact] | type[PhoscNet]] = {"compact": Compact, "phosc-ctc": Compact, "phoscnet": PhoscNet}
METRICS = ("cosine", "euclid")

_PAIRS = 16_384
"""Most words whose signatures are made and measured together: 50 MB."""


def to_ink(images: NDArray[np.uint8] | Tensor, size: tuple[int, int], device: str) -> Tensor:
    """uint8 [B, 50, 250] to float [B, 1, *size] where ink is 1 and paper 0, averaged over the pixels merged."""
    tensor = torch.as_tensor(images).to(device)
    ink = (255 - tensor).to(torch.float32).mul_(1 / 255).unsqueeze(1)
    return ink if ink.shape[-2:] == size else F.interpolate(ink, size=size, mode="area")


class SignatureLearner:
    """A network with two heads, its alphabet's dimensions and the metric by which words are compared."""

    def __init__(self, kind: str, net: nn.Module, phos_dim: int, dim: int, metric: str) -> None:
        if metric not in METRICS:
            raise ModelFileError(f"The metric '{metric}' is not known; it is one of {', '.join(METRICS)}.")
        self.kind = kind
        self.net = net
        self.phos_dim = phos_dim
        self.dim = dim
        self.metric = metric

    @classmethod
    def new(cls, kind: str, alphabet: Alphabet, metric: str, seed: int) -> SignatureLearner:
        """A learner with fresh weights drawn from ``seed``."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            net = NETS[kind](alphabet.phos_dim, alphabet.phoc_dim + alphabet.bigram_dim, len(alphabet.encodable))
        return cls(kind, net, alphabet.phos_dim, alphabet.dim, metric)

    @classmethod
    def from_arrays(cls, kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SignatureLearner:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError on a missing, odd or non-finite array."""
        # on "meta" a network has shapes and no numbers: an absurd alphabet is found out before memory is taken
        with torch.device("meta"):
            state = cls.new(kind, alphabet, metric, seed=0).net.state_dict()
        if set(state) != set(arrays):
            odd = sorted(set(state) ^ set(arrays))[0]
            raise ModelFileError(f"The embedder's weights do not fit '{kind}': '{odd}' is missing or too many.")
        loaded = {}
        for name, like in state.items():
            array = np.asarray(arrays[name])
            if array.shape != tuple(like.shape) or array.dtype.kind not in "fiu":
                raise ModelFileError(
                    f"The embedder's weights '{name}' have shape {array.shape} of {array.dtype}, "
                    f"where {tuple(like.shape)} is needed."
                )
            if not np.isfinite(array).all():
                raise ModelFileError(f"The embedder's weights '{name}' hold numbers that are not finite.")
            loaded[name] = torch.from_numpy(np.array(array)).to(like.dtype)
        learner = cls.new(kind, alphabet, metric, seed=0)
        learner.net.load_state_dict(loaded)
        return learner

    def to_arrays(self) -> Arrays:
        return {name: tensor.detach().cpu().numpy() for name, tensor in self.net.state_dict().items()}

    @property
    def input_size(self) -> tuple[int, int]:
        return NETS[self.kind].input_size

    def embed(self, images: NDArray[np.uint8], device: str = "cpu", batch: int = 256) -> NDArray[np.float32]:
        """uint8 [N, 50, 250] to predicted signatures F, float32 [N, dim]: counts, then letter probabilities."""
        out = np.empty((len(images), self.dim), np.float32)
        net = self.net.to(device).eval()
        with torch.inference_mode(), torch.autocast(device.split(":")[0], torch.bfloat16, device != "mps"):
            for start in range(0, len(images), batch):
                ink = to_ink(images[start : start + batch], self.input_size, device)
                phos, letters, _spelling = net(ink.contiguous(memory_format=torch.channels_last))
                joined = torch.cat([phos.float(), torch.sigmoid(letters.float())], dim=1)
                out[start : start + batch] = joined.cpu().numpy()
        return out

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        return embeddings

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Nothing is left open in a distance of signatures."""

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """Cosine distance 1 - cos(F, e(w)), or the euclidean ||F - e(w)|| of the paper's Algorithm 6."""
        table = self._table(words, alphabet)
        return lambda F: self._between(F, table)

    def _table(self, words: list[str], alphabet: Alphabet) -> NDArray[np.float32]:
        """e(w) of the words as :meth:`_between` wants them."""
        table = np.asarray(signatures(words, alphabet), np.float32)
        return _unit(table) if self.metric == "cosine" else table

    def _between(self, F: NDArray[np.float32], table: NDArray[np.float32]) -> NDArray[np.float32]:
        if self.metric == "cosine":
            return 1.0 - _unit(F) @ table.T
        squared = np.einsum("ij,ij->i", F, F)[:, None] - 2 * (F @ table.T) + np.einsum("ij,ij->i", table, table)
        return np.asarray(np.sqrt(np.maximum(squared, 0)), np.float32)

    def nearest(
        self, embeddings: NDArray[np.float32], lexicon: Lexicon, barred: NDArray[np.int64], count: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """As in :class:`core.model.learner.Learner`; distances of a shortlist of words are measured."""
        found = cached_prefilter(lexicon, self.metric).find(self.signature_part(embeddings), barred)
        row, column = np.nonzero(found >= 0)
        word = found[row, column]
        return best_of_pairs(row, word, self.near(embeddings, row, word, lexicon), len(embeddings), count)

    def near(
        self, embeddings: NDArray[np.float32], row: NDArray[np.int64], word: NDArray[np.int32], lexicon: Lexicon
    ) -> NDArray[np.float32]:
        """The signature's distance [P] of each of P pairs of an image ``row`` (rising) and a position ``word``."""
        signature = self.signature_part(embeddings)
        out = np.empty(len(row), np.float32)
        for start in range(0, len(row), _PAIRS):
            part = slice(start, start + _PAIRS)
            words, place = np.unique(word[part], return_inverse=True)
            table = self._table([lexicon.words[w] for w in words.tolist()], lexicon.alphabet)
            images, first = np.unique(row[part], return_index=True)
            for image, pairs in zip(images, np.split(np.arange(len(place)), first[1:]), strict=True):
                of_image = self._between(signature[image : image + 1], table[place[pairs]])
                out[start + pairs] = of_image[0]
        return out


def best_of_pairs(
    row: NDArray[np.int64], word: NDArray[np.int32], distance: NDArray[np.float32], rows: int, count: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The ``count`` nearest words of each of ``rows`` images, from pairs that are given once each."""
    words, distances = np.full((rows, count), -1, np.int32), np.full((rows, count), np.inf, np.float32)
    order = np.lexsort((word, distance, row))
    row = row[order]
    rank = np.arange(len(row)) - np.searchsorted(row, row)
    kept = rank < count
    words[row[kept], rank[kept]] = word[order][kept]
    distances[row[kept], rank[kept]] = distance[order][kept]
    return words, distances


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-12))
