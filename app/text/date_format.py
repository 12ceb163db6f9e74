"""Dates and times for people, with the name of the month: 11/12 is another day elsewhere."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale


def format_date(at: datetime) -> str:
    """Return day and local time in the language of the app; ``at`` without a time zone is taken as local time."""
    pattern = QCoreApplication.translate("Moments", "d MMM yyyy", "day, month and year, in Qt's letters")
    return f"{QLocale().toString(_local(at).date(), pattern)}, {time_of_day(at)}"


def format_timestamp(text: str | None) -> str:
    """Return a stored timestamp (ISO 8601) for people; text of any other form is returned as it is."""
    try:
        return format_date(datetime.fromisoformat(text)) if text else ""
    except (ValueError, OverflowError):
        return text or ""


def time_of_day(at: datetime) -> str:
    """Return hours and minutes as the locale has them."""
    return QLocale().toString(_local(at).time(), QLocale.FormatType.ShortFormat)


def _local(at: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
