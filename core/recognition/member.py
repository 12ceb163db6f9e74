"""Algorithm 5 and 4 for one member: votes, and the nearest words among the seen and among the unseen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.gates.features import with_distances
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member

if TYPE_CHECKING:
    from core.model.learner import Learner
    from core.model.pca import Pca
    from core.model.word_classifiers import WordClassifier

TOP_K = 5
"""How many nearest words of either kind are kept for each image: what a reviewer may choose from."""

NO_WORD = -1
"""Stands for "no such word": the lexicon holds fewer words of that kind than are kept."""

EXHAUSTIVE_LIMIT = 20_000
"""In lexicons up to this long all distances are measured; in longer ones the learner seeks the unseen words itself."""

_CELLS = 20_000_000
"""Most distances held at once (80 MB): images go through in blocks of this many cells."""


class WordFinder(Protocol):
    """The part of a member that finds words: all of it but the gates, which are trained on what it finds."""

    @property
    def learner(self) -> Learner: ...
    @property
    def pca(self) -> Pca: ...
    @property
    def words(self) -> WordClassifier | None: ...
    @property
    def seen(self) -> NDArray[np.int64]: ...


@dataclass(frozen=True, slots=True)
class MemberEvidence:
    """All of member k's evidence on N images, from which its word follows at any ``thres`` without a network."""

    votes: NDArray[np.int32]
    """[N] how many of the n_k networks say "seen"."""
    seen_words: NDArray[np.int32]
    """[N, KEPT] positions in the lexicon, best first: Algorithm 4's pick, then the nearest others."""
    seen_distances: NDArray[np.float32]
    unseen_words: NDArray[np.int32]
    unseen_distances: NDArray[np.float32]

    @property
    def margin(self) -> NDArray[np.float32]:
        """[N] nearest unseen distance minus nearest seen distance: positive speaks for "seen"."""
        return self.unseen_distances[:, 0] - self.seen_distances.min(axis=1)

    def take(self, rows: NDArray[np.generic] | slice) -> MemberEvidence:
        """The readings of some images only."""
        return MemberEvidence(
            self.votes[rows],
            self.seen_words[rows],
            self.seen_distances[rows],
            self.unseen_words[rows],
            self.unseen_distances[rows],
        )


def read_member(
    member: Member, ensemble: Ensemble, embeddings: NDArray[np.float32], lexicon: Lexicon
) -> MemberEvidence:
    """Lines 1-2 of Algorithm 5 and both branches of its choice, for embeddings [N, E] of member k."""
    return with_votes(member, embeddings, nearest_words(member, ensemble, embeddings, lexicon))


def with_votes(member: Member, embeddings: NDArray[np.float32], readings: MemberEvidence) -> MemberEvidence:
    """``readings`` of :func:`nearest_words` with what the member's gates say of the same embeddings [N, E]."""
    points = gate_inputs(member, embeddings, readings, member.gate_distances)
    return replace(readings, votes=member.gate.votes(points).astype(np.int32))


def gate_inputs(
    finder: WordFinder, embeddings: NDArray[np.float32], readings: MemberEvidence, distances: bool
) -> NDArray[np.float32]:
    """[N, D] principal components of the embeddings (Algorithm 5, line 1); [N, D + 4] with ``distances``."""
    signatures = finder.learner.signature_part(embeddings)
    points = finder.pca.transform(signatures)
    if not distances:
        return points
    return with_distances(points, readings.seen_distances.min(axis=1), readings.unseen_distances[:, 0], signatures)


