"""Search of a prefix trie for the words of least distance to one image, best prefix first, compiled.

The distance of a word is its spelling's cost (negative log likelihood), plus a cost of its own, plus a weight times the
distance of the signatures. The likelihood that the columns begin with a prefix bounds that of every word with this
prefix. Prefixes are followed in the order of this bound, so that the search ends when the bound of the next exceeds
the distance of the last word kept.

Prefix likelihoods: A. Graves, S. Fernández, F. Gomez, J. Schmidhuber: "Connectionist Temporal Classification: Labelling
Unsegmented Sequence Data with Recurrent Neural Networks", ICML 2006, section 3.2; A. Graves, N. Jaitly: "Towards
End-to-End Speech Recognition with Recurrent Neural Networks", ICML 2014.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.model.lexicon_search.compiled import compiled, compiled_entry
from core.model.lexicon_search.signature_kernel import (
    PointProducts,
    SignatureLayout,
    distance,
    new_products,
    set_point,
    squared_shapes,
)

NO_WORDS = 255
"""Entry of :attr:`Side.least` for a prefix of none of the side's words."""

_TINY = 1e-300
"""Likelihoods are at least this. The least of 40 columns whose log probabilities are at least -12 is 1e-209."""

_SLACK = 1e-4
"""Distances are compared in float32: a prefix is left out if its bound exceeds the distance by this share of it."""


class Trie(NamedTuple):
    """The arrays of a :class:`core.model.lexicon_search.prefix_trie.PrefixTrie`, and what was computed of its words."""

    letter: NDArray[np.uint16]
    first: NDArray[np.int32]
    word: NDArray[np.int32]
    squared_shapes: NDArray[np.float32]
    """[N] sum of the squared PHOS entries of each word that was measured; -1 for the others, which the search fills in.
    Threads may do so at the same time, since they write the same number."""


class Side(NamedTuple):
    """The words of a lexicon among which the nearest are found."""

    chosen: NDArray[np.bool_]
    """[N]"""
    cost: NDArray[np.float32]
    """[N] a cost of each word, finite and at least 0; of length 0 if there is none."""
    least: NDArray[np.uint8]
    """[nodes] least cost of a chosen word with this prefix, in ``unit``, rounded down; :data:`NO_WORDS` if none has."""
    unit: float
    """At least a 254th of the greatest cost."""


class _Columns(NamedTuple):
    """One image: a row for each character, the blank first; column t of T."""

    follows: NDArray[np.float64]
    """[C, T] the character's probability in column t."""
    ends: NDArray[np.float64]
    """[C, T] likelihood that the character stands in column t and nothing but it and blanks comes after."""


class _States(NamedTuple):
    """Prefixes that were extended; number 0 is the empty one."""

    ready: NDArray[np.float64]
    """[s, 2, T] likelihood that the columns before t spell exactly the prefix, and likewise with a blank in the last
    of them (or no columns): only then the last character may come again."""
    node: NDArray[np.int32]
    parent: NDArray[np.int32]


class _Queue(NamedTuple):
    """Prefixes to be extended: a binary heap, the least bound first."""

    bound: NDArray[np.float64]
    node: NDArray[np.int32]
    parent: NDArray[np.int32]
    """Number of the state one character shorter."""


class _Image(NamedTuple):
    """The input that the distance of a word depends on."""

    columns: _Columns
    products: PointProducts
    """Of the predicted signature."""
    layout: SignatureLayout
    weight: float
    is_cosine: bool


class _List(NamedTuple):
    """The nearest words so far, best first; -1 and infinity fill it up."""

    word: NDArray[np.int32]
    distance: NDArray[np.float32]


@compiled_entry
def least_costs(
    first: NDArray[np.int32], word: NDArray[np.int32], chosen: NDArray[np.bool_], cost: NDArray[np.float32], unit: float
) -> NDArray[np.uint8]:
    """Return :attr:`Side.least`, given the arrays ``first`` and ``word`` of a trie and the rest of the side."""
    least = np.full(len(word), NO_WORDS, np.uint8)
    for node in range(len(word) - 1, -1, -1):  # children have greater numbers than their parents
        best = np.uint8(NO_WORDS)
        if word[node] >= 0 and chosen[word[node]]:
            best = np.uint8(min(cost[word[node]] / unit, NO_WORDS - 1)) if len(cost) else np.uint8(0)
        for child in range(first[node], first[node + 1]):
            best = min(best, least[child])
        least[node] = best
    return least


