"""Words ranked by the distance of their images from a word (word spotting), by signatures kept when they are read."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path, PurePath
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError
from core.events import Event, Listener, Note
from core.language import tr
from core.lexicon.alphabet import split_encodable
from core.lexicon.text import nfc
from core.model.ensemble import Ensemble
from core.project.content.models import Model, get_model
from core.project.project import Project
from core.recognition.spotting_index import (
    COSINE,
    SpottingIndex,
    SpottingWriter,
    ensemble_metric,
    mean_signatures,
    open_index,
)

BOX_SQL = "coalesce(w.x, -1), coalesce(w.y, -1), coalesce(w.w, -1), coalesce(w.h, -1)"
"""The box of a row of the table word, here ``w``; numbers below 0 for a word image without one."""

StoreSignatures = Callable[[Sequence[int], Sequence[NDArray[np.float32]]], None]
"""Takes word ids and each member's embeddings of them."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The words of a project by the distance of their images from one word, nearest first."""

    word: str
    """The query in NFC."""
    model: str
    metric: str
    scale: float
    """The distance of an image whose predicted signature is zero: 1, or |e(word)| with the Euclidean metric."""
    ids: list[int]
    distances: list[float]
    missing: int
    """Words without a stored signature: not recognised by the model, or with another box since."""
    missing_read: int
    """The number of those that are transcribed."""


def spotting_name(model: Model) -> PurePath:
    """Return the path of the model's spotting file in its project."""
    digest = blake2b(f"{model.name}\0{model.created_at}".encode(), digest_size=12).hexdigest()
    return PurePath("cache", "spotting", f"{digest}.h5")


def spotting_file(project: Project, model: Model) -> Path:
    """Return the whole path of the model's spotting file."""
    return project.files.path(spotting_name(model))


@contextmanager
def store_signatures(
    project: Project, model: Model, ensemble: Ensemble, ids: Sequence[int], emit: Listener
) -> Iterator[StoreSignatures]:
    """Yield a function that stores the signatures of the words ``ids``; they are on the disk when the context ends.

    A disk that refuses is reported once and stops nothing: predictions matter more than the search. A model that does
    not predict signatures has nothing to be stored.
    """
    if not all(member.learner.predicts_signatures for member in ensemble.members):
        yield lambda block_ids, embeddings: None
        return
    # read before the first image is cut: a word moved meanwhile then counts as missing
    boxes_by_id = _boxes(project, ids)
    writer = SpottingWriter(project.folder, spotting_name(model), ensemble.alphabet, ensemble_metric(ensemble))
    failed = False

    def store(block_ids: Sequence[int], embeddings: Sequence[NDArray[np.float32]]) -> None:
        nonlocal failed
        if failed or not len(block_ids):
            return
        boxes = np.array([boxes_by_id[word_id] for word_id in block_ids], np.int32)
        try:
            writer.add(np.asarray(block_ids, np.int64), boxes, mean_signatures(ensemble, embeddings))
        except OSError as error:
            failed = True
            emit(_failure(error))

    try:
        with writer:
            yield store
    except OSError as error:
        if not failed:
            emit(_failure(error))


def rank(project: Project, word: str, model: str | None = None) -> Ranking:
    """Rank all words with a stored signature by their distance from ``word``'s signature; ties by id.

    ``model`` defaults to the active one; where it has stored nothing yet all words are missing. Raises InputError for a
    query that cannot be searched.
    """
    row = get_model(project, model)
    index = _open_index(project, row)
    current = _current_words(project)
    if index is None:
        return Ranking(nfc(word), row.name, COSINE, 1.0, [], [], len(current), int(current[:, 5].sum()))
    query = normalise_query(word, index)
    stored, position = _match(current, index)
    distances = index.distances(query)[position]
    ids = current[stored, 0]
    order = np.lexsort((ids, distances))
    order = order[np.isfinite(distances[order])]
    missing = np.ones(len(current), np.bool_)
    missing[np.flatnonzero(stored)[order]] = False
    return Ranking(
        query,
        row.name,
        index.metric,
        index.scale(query),
        ids[order].tolist(),
        distances[order].tolist(),
        int(missing.sum()),
        int(current[missing, 5].sum()),
    )


def normalise_query(word: str, index: SpottingIndex) -> str:
    """Return ``word`` in NFC. Raises InputError for several words, or for characters that the alphabet lacks."""
    query = nfc(word)
    if len(query.split()) > 1:
        raise InputError.of("A word image shows one word. Search for one word at a time, without blanks.")
    _, bad = split_encodable([query], index.alphabet)
    for _, characters in bad:
        listed = ", ".join(f"'{character}'" for character in characters) or "nothing"
        raise InputError.of(
            "The model's alphabet ('{alphabet}') has no shape for {listed}, so no image can be compared "
            "with '{query}'. Leave it out or write it another way.",
            alphabet=index.alphabet.name,
            listed=listed,
            query=query,
        )
    return query


def _open_index(project: Project, model: Model) -> SpottingIndex | None:
    try:
        return open_index(spotting_file(project, model))
    except DuctusError:
        return None  # a damaged cache counts as a missing one: its words are recognised again


_Version = tuple[int, int]
_CURRENT_WORDS: WeakKeyDictionary[Project, tuple[_Version, NDArray[np.int64]]] = WeakKeyDictionary()
"""Each open project's words at its last search: a query is typed letter by letter."""


def _current_words(project: Project) -> NDArray[np.int64]:
    """Return [words, 6]: id, box, whether transcribed; by id, without deleted words and those marked as no word."""
    # the first number changes when another connection has written, the second when this one has
    version = (project.query("PRAGMA data_version")[0][0], project.query("SELECT total_changes()")[0][0])
    known = _CURRENT_WORDS.get(project)
    if known is None or known[0] != version:
        rows = project.query(
            f"SELECT id, {BOX_SQL}, transcription_id IS NOT NULL FROM word AS w"
            " WHERE deleted = 0 AND not_a_word = 0 ORDER BY id"
        )
        known = _CURRENT_WORDS[project] = (version, np.array(rows, np.int64).reshape(-1, 6))
    return known[1]


def _match(current: NDArray[np.int64], index: SpottingIndex) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Return which current words have a stored signature of the same box, and the position of each of those."""
    order = np.argsort(index.ids, kind="stable")
    if not len(order):
        return np.zeros(len(current), np.bool_), np.zeros(0, np.intp)
    at = np.searchsorted(index.ids, current[:, 0], sorter=order)
    inside = at < len(order)
    position = order[np.where(inside, at, 0)]
    same = (index.ids[position] == current[:, 0]) & (index.boxes[position] == current[:, 1:5]).all(axis=1)
    stored = inside & same
    return stored, position[stored]


def _boxes(project: Project, ids: Sequence[int]) -> dict[int, tuple[int, int, int, int]]:
    rows = project.query(
        f"SELECT id, {BOX_SQL} FROM word AS w WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    return {row[0]: row[1:] for row in rows}


def _failure(error: OSError) -> Event:
    return Note(
        tr("The words cannot be searched by image: the search index could not be written ({error}).", error=error)
    )
