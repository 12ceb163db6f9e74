"""The candidates for words of a project: what their predictions' votes list, and free decodings."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.errors import DuctusError
from core.project.content.lexicon import words_in_lexicon
from core.project.content.predictions import Prediction
from core.project.project import Project
from core.recognition.candidates import RankedCandidate, rank_candidates
from core.recognition.free_decoding import vote_on_spelling
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import MemberVote, decode_votes


@dataclass(frozen=True, slots=True)
class WordCandidates:
    """The candidates for one word, best first, and the members' votes behind them (none for older predictions)."""

    ranked: tuple[RankedCandidate, ...]
    votes: tuple[MemberVote, ...]


def list_candidates(
    project: Project, predictions: Iterable[Prediction], transcriptions: Mapping[int, str | None]
) -> dict[int, WordCandidates]:
    """Return the candidates by word id.

    A free decoding is listed where the lexicon does not hold it now and it is not the word's transcription. A predicted
    word that was in no list and has been added since counts as a new word.
    """
    predictions = list(predictions)
    votes = {prediction.word_id: stored_votes(prediction.detail) for prediction in predictions}
    free = {word_id: vote_on_spelling([member.spelled for member in members]) for word_id, members in votes.items()}
    unlisted = {prediction.text for prediction in predictions if prediction.status == PredictionStatus.UNLISTED}
    known = words_in_lexicon(project, unlisted | {decoding.text for decoding in free.values() if decoding is not None})
    result = {}
    for prediction in predictions:
        members, decoding = votes[prediction.word_id], free[prediction.word_id]
        if decoding is not None and decoding.text in known | {transcriptions.get(prediction.word_id)}:
            decoding = None
        if prediction.status == PredictionStatus.UNLISTED and prediction.text in known:
            prediction = replace(prediction, status=PredictionStatus.UNSEEN.value)
        result[prediction.word_id] = WordCandidates(
            tuple(rank_candidates(prediction, members, decoding)), tuple(members)
        )
    return result


def stored_votes(detail: bytes | None) -> list[MemberVote]:
    """Return the votes that are stored with a prediction; none if there are none, or they are damaged."""
    if detail is None:
        return []
    try:
        return decode_votes(detail)
    except DuctusError:
        return []  # the row itself still has the word and its votes
