"""Making plots whose saving is told through the hub. Imports pyqtgraph."""

from __future__ import annotations

from app.context import Desk
from app.insight.plots.plot_panel import PlotPanel


def plot_panel(desk: Desk) -> PlotPanel:
    """An empty plot in the look of the app."""
    panel = PlotPanel(desk.theme)
    panel.saved.connect(lambda path: desk.hub.info(panel.tr("Saved: {0}").format(path)))
    panel.failed.connect(desk.hub.error)
    return panel
