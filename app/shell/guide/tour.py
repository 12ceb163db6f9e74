"""The tour: a card beside one control after another. The window stays usable, and the tour can be left at any step."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QFocusEvent, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from app.shell.guide.tour_steps import Step, first_step, tour_steps
from app.style.theme import Theme
from app.widgets import builders

CARD_WIDTH = 340
_GAP = 12
_FRAME = 4
"""Pixels between a control and the frame around it."""
_FOLLOW_MS = 200
"""Controls move while their view is built and when the window is resized."""

AWAITED = "awaited"
"""The landmark that shows how far is what a stop waits for."""
_HERE = Qt.ShortcutContext.WidgetWithChildrenShortcut

Find = Callable[[str, str], QWidget | None]
"""Return the control for a view and a landmark, None while it is not there."""


class Tour(QObject):
    """One tour at a time over ``window``. ``find`` returns the controls, ``show_view`` goes to a view by its name."""

    def __init__(self, window: QWidget, theme: Theme, find: Find, show_view: Callable[[str], object]) -> None:
        super().__init__(window)
        self._window, self._find, self._show_view = window, find, show_view
        self._steps: tuple[Step, ...] = ()
        self._number = 0
        self.card = TourCard(window)
        self.frame = TourFrame(window, theme)
        self.card.next.clicked.connect(self.go_on)
        self.card.back.clicked.connect(self.go_back)
        self.card.end.clicked.connect(self.stop)
        for button in (self.card.next, self.card.back, self.card.end):
            button.installEventFilter(self)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self.card, self.stop, context=_HERE)
        self._timer = QTimer(self, interval=_FOLLOW_MS)
        self._timer.timeout.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the focus in the card where a view takes it when it is built, and not a person by a key or click."""
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() == Qt.FocusReason.OtherFocusReason:
            QTimer.singleShot(0, self, self._take_focus_back)
        return False

    def _take_focus_back(self) -> None:
        focused = self._window.focusWidget()
        if self.step is not None and (focused is None or not self.card.isAncestorOf(focused)):
            self._focus()

    @property
    def step(self) -> Step | None:
        """The present stop, None while no tour is shown."""
        return self._steps[self._number] if self._steps else None

    def start(self, is_project_open: bool) -> None:
        """Begin at the first stop; without a project, at the button that creates the demo."""
        self._steps = tour_steps() if is_project_open else (first_step(),)
        self._number = 0
        self._show()

    def project_changed(self, is_open: bool) -> None:
        """Go on in a project that was opened; end with one that was closed."""
        if self.step is None:
            return
        waits = self._steps == (first_step(),)
        if is_open and waits:
            self.start(True)
        elif not is_open and not waits:
            self.stop()

    def go_on(self) -> None:
        """Go to the next stop, or end after the last."""
        if self._number + 1 >= len(self._steps):
            self.stop()
            return
        self._number += 1
        self._show()

    def go_back(self) -> None:
        """Go to the stop before."""
        if self._number:
            self._number -= 1
            self._show()

    def stop(self) -> None:
        """End the tour; the window stays where it is."""
        self._steps = ()
        self._timer.stop()
        self.card.hide()
        self.frame.hide()

    def _show(self) -> None:
        step = self.step
        if step is None:
            return
        if step.view:
            self._show_view(step.view)
        self.card.show_step(step, self._number, len(self._steps))
        self._place()
        self.card.show()
        self.card.raise_()
        self._focus()
        self._timer.start()

    def _focus(self) -> None:
        button = self.card.end if self.card.next.isHidden() else self.card.next
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _place(self) -> None:
        step = self.step
        if step is None:
            return
        control = self._find(step.view, step.landmark)
        room = self._window.rect()
        if control is None or not control.isVisible():
            self.frame.hide()
            self.card.move(room.center() - self.card.rect().center())
            return
        box = QRect(control.mapTo(self._window, QPoint(0, 0)), control.size()) & room
        around = box.adjusted(-_FRAME, -_FRAME, _FRAME, _FRAME)
        self.frame.setGeometry(around)
        self.frame.show()
        self.frame.raise_()
        place = card_place(around, self.card.width(), self.card.height(), room)
        awaited = self._find(step.view, AWAITED)
        if awaited is not None and awaited.isVisible():  # what is waited for stays in sight, with its button to stop
            place.setY(max(place.y(), awaited.mapTo(self._window, QPoint(0, awaited.height())).y() + _GAP))
        self.card.move(place)
        self.card.raise_()


class TourCard(QFrame):
    """The title and the text of a stop, with *Back*, *Next* and *End the tour*."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("tour")
        self.title = builders.label("", "section")
        self.text = builders.label()
        self.number = builders.label("", "caption", wrap=False)
        self.back = QPushButton(self.tr("Back"))
        self.next = builders.push_button(self.tr("Next"), kind="primary")
        self.end = QPushButton(self.tr("End the tour"))
        for button in (self.back, self.next, self.end):
            button.setAutoDefault(True)  # Enter presses the button with the focus
        rows = (builders.row(self.number, 1), builders.row(self.end, 1, self.back, self.next))
        self._column = builders.column(self.title, self.text, *rows, parent=self, margins=(16, 16, 16, 16))
        self.hide()

    def show_step(self, step: Step, number: int, count: int) -> None:
        """Show a stop; ``number`` counts from 0."""
        self.title.setText(step.title)
        self.text.setText(step.text)
        self.number.setText(self.tr("{0} of {1}").format(number + 1, count) if count > 1 else "")
        self.back.setVisible(count > 1)
        self.next.setVisible(count > 1)
        self.back.setEnabled(number > 0)
        self.next.setText(self.tr("Next") if number + 1 < count else self.tr("Finish"))
        self.setAccessibleName(self.tr("Tour: {0}").format(step.title))
        self.next.setAccessibleDescription(f"{step.title}. {step.text}")
        self.end.setAccessibleDescription(f"{step.title}. {step.text}")
        self._column.activate()
        width = max(CARD_WIDTH, self._column.totalMinimumSize().width())  # larger texts have wider buttons
        self.setFixedSize(width, self._column.totalHeightForWidth(width))


class TourFrame(QWidget):
    """The frame around a control; clicks go through it."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.tokens.accent), 3))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), 6, 6)


def card_place(control: QRect, width: int, height: int, room: QRect) -> QPoint:
    """Return where a card of this size stands in ``room``: below, above or beside the control, else over its corner."""
    inside = room.adjusted(_GAP, _GAP, -_GAP, -_GAP)
    left = max(inside.left(), min(control.left(), inside.right() - width + 1))
    top = max(inside.top(), min(control.top(), inside.bottom() - height + 1))
    for place in (
        QPoint(left, control.bottom() + 1 + _GAP),
        QPoint(left, control.top() - _GAP - height),
        QPoint(control.right() + 1 + _GAP, top),
        QPoint(control.left() - _GAP - width, top),
    ):
        if inside.contains(QRect(place.x(), place.y(), width, height)):
            return place
    corner = control & inside
    return QPoint(max(inside.left(), corner.right() - width - _GAP), max(inside.top(), corner.bottom() - height - _GAP))
