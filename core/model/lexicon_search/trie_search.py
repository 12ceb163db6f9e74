"""Search of a long lexicon by spelling: branch and bound over a trie of its words' prefixes.

The likelihood that the columns begin with a prefix bounds the likelihood of every word with this prefix, so an
unlikely prefix rules out all its words. Prefix likelihoods: A. Graves, S. Fernández, F. Gomez, J. Schmidhuber:
"Connectionist Temporal Classification: Labelling Unsegmented Sequence Data with Recurrent Neural Networks", ICML 2006,
section 3.2; A. Graves, N. Jaitly: "Towards End-to-End Speech Recognition with Recurrent Neural Networks", ICML 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.lexicon.lexicon import Lexicon

MAX_PREFIXES = 5_000
"""Most prefixes of one length followed for an image, the likeliest; it bounds the time for images that spell nothing.
About one image in a hundred has more, and none of 1,187 real ones got another word with 20,000."""

MAX_WORDS = 1000
"""Most words returned for an image, the likeliest. More are found only for columns that spell nothing."""

MAX_COST = 70.0
"""Highest cost up to which all words are found; float32 ends at a cost of 87."""

START_PREFIXES = 32
"""Prefixes of one length followed at first to find some good words."""

_IMAGES = 64
"""Images searched together, so that they share the passes over the columns."""

_MAX_BEAM = 40_000
"""Prefixes held at once, some 40 MB; if there are more, the images are split into smaller groups."""


@dataclass(frozen=True, slots=True)
class PrefixTrie:
    """The prefixes of a lexicon's words. Node 0 is the empty one; nodes are numbered by length, siblings together."""

    letter: NDArray[np.uint16]
    """[n] number of the last character; 0 for node 0."""
    first: NDArray[np.int32]
    """[n + 1] the children of node i are ``first[i]`` up to but not including ``first[i + 1]``."""
    word: NDArray[np.int32]
    """[n] position of the word that ends here, -1 for none."""

    @classmethod
    def build(cls, words: Sequence[str], characters: Sequence[str]) -> PrefixTrie:
        """Build the trie of distinct, non-empty ``words``; a character's number is its position in ``characters``.

        ``characters`` are sorted by code point, after "" at position 0.
        """
        order = np.array(sorted(range(len(words)), key=words.__getitem__), np.int32)
        codes, lengths = _encode(words, order, characters)
        common = np.full(len(words), -1, np.int32)
        if len(words) > 1:
            common[1:] = np.argmax(codes[1:] != codes[:-1], axis=1)
        letter, word = [np.zeros(1, np.uint16)], [np.full(1, -1, np.int32)]
        counts = []
        above = np.zeros(1, np.int64)
        for depth in range(1, codes.shape[1] + 1):
            starts = np.flatnonzero((lengths >= depth) & (common < depth))
            parent = np.searchsorted(above, starts, "right") - 1
            counts.append(np.bincount(parent, minlength=len(above)))
            letter.append(codes[starts, depth - 1].astype(np.uint16))
            word.append(np.where(lengths[starts] == depth, order[starts], -1).astype(np.int32))
            above = starts
        counts.append(np.zeros(len(above), np.int64))
        first = np.concatenate([[1], 1 + np.cumsum(np.concatenate(counts))]).astype(np.int32)
        return cls(np.concatenate(letter), first, np.concatenate(word))

    def __len__(self) -> int:
        return len(self.letter)

    def children(self, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return all children of ``nodes`` [m]: the index of the parent in ``nodes``, and the node, both [children]."""
        first = self.first[nodes].astype(np.int64)
        counts = self.first[nodes + 1] - first
        parent = np.repeat(np.arange(len(nodes)), counts)
        before = np.cumsum(counts) - counts
        return parent, np.arange(len(parent)) + np.repeat(first - before, counts)


def _encode(
    words: Sequence[str], order: NDArray[np.int32], characters: Sequence[str]
) -> tuple[NDArray[np.uint16], NDArray[np.int32]]:
    """Return character numbers [N, longest] of the words in ``order``, 0 after their ends, and their lengths [N]."""
    numbers = np.zeros(max((ord(c) for c in characters if c), default=0) + 1, np.uint16)
    for number, character in enumerate(characters):
        if character:
            numbers[ord(character)] = number
    lengths = np.fromiter((len(words[position]) for position in order), np.int32, len(order))
    text = "".join([words[position] for position in order])
    flat = numbers[np.frombuffer(text.encode("utf-32-le"), np.uint32)]
    codes = np.zeros((len(order), int(lengths.max(initial=1))), np.uint16)
    codes[np.arange(codes.shape[1]) < lengths[:, None]] = flat
    return codes, lengths


_cache: WeakKeyDictionary[Lexicon, PrefixTrie] = WeakKeyDictionary()


def cached_trie(lexicon: Lexicon) -> PrefixTrie:
    """Return the lexicon's trie, built once for all members and kept as long as the lexicon exists."""
    if lexicon not in _cache:
        _cache[lexicon] = PrefixTrie.build(lexicon.words, lexicon.alphabet.characters)
    return _cache[lexicon]


@dataclass(frozen=True, slots=True)
class Hits:
    """Pairs of an image and a word found for it."""

    row: NDArray[np.int64]
    """[m] the image, ascending."""
    word: NDArray[np.int32]
    """[m] position of the word."""
    cost: NDArray[np.float32]
    """[m] negative log likelihood of the spelling."""

    @classmethod
    def merge(cls, *parts: Hits) -> Hits:
        """Return the pairs of all parts without duplicates."""
        row, word, cost = (np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "word", "cost"))
        pair = row * (int(word.max(initial=0)) + 1) + word
        once = np.unique(pair, return_index=True)[1]
        return cls(row[once], word[once], cost[once])

    def likeliest(self, count: int) -> Hits:
        """Return only the ``count`` words of least cost of each image."""
        order = np.lexsort((self.cost, self.row))
        row = self.row[order]
        best = order[np.arange(len(row)) - np.searchsorted(row, row) < count]
        return Hits(self.row[best], self.word[best], self.cost[best])


