"""Agreement of two people who transcribed the same words: of texts, with an interval, and of characters."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.evaluation.metrics import Interval, wilson_interval
from core.lexicon.text import nfc


@dataclass(frozen=True, slots=True)
class Agreement:
    """The agreement of two people on ``words`` words. Both shares are None without words."""

    words: int
    equal: int
    share: float | None
    interval: Interval
    """Wilson's 95 % interval of ``share``."""
    characters: float | None
    """1 minus the edits between both texts, as a share of the longer one's characters, over all words."""
    different: tuple[int, ...]
    """The indices of the words with different texts."""


def agreement(pairs: Sequence[tuple[str, str]]) -> Agreement:
    """Compare two texts for each word, both in NFC."""
    from rapidfuzz.distance import Levenshtein

    texts = [(nfc(one), nfc(other)) for one, other in pairs]
    different = tuple(number for number, (one, other) in enumerate(texts) if one != other)
    equal = len(texts) - len(different)
    edits = sum(Levenshtein.distance(one, other) for one, other in texts)
    length = sum(max(len(one), len(other)) for one, other in texts)
    return Agreement(
        len(texts),
        equal,
        equal / len(texts) if texts else None,
        wilson_interval(equal, len(texts)),
        1 - edits / length if length else None,
        different,
    )
