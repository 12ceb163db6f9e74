"""A person who types readings into the real window without a pause, until somebody kills the process.

Every reading that the window took as written is said on standard output: ``kept WORD_ID TEXT``.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.main import make_window
from app.session import backups
from app.session.changes import WORDS, Changed
from app.settings import Settings
from app.style.theme import Theme

PAUSE_MS = 5
ASK_AGAIN_S = 1.0


def main(project: Path, first: int) -> int:
    """Type ``word<n>`` with n from ``first`` into one word after another; then the first ones again."""
    # far more often than in earnest, so that some are killed in the middle of a backup of the readings
    backups.FIRST_DELAY_MS, backups.EDITS_BETWEEN_BACKUPS = 300, 20
    app = QApplication(sys.argv[:1])
    window = make_window(Settings(project.parent / "settings.json"), Theme(app, "light"))
    window.show()
    assert window.open_project(project) and window.session is not None
    window.show_view("review")
    place = window.current_view()
    assert place is not None
    under_way: dict[int, str] = {}
    number, asked_at = first, time.monotonic()

    def kept(changed: Changed) -> None:
        for word_id in changed.word_ids or ():
            if changed.touches(WORDS) and word_id in under_way:
                print("kept", word_id, under_way.pop(word_id), flush=True)

    def type_one() -> None:
        nonlocal number, asked_at
        word_id = place.current_word()
        if word_id is None or not place.one.isVisible():  # type: ignore[attr-defined]
            # the queue has come to its end: ask for all words, also those read by now
            if time.monotonic() - asked_at > ASK_AGAIN_S:
                asked_at = time.monotonic()
                place.bar.unread.setChecked(False)  # type: ignore[attr-defined]
                place.renew()  # type: ignore[attr-defined]
            return
        field = place.one.field  # type: ignore[attr-defined]
        field.setFocus()
        field.selectAll()
        under_way[word_id] = text = f"word{number}"
        number += 1
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)

    window.session.changed.connect(kept)
    timer = QTimer(interval=PAUSE_MS)
    timer.timeout.connect(type_one)
    timer.start()
    print("ready", flush=True)
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