_NO_HITS = Hits(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32))


@dataclass(frozen=True, slots=True)
class _Beam:
    """Prefixes of one length, each with its image and the forward likelihoods of CTC after every column."""

    row: NDArray[np.int64]
    """[m] the image, ascending."""
    node: NDArray[np.int64]
    """[m] the prefix."""
    label_state: NDArray[Any]
    """[T + 1, m] likelihood that column t - 1 holds the prefix's last character; entry 0 is before the first column."""
    blank_state: NDArray[Any]
    """[T + 1, m] likelihood that column t - 1 holds the blank after it."""

    def select(self, mask: NDArray[np.bool_]) -> _Beam:
        return _Beam(self.row[mask], self.node[mask], self.label_state[:, mask], self.blank_state[:, mask])

    def split(self) -> tuple[_Beam, _Beam]:
        """Return two beams with about half of the images each; there must be at least two."""
        images = np.unique(self.row)
        later = self.row >= images[len(images) // 2]
        return self.select(later), self.select(~later)


def search_within_cost(
    probs: NDArray[np.float32], trie: PrefixTrie, max_cost: NDArray[np.float32], is_excluded: NDArray[np.bool_]
) -> Hits:
    """Return every word that costs at most ``max_cost`` [N], and at most 70, given columns ``probs`` [N, T, C].

    Words that ``is_excluded`` [words] marks are left out. The search is exact as long as at most :data:`MAX_PREFIXES`
    prefixes of a length and :data:`MAX_WORDS` words are within the bound.
    """
    # rounding may let a column's probabilities exceed 1 in sum, and a word be that much likelier than its prefix
    excess = np.maximum(np.log(probs.sum(axis=2, dtype=np.float64)), 0).sum(axis=1)
    least = np.exp(-np.minimum(max_cost + excess + 1e-3, MAX_COST + 5))
    return _search_in_groups(probs.astype(np.float32), trie, least.astype(np.float32), is_excluded, MAX_PREFIXES)


def search_best(probs: NDArray[np.float32], trie: PrefixTrie, is_excluded: NDArray[np.bool_], count: int) -> Hits:
    """Return some likely words, very likely with the best among them: ``count`` or more for each image.

    Fewer are returned only where the columns can spell fewer words that are not excluded. The search begins with
    :data:`START_PREFIXES` prefixes of a length and repeats with 16 times as many for images with too few words.
    """
    missing, width, parts = np.arange(len(probs)), START_PREFIXES, [_NO_HITS]
    while len(missing):
        # float64 holds the lowest likelihoods possible; with few prefixes it costs little
        found = _search_in_groups(probs[missing].astype(np.float64), trie, np.zeros(len(missing)), is_excluded, width)
        enough = np.bincount(found.row, minlength=len(missing)) >= count
        enough |= width >= len(trie)
        final = enough[found.row]
        parts.append(Hits(missing[found.row[final]], found.word[final], found.cost[final]))
        missing, width = missing[~enough], 16 * width
    return Hits.merge(*parts)


def _search_in_groups(
    probs: NDArray[Any], trie: PrefixTrie, least: NDArray[Any], is_excluded: NDArray[np.bool_], width: int
) -> Hits:
    parts = [_NO_HITS]
    for start in range(0, len(probs), _IMAGES):
        part = slice(start, start + _IMAGES)
        found = Hits.merge(*_search(probs[part], trie, least[part], is_excluded, width)).likeliest(MAX_WORDS)
        parts.append(Hits(start + found.row, found.word, found.cost))
    return Hits.merge(*parts)


def _search(
    probs: NDArray[Any], trie: PrefixTrie, least: NDArray[Any], is_excluded: NDArray[np.bool_], width: int
) -> list[Hits]:
    """Return the words with a likelihood of at least ``least`` [n]; ``width`` prefixes of a length are followed."""
    columns = np.ascontiguousarray(probs.transpose(1, 0, 2))
    count = columns.shape[1]
    blank_state = np.ones((len(columns) + 1, count), columns.dtype)
    np.cumprod(columns[:, :, 0], axis=0, out=blank_state[1:])
    beams = [_Beam(np.arange(count), np.zeros(count, np.int64), np.zeros_like(blank_state), blank_state)]
    found = []
    while beams:
        beam = beams.pop()
        if len(beam.row) > _MAX_BEAM and beam.row[0] != beam.row[-1]:
            beams += beam.split()
            continue
        beam = _extend(beam, columns, trie, least, width)
        word = trie.word[beam.node]
        likelihood = beam.label_state[-1] + beam.blank_state[-1]
        ends = (word >= 0) & (likelihood >= least[beam.row]) & (likelihood > 0)
        ends[ends] = ~is_excluded[word[ends]]
        found.append(Hits(beam.row[ends], word[ends], (-np.log(likelihood[ends])).astype(np.float32)))
        beam = beam.select(trie.first[beam.node] < trie.first[beam.node + 1])
        if len(beam.row):
            beams.append(beam)
    return found


def _extend(beam: _Beam, columns: NDArray[Any], trie: PrefixTrie, least: NDArray[Any], width: int) -> _Beam:
    """Return the prefixes that are one character longer and still likely enough."""
    parent, node = trie.children(beam.node)
    letter = trie.letter[node].astype(np.int64)
    repeated = letter == trie.letter[beam.node][parent]
    likelihood = _next_likelihoods(beam, columns)[parent, letter]
    row = beam.row[parent]
    # a repeated character needs a blank in between
    twice = np.flatnonzero(repeated)
    likelihood[twice] = np.einsum(
        "tm,tm->m", beam.blank_state[:-1, parent[twice]], columns[:, row[twice], letter[twice]]
    )
    kept = _keep_likeliest(likelihood >= least[row], row, likelihood, len(least), width)
    parent, node, letter, row, repeated = (array[kept] for array in (parent, node, letter, row, repeated))
    before = beam.blank_state[:-1, parent]
    before += np.where(repeated, 0, beam.label_state[:-1, parent])
    label_state = np.zeros((len(columns) + 1, len(node)), columns.dtype)
    blank_state = np.zeros_like(label_state)
    for t, column in enumerate(columns):
        before[t] += label_state[t]
        np.multiply(before[t], column[row, letter], out=label_state[t + 1])
        np.add(label_state[t], blank_state[t], out=blank_state[t + 1])
        blank_state[t + 1] *= column[row, 0]
    return _Beam(row, node, label_state, blank_state)


def _next_likelihoods(beam: _Beam, columns: NDArray[Any]) -> NDArray[Any]:
    """Return [m, C] likelihoods of each prefix with each character added, repeated characters not considered."""
    ready = (beam.label_state[:-1] + beam.blank_state[:-1]).T
    out = np.empty((len(beam.row), columns.shape[2]), columns.dtype)
    bounds = np.searchsorted(beam.row, np.arange(columns.shape[1] + 1))
    for image in np.flatnonzero(np.diff(bounds)).tolist():
        part = slice(bounds[image], bounds[image + 1])
        np.matmul(ready[part], columns[:, image], out=out[part])
    return out


def _keep_likeliest(
    kept: NDArray[np.bool_], row: NDArray[np.int64], likelihood: NDArray[Any], count: int, width: int
) -> NDArray[np.bool_]:
    """Restrict ``kept`` in place to the ``width`` likeliest prefixes of each image, and return it."""
    bounds = np.searchsorted(row, np.arange(count + 1))
    for image in np.flatnonzero(np.bincount(row[kept], minlength=count) > width).tolist():
        mine = bounds[image] + np.flatnonzero(kept[bounds[image] : bounds[image + 1]])
        kept[mine[np.argpartition(-likelihood[mine], width)[width:]]] = False
    return kept
