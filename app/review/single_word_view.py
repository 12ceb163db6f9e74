"""One word at a time: its image, the field with its text, the candidates, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.recalibration import Recalibration
from app.review.alternatives import AlternativesPanel
from app.review.candidate_list import CandidateList, WordCompletion
from app.review.controller import ReviewController
from app.review.excerpt_view import ExcerptView
from app.review.review_queries import WordCard
from app.review.review_text import ReviewText
from app.review.single_box_editing import SingleBoxEditing
from app.review.transcription_field import TranscriptionField
from app.scan_display import ScanDisplay
from app.style.icons import icon
from app.style.theme import Theme
from app.style.tokens import NOT_A_WORD
from app.text.names import state_meanings
from app.widgets.accessibility import announce
from app.widgets.builders import ScrollArea, column, flat_button, label, row
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.elided_label import ElidedLabel
from app.widgets.message_bar import MessageBar
from app.widgets.special_characters import SpecialCharacters
from app.widgets.word_outline import draw_state_icon
from core.recognition.candidates import MAX_CANDIDATES

_SCAN_SHARE = 0.4
"""Share of the window's height that the scan has at least, unless several messages stand beside it."""
_ROOMY_WINDOW, _HINT_WINDOW = 600, 760
"""Heights of the window, in pixels, from which the sheet has space around its parts and a heading of the candidates,
and from which the hint on the keys is shown."""
_MARGIN = 16
_LINES = 3
"""Lines of text about the word that the sheet has room for at least: its state, and two of its explanation."""
_SHORTENED = (6, 3, 1)
"""Numbers of buttons that show their texts, tried one after the other until all buttons fit."""


