"""The facts that Insight shows about one word, read from the project. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.insight.word.vote_explanation import VoteExplanation, explain_vote
from core.errors import DuctusError
from core.lexicon.text import nfc
from core.project.content.lexicon import words_in_lexicon
from core.project.content.predictions import iter_predictions, predictions_by_model
from core.project.content.words import WordState, WordSummary, word_ids, word_summaries
from core.project.project import Project
from core.recognition.vote_details import decode_detail
from core.store.summary import ModelSummary


@dataclass(frozen=True, slots=True)
class WordFacts:
    """One word. Without an ``explanation`` the model has no prediction, or one that is unreadable for the ``error``."""

    word_id: int
    summary: WordSummary
    explanation: VoteExplanation | None = None
    error: str = ""

    @property
    def is_transcribed(self) -> bool:
        return self.summary.state in (WordState.TYPED, WordState.ACCEPTED)


def read_word(project: Project, word_id: int, model: str, summary: ModelSummary) -> WordFacts | None:
    """Return what is known of a word and explain the vote of ``model`` on it; None if there is no such word."""
    summaries = word_summaries(project, [word_id], model)
    if not summaries:
        return None
    facts = WordFacts(word_id, summaries[0])
    prediction = predictions_by_model(project, word_id).get(model)
    if prediction is None or prediction.detail is None:
        return facts
    try:
        votes, line = decode_detail(prediction.detail)
    except DuctusError as error:
        return WordFacts(word_id, facts.summary, error=str(error))
    word = nfc(prediction.text)
    transcription = nfc(facts.summary.text) if facts.is_transcribed and facts.summary.text else None
    explanation = explain_vote(
        word,
        votes,
        transcription=transcription,
        in_lexicon=transcription is None or bool(words_in_lexicon(project, [transcription])),
        seen_by=[member.seen.__contains__ for member in summary.members],
        is_seen=word in summary.known,
        is_starter=not summary.classes,
        line_word=min(line, key=line.__getitem__, default=None),
    )
    return WordFacts(word_id, facts.summary, explanation)


def ids_in_reading_order(project: Project, model: str) -> tuple[list[int], int | None]:
    """Return the ids of all words in reading order, and the first with a prediction of ``model``."""
    ids = word_ids(project)
    return ids, next((prediction.word_id for prediction in iter_predictions(project, model, ids)), None)
