"""The data of a training, counted before it starts: words, lexicon, unencodable words, what is missing."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from core.jobs.training.training_words import AlignedUse, training_words
from core.lexicon.alphabet import choose_alphabet, split_encodable
from core.project.content.lexicon import OolEstimate, estimate_ool, lexicon_words
from core.project.project import Project


class Fault(StrEnum):
    """The reason why a training cannot start."""

    TOO_FEW_IMAGES = "few_images"
    TOO_FEW_WORDS = "few_words"
    ALL_ONCE = "all_once"
    """Every word occurs once, so that no image can be reserved."""
    UNENCODABLE = "unencodable"


@dataclass(frozen=True, slots=True)
class SplitSizes:
    """The sizes of one member's split: images in T, in X and in X', and the number of seen words."""

    train: int
    reserved: int
    held_out: int
    seen_words: int


@dataclass(frozen=True, slots=True)
class TrainingReadiness:
    """The training words of a project, as an alphabet encodes them."""

    counts: tuple[int, ...]
    """Images of each different word that can be encoded, words in alphabetical order."""
    lexicon: int
    """Words of the lexicon that can be encoded."""
    alphabet: str
    unencodable: tuple[tuple[str, str], ...] = ()
    """Words of the lexicon that cannot be encoded, each with the characters that the alphabet lacks."""
    left_out: int = 0
    """Transcribed images of words that cannot be encoded."""
    ool: OolEstimate = field(default_factory=OolEstimate)
    aligned: int = 0
    """Words among the images that were aligned automatically and that nobody has confirmed."""
    aligned_left_out: int = 0
    """Aligned words that are not trained on."""

    @property
    def images(self) -> int:
        return sum(self.counts)

    @property
    def words(self) -> int:
        return len(self.counts)

    @property
    def once(self) -> int:
        """Number of different words that occur once: their image cannot be reserved."""
        return self.counts.count(1)

    def faults(self, skip_unencodable: bool) -> list[Fault]:
        """Return what prevents a training, in the order in which to remedy it."""
        from core.training.job import MIN_IMAGES, MIN_WORDS

        found = []
        if self.images < MIN_IMAGES:
            found.append(Fault.TOO_FEW_IMAGES)
        elif self.words < MIN_WORDS:
            found.append(Fault.TOO_FEW_WORDS)
        elif self.once == self.words:
            found.append(Fault.ALL_ONCE)
        if self.unencodable and not skip_unencodable:
            found.append(Fault.UNENCODABLE)
        return found


@lru_cache(maxsize=32)
def split_sizes(counts: tuple[int, ...], s: float, t: float) -> SplitSizes:
    """Return the sizes of T, X and X' for the splitting fractions ``s`` and ``t``, as drawn with seed 0.

    ``counts`` are the images of each word.
    """
    import numpy as np

    from core.training.splits import member_split

    split = member_split(np.repeat(np.arange(len(counts)), counts), s, t, 0)
    return SplitSizes(len(split.train), len(split.reserved), len(split.held_out), len(split.seen_classes))


def training_readiness(project: Project, alphabet: str, aligned: str = AlignedUse.SURE) -> TrainingReadiness:
    """Count the training words of the project, with those ``aligned`` (:class:`AlignedUse`) words that are to count.

    Raises InputError for an unknown alphabet.
    """
    words = lexicon_words(project)
    chosen = choose_alphabet(alphabet, words)
    encodable, unencodable = split_encodable(words, chosen)
    usable = set(encodable)
    chosen_words = training_words(project, aligned)
    images = Counter(chosen_words.texts.values())
    counts = tuple(images[word] for word in sorted(images) if word in usable)
    return TrainingReadiness(
        counts,
        len(encodable),
        chosen.name,
        tuple((word, "".join(characters)) for word, characters in unencodable),
        images.total() - sum(counts),
        estimate_ool(project),
        chosen_words.aligned,
        chosen_words.left_out,
    )
