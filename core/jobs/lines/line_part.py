"""The line's part in stored predictions: its reading as a whole, and neighbours that change each other's readings.

The votes stored with a prediction stay as they are, and beside them stands what a line reader says of the word
(core/recognition/line_voice); how both are weighed is fitted with the model. A word whose prediction is not the winner
of its votes was changed by its line, and the pass can be repeated after another vote without the images.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, ModelFileError
from core.events import JobPart, Listener, Progress, ShouldStop, ignore_events
from core.jobs.encodable_lexicon import known_lexicon
from core.jobs.lines.word_models import transcribed_word_model
from core.language import tr
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import LineWord, is_line_part_wanted, lines_of_words
from core.project.content.predictions import Prediction, iter_predictions, save_predictions
from core.project.project import Project
from core.recognition.candidate_costs import LEAST_SHARE, CandidateCosts, LineReading, offer_of_votes
from core.recognition.line_readings import Offer, choose_readings, probabilities
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import MemberVote, decode_detail, encode_votes, listed_words
from core.recognition.word_model import UNLISTED_SHARE, WordModel
from core.store.calibration_card import was_calibrated
from core.store.shipped_files import shipped_voice
from core.store.summary import ModelSummary

if TYPE_CHECKING:
    from core.jobs.lines.line_voices import LineVoices
    from core.model.ensemble import Ensemble

BLOCK = 400
"""Words whose lines are read and stored together."""


@dataclass(frozen=True, slots=True)
class LineFigures:
    """The numbers of a model's card that its lines are read with."""

    weight: float
    costs: CandidateCosts
    confidence: float
    """The share of the words changed on lines set aside that were right then, smoothed."""
    calibration: tuple[float, float] | None
    """Offset and slope from the logit of a reading's share among its candidates to that of its confidence; None where
    the members alone give a confidence."""
    calibration_cut: tuple[float, float] | None
    """The same for words that Ductus has cut, some of them wrongly; None in models that do not tell them apart."""
    unlisted: float
    """The share of words that are expected in no list."""


@dataclass(frozen=True, slots=True)
class LinePart:
    """The parts of a model and a project that context depends on."""

    figures: LineFigures
    words: WordModel
    known: frozenset[str]
    """W_s: the words that the model was trained on."""

    @property
    def is_read(self) -> bool:
        """Return whether the reading of whole lines counts."""
        return self.figures.costs.reads_lines

    def reading(self, costs: Mapping[str, float]) -> LineReading | None:
        """Return what the line's reading says of a word, given the costs of candidates; None if it does not count."""
        if not costs or not self.is_read:
            return None
        return LineReading(costs, lambda word: -self.words.log_token_share(word))

    def confidence_of(self, share: float, is_cut: bool) -> float | None:
        """Return the confidence of a reading with this share among its candidates; None if only members give one."""
        figures = self.figures
        calibration = (is_cut and figures.calibration_cut) or figures.calibration
        if calibration is None:
            return None
        share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
        return 1 / (1 + math.exp(-calibration[0] - calibration[1] * math.log(share / (1 - share))))


@dataclass(frozen=True, slots=True)
class LinePartFigures:
    """The effect of context on lines set aside at the best weight; ``weight`` is 0 if it was too small to use it."""

    weight: float
    lines: int
    words: int
    corrected: int
    spoilt: int


