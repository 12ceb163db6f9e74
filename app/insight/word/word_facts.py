"""All that Insight shows of one word, read in one go. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from app.insight.word.vote_explanation import VoteExplanation, explain_vote
from core.errors import DuctusError
from core.lexicon.text import nfc
from core.project.content.predictions import predictions_by_model
from core.project.content.words import WordSummary, word_summaries
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.vote_details import decode_votes
from core.store.summary import ModelSummary


@dataclass(frozen=True, slots=True)
class WordFacts:
    """One word. Without a ``story`` either the model has not read it, or ``trouble`` says why it cannot be told."""

    word_id: int
    state: WordSummary
    story: VoteExplanation | None
    thres: tuple[int, ...]
    """The thresholds it was voted on with."""
    trouble: str


def read_word(project: Project, word_id: int, model: str, summary: ModelSummary) -> WordFacts | None:
    """What is known of a word, and how the vote of ``model`` on it fell; None when there is no such word."""
    found = word_summaries(project, [word_id], model)
    if not found:
        return None
    state = found[0]
    prediction = predictions_by_model(project, word_id).get(model)
    if prediction is None or prediction.detail is None:
        return WordFacts(word_id, state, None, (), "")
    try:
        votes = decode_votes(prediction.detail)
    except DuctusError as error:
        return WordFacts(word_id, state, None, (), str(error))
    truth = nfc(state.text) if state.state in ("typed", "accepted") and state.text else None
    story = explain_vote(
        nfc(prediction.text),
        votes,
        truth=truth,
        in_lexicon=truth is None or in_lexicon(project, truth),
        knows=[member.seen.__contains__ for member in summary.members],
        trained_on=nfc(prediction.text) in summary.known,
        untrained=not summary.classes,
    )
    return WordFacts(word_id, state, story, tuple(vote.thres for vote in votes), "")


def in_lexicon(project: Project, word: str) -> bool:
    """Whether a reading may be ``word`` (NFC): it was added, or a training word shows it."""
    return (
        project.one(
            "SELECT 1 FROM lexicon WHERE word = :word UNION ALL SELECT 1 FROM reading AS r"
            " JOIN word AS w ON w.reading_id = r.id WHERE r.nfc = :word AND w.role = 'train' AND w.deleted = 0"
            " AND w.not_a_word = 0 LIMIT 1",
            {"word": word},
        )
        is not None
    )


def in_order(project: Project, model: str) -> tuple[list[int], int | None]:
    """The ids of all words in reading order, and the first that the model has read."""
    ids = word_ids(project)
    said = {row[0] for row in project.query("SELECT word_id FROM prediction WHERE model = ?", (model,))}
    return ids, next((word_id for word_id in ids if word_id in said), None)
