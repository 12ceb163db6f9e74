"""What a benchmark runs on."""

from __future__ import annotations

from dataclasses import dataclass

from core.training.samples import Samples


@dataclass(frozen=True, slots=True)
class BenchmarkData:
    """Training and test images of one fold and the words that may occur."""

    name: str
    train: Samples
    test: Samples
    lexicon: tuple[str, ...]
    alphabet: str = "latin"
    left_out: int = 0
    """Images whose words the alphabet cannot encode, or that hold no ink."""
    notes: tuple[str, ...] = ()
    """Sentences that belong beside the figures, such as that the folder held fewer words than the protocol asks."""

    @classmethod
    def of(
        cls,
        name: str,
        train: Samples,
        test: Samples,
        alphabet: str = "latin",
        left_out: int = 0,
        notes: tuple[str, ...] = (),
    ) -> BenchmarkData:
        """The lexicon is made of all classes of train and test."""
        lexicon = tuple(sorted(set(train.classes) | set(test.classes)))
        return cls(name, train, test, lexicon, alphabet, left_out, notes)
