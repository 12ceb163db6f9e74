"""The dialog that imports the images of an IIIF manifest: its contents first, then, once agreed, the images."""

import re
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFormLayout, QLineEdit, QWidget

from app.context import ProjectContext
from app.session.jobs import Job, Outcome
from app.session.worker import error_message
from app.settings import LAST_FOLDER, LAST_MANIFEST
from app.style.file_dialog import choose_paths
from app.text.formats import decimal, integer
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.progress_bar import ProgressBar
from core.errors import InputError
from core.events import Event, JobPart, Progress
from core.jobs.page_numbers import parse_page_numbers
from core.jobs.requests import FetchRequest
from core.jobs.results import Fetched

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")
_HOST = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?/\S+")


class IiifDialog(Dialog):
    """Asks for an address and shows what would be fetched. ``fetch_requested(FetchRequest)``: the person agrees to it.

    All network access is in child processes. Fetching continues when the dialog is closed; it can be stopped, and
    started again where it ended.
    """

    fetch_requested = Signal(object)

    def __init__(self, context: ProjectContext, parent: QWidget, address: str = "") -> None:
        super().__init__(self.tr("Import from an address (IIIF)"), parent)
        self.resize(680, 440)
        self._context = context
        self._lookup: Job | None = None
        self._fetch: Job | None = None
        self._found: FetchRequest | None = None
        """The request that the shown facts are about."""
        self.address = QLineEdit(address or context.settings.get(LAST_MANIFEST))
        self.address.setAccessibleName(self.tr("Address or file of the manifest"))
        self.address.setPlaceholderText("https://…/manifest.json")
        self.browse = builders.push_button(self.tr("Choose a file…"), self._choose_file, default=False)
        self.pages = builders.named(QLineEdit(), self.tr("Only these images"))
        self.pages.setPlaceholderText(self.tr("all, or for example 1-20,25"))
        self.look = builders.push_button(self.tr("Show the contents"), self._look_up, default=True)
        self.facts = QFormLayout()
        self.state = builders.label()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = ProgressBar(self.tr("Progress of fetching"))
        self.stop = builders.push_button(self.tr("Stop"), self._stop, default=False)
        self.close_button = builders.push_button(self.tr("Cancel"), self.reject, default=False)
        self.start = builders.push_button(self.tr("Fetch the images"), self._start)
        self._lay_out()
        for field in (self.address, self.pages):
            field.textChanged.connect(self._forget)
        context.session.jobs.changed.connect(self._jobs_changed)
        self.finished.connect(self._end_lookup)
        self._forget()
        self.address.setFocus()
        if address:
            self._look_up()

    def request(self) -> FetchRequest:
        """Return the entered address and numbers of images. Raises InputError for other than numbers."""
        numbers = parse_page_numbers(self.pages.text().strip() or None)
        return FetchRequest(full_address(self.address.text()), numbers=numbers)

    def _look_up(self) -> None:
        """Read the manifest, and nothing else, in a child process."""
        if not self.look.isEnabled():
            return
        self._forget()
        try:
            request = self.request()
        except InputError as error:
            self._show_state(error_message(error), "danger")
            return
        self._show_state(self.tr("Reading the manifest. No image is fetched yet."), "quiet", busy=True)
        self.look.setEnabled(False)
        self._lookup = Job(request, self._context.session.folder, self)
        self._lookup.finished.connect(lambda outcome: self._show_contents(request, outcome))
        self._lookup.start()

    def _show_contents(self, request: FetchRequest, outcome: Outcome) -> None:
        self._lookup = None
        self._show_buttons()
        result = outcome.result
        if not isinstance(result, Fetched):
            self._show_state(outcome.text, "danger")
            return
        for heading, text in self._facts(result):
            value = builders.label(text)
            value.setTextFormat(Qt.TextFormat.PlainText)  # written by strangers
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.facts.addRow(builders.label(heading, "quiet", wrap=False), value)
        if not result.images:
            self._show_state(self.tr("There is nothing to fetch."))
            return
        self._found = request
        self._show_state(self.tr("Nothing is fetched yet. Check that the licence allows your use."), "quiet")
        self._show_buttons()
        self.close_button.setFocus()  # the harmless answer: nobody agrees by pressing Enter twice

    def _facts(self, result: Fetched) -> list[tuple[str, str]]:
        """Return (heading, text) for each fact that the person should know before agreeing."""
        images = [self.tr("%Ln image(s) to fetch", "", result.images)]
        if result.already:
            images.append(self.tr("%Ln already in the project", "", result.already))
        if result.skipped:
            images.append(self.tr("%Ln cannot be fetched", "", result.skipped))
        none = self.tr("not stated")
        return [
            (self.tr("Title"), result.label or none),
            (self.tr("Images"), ", ".join(images)),
            (self.tr("From"), ", ".join(result.hosts) or "–"),
            (self.tr("Attribution"), result.attribution or none),
            (self.tr("Licence"), result.rights or none),
        ]

    def _start(self) -> None:
        if self._found is None:
            return
        self._context.settings.set(LAST_MANIFEST, self.address.text().strip())
        self.fetch_requested.emit(self._found)

    def follow(self, fetch: Job) -> None:
        """Show the progress of fetching, and close at its end."""
        self._fetch = fetch
        self._fetch.event_received.connect(self._event_received)
        self._fetch.finished.connect(self._fetch_finished)
        self._show_state("", "quiet", busy=True)
        self._show_buttons()
        self._jobs_changed()
        self.stop.setFocus()

    def _event_received(self, event: Event) -> None:
        if not isinstance(event, Progress) or self._fetch is None or self._fetch.stop_requested:
            return
        self.bar.setRange(0, max(1, event.total))
        self.bar.setValue(event.done)
        if event.part == JobPart.FETCHING:
            text = self.tr("{0} of %Ln image(s), {1} MB", "", event.total)
            self.state.setText(text.format(integer(event.done), decimal((event.bytes or 0) / 2**20, 1)))
        else:
            self.state.setText(self.tr("Importing the images…"))

    def _stop(self) -> None:
        if self._fetch is not None:
            self._fetch.stop()
            self.stop.setEnabled(False)
            self.state.setText(self.tr("Stopping …"))

    def _fetch_finished(self, outcome: Outcome) -> None:
        self._fetch = None
        if outcome.ok:
            self.accept()  # a message of the window follows
            return
        self.start.setText(self.tr("Resume"))
        self._show_state(outcome.text, "warn" if outcome.stopped else "danger")
        self._show_buttons()
        self.start.setFocus()

    def _forget(self) -> None:
        """Drop what was found: the address or the numbers have changed."""
        self._end_lookup()
        self._found = None
        self.start.setText(self.tr("Fetch the images"))
        while self.facts.rowCount():
            self.facts.removeRow(0)
        self._show_state("")
        self._show_buttons()

    def _show_buttons(self) -> None:
        is_fetching = self._fetch is not None
        jobs = self._context.session.jobs
        self.look.setEnabled(bool(self.address.text().strip()) and not is_fetching and self._lookup is None)
        self.start.setEnabled(self._found is not None and not is_fetching)
        self.start.setVisible(not is_fetching)
        self.stop.setVisible(is_fetching)
        self.stop.setEnabled(is_fetching and jobs.current is self._fetch)
        self.close_button.setText(self.tr("Close; fetching goes on") if is_fetching else self.tr("Cancel"))
        for widget in (self.address, self.pages, self.browse):
            widget.setEnabled(not is_fetching)
        ready = self.start if self._found is not None else self.look
        for button in (self.start, self.look):
            builders.restyle(button, "kind", "primary" if button is ready else "")

    def _jobs_changed(self) -> None:
        if self._fetch is None or self._fetch.stop_requested:
            return
        is_running = self._context.session.jobs.current is self._fetch
        self.stop.setEnabled(is_running)
        if not is_running:
            self.state.setText(self.tr("This starts when the running job has ended."))
        elif not self.bar.maximum():
            self.state.setText(self.tr("Waiting for the server…"))

    def _show_state(self, text: str, kind: str = "", *, busy: bool = False) -> None:
        self.bar.setRange(0, 0)
        self.bar.setVisible(busy)
        self.state.setText(text)
        builders.restyle(self.state, "kind", kind)

    def _choose_file(self) -> None:
        filters = self.tr("IIIF manifests (*.json);;All files (*)")
        mode, folder = QFileDialog.FileMode.ExistingFile, self._context.settings.get(LAST_FOLDER)
        choose_paths(self, self.tr("Manifest"), mode, folder, self._set_file, filters)

    def _set_file(self, paths: list[Path]) -> None:
        self.address.setText(str(paths[0]))
        self._look_up()

    def _end_lookup(self) -> None:
        if self._lookup is not None:
            lookup, self._lookup = self._lookup, None
            lookup.finished.disconnect()
            lookup.kill()  # it only reads

    def _lay_out(self) -> None:
        about = builders.label(
            self.tr(
                "Libraries and archives publish scans with an IIIF manifest. "
                "Enter its address, or choose a manifest that you have as a file."
            ),
            "quiet",
        )
        address = builders.field_label(self.address, self.tr("Address"))
        pages = builders.field_label(self.pages, self.tr("Only these images"))
        self.facts.setContentsMargins(0, 0, 0, 0)
        self.facts.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.facts.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        builders.column(
            about,
            builders.row(address, (self.address, 1), self.browse),
            builders.row(pages, (self.pages, 1), self.look),
            self.facts,
            self.bar,
            self.state,
            1,
            builders.row(1, self.close_button, self.stop, self.start),
            parent=self,
            margins=(24, 24, 24, 16),
            spacing=12,
        )


def full_address(text: str) -> str:
    """Return an address with its scheme, or the absolute path of a file.

    ``example.org/m.json`` is an address unless there is such a file.
    """
    text = text.strip()
    if _SCHEME.match(text):
        return text
    file = Path(text).expanduser()
    if _HOST.fullmatch(text) and not file.exists():
        return f"https://{text}"
    return str(file.absolute())
