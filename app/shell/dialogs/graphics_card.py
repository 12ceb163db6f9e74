"""Help > Use a graphics card: what there is, the installation of a PyTorch for it, and the way back."""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from app.session.jobs import Job, Outcome
from app.text.formats import decimal
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.progress_bar import ProgressBar
from core.events import Event, Progress
from core.jobs.requests import CardStatusRequest, InstallCardRequest, JobRequest, RemoveCardRequest
from core.jobs.results import CardStatus, Situation

_STOP_TIMEOUT_MS = 5000


class GraphicsCardDialog(Dialog):
    """Looks, installs and removes in child processes. It does not keep a person from working meanwhile.

    Closing it stops an installation; what is fetched is kept, and *Install* continues from there.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(self.tr("Use a graphics card"), window)
        self.resize(min(640, window.width() - 64), 340)
        self._job: Job | None = None
        self._texts: GraphicsCardTexts | None = None
        self._message = ""
        self.sentence = builders.label()
        self.facts = QFormLayout()
        self.index = builders.named(QLineEdit(), self.tr("Fetched from (package index)"))
        self.index_label = builders.label(self.tr("Fetched from (package index)"), "quiet", wrap=False)
        self.bar = ProgressBar(self.tr("Progress"))
        self.state = builders.label()
        for label in (self.sentence, self.state):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.install = builders.push_button(self.tr("Fetch and install"), self._install)
        self.remove = builders.push_button(
            self.tr("Use the processor again"), lambda: self._start(RemoveCardRequest(), self.tr("Removing it …"))
        )
        self.again = builders.push_button(self.tr("Look again"), self.look)
        self.stop = builders.push_button(self.tr("Stop"), self._stop)
        self.close_button = builders.push_button(self.tr("Close"), self.close, default=True)
        for button in (self.install, self.remove, self.again, self.stop):
            button.setAutoDefault(False)  # nobody agrees by pressing Enter twice
        self.finished.connect(self._end_job)
        self._lay_out()
        self.look()

    def look(self) -> None:
        """Look at the card, the driver and PyTorch, and show them."""
        self._start(CardStatusRequest(), self.tr("Looking at this computer …"))

    @property
    def is_busy(self) -> bool:
        return self._job is not None

    def _lay_out(self) -> None:
        index = builders.row(self.index_label, (self.index, 1))
        buttons = builders.row(self.remove, self.again, 1, self.stop, self.install, self.close_button)
        content = (self.sentence, self.facts, index, 1, self.state, self.bar, buttons)
        builders.column(*content, parent=self, margins=(16, 16, 16, 16), spacing=12)

    def _install(self) -> None:
        request = InstallCardRequest(self.index.text().strip(), is_agreed=True)
        self._start(request, self.tr("Fetching and installing. You can go on working."))

    def _start(self, request: JobRequest, state: str) -> None:
        if self._job is not None:
            return
        self._job = Job(request, None, self)
        self._job.event_received.connect(self._event_received)
        self._job.finished.connect(lambda outcome: self._finished(request, outcome))
        if not isinstance(request, CardStatusRequest):
            self._message = ""
        self.state.setText(state)
        self.bar.setRange(0, 0)
        self._show_controls()
        if isinstance(request, InstallCardRequest):
            self.stop.setFocus()
        self._job.start()

    def _event_received(self, event: Event) -> None:
        if isinstance(event, Progress) and self._job is not None and not self._job.stop_requested:
            done, total = event.done, event.total
            # at the end it is tried on the card, which takes some seconds more
            self.bar.setRange(0, 0 if done >= total else total)
            self.bar.setValue(done)
            text = self.tr("Trying it on the card …") if done >= total else self.tr("{0} of {1} MB").format(done, total)
            self.state.setText(text)

    def _finished(self, request: JobRequest, outcome: Outcome) -> None:
        self._job = None
        if isinstance(request, CardStatusRequest):
            self._show(outcome)
            return
        self._message = "" if outcome.ok else outcome.text
        self.look()

    def _show(self, outcome: Outcome) -> None:
        self.state.setText(self._message)
        status = outcome.result
        if not isinstance(status, CardStatus):
            self.state.setText(outcome.text)
        else:
            self._texts = GraphicsCardTexts(status)
            self.sentence.setText(self._texts.sentence())
            self.setAccessibleDescription(self.sentence.text())
            while self.facts.rowCount():
                self.facts.removeRow(0)
            for heading, text in self._texts.facts():
                value = builders.label(text)
                value.setTextFormat(Qt.TextFormat.PlainText)
                self.facts.addRow(builders.label(heading, "quiet", wrap=False), value)
            if not self.index.text():
                self.index.setText(status.index)
        self._show_controls()
        self.close_button.setFocus()

    def _show_controls(self) -> None:
        idle, texts = self._job is None, self._texts
        self.bar.setVisible(not idle)
        self.state.setVisible(bool(self.state.text()))
        self.stop.setVisible(self._job is not None and isinstance(self._job.request, InstallCardRequest))
        self.stop.setEnabled(True)
        can_install = texts is not None and texts.can_install
        for widget in (self.index, self.index_label, self.install):
            widget.setVisible(can_install and not self.stop.isVisibleTo(self))
        self.remove.setVisible(texts is not None and texts.can_remove)
        for widget in (self.index, self.install, self.remove, self.again):
            widget.setEnabled(idle)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.stop()
            self.stop.setEnabled(False)
            self.state.setText(self.tr("Stopping …"))

    def _end_job(self) -> None:
        if self._job is not None:
            job, self._job = self._job, None
            job.finished.disconnect()
            job.close(_STOP_TIMEOUT_MS)


def tr(text: str) -> str:
    """Translate a text about the graphics card."""
    return QCoreApplication.translate("GraphicsCard", text)


class GraphicsCardTexts:
    """Texts about one result of `ductus graphics-card status --json`."""

    def __init__(self, status: CardStatus) -> None:
        self._status = status

    @property
    def can_install(self) -> bool:
        return self._status.situation == Situation.AVAILABLE and not self.lacks_room

    @property
    def can_remove(self) -> bool:
        return bool(self._status.taken) or self._status.situation in (Situation.INSTALLED, Situation.FAILING)

    @property
    def lacks_room(self) -> bool:
        return not self._status.is_begun and self._status.free < self._status.needed

    def sentence(self) -> str:
        """Return what is the case and what can be done."""
        status = self._status
        if status.situation == Situation.AVAILABLE and self.lacks_room:
            text = tr("The disk has no room for it: {0} GB are needed. Make room, then look again.")
            return text.format(decimal(status.needed / 1e9, 1))
        text = {
            Situation.OWN: tr("Ductus uses the graphics card already. Nothing has to be installed."),
            Situation.INSTALLED: tr("Ductus uses the graphics card."),
            Situation.FAILING: tr("The graphics card cannot be used; Ductus uses the processor. The reason: {0}."),
            Situation.AVAILABLE: tr(
                "Ductus uses the processor. Another build of PyTorch, the library that it computes with, can be "
                "installed for this card. Nothing is fetched before you press the button."
            ),
            Situation.NO_CARD: tr("No graphics card was found that Ductus can use. It uses the processor."),
            Situation.OTHER_CARD: tr("Ductus can only use graphics cards of NVIDIA. It uses the processor."),
            Situation.NO_DRIVER: tr(
                "The graphics card has no driver of NVIDIA. Install it with your system's tools, then look again."
            ),
            Situation.OLD_DRIVER: tr(
                "The driver of the graphics card is too old. Install version {1} or a later one, then look again."
            ),
            Situation.OLD_CARD: tr(
                "The graphics card is too old for this version of PyTorch. Ductus uses the processor."
            ),
        }.get(status.situation, tr("For this system no PyTorch for graphics cards is known that could be installed."))
        return text.format(status.problem, status.driver_needed)

    def facts(self) -> list[tuple[str, str]]:
        """Return headings with what there is."""
        status = self._status
        card = status.card
        rows = [(tr("Graphics card"), self._card())]
        if card is not None and card.driver:
            rows.append((tr("Driver"), card.driver))
        uses = tr("{0}, uses the card") if status.computes_on else tr("{0}, uses the processor")
        rows.append(("PyTorch", uses.format(status.torch) if status.torch else tr("none")))
        if status.situation == Situation.AVAILABLE:
            download, unpacked, free = (
                decimal(size / 1e9, 1) for size in (status.download, status.unpacked, status.free)
            )
            rows.append((tr("To fetch"), tr("{0} GB").format(download)))
            room = tr("{0} GB in {1}, where {2} GB are free")
            rows.append((tr("On the disk"), room.format(unpacked, status.folder, free)))
        if status.taken:
            taken = decimal(status.taken / 1e9, 1)
            begun, whole = tr("Fetched so far"), tr("Installed")
            text = tr("{0} GB in {1}").format(taken, status.folder)
            rows.append((begun if status.is_begun else whole, text))
        return rows

    def _card(self) -> str:
        card = self._status.card
        if card is None:
            return tr("none")
        name = card.name if card.name.startswith(card.maker) else f"{card.maker} {card.name}".strip()
        if not card.memory:
            return str(name)
        return tr("{0}, {1} GB").format(name, decimal(card.memory / 1e9, 0))
