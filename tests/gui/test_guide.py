"""The guide: what it names exists, its links and pictures lead somewhere, and its window shows and finds it."""

from __future__ import annotations

import ast
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from guide_texts import APP, commands, filters, is_on_screen, keys, menu_paths, screen_texts
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QKeySequence, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.actions import plain_text
from app.context import ProjectContext
from app.export_dialog import ExportDialog
from app.main import make_window
from app.settings import Settings
from app.shell.dialogs.palette import Palette
from app.shell.guide.guide_pages import (
    CONTENTS,
    FOLDER,
    PAGE_OF_VIEW,
    anchor_of,
    anchors,
    headings,
    page_file,
    page_names,
    page_titles,
    plain,
    read_sections,
    search,
)
from app.shell.guide.guide_window import GuideWindow
from app.shell.views import VIEWS
from app.shell.window import MainWindow
from app.style.theme import Theme
from app.text import translations
from app.view import View
from core.cli.arguments import build_parser
from core.project.query.parser import parse

PAGES = sorted(path.name for path in FOLDER.glob("*.md"))
PICTURES = sorted(path.name for path in (FOLDER / "pictures").iterdir())
LONGEST_LINE = 120
MODIFIERS = ("Ctrl", "Shift", "Alt")
OTHER_NAMES = {
    "Groups": "One by one or in groups",
    "Stop and keep": "Stop training and keep it",
    "Confirm as “…”": "Confirm the marked words",
}
"""Buttons whose action has a longer name in the list of commands."""
CODE = "xx"
LANGUAGES = [code for code in translations.NAMES if code != translations.ENGLISH]
BUILD = Path(__file__).resolve().parents[2] / "packaging" / "guide" / "build.py"


def links(name: str) -> list[str]:
    return re.findall(r"\]\(([^)]+)\)", (FOLDER / name).read_text(encoding="utf-8"))


def normal(key: str) -> str:
    """Return a key as Qt writes it, with one name for both Enter keys."""
    return QKeySequence(key).toString().replace("Return", "Enter")


@pytest.fixture(scope="module")
def shown_guide(qapp) -> Iterator[GuideWindow]:
    parent = QWidget()
    parent.resize(1280, 800)
    window = GuideWindow(parent, Theme(qapp, "light"))
    yield window
    window.close()
    window.deleteLater()
    parent.deleteLater()


@pytest.fixture
def guide(shown_guide: GuideWindow) -> GuideWindow:
    """The window of the guide at its contents, as large as usual."""
    shown_guide.resize(1000, 700)
    shown_guide.show_contents()
    return shown_guide


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_pages_headings_and_pictures(name: str) -> None:
    anchors = {(section.page, section.anchor) for section in read_sections()}
    for link in links(name):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        assert not path or (FOLDER / path).exists(), link
        assert not anchor or (path or name, anchor) in anchors, link


def test_contents_list_every_page_and_views_have_one() -> None:
    assert sorted(page_names()) == PAGES
    assert set(PAGE_OF_VIEW) == {"", *VIEWS} and set(PAGE_OF_VIEW.values()) <= set(PAGES)


def test_every_picture_is_shown_and_small(qapp) -> None:
    used = {link.removeprefix("pictures/") for name in PAGES for link in links(name) if link.startswith("pictures/")}
    assert used == set(PICTURES)
    for name in PICTURES:
        assert not QImage(str(FOLDER / "pictures" / name)).isNull()
        assert (FOLDER / "pictures" / name).stat().st_size < 300_000, "every installation holds it"


def test_texts_in_italics_stand_on_the_screen() -> None:
    named = screen_texts(FOLDER)
    assert len(named) > 150, "pages name buttons and tabs in italics; if not, this test checks nothing"
    parts = {(mention.page, part) for mention in named for part in mention.text.split(" > ")}
    # the button of the menu has the name of the project
    assert [part for part in sorted(parts) if part[1] != "Menu" and not is_on_screen(part[1])] == []
    assert not is_on_screen("No such button anywhere")


def test_menu_paths_and_keys_exist(window) -> None:
    _check_menus(window)
    _check_keys(window)
    palette = Palette(window, window.app_actions, window.current_view())
    QTest.keyClicks(palette.field, "guide")
    assert "Guide" in palette.shown()


def _check_menus(window: MainWindow) -> None:
    actions = window.window_actions
    menus = {
        "Menu": [plain_text(action) for action in actions.menu.actions()],
        "Help": [plain_text(action) for action in actions.help_menu.actions()],
    }
    paths = menu_paths(FOLDER)
    assert len(paths) > 10
    assert "Help" in menus["Menu"]
    assert [path for path in paths if len(path[1]) != 2 or path[1][1] not in menus[path[1][0]]] == []


