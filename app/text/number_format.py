"""Numbers for people, in the language of the app; files and the command line have their own."""

from PySide6.QtCore import QCoreApplication, QLocale


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
