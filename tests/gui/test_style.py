"""Colours are readable, icons exist, settings persist, and the process of the window never loads torch."""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from app import settings as keys
from app.main import require_toolkit
from app.notifications import NotificationCenter
from app.research import Research
from app.settings import Settings
from app.shell.dialogs.notification_history import NotificationHistory
from app.shell.dialogs.preferences import Preferences
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style import icons
from app.style.file_dialog import choose_folder
from app.style.icons import NAMES, icon
from app.style.stylesheet import stylesheet
from app.style.theme import Theme, reading_font
from app.style.tokens import ALL, CONTRAST, CONTRAST_DARK, DARK, LIGHT, STATES, Tokens, contrast
from app.text.formats import distance, percent
from app.widgets.progress_bar import ProgressBar, is_motion_reduced, reduce_motion
from core.errors import DuctusError
from core.project.content.words import WordState


def test_every_state_of_a_word_has_a_colour() -> None:
    assert set(WordState) == STATES


@pytest.mark.parametrize("tokens", ALL, ids=lambda tokens: tokens.name)
def test_every_text_colour_is_readable_on_every_background(tokens: Tokens) -> None:
    for name in ("ink", "quiet", "accent", "danger", "warn", *WordState):
        for background in (tokens.page, tokens.sheet, tokens.hover):
            assert contrast(getattr(tokens, name), background) >= 4.5, (name, background)
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@pytest.mark.parametrize("tokens", ALL, ids=lambda tokens: tokens.name)
def test_borders_of_what_can_be_used_are_visible(tokens: Tokens, qapp) -> None:
    for background in (tokens.page, tokens.sheet, tokens.hover):
        assert contrast(tokens.border, background) >= 3, background
    sheet = stylesheet(tokens)
    for selector in ("QPushButton, QToolButton, QComboBox, QLineEdit", "QListView, QTableView, QTreeView", "#card {"):
        rule = sheet[sheet.index(f"\n{selector}") :]
        assert f"1px solid {tokens.border}" in rule[: rule.index("}")] or f"1px solid {tokens.border}" in rule[:700]


@pytest.mark.parametrize("tokens", ALL, ids=lambda tokens: tokens.name)
def test_disabled_menu_entries_look_different(tokens: Tokens, qtbot) -> None:
    assert contrast(tokens.disabled, tokens.ink) >= 3
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.setStyleSheet(stylesheet(tokens))
    menu.addAction("Undo").setEnabled(False)
    menu.addAction("Undo")
    menu.adjustSize()
    image = menu.grab().toImage()
    off, on = (image.copy(menu.actionGeometry(action).adjusted(8, 2, -8, -2)) for action in menu.actions())

    def darkest(part: QImage) -> float:
        """Return the highest contrast of a pixel with the sheet."""
        colours = {part.pixelColor(x, y).name() for x in range(part.width()) for y in range(part.height())}
        return max(contrast(colour, tokens.sheet) for colour in colours)

    assert darkest(off) < 0.6 * darkest(on)


def test_deep_widgets_are_restyled_no_more_often_than_others(theme: Theme, qtbot) -> None:
    class Counting(QWidget):
        count = 0

        def changeEvent(self, event: QEvent) -> None:
            self.count += event.type() == QEvent.Type.StyleChange
            super().changeEvent(event)

    outer = parent = Counting()
    qtbot.addWidget(outer)
    for _ in range(10):
        parent = Counting(parent)
    outer.show()
    outer.count = parent.count = 0
    theme.set_mode(theme.switched())
    assert outer.count == parent.count > 0
    theme.set_mode(theme.switched())


@pytest.mark.parametrize("tokens", [CONTRAST, CONTRAST_DARK], ids=lambda tokens: tokens.name)
def test_high_contrast_is_high(tokens: Tokens) -> None:
    for background in (tokens.page, tokens.sheet, tokens.hover):
        for name in ("ink", "quiet", "accent", "danger", "warn", *WordState):
            assert contrast(getattr(tokens, name), background) >= 7, (name, background)
        assert contrast(tokens.border, background) >= 7
    for name in ("line", "disabled"):
        assert contrast(getattr(tokens, name), tokens.sheet) >= 4.5, name
    assert contrast(tokens.on_accent, tokens.accent) >= 7


