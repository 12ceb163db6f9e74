"""The words a reading may be: those given as a list, and every class of the training words."""

from __future__ import annotations

import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.records import Skipped
from core.lexicon.text import nfc
from core.project.db.values import text_fault
from core.project.project import Project

_LONGEST_LINE = 4096
_CHUNK = 4000

_CLASSES = (
    "SELECT r.nfc FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
    " WHERE w.deleted = 0 AND w.not_a_word = 0 AND w.role = 'train'"
)


@dataclass(frozen=True, slots=True)
class AddedWords:
    """What came of adding words; ``bad`` tells of the lines of a file that could not be used."""

    added: int
    already: int
    bad: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class LexiconStats:
    """``seen``: classes of training words. ``unencodable``: such words with the characters at fault."""

    total: int
    seen: int
    unseen: int
    unencodable: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class LexiconRow:
    """One word of the lexicon, for a list of them."""

    word: str
    listed: int | None
    """How often a list that was added says it occurs (0: not said); None: not added, only a class of training."""
    read: int
    """Words of the project whose current reading it is."""
    seen: bool
    """Whether it is a class of the training words."""


def iter_lexicon(project: Project) -> Iterator[LexiconRow]:
    """Every word of the lexicon with what is known of it, in the order of :func:`lexicon_words`.

    The added words are read some thousands at a time, so that memory stays flat for long lists.
    """
    known: dict[str, tuple[int, bool]] = {
        word: (times, bool(seen))
        for word, times, seen in project.query(
            "SELECT r.nfc, count(*), max(w.role = 'train') FROM word AS w JOIN reading AS r"
            " ON r.id = w.reading_id WHERE w.deleted = 0 AND w.not_a_word = 0 GROUP BY r.nfc"
        )
    }
    listed = {
        row[0]
        for row in project.query(
            "SELECT word FROM lexicon WHERE word IN (SELECT value FROM json_each(?))", (json.dumps(list(known)),)
        )
    }
    classes = sorted(word for word, (_, seen) in known.items() if seen and word not in listed)
    unlisted: Iterable[tuple[str, int | None]] = ((word, None) for word in classes)
    for word, count in heapq.merge(_added_words(project), unlisted, key=lambda entry: entry[0]):
        times, seen = known.get(word, (0, False))
        yield LexiconRow(word, count, times, seen)


def _added_words(project: Project) -> Iterator[tuple[str, int | None]]:
    last = ""
    while chunk := project.query(
        "SELECT word, count FROM lexicon WHERE word > ? ORDER BY word LIMIT ?", (last, _CHUNK)
    ):
        yield from chunk
        last = chunk[-1][0]


def lexicon_words(project: Project) -> list[str]:
    """Every word of the lexicon in NFC, sorted: those added, and the classes of the training words."""
    return [row[0] for row in project.query(f"SELECT word FROM lexicon UNION {_CLASSES} ORDER BY 1")]


def words_in_lexicon(project: Project, words: Iterable[str]) -> set[str]:
    """Which of ``words`` (NFC) are in the lexicon; quick however long it is."""
    return {
        row[0]
        for row in project.query(
            "SELECT value FROM json_each(?) WHERE value IN (SELECT word FROM lexicon) OR EXISTS"
            f" ({_CLASSES} AND r.nfc = value)",
            (json.dumps(list(words)),),
        )
    }


def seen_words(project: Project) -> set[str]:
    """The classes of the training words, in NFC."""
    return {row[0] for row in project.query(f"SELECT DISTINCT * FROM ({_CLASSES})")}


def add_words(project: Project, words: Iterable[str] | Mapping[str, int], *, added_by: str = "typed") -> AddedWords:
    """Add words (or words with counts), in NFC, trimmed, each once.

    Counts of one call add up; against a count from before the larger holds, so adding a list twice changes
    nothing. Raises InputError for a text that can be no word.
    """
    given = words.items() if isinstance(words, Mapping) else ((word, 0) for word in words)
    counts: Counter[str] = Counter()
    for word, count in given:
        fault = _fault(word) or ("its count is below 0" if count < 0 else None)
        if fault:
            raise InputError(f"{word!r} cannot be in the lexicon: {fault}.")
        counts[nfc(word)] += count
    return _add(project, counts, added_by, ())


