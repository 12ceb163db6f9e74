"""The lexicon: the words that recognition can choose from, added by hand, from lists or by training words.

The classes of the training words always belong to it.
"""

import heapq
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.records import Skipped
from core.language import tr
from core.lexicon.text import nfc
from core.project.content.words import TRANSCRIBED_SQL, Role
from core.project.db.values import replace_unstorable, text_fault
from core.project.project import Project

PRIOR_WORDS = 100
"""Weight of the prior out-of-lexicon rate, in transcribed words."""

_MAX_LINE_BYTES = 4096
_CHUNK = 4000
_FROM_TRANSCRIPTIONS = "readings"
"""``added_by`` of words added from transcriptions."""
_GAINS_LIST = "((added_by = 'readings' OR added_by LIKE 'readings + language:%') AND excluded.added_by <> 'readings')"
"""A word added from a transcription and later from a list must stay when the transcription is removed."""
_GAINS_ORIGIN = "(added_by LIKE 'language:%')"
"""A word of a language's list that is also added otherwise must stay when that list is removed."""
_CLASSES = f"SELECT r.nfc{TRANSCRIBED_SQL} AND w.role = 'train'"


@dataclass(frozen=True, slots=True)
class AddedWords:
    """The result of adding words; ``skipped``: lines of a file that could not be used."""

    added: int
    already: int
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class LexiconStats:
    """``seen``: classes of training words. ``unencodable``: words with the characters that cannot be encoded."""

    total: int
    seen: int
    unseen: int
    unencodable: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class LexiconRow:
    """One word of the lexicon, for a table."""

    word: str
    listed: int | None
    """Its frequency in the lists added (0: not given); None if it is only a class of training words."""
    transcribed: int
    """Words of the project whose current transcription it is."""
    seen: bool
    """True if it is a class of the training words."""


@dataclass(frozen=True, slots=True)
class OolEstimate:
    """Counts for the Good-Turing estimate of the out-of-lexicon (OOL) rate.

    A word that was transcribed once and is in no list would be missing had it not been transcribed. The share of
    such words estimates how often the next word is a new one (Good, "The Population Frequencies of Species and the
    Estimation of Population Parameters", Biometrika 40(3/4), 1953).
    """

    n_transcribed: int = 0
    n_missing: int = 0
    n_listed: int = 0
    """Words for testing or validation that were imported with their transcription, which thus is in the lexicon."""
    n_unread: int = 0
    """Words without a transcription, any of which may be out of the lexicon."""

    def rate(self, prior: float) -> float:
        """Return the estimated out-of-lexicon rate (0 to 1) of the words to be read.

        It is ``prior`` while nothing is transcribed. Imported words for testing lower it by their share.
        """
        unknown = (PRIOR_WORDS * prior + self.n_missing) / (PRIOR_WORDS + self.n_transcribed)
        return unknown * self.n_unread / (self.n_unread + self.n_listed) if self.n_listed else unknown


def estimate_ool(project: Project) -> OolEstimate:
    """Count the words for the estimate. The transcriptions of words for validation and testing are not looked at."""
    row = project.one(
        f"WITH known AS (SELECT r.nfc AS word, count(*) AS times{TRANSCRIBED_SQL} AND w.role = 'train' GROUP BY r.nfc)"
        " SELECT coalesce(sum(times), 0), coalesce(sum(times = 1 AND NOT EXISTS"
        " (SELECT 1 FROM lexicon WHERE lexicon.word = known.word AND added_by <> 'readings')), 0),"
        f" (SELECT count(*){TRANSCRIBED_SQL} AND w.role IN ('val', 'test') AND r.source NOT IN ('typed', 'accepted')),"
        " (SELECT count(*) FROM word WHERE transcription_id IS NULL AND deleted = 0 AND not_a_word = 0"
        " AND role <> 'none') FROM known"
    )
    assert row is not None
    return OolEstimate(*map(int, row))


