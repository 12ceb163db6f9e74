"""The evidence of the members on word images: embeddings, nearest words on both sides, votes of the gates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.gates.features import add_distances
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.recognition.algorithms import NO_WORD, MemberEvidence, predict_among_seen

if TYPE_CHECKING:
    from core.model.learner import Learner
    from core.model.pca import Pca
    from core.model.word_classifiers import WordClassifier

TOP_K = 5
"""Words listed on each side for each image: the candidates a person may choose from."""

EXHAUSTIVE_LIMIT = 20_000
"""Lexicons up to this length are measured whole; in longer ones the learner's own search finds the unseen words."""

REORDERED = 50
"""Nearest words of a long lexicon among which a prior chooses: rarely does a common word lie farther down."""

_MAX_CELLS = 20_000_000
"""Distances held at once (80 MB of float32); images are processed in blocks of this many cells."""


class WordFinder(Protocol):
    """The part of a member that finds words. The gates are trained on its output, so they are not part of it."""

    @property
    def learner(self) -> Learner: ...
    @property
    def pca(self) -> Pca: ...
    @property
    def word_classifier(self) -> WordClassifier | None: ...
    @property
    def seen(self) -> NDArray[np.int64]: ...
    @property
    def prior_weight(self) -> float: ...


def embed_all(ensemble: Ensemble, images: NDArray[np.uint8], device: str = "cpu") -> list[NDArray[np.float32]]:
    """Return each member's embeddings [N, E] of ``images`` [N, 50, 250]: the only step that runs the networks M1."""
    return [member.learner.embed(images, device) for member in ensemble.members]


