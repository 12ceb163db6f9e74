"""What came of taking words out of the lexicon, said in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from app.text.plural import plural


def removal_message(gone: int, staying: Sequence[str]) -> str:
    """``gone`` words left the lexicon; ``staying`` ones cannot, for transcriptions for training say them."""
    tr = QCoreApplication.translate
    parts = []
    if gone:
        one = tr("Lexicon", "{0} word was taken out of the lexicon.")
        many = tr("Lexicon", "{0} words were taken out of the lexicon.")
        parts.append(plural(gone, one, many))
    if staying:
        one = tr(
            "Lexicon",
            "“{1}” stays: it is transcribed on a page that the model learns from, and every such word belongs to the "
            "lexicon. Correct the transcription, and it leaves by itself.",
        )
        many = tr(
            "Lexicon",
            "{0} words stay: they are transcribed on pages that the model learns from, and every such word belongs "
            "to the lexicon. Correct the transcriptions, and they leave by themselves.",
        )
        parts.append(plural(len(staying), one, many, staying[0]))
    return " ".join(parts)
