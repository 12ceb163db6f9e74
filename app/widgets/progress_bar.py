"""A thin progress bar that stands still where motion is reduced."""

from PySide6.QtWidgets import QProgressBar, QStyleOptionProgressBar

from app.style import motion


class ProgressBar(QProgressBar):
    """While the end of the work is unknown, its bar runs to and fro; with reduced motion it stays empty.

    It has no text; ``name`` is what screen readers say.
    """

    def __init__(self, name: str = "", *, total: int = 100) -> None:
        super().__init__(maximum=total, textVisible=False)
        self.setAccessibleName(name)
        self.setFixedHeight(6)

    def initStyleOption(self, option: QStyleOptionProgressBar) -> None:
        super().initStyleOption(option)
        if option.minimum == option.maximum and motion.is_reduced():
            option.minimum, option.maximum, option.progress = 0, 1, 0