def iter_lexicon(project: Project) -> Iterator[LexiconRow]:
    """Yield every word of the lexicon with what is known of it, in the order of :func:`lexicon_words`.

    Added words are read in chunks, so that memory stays bounded for long lists.
    """
    known: dict[str, tuple[int, bool]] = {
        word: (times, bool(seen))
        for word, times, seen in project.query(
            f"SELECT r.nfc, count(*), max(w.role = 'train'){TRANSCRIBED_SQL} GROUP BY r.nfc"
        )
    }
    sql = "SELECT word FROM lexicon WHERE word IN (SELECT value FROM json_each(?))"
    listed = set(project.column(sql, (json.dumps(list(known)),)))
    classes = sorted(word for word, (_, seen) in known.items() if seen and word not in listed)
    unlisted: Iterable[tuple[str, int | None]] = ((word, None) for word in classes)
    for word, count in heapq.merge(_iter_added(project), unlisted, key=lambda entry: entry[0]):
        times, seen = known.get(word, (0, False))
        yield LexiconRow(word, count, times, seen)


def _iter_added(project: Project) -> Iterator[tuple[str, int | None]]:
    last = ""
    while chunk := project.query(
        "SELECT word, count FROM lexicon WHERE word > ? ORDER BY word LIMIT ?", (last, _CHUNK)
    ):
        yield from chunk
        last = chunk[-1][0]


def lexicon_words(project: Project) -> list[str]:
    """Return every word of the lexicon in NFC, sorted: added words and the classes of the training words."""
    return project.column(f"SELECT word FROM lexicon UNION {_CLASSES} ORDER BY 1")


def lexicon_size(project: Project) -> int:
    """Return the number of words in the lexicon, without reading them."""
    return project.count(f"SELECT count(*) FROM (SELECT word FROM lexicon UNION {_CLASSES})")


def lexicon_counts(project: Project) -> dict[str, int]:
    """Return how often words occur in the language, in NFC: those that a list gave a count above 0."""
    return dict(project.query("SELECT word, count FROM lexicon WHERE count > 0"))


def training_counts(project: Project) -> dict[str, int]:
    """Return how many training words have each transcription (NFC).

    Words for testing do not count, so that nothing is fitted to them through the counts.
    """
    sql = f"SELECT r.nfc, count(*){TRANSCRIBED_SQL} AND w.role = ? GROUP BY r.nfc ORDER BY r.nfc"
    return dict(project.query(sql, (Role.TRAIN,)))


def words_of_tests_only(project: Project) -> set[str]:
    """Return the words (NFC) that the lexicon holds only because words with the role "test" are transcribed so."""
    return set(
        project.column(
            f"SELECT word FROM lexicon WHERE added_by = '{_FROM_TRANSCRIPTIONS}'"
            f" AND word IN (SELECT r.nfc{TRANSCRIBED_SQL} AND w.role = 'test')"
            f" EXCEPT SELECT r.nfc{TRANSCRIBED_SQL} AND w.role <> 'test'"
        )
    )


def words_in_lexicon(project: Project, words: Iterable[str]) -> set[str]:
    """Return those of ``words`` (NFC) that are in the lexicon, without reading all of it."""
    sql = (
        "SELECT value FROM json_each(?) WHERE value IN (SELECT word FROM lexicon)"
        f" OR EXISTS ({_CLASSES} AND r.nfc = value)"
    )
    return set(project.column(sql, (json.dumps(list(words)),)))


def seen_words(project: Project) -> set[str]:
    """Return the classes of the training words, in NFC."""
    return set(project.column(_CLASSES))


def add_words(project: Project, words: Iterable[str] | Mapping[str, int], *, added_by: str = "typed") -> AddedWords:
    """Add words (or words with counts) in NFC, trimmed, each once.

    Counts within one call are added; of an earlier count and the new one the larger is kept, so adding a list twice
    changes nothing. Raises InputError for a text that cannot be a word.
    """
    pairs = words.items() if isinstance(words, Mapping) else ((word, 0) for word in words)
    counts: Counter[str] = Counter()
    for word, count in pairs:
        fault = _word_fault(word) or (tr("its count is below 0") if count < 0 else None)
        if fault:
            raise InputError.of("{word!r} cannot be in the lexicon: {fault}.", word=word, fault=fault)
        counts[nfc(word)] += count
    return _add(project, counts, added_by, ())