def line_part_figures(card: dict[str, Any]) -> LinePartFigures | None:
    """Return the figures in a model's card; None where context was not measured, or they are damaged."""
    context: Any = card.get("context")
    try:
        corrected, gain = int(context["changed_right"]), int(context["right_after"]) - int(context["right_before"])
        figures = LinePartFigures(
            line_part_weight(card), int(context["lines"]), int(context["words"]), corrected, corrected - gain
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    return figures if min(figures.lines, figures.words, figures.corrected, figures.spoilt) >= 0 else None


def line_part_weight(card: dict[str, Any]) -> float:
    """Return the weight in a model's card; 0 where context does not help, or was never measured."""
    figures = card.get("context")
    weight = figures.get("weight") if isinstance(figures, dict) else None
    return float(weight) if isinstance(weight, int | float) and 0 < weight <= 10 else 0.0


def open_line_part(project: Project, model: Ensemble | ModelSummary, lexicon: Lexicon) -> LinePart | None:
    """Return the line's part for a model with a project's training lines; None where neither part of it helps.

    A model without figures of its own, as the starter model is, has those of the line reader that comes with Ductus.
    The setting of the project is not considered. Raises ModelFileError.
    """
    figures = _figures(model)
    if figures is None:
        return None
    words = transcribed_word_model(project, lexicon, figures.unlisted)
    return LinePart(figures, words, frozenset(model.classes))


def _figures(model: Ensemble | ModelSummary) -> LineFigures | None:
    """Return the figures of a model; None where neither neighbours nor the reading of lines help. ModelFileError."""
    card = model.card.get("context")
    if not isinstance(card, dict):
        card = shipped_voice() if not was_calibrated(model) else None
    if card is None:
        return None
    try:
        costs = CandidateCosts.from_json(card["costs"])
        changed, right = int(card.get("changed", 0)), int(card.get("changed_right", 0))
        if not 0 <= right <= changed:
            raise ValueError(f"{right} of {changed}")
        if not 0 < (unlisted := float(card.get("unlisted", UNLISTED_SHARE))) < 1:
            raise ValueError(f"{unlisted}")
        calibration, calibration_cut = _calibration(card, "calibration"), _calibration(card, "calibration_cut")
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise ModelFileError(
            tr("The model's figures about context are invalid ({error}). Calibrate it again.", error=error)
        ) from error
    weight = line_part_weight({"context": card})
    if not weight and not (costs.reads_lines and calibration):
        return None
    return LineFigures(weight, costs, (right + 1) / (changed + 2), calibration, calibration_cut, unlisted)


def _calibration(card: dict[str, Any], name: str) -> tuple[float, float] | None:
    stored = card.get(name)
    return None if stored is None else (float(stored[0]), float(stored[1]))


def wanted_line_part(project: Project, summary: ModelSummary) -> LinePart | None:
    """Return the context of a model with the project's word list, unless the project does not want context."""
    if not is_line_part_wanted(project) or _figures(summary) is None:
        return None
    return open_line_part(project, summary, known_lexicon(project, summary.alphabet))


def apply_line_part(
    project: Project,
    model: str,
    line_part: LinePart,
    ids: Sequence[int],
    voices: LineVoices | None = None,
    emit: Listener = ignore_events,
    should_stop: ShouldStop = lambda: False,
) -> dict[int, str]:
    """Let the lines of these words choose their readings; return the ids and new words of those that were changed.

    Other words of the lines take part and stay as they are: a transcription counts as known, a prediction as what its
    votes offer. The predictions of ``ids`` must be those of their votes. Damaged votes count as unknown words. With
    ``voices`` the lines are read, and what they say is kept with the votes; without it, what was kept counts. When
    asked to stop, the words so far are changed.
    """
    changed: dict[int, str] = {}
    for start in range(0, len(ids), BLOCK):
        if should_stop():
            break
        if voices is not None:
            emit(Progress(JobPart.LINE_READER, start, len(ids)))
        block = set(ids[start : start + BLOCK])
        lines = lines_of_words(project, list(block))
        stored = {
            prediction.word_id: prediction
            for prediction in iter_predictions(project, model, [word.word_id for line in lines for word in line])
        }
        read = {n: details for n, prediction in stored.items() if (details := _details(prediction)) is not None}
        if voices is not None and line_part.is_read:
            read = _read_lines(voices, lines, read, block)
        new: list[Prediction] = []
        for line in lines:
            new += _changed_words(line, stored, read, line_part, block)
        save_predictions(project, model, new)
        changed |= {reread.word_id: reread.text for reread in new if reread.text != stored[reread.word_id].text}
    return changed


_Details = tuple[list[MemberVote], dict[str, float]]
"""The members' votes on a word, and what the line's reading says of it."""


def _read_lines(
    voices: LineVoices, lines: Sequence[Sequence[LineWord]], read: dict[int, _Details], wanted: set[int]
) -> dict[int, _Details]:
    """Return the details of words with what their lines say now."""
    listed = {word_id: listed_words(votes) for word_id, (votes, _) in read.items() if word_id in wanted}
    costs = voices.costs({n: voice for n, voice in voices.of_lines(lines).items() if n in listed}, listed)
    return {word_id: (votes, costs.get(word_id, line)) for word_id, (votes, line) in read.items()}


def _changed_words(
    line: Sequence[LineWord],
    stored: Mapping[int, Prediction],
    read: Mapping[int, _Details],
    line_part: LinePart,
    wanted: set[int],
) -> list[Prediction]:
    """Return the new predictions of the words of a line: of those that change, and of those that the line has read."""
    details = [None if word.text is not None else read.get(word.word_id) for word in line]
    offers = [
        Offer.known(word.text) if word.text is not None else _offer(line_part, detail) if detail else Offer()
        for word, detail in zip(line, details, strict=True)
    ]
    choices = choose_readings(offers, line_part.words, line_part.figures.weight)
    shares = probabilities(offers, choices, line_part.words, line_part.figures.weight)
    new = []
    for word, detail, offer, chosen, share in zip(line, details, offers, choices, shares, strict=True):
        if detail is None or not offer.words or word.word_id not in wanted:
            continue
        votes, costs = detail
        has_read = bool(costs) and line_part.is_read
        if has_read or chosen:
            confidence = line_part.confidence_of(share, word.is_cut) if has_read else None
            new.append(_reread(stored[word.word_id], votes, costs, offer.words[chosen], line_part, confidence))
    return new


def _offer(line_part: LinePart, details: _Details) -> Offer:
    votes, costs = details
    return offer_of_votes(line_part.figures.costs, votes, line_part.reading(costs))


def _reread(
    prediction: Prediction,
    votes: Sequence[MemberVote],
    costs: Mapping[str, float],
    text: str,
    line_part: LinePart,
    confidence: float | None,
) -> Prediction:
    """Return the prediction with the word ``text``, which members list or the line has read."""
    listed = [near.distance for vote in votes for near in (*vote.seen_words, *vote.unseen_words) if near.word == text]
    if text in line_part.known:
        status = PredictionStatus.SEEN
    else:
        status = PredictionStatus.UNSEEN if text in line_part.words.lexicon else PredictionStatus.UNLISTED
    if confidence is None and prediction.confidence is not None:
        confidence = prediction.confidence if text == prediction.text else line_part.figures.confidence
    return Prediction(
        prediction.word_id,
        text,
        status.value,
        sum(_answer(vote) == text for vote in votes),
        prediction.members,
        min(listed, default=costs.get(text, prediction.distance)),
        confidence,
        encode_votes(votes, costs),
    )


def _answer(vote: MemberVote) -> str | None:
    """Return the word that a member answers with."""
    if vote.unlisted:
        return None if vote.spelled is None else vote.spelled.text
    return vote.choices[0].word if vote.choices else None


def _details(prediction: Prediction) -> _Details | None:
    if prediction.detail is None:
        return None
    try:
        return decode_detail(prediction.detail)
    except DuctusError:
        return None
