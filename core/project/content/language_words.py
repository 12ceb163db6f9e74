"""Word lists of languages in a project: added with counts, replaced, and removed as a whole.

A word keeps where it came from: "language:fr" if only that list has it, "typed + language:fr" if it was also typed.
"""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from core.lexicon.language_lists import (
    LANGUAGES,
    MOST,
    LanguageGuess,
    check_language,
    commonest_words,
    frequencies,
    guess_language,
)
from core.lexicon.surface_forms import with_surface_forms, writing_habits
from core.project.content.lexicon import AddedWords, training_counts
from core.project.project import Project

_PREFIX = "language:"
_SEPARATOR = " + "
_ANY_LANGUAGE = f"added_by LIKE '%{_PREFIX}%'"


def add_language(project: Project, language: str, most: int = MOST) -> AddedWords:
    """Add the ``most`` commonest words of a language, as :func:`language_words` lists them; one edit."""
    return set_language_words(project, language, language_words(project, language, most))


def language_words(project: Project, language: str, most: int = MOST) -> dict[str, int]:
    """Return the commonest words of a language, in the forms that the training words are written in, with counts.

    Counts are occurrences per billion words of the language. Nothing is changed. Raises InputError if there is no list
    of that language, or ``most`` is below 1. Takes one or two seconds.
    """
    listed = frequencies(language, most)
    return with_surface_forms(listed, writing_habits(training_counts(project), listed, language))


def set_language_words(project: Project, language: str, words: Mapping[str, int]) -> AddedWords:
    """Make ``words`` (NFC, with counts) the list of a language; one that was added before is replaced. One edit."""
    check_language(language)
    with project.edit("add language", n=len(words), language=language) as connection:
        added, _ = _write(connection, language, words)
    return AddedWords(added, len(words) - added)


def remove_language(project: Project, language: str) -> int:
    """Remove the words that only this language's list has; return how many. One edit; none if there are none.

    Words that were also added in another way stay. Raises InputError if there is no list of that language.
    """
    check_language(language)
    with project.edit("remove language", language=language) as connection:
        return _write(connection, language, {})[1]


def added_languages(project: Project) -> dict[str, int]:
    """Return the languages whose lists were added, each with the number of its words in the lexicon."""
    counts: Counter[str] = Counter()
    for origin, words in project.query(
        f"SELECT added_by, count(*) FROM lexicon WHERE {_ANY_LANGUAGE} GROUP BY added_by"
    ):
        for part in origin.split(_SEPARATOR):
            language = part.removeprefix(_PREFIX)
            if language != part and language in LANGUAGES:
                counts[language] += words
    return dict(sorted(counts.items()))


def guess_project_language(project: Project) -> LanguageGuess | None:
    """Return the language of the training words; None where that is not clear. Takes about half a second."""
    transcribed = training_counts(project)
    return guess_language(transcribed, {language: commonest_words(language) for language in LANGUAGES})


def _write(connection: sqlite3.Connection, language: str, words: Mapping[str, int]) -> tuple[int, int]:
    """Make ``words`` (with counts) the list of the language; return how many words are new, and how many are gone."""
    mine = _PREFIX + language
    present = {
        word: (number, count, origin.split(_SEPARATOR))
        for number, word, count, origin in connection.execute("SELECT id, word, count, added_by FROM lexicon")
    }
    gone, changed = [], []
    for word, (number, count, origins) in present.items():
        others = [origin for origin in origins if origin != mine]
        if word in words:
            wanted = max(words[word], count) if others else words[word]
            now = origins if mine in origins else [*origins, mine]
        elif mine not in origins:
            continue
        elif others:
            wanted, now = count, others
        else:
            gone.append((number,))
            continue
        if (wanted, now) != (count, origins):
            changed.append((wanted, _SEPARATOR.join(now), number))
    new = [(word, count, mine) for word, count in words.items() if word not in present]
    connection.executemany("DELETE FROM lexicon WHERE id = ?", gone)
    connection.executemany("UPDATE lexicon SET count = ?, added_by = ? WHERE id = ?", changed)
    connection.executemany("INSERT INTO lexicon (word, count, added_by) VALUES (?, ?, ?)", new)
    return len(new), len(gone)
