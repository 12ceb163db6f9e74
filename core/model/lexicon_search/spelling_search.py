"""Search of a lexicon of any length for the words of least spelling cost plus signature distance."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import refuse_unencodable
from core.model.lexicon_search.prefix_trie import PrefixTrie
from core.model.lexicon_search.signature_kernel import SignatureLayout, signature_layout
from core.model.lexicon_search.trie_kernel import NO_WORDS, Side, Trie, least_costs, search
from core.model.lexicon_search.word_lists import NO_WORD, NearestWords, WordSearch

MAX_PREFIXES = 20_000
"""Most prefixes extended for an image and a side, the likeliest. It bounds the time for images that spell nothing to
about 10 ms, and the memory to 13 MB in each thread. research/trials/word-lists.md gives the share of searches
that need more."""

_IMAGES = 64
"""Most images that a thread takes at once."""

_SIDES_KEPT = 8
"""Divisions into seen and unseen words, with their costs, that are kept for a lexicon: one for each member."""


@dataclass(frozen=True, slots=True)
class SpellingSearch:
    """The distance of words: spelling cost, plus ``weight`` times the distance of signatures, plus the word's cost."""

    weight: float
    is_cosine: bool
    """True if signatures are compared by 1 - cosine, False by the Euclidean distance."""
    threads: int = 1

    def find(
        self, spelling: NDArray[np.float32], points: NDArray[np.float32], wanted: WordSearch
    ) -> tuple[NearestWords, NDArray[np.bool_]]:
        """Return the nearest words of n images on both sides, and which of the searches were cut off [n, 2].

        ``spelling`` [n, T, C] are the columns' log probabilities, at least -12; ``points`` [n, d] are the predicted
        signatures. A search that would need more than :data:`MAX_PREFIXES` prefixes is cut off. Nearer words than it
        found may exist; but it finds as many words as wanted if the side has them. Raises InputError if the lexicon
        holds words that its alphabet cannot encode.
        """
        index = cached_index(wanted.lexicon)
        if spelling.shape[2] != len(index.layout.fold):
            raise ValueError(f"the columns have {spelling.shape[2]} classes, the alphabet {len(index.layout.fold)}")
        sides = index.sides(wanted.is_seen, wanted.cost)
        near, is_cut = NearestWords.empty(len(points), wanted.count), np.zeros((len(points), 2), np.bool_)
        rows, limit = np.arange(len(points)), MAX_PREFIXES
        while len(rows):
            found, cut = self._find_in_threads(spelling, points, rows, index, sides, wanted.count, limit)
            near.words[rows], near.distances[rows], is_cut[rows] = found.words, found.distances, cut
            rows = rows[((found.words[:, :, -1] == NO_WORD) & cut).any(axis=1)]
            limit *= 16
        return near, is_cut

    def _find_in_threads(
        self,
        spelling: NDArray[np.float32],
        points: NDArray[np.float32],
        rows: NDArray[np.int64],
        index: SpellingIndex,
        sides: Sequence[Side],
        count: int,
        limit: int,
    ) -> tuple[NearestWords, NDArray[np.bool_]]:
        near, extended = NearestWords.empty(len(rows), count), np.zeros((len(rows), 2), np.int32)

        def find(part: slice) -> None:
            chosen = rows[part]
            search(
                np.exp(spelling[chosen], dtype=np.float32),
                points[chosen].astype(np.float32),
                tuple(index.trie),
                tuple(tuple(side) for side in sides),
                tuple(index.layout),
                float(self.weight),
                self.is_cosine,
                index.longest,
                limit,
                near.words[part],
                near.distances[part],
                extended[part],
            )

        step = min(_IMAGES, -(-len(rows) // self.threads))
        parts = [slice(start, start + step) for start in range(0, len(rows), step)]
        if len(parts) == 1 or self.threads == 1:
            for part in parts:
                find(part)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(find, parts))
        return near, extended > limit


@dataclass(slots=True)
class SpellingIndex:
    """The part that searches of one lexicon share: 14 bytes a node of its trie, and 4 a word."""

    trie: Trie
    layout: SignatureLayout
    longest: int
    """Length of the longest word."""
    _sides: list[tuple[Side, Side]] = field(default_factory=list)

    @classmethod
    def build(cls, lexicon: Lexicon) -> SpellingIndex:
        """Raises InputError if the lexicon holds words that its alphabet cannot encode."""
        refuse_unencodable(lexicon.words, lexicon.alphabet)
        trie = PrefixTrie.build(lexicon.words, lexicon.alphabet.characters)
        return cls(
            Trie(trie.letter, trie.first, trie.word, np.full(len(lexicon), -1, np.float32)),
            signature_layout(lexicon.alphabet),
            max(map(len, lexicon.words), default=0),
        )

    def sides(self, is_seen: NDArray[np.bool_], cost: NDArray[np.float32] | None) -> tuple[Side, Side]:
        """Return the seen and the unseen words as sides of a search. They are kept: to make them takes 20 ns a node."""
        costs = np.zeros(0, np.float32) if cost is None else np.array(cost, np.float32)
        for kept in self._sides:
            if np.array_equal(kept[0].chosen, is_seen) and np.array_equal(kept[0].cost, costs):
                return kept
        unit = max(float(costs.max(initial=0)) / (NO_WORDS - 1), 1e-9)
        made = (self._side(is_seen.copy(), costs, unit), self._side(~is_seen, costs, unit))
        self._sides = [*self._sides[1 - _SIDES_KEPT :], made]
        return made

    def _side(self, chosen: NDArray[np.bool_], cost: NDArray[np.float32], unit: float) -> Side:
        return Side(chosen, cost, least_costs(self.trie.first, self.trie.word, chosen, cost, unit), unit)


_cache: WeakKeyDictionary[Lexicon, SpellingIndex] = WeakKeyDictionary()


def cached_index(lexicon: Lexicon) -> SpellingIndex:
    """Return the lexicon's index, built once for all members and kept as long as the lexicon exists."""
    if lexicon not in _cache:
        _cache[lexicon] = SpellingIndex.build(lexicon)
    return _cache[lexicon]