def gather_evidence(
    ensemble: Ensemble,
    embeddings: Sequence[NDArray[np.float32]],
    lexicon: Lexicon,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> list[MemberEvidence]:
    """Return each member's evidence on embedded images; call ``report(done, total)`` after each member."""
    evidence = []
    for member, rows in zip(ensemble.members, embeddings, strict=True):
        evidence.append(count_votes(member, rows, find_words(member, ensemble, rows, lexicon)))
        report(len(evidence), len(ensemble.members))
    return evidence


def find_words(
    member: WordFinder, ensemble: Ensemble, embeddings: NDArray[np.float32], lexicon: Lexicon, keep: int = TOP_K
) -> MemberEvidence:
    """Find the nearest seen and unseen words of every image, ``keep`` on each side, in bounded memory; votes are 0.

    With a prior weight, distances grow with the rarity of a word (:attr:`core.lexicon.lexicon.Lexicon.rarity`). All
    seen words are measured, and in lexicons up to :data:`EXHAUSTIVE_LIMIT` words all unseen ones, too.
    """
    classes = [ensemble.classes[i] for i in member.seen]
    is_seen = lexicon.mask(classes)
    seen, unseen = np.flatnonzero(is_seen), np.flatnonzero(~is_seen)
    exhaustive = len(lexicon.words) <= EXHAUSTIVE_LIMIT
    measured = list(lexicon.words) if exhaustive else [lexicon.words[position] for position in seen.tolist()]
    distances = member.learner.distances(measured, ensemble.alphabet)
    cost = member.prior_weight * lexicon.rarity if member.prior_weight else None
    measured_cost = None if cost is None else cost if exhaustive else cost[seen]
    count = len(embeddings)
    out = MemberEvidence(np.zeros(count, np.int32), *_empty_lists(count, keep), *_empty_lists(count, keep))
    block = max(1, _MAX_CELLS // max(1, len(measured)))
    for start in range(0, count if measured else 0, block):
        rows = slice(start, min(start + block, count))
        table = distances(embeddings[rows])
        if measured_cost is not None:
            table = table + measured_cost
        of_seen = table[:, seen] if exhaustive else table
        _list_nearest(of_seen, seen, out.seen_words[rows], out.seen_distances[rows])
        if exhaustive:
            _list_nearest(table[:, unseen], unseen, out.unseen_words[rows], out.unseen_distances[rows])
        if member.word_classifier is not None:
            points = member.pca.transform(member.learner.signature_part(embeddings[rows]))
            positions = np.array([lexicon.find(word) for word in classes], np.int64)
            chosen = predict_among_seen(member.word_classifier, points, out.seen_words[rows, 0], positions)
            _move_to_front(chosen, of_seen, seen, out.seen_words[rows], out.seen_distances[rows])
    if not exhaustive:
        out.unseen_words[:], out.unseen_distances[:] = _nearest_unseen(member, embeddings, lexicon, seen, cost, keep)
    return out


def count_votes(member: Member, embeddings: NDArray[np.float32], evidence: MemberEvidence) -> MemberEvidence:
    """Return ``evidence`` with the votes of the member's gates on the same embeddings [N, E] (Algorithm 5, line 2)."""
    points = gate_inputs(member, embeddings, evidence, member.gate_distances)
    return replace(evidence, votes=member.gate.votes(points).astype(np.int32))


def gate_inputs(
    finder: WordFinder, embeddings: NDArray[np.float32], evidence: MemberEvidence, distances: bool
) -> NDArray[np.float32]:
    """Return the principal components [N, D] of the embeddings; [N, D + 4] with ``distances``."""
    signatures = finder.learner.signature_part(embeddings)
    points = finder.pca.transform(signatures)
    if not distances:
        return points
    nearest_seen, nearest_unseen = evidence.seen_distances.min(axis=1), evidence.unseen_distances[:, 0]
    return add_distances(points, nearest_seen, nearest_unseen, signatures)


def _nearest_unseen(
    member: WordFinder,
    embeddings: NDArray[np.float32],
    lexicon: Lexicon,
    seen: NDArray[np.int64],
    cost: NDArray[np.float32] | None,
    keep: int,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the nearest unseen words of a long lexicon; with ``cost`` [N] the best of more that are near."""
    if cost is None:
        return member.learner.nearest(embeddings, lexicon, seen, keep)
    words, distances = member.learner.nearest(embeddings, lexicon, seen, max(keep, REORDERED))
    distances = np.where(words >= 0, distances + cost[words], np.inf).astype(np.float32)
    order = np.argsort(distances, axis=1, kind="stable")[:, :keep]
    return np.take_along_axis(words, order, axis=1), np.take_along_axis(distances, order, axis=1)


def _empty_lists(count: int, keep: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    return np.full((count, keep), NO_WORD, np.int32), np.full((count, keep), np.inf, np.float32)


def _list_nearest(
    table: NDArray[np.float32], positions: NDArray[np.int64], words: NDArray[np.int32], distances: NDArray[np.float32]
) -> None:
    """Write the nearest of the words at ``positions`` [C], given their distances ``table`` [n, C].

    Ties go to the word that stands first in the lexicon.
    """
    keep = min(words.shape[1], len(positions))
    if keep == 0:
        return
    if keep == len(positions):
        near = np.broadcast_to(np.arange(keep), (len(table), keep))
    else:
        near = np.argpartition(table, keep - 1, axis=1)[:, :keep]
        # argpartition keeps any of several words at the same distance; those rows are sorted whole
        worst = np.take_along_axis(table, near, axis=1).max(axis=1, keepdims=True)
        for row in np.flatnonzero((table <= worst).sum(axis=1) > keep):
            near[row] = np.argsort(table[row], kind="stable")[:keep]
    near = np.sort(near, axis=1)
    values = np.take_along_axis(table, near, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    words[:, :keep] = positions[np.take_along_axis(near, order, axis=1)]
    distances[:, :keep] = np.take_along_axis(values, order, axis=1)


def _move_to_front(
    chosen: NDArray[np.int32],
    table: NDArray[np.float32],
    seen: NDArray[np.int64],
    words: NDArray[np.int32],
    distances: NDArray[np.float32],
) -> None:
    """Put the word ``chosen`` [n] first in each list; ``table`` [n, C] are the distances of the words ``seen`` [C]."""
    for row in np.flatnonzero(chosen != words[:, 0]):
        rest = np.flatnonzero(words[row] != chosen[row])[: words.shape[1] - 1]
        words[row] = np.concatenate([[chosen[row]], words[row][rest]])
        distance = table[row, np.searchsorted(seen, chosen[row])]
        distances[row] = np.concatenate([[distance], distances[row][rest]])
