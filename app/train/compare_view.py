"""The comparison of runs: their curves in one plot, and a table of results and differing parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.context import ProjectContext
from app.session.run_progress import RunProgress
from app.text.formats import decimal, format_timestamp, in_percent
from app.text.parameters import parameter_title, value_name
from app.train.advanced import PRESET_TEXTS
from app.train.charts import Charts, Curve, LineSample
from app.train.project_lists import Evaluation, has_other_list
from app.train.train_messages import run_duration, tr
from app.widgets import builders
from app.widgets.text_table import Column, TextRow, TextTable
from core.project.content.runs import Run


class CompareView(QWidget):
    """All members of a run have the same line."""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self._theme = context.theme
        self.charts = Charts(context)
        self.table = TextTable(self.tr("Results, and parameters that differ"), [], max_rows=0)
        self._legend = QHBoxLayout()
        self._legend.setSpacing(8)
        builders.column(self._legend, (self.charts, 3), (self.table, 2), parent=self)

    def show_runs(
        self,
        runs: Sequence[Run],
        progress: Sequence[RunProgress],
        evaluations: Sequence[Evaluation],
        titles: Mapping[str, str],
    ) -> None:
        """Compare these runs; the evaluations are those of their models, ``titles`` those of all models by name."""
        self.charts.show_curves(
            [
                Curve(member, number, str(run.id))
                for number, (run, run_progress) in enumerate(zip(runs, progress, strict=True))
                for member in run_progress.members
                if member.epochs
            ]
        )
        names = [self.tr("Run {0}").format(run.id) for run in runs]
        # the last column takes the rest of the width
        columns = [Column(title, width=0 if n == len(runs) else 64) for n, title in enumerate(["", *names])]
        lines = comparison(runs, evaluations, titles)
        self.table.show_rows([TextRow((title, *values), title) for title, values in lines], columns)
        self._replace_legend(names)

    def _replace_legend(self, names: Sequence[str]) -> None:
        while (item := self._legend.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for number, name in enumerate(names):
            self._legend.addWidget(LineSample(self._theme, number))
            self._legend.addWidget(QLabel(name))
        self._legend.addStretch(1)


def comparison(
    runs: Sequence[Run], evaluations: Sequence[Evaluation], titles: Mapping[str, str]
) -> list[tuple[str, list[str]]]:
    """Return lines of a title and a text for each run: the results, then the parameters that differ."""
    lines = [
        (tr("Started"), [format_timestamp(run.started_at) for run in runs]),
        (tr("Duration"), [run_duration(run) for run in runs]),
        (tr("Model"), [titles.get(run.model, run.model) if run.model else tr("none") for run in runs]),
        (tr("Correct, words trained on"), [_score(evaluation, "A_s") for evaluation in evaluations]),
        (tr("Correct, new words"), [_score(evaluation, "A_u") for evaluation in evaluations]),
        (tr("Both (h)"), [_score(evaluation, "h") for evaluation in evaluations]),
    ]
    for name, values in differing_parameters([run.params for run in runs]).items():
        shown = [titles.get(value, value) for value in values] if name == "parent" else values
        lines.append((parameter_title(name), [value_name(name, value) for value in shown]))
    return lines


def differing_parameters(params: Sequence[dict[str, Any]]) -> dict[str, list[Any]]:
    """Return the parameters that are not the same in all runs: the name, and the value of each run or None.

    Parameters of the preset stand beside those of the request.
    """
    flat = [_flatten(of_run) for of_run in params]
    names = dict.fromkeys(name for of_run in flat for name in of_run)
    values = {name: [of_run.get(name) for of_run in flat] for name in names}
    return {name: of_runs for name, of_runs in values.items() if any(value != of_runs[0] for value in of_runs)}


def _flatten(params: dict[str, Any]) -> dict[str, Any]:
    stored = params.get("preset")
    preset = stored if isinstance(stored, dict) else {}
    request = {name: value for name, value in params.items() if name not in ("preset", "name")}
    inner = {name: value for name, value in preset.items() if name not in PRESET_TEXTS}
    return {"preset": preset.get("name"), **inner, **request}


def _score(evaluation: Evaluation, name: str) -> str:
    """Return a score in percent with its interval, or that it was not measured."""
    value = (evaluation or {}).get(name)
    if not isinstance(value, float):
        return tr("not measured")
    interval = (evaluation or {}).get(f"{name}_interval")
    if not interval:
        text = in_percent(value, 1)
    else:
        low, high = interval
        text = tr("{0} % ({1} to {2})").format(*(decimal(100 * share, 1) for share in (value, low, high)))
    return tr("{0}, with an earlier word list").format(text) if has_other_list(evaluation) else text