def _check_keys(window: MainWindow) -> None:
    """Check that every key exists, and that of a named entry or button belongs to it."""
    for view in VIEWS:
        window.show_view(view)
    taken = {
        normal(shortcut.toString()): set[str]() for e in window.app_actions.all() for shortcut in e.action.shortcuts()
    }
    for entry in window.app_actions.all():
        for shortcut in entry.action.shortcuts():
            taken[normal(shortcut.toString())].add(plain_text(entry.action).removeprefix("Go to "))
    named = keys(FOLDER)
    assert len(named) > 80
    assert {(m.page, m.text) for m in named if m.text not in MODIFIERS and normal(m.text) not in taken} == set()
    pairs = [
        (name, text.split(" > ")[-1], key)
        for name in PAGES
        for text, key in re.findall(
            r"\*([^*\n]+)\*(?:\s+\(| \| )`([^`]+)`", (FOLDER / name).read_text(encoding="utf-8")
        )
    ]
    assert len(pairs) > 30
    wrong = [
        pair
        for pair in pairs
        if not any(action.startswith(OTHER_NAMES.get(pair[1], pair[1])) for action in taken[normal(pair[2])])
    ]
    assert wrong == []


def test_filters_and_commands_are_understood() -> None:
    assert len(filters(FOLDER)) >= 5 and len(commands(FOLDER)) >= 3
    for mention in filters(FOLDER):
        assert parse(mention.text).clauses, mention
    known = build_parser().format_help()
    assert [m for m in commands(FOLDER) if not re.search(rf"\b{m.text}\b", known)] == []


def test_dialogs_open_pages_that_exist() -> None:
    anchors = {(section.page, section.anchor) for section in read_sections()}
    calls = [
        tuple(ast.literal_eval(argument) for argument in node.args[1:])
        for path in APP.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("context.help_on")
    ]
    assert len(calls) >= 5 and set(calls) <= anchors


def test_search_finds_all_words_titles_first() -> None:
    sections = read_sections()
    hits = search(sections, "eSCRIPTORIUM zip")
    assert hits[0].section.page == "export.md" and hits[0].section.title == "To eScriptorium"
    assert "zip" in hits[0].excerpt.casefold()
    assert search(sections, "audit")[0].section.title == "For all that is left: the audit"
    assert search(sections, "no such word anywhere") == [] and search(sections, "  ") == []


def test_markdown_marks_are_no_text() -> None:
    assert plain("See *Menu > Back up…* (`Ctrl+B`), [here](a.md), ![x](y.png) **now**.") == (
        "See Menu > Back up… ( Ctrl+B), here, now."
    )
    assert anchor_of("How sure is it?") == "how-sure-is-it"
    text = " ".join(section.text for section in read_sections())
    assert "](" not in text and "**" not in text and "|" not in text


class PlainView(View):
    """A view with nothing in it."""

    def __init__(self, name: str, context: ProjectContext) -> None:
        super().__init__(context)
        self.name = name


def test_f1_opens_the_page_of_the_view(
    theme: Theme, settings: Settings, project_folder: Path, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.main.make_view", PlainView)
    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(project_folder)
    for view in ("review", "search"):
        window.show_view(view)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        QTest.keyClick(window, Qt.Key.Key_F1)
        guide = window.window_actions.guide
        assert guide.isVisible() and guide.browser.page == PAGE_OF_VIEW[view]
    window.export()
    dialog = window.findChild(ExportDialog)
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_F1)
    assert guide.browser.page == "export.md"
    dialog.close()
    assert window.window_actions.guide is guide
    assert guide.windowHandle().transientParent() is None, "the open dialog would block it"
    window.close_project()
    window.window_actions.show_guide()
    assert guide.browser.page == PAGE_OF_VIEW[""]
    window.close()
    assert not guide.isVisible() and window.window_actions.guide is None


@pytest.mark.parametrize("name", PAGES)
def test_window_shows_the_headings_that_search_and_links_use(name: str, guide: GuideWindow) -> None:
    guide.show_page(name)
    sections = [section for section in read_sections() if section.page == name]
    assert guide.browser.headings() == [anchor_of(section.title) for section in sections]


def test_back_and_forward(guide: GuideWindow) -> None:
    guide.show_page("finding.md")
    guide.show_page("export.md", "to-escriptorium")
    assert guide.buttons["previous"].isEnabled() and not guide.buttons["next"].isEnabled()
    guide.browser.backward()
    assert guide.browser.page == "finding.md" and guide.list.currentItem().text() == "Search"
    guide.buttons["next"].click()
    assert guide.browser.page == "export.md"


def test_link_to_a_heading_scrolls_there(guide: GuideWindow) -> None:
    guide.show_page("trouble.md")
    assert guide.browser.verticalScrollBar().value() == 0
    guide.browser.follow(QUrl("missing-words.md#what-happens-then"))
    assert guide.browser.page == "missing-words.md"
    assert guide.browser.verticalScrollBar().value() > 0
    assert guide.browser.textCursor().block().text() == "What happens then"


