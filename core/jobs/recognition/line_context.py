"""Line context applied to stored predictions: words of a line change each other's readings (core/recognition).

The votes stored with a prediction stay as they are. A word whose prediction is not the winner of its votes was changed
by its line, and the pass can be repeated after another vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from core.errors import DuctusError, ModelFileError
from core.language import tr
from core.lexicon.alphabet import split_encodable
from core.lexicon.lexicon import Lexicon
from core.project.content.lexicon import lexicon_counts, lexicon_words
from core.project.content.line_words import LineWord, is_line_context_wanted, lines_of_words, transcribed_lines
from core.project.content.predictions import Prediction, iter_predictions, save_predictions
from core.project.content.words import Role
from core.project.project import Project
from core.recognition.candidate_costs import CandidateCosts, offer_of_votes
from core.recognition.line_readings import Offer, choose_readings
from core.recognition.vote_details import MemberVote, decode_votes
from core.recognition.word_model import WordModel
from core.store.summary import ModelSummary

BLOCK = 400
"""Words whose lines are read and stored together."""


class DescribedModel(Protocol):
    """The parts of an ensemble, or of a model's summary, that context depends on."""

    @property
    def card(self) -> dict[str, Any]: ...
    @property
    def classes(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class LineContext:
    """The parts of a model and a project that context depends on."""

    weight: float
    costs: CandidateCosts
    words: WordModel
    known: frozenset[str]
    """W_s: the words that the model was trained on."""
    confidence: float
    """The share of the words changed on lines set aside that were right then, smoothed."""


@dataclass(frozen=True, slots=True)
class LineContextFigures:
    """The effect of context on lines set aside at the best weight; ``weight`` is 0 if it was too small to use it."""

    weight: float
    lines: int
    words: int
    corrected: int
    spoilt: int


def line_context_figures(card: dict[str, Any]) -> LineContextFigures | None:
    """Return the figures in a model's card; None where context was not measured, or they are damaged."""
    context: Any = card.get("context")
    try:
        corrected, gain = int(context["changed_right"]), int(context["right_after"]) - int(context["right_before"])
        figures = LineContextFigures(
            line_context_weight(card), int(context["lines"]), int(context["words"]), corrected, corrected - gain
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return figures if min(figures.lines, figures.words, figures.corrected, figures.spoilt) >= 0 else None


def line_context_weight(card: dict[str, Any]) -> float:
    """Return the weight in a model's card; 0 where context does not help, or was never measured."""
    figures = card.get("context")
    weight = figures.get("weight") if isinstance(figures, dict) else None
    return float(weight) if isinstance(weight, int | float) and 0 < weight <= 10 else 0.0


def open_line_context(project: Project, model: DescribedModel, lexicon: Lexicon) -> LineContext | None:
    """Return the context of a model with a project's training lines; None where it does not help.

    The setting of the project is not considered. Raises ModelFileError.
    """
    weight = line_context_weight(model.card)
    if not weight:
        return None
    card = model.card["context"]
    try:
        costs = CandidateCosts.from_json(card["costs"])
        changed, right = int(card["changed"]), int(card["changed_right"])
        if not 0 <= right <= changed:
            raise ValueError(f"{right} of {changed}")
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ModelFileError(
            tr("The model's figures about context are invalid ({error}). Calibrate it again.", error=error)
        ) from error
    lines = [
        [word.text if word.role == Role.TRAIN else None for word in line]
        for line in transcribed_lines(project, Role.TRAIN)
    ]
    confidence = (right + 1) / (changed + 2)
    return LineContext(weight, costs, WordModel.build(lines, lexicon), frozenset(model.classes), confidence)


def wanted_line_context(project: Project, summary: ModelSummary) -> LineContext | None:
    """Return the context of a model with the project's word list, unless the project does not want context."""
    if not line_context_weight(summary.card) or not is_line_context_wanted(project):
        return None
    words, _ = split_encodable(lexicon_words(project), summary.alphabet)
    return open_line_context(project, summary, Lexicon(words, summary.alphabet, lexicon_counts(project)))


def apply_line_context(project: Project, model: str, line_context: LineContext, ids: Sequence[int]) -> dict[int, str]:
    """Let the lines of these words choose their readings; return the ids and new words of those that were changed.

    Other words of the lines take part and stay as they are: a transcription counts as known, a prediction as what its
    votes offer. The predictions of ``ids`` must be those of their votes. Damaged votes count as unknown words.
    """
    changed: dict[int, str] = {}
    for start in range(0, len(ids), BLOCK):
        block = set(ids[start : start + BLOCK])
        lines = lines_of_words(project, list(block))
        stored = {
            prediction.word_id: prediction
            for prediction in iter_predictions(project, model, [word.word_id for line in lines for word in line])
        }
        new: list[Prediction] = []
        for line in lines:
            new += _changed_words(line, stored, line_context, block)
        save_predictions(project, model, new)
        changed |= {prediction.word_id: prediction.text for prediction in new}
    return changed


def _changed_words(
    line: Sequence[LineWord], stored: dict[int, Prediction], line_context: LineContext, wanted: set[int]
) -> list[Prediction]:
    """Return the new predictions of the words of a line that change."""
    votes = [None if word.text is not None else _votes(stored.get(word.word_id)) for word in line]
    offers = [
        Offer.known(word.text)
        if word.text is not None
        else offer_of_votes(line_context.costs, vote)
        if vote
        else Offer()
        for word, vote in zip(line, votes, strict=True)
    ]
    new = []
    choices = choose_readings(offers, line_context.words, line_context.weight)
    for word, vote, offer, chosen in zip(line, votes, offers, choices, strict=True):
        if chosen and vote is not None and word.word_id in wanted:
            new.append(_reread(stored[word.word_id], vote, offer.words[chosen], line_context))
    return new


def _reread(prediction: Prediction, votes: Sequence[MemberVote], text: str, line_context: LineContext) -> Prediction:
    """Return the prediction with the word ``text``, which some members list."""
    listed = [near.distance for vote in votes for near in (*vote.seen_words, *vote.unseen_words) if near.word == text]
    return Prediction(
        prediction.word_id,
        text,
        "seen" if text in line_context.known else "unseen",
        sum(bool(vote.choices) and vote.choices[0].word == text and not vote.unlisted for vote in votes),
        prediction.members,
        min(listed),
        None if prediction.confidence is None else line_context.confidence,
        prediction.detail,
    )


def _votes(prediction: Prediction | None) -> list[MemberVote] | None:
    if prediction is None or prediction.detail is None:
        return None
    try:
        return decode_votes(prediction.detail)
    except DuctusError:
        return None
