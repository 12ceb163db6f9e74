"""The style sheet of all views, on an 8-pixel grid."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QDir, QPointF, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from app.style.tokens import Tokens

_SHEET = """
QWidget { color: %(ink)s; }
QMainWindow, QDialog, #page { background: %(page)s; }
#sheet, QListView, QTableView, QTreeView, QPlainTextEdit, QTextEdit { background: %(sheet)s; }
#sheet { border: 1px solid %(line)s; border-radius: 6px; }
#header { background: %(sheet)s; border-bottom: 1px solid %(line)s; }
#rail { background: %(sheet)s; border-right: 1px solid %(line)s; }
#status { background: %(sheet)s; border-top: 1px solid %(line)s; color: %(quiet)s; }
QLabel[kind="title"] { font-size: %(title_points)spt; font-weight: 600; }
QLabel[kind="section"] { font-weight: 600; }
QLabel[kind="quiet"] { color: %(quiet)s; }
QLabel[kind="caption"] { color: %(quiet)s; font-size: %(caption_points)spt; }
QLabel[kind="danger"] { color: %(danger)s; }
QLabel[kind="warn"] { color: %(warn)s; }
QPushButton, QToolButton, QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox {
    background: %(sheet)s; border: 1px solid %(border)s; border-radius: 4px; padding: 4px 12px; min-height: 22px;
}
QLineEdit, QSpinBox, QDoubleSpinBox { padding: 4px 8px; selection-background-color: %(accent)s;
    selection-color: %(on_accent)s; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { background: %(hover)s; }
QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QListView:focus, QTableView:focus, QTreeView:focus, QPlainTextEdit:focus {
    border: 2px solid %(accent)s; }
QPushButton:disabled, QToolButton:disabled, QComboBox:disabled, QLineEdit:disabled { color: %(quiet)s;
    background: %(page)s; border-color: %(line)s; }
QPushButton[kind="primary"], QToolButton[kind="primary"] { background: %(accent)s; color: %(on_accent)s;
    border-color: %(accent)s; font-weight: 600; }
QPushButton[kind="primary"]:focus, QToolButton[kind="primary"]:focus { border: 2px solid %(ink)s; }
QPushButton[kind="primary"]:disabled, QToolButton[kind="primary"]:disabled { background: %(line)s; color: %(quiet)s;
    border-color: %(line)s; }
QPushButton[kind="danger"] { color: %(danger)s; }
QPushButton[kind="danger"]:disabled { color: %(quiet)s; }
QPushButton[kind="card"] { border-radius: 6px; padding: 0; min-height: 0; text-align: left; }
QPushButton[kind="card"] QLabel:disabled { color: %(quiet)s; }
QLabel[kind="cap"] { background: %(page)s; border: 1px solid %(line)s; border-bottom: 2px solid %(line)s;
    border-radius: 4px; padding: 1px 6px; min-width: 14px; }
QToolButton[kind="project"] { font-weight: 600; border-color: transparent; background: transparent;
    padding: 4px 8px; }
QToolButton[kind="project"]::menu-indicator { image: none; width: 0; }
#palette { background: %(sheet)s; border: 1px solid %(quiet)s; border-radius: 8px; }
#popover { background: %(sheet)s; border: 1px solid %(border)s; }
#palette QListWidget { border: 0; }
QPushButton[kind="flat"], QToolButton[kind="flat"] { border-color: transparent; background: transparent; }
QToolButton[kind="primary"], QToolButton[kind="menu"] { max-height: 22px; }
QToolButton::menu-indicator { image: none; width: 0; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QFileDialog QToolButton { padding: 4px 6px; }
QToolButton[kind="tool"] { border-color: transparent; background: transparent; padding: 2px 8px; min-height: 20px; }
QToolButton[kind="tool"]:checked { background: %(hover)s; border-color: %(accent)s; }
QPushButton[kind="candidate"] { border-color: transparent; background: transparent; padding: 1px 6px;
    min-height: 20px; text-align: left; }
QPushButton[kind="candidate"]:checked { background: %(hover)s; border-color: %(accent)s; }
QToolButton[kind="legend"] { border-color: transparent; background: transparent; padding: 1px 8px; min-height: 20px; }
QToolButton[kind="rail"] { border: 0; border-left: 3px solid transparent; border-radius: 0; padding: 6px 0;
    font-size: %(rail_points)spt; background: transparent; color: %(quiet)s; }
QToolButton[kind="rail"]:checked { border-left: 3px solid %(accent)s; color: %(ink)s; background: %(hover)s; }
QToolButton[kind="project"]:hover, QPushButton[kind="flat"]:hover, QToolButton[kind="flat"]:hover,
QToolButton[kind="tool"]:hover, QToolButton[kind="legend"]:hover, QPushButton[kind="candidate"]:hover {
    background: %(hover)s; }
QToolButton[kind="project"]:focus, QPushButton[kind="flat"]:focus, QToolButton[kind="flat"]:focus,
QToolButton[kind="tool"]:focus, QToolButton[kind="legend"]:focus, QToolButton[kind="rail"]:focus {
    border: 2px solid %(accent)s; }
QListView, QTableView, QTreeView, QPlainTextEdit, QTextEdit { border: 1px solid %(border)s; border-radius: 6px; }
QTextEdit { border: 2px solid %(border)s; }
QTextEdit:focus { border: 2px solid %(accent)s; }
QListView::item:selected, QTableView::item:selected, QTreeView::item:selected { background: %(accent)s;
    color: %(on_accent)s; }
QHeaderView::section { background: %(page)s; color: %(quiet)s; border: 0; border-bottom: 1px solid %(line)s;
    padding: 4px 8px; }
#words { border: 2px solid %(border)s; }
#words:focus { border: 2px solid %(accent)s; }
QTableView { gridline-color: %(line)s; }
QTableView::item { padding: 0 5px; }
QTabBar::tab { padding: 6px 14px; border: 0; border-bottom: 2px solid transparent; color: %(quiet)s; }
QTabBar::tab:selected { color: %(ink)s; border-bottom: 2px solid %(accent)s; }
QTabBar:focus { border: 1px solid %(accent)s; }
QTabWidget::pane { border: 0; }
QProgressBar { border: 0; border-radius: 3px; background: %(line)s; height: 6px; text-align: center; }
QProgressBar::chunk { background: %(accent)s; border-radius: 3px; }
QSlider::groove:horizontal { height: 4px; background: %(border)s; border-radius: 2px; }
QSlider::handle:horizontal { background: %(accent)s; width: 14px; margin: -6px 0; border-radius: 7px; }
QSlider:focus { border: 1px solid %(accent)s; border-radius: 4px; }
QLineEdit[readOnly="true"] { color: %(quiet)s; background: %(page)s; }
QLineEdit { placeholder-text-color: %(quiet)s; }
#reading { min-height: 40px; padding: 2px 8px; }
#reading[sure="true"] { placeholder-text-color: %(ink)s; }
QLineEdit QToolButton { border: 0; padding: 0; min-height: 0; background: transparent; }
QComboBox::drop-down { border: 0; width: 24px; subcontrol-origin: padding; subcontrol-position: center right; }
QComboBox::down-arrow { image: url(%(image_down)s); width: 12px; height: 12px; }
QSpinBox, QDoubleSpinBox { padding-right: 24px; qproperty-alignment: AlignRight; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;
    width: 22px; border: 0; background: transparent; margin: 2px 2px 0 0; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border;
    subcontrol-position: bottom right; width: 22px; border: 0; background: transparent; margin: 0 2px 2px 0; }
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover,
QDoubleSpinBox::down-button:hover { background: %(hover)s; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(%(image_up)s); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(%(image_down)s); width: 10px; height: 10px; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid %(quiet)s;
    background: %(sheet)s; }
QCheckBox::indicator { border-radius: 3px; }
QCheckBox::indicator:checked { background: %(accent)s; border-color: %(accent)s; image: url(%(image_tick)s); }
#lookalikes::indicator, #checklist::indicator { width: 14px; height: 14px; border: 1px solid %(quiet)s;
    border-radius: 3px; background: %(sheet)s; }
#lookalikes::indicator:checked, #checklist::indicator:checked { background: %(accent)s; border-color: %(accent)s;
    image: url(%(image_tick)s); }