@compiled_entry
def search(
    probs: NDArray[np.float32],
    points: NDArray[np.float32],
    trie_arrays: tuple[Any, ...],
    sides: tuple[tuple[Any, ...], ...],
    layout_arrays: tuple[Any, ...],
    weight: float,
    is_cosine: bool,
    depth: int,
    max_states: int,
    words: NDArray[np.int32],
    distances: NDArray[np.float32],
    extended: NDArray[np.int32],
) -> None:
    """Write the nearest words of each side, best first, to ``words`` and ``distances`` [n, sides, K].

    They are filled with -1 and infinity before. ``probs`` [n, T, C] are the columns' probabilities, ``points`` [n, d]
    the predicted signatures. ``trie_arrays`` are the fields of a :class:`Trie`, ``sides`` those of several
    :class:`Side`, ``layout_arrays`` those of a :class:`SignatureLayout`. ``depth`` is the length of the longest word.

    ``extended`` [n, sides] are the numbers of prefixes extended. A search that would need more than ``max_states``
    ends there, with the words found so far; its number is ``max_states + 1``.
    """
    trie, layout = Trie(*trie_arrays), SignatureLayout(*layout_arrays)
    length, characters = probs.shape[1], probs.shape[2]
    columns = _Columns(np.empty((characters, length)), np.empty((characters, length)))
    image = _Image(columns, new_products(layout, points.shape[1]), layout, weight, is_cosine)
    most = min(max_states, len(trie.letter))
    states = _States(np.empty((most, 2, length)), np.empty(most, np.int32), np.empty(most, np.int32))
    size = min(8 * most, len(trie.letter))
    queue = _Queue(np.empty(size), np.empty(size, np.int32), np.empty(size, np.int32))
    letters = np.empty(depth, np.int32)
    for row in range(len(probs)):
        _fill_columns(probs[row], columns)
        set_point(image.products, points[row], layout)
        for number in range(len(sides)):
            nearest = _List(words[row, number], distances[row, number])
            used = _search_side(image, trie, Side(*sides[number]), states, queue, letters, nearest)
            extended[row, number] = used if used <= most else max_states + 1


@compiled
def _fill_columns(probs: NDArray[np.float32], columns: _Columns) -> None:
    length, characters = probs.shape
    for t in range(length):
        for character in range(characters):
            columns.follows[character, t] = probs[t, character]
    for character in range(characters):
        alone = blanks = 1.0  # likelihoods that the columns after t hold the character and blanks, or blanks alone
        for t in range(length - 1, -1, -1):
            columns.ends[character, t] = probs[t, character] * alone
            blanks *= probs[t, 0]
            alone = columns.ends[character, t] + blanks


@compiled
def _search_side(
    image: _Image, trie: Trie, side: Side, states: _States, queue: _Queue, letters: NDArray[np.int32], nearest: _List
) -> int:
    """Find the nearest words of a side; return the number of prefixes extended, or one too many at the limit."""
    most = len(states.node)
    _begin(image.columns, states)
    state, used, waiting, is_full = 0, 1, 0, False
    limit, least_likely = np.inf, 0.0
    while True:
        node = states.node[state]
        for child in range(trie.first[node], trie.first[node + 1]):
            if side.least[child] == NO_WORDS:
                continue
            letter = trie.letter[child]
            repeats = int(letter == trie.letter[node])
            likelihood = _sum(states.ready, state, repeats, image.columns.follows, letter)
            if likelihood < least_likely:
                continue
            bound = side.least[child] * side.unit - np.log(max(likelihood, _TINY))
            if bound > limit:
                continue
            word = trie.word[child]
            if word >= 0 and side.chosen[word]:
                cost = -np.log(max(_sum(states.ready, state, repeats, image.columns.ends, letter), _TINY))
                if len(side.cost):
                    cost += side.cost[word]
                if cost <= limit:
                    cost += image.weight * _signature_distance(image, trie, states, state, child, letters)
                    _insert(word, np.float32(cost), nearest)
                    limit = nearest.distance[-1] * (1 + _SLACK)
                    least_likely = np.exp(-limit)
            if trie.first[child] < trie.first[child + 1]:
                if waiting < len(queue.bound):
                    _push(queue, waiting, bound, child, state)
                    waiting += 1
                else:
                    is_full = True
        if waiting == 0 or queue.bound[0] > limit:
            return most + 1 if is_full else used
        if used == most:
            return most + 1
        state, used = used, used + 1
        _extend(image.columns, trie, states, queue.parent[0], queue.node[0], state)
        _pop(queue, waiting)
        waiting -= 1


