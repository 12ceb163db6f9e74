"""What a source holds in a few facts, and the import that a person chose as arguments. Needs no window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.formats.records import SourceContents

FORMATS = ("auto", "folder", "table", "iam", "gtp", "pagexml", "alto", "scans")
SOURCE_ROLES, SHARED = "source", "share"
"""Beside the roles themselves: as the source says, and training with a share kept for testing."""


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """Counts of what would come in."""

    format: str
    pages: int
    words: int
    transcribed: int
    crops: int
    lines: int
    wordless: int
    """Pages on which no word is marked."""
    different: int
    """Different transcriptions."""
    has_roles: bool
    """Whether the source says of words what they are for."""
    named: str | None
    """A word image whose name tells its word, as an example."""
    skipped: int


def summarise_sources(found: SourceContents) -> SourceSummary:
    """Count what was found."""
    texts = [word.text for page in found.pages for word in page.words] + [crop.text for crop in found.crops]
    roles = {word.role for page in found.pages for word in page.words} | {crop.role for crop in found.crops}
    given = [text for text in texts if text]
    by_name = "folder" in found.format
    return SourceSummary(
        format=found.format,
        pages=len(found.pages),
        words=found.word_count,
        transcribed=len(given),
        crops=len(found.crops),
        lines=sum(len(page.lines) for page in found.pages),
        wordless=sum(not page.words for page in found.pages),
        different=len(set(given)),
        has_roles=bool(roles - {None}),
        named=next((crop.image.name for crop in found.crops if crop.text), None) if by_name else None,
        skipped=len(found.skipped),
    )


@dataclass(frozen=True, slots=True)
class ImportChoice:
    """How a person wants the sources imported."""

    format: str = "auto"
    purpose: str = "train"
    """A role, :data:`SOURCE_ROLES` or :data:`SHARED`."""
    share: float = 0.2
    copy: bool = True
    segment: bool = False
    labels: bool = True


def arguments(sources: Sequence[Path], choice: ImportChoice) -> list[str]:
    """What follows ``ductus import PROJECT``."""
    parts = [str(source.absolute()) for source in sources]
    parts += ["--format", choice.format]
    if choice.purpose == SHARED:
        parts += ["--test-share", f"{choice.share:g}"]
    elif choice.purpose != SOURCE_ROLES:
        parts += ["--role", choice.purpose]
    flags = {"--link": not choice.copy, "--segment": choice.segment, "--no-labels": not choice.labels}
    return parts + [flag for flag, wanted in flags.items() if wanted]
