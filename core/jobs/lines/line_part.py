"""The line's part in stored predictions: its reading as a whole, one more voice beside the members.

The votes stored with a prediction stay as they are, and beside them stands what a line reader says of the word
(core/recognition/line_voice); how both are weighed is fitted with the model. A word whose prediction is not the winner
of its votes was changed by its line, and the pass can be repeated after another vote without the images.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, ModelFileError
from core.jobs.project_lexicon import known_lexicon, transcribed_word_model
from core.language import tr
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import LineWord, is_line_part_wanted, lines_of_words
from core.project.content.predictions import Prediction
from core.project.project import Project
from core.recognition.candidate_costs import LEAST_SHARE, CandidateCosts, LineReading
from core.recognition.line_language import familiar_model, usual_costs
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import MemberVote, decode_detail, encode_votes, listed_words
from core.recognition.word_model import UNLISTED_SHARE, WordModel
from core.store.calibration_card import was_calibrated
from core.store.shipped_files import shipped_familiar_words, shipped_voice
from core.store.summary import ModelSummary

if TYPE_CHECKING:
    from core.jobs.lines.line_voices import LineVoices
    from core.lexicon.character_model import CharacterModel
    from core.model.ensemble import Ensemble


@dataclass(frozen=True, slots=True)
class LineFigures:
    """The numbers of a model's card that its lines are read with."""

    costs: CandidateCosts
    calibration: tuple[float, float]
    """Offset and slope from the logit of a reading's share among its candidates to that of its confidence."""
    calibration_cut: tuple[float, float] | None
    """The same for words that Ductus has cut, some of them wrongly; None in models that do not tell them apart."""
    unlisted: float
    """The share of words that are expected in no list."""


@dataclass(frozen=True, slots=True)
class LinePart:
    """The parts of a model and a project that words are read with in their lines."""

    figures: LineFigures
    words: WordModel
    known: frozenset[str]
    """W_s: the words that the model was trained on."""
    familiar: CharacterModel | None = None
    """The words that the line reader is familiar with; None where that does not count."""

    def reading(self, costs: Mapping[str, float]) -> LineReading:
        """Return what the line's reading says of a word, given the costs of its candidates, at least one."""
        return LineReading(costs, lambda word: -self.words.log_token_share(word), self._familiarity)

    def _familiarity(self, word: str) -> float:
        if self.familiar is None:
            return 0.0
        numbers = self.words.lexicon.alphabet.numbers
        return self.familiar.log_prob([numbers[character] for character in word if character in numbers])

    def confidence_of(self, share: float, is_cut: bool) -> float:
        """Return the confidence of a reading with this share among its candidates."""
        figures = self.figures
        calibration = (is_cut and figures.calibration_cut) or figures.calibration
        share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
        return 1 / (1 + math.exp(-calibration[0] - calibration[1] * math.log(share / (1 - share))))


def open_line_part(project: Project, model: Ensemble | ModelSummary, lexicon: Lexicon) -> LinePart | None:
    """Return the line's part for a model with a project's training lines; None where the model has no figures for it.

    The setting of the project is not considered. Raises ModelFileError.
    """
    figures = line_figures(model)
    if figures is None:
        return None
    words = transcribed_word_model(project, lexicon, figures.unlisted)
    if _own_card(model) is None:
        figures = replace(figures, costs=usual_costs(figures.costs, words, shipped_familiar_words()))
    counts = figures.costs.counts_familiarity
    familiar = familiar_model(shipped_familiar_words(), lexicon.alphabet) if counts else None
    return LinePart(figures, words, frozenset(model.classes), familiar)