def test_link_to_the_source_code_says_so(guide: GuideWindow) -> None:
    guide.show_page("science.md")
    guide.browser.follow(QUrl("../../docs/benchmarks.md"))
    assert guide.browser.page == "science.md"
    assert guide.note.isVisible() and "benchmarks.md" in guide.note.text()


def test_search_in_the_window_opens_the_section_and_marks_the_words(guide: GuideWindow, qtbot) -> None:
    QTest.keyClicks(guide.field, "look-alikes dismiss")
    assert guide.shown()[0].startswith("Checking fast: Look-alikes")
    QTest.keyClick(guide.field, Qt.Key.Key_Return)
    assert guide.browser.page == "checking.md" and guide.browser.extraSelections()
    QTest.keyClick(guide.field, Qt.Key.Key_Down)
    qtbot.waitUntil(guide.list.hasFocus)
    guide.field.setText("no such word anywhere")
    assert guide.note.isVisible() and guide.shown() == []
    guide.field.clear()
    assert guide.shown() == list(page_titles(read_sections()).values())
    assert guide.list.currentItem().text() == "Checking fast"


def test_page_follows_the_theme_at_its_place(guide: GuideWindow) -> None:
    theme = guide.browser.theme
    guide.show_page("science.md")
    bar = guide.browser.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    theme.set_mode("dark")
    assert abs(bar.value() - before) < 10
    link = next(
        fragment.charFormat().foreground().color().name().upper()
        for fragment in _fragments(guide)
        if fragment.charFormat().isAnchor()
    )
    assert link == theme.tokens.accent.upper()
    assert guide.browser.palette().color(QPalette.ColorRole.Base).name().upper() == theme.tokens.sheet.upper()
    theme.set_mode("light")


def test_pictures_fit_the_page(guide: GuideWindow) -> None:
    guide.resize(700, 500)
    guide.show_page("page.md")
    assert guide.browser.horizontalScrollBar().maximum() == 0
    image = guide.browser.loadResource(2, QUrl("pictures/page.png"))
    assert isinstance(image, QImage) and 100 < image.width() <= guide.browser.viewport().width()


