"""The menu of the saved views, and the dialogs that name, rename and delete them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QListWidget, QMenu, QWidget

from app.review.review_queries import ReviewQuery
from app.session.session import Session
from app.session.worker import error_message
from app.widgets import builders
from app.widgets.dialog import Dialog
from core.project.content.saved_views import MAX_NAME, SavedView, delete_view, list_views, rename_view, save_view
from core.project.project import Project


class SavedViewsMenu(QObject):
    """``chosen(SavedView)``: a person wants to see it."""

    chosen = Signal(object)

    def __init__(
        self, session: Session, query: Callable[[], ReviewQuery], print_list: QAction, parent: QWidget
    ) -> None:
        """``query`` returns the query that is shown now; ``print_list`` is what else can be done with it."""
        super().__init__(parent)
        self._print_list = print_list
        self._session, self._query, self._parent = session, query, parent
        self.menu = QMenu(parent)
        self.menu.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List the views that are there now; reads one row in the main thread."""
        self.menu.clear()
        views = list_views(self._session.project)
        for view in views:
            action = self.menu.addAction(view.name.replace("&", "&&"))
            action.setToolTip(view.filter or self.tr("all words"))
            action.triggered.connect(partial(self._choose, view))
        if not views:
            self.menu.addAction(self.tr("No saved views yet")).setEnabled(False)
        self.menu.addSeparator()
        save = self.menu.addAction(self.tr("Save this view…"))
        save.triggered.connect(self.ask_name)
        manage = self.menu.addAction(self.tr("Rename or delete views…"))
        manage.triggered.connect(self.manage)
        self.menu.addAction(self._print_list)
        save.setEnabled(not self._session.read_only)
        manage.setEnabled(bool(views) and not self._session.read_only)

    def ask_name(self) -> None:
        """Ask for a name, and save the query that is shown under it."""
        query = self._query()
        dialog = NameDialog(query, [view.name for view in list_views(self._session.project)], self._parent.window())
        dialog.named.connect(lambda name: self._save(SavedView(name, query.filter, query.unchecked_only, query.order)))
        dialog.open()

    def manage(self) -> None:
        """Show the list in which views are renamed and deleted."""
        ManageDialog(self._session, self._parent.window()).open()

    def _choose(self, view: SavedView, checked: bool = False) -> None:
        self.chosen.emit(view)

    def _save(self, view: SavedView) -> None:
        self._session.execute(lambda project: save_view(project, view), changes=[])


class NameDialog(Dialog):
    """``named(name)`` when a person has chosen a name for a view."""

    named = Signal(str)

    def __init__(self, query: ReviewQuery, names: list[str], parent: QWidget) -> None:
        super().__init__(self.tr("Save this view"), parent)
        self._names = names
        self.field = builders.named(QLineEdit(query.filter[:MAX_NAME]), self.tr("Name"))
        self.field.setMaxLength(MAX_NAME)
        self.field.setMinimumWidth(320)
        self.field.selectAll()
        label = builders.field_label(self.field, self.tr("&Name"), wrap=True)
        self.note = builders.label("", "caption")
        kind = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kind.Save | kind.Cancel)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        builders.column(label, self.field, self.note, self.buttons, parent=self, margins=(24, 24, 24, 16))
        self.field.textChanged.connect(self._check)
        self._check()

    def _check(self) -> None:
        name = " ".join(self.field.text().split())
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(bool(name))
        replaces = self.tr("This replaces the view of the same name.")
        kept = self.tr("The filter, its order and “Only unchecked words” are kept in the project.")
        self.note.setText(replaces if name in self._names else kept)

    def _accept(self) -> None:
        self.named.emit(self.field.text())
        self.accept()


class ManageDialog(Dialog):
    """The list of the views, with buttons to rename and to delete the one that is selected."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(self.tr("Saved views"), parent)
        self._session = session
        self.list = builders.named(QListWidget(), self.tr("Saved views"))
        self.field = builders.named(QLineEdit(), self.tr("New name"))
        self.field.setMaxLength(MAX_NAME)
        self.rename = builders.push_button(self.tr("&Rename"), self._rename)
        self.delete = builders.push_button(self.tr("&Delete"), self._delete, "danger")
        close = builders.push_button(self.tr("Close"), self.close)
        for button in (self.rename, self.delete, close):
            button.setAutoDefault(False)
        self.error = builders.label("", "danger")
        self.error.hide()
        builders.column(
            (self.list, 1),
            builders.row((self.field, 1), self.rename, self.delete),
            self.error,
            builders.row(1, close),
            parent=self,
            margins=(24, 24, 24, 16),
        )
        self.resize(480, 360)
        self.list.currentTextChanged.connect(self._selected)
        self.field.returnPressed.connect(self._rename)
        self._fill()

    def _fill(self, chosen: str = "") -> None:
        self.list.clear()
        names = [view.name for view in list_views(self._session.project)]
        self.list.addItems(names)
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0)
        self._selected(self.list.currentItem().text() if names else "")

    def _selected(self, name: str) -> None:
        self.field.setText(name)
        for widget in (self.field, self.rename, self.delete):
            widget.setEnabled(bool(name))

    def _rename(self) -> None:
        if (item := self.list.currentItem()) is not None:
            old, new = item.text(), self.field.text()
            self._write(lambda project: rename_view(project, old, new), new)

    def _delete(self) -> None:
        if (item := self.list.currentItem()) is not None:
            name = item.text()
            self._write(lambda project: delete_view(project, name), "")

    def _write(self, edit: Callable[[Project], None], chosen: str) -> None:
        self.error.hide()
        self._session.execute(
            edit, changes=[], owner=self, on_result=lambda _: self._fill(chosen), on_error=self._failed
        )

    def _failed(self, error: Exception) -> None:
        self.error.setText(error_message(error))
        self.error.show()
