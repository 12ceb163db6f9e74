"""Parts with rows of any type, dangling references and copies: merged whole, or refused with nothing changed."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hostile_helpers import Watch, by_hypothesis
from hypothesis import given
from hypothesis import strategies as st
from part_helpers import edit_as, two_page_project
from project_helpers import edit_history, project_state
from tally import Harm, tally

from core.project.content.history import undo
from core.project.parts.merge import merge_part
from core.project.parts.take_out import take_out
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.timeout(3600)

TABLES = (
    "page",
    "region",
    "line",
    "word",
    "transcription",
    "lexicon",
    "file",
    "base",
    "change",
    "change_row",
    "setting",
)
_CONSTRAINTS = re.compile(r"(?<! IS) NOT NULL|(?<=\)) STRICT")

values = st.one_of(
    st.none(),
    st.sampled_from([0, 1, -1, 2, 7, 10**6, 2**31, 2**62, -(2**62), 1.5, float("inf"), b"\xff\0", b""]),
    st.sampled_from(["", " ", "x", "\0", "a b", "-1", "[[1,2],[3]]", "[[1,2],[30,4],[5,60]]", "[]", "{}", "null"]),
    st.sampled_from(
        ["done", "update", "delete", "insert", "word", "line", "page", "typed", "accepted", "2026", "9999"]
    ),
    st.sampled_from(['{"page_id": 1}', '{"page_id": []}', '["x"]', '{"x": 1, "line": 2}', "9" * 5000, "[" * 5000]),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**30) | st.floats() | st.sampled_from(["", "x", "[[1]]", "train"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)
places = st.tuples(st.sampled_from(TABLES), st.integers(0, 50), st.integers(0, 20))
changes = st.one_of(
    st.tuples(st.just("set"), places, values),
    st.tuples(st.just("copy"), places, values),
    st.tuples(st.just("drop"), places, st.none()),
    st.tuples(st.just("base"), places, json_values),
    st.tuples(st.just("detail"), places, json_values),
)


def test_parts_with_rows_of_anything(tmp_path: Path) -> None:
    whole, part = _project_and_part(tmp_path / "made")
    watch = Watch()

    @by_hypothesis
    @given(st.lists(changes, min_size=1, max_size=4))
    def any_rows(harm: list[tuple[str, tuple[str, int, int], Any]]) -> None:
        folder = tmp_path / "tried"
        shutil.rmtree(folder, ignore_errors=True)
        ours, theirs = (Path(shutil.copytree(each, folder / each.name)) for each in (whole, part))
        _rewrite(theirs / DATABASE, harm)
        merge_or_refuse(ours, theirs, watch)

    any_rows()
    tally(Harm.PROJECTS, "part: rows of anything (hypothesis)", watch.cases, watch.outcome)


def merge_or_refuse(whole: Path, part: Path, watch: Watch) -> None:
    """Merge; assert that a refusal changed nothing, and that what was taken is sound and can be undone."""
    with Project.open(whole) as project:
        before, edits = project_state(project), edit_history(project)

        def merge() -> bool:
            with Project.open(part, read_only=True) as other:
                merge_part(project, other)
            return True

        if watch.try_it(merge) is None or len(edit_history(project)) == len(edits):
            assert project_state(project) == before and edit_history(project) == edits
            return
        assert project.check_integrity() == [] and project.query("PRAGMA foreign_key_check") == []
        undo(project)
        assert project_state(project) == before


def _project_and_part(folder: Path) -> tuple[Path, Path]:
    """Return a project and a part of it; both have edits that the other does not have."""
    with two_page_project(folder) as project:
        pages = project.column("SELECT id FROM page ORDER BY id")
        part = take_out(project, folder / "part.ductus", pages).part
        edit_as(project, "anna", [("type", 1, 2), ("box", 2, 3), ("line", 1, 1), ("add", 1, 3), ("blot", 3, 1)])
        with Project.open(part) as other:
            mine = [("type", 0, 1), ("type", 1, 3), ("box", 2, 5), ("line", 0, 1), ("line", 1, 3), ("add", 0, 2)]
            edit_as(other, "ben", [*mine, ("delete", 5, 0), ("split", 6, 0), ("role", 7, 1), ("clear", 4, 0)])
        whole = project.folder
    for each in (whole, part):
        with sqlite3.connect(each / DATABASE, isolation_level=None) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
        connection.close()
    return whole, part


def _rewrite(database: Path, harm: list[tuple[str, tuple[str, int, int], Any]]) -> None:
    """Change rows of a database as a program could that knows none of its rules."""
    kept = _rules(database, lambda sql: _CONSTRAINTS.sub("", sql))
    with sqlite3.connect(database, isolation_level=None) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for kind, (table, row, column), value in harm:
            table = {"base": "base", "detail": "change"}.get(kind, table)
            ids = [each[0] for each in connection.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]
            names = [each[1] for each in connection.execute(f"PRAGMA table_info({table})")]
            if not ids:
                continue
            place, name = ids[row % len(ids)], names[column % len(names)]
            if kind == "base":
                state = json.loads(connection.execute("SELECT state FROM base WHERE rowid = ?", (place,)).fetchone()[0])
                state[sorted(state)[column % len(state)]] = value
                name, value = "state", json.dumps(state)
            elif kind == "detail":
                stamps = {"stamps": {"word": {"1": {"box": value}}}} if row % 2 else value
                name, value = "detail", json.dumps(stamps)
            try:
                if kind == "drop":
                    connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (place,))
                elif kind == "copy":
                    others = ", ".join(each for each in names if each != "id")
                    connection.execute(
                        f"INSERT INTO {table} ({others}) SELECT {others} FROM {table} WHERE rowid = ?", (place,)
                    )
                else:
                    connection.execute(f"UPDATE {table} SET {name} = ? WHERE rowid = ?", (value, place))
            except (sqlite3.IntegrityError, OverflowError):
                continue  # a text as the number of a row, or a second one of what is unique: no file can hold that
    connection.close()
    _rules(database, kept.__getitem__)


def _rules(database: Path, changed: Any) -> dict[str, str]:
    """Replace the statements of the tables without looking at their rows; return the former ones by the new ones."""
    with sqlite3.connect(database, isolation_level=None) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        rows = connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL"
        ).fetchall()
        former = {}
        for name, sql in rows:
            if name in TABLES:
                former[changed(sql)] = sql
                connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (changed(sql), name))
    connection.close()
    return former