def test_focus_is_seen_beside_what_it_surrounds() -> None:
    """The frame of the focus differs from the frame without it, and the mark of a choice from its background."""
    for tokens in ALL:
        assert contrast(tokens.accent, tokens.sheet) >= 3 and contrast(tokens.accent, tokens.page) >= 3
        assert contrast(tokens.accent, tokens.hover) >= 3 and tokens.accent != tokens.border


def test_outlines_on_a_scan_keep_the_contrast_of_the_theme() -> None:
    assert [LIGHT.on_scan(True), DARK.on_scan(False)] == [DARK, LIGHT]
    assert [CONTRAST.on_scan(True), CONTRAST_DARK.on_scan(False)] == [CONTRAST_DARK, CONTRAST]


def test_high_contrast_is_chosen_and_switched_by_key(qapp, qtbot, tmp_path: Path) -> None:
    settings, theme = Settings(tmp_path / "settings.json"), Theme(qapp, "light")
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = Preferences(parent, settings, theme, Research(settings, NotificationCenter(parent), parent))
    try:
        dialog.themes["contrast"].setChecked(True)
        assert theme.tokens is CONTRAST and settings.get(keys.THEME) == "contrast"
        assert qapp.palette().window().color().name().upper() == CONTRAST.page
        theme.set_mode(theme.switched())
        assert theme.tokens is CONTRAST_DARK and theme.switched() == "contrast"
    finally:
        theme.set_mode("light")
    assert theme.switched() == "dark"


