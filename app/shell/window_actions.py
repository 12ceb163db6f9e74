"""The actions that work anywhere in the window, for the menu, the shortcuts and the command palette."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from app import settings as keys
from app.context import ProjectContext
from app.shell import crash_log
from app.shell.part_actions import PartActions
from app.shell.project_window import ProjectWindow
from app.text import translations
from core import logs

if TYPE_CHECKING:
    from app.adaptation import Adaptation
    from app.session.jobs import Job
    from app.shell.dialogs.graphics_card import GraphicsCardDialog
    from app.shell.dialogs.palette import Palette
    from app.shell.dialogs.shortcuts import Shortcuts
    from app.shell.guide.guide_window import GuideWindow
    from app.starter_offer import StarterOffer


class WindowActions(QObject):
    """All of them are in ``menu``."""

    def __init__(self, window: ProjectWindow) -> None:
        super().__init__(window)
        self._window, self._settings, self._theme = window, window.settings, window.theme
        self._actions, self._research = window.app_actions, window.research
        self._context: ProjectContext | None = None
        self._starter: StarterOffer | None = None
        self._adaptation: Adaptation | None = None
        self.guide: GuideWindow | None = None
        self._graphics_card: GraphicsCardDialog | None = None
        self._has_reported_card = False
        add = self._actions.add
        quit_keys = QKeySequence(QKeySequence.StandardKey.Quit).toString() or "Ctrl+Q"
        page = window.start
        new = add(window, self.tr("New project"), page.new_project, shortcut="Ctrl+N")
        files = self.tr("Import files into a new project…")
        self._import_action = add(page, files, page.new_project_from_files, shortcut="Ctrl+I")
        start = [new, self._import_action, add(window, self.tr("Open a project"), page.open_other, shortcut="Ctrl+O")]
        close = add(window, self.tr("Close the project"), window.ask_to_close_project, shortcut="Ctrl+W")
        self._edits = [
            add(window, self.tr("Undo"), self.undo, shortcut="Ctrl+Z"),
            add(window, self.tr("Redo"), self.redo, shortcut=["Ctrl+Shift+Z", "Ctrl+Y"]),
        ]
        self._project_actions = [
            add(window, self.tr("Export transcriptions"), window.export, shortcut="Ctrl+E"),
            add(window, self.tr("Check this project"), self.check, shortcut="Ctrl+Shift+K"),
            add(window, self.tr("Back up…"), self.back_up, shortcut="Ctrl+Shift+B"),
        ]
        restore = add(window, self.tr("Restore a backup…"), self.choose_backup, shortcut="Ctrl+Shift+R")
        self.parts = PartActions(window, self._settings)
        self._part_actions = [
            add(window, self.tr("Take out pages as a part…"), self.take_out_part, shortcut="Ctrl+Shift+O"),
            add(window, self.tr("Merge a part…"), self.parts.merge, shortcut="Ctrl+Shift+M"),
            add(window, self.tr("Compare different transcriptions"), self.parts.compare, shortcut="Ctrl+Shift+D"),
            add(window, self.tr("Show the agreement of people"), self.parts.show_agreement, shortcut="Ctrl+Shift+G"),
        ]
        self._starter_action = add(
            window, self.tr("Suggest readings with the starter model"), self._use_starter, shortcut="Ctrl+Shift+S"
        )
        self._adapt_action = add(
            window, self.tr("Adapt the starter model to this handwriting"), self._adapt, shortcut="Ctrl+Shift+A"
        )
        general = [
            add(window, self.tr("Find a command"), self.show_palette, shortcut="Ctrl+K"),
            add(window, self.tr("Show past messages"), self.show_history, shortcut="Ctrl+Shift+N"),
            add(window, self.tr("Switch between light and dark"), self.switch_theme, shortcut="Ctrl+Shift+L"),
            self._make_research_action(),
            add(window, self.tr("Settings"), self.show_settings, shortcut="Ctrl+,"),
        ]
        helping = [
            add(
                window,
                self.tr("Guide"),
                self.show_guide,
                shortcut="F1",
                hint=self.tr("Guide, at the page of this view"),
            ),
            add(window, self.tr("Take the tour"), window.take_tour, shortcut="Ctrl+Shift+T"),
            add(window, self.tr("Show all shortcuts"), self.show_shortcuts, shortcut="Shift+F1"),
            add(window, self.tr("Use a graphics card…"), self.show_graphics_card, shortcut="Ctrl+Shift+U"),
            add(window, self.tr("Report a problem…"), self.report_problem, shortcut="Ctrl+Shift+P"),
            add(window, self.tr("Open the log"), self.show_log, shortcut="Ctrl+Shift+J"),
            add(window, self.tr("Show the last error report"), self.show_error_report, shortcut="Ctrl+Shift+E"),
            add(window, self.tr("About Ductus"), self.show_about, shortcut="Ctrl+F1"),
        ]
        leave = add(window, self.tr("Quit"), window.close, shortcut=quit_keys)
        self.menu = QMenu(window)
        project = [*self._project_actions, restore, self._starter_action, self._adapt_action]
        for group in ([*start, close], project, self._part_actions, general):
            self.menu.addActions(group)
            self.menu.addSeparator()
        self.help_menu = self.menu.addMenu(self.tr("Help"))
        self.help_menu.addActions(helping)
        self.menu.addSeparator()
        self.menu.addAction(leave)
        self._merge_action = self._part_actions[1]
        self._project_actions = [close, *self._project_actions, *self._part_actions]

    def set_context(self, context: ProjectContext | None) -> None:
        """Enable the actions that the open project allows; None while no project is open."""
        self._context = context
        self._import_action.setEnabled(context is None)  # Collection has one for the open project
        for action in self._project_actions:
            action.setEnabled(context is not None)
        for action in self._edits:
            action.setEnabled(context is not None and not context.session.read_only)
        self._merge_action.setEnabled(context is not None and not context.session.read_only)
        self.parts.set_context(context)
        self._starter = self._adaptation = None
        if context is not None:
            from app.adaptation import Adaptation
            from app.starter_offer import StarterOffer

            context.guide_requested.connect(self.show_guide_page)
            context.session.jobs.finished.connect(self._report_unused_card)
            self._adaptation = Adaptation.for_context(context)
            self._adaptation.changed.connect(self._update_starter)
            self._starter = StarterOffer.for_context(context)
            self._starter.changed.connect(self._update_starter)
        self._update_starter()

    def _make_research_action(self) -> QAction:
        """Return the action that shows or hides the parts for researchers; its mark follows the setting."""
        research = self._research
        text = self.tr("Research: show presets, gates, thresholds and single readers")
        action = self._actions.add(
            self._window, text, lambda: research.switch(not research.is_on), shortcut="Ctrl+Shift+X"
        )
        action.setCheckable(True)
        action.setChecked(research.is_on)
        research.changed.connect(lambda: action.setChecked(research.is_on))
        return action

    def _update_starter(self) -> None:
        self._starter_action.setEnabled(self._starter is not None and self._starter.is_offered)
        self._adapt_action.setEnabled(self._adaptation is not None and self._adaptation.can_start)

    def _use_starter(self) -> None:
        if self._starter is not None:
            self._starter.start()

    def _adapt(self) -> None:
        if self._adaptation is not None:
            self._adaptation.start()

    def undo(self) -> None:
        if self._context:
            self._context.session.undo()

    def redo(self) -> None:
        if self._context:
            self._context.session.redo()

    def switch_theme(self) -> None:
        """Switch between light and dark, and save the choice."""
        self._theme.set_mode(self._theme.switched())
        self._settings.set(keys.THEME, self._theme.mode)

    def show_palette(self) -> None:
        from app.shell.dialogs.palette import Palette

        palette = Palette(self._window, self._actions, self._window.current_view())
        palette.view_requested.connect(self._window.show_view)
        palette.open()
        self._list_all_views(palette)

    def show_shortcuts(self) -> None:
        from app.shell.dialogs.shortcuts import Shortcuts

        shortcuts = Shortcuts(self._window, self._actions)
        shortcuts.open()
        self._list_all_views(shortcuts)

    def _list_all_views(self, dialog: Palette | Shortcuts) -> None:
        """Add the actions of views that were not shown yet while the dialog is open."""

        def refresh() -> bool:
            if not isValid(dialog) or not dialog.isVisible():
                return False
            dialog.refresh()
            return True

        QTimer.singleShot(0, dialog, lambda: self._window.build_views(refresh))

    def show_history(self) -> None:
        """Show the past messages, also those that left the corner."""
        from app.shell.dialogs.notification_history import NotificationHistory

        NotificationHistory(self._window, self._window.notifications).open()

    def show_log(self) -> None:
        """Show the log file of this session."""
        from app.shell.dialogs.report_dialog import LogDialog

        LogDialog(logs.read_tail(), self._window).open()

    def show_error_report(self) -> None:
        """Show the errors of this session, else those of the latest one that had any."""
        from app.shell.dialogs.report_dialog import LogDialog

        LogDialog(crash_log.latest(self._settings.file.parent), self._window).open()

    def show_settings(self) -> None:
        from app.shell.dialogs.preferences import Preferences

        Preferences(self._window, self._settings, self._theme, self._research).open()

    def show_guide(self) -> None:
        """Show the page of the guide that belongs to the present view."""
        from app.shell.guide.guide_pages import PAGE_OF_VIEW

        view = self._window.current_view()
        self.show_guide_page(PAGE_OF_VIEW["" if view is None else view.name])

    def show_guide_page(self, name: str, anchor: str = "") -> None:
        """Show a page of the guide in its window, which is kept with what was looked at."""
        from app.shell.guide.guide_window import GuideWindow

        if self.guide is None:
            self.guide = GuideWindow(self._window, self._theme, language=translations.current())
        self.guide.show_page(name, anchor)

    def close_guide(self) -> None:
        """Close the window of the guide; the program ends with its last window."""
        if self.guide is not None:
            self.guide.close()
            self.guide.deleteLater()
            self.guide = None

    def show_graphics_card(self) -> None:
        """Show what there is to compute with; a person can have a PyTorch for the graphics card installed."""
        from app.shell.dialogs.graphics_card import GraphicsCardDialog

        if self._graphics_card is None or not isValid(self._graphics_card):
            self._graphics_card = GraphicsCardDialog(self._window)
        self._graphics_card.show()
        self._graphics_card.activateWindow()

    def _report_unused_card(self, job: Job) -> None:
        """Report, once, that a job computed on the processor although a PyTorch for the card is installed."""
        if job.leaves_card_unused and not self._has_reported_card:
            self._has_reported_card = True
            text = self.tr("The graphics card is not used, but the processor.")
            self._window.notifications.warning(text, self.tr("Show why"), self.show_graphics_card)

    def close_graphics_card(self) -> None:
        """Stop an installation and close its dialog; what is fetched is kept."""
        if self._graphics_card is not None and isValid(self._graphics_card):
            self._graphics_card.close()

    def report_problem(self) -> None:
        """Show a report on this computer and this session, to be read and saved."""
        from app.shell.dialogs.report_dialog import ReportDialog

        folder = None if self._context is None else self._context.session.folder
        errors = crash_log.latest(self._settings.file.parent)
        ReportDialog(self._window, errors, folder, self._theme.text_percent).open()

    def show_about(self) -> None:
        """Show the version and what the starter model learnt from."""
        from app.shell.dialogs.about import About

        About(self._window).open()

    def check(self) -> None:
        """Check the open project for damage."""
        from app.shell.dialogs.check_dialog import CheckDialog

        if self._context:
            CheckDialog(self._context.session.folder, self._window).open()

    def back_up(self) -> None:
        """Ask for a folder and copy the whole project there in the background."""
        from app.shell.dialogs.restore_dialog import choose_backup_folder

        if self._context:
            choose_backup_folder(self._context.session.folder, self._window)

    def take_out_part(self) -> None:
        """Ask which pages to take out as a part; those selected in the current view are proposed."""
        view = self._window.current_view()
        self.parts.take_out(view.selected_pages() if view is not None else [])

    def choose_backup(self) -> None:
        """List the backups of the open project, or of one that is chosen, and ask which to restore."""
        if self._context:
            self._list_backups(self._context.session.folder)
        else:
            self._window.start.choose_project(self.tr("Show its backups"), self._list_backups)

    def _list_backups(self, folder: Path) -> None:
        from app.shell.dialogs.restore_dialog import BackupChooser

        chooser = BackupChooser(folder, self._window)
        chooser.chosen.connect(partial(self._window.restore, folder))
        chooser.open()
