"""The names in the guide: texts on the screen, menu entries, keys, filters and commands; and those that the app has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import app
from core.formats import registry

APP = Path(app.__file__).parent
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_EMPHASIS = re.compile(r"(?<![*\w])\*(?![*\s])([^*]+?)(?<![*\s])\*(?![*\w])")
_BACKTICKS = re.compile(r"`([^`]+)`")
_KEY_NAMES = "Enter|Return|Esc|Del|Space|Tab|Home|End|PgUp|PgDown|Up|Down|Left|Right|F\\d{1,2}"
_KEY = re.compile(rf"(?:(?:Ctrl|Alt|Shift)\+)*(?:{_KEY_NAMES}|[A-Z0-9+.,-])|Ctrl|Shift|Alt")
_LEAST_LETTERS = 3
"""A text with fewer letters of its own, such as "{0} %", would be like any other."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that a page names, with the page for messages."""

    page: str
    text: str


def screen_texts(folder: Path) -> list[Mention]:
    """Return every text in italics: by our convention it stands on the screen exactly so."""
    return [Mention(path.name, " ".join(text.split())) for path, page in _pages(folder) for text in _emphasised(page)]


def menu_paths(folder: Path) -> list[tuple[str, list[str]]]:
    """Return each ``*A > B*`` as the page and [A, B]."""
    return [
        (mention.page, [part.strip() for part in mention.text.split(" > ")])
        for mention in screen_texts(folder)
        if " > " in mention.text
    ]


def keys(folder: Path) -> list[Mention]:
    """Return every key in backticks."""
    return [Mention(path.name, text) for path, page in _pages(folder) for text in _code(page) if _KEY.fullmatch(text)]


def filters(folder: Path) -> list[Mention]:
    """Return every filter: the text in backticks in the first column of the table of filters."""
    found = []
    for path, page in _pages(folder):
        for table in re.findall(r"^\| filter \|.*?(?:\n\n|\Z)", page, re.MULTILINE | re.DOTALL):
            found += [Mention(path.name, text) for text in re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)]
    return found


def commands(folder: Path) -> list[Mention]:
    """Return the command of every ``ductus COMMAND`` in backticks."""
    return [
        Mention(path.name, " ".join(text.split()).split()[1])
        for path, page in _pages(folder)
        for text in _code(page)
        if re.match(r"ductus\s+\w", text)
    ]


@cache
def app_patterns() -> tuple[re.Pattern[str], ...]:
    """Return patterns of the texts of the app: counts and inserted parts stand for anything.

    A text may also be named by what stands before its first colon or full stop.
    """
    texts = set(_app_texts())
    texts |= {re.split(r"[:.]\s", text)[0] for text in texts}
    named = {text for text in texts if len(re.sub(r"\{\d*\}|%L?n|[^A-Za-z]", "", text)) >= _LEAST_LETTERS}
    return tuple(re.compile(_as_pattern(text)) for text in sorted(named))


def is_on_screen(text: str) -> bool:
    """Return whether the app has this text, or one that it is with its counts and inserted parts."""
    return any(pattern.fullmatch(text) for pattern in app_patterns())


def _app_texts() -> Iterator[str]:
    for path in (*APP.rglob("*.py"), Path(registry.__file__)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in ("tr", "translate", "tr_noop"):
                continue
            for argument in node.args[:2]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _as_pattern(text: str) -> str:
    text = text.replace("&&", "\0").replace("&", "").replace("\0", "&")
    parts = re.split(r"(\{\d*\}|%L?n|\(s\))", text)
    return "".join("s?" if part == "(s)" else ".+" if re.match(r"[{%]", part) else re.escape(part) for part in parts)


def _pages(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.glob("*.md")):
        yield path, _CODE.sub("", path.read_text(encoding="utf-8"))


def _emphasised(page: str) -> list[str]:
    return _EMPHASIS.findall(_BACKTICKS.sub("", page))


def _code(page: str) -> list[str]:
    return _BACKTICKS.findall(page)