def test_high_contrast_follows_the_system(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    theme = Theme(qapp, "system")
    monkeypatch.setattr("app.style.theme.wants_high_contrast", lambda app: True)
    theme._hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert theme.tokens.is_high_contrast
    theme.set_mode("dark")
    assert theme.tokens is DARK, "what was chosen counts more"
    theme.set_mode("light")


def test_bars_stand_still_with_reduced_motion(qapp, qtbot, tmp_path: Path) -> None:
    settings, theme = Settings(tmp_path / "settings.json"), Theme(qapp, "light")
    bar, parent = ProgressBar(), QWidget()
    qtbot.addWidget(bar)
    qtbot.addWidget(parent)
    bar.setRange(0, 0)
    bar.resize(120, 6)
    dialog = Preferences(parent, settings, theme, Research(settings, NotificationCenter(parent), parent))

    def moves() -> bool:
        bar.show()
        qtbot.wait(20)
        first = bar.grab().toImage()
        qtbot.wait(150)
        return bool(bar.grab().toImage() != first)

    try:
        dialog.reduce_motion.setChecked(True)
        assert settings.get(keys.REDUCE_MOTION) and is_motion_reduced() and not moves()
        dialog.reduce_motion.setChecked(False)
        assert not is_motion_reduced() and moves()
    finally:
        reduce_motion(False)


def test_every_bar_of_the_app_can_stand_still() -> None:
    import app

    files = Path(app.__file__).parent.rglob("*.py")
    assert not [file for file in files if "= QProgressBar(" in file.read_text(encoding="utf-8")]


def test_size_of_texts_is_a_setting(qapp, qtbot, tmp_path: Path) -> None:
    settings, theme = Settings(tmp_path / "settings.json"), Theme(qapp, "light")
    usual, reading = qapp.font().pointSizeF(), reading_font(12).pointSizeF()
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = Preferences(parent, settings, theme, Research(settings, NotificationCenter(parent), parent))
    try:
        dialog.text_size.setCurrentIndex(dialog.text_size.findData(150))
        assert settings.get(keys.TEXT_PERCENT) == 150 and theme.text_percent == 150
        assert qapp.font().pointSizeF() == pytest.approx(1.5 * usual)
        assert reading_font(12).pointSizeF() == pytest.approx(1.5 * reading)
        assert "font-size: 24pt" in qapp.styleSheet()
        assert Theme(qapp, "light", 115).text_percent == 115, "it holds after the next start, too"
    finally:
        theme.set_text_percent(100)
    assert qapp.font().pointSizeF() == pytest.approx(usual)


def test_contrast_equals_the_guidelines() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


def test_every_icon_can_be_drawn(qapp) -> None:
    drawn = {name: icon(name, "#000000").pixmap(24, 24).toImage() for name in NAMES}
    for name, image in drawn.items():
        inked = sum(image.pixelColor(x, y).alpha() > 127 for x in range(24) for y in range(24))
        assert 8 < inked < 288, name
        same = [other for other, of_other in drawn.items() if of_other == image]
        assert {NAMES[other] for other in same} == {NAMES[name]}, "no box for a character that the font lacks"


def test_icons_have_the_colours_of_their_states(qapp) -> None:
    disabled = qapp.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name()
    for mode, state, expected in (
        (QIcon.Mode.Normal, QIcon.State.Off, "#ff0000"),
        (QIcon.Mode.Active, QIcon.State.Off, "#0000ff"),
        (QIcon.Mode.Normal, QIcon.State.On, "#0000ff"),
        (QIcon.Mode.Disabled, QIcon.State.Off, disabled),
        (QIcon.Mode.Disabled, QIcon.State.On, disabled),
    ):
        image = icon("menu", "#ff0000", "#0000ff").pixmap(QSize(24, 24), mode, state).toImage()
        darkest = max((image.pixelColor(x, y) for x in range(24) for y in range(24)), key=QColor.alpha)
        assert darkest.name() == expected, (mode, state)


def test_missing_icons_are_reported_with_the_remedy(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(icons, "_PACKAGE", "no_such_package")
    icons.font_file.cache_clear()
    with pytest.raises(DuctusError, match=r"no_such_package with its icons is not installed.*"):
        require_toolkit()


def test_similar_letters_differ_in_the_reading_font(qapp) -> None:
    from PySide6.QtGui import QFontMetrics, QPainterPath

    font = reading_font(24)
    shapes = []
    for letter in "Il1O0":
        path = QPainterPath()
        path.addText(0, 0, font, letter)
        shapes.append([(round(e.x, 1), round(e.y, 1)) for e in map(path.elementAt, range(path.elementCount()))])
    assert QFontMetrics(font).height() > 0
    assert all(one != other for one, other in itertools.combinations(shapes, 2))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows forbids these characters")
def test_theme_works_with_special_characters_in_the_temporary_folder(tmp_path: Path) -> None:
    code = """
import sys
from PySide6.QtWidgets import QApplication, QCheckBox
from app.style.theme import Theme
app = QApplication(["ductus"])
theme = Theme(app, "light")
box = QCheckBox("a box")
box.setChecked(True)
box.show()
box.grab().toImage().save(sys.argv[1])
"""
    images = []
    for number, name in enumerate(["plain", 'a (b) \'c "d" e\\\\f']):
        folder = tmp_path / name
        folder.mkdir()
        image_file = tmp_path / f"{number}.png"
        done = subprocess.run(
            [sys.executable, "-c", code, str(image_file)],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env=os.environ | {"TMPDIR": str(folder), "QT_QPA_PLATFORM": "offscreen"},
        )
        assert "stylesheet" not in done.stderr
        images.append(QImage(str(image_file)))
    assert images[0] == images[1] and not images[0].isNull()


def test_theme_applies_to_the_whole_application(qapp) -> None:
    theme = Theme(qapp, "light")
    theme.set_mode("dark")
    assert qapp.palette().window().color().name().upper() == DARK.page
    theme.set_mode("light")
    assert qapp.palette().window().color().name().upper() == LIGHT.page


def test_icons_of_what_is_open_follow_the_theme(empty_window: MainWindow, qtbot) -> None:
    empty_window.settings.set(keys.RECENT, ["/gone.ductus"])
    empty_window.start.refresh()
    empty_window.notifications.error("No.")
    empty_window.window_actions.show_history()
    (history,) = empty_window.findChildren(NotificationHistory)
    dialog = choose_folder(empty_window, "Folder", Path.home(), "Choose", lambda folder: None)
    up = dialog.findChild(QToolButton, "toParentButton")
    assert up is not None

    def colours() -> list[str]:
        icons = (
            (empty_window.start.recent.rows[0].remove.icon(), "quiet"),
            (empty_window.toasts.shown[-1].buttons[-1].icon(), "quiet"),
            (history.list.item(0).icon(), "danger"),
            (up.icon(), "ink"),
        )
        tokens = empty_window.theme.tokens
        return [name for each, name in icons if QColor(getattr(tokens, name)) not in _colours(each)]

    for mode in ("light", "dark", "contrast", "light"):
        empty_window.theme.set_mode(mode)
        assert not colours(), mode
    dialog.close()
    history.close()


def _colours(shown: QIcon) -> list[QColor]:
    image = shown.pixmap(48, 48).toImage()
    return [image.pixelColor(x, y) for x in range(48) for y in range(48)]


def test_settings_persist_and_a_damaged_file_is_renamed(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    settings = Settings(file)
    settings.set(keys.THEME, "dark")
    settings.add_recent(tmp_path / "one")
    settings.add_recent(tmp_path / "two")
    settings.add_recent(tmp_path / "one")
    again = Settings(file)
    assert again.get(keys.THEME) == "dark"
    assert again.get(keys.RECENT) == [str(tmp_path / "one"), str(tmp_path / "two")]
    file.write_text("{not json", encoding="utf-8")
    assert Settings(file).get(keys.THEME) == "system"
    assert (tmp_path / "deep" / "settings.json.damaged").read_text(encoding="utf-8") == "{not json"


def test_setting_of_a_wrong_type_gives_the_default(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"theme": 7, "reopen_last_project": "yes", "recent": {}}), encoding="utf-8")
    settings = Settings(file)
    assert settings.get(keys.THEME) == "system" and settings.get(keys.REOPEN) is True
    assert settings.get(keys.RECENT) == []


def test_window_opens_without_what_a_person_asks_for_later(tmp_path: Path) -> None:
    """The guide, the tour and the report are loaded when they are first shown."""
    code = (
        "import sys, pathlib, app.main, app.settings, app.style.theme as theme\n"
        "from PySide6.QtWidgets import QApplication\n"
        "app.main.require_toolkit()\n"
        "qt = QApplication([])\n"
        "window = app.main.make_window(app.settings.Settings(pathlib.Path(sys.argv[1])), theme.Theme(qt, 'light'))\n"
        "window.show()\n"
        "qt.processEvents()\n"
        "late = ('app.shell.guide', 'app.shell.dialogs.report_dialog', 'app.shell.dialogs.report_dialog')\n"
        "print([name for name in sys.modules if name.startswith(late)])"
    )
    arguments = [sys.executable, "-c", code, str(tmp_path / "settings.json")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_no_module_of_the_app_loads_torch() -> None:
    """The window must start quickly, and survive a training that runs out of memory."""
    code = (
        "import sys, pkgutil, importlib, app\n"
        "for m in pkgutil.walk_packages(app.__path__, 'app.'): importlib.import_module(m.name)\n"
        "print(sorted(n for n in ('torch', 'sklearn', 'scipy') if n in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "torch" not in done.stdout and "sklearn" not in done.stdout


def test_views_do_not_import_each_other() -> None:
    import app

    imported: dict[str, set[str]] = {name: set() for name in (*VIEWS, "export")}
    for name, names in imported.items():
        for file in (Path(app.__file__).parent / name).rglob("*.py"):
            found = re.findall(r"^\s*(?:from|import) app\.(\w+)", file.read_text(encoding="utf-8"), re.M)
            names |= set(found) & set(imported) - {name}
    assert not any(imported.values()), imported


def test_percent_is_never_0_or_100_and_distances_are_short() -> None:
    assert [percent(p) for p in (0.0, 0.004, 0.5, 0.994, 0.999, 1.0)] == ["< 1", "< 1", "50", "99", "> 99", "> 99"]
    assert [distance(d) for d in (0.0764, 5.2819, 16.192, 50.1185)] == ["0.076", "5.282", "16.2", "50.1"]


def test_number_column_is_as_wide_as_its_longest_number(qapp) -> None:
    from PySide6.QtGui import QFontMetricsF

    from app.review.candidate_list import column_width

    metrics = QFontMetricsF(qapp.font())
    assert column_width(metrics, "0.119", "0000.0") == metrics.horizontalAdvance("0000.0")
    assert column_width(metrics, "123456.7", "0000.0") >= metrics.horizontalAdvance("123456.7")
