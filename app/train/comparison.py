"""Runs side by side: their results, and the parameters in which they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.text.date_format import format_timestamp
from app.text.parameters import parameter_title, value_name
from app.train.train_messages import took, tr
from app.train.train_options import differing_parameters
from core.project.content.runs import Run

Line = tuple[str, list[str]]


def comparison(runs: Sequence[Run], measured: Sequence[dict[str, Any] | None]) -> list[Line]:
    """A title and one text for each run, line by line: first what came of them, then what was asked."""
    lines: list[Line] = [
        (tr("Started"), [format_timestamp(run.started_at) for run in runs]),
        (tr("Took"), [took(run) for run in runs]),
        (tr("Model"), [run.model or tr("none") for run in runs]),
        (tr("Words trained on, read rightly"), [_share(each, "A_s") for each in measured]),
        (tr("New words, read rightly"), [_share(each, "A_u") for each in measured]),
        (tr("Both (h)"), [_share(each, "h") for each in measured]),
    ]
    for name, values in differing_parameters([run.params for run in runs]).items():
        lines.append((parameter_title(name), [value_name(name, value) for value in values]))
    return lines


def _share(measured: dict[str, Any] | None, score: str) -> str:
    """A score in percent with its interval, or that it was not measured."""
    value = (measured or {}).get(score)
    if not isinstance(value, float):
        return tr("not measured")
    interval = (measured or {}).get(f"{score}_interval")
    if not interval:
        return tr("{0} %").format(f"{100 * value:.1f}")
    low, high = interval
    return tr("{0} % ({1} to {2})").format(f"{100 * value:.1f}", f"{100 * low:.1f}", f"{100 * high:.1f}")
