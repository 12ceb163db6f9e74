"""Keys of a field to type words in: the number row of every keyboard, and keys that Qt would keep from the window."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from core.system.platforms import is_linux, is_windows

_FIRST_SCAN_CODE = 10 if is_linux() else 2
"""The scan code of the key with 1 in the number row, where scan codes follow the row."""
_MAC_ROW = (18, 19, 20, 21, 23, 22, 26, 28, 25)
"""The virtual key codes of macOS of the keys with 1 to 9."""


def number_of_key(event: QKeyEvent) -> int | None:
    """Return 1 to 9 for a key of the number row, whatever the layout of the keyboard types with it; else None."""
    if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9:
        return event.key() - Qt.Key.Key_0
    if is_linux() or is_windows():
        number = event.nativeScanCode() - _FIRST_SCAN_CODE + 1
        return number if 1 <= number <= 9 else None
    code = event.nativeVirtualKey()
    return _MAC_ROW.index(code) + 1 if code in _MAC_ROW else None


def candidate_of_key(event: QKeyEvent) -> int | None:
    """Return the number of the candidate that a pressed key chooses: Alt and a key of the number row."""
    is_alt = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
    return number_of_key(event) if is_alt else None


class LeavesExport(QObject):
    """Leaves Ctrl+E of a field to the window: in some systems a field would move the cursor to its end by it."""

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        is_export = event.key() == Qt.Key.Key_E and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if is_export:
            event.ignore()
        return is_export
