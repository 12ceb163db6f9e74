"""Making plots whose saving is told through the notifications. Imports pyqtgraph."""

from __future__ import annotations

from app.context import ProjectContext
from app.insight.plots.plot_panel import PlotPanel


def plot_panel(context: ProjectContext) -> PlotPanel:
    """An empty plot in the look of the app."""
    panel = PlotPanel(context.theme)
    panel.saved.connect(lambda path: context.notifications.info(panel.tr("Saved: {0}").format(path)))
    panel.failed.connect(context.notifications.error)
    return panel