def add_word_list(project: Project, path: Path) -> AddedWords:
    """Add a UTF-8 text file with one word, or ``word<TAB>count``, a line; return also the lines skipped."""
    counts: Counter[str] = Counter()
    skipped = []
    for number, line in _lines(path):
        parsed = _parse_line(line)
        if isinstance(parsed, str):
            skipped.append(Skipped(path, tr("line {number}", number=number), parsed))
        elif parsed is not None:
            counts[parsed[0]] += parsed[1]
    return _add(project, counts, replace_unstorable(path.name) or "", tuple(skipped))


def remove_words(project: Project, words: Iterable[str]) -> int:
    """Remove added words; return how many there were. Classes of training words stay in the lexicon."""
    with project.edit("remove lexicon words") as connection:
        done = connection.executemany("DELETE FROM lexicon WHERE word = ?", [(nfc(word),) for word in words])
        return max(done.rowcount, 0)


def lexicon_from_transcriptions(project: Project) -> AddedWords:
    """Add the transcriptions of all words that have a role; they stay when the transcriptions are removed."""
    texts = project.column(f"SELECT DISTINCT r.nfc{TRANSCRIBED_SQL} AND w.role <> 'none'")
    return _add(project, dict.fromkeys(texts, 0), _FROM_TRANSCRIPTIONS, ())


def lexicon_stats(project: Project, unencodable: Callable[[str], set[str]]) -> LexiconStats:
    """Count the lexicon; ``unencodable(word)`` returns the characters that an alphabet cannot encode."""
    words, seen = lexicon_words(project), seen_words(project)
    faults = {word: frozenset(unencodable(word)) for word in words}
    return LexiconStats(
        len(words), len(seen), len(words) - len(seen), {word: chars for word, chars in faults.items() if chars}
    )


def _add(project: Project, counts: Mapping[str, int], added_by: str, skipped: tuple[Skipped, ...]) -> AddedWords:
    with project.edit("add lexicon words", n=len(counts)) as connection:
        before = connection.execute("SELECT count(*) FROM lexicon").fetchone()[0]
        connection.executemany(
            "INSERT INTO lexicon (word, count, added_by) VALUES (?, ?, ?)"
            " ON CONFLICT (word) DO UPDATE SET count = max(count, excluded.count),"
            f" added_by = CASE WHEN {_GAINS_LIST} THEN excluded.added_by || substr(added_by, {len('readings') + 1})"
            f" WHEN {_GAINS_ORIGIN} THEN excluded.added_by || ' + ' || added_by ELSE added_by END"
            f" WHERE excluded.count > count OR {_GAINS_LIST} OR {_GAINS_ORIGIN}",
            ((word, count, added_by) for word, count in counts.items()),
        )
        added = connection.execute("SELECT count(*) FROM lexicon").fetchone()[0] - before
    return AddedWords(added, len(counts) - added, skipped)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines; a line longer than ``_MAX_LINE_BYTES`` is cut off there."""
    with InputError.if_refused(path, tr("the list cannot be read")), path.open("rb") as file:
        number = 0
        is_new_line = True
        while line := file.readline(_MAX_LINE_BYTES):
            if is_new_line:
                number += 1
                if number == 1 and line.startswith((b"\xff\xfe", b"\xfe\xff")):
                    raise InputError.at(path, tr("the list is in UTF-16"), hint=tr("Save it as UTF-8"))
                yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            is_new_line = line.endswith(b"\n")


def _parse_line(line: bytes) -> tuple[str, int] | str | None:
    """Return the word and its count, or why the line cannot be used, or None for an empty line."""
    if len(line) >= _MAX_LINE_BYTES:
        return tr("it is longer than {max_line_bytes} bytes", max_line_bytes=_MAX_LINE_BYTES)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return tr("it is not UTF-8")
    word, tab, number = text.strip("\r\n").partition("\t")
    if not word.strip():
        return tr("it has a count but no word") if tab else None
    count = number.strip()
    if tab and not (count.isascii() and count.isdigit() and len(count) < 16):
        return tr("'{count}' after the tab is not a count", count=count)
    return _word_fault(word) or (nfc(word), int(count or 0))


def _word_fault(word: str) -> str | None:
    return text_fault(word) or (tr("it contains white space") if len(word.split()) > 1 else None)
