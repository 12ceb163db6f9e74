"""Numbers, dates and times for people, in the language of the app; files and the command line have their own."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale


def integer(value: float) -> str:
    """Return a whole number with its digits grouped."""
    return QLocale().toString(int(value))


def decimal(value: float, decimals: int) -> str:
    """Return a number with this many decimals, its digits grouped."""
    return QLocale().toString(float(value), "f", decimals)


def short(value: float, digits: int = 6) -> str:
    """Return a number as short as its significant digits allow, without groups, as it is typed into a field."""
    locale = QLocale()
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    text = f"{value:.{digits}g}"
    return text if "e" in text else text.replace(".", locale.decimalPoint())


def in_percent(share: float, decimals: int = 0) -> str:
    """Return a share of 1 in percent, with the sign."""
    return with_percent_sign(decimal(100 * share, decimals))


def with_percent_sign(number: str) -> str:
    """Return a number, or two with a dash, with the sign as the language writes it."""
    return QCoreApplication.translate("Numbers", "{0} %").format(number)


def percent(probability: float) -> str:
    """Return a probability in percent, never 0 and never 100: it was estimated on a limited number of words."""
    number = round(100 * probability)
    return "> 99" if number > 99 else "< 1" if number < 1 else str(number)


def distance(value: float) -> str:
    """Return a distance with three decimals below 10, otherwise with one."""
    return decimal(value, 3 if value < 10 else 1)


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


def shorten(text: str, letters: int) -> str:
    """Return at most so many letters of a text; dots stand for the others."""
    return text if len(text) <= letters else f"{text[: letters - 1]}…"


def _local(at: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
