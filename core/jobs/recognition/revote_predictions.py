"""The stored predictions of a model, voted on again at other thresholds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.jobs.lines.line_part import LinePart, read_in_lines
from core.project.content.predictions import STATUS_SQL, Prediction, iter_predictions, save_predictions
from core.project.project import Project
from core.recognition.algorithms import NO_WORD, MemberEvidence, predict_per_member
from core.recognition.candidate_costs import changed_by_line
from core.recognition.confidence import is_measured, vote_confidence
from core.recognition.revote import StoredEvidence, at_thresholds, collect_evidence, revote
from core.recognition.vote_details import Candidate, MemberVote, decode_detail, encode_votes
from core.store.summary import ModelSummary

BLOCK = 400
"""Predictions voted on in one transaction: a tenth of a second, so that a person's edits come in between."""


@dataclass(frozen=True, slots=True)
class RevotedBlock:
    """The result of one block: continue after word ``last`` (None: all done); ``changed`` words have another text."""

    last: int | None
    done: int
    changed: int


def revote_block(
    project: Project,
    model: str,
    summary: ModelSummary,
    thres: Sequence[int],
    after: int = -1,
    line_part: LinePart | None = None,
) -> RevotedBlock:
    """Vote again at ``thres`` [L] on the next block of the model's predictions, those of words after ``after``.

    With ``line_part`` these words are then read together with their lines again; without it, words that their line had
    changed return to the vote. Needs only the votes stored with each prediction and the model's ``summary``. Raises
    DuctusError for votes that are damaged or of another number of members.
    """
    rows = project.query(
        f"SELECT word_id, detail, text, {STATUS_SQL}, votes, members, distance, confidence FROM prediction AS p"
        " WHERE model = ? AND word_id > ? AND detail IS NOT NULL ORDER BY word_id LIMIT ?",
        (model, after, BLOCK),
    )
    if not rows:
        return RevotedBlock(None, 0, 0)
    details = [decode_detail(detail) for _, detail, *_ in rows]
    votes = [members for members, _ in details]
    stored = collect_evidence(votes, len(thres))
    result = revote(stored, thres).result
    revoted = [at_thresholds(vote, thres) for vote in votes]
    confidence = _confidence(summary, revoted, thres, stored, result.word)
    measured = is_measured(summary.members)
    predictions = []
    before = {row[0]: row[2] for row in rows}
    texts = dict(before)
    for row, (word_id, _, text, status, count, members, distance, old_confidence) in enumerate(rows):
        # a word that its line had changed is written again even with the same votes: it returns to the vote
        is_same = revoted[row] == votes[row] and not changed_by_line(text, votes[row])
        if result.word[row] == NO_WORD or is_same:
            continue
        detail = encode_votes(revoted[row], details[row][1])
        if stored.unlisted_wins[row]:
            # a word in no list is spelled, whatever the gates hold: only the votes are stored again
            predictions.append(Prediction(word_id, text, status, count, members, distance, old_confidence, detail))
            continue
        word = stored.words[result.word[row]]
        texts[word_id] = word
        predictions.append(
            Prediction(
                word_id,
                word,
                "seen" if word in summary.known else "unseen",
                int(result.votes[row]),
                len(thres),
                float(result.distance[row]),
                float(confidence[row]) if measured else None,
                detail,
            )
        )
    save_predictions(project, model, predictions)
    if line_part is not None:
        stored_now = list(iter_predictions(project, model, list(before)))
        read = read_in_lines(project, stored_now, line_part)
        reread = [new for new, own in zip(read, stored_now, strict=True) if new is not own]
        save_predictions(project, model, reread)
        texts |= {prediction.word_id: prediction.text for prediction in reread}
    changed = sum(texts[word_id] != text for word_id, text in before.items())
    return RevotedBlock(rows[-1][0], len(rows), changed)


def _confidence(
    summary: ModelSummary,
    votes: Sequence[Sequence[MemberVote]],
    thres: Sequence[int],
    stored: StoredEvidence,
    word: NDArray[np.int32],
) -> NDArray[np.float64]:
    """Return the confidence [N] of the vote, see :func:`core.recognition.confidence.vote_confidence`."""
    evidence = []
    for k in range(len(summary.members)):
        listed = stored.member(k)
        evidence.append(
            MemberEvidence(
                listed.votes,
                listed.seen_words,
                _two_distances([row[k].seen_words for row in votes]),
                listed.unseen_words,
                _two_distances([row[k].unseen_words for row in votes]),
            )
        )
    predictions = [predict_per_member(found, limit) for found, limit in zip(evidence, thres, strict=True)]
    # a member that holds that the word is in no list does not support a word of the list
    predictions = [
        replace(prediction, word=np.where(stored.unlisted[:, k], NO_WORD, prediction.word).astype(np.int32))
        for k, prediction in enumerate(predictions)
    ]
    return vote_confidence(summary, thres, evidence, predictions, word)


def _two_distances(candidates: Sequence[Sequence[Candidate]]) -> NDArray[np.float32]:
    """Return [N, 2] distances of the first two candidates, infinite where there is none."""
    none = (float("inf"),) * 2
    return np.array([(*(c.distance for c in row[:2]), *none)[:2] for row in candidates], np.float32)
