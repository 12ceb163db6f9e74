"""What was found, said in sentences."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.collection.source_summary import SourceSummary
from app.text.plural import plural


def format_name(name: str) -> str:
    """A format in words."""
    tr = QCoreApplication.translate
    return {
        "auto": tr("Import", "Find out by itself"),
        "folder": tr("Import", "Word pictures in a folder"),
        "table": tr("Import", "Table of word pictures (CSV, TSV)"),
        "iam": tr("Import", "IAM database"),
        "gtp": tr("Import", "GTP boxes beside pages"),
        "pagexml": tr("Import", "PAGE XML"),
        "alto": tr("Import", "ALTO XML"),
        "scans": tr("Import", "Plain scans (images, PDF)"),
    }[name]


def summary(facts: SourceSummary) -> str:
    """Pages, words and how many are transcribed."""
    tr = QCoreApplication.translate
    formats = ", ".join(format_name(part) for part in facts.format.split(", "))
    lines = [tr("Import", "Found: {0}.").format(formats)]
    if facts.pages:
        pages = _pages(facts.pages)
        lines.append(
            tr("Import", "{0}, {1} of them without marked words.").format(pages, f"{facts.wordless:,}")
            if facts.wordless
            else tr("Import", "{0}, all with marked words.").format(pages)
        )
    if facts.words:
        lines.append(
            tr("Import", "{0}: {1} transcribed ({2} different), {3} not yet.").format(
                _words(facts.words),
                f"{facts.transcribed:,}",
                f"{facts.different:,}",
                f"{facts.words - facts.transcribed:,}",
            )
        )
    if facts.lines:
        lines.append(
            plural(
                facts.lines,
                tr("Import", "{0} text line whose words are not marked one by one."),
                tr("Import", "{0} text lines whose words are not marked one by one."),
            )
        )
    return "\n".join(lines)


def import_button_text(facts: SourceSummary) -> str:
    """The button that starts the import."""
    what = _words(facts.words) if facts.words else _pages(facts.pages)
    return QCoreApplication.translate("Import", "Import {0}").format(what)


def import_result_text(result: dict[str, object]) -> str:
    """What an import did, from the last word of its job."""
    tr = QCoreApplication.translate

    def count(key: str) -> int:
        value = result.get(key, 0)
        return value if isinstance(value, int) else 0

    told = {
        "segmented": (
            tr("Import", "{0} word was found on the scans."),
            tr("Import", "{0} words were found on the scans."),
        ),
        "lines": (
            tr("Import", "{0} line came in whose words are not marked."),
            tr("Import", "{0} lines came in whose words are not marked."),
        ),
        "already": (
            tr("Import", "{0} was there already and stays as it is."),
            tr("Import", "{0} were there already and stay as they are."),
        ),
        "lexicon_added": (
            tr("Import", "{0} word is new in the lexicon."),
            tr("Import", "{0} words are new in the lexicon."),
        ),
        "skipped": (tr("Import", "{0} thing was left out."), tr("Import", "{0} things were left out.")),
    }
    parts = [
        tr("Import", "Imported {0} and {1}.").format(_words(count("words")), _pages(count("pages"))),
        *(plural(count(key), *forms) for key, forms in told.items() if count(key)),
    ]
    return " ".join(parts)


def _words(count: int) -> str:
    tr = QCoreApplication.translate
    return plural(count, tr("Import", "{0} word"), tr("Import", "{0} words"))


def _pages(count: int) -> str:
    tr = QCoreApplication.translate
    return plural(count, tr("Import", "{0} page"), tr("Import", "{0} pages"))
