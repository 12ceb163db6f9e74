"""The counts of what a source of an import contains. Needs no window."""

from __future__ import annotations

from dataclasses import dataclass

from core.formats.records import CropRecord, SourceContents, WordRecord


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """Counts of what would be imported."""

    format: str
    pages: int
    words: int
    transcribed: int
    lines: int
    """Lines without words, which can be cut."""
    wordless: int
    """Pages without words."""
    bare: int
    """Pages with neither words nor lines."""
    distinct: int
    """Distinct transcriptions."""
    has_texts: bool
    """True if a word or a line is transcribed."""
    has_roles: bool
    """True if the source gives the roles of words."""
    example: str | None
    """The name of a word image that contains its transcription, if names do."""
    skipped: int


def summarise_sources(contents: SourceContents) -> SourceSummary:
    """Return the counts of a source."""
    words: list[WordRecord | CropRecord] = [word for page in contents.pages for word in page.words]
    words += contents.crops
    texts = [word.text for word in words if word.text]
    named = (crop.image.name for crop in contents.crops if crop.text)
    return SourceSummary(
        format=contents.format,
        pages=len(contents.pages),
        words=len(words),
        transcribed=len(texts),
        lines=contents.uncut_line_count,
        wordless=sum(not page.words for page in contents.pages),
        bare=sum(not page.words and not page.lines for page in contents.pages),
        distinct=len(set(texts)),
        has_texts=bool(texts) or any(line.text for page in contents.pages for line in page.lines),
        has_roles=any(word.role is not None for word in words),
        example=next(named, None) if "folder" in contents.format else None,
        skipped=len(contents.skipped),
    )