@compiled
def _signature_distance(
    image: _Image, trie: Trie, states: _States, state: int, node: int, letters: NDArray[np.int32]
) -> float:
    """Return the distance of the signatures for the word that ends at ``node``, a child of ``state``."""
    if image.weight == 0:
        return 0.0
    place = len(letters) - 1
    letters[place] = trie.letter[node]
    while state > 0:
        place -= 1
        letters[place] = trie.letter[states.node[state]]
        state = states.parent[state]
    spelled, word = letters[place:], trie.word[node]
    if trie.squared_shapes[word] < 0:
        trie.squared_shapes[word] = squared_shapes(spelled, image.layout)
    return distance(image.products, spelled, trie.squared_shapes[word], image.layout, image.is_cosine)


@compiled
def _insert(word: int, distance: np.float32, nearest: _List) -> None:
    """Insert a word into the list, which is ordered by distance and then by the position of the word."""
    words, distances = nearest.word, nearest.distance
    place = len(words)
    while place > 0 and (
        words[place - 1] < 0
        or distance < distances[place - 1]
        or (distance == distances[place - 1] and word < words[place - 1])
    ):
        place -= 1
        if place + 1 < len(words):
            words[place + 1], distances[place + 1] = words[place], distances[place]
    if place < len(words):
        words[place], distances[place] = word, distance


@compiled
def _sum(ready: NDArray[np.float64], state: int, repeats: int, columns: NDArray[np.float64], letter: int) -> float:
    """Return the likelihood of a prefix or, with the columns' ``ends``, of a word."""
    total = 0.0
    for t in range(columns.shape[1]):
        total += ready[state, repeats, t] * columns[letter, t]
    return total


@compiled
def _begin(columns: _Columns, states: _States) -> None:
    """Make state 0, of the empty prefix."""
    states.node[0], states.parent[0] = 0, -1
    likelihood = 1.0
    for t in range(states.ready.shape[2]):
        states.ready[0, 0, t] = states.ready[0, 1, t] = likelihood
        likelihood *= columns.follows[0, t]


@compiled
def _extend(columns: _Columns, trie: Trie, states: _States, parent: int, node: int, state: int) -> None:
    """Make ``state``, of the prefix ``node`` that is one character longer than the state ``parent``."""
    states.node[state], states.parent[state] = node, parent
    letter = trie.letter[node]
    repeats = int(letter == trie.letter[states.node[parent]])
    ready, follows = states.ready, columns.follows
    in_character = in_blank = 0.0
    for t in range(ready.shape[2]):
        either = in_character + in_blank
        ready[state, 0, t], ready[state, 1, t] = either, in_blank
        in_character = (in_character + ready[parent, repeats, t]) * follows[letter, t]
        in_blank = either * follows[0, t]


@compiled
def _push(queue: _Queue, waiting: int, bound: float, node: int, parent: int) -> None:
    """Add a prefix to the ``waiting`` ones."""
    place = waiting
    while place > 0:
        above = (place - 1) >> 1
        if queue.bound[above] <= bound:
            break
        _move(queue, above, place)
        place = above
    queue.bound[place], queue.node[place], queue.parent[place] = bound, node, parent


@compiled
def _pop(queue: _Queue, waiting: int) -> None:
    """Remove the first of the ``waiting`` prefixes."""
    last = waiting - 1
    bound, node, parent = queue.bound[last], queue.node[last], queue.parent[last]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= last:
            break
        if below + 1 < last and queue.bound[below + 1] < queue.bound[below]:
            below += 1
        if queue.bound[below] >= bound:
            break
        _move(queue, below, place)
        place = below
    queue.bound[place], queue.node[place], queue.parent[place] = bound, node, parent


@compiled
def _move(queue: _Queue, source: int, target: int) -> None:
    queue.bound[target] = queue.bound[source]
    queue.node[target] = queue.node[source]
    queue.parent[target] = queue.parent[source]
