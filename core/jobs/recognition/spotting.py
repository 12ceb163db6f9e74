"""Between a project and its spotting files: what recognition keeps in them, and the search by a word's picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError
from core.events import Listener
from core.lexicon.signature import split_encodable
from core.lexicon.text import nfc
from core.project.content.models import Model, get_model
from core.project.project import Project
from core.recognition.spotting import COSINE, Spots, SpotWriter, ensemble_metric, mean_signatures, open_spots

if TYPE_CHECKING:
    from core.model.ensemble import Ensemble

_BOX = "coalesce(x, -1), coalesce(y, -1), coalesce(w, -1), coalesce(h, -1)"

Keep = Callable[[Sequence[int], Sequence[NDArray[np.float32]]], None]
"""Takes word ids and each member's embeddings of them."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The words of a project by how near their pictures come to one word, nearest first."""

    word: str
    """What was sought, in NFC."""
    model: str
    metric: str
    scale: float
    """The distance of a picture in which nothing of the word was seen: 1, or with euclidean distances |e(word)|."""
    ids: list[int]
    distances: list[float]
    missing: int
    """Words that cannot be found: the model has not read them, or not as they are cut out now."""
    missing_read: int
    """How many of those a person has read."""


def spotting_file(project: Project, model: Model) -> Path:
    """Where the signatures that ``model`` saw are kept."""
    digest = blake2b(f"{model.name}\0{model.created_at}".encode(), digest_size=12).hexdigest()
    return project.folder / "cache" / "spotting" / f"{digest}.h5"


@contextmanager
def keeping_spots(
    project: Project, model: Model, ensemble: Ensemble, ids: Sequence[int], emit: Listener
) -> Iterator[Keep]:
    """Within it, what the members see of the words ``ids`` can be kept; it is on the disk when it is left.

    A disk that does not take it is told of and stops nothing: readings matter more than the search.
    """
    # taken before the first picture is cut: a word moved meanwhile then counts as not read, never as read
    places = _places(project, ids)
    writer = SpotWriter(spotting_file(project, model), ensemble.alphabet, ensemble_metric(ensemble))
    failed = False

    def keep(block_ids: Sequence[int], embeddings: Sequence[NDArray[np.float32]]) -> None:
        nonlocal failed
        if failed or not len(block_ids):
            return
        boxes = np.array([places[word_id] for word_id in block_ids], np.int32)
        try:
            writer.keep(np.asarray(block_ids, np.int64), boxes, mean_signatures(ensemble, embeddings))
        except OSError as error:
            failed = True
            _tell(emit, error)

    try:
        with writer:
            yield keep
    except OSError as error:
        if failed:
            return
        _tell(emit, error)


def rank(project: Project, word: str, model: str | None = None) -> Ranking:
    """All words that can be found, by their distance from ``word``'s signature; equally near ones by id.

    ``model`` is the active one unless named; where it has kept nothing yet all words are missing. Raises
    InputError, in words for the person who typed it, for a word that cannot be sought.
    """
    row = get_model(project, model)
    spots = _spots(project, row)
    living = _living(project)
    if spots is None:
        return Ranking(nfc(word), row.name, COSINE, 1.0, [], [], len(living), int(living[:, 5].sum()))
    wanted = normalise_query(word, spots)
    found, place = _found(living, spots)
    distances = spots.distances(wanted)[place]
    ids = living[found, 0]
    order = np.lexsort((ids, distances))
    order = order[np.isfinite(distances[order])]
    lacking = np.ones(len(living), np.bool_)
    lacking[np.flatnonzero(found)[order]] = False
    return Ranking(
        wanted,
        row.name,
        spots.metric,
        spots.scale(wanted),
        ids[order].tolist(),
        distances[order].tolist(),
        int(lacking.sum()),
        int(living[lacking, 5].sum()),
    )


def normalise_query(word: str, spots: Spots) -> str:
    """``word`` as it is sought; raises InputError, saying which characters, where its alphabet lacks them."""
    wanted = nfc(word)
    if len(wanted.split()) > 1:
        raise InputError("A picture shows one word: look for one word at a time, without blanks.")
    _, bad = split_encodable([wanted], spots.alphabet)
    for _, characters in bad:
        told = ", ".join(f"'{character}'" for character in characters) or "nothing"
        raise InputError(
            f"The model's alphabet ('{spots.alphabet.name}') has no shape for {told}, so no picture can be "
            f"compared with '{wanted}'. Leave it out or write it another way."
        )
    return wanted


def _spots(project: Project, model: Model) -> Spots | None:
    try:
        return open_spots(spotting_file(project, model))
    except DuctusError:
        return None  # a cache that cannot be read is one that is not there: its words are read again


_Stamp = tuple[int, int]
_LIVING: WeakKeyDictionary[Project, tuple[_Stamp, NDArray[np.int64]]] = WeakKeyDictionary()
"""What each open project's words were when it was last searched: a word is typed letter by letter."""


def _living(project: Project) -> NDArray[np.int64]:
    """[words, 6] id, box and whether a person has read it, by id; not those deleted or marked as no word."""
    # the first number changes when another connection has written, the second when this one has
    stamp = (project.query("PRAGMA data_version")[0][0], project.query("SELECT total_changes()")[0][0])
    known = _LIVING.get(project)
    if known is None or known[0] != stamp:
        known = _LIVING[project] = (stamp, _read_living(project))
    return known[1]


def _read_living(project: Project) -> NDArray[np.int64]:
    found = project.query(
        f"SELECT id, {_BOX}, reading_id IS NOT NULL FROM word WHERE deleted = 0 AND not_a_word = 0 ORDER BY id"
    )
    return np.array(found, np.int64).reshape(-1, 6)


def _found(living: NDArray[np.int64], spots: Spots) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Which living words can be found, and where each of those stands in the file."""
    order = np.argsort(spots.ids, kind="stable")
    at = np.searchsorted(spots.ids, living[:, 0], sorter=order)
    inside = at < len(order)
    place = order[np.where(inside, at, 0)] if len(order) else np.zeros(len(living), np.intp)
    if not len(order):
        return np.zeros(len(living), np.bool_), place[:0]
    same = (spots.ids[place] == living[:, 0]) & (spots.boxes[place] == living[:, 1:5]).all(axis=1)
    found = inside & same
    return found, place[found]


def _places(project: Project, ids: Sequence[int]) -> dict[int, tuple[int, int, int, int]]:
    rows = project.query(
        f"SELECT id, {_BOX} FROM word WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
    )
    return {row[0]: row[1:] for row in rows}


def _tell(emit: Listener, error: OSError) -> None:
    emit({"event": "note", "text": f"The words cannot be searched by picture: nothing could be kept ({error})."})