def line_figures(model: Ensemble | ModelSummary) -> LineFigures | None:
    """Return the figures of a model; None where its members read without their lines. Raises ModelFileError.

    A model without figures of its own, as the starter model is, has those of the line reader that comes with Ductus.
    """
    card = _own_card(model)
    if card is None and not was_calibrated(model):
        card = shipped_voice()
    # models of earlier versions may have figures about neighbours instead, which do not count any more
    if card is None or card.get("calibration") is None:
        return None
    try:
        costs = CandidateCosts.from_json(card["costs"])
        calibration, cut = _calibration(card["calibration"]), card.get("calibration_cut")
        calibration_cut = None if cut is None else _calibration(cut)
        if not 0 < (unlisted := float(card.get("unlisted", UNLISTED_SHARE))) < 1:
            raise ValueError(f"{unlisted}")
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise ModelFileError(
            tr("The model's figures about lines are invalid ({error}). Calibrate it again.", error=error)
        ) from error
    return LineFigures(costs, calibration, calibration_cut, unlisted) if costs.reads_lines else None


def _own_card(model: Ensemble | ModelSummary) -> dict[str, Any] | None:
    card = model.card.get("context")
    return card if isinstance(card, dict) else None


def _calibration(stored: Any) -> tuple[float, float]:
    return float(stored[0]), float(stored[1])


def wanted_line_part(project: Project, summary: ModelSummary) -> LinePart | None:
    """Return the line's part for a model with the project's word list, unless the project does not want it."""
    if not is_line_part_wanted(project) or line_figures(summary) is None:
        return None
    return open_line_part(project, summary, known_lexicon(project, summary.alphabet))


def read_in_lines(
    project: Project, predictions: Sequence[Prediction], line_part: LinePart, voices: LineVoices | None = None
) -> list[Prediction]:
    """Return the predictions of words, which must be those of their votes, as they are read together with their lines.

    Words that a person typed stay as they are, and so do those with damaged votes and those that stand in no line. With
    ``voices`` the lines are read, and what they say is kept with the votes; without it, what was kept counts.
    """
    lines = lines_of_words(project, [prediction.word_id for prediction in predictions])
    read = {p.word_id: details for p in predictions if (details := _details(p)) is not None}
    if voices is not None and lines:
        read = _read_lines(voices, lines, read)
    asked = {word.word_id: word.is_cut for line in lines for word in line if word.text is None}
    return [
        _reread(p, *read[p.word_id], asked[p.word_id], line_part)
        if p.word_id in asked and p.word_id in read and read[p.word_id][1]
        else p
        for p in predictions
    ]


_Details = tuple[list[MemberVote], dict[str, float]]
"""The members' votes on a word, and what the line's reading says of it."""


def _read_lines(
    voices: LineVoices, lines: Sequence[Sequence[LineWord]], read: dict[int, _Details]
) -> dict[int, _Details]:
    """Return the details of words with what their lines say now."""
    listed = {word_id: listed_words(votes) for word_id, (votes, _) in read.items()}
    costs = voices.costs({n: voice for n, voice in voices.of_lines(lines).items() if n in listed}, listed)
    return {word_id: (votes, costs.get(word_id, line)) for word_id, (votes, line) in read.items()}


def _reread(
    prediction: Prediction, votes: Sequence[MemberVote], costs: Mapping[str, float], is_cut: bool, line_part: LinePart
) -> Prediction:
    """Return the prediction with the word that the members' votes and the ``costs`` of its line choose together."""
    ranking = line_part.figures.costs.rank_voted(votes, line_part.reading(costs))
    text = ranking.words[0]
    listed = [near.distance for vote in votes for near in (*vote.seen_words, *vote.unseen_words) if near.word == text]
    if text in line_part.known:
        status = PredictionStatus.SEEN
    else:
        status = PredictionStatus.UNSEEN if text in line_part.words.lexicon else PredictionStatus.UNLISTED
    return Prediction(
        prediction.word_id,
        text,
        status.value,
        sum(_answer(vote) == text for vote in votes),
        prediction.members,
        min(listed, default=costs.get(text, prediction.distance)),
        line_part.confidence_of(ranking.share, is_cut),
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
