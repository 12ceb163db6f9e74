"""Which words a person wants to review, and what the project has of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.project.project import Project
from core.project.query.review_order import order_words
from core.project.query.word_query import find_words


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """Which words are to be reviewed, and in which order."""

    query: str = ""
    unread_only: bool = True
    order: str = "useful"


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """What a wish came to. ``words`` of the project, those ``unread``, and those found but not read by the model."""

    ids: list[int]
    words: int
    unread: int
    unpredicted: int


def find(project: Project, wish: ReviewQuery, model: str | None) -> ReviewResult:
    """The words wished for, in their order; raises InputError for a faulty query."""
    ids = find_words(project, wish.query, model, untranscribed_only=wish.unread_only)
    counted = project.one(
        "SELECT count(*), count(*) - count(reading_id) FROM word WHERE deleted = 0 AND not_a_word = 0"
    )
    said = project.query("SELECT word_id FROM prediction WHERE model = ?", (model,))
    unpredicted = len(ids) - int(np.isin(np.array(ids, np.int64), np.array(said, np.int64)).sum())
    assert counted is not None
    return ReviewResult(order_words(project, ids, model, wish.order), counted[0], counted[1], unpredicted)
