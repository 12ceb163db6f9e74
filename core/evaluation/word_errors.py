"""The kinds of errors in the words of whole pages: where the work lies that is left to do."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from core.evaluation.page_text import PageText
from core.lexicon.text import nfc

_SHARE = 1 / 3
"""Two words belong together if at least this share of the shorter one's characters stand for one another."""


class WordFate(StrEnum):
    """The fate of a word that is written; the last is that of one that is not, but was read."""

    RIGHT = "right"
    MISREAD = "misread"
    """Its limits are right, but not all of its characters."""
    CUT = "cut"
    """It was joined to a neighbour, or split."""
    MISSED = "missed"
    GHOST = "ghost"


def word_fates(pages: Sequence[PageText]) -> dict[str, int]:
    """Return how many words of all pages met each :class:`WordFate`, by name.

    The least edits from the written to the read text of a page tell which characters stand for one another.
    """
    fates: Counter[WordFate] = Counter()
    for page in pages:
        fates += _fates(*(" ".join(map(nfc, lines)).split() for lines in (page.written, page.read)))
    return {fate.value: fates[fate] for fate in WordFate}


def share_of_written(fates: Mapping[str, int], fate: WordFate) -> float:
    """Return how many words met a fate, as a share of those that are written; 0 without any."""
    written = sum(fates.values()) - fates[WordFate.GHOST]
    return fates[fate] / max(1, written)


def _fates(written: Sequence[str], read: Sequence[str]) -> Counter[WordFate]:
    shared = _shared_characters(written, read)
    pairs = [(w, r) for (w, r), count in shared.items() if count >= _SHARE * min(len(written[w]), len(read[r]))]
    parts, wholes = Counter(w for w, _ in pairs), Counter(r for _, r in pairs)
    fates = Counter({WordFate.MISSED: len(written) - len(parts), WordFate.GHOST: len(read) - len(wholes)})
    for w in parts:
        partners = [r for other, r in pairs if other == w]
        if len(partners) > 1 or wholes[partners[0]] > 1:
            fates[WordFate.CUT] += 1
        else:
            fates[WordFate.RIGHT if written[w] == read[partners[0]] else WordFate.MISREAD] += 1
    return fates


def _shared_characters(written: Sequence[str], read: Sequence[str]) -> Counter[tuple[int, int]]:
    """Return how many characters of which written word stand for some of which read word."""
    from rapidfuzz.distance import Levenshtein

    shared: Counter[tuple[int, int]] = Counter()
    words = [_word_of_characters(words) for words in (written, read)]
    for part in Levenshtein.opcodes(" ".join(written), " ".join(read)):
        if part.tag in ("equal", "replace"):
            pairs = zip(words[0][part.src_start : part.src_end], words[1][part.dest_start : part.dest_end], strict=True)
            shared.update((w, r) for w, r in pairs if w is not None and r is not None)
    return shared


def _word_of_characters(words: Sequence[str]) -> list[int | None]:
    """Return the number of the word of each character of the text that ``words`` make; None for the spaces."""
    numbers: list[int | None] = []
    for number, word in enumerate(words):
        numbers += [*([None] if number else []), *[number] * len(word)]
    return numbers
