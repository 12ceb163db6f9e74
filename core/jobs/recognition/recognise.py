"""The recognition job: a project's words in, each member's evidence and the final word out."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Any

from core.errors import Stopped
from core.events import Listener
from core.executors.settings import INLINE, ExecutorSettings
from core.jobs.recognition.inference import predict_block
from core.jobs.recognition.loaded_model import LoadedModel, load_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import WordFilter, labelled, word_ids
from core.project.project import Project

CHOICES = ("unread", "all", "test")


def chosen_ids(project: Project, words: str) -> list[int]:
    """The ids of the ``unread`` words, of ``all``, or of those for ``test``."""
    if words == "test":
        return [word_id for word_id, _ in labelled(project, "test")]
    return word_ids(project, WordFilter(read=False) if words == "unread" else WordFilter())


def recognise(
    project: Project,
    model: str | None,
    words: str,
    device: str,
    emit: Listener,
    should_stop: Callable[[], bool],
    thres: Sequence[int] | None = None,
    engine: ExecutorSettings | None = None,
) -> dict[str, Any]:
    """Read words and keep the predictions, a block at a time; what a person wrote is never touched.

    With an ``engine`` blocks are read as jobs of their own; only this process writes into the project.
    """
    reader = load_model(project, model, device, emit, thres)
    ids = chosen_ids(project, words)
    started = time.perf_counter()
    done = seen = 0
    with closing(_predicted(reader, project, ids, emit, should_stop, engine)) as blocks:
        try:
            for predicted in blocks:
                save_predictions(project, reader.model.name, predicted)
                done += len(predicted)
                seen += sum(prediction.status == "seen" for prediction in predicted)
                if should_stop():
                    raise Stopped("Stopped.")
        except Stopped as stop:
            raise Stopped(f"Stopped after {done} of {len(ids)} words; their readings are kept.") from stop
    seconds = time.perf_counter() - started
    return {
        "model": reader.model.name,
        "words": done,
        "seen": seen,
        "unseen": done - seen,
        "lexicon": len(reader.lexicon),
        "ms_per_word": 1000 * seconds / max(1, done),
        "thres": [member.thres for member in reader.ensemble.members],
    }


def _predicted(
    reader: LoadedModel,
    project: Project,
    ids: Sequence[int],
    emit: Listener,
    should_stop: Callable[[], bool],
    engine: ExecutorSettings | None,
) -> Generator[list[Prediction], None, None]:
    """The predictions of the words ``ids``, block by block: read in this process, or as jobs."""
    if engine is not None and engine.name != INLINE:
        from core.executors.submit_shards import submit_shards

        yield from submit_shards(engine, reader, project, ids, emit, should_stop)
        return
    for block_ids, embeddings in reader.embedded(project, ids, emit):
        yield list(predict_block(reader.ensemble, reader.lexicon, block_ids, embeddings))
