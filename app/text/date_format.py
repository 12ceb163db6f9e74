"""Dates and times as a person reads them: the month by its name, since 11/12 is another day elsewhere."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale


def format_date(at: datetime) -> str:
    """Day and time on this computer's clock; ``at`` without a time zone is taken to be of that clock already."""
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy", "day, month and year, in Qt's letters")
    return f"{QLocale().toString(_local(at).date(), pattern)}, {time_of_day(at)}"


def format_timestamp(text: str | None) -> str:
    """A moment as a project's file tells it (ISO 8601); what is no moment is given back as it is."""
    try:
        return format_date(datetime.fromisoformat(text)) if text else ""
    except (ValueError, OverflowError):
        return text or ""


def time_of_day(at: datetime) -> str:
    """Hours and minutes, as the computer's language has them."""
    locale, time = QLocale(), _local(at).time()
    if locale.language() == QLocale.Language.C:
        return locale.toString(time, "HH:mm")  # it would tell the seconds too
    return locale.toString(time, QLocale.FormatType.ShortFormat)


def _local(at: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