class SingleWordView(QWidget):
    """Shows the current word of the controller, and has the keys for it."""

    def __init__(self, context: ProjectContext, review: ReviewController) -> None:
        super().__init__()
        self._context, self._review = context, review
        self._text = ReviewText(self)
        self._recalibration = Recalibration.for_context(context)
        self._read_only_reason = context.session.read_only_message
        self._card: WordCard | None = None
        self.excerpt_view = ExcerptView(context.theme, ScanDisplay.for_context(context))
        self.box_editing = SingleBoxEditing(context, review, self.excerpt_view, self)
        self.field = TranscriptionField()
        self.candidates = CandidateList(context.theme, read_only=context.session.read_only)
        self.characters = SpecialCharacters(self.field)
        self._completion = WordCompletion(context.session, self.field, self.candidates, self)
        self.alternatives = AlternativesPanel(read_only=context.session.read_only)
        self.location, self.state, self.vote = ElidedLabel(), label("", "section"), label()
        self.menu: QMenu | None = None
        """The menu on the word, once it was shown."""
        self.hint = label("", "caption")
        self.state_mark = StateMark(context.theme)
        self.split_offer = MessageBar()
        self.arrows = {
            "previous": flat_button(self.tr("Previous word (Left)"), partial(review.step, -1), 36),
            "next": flat_button(self.tr("Next word (Right)"), partial(review.step, 1), 36),
        }
        self._word_buttons = WordButtons(
            {
                "accept": review.accept,
                "not_a_word": review.mark_not_a_word,
                "history": review.postpone,
                "page": partial(self.show_in, "page"),
                "insight": partial(self.show_in, "insight"),
                "box": self.box_editing.begin,
            }
        )
        self.buttons = self._word_buttons.named
        self._show_hint()
        self._lay_out()
        self._add_actions()
        editing = (self.field, *(self.buttons[name] for name in ("accept", "not_a_word", "box")), *self.candidates.rows)
        disable_with_reason(self._read_only_reason, *editing)
        self.box_editing.ended.connect(self.field.setFocus)
        self._recalibration.changed.connect(self._show_vote)
        review.images.ready.connect(self._image_ready)
        self.field.typing_started.connect(self._typing_started)
        self.field.typing_ended.connect(self._typing_ended)
        self.field.typed.connect(self._typed)
        self.candidates.chosen.connect(self.choose)
        self.field.candidate_pressed.connect(self.choose)
        self.alternatives.chosen.connect(self.choose)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = self.window().height()
        is_roomy = height >= _ROOMY_WINDOW
        self._sheet.set_roomy(is_roomy)
        self.candidates.title.setVisible(is_roomy)
        self.hint.setVisible(height >= _HINT_WINDOW)  # F1 lists the keys
        self._word_buttons.fit(self.width() - 2 * _MARGIN)
        self._share_height()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a message has come or gone
            self._share_height()
        return super().event(event)

    def _share_height(self) -> None:
        """Give the scan its share first, and the sheet what is left, whatever the word: the zoom stays the same."""
        whole = self._whole
        least = max(whole.totalMinimumSize().height(), whole.totalMinimumHeightForWidth(self.width()))
        scan = ceil(_SCAN_SHARE * self.window().height()) - self.excerpt_view.minimumHeight()
        self._sheet.setMaximumHeight(self._sheet.minimumSizeHint().height() + max(0, self.height() - least - scan))

    def show_state(self) -> None:
        """Show the word, or that it is being loaded; what is being typed for it stays."""
        card, before = self._review.card, self._card
        is_same = card is not None and before is not None and card.word_id == before.word_id
        if not is_same:
            self.box_editing.leave()
            self._about.verticalScrollBar().setValue(0)
        self.box_editing.show_state()
        self._card = card
        self._show_image()
        for button in self.buttons.values():
            button.setEnabled(card is not None)
        text = self._text
        self.location.setText("" if card is None else text.location(card))
        self.state.setText("" if card is None else text.state(card))
        self._show_vote()
        self._show_alternatives()
        state = None if card is None else NOT_A_WORD if card.not_a_word else card.state
        self.state_mark.show_state(state)
        self._describe_field(is_same)
        self.state.setToolTip("" if state is None else state_meanings()[state])
        self._show_text(is_same)
        self._show_split_offer()

    def _show_text(self, is_same: bool) -> None:
        """Show the text of the word in the field, or what was typed for it."""
        card, typed, was_typing = self._card, self._review.typed_text, self.field.is_typing
        if card is not None and typed is not None:
            if not was_typing or self.field.text().strip() != typed:
                self.field.start_typing()
                self.field.replace_text(typed)
            return
        if is_same and was_typing and not self.field.isModified():
            return
        self.field.show_text("" if card is None else card.text, is_checked=card is not None and card.is_checked)
        if card is not None and not card.text:
            empty, ask = self.tr("Not transcribed yet"), self.tr("Type the transcription")
            self.field.setPlaceholderText(empty if self._read_only_reason else ask)
        if not was_typing:  # otherwise the end of typing has shown them
            self._show_candidates()

    def _describe_field(self, is_same: bool) -> None:
        """Describe the content of the field to screen readers, and announce that of another word: the focus stays."""
        card = self._card
        if card is None:
            self.field.setAccessibleDescription("")
            return
        parts = [card.text or self.tr("Not transcribed yet"), self.state.text(), self.vote.text()]
        self.field.setAccessibleDescription(". ".join(part.rstrip(".") for part in parts if part))
        if not is_same:
            announce(self.field, ". ".join([*parts[:2], self.location.text()]))

    def _show_vote(self) -> None:
        outdated = self._recalibration.is_outdated
        explain = partial(self._text.explanation, is_starter=self._review.is_starter, is_outdated=outdated)
        self.vote.setText("" if self._card is None else explain(self._card))
        self.vote.setToolTip(self._recalibration.explanation())

    def _show_alternatives(self) -> None:
        """Show different transcriptions in place of the candidates."""
        found = () if self._card is None else self._card.alternatives
        if found:
            self.alternatives.show_alternatives(found)
        self.candidates.setVisible(not found)
        self.alternatives.setVisible(bool(found))
        if not self.field.is_typing:
            self._show_hint()

    def _typed(self) -> None:
        """Let the controller keep what is typed."""
        if self._card is not None:
            text = self.field.text().strip()
            self._review.type(self._card.word_id, text if self.field.isModified() or not text else None)

    def _show_split_offer(self) -> None:
        """Ask whether the words that were typed are to be split, if that is offered."""
        text = self._review.typed_text
        if not self._review.offers_split or text is None:
            self.split_offer.dismiss()
            return
        count = len(text.split())
        actions = [
            ButtonAction(self.tr("Split into %Ln words (Enter)", "", count), self._review.split, "primary"),
            ButtonAction(self.tr("Keep as one word (Alt+Enter)"), self._review.keep_as_one),
        ]
        self.split_offer.show_message(self.tr("“{0}” is %Ln words in one box.", "", count).format(text), actions)
        self.field.setFocus()

    def choose(self, number: int) -> None:
        """Choose a candidate."""
        if not self.field.is_typing:
            self._review.choose(number)

    def cancel(self) -> None:
        """Withdraw the offer to split the box, otherwise discard what was typed."""
        if not self._review.offers_split and self._card is not None and self.field.is_typing:
            self.field.show_text(self._card.text, is_checked=self._card.is_checked)
        self._review.discard()

    def show_in(self, view: str) -> None:
        """Show the word in another view."""
        if self._card is not None:
            self._context.go(view, word_id=self._card.word_id)

    def _show_menu(self, at: QPoint) -> None:
        """Show what the buttons do at the mouse."""
        if self._card is None or self.box_editing.is_active:
            return
        menu = self.menu = QMenu(self.excerpt_view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, button in self.buttons.items():
            if name == "page":
                menu.addSeparator()
            menu.addAction(self._word_buttons.text(name), button.click).setEnabled(button.isEnabled())
        menu.popup(self.excerpt_view.mapToGlobal(at))

    def _show_image(self) -> None:
        word_id, state = self._review.current, "unread" if self._card is None else self._card.state
        self.excerpt_view.show_image(None if word_id is None else self._review.images.cached(word_id), state)

    def _image_ready(self, word_id: int) -> None:
        if word_id == self._review.current:
            self._show_image()

    def _typing_started(self) -> None:
        self._word_buttons.show_saving(as_typed=True)
        self.hint.setText(self.tr("Enter saves what you typed · Esc cancels"))
        self._completion.complete(self.field.text())

    def _typing_ended(self) -> None:
        self._show_hint()
        self._word_buttons.show_saving(as_typed=False)
        self._show_candidates()

    def _show_candidates(self) -> None:
        self.candidates.show_candidates(() if self._card is None else self._card.candidates)

    def _show_hint(self) -> None:
        if self._read_only_reason:
            self.hint.setText(self.tr("{0} Left and Right go through the words.").format(self._read_only_reason))
        elif self._card is not None and self._card.alternatives:
            self.hint.setText(
                self.tr("Alt+1, Alt+2 … choose a transcription · Enter takes the first · type another one")
            )
        else:
            self.hint.setText(
                self.tr("Enter accepts · Alt+1–9 choose · type to correct · F2 edits letters or types digits")
            )

    def _lay_out(self) -> None:
        self.location.setProperty("kind", "caption")
        self.location.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        state = row(column(self.state_mark, 1), (self.state, 2), (self.location, 1))
        about, choices = QWidget(), QWidget()
        column(state, self.vote, 1, parent=about, spacing=4)
        column(self.candidates, self.alternatives, parent=choices)
        self.alternatives.hide()
        # in a low window texts and candidates scroll; the keys of candidates out of sight work all the same
        self._about = ScrollArea(about)
        self._about.setMinimumHeight(_LINES * self.fontMetrics().lineSpacing() + 10)
        left = column(self.field, self.hint, (self._about, 1))
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for name, arrow in self.arrows.items():
            arrow.setIcon(icon({"previous": "next", "next": "previous"}[name] if is_mirrored else name))
            arrow.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._word_buttons.addWidget(arrow)
        self._sheet = _Sheet(left, ScrollArea(choices, takes_focus=False), self._word_buttons)
        self.excerpt_view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.excerpt_view.customContextMenuRequested.connect(self._show_menu)
        self._whole = column(
            self.box_editing.bar,
            self.box_editing.progress,
            (self.excerpt_view, 1),
            self.split_offer,
            self._sheet,
            parent=self,
        )

    def _add_actions(self) -> None:
        add = partial(self._context.actions.add, view="review")
        field = self.field
        edits = [
            add(field, self.tr("Accept what is shown and go on"), self._review.accept, shortcut=["Return", "Enter"]),
            add(field, self.tr("Not a word"), self._review.mark_not_a_word, shortcut=["Del", "Alt+N"]),
        ]
        for number in range(1, MAX_CANDIDATES + 1):
            text = self.tr("Choose candidate {0}").format(number)
            edits.append(add(field, text, partial(self.choose, number), shortcut=[str(number), f"Alt+{number}"]))
        for action in edits:
            action.setAutoRepeat(False)  # a key held down must not check one word after another
        keys = ["Alt+Return", "Alt+Enter"]
        keep = add(field, self.tr("Keep several typed words as one"), self._review.keep_as_one, shortcut=keys)
        edit = add(field, self.tr("Edit letters of the text, or type digits"), field.start_typing, shortcut="F2")
        characters = add(field, self.tr("Insert a special character"), self.characters.show_below, shortcut="Alt+C")
        disable_with_reason(self._read_only_reason, *edits, keep, edit, characters)
        add(field, self.tr("Discard what was typed"), self.cancel, shortcut="Esc")
        add(field, self.tr("Show the word on its page"), partial(self.show_in, "page"), shortcut="Space")
        add(field, self.tr("Next word"), partial(self._review.step, 1), shortcut=["Right", "Down", "PgDown"])
        add(field, self.tr("Previous word"), partial(self._review.step, -1), shortcut=["Left", "Up", "PgUp"])
        box = add(self, self.tr("Edit the box of the word"), self.box_editing.begin, shortcut="Ctrl+B")
        disable_with_reason(self._read_only_reason, box)
        add(self, self.tr("Postpone the word"), self._review.postpone, shortcut="Alt+U")
        add(self, self.tr("Explain the suggestion"), partial(self.show_in, "insight"), shortcut="Ctrl+I")


class _Sheet(QFrame):
    """Holds text and candidates. It can be lower than they would have it, so that the scan keeps its share."""

    def __init__(self, left: QVBoxLayout, right: QWidget, buttons: QHBoxLayout) -> None:
        super().__init__()
        self.setObjectName("sheet")
        halves = row((left, 11), (right, 10), spacing=24)
        self._left, self._whole = left, column((halves, 1), buttons, parent=self)
        self.set_roomy(True)

    def set_roomy(self, is_roomy: bool) -> None:
        """Leave the usual space around the parts, or half of it."""
        space = 8 if is_roomy else 4
        self._left.setSpacing(space)
        self._whole.setSpacing(space)
        self._whole.setContentsMargins(_MARGIN, space, _MARGIN, space)

    def hasHeightForWidth(self) -> bool:
        return False


class StateMark(QWidget):
    """A small mark of a word's state; draws nothing until one is shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state: str | None = None
        self.setFixedSize(QSize(24, 20))
        theme.changed.connect(self.update)

    def show_state(self, state: str | None) -> None:
        """Draw this state; None draws nothing."""
        self._state = state
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._state is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_state_icon(painter, self.rect(), self._state, self._theme.tokens, 2.0)
        painter.end()


class WordButtons(QHBoxLayout):
    """The buttons under the word; ``named`` by their icons. In a narrow window some show only these."""

    def __init__(self, commands: Mapping[str, Callable[[], object]]) -> None:
        """``commands``: what each button does, by the name of its icon."""
        super().__init__()
        self.named: dict[str, QPushButton] = {}
        self.setSpacing(8)
        texts = {
            "accept": (self.tr("Accept"), self.tr("Accept what is shown and go on (Enter)")),
            "not_a_word": (self.tr("Not a word"), self.tr("A blot, a rule, part of a word (Delete)")),
            "history": (self.tr("Postpone"), self.tr("Move it to the end of the queue (Alt+U)")),
            "page": (self.tr("Show on page"), self.tr("Show the whole page (Space)")),
            "insight": (self.tr("Explain"), self.tr("Show the vote of every reader (Ctrl+I)")),
            "box": (
                self.tr("Edit the box"),
                self.tr("Move, resize or draw it, split it, join it with a word beside it (Ctrl+B)"),
            ),
        }
        self._texts = {name: text for name, (text, _) in texts.items()}
        self._width = 0
        for name, (_, tip) in texts.items():
            button = QPushButton()
            button.setIcon(icon(name, "on_accent" if name == "accept" else "ink"))
            button.setToolTip(tip)
            button.setMinimumWidth(44)
            # a click must not take the focus away from the field
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda checked=False, run=commands[name]: run())
            self.addWidget(button)
            self.named[name] = button
        self.named["accept"].setProperty("kind", "primary")
        self.fit(0)

    def text(self, name: str) -> str:
        """Return what a button does, also where it shows only its icon."""
        return self._texts[name]

    def show_saving(self, as_typed: bool) -> None:
        """Name the first button after what it does: save a text as it was typed, or accept the text that is shown."""
        self._texts["accept"] = self.tr("Save as typed") if as_typed else self.tr("Accept")
        self.fit(self._width)

    def fit(self, width: int) -> None:
        """Show as many texts as there is room for in this width."""
        self._width = width
        for shown in _SHORTENED:
            for place, (name, button) in enumerate(self.named.items()):
                button.setText(self._texts[name] if place < shown else "")
                button.setAccessibleName(self._texts[name])
            widgets = [item.widget() for number in range(self.count()) if (item := self.itemAt(number)) is not None]
            if sum(widget.sizeHint().width() + self.spacing() for widget in widgets if widget is not None) <= width:
                return
