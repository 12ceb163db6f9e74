"""A bar inside a view that shows a message with buttons, and asks before an action that cannot be undone."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from app.widgets.accessibility import LiveText
from app.widgets.builders import label, restyle, row
from app.widgets.button_row import ButtonAction, ButtonRow
from app.widgets.progress_bar import ProgressBar


class MessageBar(QFrame):
    """Hidden until it shows a message. Its buttons do not take the focus from the view when clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("message")
        self._live = LiveText(self)
        self.text = label()
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.progress = ProgressBar(total=0)
        self.progress.setFixedWidth(120)
        self._buttons = ButtonRow(Qt.FocusPolicy.TabFocus)
        self._row = row((self.text, 1), self.progress, self._buttons, parent=self, margins=(16, 8, 8, 8), spacing=16)
        self.hide()

    @property
    def button(self) -> QPushButton:
        """The first button; hidden while there is none."""
        return self._buttons.first

    @property
    def buttons(self) -> list[QPushButton]:
        return self._buttons.buttons

    def find_button(self, text: str) -> QPushButton:
        """Return the button with this text. Raises StopIteration if there is none."""
        return next(button for button in self.buttons if button.text() == text)

    def show_message(
        self, text: str, actions: Sequence[ButtonAction] = (), level: str = "info", *, busy: bool = False
    ) -> None:
        """Show a sentence with its buttons; ``level`` is "info", "warning" or "error", ``busy`` adds a progress bar.

        A button runs its action and leaves the bar open, unless the action dismisses it.
        """
        restyle(self, "level", level)
        self.text.setText(text)
        self.setAccessibleName(text)
        self.progress.setAccessibleName(text)
        self.progress.setVisible(busy)
        self._buttons.set_actions(actions)
        self._buttons.setVisible(bool(actions))
        self.show()
        self._live.set_text(text)

    def ask(self, question: str, yes: str, run: Callable[[], object], no: str) -> None:
        """Ask before an action that cannot be undone; the harmless answer has the focus."""

        def confirm() -> None:
            self.dismiss()
            run()

        self.show_message(question, [ButtonAction(yes, confirm, "danger"), ButtonAction(no, self.dismiss)], "warning")
        self.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def insert_icon(self, icon: QLabel) -> None:
        """Add an icon before the text."""
        self._row.insertWidget(0, icon)

    def dismiss(self) -> None:
        """Hide the bar and drop its message."""
        self.hide()
        self.text.clear()
        self._live.set_text("")
        self._buttons.set_actions(())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._live.say()
