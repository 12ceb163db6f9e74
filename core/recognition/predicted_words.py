"""The predictions of an ensemble for embedded word images: word, status, confidence, and how the vote fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.recognition.algorithms import FIRST_UNLISTED, NO_WORD, MemberEvidence, word_texts
from core.recognition.confidence import is_measured, vote_with_confidence
from core.recognition.evidence import gather_evidence
from core.recognition.free_decoding import spellings_of
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import MemberVote, member_votes

if TYPE_CHECKING:
    from core.lexicon.lexicon import Lexicon
    from core.model.ensemble import Ensemble


@dataclass(frozen=True, slots=True)
class WordPrediction:
    """The result of Algorithm 3 (the vote) for one word image."""

    word: str
    status: PredictionStatus
    votes: int
    """Members that predict the word, 1..L."""
    distance: float
    """Least distance of a member that predicts the word."""
    confidence: float | None
    """Probability that the word is right, 0..1; None without calibration images, as for the starter model."""
    members: tuple[MemberVote, ...]
    """[L] the evidence of each member: votes of its gates, threshold, nearest words."""


def predict_words(
    ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]], lexicon: Lexicon
) -> list[WordPrediction | None]:
    """Predict N word images from each member's embeddings [N, E] by Algorithms 2 (each member) and 3 (vote).

    Words are searched for in the lexicon, and spelled where they seem to be in none. None stands for an image for which
    the lexicon holds no candidate.
    """
    return words_of_evidence(ensemble, embeddings, gather_evidence(ensemble, embeddings, lexicon), lexicon)


def words_of_evidence(
    ensemble: Ensemble, embeddings: Sequence[NDArray[np.float32]], evidence: Sequence[MemberEvidence], lexicon: Lexicon
) -> list[WordPrediction | None]:
    """Predict as :func:`predict_words` does, from the evidence that was gathered on the embeddings."""
    _, result, confidence = vote_with_confidence(ensemble, evidence)
    measured = is_measured(ensemble.members)
    votes = member_votes(evidence, ensemble.members, lexicon, spellings_of(ensemble, embeddings, evidence))
    texts = word_texts(result, evidence, lexicon.words)
    known = set(ensemble.classes)

    def status(row: int) -> PredictionStatus:
        if result.word[row] >= FIRST_UNLISTED:
            return PredictionStatus.UNLISTED
        return PredictionStatus.SEEN if texts[row] in known else PredictionStatus.UNSEEN

    return [
        None
        if result.word[row] == NO_WORD
        else WordPrediction(
            text,
            status(row),
            int(result.votes[row]),
            float(result.distance[row]),
            float(confidence[row]) if measured else None,
            tuple(votes[row]),
        )
        for row, text in enumerate(texts)
    ]
