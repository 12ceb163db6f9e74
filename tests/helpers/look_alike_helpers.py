"""Signatures for the words of a project, so that chosen words look alike; no networks are needed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.jobs.spotting import spotting_name
from core.lexicon.alphabet import load_alphabet
from core.project.content.models import get_model
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition.spotting_index import COSINE, SpottingWriter


def store_alike(project: Project, *groups: Sequence[int]) -> None:
    """Store signatures with which the words of each group look alike, the first most, and all others differ."""
    rng = np.random.default_rng(1)
    model, ids, alphabet = get_model(project), word_ids(project), load_alphabet("latin")
    rows = rng.normal(size=(len(ids), alphabet.dim))
    place = {word_id: row for row, word_id in enumerate(ids)}
    for group in groups:
        base = rows[place[group[0]]]
        for number, word_id in enumerate(group):
            rows[place[word_id]] = base + 0.03 * number * rng.normal(size=alphabet.dim)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    sql = "SELECT id, coalesce(x, -1), coalesce(y, -1), coalesce(w, -1), coalesce(h, -1) FROM word"
    boxes = {row[0]: row[1:] for row in project.query(sql)}
    with SpottingWriter(project.folder, spotting_name(model), alphabet, COSINE) as writer:
        writer.add(np.array(ids, np.int64), np.array([boxes[i] for i in ids], np.int32), rows.astype(np.float16))
