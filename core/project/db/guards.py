"""Checks that an unknown project folder is safe to open: no links, no pipes and no code in its database.

SQLite runs triggers, views, generated columns, and the functions in checks and defaults as it reads a file. So
only our own tables are accepted. Statements are compared as tokens because ``ALTER TABLE`` rewrites them.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.language import tr
from core.project.db import search_index
from core.project.db.schema import SCHEMA_VERSION, create_schema
from core.project.project_files import DATABASE, ProjectFiles

_TOKEN = re.compile(r"""--[^\n]*|/\*.*?\*/|\s+|('(?:[^']|'')*'|"\w+"|\w+|.)""", re.DOTALL)
_BEFORE_BRACKET = {"check", "in", "unique", "key", "length"}
_RUNNING_WORDS = {"collate", "glob", "like", "match", "raise", "references", "regexp"}
"""Words that call a function or look into another table without a bracket behind them."""
_CONSTRAINTS = {"check", "constraint", "foreign", "not", "primary", "unique"}
"""Words with which a further column of our tables, or a further index, would refuse rows that we write."""
_INDEX_TOKEN = re.compile(r"'(?:[^']|'')*'|\w+|[(),<>=]")
_SQLITE_TABLE = re.compile(r"sqlite_(sequence|stat[1-4])\Z")
_MAX_OBJECTS = 1000
"""A project has a few dozen tables and indexes; each statement of a hostile file costs time to compare."""
_MAX_COLUMNS = 60
"""Columns of one of our tables: a function of SQLite takes 127 values, a row as JSON two for each column."""

Tokens = tuple[str, ...]


def refuse_links(database: Path) -> None:
    """Raise InputError if the database, its log or anything in the project's folder is a link or not a plain file.

    Opening a project writes to its log, wherever a link leads. A backup may lie in any folder of a person's, whose
    other files do not matter. Only names are looked at.
    """
    files = ProjectFiles(database.parent)
    if database.name == DATABASE:
        files.refuse_special()
    files.database(database)


@dataclass(frozen=True, slots=True)
class _Table:
    parts: frozenset[Tokens]
    """Columns and constraints between the outer brackets."""
    tail: Tokens
    """The tokens behind the brackets: ``strict``."""


def find_foreign_object(connection: sqlite3.Connection) -> str | None:
    """Return how the database differs from ours, as a clause for an error message, or None if it does not.

    Further columns, tables and indexes are accepted if they run nothing. Every table of its version must exist.
    """
    version = _version(connection)
    found: set[str] = set()
    for name, clause in _compare(connection, version):
        if clause is not None:
            return clause
        found.add(name)
    missing = sorted(set(_own_objects(version)[0]) - found)
    return tr("has no table '{missing}'", missing=missing[0]) if missing else None


def trusted_tables(connection: sqlite3.Connection) -> frozenset[str]:
    """Return which of our tables are there as we made them, in a database that may be damaged."""
    version = _version(connection)
    own = _own_objects(version)[0]
    return frozenset(name for name, clause in _compare(connection, version) if clause is None and name in own)


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return max(1, min(version, SCHEMA_VERSION))


def _compare(connection: sqlite3.Connection, version: int) -> Iterator[tuple[str, str | None]]:
    """Yield each table and index, with how it differs from what we would make, or None."""
    tables, others = _own_objects(version)
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchmany(_MAX_OBJECTS + 1)
    if len(rows) > _MAX_OBJECTS:
        yield "", tr("contains too many tables")
        return
    for kind, name, sql in rows:
        if kind not in ("table", "index") or not isinstance(name, str):
            yield str(name), tr("contains a {kind} ('{name}') that Ductus did not make", kind=kind, name=name)
            continue
        if sql is None and kind == "index":
            continue  # made by SQLite for a UNIQUE constraint
        tokens = _tokens(sql)
        own = others.get(name)
        if name in tables and (table := _parse_table(tokens)) is not None and len(table.parts) > _MAX_COLUMNS:
            yield name, tr("contains a table ('{name}') with too many columns", name=name)
        elif own == tokens:
            yield name, None
        elif own is not None or not _is_harmless(name, kind, tokens, tables.get(name)):
            yield name, tr("contains a {kind} ('{name}') that Ductus did not make this way", kind=kind, name=name)
        else:
            yield name, None


