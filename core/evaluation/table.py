"""Results as the cells of a text table."""

from collections.abc import Mapping
from typing import Any

NO_VALUE = "–"


def score_cell(row: Mapping[str, Any], column: str) -> str:
    """Return ``.770 (.71–.82)``, without the interval where there is none; a dash where the score is undefined."""
    value = row.get(column)
    if value is None:
        return NO_VALUE
    interval = row.get(f"{column}_interval")
    return format_share(value) + (
        f" ({format_share(interval[0], 2)}–{format_share(interval[1], 2)})" if interval else ""
    )


def format_share(value: float, digits: int = 3) -> str:
    """Return a share without its leading zero: ``.770``."""
    text = f"{value:.{digits}f}"
    return text[1:] if text.startswith("0.") else text
