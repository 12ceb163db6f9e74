"""The wall: all words that the model reads alike. Mark the strangers, confirm the rest with one key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.review import edits
from app.review.edits import Confirmed
from app.review.group_list import GroupList
from app.review.group_model import CELL, GroupDelegate, GroupModel, Index
from app.review.review_session import ReviewSession
from app.session.changes import PAGES, WORDS, Changed
from app.session.worker import error_message
from app.style.theme import reading_font
from app.widgets.disable_with_reason import disable_with_reason
from core.project.query.review_order import PredictionGroup, group_by_prediction, review_items


class GroupView(QWidget):
    """``strangers_wanted(list)``: read these words one by one. ``bare()``: there is no group to show."""

    strangers_wanted = Signal(list)
    bare = Signal()
    filled = Signal()

    def __init__(self, context: ProjectContext, sitting: ReviewSession) -> None:
        super().__init__()
        self._context, self._sitting = context, sitting
        self.groups: list[PredictionGroup] = []
        self.strangers: set[int] = set()
        """Words marked as not belonging to their group; they are read one by one."""
        self._wanted: int | None = None
        """A word to go to once its edit was found to be undone."""
        self._deepest = 0
        """How far down the group was scrolled: what lies below was not in sight yet."""
        self._model: str | None = None
        """Whose predictions the groups were made of."""
        crops = context.session.crops
        self.words = GroupModel(self.strangers, self)
        self.delegate = GroupDelegate(crops, self.strangers, context.theme, self)
        self.list = GroupList(self.left, self)
        self.title, self.hint = QLabel(), QLabel()
        self.confirm_button, self.strangers_button = QPushButton(), QPushButton()
        self.chooser, self.grid = QListView(), QListView()
        self._lay_out()
        self._add_actions()
        sitting.counted.connect(self._counted)
        context.session.changed.connect(self._changed)
        context.theme.changed.connect(self.grid.viewport().update)
        crops.ready.connect(self._picture_came)

    def _picture_came(self, word_id: int) -> None:
        # only painted anew: to hear of changed data the view would lay out the whole group again
        if (index := self.words.index_of(word_id)).isValid():
            self.grid.update(index)

    @property
    def group(self) -> PredictionGroup | None:
        """The group that is shown."""
        row = self.chooser.currentIndex().row()
        return self.groups[row] if 0 <= row < len(self.groups) else None

    def left(self, group: PredictionGroup) -> list[int]:
        """The words of a group that were not handled yet, strangers among them."""
        done = self._sitting.queue.done
        return [word_id for word_id in group.ids if word_id not in done]

    def load(self, go_to: int | None = None) -> None:
        """Make the groups of the queue anew; show the first one, or that of a word."""
        ids, model = list(self._sitting.queue.ids), self._sitting.model
        if model is None:
            self._take([], None, go_to)
            return
        self._context.session.query(
            lambda project: group_by_prediction(review_items(project, ids, model)),
            lambda found: self._take(found, model, go_to),
            owner=self,
            key="review-wall",
        )

    def show_word(self, word_id: int) -> bool:
        """Show the group that holds a word, and the word in it; False when none does."""
        for row, group in enumerate(self.groups):
            if word_id in group.ids:
                self.chooser.setCurrentIndex(self.list.index(row))
                self._show_group()
                self._wanted = word_id
                self._go_to_wanted()
                return True
        return False

    def current_word(self) -> int | None:
        """The word with the focus."""
        index = self.grid.currentIndex()
        return int(index.data(Qt.ItemDataRole.UserRole)) if index.isValid() else None

    def toggle(self, index: Index | None = None) -> None:
        """Mark a crop as a stranger, or take the mark back."""
        index = self.grid.currentIndex() if index is None else index
        if index.isValid():
            word_id = int(index.data(Qt.ItemDataRole.UserRole))
            self.strangers.symmetric_difference_update((word_id,))
            self.words.touch(word_id)
            self._tell()

    def enter(self) -> None:
        """The key Enter: show the pictures that were not in sight yet; after the last, confirm the group."""
        bar = self.grid.verticalScrollBar()
        if self._pictures_missing():
            return
        if self._deepest < bar.maximum():
            bar.setValue(bar.value() + max(CELL.height(), bar.pageStep() - CELL.height() // 2))
        else:
            self.confirm()

    def confirm(self) -> None:
        """Accept all of the group but the strangers, in one edit; then show the next group."""
        group, model = self.group, self._model
        if group is None or model is None:
            return
        ids = [word_id for word_id in self.words.ids if word_id not in self.strangers]
        if ids:
            shown = dict.fromkeys(ids, group.text)

            def failed(error: Exception) -> None:
                self._sitting.reopen(ids)
                self._context.notifications.error(error_message(error))

            self._context.session.execute(
                lambda project: edits.confirm_wall(project, shown, model),
                changes=[WORDS],
                word_ids=ids,
                on_result=self._confirmed,
                on_error=failed,
            )
            self._sitting.finish(ids)
        self.step(1)

    def step(self, by: int) -> None:
        """Show the next or previous group that has words left besides strangers."""
        row = self.chooser.currentIndex().row() + by
        while 0 <= row < len(self.groups):
            if any(word_id not in self.strangers for word_id in self.left(self.groups[row])):
                self.chooser.setCurrentIndex(self.list.index(row))
                return
            row += by
        self._show_group()
        if not any(self.left(group) for group in self.groups):
            self.bare.emit()

    def read_strangers(self) -> None:
        """Read the words marked on all walls, one by one."""
        done = self._sitting.queue.done
        row = [i for group in self.groups for i in group.ids if i in self.strangers and i not in done]
        if row:
            self.strangers.clear()
            self.strangers_wanted.emit(row)

    def _take(self, found: list[PredictionGroup], model: str | None, go_to: int | None) -> None:
        self.groups, self._model = found, model
        self.strangers.intersection_update(self._sitting.queue.ids)
        self.list.show_groups(found)
        if not found:
            self._show_group()
            self.bare.emit()
            return
        self.filled.emit()
        if go_to is None or not self.show_word(go_to):
            self.chooser.setCurrentIndex(self.list.index(-1))
            self.step(1)

    def _confirmed(self, confirmed: Confirmed) -> None:
        if confirmed.left:
            self._sitting.reopen(confirmed.left)
            self._context.notifications.info(
                self.tr("%Ln word(s) were left out: they were changed since they were shown.", "", len(confirmed.left))
            )

    def _show_group(self) -> None:
        group = self.group
        self._context.session.crops.clear_queue()
        self._deepest = 0
        self.words.show_words([] if group is None else self.left(group), "" if group is None else group.text)
        if self.words.ids:
            self.grid.setCurrentIndex(self.words.index(0))
        self._tell()

    def _counted(self) -> None:
        """Words were handled, or an edit was undone: the counts are others, and perhaps the group shown."""
        self.list.refresh()
        group = self.group
        if group is not None and self.words.ids != (left := self.left(group)):
            self.words.show_words(left, group.text)
            self._go_to_wanted()
        self._tell()

    def _go_to_wanted(self) -> None:
        if self._wanted in self.words.ids:
            self.grid.setCurrentIndex(self.words.index(self.words.ids.index(self._wanted)))
            self._wanted = None

    def _scrolled(self) -> None:
        """Pictures wished for and out of sight by now need not be cut; those in sight are wished for anew."""
        self._context.session.crops.clear_queue()
        self._deepest = max(self._deepest, self.grid.verticalScrollBar().value())
        self.grid.viewport().update()

    def _pictures_missing(self) -> bool:
        """Whether a picture in sight has not come yet: nobody can have looked at it."""
        view = self.grid.viewport()
        first = max(self.grid.indexAt(QPoint(CELL.width() // 2, 8)).row(), 0)
        across = max(1, view.width() // CELL.width())
        seen = self.words.ids[first : first + across * (view.height() // CELL.height() + 1)]
        return any(self._context.session.crops.get(word_id) is None for word_id in seen)

    def _changed(self, changed: Changed) -> None:
        if changed.touches(WORDS, PAGES):
            self.delegate.forget()

    def _tell(self) -> None:
        group = self.group
        count = len(self.words.ids)
        marked = sum(word_id in self.strangers for word_id in self.words.ids)
        self.title.setText("" if group is None else self.tr("“{0}”").format(group.text))
        self.hint.setText(self._about(count))
        self.confirm_button.setText(
            self.tr("Confirm {0}, leave out {1}").format(count - marked, marked)
            if marked
            else self.tr("Confirm all {0}").format(count)
        )
        self.confirm_button.setEnabled(count > marked)
        strangers = len(self.strangers - self._sitting.queue.done)
        self.strangers_button.setText(self.tr("Check %Ln different", "", strangers))
        self.strangers_button.setVisible(strangers > 0)

    def _about(self, count: int) -> str:
        if not count:
            return self.tr("Every word of this group is done.")
        marking = self.tr("Click or Space marks a word as different; Enter, after the last image, confirms the others.")
        told = self.tr("%Ln word image(s) have this suggestion.", "", count)
        return f"{told} {self._context.session.read_only_message or marking}"

    def _lay_out(self) -> None:
        self.title.setFont(reading_font(16))
        self.hint.setProperty("kind", "quiet")
        self.hint.setWordWrap(True)
        self.confirm_button.setProperty("kind", "primary")
        self.confirm_button.clicked.connect(self.confirm)
        self.strangers_button.clicked.connect(self.read_strangers)
        self.chooser.setModel(self.list)
        self.chooser.setFixedWidth(216)
        self.chooser.setUniformItemSizes(True)
        self.chooser.setFont(reading_font())
        self.chooser.setAccessibleName(self.tr("Groups of words that the model reads alike"))
        self.chooser.activated.connect(lambda index: self.grid.setFocus())
        self.chooser.selectionModel().currentRowChanged.connect(lambda new, old: self._show_group())
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
        self.grid.setAccessibleName(self.tr("Pictures of the words of this group"))
        self.grid.clicked.connect(self.toggle)
        head = QHBoxLayout()
        head.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.title)
        words.addWidget(self.hint)
        head.addLayout(words, 1)
        head.addWidget(self.strangers_button)
        head.addWidget(self.confirm_button)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addLayout(head)
        right.addWidget(self.grid, 1)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(16)
        across.addWidget(self.chooser)
        across.addLayout(right, 1)

    def _add_actions(self) -> None:
        add = partial(self._context.actions.add, view="review")
        confirm = add(self.grid, self.tr("Confirm the rest of the group"), self.enter, shortcut=["Return", "Enter"])
        confirm.setAutoRepeat(False)  # a key held down must not confirm walls nobody has looked at
        disable_with_reason(self._context.session.read_only_message, self.confirm_button, confirm)
        add(self.grid, self.tr("Mark as different"), self.toggle, shortcut="Space")
        add(self, self.tr("Next group"), partial(self.step, 1), shortcut="Ctrl+Down")
        add(self, self.tr("Previous group"), partial(self.step, -1), shortcut="Ctrl+Up")
        add(self, self.tr("Check the different words one by one"), self.read_strangers, shortcut="Alt+S")
