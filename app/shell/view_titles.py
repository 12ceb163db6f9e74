"""What the six places are called."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def titles() -> dict[str, str]:
    """The places' names for people, in the order of the rail; "" stands for what works everywhere."""
    tr = QCoreApplication.translate
    return {
        "": tr("titles", "Everywhere"),
        "collection": tr("titles", "Collection"),
        "page": tr("titles", "Page"),
        "review": tr("titles", "Review"),
        "train": tr("titles", "Train"),
        "insight": tr("titles", "Insight"),
        "search": tr("titles", "Search"),
    }
