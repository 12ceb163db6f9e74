"""A project's settings: JSON values by name. They are not part of the history."""

from __future__ import annotations

import json
from typing import Any

from core.project.db.row_decoding import decode_json
from core.project.project import Project


def get_setting(project: Project, key: str, default: Any = None) -> Any:
    """The value kept under ``key``, or ``default``."""
    row = project.one("SELECT value FROM setting WHERE key = ?", (key,))
    return default if row is None else decode_json(row[0], "settings")


def forget_setting(project: Project, key: str) -> None:
    """Keep nothing under ``key`` any more."""
    with project.transaction() as connection:
        connection.execute("DELETE FROM setting WHERE key = ?", (key,))


def set_setting(project: Project, key: str, value: Any) -> None:
    """Keep a value that JSON can hold; raises TypeError or ValueError for another."""
    stored = json.dumps(value, allow_nan=False)
    with project.transaction() as connection:
        connection.execute(
            "INSERT INTO setting VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", (key, stored)
        )
