"""Texts about the sources and the result of an import."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject

from app.text.formats import integer
from core.formats.mets import FileGroup
from core.formats.records import CropRecord, SourceContents, WordRecord
from core.formats.registry import AUTO, reader_of
from core.jobs.results import Imported
from core.language import tr as engine_text


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """Counts of what would be imported."""

    formats: tuple[str, ...]
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
    names_hold_texts: bool
    """True if the names of word images may contain their transcriptions."""
    example: str | None
    """The name of a word image that contains its transcription, if names do."""
    skipped: int


def summarise_sources(contents: SourceContents) -> SourceSummary:
    """Return the counts of a source."""
    words: list[WordRecord | CropRecord] = [word for page in contents.pages for word in page.words]
    words += contents.crops
    texts = [word.text for word in words if word.text]
    names_hold_texts = any(reader_of(name).names_hold_texts for name in contents.formats)
    named = (crop.image.name for crop in contents.crops if crop.text)
    return SourceSummary(
        formats=contents.formats,
        pages=len(contents.pages),
        words=len(words),
        transcribed=len(texts),
        lines=contents.uncut_line_count,
        wordless=sum(not page.words for page in contents.pages),
        bare=sum(not page.words and not page.lines for page in contents.pages),
        distinct=len(set(texts)),
        has_texts=bool(texts) or any(line.text for page in contents.pages for line in page.lines),
        has_roles=any(word.role is not None for word in words),
        names_hold_texts=names_hold_texts,
        example=next(named, None) if names_hold_texts else None,
        skipped=len(contents.skipped),
    )


def format_name(name: str) -> str:
    """Return a format's name for people."""
    if name == AUTO:
        return QCoreApplication.translate("Import", "Detect automatically")
    return engine_text(reader_of(name).label)


class ImportTexts(QObject):
    """Texts about the sources and the result of an import. They need a class: plural forms are found in ``self.tr``."""

    def summary(self, source: SourceSummary) -> str:
        """Return the counts of pages and words, and how many words are transcribed."""
        lines = [self.tr("Found: {0}.").format(", ".join(map(format_name, source.formats)))]
        if source.pages:
            text = (
                self.tr("{0}, {1} of them without marked words.")
                if source.wordless
                else self.tr("{0}, all with marked words.")
            )
            lines.append(text.format(self._pages(source.pages), integer(source.wordless)))
        if source.words:
            text = self.tr("{0}: {1} transcribed ({2} different), {3} not yet.")
            numbers = (source.transcribed, source.distinct, source.words - source.transcribed)
            lines.append(text.format(self._words(source.words), *(integer(number) for number in numbers)))
        if source.lines:
            lines.append(self.tr("%Ln line(s) without words.", "", source.lines))
        return "\n".join(lines)

    def button(self, source: SourceSummary) -> str:
        """Return the text of the button that starts the import."""
        what = self._words(source.words) if source.words else self._pages(source.pages)
        return self.tr("Import {0}").format(what)

    def group(self, group: FileGroup) -> str:
        """Return the name of a group of transcriptions of a METS, with its format and number of files."""
        text = self.tr("{0}: {1}, {2}, ground truth") if group.is_ground_truth else self.tr("{0}: {1}, {2}")
        return text.format(group.name, format_name(group.format), self.tr("%Ln file(s)", "", group.files))

    def result(self, counts: Imported, *, was_cut: bool) -> str:
        """Return what an import did, given the result of its job, and whether it was to cut lines."""
        imported = self.tr("Imported {0} and {1}.")
        parts = [imported.format(self._words(counts.words), self._pages(counts.pages))]
        if count := counts.left:
            parts.append(self.tr("%Ln page(s) are missing, because the import was stopped.", "", count))
        if count := counts.segmented:
            parts.append(self.tr("%Ln word(s) were found on the scans.", "", count))
        if (count := counts.uncut_lines) and was_cut:
            parts.append(self.tr("%Ln line(s) could not be cut into words and stay whole.", "", count))
        elif count:
            parts.append(self.tr("%Ln line(s) have no words yet.", "", count))
        if count := counts.already:
            parts.append(self.tr("%Ln were there already and stay as they are.", "", count))
        if count := counts.lexicon_added:
            parts.append(self.tr("%Ln word(s) are new in the word list.", "", count))
        if count := counts.skipped:
            parts.append(self.tr("%Ln item(s) were left out.", "", count))
        if count := counts.notes:
            parts.append(self.tr("There are %Ln note(s).", "", count))
        return " ".join(parts)

    def _words(self, count: int) -> str:
        return self.tr("%Ln word(s)", "", count)

    def _pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)
