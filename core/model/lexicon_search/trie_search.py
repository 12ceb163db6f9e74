"""All words of a tree that columns of letter probabilities spell likely enough: branch and bound, nothing left out.

How likely columns are to begin with a prefix (first taken by Graves for decoding without a lexicon) is at least how
likely they are to spell any word that begins with it. So a beginning that is too unlikely rules out all its words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.model.lexicon_search.prefix_trie import PrefixTrie

OPEN = 5_000
"""Most beginnings of one length that are followed for an image; of more the likeliest, so that time is bounded."""

MOST_WORDS = 1000
"""Most words given for an image; of more, of which no columns that spell anything have, the likeliest."""

MOST_COST = 70.0
"""Words that cost more are not sought one and all: float32 ends soon after."""

FEW = 32
"""Beginnings of one length that are followed where some good words are enough."""

_TOGETHER = 64
"""Images searched side by side: the passes over the columns are shared."""

_WIDE = 40_000
"""Beginnings held at once (some 40 MB); where there are more, the images are searched in smaller groups."""


@dataclass(frozen=True, slots=True)
class Hits:
    """Pairs of an image ``row`` [m], rising, and a word ``word`` [m] that it spells at ``cost`` [m]."""

    row: NDArray[np.int64]
    word: NDArray[np.int32]
    cost: NDArray[np.float32]
    """Negative log likelihood."""

    @classmethod
    def joined(cls, *parts: Hits) -> Hits:
        """The pairs of all parts, each once."""
        row, word, cost = (np.concatenate([getattr(part, name) for part in parts]) for name in ("row", "word", "cost"))
        pair = row * (int(word.max(initial=0)) + 1) + word
        once = np.unique(pair, return_index=True)[1]
        return cls(row[once], word[once], cost[once])

    def likeliest(self, count: int) -> Hits:
        """Of each image's words only the ``count`` that cost least."""
        order = np.lexsort((self.cost, self.row))
        row = self.row[order]
        kept = order[np.arange(len(row)) - np.searchsorted(row, row) < count]
        return Hits(self.row[kept], self.word[kept], self.cost[kept])


@dataclass(frozen=True, slots=True)
class _Beam:
    """Beginnings of one length: for each its image, its node, and how likely the columns have come to it."""

    row: NDArray[np.int64]
    """[m], rising."""
    node: NDArray[np.int64]
    came: NDArray[Any]
    """[T + 1, m] in column t - 1 the beginning's last letter stands; entry 0 is before the first column."""
    rested: NDArray[Any]
    """[T + 1, m] in column t - 1 stands the gap after it."""

    def take(self, kept: NDArray[np.bool_]) -> _Beam:
        return _Beam(self.row[kept], self.node[kept], self.came[:, kept], self.rested[:, kept])

    def halves(self) -> tuple[_Beam, _Beam]:
        """About half of the images each; there must be two."""
        images = np.unique(self.row)
        later = self.row >= images[len(images) // 2]
        return self.take(later), self.take(~later)


def search_within_cost(
    probs: NDArray[np.float32], tree: PrefixTrie, most: NDArray[np.float32], barred: NDArray[np.bool_]
) -> Hits:
    """Every word that costs at most ``most`` [N], itself at most 70, under columns ``probs`` [N, T, C].

    ``barred`` [words] marks words that are never given. Exact while at most :data:`OPEN` beginnings are
    open, and at most :data:`MOST_WORDS` words found.
    """
    # rounding may let a column's chances add up to a little over 1, and a word be that much likelier than its start
    spare = np.maximum(np.log(probs.sum(axis=2, dtype=np.float64)), 0).sum(axis=1)
    least = np.exp(-np.minimum(most + spare + 1e-3, MOST_COST + 5))
    return _in_groups(probs.astype(np.float32), tree, least.astype(np.float32), barred, OPEN)


def search_best(probs: NDArray[np.float32], tree: PrefixTrie, barred: NDArray[np.bool_], count: int) -> Hits:
    """Some words that are spelled well, the best very likely among them: ``count`` or more for each image.

    Fewer only where the columns can spell fewer words that are not ``barred``.
    """
    missing, follow, parts = np.arange(len(probs)), FEW, [_none()]
    while len(missing):
        # float64 holds the worst that columns can say; few beginnings make it cheap
        found = _in_groups(probs[missing].astype(np.float64), tree, np.zeros(len(missing)), barred, follow)
        enough = np.bincount(found.row, minlength=len(missing)) >= count
        enough |= follow >= len(tree)
        kept = enough[found.row]
        parts.append(Hits(missing[found.row[kept]], found.word[kept], found.cost[kept]))
        missing, follow = missing[~enough], 16 * follow
    return Hits.joined(*parts)


def _none() -> Hits:
    return Hits(np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32))