def nearest_words(
    member: WordFinder, ensemble: Ensemble, embeddings: NDArray[np.float32], lexicon: Lexicon
) -> MemberEvidence:
    """The nearest seen and unseen words of every image, in blocks of bounded memory. No votes yet (0).

    Every seen word is measured, and in lexicons up to :data:`EXHAUSTIVE_LIMIT` words every unseen one too.
    """
    classes = [ensemble.classes[i] for i in member.seen]
    is_seen = lexicon.mask(classes)
    seen, unseen = np.flatnonzero(is_seen), np.flatnonzero(~is_seen)
    dense = len(lexicon.words) <= EXHAUSTIVE_LIMIT
    measured = list(lexicon.words) if dense else [lexicon.words[place] for place in seen.tolist()]
    distances = member.learner.distances(measured, ensemble.alphabet)
    count = len(embeddings)
    out = MemberEvidence(
        np.zeros(count, np.int32),
        np.full((count, TOP_K), NO_WORD, np.int32),
        np.full((count, TOP_K), np.inf, np.float32),
        np.full((count, TOP_K), NO_WORD, np.int32),
        np.full((count, TOP_K), np.inf, np.float32),
    )
    block = max(1, _CELLS // max(1, len(measured)))
    for start in range(0, count if measured else 0, block):
        rows = slice(start, min(start + block, count))
        table = distances(embeddings[rows])
        of_seen = table[:, seen] if dense else table
        _keep_best(of_seen, seen, out.seen_words[rows], out.seen_distances[rows])
        if dense:
            _keep_best(table[:, unseen], unseen, out.unseen_words[rows], out.unseen_distances[rows])
        if member.words is not None:
            _put_first(member, classes, embeddings[rows], lexicon, of_seen, seen, out, rows)
    if not dense:
        out.unseen_words[:], out.unseen_distances[:] = member.learner.nearest(embeddings, lexicon, seen, TOP_K)
    return out


def _keep_best(
    part: NDArray[np.float32], positions: NDArray[np.int64], words: NDArray[np.int32], distances: NDArray[np.float32]
) -> None:
    """Write the nearest of ``positions`` [C], given their distances ``part`` [n, C].

    Ties go to the word that stands first in the lexicon.
    """
    keep = min(TOP_K, len(positions))
    if keep == 0:
        return
    near = np.argpartition(part, keep - 1, axis=1)[:, :keep] if keep < len(positions) else None
    if near is None:
        near = np.broadcast_to(np.arange(keep), (len(part), keep))
    else:
        # where more words are as near as the last one kept, which of them were kept is chance
        worst = np.take_along_axis(part, near, axis=1).max(axis=1, keepdims=True)
        for row in np.flatnonzero((part <= worst).sum(axis=1) > keep):
            near[row] = np.argsort(part[row], kind="stable")[:keep]
    near = np.sort(near, axis=1)
    values = np.take_along_axis(part, near, axis=1)
    order = np.argsort(values, axis=1, kind="stable")
    words[:, :keep] = positions[np.take_along_axis(near, order, axis=1)]
    distances[:, :keep] = np.take_along_axis(values, order, axis=1)


def _put_first(
    member: WordFinder,
    classes: list[str],
    embeddings: NDArray[np.float32],
    lexicon: Lexicon,
    table: NDArray[np.float32],
    seen: NDArray[np.int64],
    out: MemberEvidence,
    rows: slice,
) -> None:
    """Algorithm 4 with a classifier: its pick leads the seen list, the nearest words follow.

    ``table`` [n, C] are the distances of the words ``seen`` [C].

    A pick that has been taken out of the lexicon is passed over; the nearest word stands.
    """
    assert member.words is not None
    points = member.pca.transform(member.learner.signature_part(embeddings))
    picks, _ = member.words.predict(points)
    positions = np.array([lexicon.find(word) for word in classes], np.int64)
    chosen = positions[picks]
    words, distances = out.seen_words[rows], out.seen_distances[rows]
    for row in np.flatnonzero((chosen >= 0) & (chosen != words[:, 0])):
        others = words[row] != chosen[row]
        rest = np.flatnonzero(others)[: TOP_K - 1]
        words[row] = np.concatenate([[chosen[row]], words[row][rest]])
        distances[row] = np.concatenate([[table[row, np.searchsorted(seen, chosen[row])]], distances[row][rest]])
