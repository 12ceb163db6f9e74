"""A program that starts Qt without a window and prints how many font families it finds, for ``ductus doctor``."""

from __future__ import annotations

import os

from core.system.programs import load_bundled_libraries


def main() -> None:
    """Print the number of font families; fails where Qt cannot be loaded."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    load_bundled_libraries()
    from PySide6.QtGui import QFontDatabase
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    print(len(QFontDatabase.families()))
    app.quit()


if __name__ == "__main__":
    main()
