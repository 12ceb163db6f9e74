"""The input of a benchmark: a data set split for testing, and how its ensemble is trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.lexicon.lexicon import Lexicon
from core.store.starter_sources import STARTER_ITSELF
from core.training.job import AdaptedStarter, MemberTask, TrainingJob
from core.training.lines import SampleLine
from core.training.presets import Preset
from core.training.samples import Samples, are_known
from core.training.splits import MemberSplit, member_split
from research.benchmark.folds import Fold, Origins

SHIPPED_STARTER = {"preset": {"name": STARTER_ITSELF}}
"""The card of the starter model that comes with Ductus, by which its words and images are found."""


@dataclass(frozen=True, slots=True)
class BenchmarkData:
    """Training and test images of one fold, and the words that may be predicted."""

    name: str
    train: Samples
    test: Samples
    alphabet: str = "latin"
    left_out: int = 0
    """Images that cannot be read, or whose words the alphabet cannot encode."""
    notes: tuple[str, ...] = ()
    """Sentences to be shown beside the results, such as that the folder has fewer words than the protocol."""
    fold: Fold = field(default_factory=Fold)
    test_origins: Origins = field(default_factory=Origins)
    """Pages and writers of the test images."""
    further_words: tuple[str, ...] = ()
    """Words of the lexicon that no image of the data shows."""
    train_groups: tuple[str, ...] = ()
    """The page of each training image, or its writer where the test leaves out writers; "" where it is unknown, empty
    where all are. By them rules are judged."""

    @property
    def lexicon(self) -> tuple[str, ...]:
        """All words of the training and the test images, and further ones, sorted."""
        return tuple(sorted({*self.train.classes, *self.test.classes, *self.further_words}))

    def lines(self, rows: Sequence[int] | None = None) -> tuple[SampleLine, ...]:
        """Return each of the training images ``rows``, by default of all, as a line by itself on its page or writer."""
        groups = self.train_groups
        if rows is not None and groups:
            groups = tuple(groups[row] for row in rows)
        numbers = {name: number for number, name in enumerate(sorted(set(groups)))}
        return tuple(SampleLine(numbers[name], (at,)) for at, name in enumerate(groups) if name)

    def without_test_images_of(self, digests: NDArray[np.uint64]) -> BenchmarkData:
        """Return the data without the test images from which the starter model learnt; the lexicon stays as it is.

        ``digests`` are those of its images. Raises InputError where no test image is left.
        """
        rows = np.flatnonzero(~are_known(self.test.images, digests))
        total = len(self.test.words)
        if len(rows) == total:
            return self
        if not len(rows):
            raise InputError(
                f"The starter model learnt from all test images of {self.name}. Take --split unmet or --set "
                "starter=false."
            )

        def kept(values: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(values[row] for row in rows.tolist()) if values else ()

        return replace(
            self,
            test=Samples(self.test.images[rows], kept(self.test.words), self.test.known_classes),
            test_origins=Origins(kept(self.test_origins.pages), kept(self.test_origins.writers)),
            further_words=self.lexicon,
            notes=(
                *self.notes,
                (
                    f"{total - len(rows)} of {total} test images is left out: the starter model learnt from it."
                    if total - len(rows) == 1
                    else f"{total - len(rows)} of {total} test images are left out: the starter model learnt from them."
                ),
            ),
        )


@dataclass(frozen=True, slots=True)
class BenchmarkRun:
    """One training and measurement; ``folder`` keeps the trained members, so that a stopped run continues there."""

    data: BenchmarkData
    lexicon: Lexicon
    alphabet: Alphabet
    preset: Preset
    seed: int
    device: str
    folder: Path
    records: Path | None = None
    """The folder that keeps the answers for every test image; None for none."""
    adapted: AdaptedStarter | None = None
    """The starter model, adapted to the handwriting, with which the members begin; None: as it comes with Ductus."""

    @classmethod
    def create(
        cls, data: BenchmarkData, preset: Preset, seed: int, device: str, folder: Path, records: Path | None = None
    ) -> BenchmarkRun:
        """Return a run with the alphabet and the lexicon of ``data``."""
        alphabet = load_alphabet(data.alphabet)
        return cls(data, Lexicon(data.lexicon, alphabet), alphabet, preset, seed, device, folder, records)

    def with_preset(self, preset: Preset) -> BenchmarkRun:
        """Return the same run with another preset."""
        return replace(self, preset=preset)

    def job(self, rows: Sequence[int] | None = None) -> TrainingJob:
        """Return the training on the training images ``rows``, by default on all."""
        samples = self.data.train
        if rows is not None:
            samples = Samples(samples.images[rows], tuple(samples.words[row] for row in rows))
        return TrainingJob(
            samples,
            self.lexicon,
            self.alphabet,
            self.preset,
            self.seed,
            self.device,
            lines=self.data.lines(rows),
            adapted=self.adapted,
        )

    def split(self, k: int) -> MemberSplit:
        """Return the split of the training images for member k."""
        seed = MemberTask(k, self.job()).seeds()["split"]
        return member_split(self.data.train.labels(), self.preset.s, self.preset.t, seed)