def test_pages_are_written_for_a_screen() -> None:
    """Tables may be wider; paragraphs of the source have lines that a person can compare."""
    for path in FOLDER.glob("*.md"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert line.startswith("|") or len(line) <= LONGEST_LINE, (path.name, line)


def _fragments(guide: GuideWindow):
    block = guide.browser.document().begin()
    while block.isValid():
        for run in block:
            yield run.fragment()
        block = block.next()


def test_folder_comes_with_the_package() -> None:
    import resources

    assert Path(resources.__file__).parent in FOLDER.parents


def test_site_gets_contents_from_the_first_page_and_no_link_out_of_the_guide() -> None:
    prepare = runpy.run_path(str(Path(__file__).resolve().parents[2] / "packaging" / "guide" / "conf.py"))["prepare"]
    for name in PAGES:
        source = [(FOLDER / name).read_text(encoding="utf-8")]
        prepare(None, name.removesuffix(".md"), source)
        assert "](../" not in source[0]
        if name == CONTENTS:
            contents = source[0][source[0].index("{toctree}") :]
            assert re.findall(r"^([\w-]+)$", contents, re.MULTILINE) == [
                page.removesuffix(".md") for page in page_names() if page != CONTENTS
            ]


def test_no_page_has_the_name_of_one_that_the_site_makes_itself() -> None:
    assert not {"search.md", "genindex.md", "py-modindex.md"} & set(PAGES)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide with three pages in another language: one with the same headings, one with others, and the contents."""
    english_only = shutil.ignore_patterns(*LANGUAGES)
    folder = shutil.copytree(FOLDER, tmp_path_factory.mktemp("guide") / "guide", ignore=english_only)
    (folder / CODE).mkdir()
    index = (folder / "index.md").read_text(encoding="utf-8").replace("# The Ductus guide", "# Das Handbuch", 1)
    (folder / CODE / "index.md").write_text(index, encoding="utf-8")
    page = (folder / "missing-words.md").read_text(encoding="utf-8")
    for number, title in enumerate(headings(folder / "missing-words.md")):
        page = page.replace(f"# {title}", f"# Teil {number}", 1)
    page += "\n![list](../pictures/word-list.png)\n\n[there](training.md) [back](#teil-1)\n"
    (folder / CODE / "missing-words.md").write_text(page, encoding="utf-8")
    (folder / CODE / "finding.md").write_text("# Suchen\n\nEin Zauberwort.\n\n## Nur hier\n\nText\n", encoding="utf-8")
    return folder


@pytest.fixture
def translated(folder: Path, qapp) -> Iterator[GuideWindow]:
    parent = QWidget()
    parent.resize(1280, 800)
    window = GuideWindow(parent, Theme(qapp, "light"), folder, CODE)
    window.resize(1000, 700)
    window.show_contents()
    yield window
    window.close()
    window.deleteLater()
    parent.deleteLater()


def test_pages_fall_back_to_english_one_by_one(folder: Path) -> None:
    assert page_file("finding.md", CODE, folder).parent.name == CODE
    assert page_file("training.md", CODE, folder) == folder / "training.md"
    titles = page_titles(read_sections(folder, CODE))
    english = page_titles(read_sections(folder))
    assert list(titles) == list(english), "all pages, in the order of the contents"
    assert titles["finding.md"] == "Suchen" and titles["training.md"] == english["training.md"]


def test_links_to_english_headings_reach_the_same_place_in_a_translation(folder: Path) -> None:
    translated = folder / CODE / "missing-words.md"
    assert anchors(translated, folder) == [anchor_of(title) for title in headings(FOLDER / "missing-words.md")]
    assert anchors(folder / CODE / "finding.md", folder) == ["suchen", "nur-hier"]


def test_search_finds_what_is_shown(folder: Path) -> None:
    sections = read_sections(folder, CODE)
    assert [hit.section.page for hit in search(sections, "zauberwort")] == ["finding.md"]
    assert search(read_sections(folder), "zauberwort") == []
    assert search(sections, "eSCRIPTORIUM zip")[0].section.page == "export.md", "an English page is found, too"


def test_window_shows_the_language_and_follows_its_links(translated: GuideWindow, qtbot) -> None:
    assert translated.browser.document().firstBlock().text() == "Das Handbuch"
    translated.show_page("missing-words.md", "what-happens-then")
    number = [anchor_of(title) for title in headings(FOLDER / "missing-words.md")].index("what-happens-then")
    assert translated.browser.textCursor().block().text() == f"Teil {number}"
    translated.browser.follow(QUrl("#teil-1"))
    assert translated.browser.textCursor().block().text() == "Teil 1"
    translated.browser.follow(QUrl("training.md"))
    assert translated.browser.page == "training.md" and translated.browser.document().firstBlock().text() != ""
    translated.browser.follow(QUrl("missing-words.md#teil-2"))
    assert translated.browser.page == "missing-words.md" and translated.browser.textCursor().block().text() == "Teil 2"
    assert translated.browser.loadResource(2, QUrl("../pictures/word-list.png")).width() > 100
    translated.browser.backward()
    assert translated.browser.page == "training.md"
    QTest.keyClicks(translated.field, "zauberwort")
    assert translated.shown()[0].startswith("Suchen")
    translated.browser.follow(QUrl("../../../docs/benchmarks.md"))
    assert translated.note.isVisible() and "benchmarks.md" in translated.note.text()


def test_site_has_every_page_in_every_language(folder: Path, tmp_path: Path) -> None:
    build = runpy.run_path(str(BUILD))
    assert build["languages"](folder) == ["en", CODE]
    build["collect"](CODE, tmp_path, folder)
    assert sorted(path.name for path in tmp_path.glob("*.md")) == sorted(path.name for path in FOLDER.glob("*.md"))
    assert (tmp_path / "finding.md").read_text(encoding="utf-8").startswith("# Suchen")
    assert (tmp_path / "pictures" / "word-list.png").is_file()


def test_pages_of_the_site_link_to_their_other_languages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUCTUS_GUIDE_LANGUAGES", "de,en,de,fr")
    prepare = runpy.run_path(str(BUILD.with_name("conf.py")))["prepare"]
    source = ["# Suchen\n\n![x](../pictures/search.png) [y](../../../docs/formats.md)\n"]
    prepare(None, "finding", source)
    assert "![x](pictures/search.png)" in source[0] and "`y`" in source[0]
    assert 'href="../finding.html">English' in source[0] and 'href="../fr/finding.html">Français' in source[0]
    assert "Deutsch" not in source[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_of_a_translation_lead_to_headings(language: str) -> None:
    import re

    folder = FOLDER / language
    if not (folder / "index.md").is_file():
        pytest.skip(f"the guide has no folder {language} yet")
    wrong = []
    for file in sorted(folder.glob("*.md")):
        for link in re.findall(r"\]\(([^)]+)\)", file.read_text(encoding="utf-8")):
            path, _, anchor = link.partition("#")
            if "://" not in link and anchor:
                own = [anchor_of(title) for title in headings(page_file(path or file.name, language))]
                wrong += [] if anchor in own else [(file.name, link)]
    assert not wrong
    counts = {file.name: (len(headings(file)), len(headings(FOLDER / file.name))) for file in folder.glob("*.md")}
    assert not {name for name, (own, english) in counts.items() if own != english}, "headings are linked by number"
