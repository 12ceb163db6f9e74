"""Groups of words with the same suggestion: a person marks those that differ and confirms the others with one key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QLabel, QListView, QMenu, QPushButton, QWidget

from app.context import ProjectContext
from app.review.controller import ReviewController
from app.review.group_model import CELL, GroupDelegate, GroupListModel, GroupModel, Index
from app.scan_display import ScanDisplay
from app.session.changes import Changed
from app.style.theme import reading_font
from app.widgets.builders import column, label, row
from app.widgets.disable_with_reason import disable_with_reason
from core.project.changes import PAGES, WORDS
from core.project.query.review_order import PredictionGroup


class GroupView(QWidget):
    """Shows the group of the controller, and has the keys for it."""

    def __init__(self, context: ProjectContext, review: ReviewController) -> None:
        super().__init__()
        self._context, self._review = context, review
        self._crops = context.session.crops
        self._groups: list[PredictionGroup] = []
        self._group: PredictionGroup | None = None
        """The group that is on the screen."""
        self._max_scrolled = 0
        """The lowest point to which the group was scrolled; a person has not seen what is further down."""
        self.words = GroupModel(review.excluded, self)
        display = ScanDisplay.for_context(context)
        self.delegate = GroupDelegate(self._crops, review.excluded, context.theme, display, self)
        self._group_list = GroupListModel(review.remaining, self)
        self.title, self.hint = QLabel(), label("", "quiet")
        self.confirm_button, self.excluded_button = QPushButton(), QPushButton()
        self.not_words_button = QPushButton()
        self.menu: QMenu | None = None
        """The menu of an image, once it was opened."""
        self.chooser, self.grid = QListView(), QListView()
        self._lay_out()
        self._add_actions()
        context.session.changed.connect(self._changed)
        context.theme.changed.connect(self.grid.viewport().update)
        display.changed.connect(self._display_changed)
        self._crops.ready.connect(self._image_ready)

    def show_state(self) -> bool:
        """Show the group; return True if the groups are other ones than before."""
        review, group = self._review, self._review.group
        if has_other_groups := review.groups is not self._groups:
            self._groups = review.groups
            self._group_list.set_groups(review.groups)
        self._group_list.refresh()
        self.chooser.setCurrentIndex(self._group_list.index(review.group_number))
        ids = [] if group is None else review.remaining(group)
        if group is not self._group:
            self._group = group
            self._crops.clear_queue()
            self._max_scrolled = 0
            self.words.set_words(ids, "" if group is None else group.text)
            self.grid.setCurrentIndex(self.words.index(0) if ids else QModelIndex())
        elif group is not None and ids != self.words.ids:
            self.words.set_words(ids, group.text)
        if review.group_word is not None and (index := self.words.index_of(review.group_word)).isValid():
            self.grid.setCurrentIndex(index)
            review.group_word = None
        self._update_texts()
        return has_other_groups

    def _display_changed(self) -> None:
        self.delegate.clear_cache()
        self.grid.viewport().update()

    def current_word(self) -> int | None:
        """Return the word with the focus."""
        index = self.grid.currentIndex()
        return int(index.data(Qt.ItemDataRole.UserRole)) if index.isValid() else None

    def toggle_excluded(self, index: Index | None = None) -> None:
        """Mark a word as different, or remove the mark."""
        index = self.grid.currentIndex() if index is None else index
        if index.isValid():
            word_id = int(index.data(Qt.ItemDataRole.UserRole))
            self._review.exclude(word_id)
            self.words.refresh(word_id)

    def scroll_or_confirm(self) -> None:
        """Show the images that were not visible yet; after the last, confirm the group."""
        bar = self.grid.verticalScrollBar()
        if self._is_image_missing():
            return
        if self._max_scrolled < bar.maximum():
            bar.setValue(bar.value() + max(CELL.height(), bar.pageStep() - CELL.height() // 2))
        else:
            self.confirm()

    def confirm(self) -> None:
        """Accept the suggestion for all words of the group that are not excluded, and show the next group."""
        self._review.confirm_group(self.words.ids)
        self._focus_grid()

    def mark_not_words(self, ids: Sequence[int] = ()) -> None:
        """Mark these words, or those marked as different, or the one with the focus, as not a word; one edit."""
        current = self.current_word()
        marked = [word_id for word_id in self.words.ids if word_id in self._review.excluded]
        if ids := list(ids) or marked or ([] if current is None else [current]):
            self._review.mark_all_not_a_word(ids)
            self._focus_grid()

    def _focus_grid(self) -> None:
        if self.grid.isVisible():
            self.grid.setFocus(Qt.FocusReason.OtherFocusReason)  # the button may be disabled now

    def _show_menu(self, spot: QPoint) -> None:
        """Offer what can be done with the image under the mouse."""
        index = self.grid.indexAt(spot)
        if not index.isValid():
            return
        self.grid.setCurrentIndex(index)
        word_id = int(index.data(Qt.ItemDataRole.UserRole))
        is_excluded = word_id in self._review.excluded
        menu = self.menu = QMenu(self.grid)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        mark = self.tr("Remove the mark as different") if is_excluded else self.tr("Mark as different")
        menu.addAction(mark, lambda: self.toggle_excluded(index))
        not_a_word = menu.addAction(self.tr("Not a word"), lambda: self.mark_not_words([word_id]))
        disable_with_reason(self._context.session.read_only_message, not_a_word)
        menu.addSeparator()
        menu.addAction(self.tr("Check it by itself"), lambda: self._review.review_excluded([word_id]))
        menu.addAction(self.tr("Show on page"), lambda: self._context.go("page", word_id=word_id))
        menu.addAction(self.tr("Explain"), lambda: self._context.go("insight", word_id=word_id))
        menu.popup(self.grid.viewport().mapToGlobal(spot))

    def _scrolled(self) -> None:
        # images out of sight need not be loaded; painting requests those in sight
        self._crops.clear_queue()
        self._max_scrolled = max(self._max_scrolled, self.grid.verticalScrollBar().value())
        self.grid.viewport().update()

    def _image_ready(self, word_id: int) -> None:
        # only painted: if data changed, the view would lay out the whole group again
        if (index := self.words.index_of(word_id)).isValid():
            self.grid.update(index)

    def _is_image_missing(self) -> bool:
        """Return whether an image in sight is not loaded yet, so that nobody can have looked at it."""
        view = self.grid.viewport()
        first = max(self.grid.indexAt(QPoint(CELL.width() // 2, 8)).row(), 0)
        columns = max(1, view.width() // CELL.width())
        visible = self.words.ids[first : first + columns * (view.height() // CELL.height() + 1)]
        return any(self._crops.get(word_id) is None for word_id in visible)

    def _changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, PAGES):
            self.delegate.clear_cache()

    def _update_texts(self) -> None:
        group, count, marked = self._group, len(self.words.ids), self._review.excluded
        excluded = sum(word_id in marked for word_id in self.words.ids)
        self.title.setText("" if group is None else self.tr("“{0}”").format(group.text))
        self.hint.setText(self._hint(count))
        self.confirm_button.setText(
            self.tr("Confirm {0}, leave out {1}").format(count - excluded, excluded)
            if excluded
            else self.tr("Confirm all {0}").format(count)
        )
        self.confirm_button.setEnabled(count > excluded)
        self.not_words_button.setText(self.tr("%Ln not a word", "", excluded))
        self.not_words_button.setVisible(excluded > 0)
        excluded = len(marked - self._review.queue.done)
        self.excluded_button.setText(self.tr("Check %Ln different", "", excluded))
        self.excluded_button.setVisible(excluded > 0)

    def _hint(self, count: int) -> str:
        if not count:
            return self.tr("Every word of this group is done.")
        keys = self.tr("Click or Space marks a word as different; Enter, after the last image, confirms the others.")
        text = self.tr("%Ln word image(s) have this suggestion.", "", count)
        return f"{text} {self._context.session.read_only_message or keys}"

    def _lay_out(self) -> None:
        self.title.setFont(reading_font(16))
        self.confirm_button.setProperty("kind", "primary")
        self.confirm_button.clicked.connect(self.confirm)
        self.excluded_button.clicked.connect(lambda: self._review.review_excluded())
        self.not_words_button.setToolTip(self.tr("Mark the crossed-out images as not a word: blots, rules (Alt+N)"))
        self.not_words_button.clicked.connect(lambda: self.mark_not_words())
        self.grid.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.grid.customContextMenuRequested.connect(self._show_menu)
        self.chooser.setModel(self._group_list)
        self.chooser.setFixedWidth(216)
        self.chooser.setUniformItemSizes(True)
        self.chooser.setFont(reading_font())
        self.chooser.setAccessibleName(self.tr("Groups of words with the same suggestion"))
        self.chooser.activated.connect(lambda index: self.grid.setFocus())
        self.chooser.selectionModel().currentRowChanged.connect(lambda new, old: self._review.show_group(new.row()))
        self.grid.setModel(self.words)
        self.grid.setItemDelegate(self.delegate)
        self.grid.setFlow(QListView.Flow.LeftToRight)
        self.grid.setWrapping(True)
        self.grid.setResizeMode(QListView.ResizeMode.Adjust)
        self.grid.setUniformItemSizes(True)
        self.grid.setGridSize(CELL)
        self.grid.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.grid.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.verticalScrollBar().setSingleStep(CELL.height() // 2)
        self.grid.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.grid.setAccessibleName(self.tr("Images of the words of this group"))
        self.grid.clicked.connect(self.toggle_excluded)
        text = column(self.title, self.hint, spacing=4)
        head = row((text, 1), self.not_words_button, self.excluded_button, self.confirm_button)
        row(self.chooser, (column(head, (self.grid, 1)), 1), parent=self, spacing=16)

    def _add_actions(self) -> None:
        add = partial(self._context.actions.add, view="review")
        keys = ["Return", "Enter"]
        confirm = add(self.grid, self.tr("Confirm the rest of the group"), self.scroll_or_confirm, shortcut=keys)
        confirm.setAutoRepeat(False)  # a key held down must not confirm groups that nobody has looked at
        not_words = add(self.grid, self.tr("Not a word"), self.mark_not_words, shortcut=["Del", "Alt+N"])
        not_words.setAutoRepeat(False)
        edits = (self.confirm_button, self.not_words_button, confirm, not_words)
        disable_with_reason(self._context.session.read_only_message, *edits)
        add(self.grid, self.tr("Mark as different"), self.toggle_excluded, shortcut="Space")
        add(self, self.tr("Next group"), partial(self._review.step_group, 1), shortcut="Ctrl+Down")
        add(self, self.tr("Previous group"), partial(self._review.step_group, -1), shortcut="Ctrl+Up")
        add(self, self.tr("Check the different words one by one"), self._review.review_excluded, shortcut="Alt+S")
