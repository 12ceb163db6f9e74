"""The guide is shown in the app's language, page by page in English where a page is not translated."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.shell.guide.guide_pages import (
    FOLDER,
    anchor_of,
    anchors,
    headings,
    page_file,
    page_titles,
    read_sections,
    search,
)
from app.shell.guide.guide_window import GuideWindow
from app.style.theme import Theme
from app.text import translations

CODE = "xx"
LANGUAGES = [code for code in translations.NAMES if code != translations.ENGLISH]
BUILD = Path(__file__).resolve().parents[2] / "packaging" / "guide" / "build.py"


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
def guide(folder: Path, qapp) -> Iterator[GuideWindow]:
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


def test_window_shows_the_language_and_follows_its_links(guide: GuideWindow, qtbot) -> None:
    assert guide.browser.document().firstBlock().text() == "Das Handbuch"
    guide.show_page("missing-words.md", "what-happens-then")
    number = [anchor_of(title) for title in headings(FOLDER / "missing-words.md")].index("what-happens-then")
    assert guide.browser.textCursor().block().text() == f"Teil {number}"
    guide.browser.follow(QUrl("#teil-1"))
    assert guide.browser.textCursor().block().text() == "Teil 1"
    guide.browser.follow(QUrl("training.md"))
    assert guide.browser.page == "training.md" and guide.browser.document().firstBlock().text() != ""
    guide.browser.follow(QUrl("missing-words.md#teil-2"))
    assert guide.browser.page == "missing-words.md" and guide.browser.textCursor().block().text() == "Teil 2"
    assert guide.browser.loadResource(2, QUrl("../pictures/word-list.png")).width() > 100
    guide.browser.backward()
    assert guide.browser.page == "training.md"
    QTest.keyClicks(guide.field, "zauberwort")
    assert guide.shown()[0].startswith("Suchen")
    guide.browser.follow(QUrl("../../../docs/benchmarks.md"))
    assert guide.note.isVisible() and "benchmarks.md" in guide.note.text()


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