def _in_groups(
    probs: NDArray[Any], tree: PrefixTrie, least: NDArray[Any], barred: NDArray[np.bool_], follow: int
) -> Hits:
    parts = [_none()]
    for start in range(0, len(probs), _TOGETHER):
        part = slice(start, start + _TOGETHER)
        found = _search(probs[part], tree, least[part], barred, follow, start)
        parts.append(Hits.joined(*found).likeliest(MOST_WORDS))
    return Hits.joined(*parts)


def _search(
    probs: NDArray[Any], tree: PrefixTrie, least: NDArray[Any], barred: NDArray[np.bool_], follow: int, start: int
) -> list[Hits]:
    """The words at least as likely as ``least`` [n], a part for each length of word."""
    columns = np.ascontiguousarray(probs.transpose(1, 0, 2))
    count = columns.shape[1]
    rested = np.ones((len(columns) + 1, count), columns.dtype)
    np.cumprod(columns[:, :, 0], axis=0, out=rested[1:])
    waiting = [_Beam(np.arange(count), np.zeros(count, np.int64), np.zeros_like(rested), rested)]
    found = []
    while waiting:
        front = waiting.pop()
        if len(front.row) > _WIDE and front.row[0] != front.row[-1]:
            waiting += front.halves()
            continue
        front = _extend(front, columns, tree, least, follow)
        word = tree.word[front.node]
        likely = front.came[-1] + front.rested[-1]
        ends = (word >= 0) & (likely >= least[front.row]) & (likely > 0)
        ends[ends] = ~barred[word[ends]]
        cost = -np.log(likely[ends])
        found.append(Hits(start + front.row[ends], word[ends], cost.astype(np.float32)))
        front = front.take(tree.first[front.node] < tree.first[front.node + 1])
        if len(front.row):
            waiting.append(front)
    return found


def _extend(front: _Beam, columns: NDArray[Any], tree: PrefixTrie, least: NDArray[Any], follow: int) -> _Beam:
    """The beginnings that are one letter longer and still likely enough."""
    parent, node = tree.children(front.node)
    letter = tree.letter[node].astype(np.int64)
    again = letter == tree.letter[front.node][parent]
    chance = _chances(front, columns)[parent, letter]
    row = front.row[parent]
    # after the same letter there must have been a gap
    twice = np.flatnonzero(again)
    chance[twice] = np.einsum("tm,tm->m", front.rested[:-1, parent[twice]], columns[:, row[twice], letter[twice]])
    kept = _likeliest(chance >= least[row], row, chance, len(least), follow)
    parent, node, letter, row, again = (array[kept] for array in (parent, node, letter, row, again))
    before = front.rested[:-1, parent]
    before += np.where(again, 0, front.came[:-1, parent])
    came = np.zeros((len(columns) + 1, len(node)), columns.dtype)
    rested = np.zeros_like(came)
    for t, column in enumerate(columns):
        before[t] += came[t]
        np.multiply(before[t], column[row, letter], out=came[t + 1])
        np.add(came[t], rested[t], out=rested[t + 1])
        rested[t + 1] *= column[row, 0]
    return _Beam(row, node, came, rested)


def _chances(front: _Beam, columns: NDArray[Any]) -> NDArray[Any]:
    """[m, C] how likely each beginning goes on with each letter, were a repeated letter nothing special."""
    ready = (front.came[:-1] + front.rested[:-1]).T
    out = np.empty((len(front.row), columns.shape[2]), columns.dtype)
    bounds = np.searchsorted(front.row, np.arange(columns.shape[1] + 1))
    for image in np.flatnonzero(np.diff(bounds)).tolist():
        part = slice(bounds[image], bounds[image + 1])
        np.matmul(ready[part], columns[:, image], out=out[part])
    return out


def _likeliest(
    kept: NDArray[np.bool_], row: NDArray[np.int64], chance: NDArray[Any], count: int, follow: int
) -> NDArray[np.bool_]:
    """``kept``, but for each image no more than the ``follow`` likeliest."""
    bounds = np.searchsorted(row, np.arange(count + 1))
    for image in np.flatnonzero(np.bincount(row[kept], minlength=count) > follow).tolist():
        mine = bounds[image] + np.flatnonzero(kept[bounds[image] : bounds[image + 1]])
        kept[mine[np.argpartition(-chance[mine], follow)[follow:]]] = False
    return kept