#lookalikes::item, #checklist::item { padding: 4px; }
#lookalikes::item:selected { background: %(hover)s; border: 2px solid %(accent)s; border-radius: 4px; }
#checklist::item:selected { background: %(hover)s; color: %(ink)s; border: 1px solid %(accent)s; border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid %(accent)s;
    background: %(on_accent)s; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border-color: %(line)s;
    background: %(page)s; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: %(border)s; border-radius: 5px; min-height: 28px; min-width: 28px; margin: 2px; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::handle:hover { background: %(quiet)s; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none;
    border: 0; width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QToolTip { background: %(sheet)s; color: %(ink)s; border: 1px solid %(line)s; padding: 4px; }
QSplitter::handle { background: %(line)s; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QMenu { background: %(sheet)s; border: 1px solid %(border)s; padding: 4px; }
QMenu::item { padding: 6px 24px; border-radius: 4px; }
QMenu::item:selected { background: %(accent)s; color: %(on_accent)s; }
QMenu::item:disabled, QMenu::item:disabled:selected { background: transparent; color: %(disabled)s; }
#toast, #message { background: %(sheet)s; border: 1px solid %(line)s; border-left: 4px solid %(accent)s;
    border-radius: 6px; }
#toast QPushButton, #toast QToolButton { padding: 1px 8px; min-height: 18px; }
#toast[level="error"], #message[level="error"] { border-left-color: %(danger)s; }
#toast[level="warning"], #message[level="warning"] { border-left-color: %(warn)s; }
#card { background: %(sheet)s; border: 1px solid %(border)s; border-radius: 6px; }
#card:hover { background: %(hover)s; }
#card[selected="true"] { border: 2px solid %(accent)s; }
QRadioButton[kind="section"] { font-weight: 600; }
QRadioButton:focus, QCheckBox:focus { color: %(accent)s; }
QCheckBox::indicator:focus { width: 12px; height: 12px; border: 2px solid %(accent)s; }
QPushButton[kind="toggle"]:checked { background: %(hover)s; border-color: %(accent)s; }
#readonly { background: %(hover)s; border-bottom: 1px solid %(line)s; border-left: 4px solid %(warn)s; }
#contents::item { padding: 6px 8px; }
#scrolls:focus { border: 2px solid %(accent)s; border-radius: 4px; }
#tour { background: %(sheet)s; border: 2px solid %(accent)s; border-radius: 8px; }
#chip { background: %(page)s; border: 1px solid %(line)s; border-radius: 12px; }
"""


_POINTS = {"title_points": 16.0, "caption_points": 8.5, "rail_points": 8.0}


def stylesheet(tokens: Tokens, text_scale: float = 1.0) -> str:
    """Return the style sheet of one theme. It selects widgets by object name or by a ``kind`` property.

    ``text_scale``: size of the texts relative to the usual one.
    """
    points = {name: f"{size * text_scale:g}" for name, size in _POINTS.items()}
    images = {f"image_{name}": file for name, file in _images(tokens.quiet, tokens.on_accent).items()}
    return _SHEET % (tokens.colours() | images | points)


_SIZE, _SCALE = 12, 4
_PREFIX = "marks"
"""Search path for the folder: a style sheet cannot contain a path with a bracket or a quotation mark."""
_SHAPES = {
    "down": [(2.5, 4.5), (6, 8), (9.5, 4.5)],
    "up": [(2.5, 7.5), (6, 4), (9.5, 7.5)],
    "tick": [(2.5, 6.5), (5, 9), (9.5, 3.5)],
}


def _images(ink: str, on_accent: str) -> dict[str, str]:
    """Return the paths of the images: ``down`` and ``up`` in the colour ``ink``, ``tick`` in ``on_accent``."""
    return {name: _file(name, on_accent if name == "tick" else ink) for name in _SHAPES}


@cache
def _folder() -> QTemporaryDir:
    folder = QTemporaryDir()
    QDir.addSearchPath(_PREFIX, folder.path())
    return folder


@cache
def _file(name: str, colour: str) -> str:
    pixmap = QPixmap(_SIZE * _SCALE, _SIZE * _SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_SCALE, _SCALE)
    pen = QPen(QColor(colour), 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF([QPointF(*point) for point in _SHAPES[name]]))
    painter.end()
    file = f"{name}-{colour.lstrip('#')}.png"
    pixmap.save(str(Path(_folder().path()) / file))
    return f"{_PREFIX}:{file}"
