"""A program that starts Qt without a window and prints how many font families it finds, for ``ductus doctor``."""

import os
from pathlib import Path

from core.system.programs import load_bundled_libraries, load_library


def main() -> None:
    """Print the number of font families; fails where Qt or what opens its windows cannot be loaded."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    load_bundled_libraries()
    from PySide6.QtCore import QLibraryInfo
    from PySide6.QtGui import QFontDatabase
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    _load_window_plugin(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms" / "libqxcb.so")
    print(len(QFontDatabase.families()))
    app.quit()


def _load_window_plugin(plugin: Path) -> None:
    """Load what opens windows in an X session; OSError names a library that it needs and that is missing."""
    if plugin.is_file() and "WAYLAND_DISPLAY" not in os.environ:
        load_library(plugin)


if __name__ == "__main__":
    main()
