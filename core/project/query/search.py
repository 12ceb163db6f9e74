"""Search for words by their transcription or prediction, and completion of a word that is being typed.

Texts are compared in NFC; results are sorted by id.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Sequence

from core.errors import InputError
from core.lexicon.text import nfc
from core.project.content.words import PAGE_JOIN_SQL, PAGE_ORDER_SQL, TRANSCRIBED_SQL
from core.project.db.values import fold_case
from core.project.project import Project
from core.project.query.pattern import matching_texts

_MIN_INDEXED_CHARS = 3
"""The index is of trigrams; shorter searches read every text."""

REGEX_TIMEOUT_S = 5.0
"""Longest time to match a regular expression with all texts."""

_MAX_COMPLETIONS_READ = 2000
"""Words with the same prefix that are sorted by frequency; of more, the first by alphabet."""

_HIGHEST_CHAR = "\U0010ffff"


def find_text(project: Project, text: str, *, match_case: bool = False) -> list[int]:
    """Return the words whose transcription contains ``text``; none for an empty text."""
    if match_case:
        candidates = json.dumps(find_text(project, text))
        condition = "instr(r.nfc, :text) > 0 AND w.id IN (SELECT value FROM json_each(:ids))"
        return _find(project, condition, text=nfc(text), ids=candidates)
    folded = fold_case(text)
    if not folded or "\0" in folded:
        return []
    if len(folded) >= _MIN_INDEXED_CHARS and project.has_search_index:
        phrase = '"' + folded.replace('"', '""') + '"'
        return project.column("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid", (phrase,))
    return _find(project, "instr(r.folded, :text) > 0", text=folded)


def find_word(project: Project, word: str, *, match_case: bool = True) -> list[int]:
    """Return the words with exactly this transcription."""
    if match_case:
        return _find(project, "r.nfc = :text", text=nfc(word))
    return _find(project, "r.folded = :text", text=fold_case(word))


def find_pattern(project: Project, pattern: str, *, match_case: bool = True) -> list[int]:
    """Return the words whose transcription matches a Python regular expression; raises InputError if invalid."""
    expression = compile_regex(pattern, match_case=match_case)
    texts = project.column(f"SELECT DISTINCT r.nfc{TRANSCRIBED_SQL}")
    matching = matching_texts(texts, lambda text: expression.search(text) is not None, pattern, REGEX_TIMEOUT_S)
    return _find(project, "r.nfc IN (SELECT value FROM json_each(:texts))", texts=json.dumps(matching))


def find_predicted(project: Project, model: str, matches: Callable[[str], bool], searched: str) -> list[int]:
    """Return the words without a transcription for whose prediction by ``model`` (in NFC) ``matches`` is true.

    Each distinct text is tested once. Raises InputError, naming ``searched``, when that takes too long.
    """
    # Ids are grouped by text: a few thousand rows instead of one for each word.
    rows = project.query(
        "SELECT p.text, json_group_array(w.id) FROM prediction AS p JOIN word AS w ON w.id = p.word_id"
        " WHERE p.model = ? AND w.deleted = 0 AND w.not_a_word = 0 AND w.transcription_id IS NULL GROUP BY p.text",
        (model,),
    )
    texts = (text for text, _ in rows)
    found = set(matching_texts(texts, lambda text: matches(nfc(text)), searched, REGEX_TIMEOUT_S))
    return sorted(word_id for text, ids in rows if text in found for word_id in json.loads(ids))


def sort_by_page(project: Project, ids: Sequence[int]) -> list[int]:
    """Sort words: pages in order, each in reading order, lone crops last."""
    return project.column(
        f"SELECT w.id FROM word AS w{PAGE_JOIN_SQL} WHERE w.id IN (SELECT value FROM json_each(?)){PAGE_ORDER_SQL}",
        (json.dumps(list(ids)),),
    )


def compile_regex(pattern: str, *, match_case: bool = True) -> re.Pattern[str]:
    """Compile a Python regular expression; raises InputError if it is invalid."""
    try:
        return re.compile(unicodedata.normalize("NFC", pattern), 0 if match_case else re.IGNORECASE)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError.of("'{pattern}' is not a regular expression: {error}.", pattern=pattern, error=error) from None


def complete_word(project: Project, prefix: str, limit: int = 8) -> list[str]:
    """Return words that begin with ``prefix``, from the lexicon and transcriptions, the most frequent first.

    The prefix is tried as typed, in small letters and capitalised. The tables' indexes keep this fast for long lists.
    """
    plain = prefix.lstrip()
    if not plain:
        return []
    found: dict[str, int] = {}
    for form in _spellings(plain):
        for word, count in project.query(
            "SELECT word, max(count) FROM ("
            "SELECT * FROM (SELECT word, count FROM lexicon WHERE word >= :low AND word < :high LIMIT :most)"
            " UNION ALL "
            "SELECT nfc, count(*) FROM (SELECT nfc FROM transcription WHERE nfc >= :low AND nfc < :high LIMIT :most)"
            " GROUP BY nfc) GROUP BY word",
            {"low": form, "high": form + _HIGHEST_CHAR, "most": _MAX_COMPLETIONS_READ},
        ):
            found[word] = max(count, found.get(word, 0))
    typed = fold_case(plain)
    return sorted((w for w in found if fold_case(w) != typed), key=lambda w: (-found[w], len(w), w))[:limit]


def is_listed(project: Project, text: str) -> bool:
    """Return whether ``text`` is in the lexicon, in any of the spellings that :func:`complete_word` tries."""
    forms = json.dumps(_spellings(text.strip()))
    return project.one("SELECT 1 FROM lexicon WHERE word IN (SELECT value FROM json_each(?))", (forms,)) is not None


def _spellings(text: str) -> list[str]:
    return list(dict.fromkeys((text, text.lower(), text[:1].upper() + text[1:].lower())))


def _find(project: Project, condition: str, **params: str) -> list[int]:
    return project.column(f"SELECT w.id{TRANSCRIBED_SQL} AND {condition} ORDER BY w.id", params)
