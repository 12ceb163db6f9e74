"""Plots: what a saved one shows is read back from the file; a square one with its legend."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.context import ProjectContext
from app.plots.plot_data import PlotData, Series, SeriesKind
from app.plots.plot_panel import PlotPanel
from app.session.run_progress import MemberProgress
from app.style.tokens import DARK, LIGHT, contrast
from app.train.charts import Charts, Curve
from app.train.live import LiveRun

X, HEIGHTS = (1.0, 2.0, 3.0), (35.0, 20.0, 30.0)
SCALE = 3
FIGURE = PlotData(
    "Steps",
    "x",
    "y",
    [Series("steps", np.array([0.5, 1.5, 2.5, 3.5]), np.array(HEIGHTS), SeriesKind.STEPS)],
    x_range=(0, 4),
    y_range=(0, 40),
    x_ticks=[(x, f"{x:g}") for x in range(5)],
    y_ticks=[(y, f"{y:g}") for y in range(0, 41, 10)],
)


@pytest.fixture
def panel(context: ProjectContext, qtbot) -> PlotPanel:
    panel = PlotPanel(context)
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    panel.show()
    panel.show_figure(FIGURE)
    qtbot.wait(50)  # the panel draws again once it has its size
    panel.plot.getAxis("bottom").setTickPen("#ff0000")
    panel.plot.getAxis("left").setTickPen("#00ff00")
    return panel


def pixels(path: Path) -> NDArray[np.int64]:
    """The file as a picture [height, width, RGB]."""
    if path.suffix == ".pdf":
        document = pypdfium2.PdfDocument(path)
        rows = np.array(document[0].render(scale=SCALE, rev_byteorder=True).to_numpy())[..., :3]
        document.close()
        return rows.astype(np.int64)
    image = QImage(str(path))
    if path.suffix == ".svg":
        drawing = QSvgRenderer(str(path))
        image = QImage(drawing.defaultSize() * SCALE, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        drawing.render(painter)
        painter.end()
    image = image.convertToFormat(QImage.Format.Format_RGBX8888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[:, : image.width(), :3]
    return rows.astype(np.int64)


def centres(places: NDArray[np.int64]) -> NDArray[np.float64]:
    """The middle of each run of neighbouring numbers."""
    places = np.unique(places)
    return np.array([run.mean() for run in np.split(places, np.flatnonzero(np.diff(places) > 2) + 1)])


def scale_of(ticks: NDArray[np.int64], values: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and start of the line through the ticks, which stand in even steps."""
    places = centres(ticks)
    assert len(places) == len(values)
    slope, start = np.polyfit(places, values, 1)
    assert np.allclose(slope * places + start, values, atol=0.02 * np.ptp(values))
    return float(slope), float(start)


def read_back(path: Path) -> tuple[list[float], list[float]]:
    """The places of the two upright edges within the curve, and its heights at x = 1, 2, 3."""
    red, green, blue = np.moveaxis(pixels(path), 2, 0)
    x_slope, x_start = scale_of(np.nonzero(red - np.maximum(green, blue) > 80)[1], np.arange(5.0))
    y_slope, y_start = scale_of(np.nonzero(green - np.maximum(red, blue) > 80)[0], np.arange(40.0, -1, -10))
    curve = (blue - red > 60) & (green < blue)
    heights = []
    for x in X:
        column = round((x - x_start) / x_slope)
        heights.append(y_slope * float(np.flatnonzero(curve[:, column]).mean()) + y_start)
    row = round((25 - y_start) / y_slope)
    return list(x_slope * centres(np.flatnonzero(curve[row])) + x_start), heights


@pytest.mark.parametrize("width", [440, 700])
def test_square_plot_names_21_readers_in_colours_of_their_own(width: int, context: ProjectContext, qtbot) -> None:
    panel = PlotPanel(context, square=180)
    qtbot.addWidget(panel)
    panel.resize(width, 320)
    panel.show()
    ends = np.array([0.0, 100.0])
    series = [Series(f"Reader {k} at 14 (0.976)", ends, ends, SeriesKind.POINTS, k) for k in range(1, 22)]
    panel.show_figure(PlotData("Rates", "x", "y", series, x_range=(0, 100), y_range=(0, 100)))
    box, legend = panel.plot.vb, panel.plot.legend
    qtbot.waitUntil(lambda: abs(box.width() - box.height()) < 2 and box.height() >= 180)
    names = [label.text for _, label in legend.items]
    assert names == [curve.name for curve in series]
    inside = panel.view.mapFromScene(legend.sceneBoundingRect()).boundingRect()
    assert panel.view.viewport().rect().adjusted(-2, -2, 2, 2).contains(inside)
    for tokens in (LIGHT, DARK):
        colours = [tokens.reader(k) for k in range(21)]
        assert len(set(colours)) == 21 and all(contrast(colour, tokens.sheet) >= 3 for colour in colours)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_curve_stands_at_its_numbers_on_the_axes(suffix: str, panel: PlotPanel, tmp_path: Path, qtbot) -> None:
    path = tmp_path / f"steps.{suffix}"
    with qtbot.waitSignal(panel.save_button.saved):
        panel.save(path)
    edges, heights = read_back(path)
    assert edges == pytest.approx([1.5, 2.5], abs=0.03)
    assert heights == pytest.approx(HEIGHTS, abs=0.4)


def test_numbers_are_saved_as_they_are(panel: PlotPanel, tmp_path: Path, qtbot) -> None:
    path = tmp_path / "steps.csv"
    with qtbot.waitSignal(panel.save_button.saved):
        panel.save(path)
    rows = list(csv.reader(path.open(encoding="utf-8")))
    assert rows == [["series", "x", "y"], ["steps", "0.5", "35"], ["steps", "1.5", "20"], ["steps", "2.5", "30"]]


def test_numbers_of_a_low_axis_do_not_lie_over_each_other(context: ProjectContext, qtbot) -> None:
    ticks = [(float(y), str(y)) for y in (1, 2, 5, 10, 20, 50, 100)]
    steps = Series("steps", np.array([1.0, 2.0, 3.0]), np.array([1.0, 90.0]), SeriesKind.STEPS)
    panel = PlotPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    shown = []
    for height in (180, 600):
        panel.resize(400, height)
        panel.show_figure(PlotData("a", "x", "y", [steps], log_y=True, y_range=(1, 100), y_ticks=ticks))
        qtbot.wait(50)
        shown.append(panel.plot.getAxis("left")._tickLevels[0])
        assert panel.plot.vb.size().height() >= len(shown[-1]) * panel.fontMetrics().height(), (height, shown)
    assert 1 < len(shown[0]) < len(shown[1]) == len(ticks)


@pytest.fixture
def charts(context: ProjectContext, qtbot) -> Charts:
    charts = Charts(context)
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
    with qtbot.waitSignal(charts.save_buttons["loss"].saved):
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
    with qtbot.waitSignal(charts.save_buttons["accuracy"].saved) as saved:
        charts.save("accuracy", path)
    assert saved.args == [str(path)] and not QImage(str(path)).isNull()


def test_folder_that_is_not_there_is_named(charts: Charts, tmp_path: Path, qtbot) -> None:
    with qtbot.waitSignal(charts.save_buttons["loss"].failed) as failed:
        charts.save("loss", tmp_path / "missing" / "loss.png")
    assert "loss.png" in failed.args[0] and "Choose another folder" in failed.args[0]


def test_without_research_the_log_takes_the_place_of_readers_and_curves(context: ProjectContext, qtbot) -> None:
    live = LiveRun(context)
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
