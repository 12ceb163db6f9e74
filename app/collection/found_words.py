"""What was found, said in sentences."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.collection.found_facts import Facts


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


def summary(facts: Facts) -> str:
    """Pages, words and how many are transcribed."""
    tr = QCoreApplication.translate
    formats = ", ".join(format_name(part) for part in facts.format.split(", "))
    lines = [tr("Import", "Found: {0}.").format(formats)]
    if facts.pages:
        pages = (
            tr("Import", "1 page")
            if facts.pages == 1
            else tr("Import", "{0} pages").format(f"{facts.pages:,}")
        )
        lines.append(
            tr("Import", "{0}, {1} of them without marked words.").format(pages, f"{facts.wordless:,}")
            if facts.wordless
            else tr("Import", "{0}, all with marked words.").format(pages)
        )
    if facts.words:
        lines.append(
            tr("Import", "{0} words: {1} transcribed ({2} different), {3} not yet.").format(
                f"{facts.words:,}", f"{facts.transcribed:,}", f"{facts.different:,}",
                f"{facts.words - facts.transcribed:,}",
            )
        )  # fmt: skip
    if facts.lines:
        lines.append(
            tr("Import", "{0} text lines whose words are not marked one by one.").format(f"{facts.lines:,}")
        )
    return "\n".join(lines)


def bring_text(facts: Facts) -> str:
    """The button that starts the import."""
    tr = QCoreApplication.translate
    if facts.words:
        return tr("Import", "Import {0} words").format(f"{facts.words:,}")
    if facts.pages == 1:
        return tr("Import", "Import 1 page")
    return tr("Import", "Import {0} pages").format(f"{facts.pages:,}")


def told_of_import(result: dict[str, object]) -> str:
    """What an import did, from the last word of its job."""
    tr = QCoreApplication.translate

    def count(key: str) -> int:
        value = result.get(key, 0)
        return value if isinstance(value, int) else 0

    parts = [
        tr("Import", "Imported {0} words and {1} pages.").format(f"{count('words'):,}", f"{count('pages'):,}")
    ]
    if count("segmented"):
        parts.append(tr("Import", "{0} words were found on the scans.").format(f"{count('segmented'):,}"))
    if count("lines"):
        parts.append(
            tr("Import", "{0} lines came in whose words are not marked.").format(f"{count('lines'):,}")
        )
    if count("already"):
        parts.append(
            tr("Import", "{0} were there already and stay as they are.").format(f"{count('already'):,}")
        )
    if count("lexicon_added"):
        parts.append(tr("Import", "{0} words are new in the lexicon.").format(f"{count('lexicon_added'):,}"))
    if count("skipped"):
        parts.append(tr("Import", "{0} things were left out.").format(f"{count('skipped'):,}"))
    return " ".join(parts)
