"""The evidence of the members on word images: embeddings, nearest words on both sides, votes of the gates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from core.gates.ensemble import add_distances
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble, Member
from core.model.lexicon_search.word_lists import WordSearch
from core.recognition.algorithms import MemberEvidence, predict_among_seen
from core.recognition.prior import word_costs
from core.recognition.unlisted import add_spelled

if TYPE_CHECKING:
    from core.model.learner import Learner
    from core.model.pca import Pca
    from core.model.word_classifiers import WordClassifier

TOP_K = 5
"""Words listed on each side for each image: the candidates a person may choose from."""

REORDERED = 50
"""Nearest words of a long lexicon among which a prior chooses: rarely does a common word lie farther down."""

_IMAGES = 4096
"""Images whose words the classifier predicts at once."""


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
    @property
    def seen_counts(self) -> NDArray[np.int64] | None: ...


def embed_all(ensemble: Ensemble, images: NDArray[np.uint8], device: str = "cpu") -> list[NDArray[np.float32]]:
    """Return each member's embeddings [N, E] of ``images`` [N, 50, 250]: the only step that runs the networks M1."""
    return [member.learner.embed(images, device) for member in ensemble.members]


def member_evidence(
    member: Member, ensemble: Ensemble, embeddings: NDArray[np.float32], lexicon: Lexicon
) -> MemberEvidence:
    """Return everything that a member finds on embedded images: nearest words, votes of the gates, third answer."""
    evidence = find_words(member, ensemble, embeddings, lexicon)
    evidence = count_votes(member, embeddings, evidence)
    return add_spelled(member.unlisted, member.learner, embeddings, evidence, lexicon)


def gather_evidence(
    ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]], lexicon: Lexicon
) -> list[MemberEvidence]:
    """Return each member's evidence on embedded images."""
    members = zip(ensemble.members, embeddings, strict=True)
    return [member_evidence(member, ensemble, rows, lexicon) for member, rows in members]


def find_words(
    member: WordFinder, ensemble: Ensemble, embeddings: NDArray[np.float32], lexicon: Lexicon, keep: int = TOP_K
) -> MemberEvidence:
    """Find the nearest seen and unseen words of every image, ``keep`` on each side, in bounded memory; votes are 0.

    With a prior weight, the distance of a word grows with its cost (:func:`prior_cost`).
    """
    classes = [ensemble.classes[i] for i in member.seen]
    is_seen = lexicon.mask(classes)
    cost = prior_cost(member, ensemble, lexicon)
    near = member.learner.nearest(embeddings, WordSearch(lexicon, is_seen, keep, cost))
    seen_words, unseen_words = near.words.transpose(1, 0, 2)
    seen_distances, unseen_distances = near.distances.transpose(1, 0, 2)
    out = MemberEvidence(
        np.zeros(len(embeddings), np.int32), seen_words, seen_distances, unseen_words, unseen_distances
    )
    if member.word_classifier is not None and is_seen.any():
        positions = np.array([lexicon.find(word) for word in classes], np.int64)
        for start in range(0, len(embeddings), _IMAGES):
            rows = slice(start, start + _IMAGES)
            points = member.pca.transform(member.learner.signature_part(embeddings[rows]))
            chosen = predict_among_seen(member.word_classifier, points, seen_words[rows, 0], positions)
            _move_to_front(
                chosen, member.learner, embeddings[rows], lexicon, cost, seen_words[rows], seen_distances[rows]
            )
    return out


def prior_cost(member: WordFinder, ensemble: Ensemble, lexicon: Lexicon) -> NDArray[np.float32] | None:
    """Return what a member's prior adds to the distance of each word, float32 [N], at least 0; None for no prior."""
    if not member.prior_weight:
        return None
    costs = word_costs((ensemble.classes[i] for i in member.seen), member.seen_counts, lexicon)
    return None if costs is None else (member.prior_weight * costs).astype(np.float32)


def count_votes(member: Member, embeddings: NDArray[np.float32], evidence: MemberEvidence) -> MemberEvidence:
    """Return ``evidence`` with the gates' votes on its embeddings [N, E], line 2 of Algorithm 2 (each member)."""
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


def _move_to_front(
    chosen: NDArray[np.int32],
    learner: Learner,
    embeddings: NDArray[np.float32],
    lexicon: Lexicon,
    cost: NDArray[np.float32] | None,
    words: NDArray[np.int32],
    distances: NDArray[np.float32],
) -> None:
    """Put the word ``chosen`` [n] first in each of the lists ``words`` and ``distances`` [n, K]."""
    far = np.full(len(chosen), np.inf, np.float32)
    unlisted = (words != chosen[:, None]).all(axis=1)
    for word in np.unique(chosen[unlisted]).tolist():
        rows = np.flatnonzero(unlisted & (chosen == word))
        far[rows] = learner.distances([lexicon.words[word]], lexicon.alphabet)(embeddings[rows])[:, 0]
        if cost is not None:
            far[rows] += cost[word]
    for row in np.flatnonzero(chosen != words[:, 0]):
        listed = words[row] == chosen[row]
        distance = far[row] if unlisted[row] else distances[row][listed][0]
        rest = np.flatnonzero(~listed)[: words.shape[1] - 1]
        words[row] = np.concatenate([[chosen[row]], words[row][rest]])
        distances[row] = np.concatenate([[distance], distances[row][rest]])
