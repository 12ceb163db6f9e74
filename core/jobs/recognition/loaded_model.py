"""A model made ready to read a project's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError
from core.events import Listener
from core.jobs.recognition.embedding_cache import EmbeddingCache
from core.jobs.recognition.images import normalised_blocks
from core.jobs.recognition.inference import with_thresholds
from core.jobs.recognition.revote import chosen_thresholds
from core.jobs.recognition.spotting import keeping_spots
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import split_encodable
from core.model.ensemble import Ensemble
from core.project.content.lexicon import lexicon_words
from core.project.content.models import Model, get_model
from core.project.project import Project
from core.recognition.member import MemberEvidence
from core.recognition.read import read_embeddings
from core.store.model_file import load_ensemble


@dataclass(frozen=True, slots=True)
class LoadedModel:
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
    ) -> Iterator[tuple[list[int], list[MemberEvidence]]]:
        """The evidence on the words ``ids``, block by block, so that memory does not grow with them."""
        for block_ids, embeddings in self.embedded(project, ids, emit):
            yield block_ids, read_embeddings(self.ensemble, embeddings, self.lexicon)

    def embedded(
        self, project: Project, ids: Sequence[int], emit: Listener
    ) -> Iterator[tuple[list[int], list[NDArray[np.float32]]]]:
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


def load_model(
    project: Project, model: str | None, device: str, emit: Listener, thres: Sequence[int] | None = None
) -> LoadedModel:
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
        raise InputError.at(project.folder, "the lexicon is empty", hint="Add words: ductus lexicon --add FILE")
    key = str(ensemble.card.get("job")) + row.name + str(ensemble.card.get("created"))
    return LoadedModel(
        row,
        ensemble,
        Lexicon(fine, ensemble.alphabet),
        EmbeddingCache.of_model(project.folder / "cache", key),
        device,
        by_hand=thres is not None,
    )
