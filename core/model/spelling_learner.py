"""`phosc-ctc`: one trunk that gives the word signature and spells the word; words are compared by both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from core.errors import ModelFileError
from core.model.ctc import ctc_costs, greedy_decode
from core.model.learner import Arrays, Distances
from core.model.lexicon_search.index_cache import cached_trie
from core.model.lexicon_search.trie_search import Hits, search_best, search_within_cost
from core.model.signature_learner import SignatureLearner, best_of_pairs, to_ink

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.lexicon.lexicon import Lexicon

FLOOR = -12.0
"""Less likely than this counts as this: a wrong guess in one column must not sink a word, and it packs well."""

ENOUGH = 100
"""Under so many images of X and X' the weight stays as it is: the best of seven would be chance."""

WEIGHTS = (0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0)
"""Weights of the signature's distance beside the spelling's cost, of which the best on X and X' is kept."""

RIVALS = 2.0
"""In a long lexicon words that are worse than the best by no more than this are found as surely as the best."""


class SpellingLearner(SignatureLearner):
    """Embeddings are [signature | log probabilities of 40 columns x (characters + 1)].

    A word's distance is its spelling's negative log likelihood plus ``weight`` times the signature's distance.
    """

    def __init__(
        self, kind: str, net: torch.nn.Module, phos_dim: int, dim: int, metric: str, weight: float = 10.0
    ) -> None:
        super().__init__(kind, net, phos_dim, dim, metric)
        self.weight = weight

    @classmethod
    def from_arrays(cls, kind: str, arrays: Arrays, alphabet: Alphabet, metric: str) -> SpellingLearner:
        """As the signature learner's; the weight of the signature stands among the arrays as ``joint_weight``."""
        rest = {name: array for name, array in arrays.items() if name != "joint_weight"}
        learner = super().from_arrays(kind, rest, alphabet, metric)
        assert isinstance(learner, SpellingLearner)
        weight = np.asarray(arrays.get("joint_weight", np.nan), np.float64)
        if weight.shape != () or not 0 <= weight <= 1e6:
            raise ModelFileError("The weight between spelling and signature is missing or out of range.")
        learner.weight = float(weight)
        return learner

    def to_arrays(self) -> Arrays:
        return super().to_arrays() | {"joint_weight": np.array(self.weight)}

    def embed(self, images: NDArray[np.uint8], device: str = "cpu", batch: int = 256) -> NDArray[np.float32]:
        """uint8 [N, 50, 250] to float32 [N, dim + columns * (characters + 1)]."""
        net = self.net.to(device).eval()
        parts = [np.empty((0, self.width(net)), np.float32)]
        with torch.inference_mode(), torch.autocast(device.split(":")[0], torch.bfloat16, device != "mps"):
            for start in range(0, len(images), batch):
                ink = to_ink(images[start : start + batch], self.input_size, device)
                phos, letters, spelling = net(ink.contiguous(memory_format=torch.channels_last))
                columns = spelling.permute(1, 0, 2).clamp_min(FLOOR).flatten(1)
                joined = torch.cat([phos.float(), torch.sigmoid(letters.float()), columns], dim=1)
                parts.append(joined.cpu().numpy())
        return np.concatenate(parts)

    def width(self, net: torch.nn.Module) -> int:
        """Numbers of an embedding."""
        return self.dim + net.columns * net.spelling.out_channels

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        return embeddings[:, : self.dim]

    def spelling_part(self, embeddings: NDArray[np.float32]) -> torch.Tensor:
        """Log probabilities [N, columns, characters + 1]."""
        flat = torch.from_numpy(np.ascontiguousarray(embeddings[:, self.dim :], np.float32))
        return flat.reshape(len(flat), int(self.net.columns), -1)

    def distances(self, words: list[str], alphabet: Alphabet) -> Distances:
        """Spelling's cost plus ``weight`` times the signature's distance."""
        by_signature = super().distances(words, alphabet)
        codes = character_codes(words, alphabet)

        def joint(F: NDArray[np.float32]) -> NDArray[np.float32]:
            near = by_signature(self.signature_part(F))
            cost = ctc_costs(self.spelling_part(F), codes).numpy()
            return np.asarray(cost + self.weight * near, np.float32)

        return joint

    def nearest(
        self, embeddings: NDArray[np.float32], lexicon: Lexicon, barred: NDArray[np.int64], count: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """As in :class:`core.model.learner.Learner`, by spelling and signature together.

        A few words that are spelled well bound what a better one may cost: with no distance of signatures below
        0, no word that is spelled worse than that can win. All others are then found and measured.
        """
        columns = self.spelling_part(embeddings).exp().numpy()
        tree = cached_trie(lexicon)
        closed = np.zeros(len(lexicon), np.bool_)
        closed[barred] = True
        some = search_best(columns, tree, closed, count)
        _, best = self._best_of(some, embeddings, lexicon, 1)
        within = search_within_cost(columns, tree, best[:, 0] + RIVALS, closed)
        return self._best_of(Hits.joined(some, within), embeddings, lexicon, count)

    def _best_of(
        self, spelt: Hits, embeddings: NDArray[np.float32], lexicon: Lexicon, count: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        near = self.near(embeddings, spelt.row, spelt.word, lexicon)
        return best_of_pairs(spelt.row, spelt.word, spelt.cost + self.weight * near, len(embeddings), count)

    def tune(
        self,
        embeddings: NDArray[np.float32],
        words: list[str],
        alphabet: Alphabet,
        truth: NDArray[np.int64],
        is_seen: NDArray[np.bool_],
    ) -> None:
        """Choose ``weight`` on X and X': the best mean share of right nearest words of the two.

        ``truth`` [n] are positions in ``words``; of very long lexicons a part with all true words is looked at.
        """
        if len(truth) < ENOUGH:
            return
        kept = sorted({*truth.tolist(), *range(0, len(words), max(1, len(words) // 3000))})
        place = {position: row for row, position in enumerate(kept)}
        target = np.array([place[t] for t in truth.tolist()])
        some = [words[position] for position in kept]
        near = SignatureLearner.distances(self, some, alphabet)(self.signature_part(embeddings))
        cost = ctc_costs(self.spelling_part(embeddings), character_codes(some, alphabet)).numpy()

        def score(weight: float) -> float:
            right = (cost + weight * near).argmin(axis=1) == target
            return float(np.mean([right[group].mean() for group in (is_seen, ~is_seen) if group.any()]))

        scores = [score(weight) for weight in WEIGHTS]
        best = [weight for weight, value in zip(WEIGHTS, scores, strict=True) if value == max(scores)]
        self.weight = best[len(best) // 2]

    def spelled(self, embeddings: NDArray[np.float32], alphabet: Alphabet) -> list[str]:
        """What each image [N] spells by itself, bound to no lexicon; "" where no letter was found."""
        names = alphabet.characters
        return ["".join(names[c] for c in row) for row in greedy_decode(self.spelling_part(embeddings))]


def character_codes(words: Sequence[str], alphabet: Alphabet) -> list[list[int]]:
    """Each word's characters by their numbers in ``alphabet.characters``."""
    codes = {character: number for number, character in enumerate(alphabet.characters)}
    return [[codes[character] for character in word] for word in words]
