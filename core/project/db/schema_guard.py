"""Whether a database holds our tables and nothing that works by itself: files may come from strangers.

Triggers, views, generated columns, checks and defaults that call functions, tables without strict types: SQLite
would obey them as it reads. Statements are compared as tokens, for ``ALTER TABLE`` rewrites them.
"""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from functools import cache

from core.project.db import search_index
from core.project.db.schema import create_schema

_TOKEN = re.compile(r"""--[^\n]*|/\*.*?\*/|\s+|('(?:[^']|'')*'|"\w+"|\w+|.)""", re.DOTALL)
_BEFORE_BRACKET = {"check", "in", "unique", "key", "length"}
_OWN = re.compile(r"sqlite_(sequence|stat[1-4])\Z")
_MOST = 1000
"""Tables and indexes of one project, and a thousand characters of each of them several times over."""

Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    parts: frozenset[Tokens]
    """Columns and constraints between the outer brackets."""
    tail: Tokens
    """What stands behind them: ``strict``."""


def find_foreign_object(connection: sqlite3.Connection, *, whole: bool) -> str | None:
    """What the database holds or lacks against ours, as a clause for an error sentence; None when it is ours.

    Columns, tables and indexes beyond ours are let be where they do nothing. ``whole``: every table of this
    version must be there; an older version may lack some.
    """
    tables, others = _ours()
    found: set[str] = set()
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchmany(_MOST + 1)
    if len(rows) > _MOST:
        return "holds absurdly many tables"
    for kind, name, sql in rows:
        if kind not in ("table", "index") or not isinstance(name, str):
            return f"holds a {kind} ('{name}') that Ductus did not make"
        if sql is None and kind == "index":
            continue  # SQLite's own, of a UNIQUE
        tokens = _tokens(sql)
        known = others.get(name)
        if known != tokens and (known is not None or not _is_plain(name, kind, tokens, tables.get(name))):
            return f"holds a {kind} ('{name}') that Ductus did not make so"
        found.add(name)
    missing = sorted(set(tables) - found)
    return f"lacks the table '{missing[0]}'" if whole and missing else None


@cache
def _ours() -> tuple[dict[str, _Table], dict[str, Tokens]]:
    """Our tables by name, and everything else we make (indexes, the search index and its tables) as tokens."""
    tables: dict[str, _Table] = {}
    others: dict[str, Tokens] = {}
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        create_schema(connection)
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        search_index.make(connection)
        for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
            if sql is None:
                continue
            tokens = _tokens(sql)
            if kind == "table" and name in names and not _OWN.match(name):
                table = _parted(tokens)
                assert table is not None
                tables[name] = table
            else:
                others[name] = tokens
    finally:
        connection.close()
    return tables, others


def _is_plain(name: str, kind: str, tokens: Tokens, ours: _Table | None) -> bool:
    if _OWN.match(name):
        return kind == "table" and all(re.fullmatch(r"\w+|[(),]", token) for token in tokens)
    if kind == "index":
        return tokens[:1] == ("create",) and "on" in tokens and _calls_nothing(tokens, after_on=True)
    if tokens[:3] != ("create", "table", name.lower()):
        return False
    table = _parted(tokens)
    if table is None or (ours is not None and (table.tail != ours.tail or not ours.parts <= table.parts)):
        return False
    more = table.parts - (ours.parts if ours is not None else frozenset())
    return all(_calls_nothing(part) for part in more)


def _calls_nothing(tokens: Tokens, after_on: bool = False) -> bool:
    """Whether no function is called and no name is more than letters, digits and underscores."""
    for i, token in enumerate(tokens):
        if token in ('"', "`", "[", ";", "'"):
            return False
        before, earlier = (("", "", *tokens)[i + 1], ("", "", *tokens)[i])
        names_a_table = earlier == "references" or (after_on and earlier == "on")
        if token == "(" and before not in _BEFORE_BRACKET and not names_a_table:
            return False
    return True


def _parted(tokens: Tokens) -> _Table | None:
    """A ``CREATE TABLE name ( ... ) tail`` in its parts; None for any other statement."""
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
    """The words and signs of a statement in small letters; quotes around a plain name are taken off."""
    if not isinstance(sql, str):
        return ()
    found = (match[1] for match in _TOKEN.finditer(sql) if match[1])
    return tuple(
        token if token[0] == "'" else token.strip('"').lower() if len(token) > 1 else token.lower() for token in found
    )
