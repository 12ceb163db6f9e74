"""The results of jobs. Their fields are the keys of ``--json``, in this order; nothing heavy is imported."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.device import DeviceFound
from core.events import Result
from core.jobs.rates import Rates
from core.project.integrity.findings import Finding
from core.project.results import BackupPoint, Rescued
from core.system.graphics import GraphicsCard


@dataclass(frozen=True, slots=True)
class Imported(Result):
    """The counts of an import."""

    format: str
    words: int
    pages: int
    lines: int
    already: int
    """Pages and word images that the project had before."""
    skipped: int
    notes: int
    lexicon_added: int
    segmented: int
    """Words found on the scans."""
    uncut_lines: int
    left: int
    """Pages that are missing because the import was stopped."""


@dataclass(frozen=True, slots=True)
class Fetched(Result):
    """The contents of a manifest, and, where the person agreed, the number of pages that its images became."""

    label: str
    attribution: str
    rights: str
    images: int
    """Images that the project did not have."""
    hosts: Sequence[str]
    already: int
    agreed: bool
    pages: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Segmented(Result):
    """The number of words found on pages without any, and of pages that an earlier line reader cut."""

    words: int
    stopped: bool
    cut_before: int


@dataclass(frozen=True, slots=True)
class CutAgain(Result):
    """The ids of new words, and the numbers of those that were removed and kept."""

    added: Sequence[int]
    removed: int
    kept: int
    stopped: bool


@dataclass(frozen=True, slots=True)
class Placed(Result):
    """The ids of the words that were found in the ink."""

    placed: Sequence[int]


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """The numbers of the same ``words`` words that two models read correctly."""

    active: str
    """The name of the model that was active."""
    words: int
    test_words: bool
    """False if they are of the training pages: then each was read only by readers not trained on its image."""
    active_right: int
    new_right: int
    better: bool = False
    """True if the new model reads at least as many of the words correctly."""


@dataclass(frozen=True, slots=True)
class Adapted(Result):
    """The starter model was adapted; ``better`` if it is to be used, ``active`` if it is used already."""

    model: str
    images: int
    lexicon: int
    seed: int
    comparison: ModelComparison | None
    better: bool
    active: bool


@dataclass(frozen=True, slots=True)
class Trained(Result):
    """A model was trained."""

    run: int
    model: str
    members: int
    asked: int
    """Members that were requested; a training that was stopped has fewer."""
    alphabet: str
    images: int
    words: int
    lexicon: int
    seed: int
    thres: Sequence[int]
    manifest: Sequence[str]
    active: bool
    comparison: ModelComparison | None


@dataclass(frozen=True, slots=True)
class Recognised(Result):
    """The numbers of words that were read, by their status."""

    model: str
    words: int
    seen: int
    unseen: int
    unlisted: int
    changed_by_context: int
    lexicon: int
    ms_per_word: float
    thres: Sequence[int]


@dataclass(frozen=True, slots=True)
class Estimated(Result):
    """The speed measured on this computer, and the times and memory that follow for each preset."""

    device: str
    rates: Rates
    images: int
    presets: Mapping[str, Mapping[str, Any] | None]
    """The figures of :class:`core.jobs.training.estimate.Estimate`; None where there are too few words."""


@dataclass(frozen=True, slots=True)
class DevicesListed(Result):
    """The processors, and the name of the one that is used unless another is chosen."""

    devices: Sequence[DeviceFound]
    auto: str


@dataclass(frozen=True, slots=True)
class Exported(Result):
    """``written`` rows, files, lines or words; how many words are transcribed (``read``), ``predicted``, ``unread``."""

    format: str
    out: Path
    written: int
    model: str | None
    pages: int
    words: int
    read: int
    predicted: int
    unread: int


@dataclass(frozen=True, slots=True)
class WordOnPage:
    """The id of a word, and the name of its page."""

    word: int
    page: str


@dataclass(frozen=True, slots=True)
class SettledWord(WordOnPage):
    """A word that both sides changed, and the field."""

    what: str


@dataclass(frozen=True, slots=True)
class DifferentTexts(WordOnPage):
    """A word with the texts of two people."""

    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class PeopleCompared:
    """The agreement of two people (:func:`core.jobs.parts.compare_people`)."""

    people: Sequence[str]
    words: int
    equal: int
    share: float | None
    interval: Sequence[float]
    characters: float | None
    differences: Sequence[DifferentTexts]


@dataclass(frozen=True, slots=True)
class MergedWords:
    """Numbers of words (:class:`core.project.parts.merge_words.WordCounts`)."""

    transcribed: int
    agreed: int
    differing: int
    added: int
    removed: int
    changed: int
    revived: int
    settled: int


@dataclass(frozen=True, slots=True)
class Merged(Result):
    """The changes that a part brought (:class:`core.project.parts.merge.MergeSummary`)."""

    part: Path
    changed: bool
    authors: Sequence[str]
    pages: int
    words: MergedWords
    open_differences: int
    differing: Sequence[WordOnPage]
    kept_transcribed: Sequence[WordOnPage]
    settled: Sequence[SettledWord]
    layouts: Sequence[str]
    settled_layouts: Sequence[str]
    lexicon_added: int
    lexicon_removed: int
    left_out: Sequence[str]
    agreement: Sequence[PeopleCompared]
    """On the words of which this part brought a transcription."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """Numbers of what was checked, and the user and computer where the project is open."""

    files: int = 0
    models: int = 0
    words: int = 0
    open_in: str = ""


@dataclass(frozen=True, slots=True)
class Checked(Result):
    """The findings of a check, with the numbers of all of each kind; the exit code is 1 unless it is ``sound``."""

    sound: bool
    looked_at: Amounts
    counts: Mapping[str, int]
    findings: Sequence[Finding]
    rescued: Rescued | None


@dataclass(frozen=True, slots=True)
class BackupsListed(Result):
    """The automatic backups, newest first."""

    backups: Sequence[BackupPoint]


@dataclass(frozen=True, slots=True)
class DemoMade(Result):
    """The demo project, with its pages."""

    project: Path
    pages: int
    train_words: int
    test_words: int
    unread_words: int


class Situation(StrEnum):
    """The state of the card and its PyTorch."""

    OWN = "own"
    """The program's own PyTorch uses the card."""
    INSTALLED = "installed"
    """The installed build uses it."""
    FAILING = "failing"
    """A build is installed and cannot be used; ``problem`` is the reason."""
    AVAILABLE = "available"
    """A build can be installed."""
    NO_CARD = "no_card"
    OTHER_CARD = "other_card"
    NO_DRIVER = "no_driver"
    OLD_DRIVER = "old_driver"
    OLD_CARD = "old_card"
    NO_BUILD = "no_build"
    """None is known for this system, this Python or this PyTorch."""


@dataclass(frozen=True, slots=True)
class CardStatus(Result):
    """Sizes in bytes; ``taken`` is what the folder holds, complete or not. ``torch`` is the version, empty without."""

    situation: Situation
    problem: str
    card: GraphicsCard | None
    torch: str
    computes_on: str
    is_begun: bool
    download: int
    unpacked: int
    needed: int
    free: int
    taken: int
    folder: Path
    index: str
    driver_needed: int
