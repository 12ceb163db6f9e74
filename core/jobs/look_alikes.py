"""Find the unchecked words of a project that look like a word whose text a person has entered, and confirm them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from core.errors import DuctusError
from core.jobs.spotting import BOX_SQL, spotting_file
from core.lexicon.text import nfc
from core.project.content.models import get_model, is_starter
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.words import TRANSCRIBED_SQL, Role
from core.project.project import Project
from core.recognition.spotting_index import open_index
from core.recognition.word_vectors import WordVectors, learn_limit, nearest_within, pick_look_alikes, project_vectors

MOST_LOOK_ALIKES = 200
"""Look-alikes offered at once: more images are not looked at with care."""

MIN_OF_ACCEPTED = 3
"""Look-alikes from which they are offered after a suggestion was accepted: to look at fewer takes as many keys as to
accept them one by one."""

_MOST_NEAR = 2000
"""Nearest words among which look-alikes are sought: enough for a common word of a large collection."""

_WIDER = 4.0
"""A checked word nearer to a look-alike than the limit is within four times the limit of the corrected word."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """The vectors of a project's words under one model, and the distance within which words look alike."""

    model: str
    known_after: str
    """The model learnt from no transcription made after this time (ISO 8601); "" if from none of the project."""
    vectors: WordVectors
    limit: float


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """Unchecked words that look like the word ``word_id``, which a person transcribed as ``text``; nearest first."""

    word_id: int
    text: str
    ids: tuple[int, ...]


class CheckedWord(NamedTuple):
    """A word that a person has checked, and its text (NFC)."""

    word_id: int
    text: str


Version = tuple[str, str, int, int]
"""Name and time of a model, time and size of the file with its signatures."""


def likeness_version(project: Project, model_name: str) -> Version | None:
    """Return the version of the file with a model's signatures; None if no words were recognised yet."""
    model = get_model(project, model_name)
    try:
        status = spotting_file(project, model).stat()
    except OSError:
        return None
    return model.name, model.created_at, status.st_mtime_ns, status.st_size


def load_likeness(project: Project, model_name: str) -> Likeness | None:
    """Read the vectors of a model's words and learn the limit; None if there are none. Takes seconds for 100,000."""
    model = get_model(project, model_name)
    try:
        index = open_index(spotting_file(project, model))
        if index is None or not len(index.ids):
            return None
        vectors = project_vectors(index.ids, index.boxes, index.alphabet.dim, index.blocks)
    except DuctusError:
        return None  # a damaged cache counts as a missing one: its words are recognised again
    known_after = "" if is_starter(model) else model.created_at
    return Likeness(model.name, known_after, vectors, _learn_limit(project, vectors, known_after))


def relearn_limit(project: Project, likeness: Likeness) -> Likeness:
    """Return the same vectors with the limit learnt from the present transcriptions."""
    return replace(likeness, limit=_learn_limit(project, likeness.vectors, likeness.known_after))


def find_look_alikes(project: Project, likeness: Likeness, word_id: int, text: str) -> LookAlikes:
    """Return the unchecked words that look like ``word_id``, which a person has just transcribed as ``text``.

    There are none where that was undone meanwhile.
    """
    vectors, wanted, nothing = likeness.vectors, nfc(text), LookAlikes(word_id, text, ())
    row = vectors.place(word_id)
    if row is None or not has_text(project, word_id, text):
        return nothing
    near = vectors.near(row, _WIDER * likeness.limit, _MOST_NEAR)
    known = _texts(project, likeness, vectors.ids[near].tolist())
    rows = np.array([place for place in near if int(vectors.ids[place]) in known], np.intp)
    if not len(rows) or not _is_unmoved(project, vectors, row):
        return nothing
    texts = [known[int(word)][0] for word in vectors.ids[rows]]
    picked = pick_look_alikes(vectors.vectors[row], wanted, vectors.vectors[rows], texts, likeness.limit)
    return LookAlikes(word_id, text, tuple(int(word) for word in vectors.ids[rows[picked[:MOST_LOOK_ALIKES]]]))


