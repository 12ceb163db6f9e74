"""The curves of a training: labels at the axes, and saved as an image, a drawing or a table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from app.session.run_progress import MemberProgress
from app.style.theme import Theme
from app.train.charts import Charts, Curve
from app.train.live import LiveRun


@pytest.fixture
def charts(theme: Theme, qtbot) -> Charts:
    charts = Charts(theme)
    qtbot.addWidget(charts)
    charts.resize(700, 320)
    charts.show()
    member = MemberProgress(epochs=[1, 2, 3], loss=[4.0, 1.0, 0.5], measured_epochs=[2, 3], accuracy=[0.25, 0.75])
    charts.show_curves([Curve(member, 0, "1"), Curve(MemberProgress(epochs=[1], loss=[3.0]), 1, "2")])
    return charts


def test_axes_say_what_they_show(charts: Charts) -> None:
    labels = {
        (name, side): plot.getAxis(side).labelText
        for name, plot in (("loss", charts.loss), ("accuracy", charts.accuracy))
        for side in ("left", "bottom")
    }
    assert labels == {
        ("loss", "left"): "loss",
        ("loss", "bottom"): "epoch",
        ("accuracy", "left"): "correct, %",
        ("accuracy", "bottom"): "epoch",
    }


def test_numbers_of_all_curves_are_saved(charts: Charts, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "loss.csv"
    with qtbot.waitSignal(charts.saved):
        charts.save("loss", path)
    rows = list(csv.reader(path.open(encoding="utf-8")))
    assert rows == [
        ["series", "epoch", "loss"],
        *([["1", "1", "4"], ["1", "2", "1"], ["1", "3", "0.5"], ["2", "1", "3"]]),
    ]
    charts.save("accuracy", tmp_path / "accuracy.csv")
    assert (tmp_path / "accuracy.csv").read_text(encoding="utf-8").splitlines()[1:] == ["1,2,25", "1,3,75"]


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_curves_are_saved_as_pictures(suffix: str, charts: Charts, tmp_path: Path, qtbot) -> None:
    path = tmp_path / f"accuracy.{suffix}"
    with qtbot.waitSignal(charts.saved) as saved:
        charts.save("accuracy", path)
    assert saved.args == [str(path)] and not QImage(str(path)).isNull()


def test_folder_that_is_not_there_is_named(charts: Charts, tmp_path: Path, qtbot) -> None:
    with qtbot.waitSignal(charts.failed) as failed:
        charts.save("loss", tmp_path / "missing" / "loss.png")
    assert "loss.png" in failed.args[0] and "Choose another folder" in failed.args[0]


def test_without_research_the_log_takes_the_place_of_readers_and_curves(theme: Theme, qtbot) -> None:
    live = LiveRun(theme)
    qtbot.addWidget(live)
    live.resize(800, 500)
    live.show()
    before = live.view.log.height()
    live.show_research(False)
    qtbot.waitUntil(lambda: live.view.log.height() > 2 * before)
    assert not live.view.charts.isVisible() and not live.view.members.isVisible()
    live.show_research(True)
    qtbot.waitUntil(lambda: live.view.log.height() == before)
    assert live.view.charts.isVisible()
