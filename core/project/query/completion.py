"""Completing a word that is being typed, from the lexicon: a few rows of an index, however long the list is."""

from __future__ import annotations

from core.project.db.text import folded
from core.project.project import Project

_MOST_ROWS = 2000
"""Words that begin alike and are weighed by how often they occur; of more, the first by alphabet."""

_HIGHEST = "\U0010ffff"


def completions(project: Project, prefix: str, limit: int = 8) -> list[str]:
    """Words that begin with ``prefix``, the most frequent first: of the lexicon and of what people have read.

    The prefix is tried as typed, in small letters and with a capital.
    """
    plain = prefix.lstrip()
    if not plain:
        return []
    found: dict[str, int] = {}
    for form in dict.fromkeys((plain, plain.lower(), plain[:1].upper() + plain[1:].lower())):
        for word, count in project.query(
            "SELECT word, max(count) FROM ("
            "SELECT * FROM (SELECT word, count FROM lexicon WHERE word >= :low AND word < :high LIMIT :most)"
            " UNION ALL "
            "SELECT nfc, count(*) FROM (SELECT nfc FROM reading WHERE nfc >= :low AND nfc < :high LIMIT :most)"
            " GROUP BY nfc) GROUP BY word",
            {"low": form, "high": form + _HIGHEST, "most": _MOST_ROWS},
        ):
            found[word] = max(count, found.get(word, 0))
    wanted = folded(plain)
    return sorted((w for w in found if folded(w) != wanted), key=lambda w: (-found[w], len(w), w))[:limit]
