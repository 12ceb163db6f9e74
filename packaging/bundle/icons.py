"""Draw resources/icons/ductus.svg as the files that systems need: `icons.py FOLDER` writes .png, .ico and .icns."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import contents
from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parents[2] / "resources" / "icons" / "ductus.svg"
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)


def main() -> None:
    """Write ductus-SIZE.png, ductus.ico for Windows and ductus.icns for macOS."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    app = QGuiApplication([])
    for size in contents.ICON_SIZES:
        draw(size).save(folder / f"ductus-{size}.png")
    draw(256).save(folder / "ductus.ico", sizes=[(size, size) for size in ICO_SIZES])
    draw(1024).save(folder / "ductus.icns")
    app.quit()


def draw(size: int) -> Image.Image:
    """Return the icon with ``size`` pixels a side."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs ask for bytes, which it refuses
    return Image.open(io.BytesIO(data.data()))


if __name__ == "__main__":
    main()
