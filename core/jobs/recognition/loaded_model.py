"""A model opened to recognise a project's words: its ensemble, the thresholds in force, the lexicon, its cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.events import Listener, network_pass, unencodable
from core.jobs.recognition.embedding_cache import EmbeddingCache
from core.lexicon.alphabet import split_encodable
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.project.content.lexicon import lexicon_words
from core.project.content.models import Model, chosen_thresholds, get_model
from core.project.project import Project
from core.store.model_file import load_ensemble


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """An ensemble ready to read words of a project."""

    model: Model
    ensemble: Ensemble
    lexicon: Lexicon
    cache: EmbeddingCache
    device: str
    thresholds_chosen: bool = False
    """Whether a person chose the thresholds, so that they are not those that training found."""

    @property
    def thres(self) -> list[int]:
        """The thresholds [L] in force."""
        return [member.thres for member in self.ensemble.members]

    def embed(self, images: NDArray[np.uint8], emit: Listener) -> list[NDArray[np.float32]]:
        """Return each member's embeddings of ``images`` [N, 50, 250], from the cache where they are kept."""
        return self.cache.embed(self.ensemble, images, self.device, lambda: emit(network_pass(len(images))))


def open_model(
    project: Project, name: str | None, device: str, emit: Listener, thres: Sequence[int] | None = None
) -> LoadedModel:
    """Open the named or active model with the project's present lexicon.

    Thresholds are ``thres`` if given, else those a person chose for the model in this project, else its own.

    Raises:
        InputError: there is no such model, the lexicon is empty, or the thresholds do not fit.
        ModelFileError: the model file is damaged.
    """
    model = get_model(project, name)
    ensemble = load_ensemble(model.file)
    if thres is None:
        thres = chosen_thresholds(project, model)
    if thres is not None:
        ensemble = with_thresholds(ensemble, thres)
    words, bad = split_encodable(lexicon_words(project), ensemble.alphabet)
    for word, characters in bad:
        emit(unencodable(word, "".join(characters)))
    if not words:
        raise InputError.at(project.folder, "the lexicon is empty", hint="Add words: ductus lexicon --add FILE")
    key = f"{ensemble.card.get('job')}{model.name}{ensemble.card.get('created')}"
    cache = EmbeddingCache.of_model(project.folder / "cache", key)
    return LoadedModel(model, ensemble, Lexicon(words, ensemble.alphabet), cache, device, thres is not None)


def with_thresholds(ensemble: Ensemble, thres: Sequence[int]) -> Ensemble:
    """Return the ensemble with other thresholds: one for all members, or one each. Raises InputError out of range."""
    count = len(ensemble.members)
    wanted = list(thres) * count if len(thres) == 1 else list(thres)
    if len(wanted) != count:
        raise InputError(f"Give one threshold, or one for each of the {count} members, not {len(wanted)}.")
    for member, value in zip(ensemble.members, wanted, strict=True):
        if not 0 <= value <= member.n_gates + 1:
            raise InputError(f"The threshold {value} lies outside 0..{member.n_gates + 1}.")
    members = tuple(replace(m, thres=v) for m, v in zip(ensemble.members, wanted, strict=True))
    return replace(ensemble, members=members)
