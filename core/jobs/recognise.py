"""The recognition job: a project's words in, each member's evidence and the final word out."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.engine.settings import INLINE, Settings
from core.errors import DuctusError, InputError, Stopped
from core.jobs.embeddings import EmbeddingCache
from core.jobs.events import Listener
from core.jobs.predict import predictions_of, with_thresholds
from core.jobs.revote import chosen_thresholds
from core.jobs.spotting import keeping_spots
from core.jobs.words import normalised_blocks
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import split_encodable
from core.model.ensemble import Ensemble
from core.project.lexicon import lexicon_words
from core.project.models import Model, get_model
from core.project.predictions import Prediction, save_predictions
from core.project.project import Project
from core.project.words import WordFilter, labelled, word_ids
from core.recognition.member import MemberReadings
from core.recognition.read import read_embeddings
from core.store.model_file import load_ensemble

CHOICES = ("unread", "all", "test")


@dataclass(frozen=True, slots=True)
class Reader:
    """A model made ready to read a project's words: its thresholds, the lexicon, the cache of embeddings."""

    model: Model
    ensemble: Ensemble
    lexicon: Lexicon
    cache: EmbeddingCache
    device: str
    by_hand: bool = False
    """Whether a person chose the thresholds, so that they are not those training found."""

    def blocks(
        self, project: Project, ids: Sequence[int], emit: Listener
    ) -> Iterator[tuple[list[int], list[MemberReadings]]]:  # fmt: skip
        """The evidence on the words ``ids``, block by block, so that memory does not grow with them."""
        for block_ids, embeddings in self.embedded(project, ids, emit):
            yield block_ids, read_embeddings(self.ensemble, embeddings, self.lexicon)

    def embedded(
        self, project: Project, ids: Sequence[int], emit: Listener
    ) -> Iterator[tuple[list[int], list[NDArray[np.float32]]]]:  # fmt: skip
        """Each member's embeddings of the words ``ids``, block by block; progress is told after each."""
        done = 0

        def unreadable(word_id: int, error: DuctusError) -> None:
            emit({"event": "note", "text": f"Word {word_id} is left out: {error}"})

        def passed() -> None:
            emit({"event": "network_pass", "words": len(images)})

        with keeping_spots(project, self.model, self.ensemble, ids, emit) as keep:
            for block_ids, images in normalised_blocks(project, ids, unreadable):
                embeddings = self.cache.embed(self.ensemble, images, self.device, passed)
                keep(block_ids, embeddings)
                yield block_ids, embeddings
                done += len(block_ids)
                emit({"event": "progress", "part": "reading", "done": done, "total": len(ids)})


def open_reader(
    project: Project, model: str | None, device: str, emit: Listener, thres: Sequence[int] | None = None
) -> Reader:
    """The named or active model with the project's present lexicon.

    Thresholds: ``thres`` if given, else those a person chose for the model in this project, else its own.
    """
    row = get_model(project, model)
    ensemble = load_ensemble(row.file)
    if thres is None:
        thres = chosen_thresholds(project, row)
    if thres is not None:
        ensemble = with_thresholds(ensemble, thres)
    fine, bad = split_encodable(lexicon_words(project), ensemble.alphabet)
    for word, characters in bad:
        emit({"event": "unencodable", "word": word, "characters": "".join(characters)})
    if not fine:
        raise InputError.at(
            project.folder, "the lexicon is empty", mend="Add words: ductus lexicon --add FILE"
        )
    key = str(ensemble.card.get("job")) + row.name + str(ensemble.card.get("created"))
    return Reader(
        row, ensemble, Lexicon(fine, ensemble.alphabet), EmbeddingCache.of_model(project.folder / "cache", key), device,
        by_hand=thres is not None,
    )  # fmt: skip


def chosen_ids(project: Project, words: str) -> list[int]:
    """The ids of the ``unread`` words, of ``all``, or of those for ``test``."""
    if words == "test":
        return [word_id for word_id, _ in labelled(project, "test")]
    return word_ids(project, WordFilter(read=False) if words == "unread" else WordFilter())


def recognise(
    project: Project, model: str | None, words: str, device: str, emit: Listener,
    should_stop: Callable[[], bool], thres: Sequence[int] | None = None, engine: Settings | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Read words and keep the predictions, a block at a time; what a person wrote is never touched.

    With an ``engine`` blocks are read as jobs of their own; only this process writes into the project.
    """
    reader = open_reader(project, model, device, emit, thres)
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
        "model": reader.model.name, "words": done, "seen": seen, "unseen": done - seen,
        "lexicon": len(reader.lexicon), "ms_per_word": 1000 * seconds / max(1, done),
        "thres": [member.thres for member in reader.ensemble.members],
    }  # fmt: skip


def _predicted(
    reader: Reader, project: Project, ids: Sequence[int], emit: Listener, should_stop: Callable[[], bool],
    engine: Settings | None,
) -> Generator[list[Prediction], None, None]:  # fmt: skip
    """The predictions of the words ``ids``, block by block: read in this process, or as jobs."""
    if engine is not None and engine.name != INLINE:
        from core.engine.reading import predicted_as_jobs

        yield from predicted_as_jobs(engine, reader, project, ids, emit, should_stop)
        return
    for block_ids, embeddings in reader.embedded(project, ids, emit):
        yield list(predictions_of(reader.ensemble, reader.lexicon, block_ids, embeddings))