@cache
def _own_objects(version: int) -> tuple[dict[str, _Table], dict[str, Tokens]]:
    """Return our tables by name, and the tokens of all else we create: indexes, the search index and its tables."""
    tables: dict[str, _Table] = {}
    others: dict[str, Tokens] = {}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        create_schema(connection, version)
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        search_index.create_empty(connection)
        for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
            if sql is None:
                continue
            tokens = _tokens(sql)
            if kind == "table" and name in names and not _SQLITE_TABLE.match(name):
                table = _parse_table(tokens)
                assert table is not None
                tables[name] = table
            else:
                others[name] = tokens
    return tables, others


def _is_harmless(name: str, kind: str, tokens: Tokens, own: _Table | None) -> bool:
    if _SQLITE_TABLE.match(name):
        return kind == "table" and all(re.fullmatch(r"\w+|[(),]", token) for token in tokens)
    if kind == "index":
        is_plain = tokens[:2] == ("create", "index") and all(map(_INDEX_TOKEN.fullmatch, tokens))
        return is_plain and "on" in tokens and _calls_no_function(tokens, is_index=True)
    if tokens[:3] != ("create", "table", name.lower()):
        return False
    table = _parse_table(tokens)
    if table is None or (own is not None and (table.tail != own.tail or not own.parts <= table.parts)):
        return False
    extra = table.parts - (own.parts if own is not None else frozenset())
    return all(_calls_no_function(part) and (own is None or _is_plain_column(part)) for part in extra)


def _is_plain_column(part: Tokens) -> bool:
    """Return whether a further column takes every row that we write, and its name needs no quotes in a statement."""
    return bool(part) and _CONSTRAINTS.isdisjoint(part) and _is_plain_name(part[0])


def _is_plain_name(name: str) -> bool:
    if re.fullmatch(r"\w+", name) is None:
        return False  # SQLite takes a string for a name, too
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.execute(f"SELECT t.{name} FROM (SELECT 1 AS {name}) AS t")
        except (sqlite3.Error, ValueError):
            return False
    return True


def _calls_no_function(tokens: Tokens, is_index: bool = False) -> bool:
    """Return whether no function is called and every name has only letters, digits and underscores."""
    if not _RUNNING_WORDS.isdisjoint(tokens):
        return False
    for i, token in enumerate(tokens):
        if token in ('"', "`", "[", ";", "'"):
            return False
        before, earlier = (("", "", *tokens)[i + 1], ("", "", *tokens)[i])
        if token == "(" and before not in _BEFORE_BRACKET and not (is_index and earlier == "on"):
            return False
    return True


def _parse_table(tokens: Tokens) -> _Table | None:
    """Split ``CREATE TABLE name ( ... ) tail`` into its parts; return None for any other statement."""
    if tokens[:2] != ("create", "table") or tokens[3:4] != ("(",):
        return None
    parts: list[Tokens] = []
    part: list[str] = []
    depth = 1
    for i, token in enumerate(tokens[4:], start=4):
        depth += (token == "(") - (token == ")")
        if depth == 0 or (depth == 1 and token == ","):
            parts.append(tuple(part))
            part = []
        else:
            part.append(token)
        if depth == 0:
            return _Table(frozenset(parts), tokens[i + 1 :])
    return None


def _tokens(sql: object) -> Tokens:
    """Split a statement into lower-case tokens; quotes around a plain name are removed."""
    if not isinstance(sql, str):
        return ()
    found = (match[1] for match in _TOKEN.finditer(sql) if match[1])
    return tuple(
        token if token[0] == "'" else token.strip('"').lower() if len(token) > 1 else token.lower() for token in found
    )