def add_word_list(project: Project, path: Path) -> AddedWords:
    """Add a UTF-8 text file: one word a line, or ``word<TAB>count``. Lines of no use are told of."""
    counts: Counter[str] = Counter()
    bad = []
    for number, line in _lines(path):
        parsed = _parsed(line)
        if isinstance(parsed, str):
            bad.append(Skipped(path, f"line {number}", parsed))
        elif parsed is not None:
            counts[parsed[0]] += parsed[1]
    return _add(project, counts, path.name.encode("utf-8", "replace").decode(), tuple(bad))


def remove_words(project: Project, words: Iterable[str]) -> int:
    """Take added words out; returns how many were there. Classes of training words stay in the lexicon."""
    with project.edit("remove lexicon words") as connection:
        done = connection.executemany("DELETE FROM lexicon WHERE word = ?", [(nfc(word),) for word in words])
        return max(done.rowcount, 0)


def lexicon_from_transcriptions(project: Project, roles: Iterable[str] = ("train", "val", "test")) -> AddedWords:
    """Add the classes of all words with these roles, so that they stay even if the readings go."""
    wanted = set(roles)
    found = project.query(
        "SELECT DISTINCT w.role, r.nfc FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
        " WHERE w.deleted = 0 AND w.not_a_word = 0"
    )
    return _add(project, Counter({text: 0 for role, text in found if role in wanted}), "readings", ())


def lexicon_stats(project: Project, unencodable: Callable[[str], set[str]] | None = None) -> LexiconStats:
    """Count the lexicon; ``unencodable(word)`` gives the characters that an alphabet cannot encode."""
    words, seen = lexicon_words(project), seen_words(project)
    faults = {} if unencodable is None else {word: frozenset(unencodable(word)) for word in words}
    return LexiconStats(
        len(words), len(seen), len(words) - len(seen), {word: chars for word, chars in faults.items() if chars}
    )


def _add(project: Project, counts: Mapping[str, int], added_by: str, bad: tuple[Skipped, ...]) -> AddedWords:
    with project.edit(f"add {len(counts)} lexicon words") as connection:
        before = connection.execute("SELECT count(*) FROM lexicon").fetchone()[0]
        connection.executemany(
            "INSERT INTO lexicon (word, count, added_by) VALUES (?, ?, ?)"
            # a word that came with a transcription and is now given for itself is meant to stay without it
            " ON CONFLICT (word) DO UPDATE SET count = max(count, excluded.count),"
            " added_by = CASE added_by WHEN 'readings' THEN excluded.added_by ELSE added_by END"
            " WHERE excluded.count > count OR (added_by = 'readings' AND excluded.added_by <> 'readings')",
            ((word, count, added_by) for word, count in counts.items()),
        )
        added = connection.execute("SELECT count(*) FROM lexicon").fetchone()[0] - before
    return AddedWords(added, len(counts) - added, bad)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The numbered lines; of one that is far too long only the beginning."""
    try:
        with path.open("rb") as file:
            number = 0
            whole = True
            while line := file.readline(_LONGEST_LINE):
                if whole:
                    number += 1
                    if number == 1 and line.startswith((b"\xff\xfe", b"\xfe\xff")):
                        raise InputError.at(path, "the list is in UTF-16", hint="Save it as UTF-8")
                    yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                whole = line.endswith(b"\n")
    except OSError as error:
        raise InputError.at(path, f"the list cannot be read ({error.strerror})") from None


def _parsed(line: bytes) -> tuple[str, int] | str | None:
    """The word and its count, or why the line is of no use, or None for an empty one."""
    if len(line) >= _LONGEST_LINE:
        return f"it is longer than {_LONGEST_LINE} bytes"
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    word, tab, number = text.strip("\r\n").partition("\t")
    if not word.strip():
        return "a count without a word" if tab else None
    count = number.strip()
    if tab and not (count.isascii() and count.isdigit() and len(count) < 16):
        return f"'{count}' after the tab is no count"
    return _fault(word) or (nfc(word), int(count or 0))


def _fault(word: str) -> str | None:
    return text_fault(word) or ("it holds white space" if len(word.split()) > 1 else None)
