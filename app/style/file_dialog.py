"""Qt's own file dialog in the style of the app. The dialog of the system is left as it is."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, QStandardPaths, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QPushButton, QSplitter, QToolButton, QWidget

from app.style.icons import icon
from core.project.project_files import SUFFIX

_ICONS = {
    "backButton": "previous",
    "forwardButton": "next",
    "toParentButton": "up",
    "newFolderButton": "new",
    "listModeButton": "wall",
    "detailModeButton": "menu",
}
_SIDEBAR_WIDTH = 168


def documents_folder() -> Path:
    """Return the folder of the person's documents, or the home folder where the system has none."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())


def _style(dialog: QFileDialog) -> None:
    """Replace the icons, which are invisible on a dark window, and widen the sidebar; for folders hide file types."""
    for button, name in _ICONS.items():
        found = dialog.findChild(QToolButton, button)
        if found is not None:
            found.setIcon(icon(name))
            found.setIconSize(QSize(18, 18))
    if dialog.fileMode() == QFileDialog.FileMode.Directory:
        _hide_types(dialog)
    # without the icons that some desktops put on them: no other button of the app has any
    for push_button in dialog.findChildren(QPushButton):
        push_button.setIcon(QIcon())
    splitter = dialog.findChild(QSplitter)
    if splitter is not None:
        splitter.setSizes([_SIDEBAR_WIDTH, max(_SIDEBAR_WIDTH, dialog.width() - _SIDEBAR_WIDTH)])


def choose_paths(
    parent: QWidget,
    title: str,
    mode: QFileDialog.FileMode,
    folder: Path | str,
    on_chosen: Callable[[list[Path]], object],
    filters: str = "",
) -> QFileDialog:
    """Open a file dialog at ``folder``; ``on_chosen`` gets the chosen files or folders."""
    dialog = QFileDialog(parent, title, str(folder), filters)
    dialog.setFileMode(mode)
    return open_file_dialog(dialog, on_chosen)


def choose_new_file(
    parent: QWidget, title: str, folder: str, suffix: str, on_chosen: Callable[[Path], object]
) -> QFileDialog:
    """Open a file dialog for a new file of the kind ``suffix``, at ``folder``; ``on_chosen`` gets the file."""
    dialog = QFileDialog(parent, title, folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.setNameFilter(f"{suffix.upper()} (*.{suffix})")
    return open_file_dialog(dialog, lambda files: on_chosen(files[0]))


def choose_folder(
    parent: QWidget, title: str, folder: Path, accept: str, on_chosen: Callable[[Path], object]
) -> QFileDialog:
    """Open Qt's own dialog for one folder, at ``folder``, with ``accept`` on the button that chooses it."""
    dialog = QFileDialog(parent, title, str(folder))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _open_own(dialog, QCoreApplication.translate("FileDialog", "Folder:"), accept, on_chosen)


def choose_new_project(
    parent: QWidget, title: str, suggested: Path, accept: str, on_chosen: Callable[[Path], object]
) -> QFileDialog:
    """Open Qt's own dialog for the folder of a new project, with a suggestion, as :func:`choose_folder` does."""
    dialog = QFileDialog(parent, title, str(suggested.parent))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
    dialog.selectFile(suggested.name)
    _hide_types(dialog)
    return _open_own(dialog, QCoreApplication.translate("FileDialog", "Name:"), accept, on_chosen)


def _hide_types(dialog: QFileDialog) -> None:
    for kind, name in ((QComboBox, "fileTypeCombo"), (QLabel, "fileTypeLabel")):
        if (part := dialog.findChild(kind, name)) is not None:
            part.hide()


def _open_own(dialog: QFileDialog, name: str, accept: str, on_chosen: Callable[[Path], object]) -> QFileDialog:
    """Open Qt's own dialog with these texts on the field and the button of what is chosen."""
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, accept)
    dialog.setLabelText(QFileDialog.DialogLabel.FileName, name)
    dialog.resize(760, 480)
    return open_file_dialog(dialog, lambda chosen: on_chosen(chosen[0]))


def open_file_dialog(dialog: QFileDialog, on_chosen: Callable[[list[Path]], object]) -> QFileDialog:
    """Open a file dialog in the style of the app, for once; ``on_chosen`` gets the chosen files or folders."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _style(dialog)
    dialog.filesSelected.connect(lambda names: on_chosen([Path(name) for name in names]))
    dialog.open()
    return dialog