def checked_look_alikes(project: Project, likeness: Likeness, ids: Sequence[int]) -> dict[int, CheckedWord]:
    """Return the nearest word that a person has checked, for those of ``ids`` that look like one.

    Only words that the model did not learn from count: what it has learnt is in its suggestions already.
    """
    vectors, result = likeness.vectors, {}
    for word_id in ids:
        row = vectors.place(word_id)
        if row is None or not _is_unmoved(project, vectors, row):
            continue
        near = vectors.near(row, likeness.limit, _MOST_NEAR)
        known = _texts(project, likeness, vectors.ids[near].tolist())
        checked = [(place, known[i]) for place in near if (i := int(vectors.ids[place])) in known]
        fresh = [(place, text) for place, (text, is_fresh) in checked if text is not None and is_fresh]
        rows = np.array([place for place, _ in fresh], np.intp)
        nearest = nearest_within(vectors.vectors[row], vectors.vectors[rows], likeness.limit)
        if nearest is not None:
            result[word_id] = CheckedWord(int(vectors.ids[rows[nearest]]), fresh[nearest][1])
    return result


def confirm_look_alikes(project: Project, found: LookAlikes) -> list[int]:
    """Transcribe words as the look-alikes that a person confirmed, in one edit; return those that were left out.

    Left out are those that :func:`remaining` no longer names. The history names the others as look-alikes; their source
    is ``accepted`` without a model. Raises InputError for a text that cannot be stored.
    """
    confirmed = remaining(project, found).ids
    if confirmed:
        with project.edit("confirm look-alikes", n=len(confirmed), text=found.text):
            for word_id in confirmed:
                set_transcription(project, word_id, found.text, TranscriptionSource.ACCEPTED)
    return [word_id for word_id in found.ids if word_id not in confirmed]


def remaining(project: Project, found: LookAlikes) -> LookAlikes:
    """Return the look-alikes that are neither transcribed, deleted nor marked as not a word by now.

    There are none where the word that they look like was given another text, or none, meanwhile.
    """
    if not has_text(project, found.word_id, found.text):
        return replace(found, ids=())
    unchecked = set(
        project.column(
            "SELECT id FROM word WHERE transcription_id IS NULL AND deleted = 0 AND not_a_word = 0"
            " AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(found.ids),),
        )
    )
    return replace(found, ids=tuple(word_id for word_id in found.ids if word_id in unchecked))


def has_text(project: Project, word_id: int, text: str) -> bool:
    """Return whether a word is transcribed as ``text``."""
    return project.one(f"SELECT 1{TRANSCRIBED_SQL} AND w.id = ? AND r.nfc = ?", (word_id, nfc(text))) is not None


def _texts(project: Project, likeness: Likeness, ids: Sequence[int]) -> dict[int, tuple[str | None, bool]]:
    """Return each word's transcription (NFC, None for an unchecked one) and whether the model did not learn from it.

    Words that were deleted, marked as not a word, or given another box are left out, and so are words aligned
    automatically: nobody has checked that their text stands in their box, and they have one all the same.
    """
    rows = project.query(
        f"SELECT w.id, {BOX_SQL}, r.nfc, r.created_at, w.role FROM word AS w LEFT JOIN transcription AS r"
        " ON r.id = w.transcription_id WHERE w.deleted = 0 AND w.not_a_word = 0 AND r.aligned IS NOT 1"
        " AND w.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(ids)),),
    )
    found = {}
    for word_id, *box, text, created_at, role in rows:
        place = likeness.vectors.place(word_id)
        if place is not None and likeness.vectors.boxes[place].tolist() == box:
            is_fresh = text is not None and (created_at > likeness.known_after or role == Role.TEST)
            found[word_id] = (text, is_fresh)
    return found


def _is_unmoved(project: Project, vectors: WordVectors, row: int) -> bool:
    """Return whether a word's vector is that of its present box."""
    found = project.one(f"SELECT {BOX_SQL} FROM word AS w WHERE w.id = ?", (int(vectors.ids[row]),))
    return found is not None and list(found) == vectors.boxes[row].tolist()


def _learn_limit(project: Project, vectors: WordVectors, known_after: str) -> float:
    """Learn the limit from checked words that the model did not learn from; test words are left aside."""
    rows = project.query(
        f"SELECT w.id, r.nfc{TRANSCRIBED_SQL} AND r.aligned IS NOT 1"
        " AND w.role <> ? AND r.created_at > ? ORDER BY w.id",
        (Role.TEST, known_after),
    )
    placed = [(place, text) for word_id, text in rows if (place := vectors.place(word_id)) is not None]
    chosen = np.array([place for place, _ in placed], np.intp)
    return learn_limit(vectors.vectors[chosen], [text for _, text in placed])
