"""Collect pyqtgraph's icons and colour maps, without its examples and parameter trees."""

from PyInstaller.utils.hooks import collect_data_files

datas = collect_data_files("pyqtgraph", excludes=["**/examples/*", "**/tests/*"])
excludedimports = ["PyQt5", "PyQt6", "PySide2", "PySide6.QtTest", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets"]
