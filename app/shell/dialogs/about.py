"""About Ductus: the version, what the models that come with it learnt from, and the licences of all libraries."""

from html import escape
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QLabel, QTabWidget, QTextBrowser, QWidget

from app.background.threads import run_in_thread
from app.widgets import builders
from app.widgets.dialog import Dialog
from core import __version__
from core.licences import Library, libraries


class About(Dialog):
    """The cards of the shipped models are read in the background; their sources are owed their attribution."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(self.tr("About Ductus"), window, (640, 560))
        title = builders.label(self.tr("Ductus {0}").format(__version__), "title")
        purpose = QLabel(self.tr("Reads scanned handwriting word by word, and says how sure it is."))
        purpose.setWordWrap(True)
        self.starter = builders.named(QTextBrowser(), self.tr("What the models of Ductus learnt from"))
        self.starter.setOpenExternalLinks(True)
        close = builders.push_button(self.tr("Close"), self.close, default=True)
        self.libraries = LibraryBrowser()
        self.tabs = QTabWidget()
        self.tabs.addTab(self.starter, self.tr("What the models learnt from"))
        self.tabs.addTab(self.libraries, self.tr("Libraries and licences"))
        builders.column(title, purpose, (self.tabs, 1), builders.row(1, close), parent=self, margins=(16, 16, 16, 16))
        run_in_thread(self, _read_card, self._show, self._show_problem)
        run_in_thread(self, libraries, self.libraries.show_libraries, self._show_problem)

    def _show(self, card: dict[str, Any]) -> None:
        paragraphs = [
            self.tr("{0} {1}.", "so many words, in so many fonts").format(
                self.tr("%Ln different words", "", int(card.get("words", 0))),
                self.tr("in %Ln handwriting fonts under open licences", "", int(card.get("fonts", 0))),
            )
        ]
        items = [self._item(source) for source in card.get("learnt_from", [])]
        if items:
            paragraphs.append(self.tr("Real handwriting, of which hands of its own were kept for tests:"))
        html = "".join(f"<p>{text}</p>" for text in paragraphs) + _listing(items)
        if finder := card.get("line_finder"):
            pages = [self._item(source) for source in finder.get("learnt_from", [])]
            drawn = self.tr("%Ln drawn pages", "", int(finder.get("drawn_pages", 0)))
            if pages:
                text = self.tr("The line finder, which marks the lines of a page, learnt from {0} and from real ones:")
            else:
                text = self.tr("The line finder, which marks the lines of a page, learnt from {0}.")
            html += f"<p>{text.format(drawn)}</p>" + _listing(pages)
        if lines := [self._item(source) for source in card.get("line_reader", {}).get("learnt_from", [])]:
            text = self.tr("The line reader, which spells whole lines, learnt from lines in fonts and from real ones:")
            html += f"<p>{text}</p>" + _listing(lines)
        self.starter.setHtml(html)

    def _item(self, source: dict[str, Any]) -> str:
        name, place = escape(str(source["title"])), str(source["source"])
        if "pages" in source:
            numbers = self.tr("%Ln pages", "", int(source["pages"]))
        else:
            is_of_lines = "lines" in source
            count = int(source["lines" if is_of_lines else "words"])
            counted = self.tr("%Ln lines", "", count) if is_of_lines else self.tr("%Ln words", "", count)
            numbers = ", ".join((self.tr("%Ln hands", "", int(source["hands"])), counted))
        linked = (
            f'<a href="{escape(place)}">{name}</a>' if place.startswith("https://") else f"{name} ({escape(place)})"
        )
        return f"{linked}<br>{numbers}, {escape(str(source['licence']))}"

    def _show_problem(self, problem: Exception) -> None:
        self.starter.setPlainText(str(problem))


def _listing(items: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>" if items else ""


class LibraryBrowser(QTextBrowser):
    """The installed libraries; a click on a licence shows its text, another one leads back."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Libraries and licences"))
        self.setOpenLinks(False)
        self.anchorClicked.connect(self._follow)
        self._libraries: tuple[Library, ...] = ()

    def show_libraries(self, found: tuple[Library, ...]) -> None:
        self._libraries = found
        intro = self.tr("Ductus is under the Apache License 2.0. It uses these libraries, each under its own licence:")
        rows = "".join(
            f"<tr><td>{escape(f'{lib.name} {lib.version}')}&nbsp;&nbsp;</td><td>{self._licence(number, lib)}</td></tr>"
            for number, lib in enumerate(found)
        )
        self.setHtml(f"<p>{escape(intro)}</p><table>{rows}</table>")

    def _licence(self, number: int, library: Library) -> str:
        name = escape(library.licence)
        return f'<a href="text:{number}">{name}</a>' if library.files else name

    def _follow(self, link: QUrl) -> None:
        if link.scheme() != "text":
            self.show_libraries(self._libraries)
            return
        library = self._libraries[int(link.path())]
        texts = [path.read_text(encoding="utf-8", errors="replace") for path in library.files if path.is_file()]
        back = f'<p><a href="back:">{escape(self.tr("Back to all libraries"))}</a></p>'
        shown = "".join(f"<pre>{escape(text)}</pre>" for text in texts)
        self.setHtml(f"{back}<h3>{escape(library.name)} {escape(library.version)}</h3>{shown}{back}")


def _read_card() -> dict[str, Any]:
    """Return the starter model's card, with those of the line finder and the line reader where they are there."""
    from core.store.shipped_files import LINE_FINDER, LINE_READER, line_finder_path, line_reader_path
    from core.store.starter import starter_about
    from core.store.tree import read_about

    card = starter_about()
    parts = (("line_finder", line_finder_path(), LINE_FINDER), ("line_reader", line_reader_path(), LINE_READER))
    return card | {name: read_about(path, kind) for name, path, kind in parts if path.exists()}
