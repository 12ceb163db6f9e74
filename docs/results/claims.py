"""Check the figures in sentences of the documents against the files in this folder (`make tables`).

`claims.toml` names, for a piece of text, the cells that its figures are from: `FILE > ROW > COLUMN`, where FILE is the
name of a CSV file without its ending, and ROW is `KEY=VALUE; ...`, or the value of the column `row`, or `ROW against
OTHER` of a file of comparisons. The claim may name the `file` for all its cells; several columns are several cells.
`CELL minus CELL` is a difference, and `1 minus CELL` the other share. Figures that no file has bear a `source` instead.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent
CLAIMS = RESULTS / "claims.toml"
MADE = re.compile(r"<!-- table: .*?<!-- end of table -->|```.*?```", re.DOTALL)
"""Tables that are made from the files, and commands: nothing in them is typed."""
FIGURE = re.compile(r"(?<![\w.])-?(?:\d*\.\d+(?![\w.]*\d)|\d+ %)")
"""A number with decimals, or a percentage: .98, 1.00, 4.9 or 98 %, but not 2.13.0."""


def check_claims(path: Path = CLAIMS) -> list[str]:
    """Return a sentence for each claim that does not hold, and for each figure of a document without a claim."""
    faults: list[str] = []
    for name, claims in tomllib.loads(path.read_text(encoding="utf-8")).items():
        text = plain((RESULTS.parent / name).read_text(encoding="utf-8"))
        is_covered = [False] * len(text)
        for claim in claims:
            places = list(re.finditer(re.escape(plain(claim["text"])), text))
            for place in places:
                is_covered[place.start() : place.end()] = [True] * len(place[0])
            if not places:
                faults.append(f"{name} does not say: {claim['text']}")
            elif "cells" in claim:
                faults += [f"{name}: {fault}, in: {claim['text']}" for fault in wrong_figures(claim)]
        for figure in FIGURE.finditer(text):
            if not is_covered[figure.start()]:
                around = text[max(0, figure.start() - 60) : figure.end() + 30]
                faults.append(f"{name}: {figure[0]} has no claim, in: ... {around} ...")
    return faults


def plain(text: str) -> str:
    """Return text without made tables and commands, on one line."""
    return " ".join(MADE.sub("", text).split())


def wrong_figures(claim: dict[str, Any]) -> list[str]:
    """Return what is wrong with the figures of a claim that names cells."""
    figures, cells = FIGURE.findall(plain(claim["text"])), cells_of(claim["cells"])
    if len(figures) != len(cells):
        return [f"{len(figures)} figures and {len(cells)} cells"]
    values = [value_of(cell, claim.get("file", "")) for cell in cells]
    return [
        f"{figure} is {value:.4f} in {cell}"
        for figure, value, cell in zip(figures, values, cells, strict=True)
        if not is_rounded(figure, value)
    ]


def cells_of(texts: Sequence[str]) -> list[str]:
    """Return cells one by one; several columns of a row are several cells."""
    parts = (text.rpartition(">") for text in texts)
    return [f"{row}{arrow} {column}" for row, arrow, columns in parts for column in columns.split()]


def is_rounded(figure: str, value: float) -> bool:
    """Return whether ``figure`` is ``value`` rounded; in files values have up to four decimals.

    The sign counts where the figure has one: "behind by .007" may be a difference of -.007.
    """
    number = figure.removesuffix(" %")
    places = len(number.partition(".")[2])
    if number != figure:
        value *= 100
    error = 0.0 if places == 4 else 0.0001 if number == figure else 0.01
    if not figure.startswith("-"):
        value = abs(value)
    return abs(float(number) - value) <= 0.5 * 10**-places + error + 1e-9


def value_of(cell: str, file: str) -> float:
    """Return the figure of a cell, or the difference of two; raise ValueError where there is not just one such row.

    ``file`` is that of cells that do not name one.
    """
    first, _, second = cell.partition(" minus ")
    if second:
        return value_of(first, file) - value_of(second, file)
    if ">" not in cell:
        return float(cell)
    *place, row, column = (part.strip() for part in cell.split(">"))
    wanted = keys_of(row)
    found = [one for one in rows_of(place[0] if place else file) if all(one[key] == value for key, value in wanted)]
    if len(found) != 1:
        raise ValueError(f"{len(found)} rows are {row}")
    return float(found[0][column])


def keys_of(row: str) -> Sequence[tuple[str, str]]:
    """Return the columns that a row is named by, and their values."""
    if "=" not in row.partition(" against ")[0].partition(":")[0]:
        name, _, other = row.partition(" against ")
        return [("row", name), ("against", other)] if other else [("row", name)]
    parts = (part.partition("=") for part in row.split("; "))
    return [(key, value) for key, _, value in parts]


@cache
def rows_of(file: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of this folder."""
    with (RESULTS / f"{file}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
