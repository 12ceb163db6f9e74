"""What a training would rest on, known before it starts: words, lexicon, what cannot be encoded, what is missing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from core.lexicon.alphabet import split_encodable
from core.project.content.lexicon import lexicon_words
from core.project.content.ool_estimate import NONE_READ, OolEstimate, estimate_ool
from core.project.content.words import labelled_words
from core.project.project import Project

TOO_FEW_IMAGES, TOO_FEW_WORDS, ALL_ONCE, UNENCODABLE = ("few_images", "few_words", "all_once", "unencodable")
"""Why a training cannot start: see :meth:`TrainingReadiness.faults`."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How many images of one member are in T (trained on), in X (kept back) and in X' (of words held out)."""

    train: int
    kept: int
    held_out: int
    words: int
    """Words that the member learns."""


@dataclass(frozen=True, slots=True)
class TrainingReadiness:
    """A project's words for training, as an alphabet sees them."""

    counts: tuple[int, ...]
    """How often each different word that can be encoded occurs, in the order of the words."""
    lexicon: int
    """Words of the lexicon that can be encoded."""
    alphabet: str
    unencodable: tuple[tuple[str, str], ...] = ()
    """Words of the lexicon that cannot be encoded, each with its characters at fault."""
    left_out: int = 0
    """Transcribed images whose word cannot be encoded."""
    gaps: OolEstimate = NONE_READ
    """What the words read so far tell of those that the lexicon lacks."""

    @property
    def images(self) -> int:
        return sum(self.counts)

    @property
    def words(self) -> int:
        return len(self.counts)

    @property
    def once(self) -> int:
        """Different words that occur only once: no image of them can be kept back."""
        return self.counts.count(1)

    def faults(self, skip_unencodable: bool) -> list[str]:
        """What stands in the way of a training, in the order in which to mend it."""
        from core.training.job import MIN_IMAGES, MIN_WORDS

        found = []
        if self.images < MIN_IMAGES:
            found.append(TOO_FEW_IMAGES)
        elif self.words < MIN_WORDS:
            found.append(TOO_FEW_WORDS)
        elif self.once == self.words:
            found.append(ALL_ONCE)
        if self.unencodable and not skip_unencodable:
            found.append(UNENCODABLE)
        return found

    def shares(self, s: float, t: float) -> Shares:
        """The sizes of T, X and X' for the splitting fractions; as Algorithm 1 draws them with seed 0."""
        return _shares(self.counts, s, t)


@lru_cache(maxsize=32)
def _shares(counts: tuple[int, ...], s: float, t: float) -> Shares:
    import numpy as np

    from core.training.splits import member_split

    labels = np.repeat(np.arange(len(counts)), counts)
    split = member_split(labels, s, t, 0)
    return Shares(len(split.train), len(split.held_back), len(split.held_out), len(split.seen_classes))


def training_readiness(project: Project, alphabet: str) -> TrainingReadiness:
    """What a training on the project's words would rest on. Raises InputError for an unknown alphabet."""
    from core.jobs.training.train import choose_alphabet

    words = lexicon_words(project)
    chosen = choose_alphabet(alphabet, words)
    fine, bad = split_encodable(words, chosen)
    usable = set(fine)
    found = Counter(word for _, word in labelled_words(project, "train"))
    counts = tuple(found[word] for word in sorted(found) if word in usable)
    return TrainingReadiness(
        counts,
        len(fine),
        chosen.name,
        tuple((word, "".join(chars)) for word, chars in bad),
        sum(found.values()) - sum(counts),
        estimate_ool(project),
    )
