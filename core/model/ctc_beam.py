"""Prefix beam search: the likeliest spellings of an image without a word list, weighed with a character model.

A. Graves, N. Jaitly: "Towards End-to-End Speech Recognition with Recurrent Neural Networks", ICML 2014; A. Hannun,
A. Maas, D. Jurafsky, A. Ng: "First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent
DNNs", arXiv:1408.2873, 2014.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.lexicon.character_model import CharacterModel
from core.model.lexicon_search.compiled import compiled, compiled_entry

WIDTH = 16
"""Prefixes kept after each column; with 32, one of a thousand images of George Washington got another best spelling."""

_LEAST_PROBABILITY = 1e-4
"""Characters less probable than this in a column are not tried there."""


@dataclass(frozen=True, slots=True)
class BeamSpellings:
    """The likeliest spellings of N images, best first, at most K each."""

    codes: NDArray[np.int32]
    """[N, K, T] character numbers, 0 after the end."""
    lengths: NDArray[np.int32]
    """[N, K]; 0 where an image has fewer spellings."""
    costs: NDArray[np.float64]
    """[N, K] negative log likelihood of the columns, as :func:`core.model.ctc.ctc_costs` has it (a little higher where
    the beam lost a path)."""
    character_costs: NDArray[np.float64]
    """[N, K] negative log probability of the word in the character model."""


def beam_search(probs: NDArray[np.floating[Any]], model: CharacterModel, weight: float, count: int) -> BeamSpellings:
    """Return the ``count`` spellings of least ``cost + weight * character cost`` given columns ``probs`` [N, T, C]."""
    images, columns, _ = probs.shape
    codes = np.zeros((images, count, columns), np.int32)
    lengths = np.zeros((images, count), np.int32)
    costs, character_costs = np.zeros((images, count)), np.zeros((images, count))
    _search_all(
        np.ascontiguousarray(probs, np.float64),
        model.log_probs,
        model.next_node,
        model.start,
        weight,
        codes,
        lengths,
        costs,
        character_costs,
    )
    return BeamSpellings(codes, lengths, costs, character_costs)


@compiled_entry
def _search_all(probs, log_probs, next_node, start, weight, codes, lengths, costs, character_costs):  # type: ignore[no-untyped-def]
    for image in range(probs.shape[0]):
        _search(
            probs[image],
            log_probs,
            next_node,
            start,
            weight,
            codes[image],
            lengths[image],
            costs[image],
            character_costs[image],
        )


@compiled
def _search(probs, log_probs, next_node, start, weight, codes, lengths, costs, character_costs):  # type: ignore[no-untyped-def]
    """Fill the lists of one image; a spelling is a node of a tree whose edges are characters, node 0 the empty one."""
    columns, characters = probs.shape
    most = WIDTH * characters
    tree = 1 + WIDTH * columns
    parent, letter = np.full(tree, -1, np.int32), np.zeros(tree, np.int32)
    depth, nodes = np.zeros(tree, np.int32), 1
    # the beam: tree node, likelihood ending in a blank and in a character, log probability and context of the model
    node, size = np.zeros(WIDTH, np.int32), 1
    blank, label = np.zeros(WIDTH), np.zeros(WIDTH)
    prior, context = np.zeros(WIDTH), np.full(WIDTH, start, np.int32)
    blank[0] = 1.0
    # its successors; of a new prefix only the parent is known
    next_of, next_parent = np.zeros(most, np.int32), np.zeros(most, np.int32)
    next_letter, next_context = np.zeros(most, np.int32), np.zeros(most, np.int32)
    next_blank, next_label, next_prior = np.zeros(most), np.zeros(most), np.zeros(most)
    score = np.zeros(most)
    for t in range(columns):
        count = 0
        # prefixes that stay as they are, by a blank or their last character again; entry b is that of prefix b
        for b in range(size):
            next_of[count] = node[b]
            next_blank[count] = (blank[b] + label[b]) * probs[t, 0]
            next_label[count] = label[b] * probs[t, letter[node[b]]] if node[b] > 0 else 0.0
            next_prior[count], next_context[count] = prior[b], context[b]
            count += 1
        for b in range(size):
            last = letter[node[b]]
            for c in range(1, characters):
                if probs[t, c] < _LEAST_PROBABILITY:
                    continue
                # a character follows itself only after a blank
                likelihood = (blank[b] + (0.0 if node[b] > 0 and c == last else label[b])) * probs[t, c]
                if likelihood <= 0.0:
                    continue
                # a prefix that is in the beam already has both likelihoods: paths to the same spelling add up
                known = -1
                for other in range(size):
                    if node[other] > 0 and parent[node[other]] == node[b] and letter[node[other]] == c:
                        known = other
                if known >= 0:
                    next_label[known] += likelihood
                    continue
                next_of[count], next_parent[count], next_letter[count] = -1, node[b], c
                next_blank[count], next_label[count] = 0.0, likelihood
                next_prior[count] = prior[b] + log_probs[context[b], c]
                next_context[count] = next_node[context[b], c]
                count += 1
        for i in range(count):
            score[i] = -np.log(next_blank[i] + next_label[i] + 1e-300) - weight * next_prior[i]
        order = np.argsort(score[:count], kind="mergesort")
        size = min(WIDTH, count)
        for b in range(size):
            i = order[b]
            # only prefixes that stay in the beam become nodes, so the tree grows by at most WIDTH a column
            if next_of[i] < 0:
                parent[nodes], letter[nodes] = next_parent[i], next_letter[i]
                depth[nodes] = depth[next_parent[i]] + 1
                next_of[i] = nodes
                nodes += 1
            node[b], blank[b], label[b] = next_of[i], next_blank[i], next_label[i]
            prior[b], context[b] = next_prior[i], next_context[i]
    for b in range(size):
        prior[b] += log_probs[context[b], 0]  # the word ends here
        score[b] = -np.log(blank[b] + label[b] + 1e-300) - weight * prior[b]
    order = np.argsort(score[:size], kind="mergesort")
    rank = 0
    for i in range(size):
        b = order[i]
        if node[b] == 0 or rank == len(lengths):
            continue  # the empty spelling is not a word
        lengths[rank], at = depth[node[b]], node[b]
        for place in range(lengths[rank] - 1, -1, -1):
            codes[rank, place] = letter[at]
            at = parent[at]
        costs[rank], character_costs[rank] = -np.log(blank[b] + label[b] + 1e-300), -prior[b]
        rank += 1
