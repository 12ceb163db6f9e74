"""The recognition job: open the model, load images, embed, find words, gate, vote, store."""

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.errors import Stopped
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.jobs.lines.line_part import open_line_part, read_in_lines
from core.jobs.lines.line_readers import line_reader_of
from core.jobs.lines.line_voices import LineVoices
from core.jobs.recognition.loaded_model import LoadedModel
from core.jobs.recognition.recalibrate import open_calibrated_model
from core.jobs.requests import RecogniseRequest
from core.jobs.results import Recognised
from core.jobs.spotting import store_signatures
from core.language import tr_plural
from core.project.content.line_words import is_line_part_wanted
from core.project.content.models import record_calibration
from core.project.content.pages import uncut_line_counts
from core.project.content.predictions import Prediction, count_statuses, save_predictions
from core.project.content.words import get_words, select_words
from core.project.project import Project
from core.project.word_images import BLOCK_SIZE, ImageBlock, load_images
from core.recognition.predicted_words import WordPrediction, predict_words
from core.recognition.prediction_status import PredictionStatus
from core.recognition.vote_details import encode_votes


@dataclass(frozen=True, slots=True)
class PredictedBlock:
    """A block of words with each member's embeddings and the predictions."""

    ids: Sequence[int]
    embeddings: Sequence[NDArray[np.float32]]
    predictions: Sequence[Prediction]


class Executor(Protocol):
    """The place of the prediction: in this process, or as jobs on other machines (:mod:`core.executors`)."""

    block_size: int
    """Words of a block."""

    def predict(
        self, model: LoadedModel, blocks: Iterable[ImageBlock], emit: Listener, should_stop: ShouldStop
    ) -> Generator[PredictedBlock, None, None]:
        """Predict block by block, in any order. May raise Stopped."""
        ...


class InProcess:
    """The :class:`Executor` that predicts one block after the other in this process."""

    block_size = BLOCK_SIZE

    def predict(
        self, model: LoadedModel, blocks: Iterable[ImageBlock], emit: Listener, should_stop: ShouldStop
    ) -> Generator[PredictedBlock, None, None]:
        """Predict the blocks in their order."""
        for block in blocks:
            yield predict_block(model, block, emit)


IN_PROCESS = InProcess()


def recognise(
    project: Project,
    request: RecogniseRequest,
    emit: Listener,
    should_stop: ShouldStop,
    executor: Executor = IN_PROCESS,
) -> Recognised:
    """Open the model, load images, predict them (:func:`predict_block`), read them together with their lines
    (:mod:`core.jobs.lines.line_part`) and store the predictions, block by block.

    Transcriptions are never touched. Raises Stopped; what was stored by then is kept.
    """
    model = open_calibrated_model(project, request.model, request.device, emit, should_stop, request.thres)
    record_calibration(project, model.model, model.recalibrated_for)
    asked = [word.id for word in get_words(project, request.ids) if not word.deleted]
    ids = asked if request.ids else select_words(project, request.words)
    is_wanted = is_line_part_wanted(project) if request.line_part is None else request.line_part
    in_lines = _reading_in_lines(project, model) if is_wanted else None
    blocks = load_images(project, ids, emit, executor.block_size)
    if not ids and (uncut := sum(uncut_line_counts(project).values())):
        note = tr_plural(
            "{n} line is not cut into words yet, so it cannot be read. Find its words first.",
            "{n} lines are not cut into words yet, so they cannot be read. Find their words first.",
            uncut,
        )
        emit(Note(note))
    emit(Progress(JobPart.READING, 0, len(ids)))
    started = time.perf_counter()
    loaded = done = changed = 0
    predicted_ids: list[int] = []
    try:
        with (
            store_signatures(project, model.model, model.ensemble, ids, emit) as store,
            closing(executor.predict(model, blocks, emit, should_stop)) as predicted,
        ):
            for block in predicted:
                store(block.ids, block.embeddings)
                read = block.predictions if in_lines is None else in_lines(block.predictions)
                changed += sum(new.text != own.text for new, own in zip(read, block.predictions, strict=True))
                save_predictions(project, model.model.name, read)
                predicted_ids += [prediction.word_id for prediction in block.predictions]
                loaded, done = loaded + len(block.ids), done + len(block.predictions)
                emit(Progress(JobPart.READING, loaded, len(ids)))
                if should_stop():
                    raise Stopped.of("Stopped.")
    except Stopped as stop:
        raise Stopped(
            tr_plural(
                "Stopped after {done} of {n} word. Its prediction is kept.",
                "Stopped after {done} of {n} words. Their predictions are kept.",
                len(ids),
                done=done,
            )
        ) from stop
    statuses = count_statuses(project, model.model.name, predicted_ids)
    return Recognised(
        model=model.model.name,
        words=done,
        seen=statuses.get(PredictionStatus.SEEN, 0),
        unseen=statuses.get(PredictionStatus.UNSEEN, 0),
        unlisted=statuses.get(PredictionStatus.UNLISTED, 0),
        changed_by_context=changed,
        lexicon=len(model.lexicon),
        ms_per_word=1000 * (time.perf_counter() - started) / max(1, done),
        thres=model.thres,
    )


def _reading_in_lines(
    project: Project, model: LoadedModel
) -> Callable[[Sequence[Prediction]], list[Prediction]] | None:
    """Return the function that reads predictions together with their lines; None without figures or a line reader."""
    line_part = open_line_part(project, model.ensemble, model.lexicon)
    reader = None if line_part is None else line_reader_of(project, model.ensemble)
    if line_part is None or reader is None:
        return None
    return partial(read_in_lines, project, line_part=line_part, voices=LineVoices(project, reader, model.lexicon))


def predict_block(model: LoadedModel, block: ImageBlock, emit: Listener) -> PredictedBlock:
    """Embed a block of word images, find the nearest words, count the gates' votes, vote, and encode the predictions.

    Words are searched for in the lexicon, and spelled where they seem to be in none. A word for which the lexicon holds
    no candidate gets no prediction. Without calibration images (the starter
    model) there is no confidence.
    """
    embeddings = model.embed(block.images, emit)
    words = predict_words(model.ensemble, embeddings, model.lexicon)
    return PredictedBlock(block.ids, embeddings, stored_predictions(block.ids, words))


def stored_predictions(ids: Sequence[int], words: Sequence[WordPrediction | None]) -> list[Prediction]:
    """Return what the project stores of the predictions of words, which stand for the words ``ids``."""
    return [
        Prediction(
            word_id,
            word.word,
            word.status.value,
            word.votes,
            len(word.members),
            word.distance,
            word.confidence,
            encode_votes(word.members),
        )
        for word_id, word in zip(ids, words, strict=True)
        if word is not None
    ]
