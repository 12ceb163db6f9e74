"""Merging the lexicon of a part: words are added and removed as they were in the part."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from core.project.db.values import check_text
from core.project.project import Project

_ROWS = "SELECT word, id, count, added_by FROM lexicon"


def merge_lexicon(
    connection: sqlite3.Connection, part: Project, base: Mapping[int, Mapping[str, Any]]
) -> tuple[int, int]:
    """Add what the part added, and remove what it removed and nobody changed meanwhile; return both counts."""
    former = {str(row["word"]): (row_id, row["count"], row["added_by"]) for row_id, row in base.items()}
    theirs = {row[0]: row[1:] for row in part.query(_ROWS)}
    ours = {row[0]: row[1:] for row in connection.execute(_ROWS)}
    changed = {word: row for word, row in theirs.items() if word not in former or row[1:] != former[word][1:]}
    for word in changed:
        check_text(word)
    new = [(word, row[1], row[2]) for word, row in changed.items() if word not in ours]
    connection.executemany("INSERT INTO lexicon (word, count, added_by) VALUES (?, ?, ?)", new)
    connection.executemany(
        "UPDATE lexicon SET count = max(count, ?1), added_by = min(added_by, ?2)"
        " WHERE word = ?3 AND (count < ?1 OR added_by > ?2)",
        [(row[1], row[2], word) for word, row in changed.items() if word in ours],
    )
    gone = [(row[0],) for word, row in former.items() if word not in theirs and ours.get(word) == row]
    connection.executemany("DELETE FROM lexicon WHERE id = ?", gone)
    return len(new), len(gone)
