"""Fixtures with real windows; Qt paints them into memory."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from gui_helpers import delete_now, make_project
from pseudo_language import LEFT, RIGHT, make_language
from PySide6.QtWidgets import QApplication
from view_states import measure_model
from warm_python import warm_command

from app.actions import Actions
from app.context import ProjectContext
from app.notifications import NotificationCenter
from app.session.session import Session
from app.settings import RESEARCH, Settings
from app.style.theme import Theme
from app.text import translations
from core.language import IN_APP
from core.system.programs import JOB_MODULE


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The application with the plural forms of English installed."""
    translations.install(qapp)
    return qapp


@pytest.fixture(scope="module", autouse=True)
def no_collection_in_threads() -> Iterator[None]:
    """Collect garbage in the main thread only, as the app does.

    A collection in a thread disconnects signals of closed windows. Qt's lock and Python's then wait for each other, and
    the test never ends.
    """
    gc.disable()
    yield
    # a change of theme styles every widget that exists again, so windows left over would slow down all later tests
    for widget in QApplication.topLevelWidgets():
        widget.deleteLater()
    delete_now()
    gc.collect()
    # what is alive now, most of it imported libraries, is not scanned again until a project is closed: half a second
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def hints_of_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let errors name places of the app, as :func:`app.main.main` does."""
    monkeypatch.setenv(IN_APP, "1")


@pytest.fixture(autouse=True)
def jobs_start_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the processes of jobs from one with all libraries."""
    function = f"{JOB_MODULE}:main"
    monkeypatch.setattr("app.session.jobs.job_command", lambda: warm_command(function))


@pytest.fixture(autouse=True)
def collection_after_test(no_collection_in_threads: None) -> Iterator[None]:
    """Collect what a test has left while no thread works."""
    yield
    delete_now()
    gc.collect(1)


@pytest.fixture(scope="session")
def project_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of the helpers, created once; tests get copies."""
    return make_project(tmp_path_factory.mktemp("kit") / "letters")


@pytest.fixture(scope="session")
def measured_template(project_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same project with its model measured, which takes seconds, so that every tab of Insight shows something."""
    folder = shutil.copytree(project_template, tmp_path_factory.mktemp("measured") / project_template.name)
    measure_model(folder)
    return folder


@pytest.fixture(scope="session")
def pseudo_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files of both languages that nobody speaks."""
    folder = tmp_path_factory.mktemp("languages")
    for code in (LEFT, RIGHT):
        make_language(folder, code)
    return folder


@pytest.fixture
def language(request: pytest.FixtureRequest, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The language that the test names, installed as at the start of the app: before a window is made."""
    if request.param in (LEFT, RIGHT):
        monkeypatch.setattr(translations, "FOLDER", request.getfixturevalue("pseudo_files"))
        monkeypatch.setitem(translations.NAMES, request.param, "Pseudo")
    yield translations.install(qapp, request.param)
    monkeypatch.undo()
    translations.install(qapp, translations.ENGLISH)


@pytest.fixture(scope="module")
def open_measured(qapp, measured_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable:
    """Open a window on a project with a model that was measured; Research is on."""
    from app.main import make_window

    @contextmanager
    def run(text_percent: int = 100) -> Iterator:
        root = tmp_path_factory.mktemp("measured-window")
        folder = shutil.copytree(measured_template, root / measured_template.name)
        settings = Settings(root / "settings.json")
        settings.set(RESEARCH, True)
        window = make_window(settings, Theme(qapp, "light", text_percent))
        window.show()
        window.activateWindow()
        assert window.open_project(folder)
        yield window
        window.close_project()
        window.close()
        # a theme that is applied styles every widget that exists
        window.deleteLater()
        delete_now()
        shutil.rmtree(root, ignore_errors=True)

    return run


@pytest.fixture(scope="module")
def measured_window(open_measured: Callable) -> Iterator:
    """One such window for all tests of a module."""
    with open_measured() as window:
        yield window


@pytest.fixture
def project_folder(project_template: Path, tmp_path: Path) -> Path:
    """A copy of the project that the test may change, but for the file of its model, which every copy shares.

    That file has 29 MB and is never changed, only replaced or deleted.
    """

    def link_model(source: str, target: str) -> None:
        if source.endswith(".h5"):
            os.link(source, target)
        else:
            shutil.copy2(source, target)

    return Path(shutil.copytree(project_template, tmp_path / project_template.name, copy_function=link_model))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """With Research on: most tests look at all parts. ``test_research.py`` looks at what is left without."""
    settings = Settings(tmp_path / "settings.json")
    settings.set(RESEARCH, True)
    return settings


@pytest.fixture
def theme(qapp) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def session(project_folder: Path, qapp) -> Iterator[Session]:
    """An open session; every unhandled error fails the test."""
    session = Session(project_folder)
    errors: list[Exception] = []
    session.failed.connect(errors.append)
    yield session
    session.close()
    assert not errors, errors


@pytest.fixture
def context(session: Session, theme: Theme, settings: Settings, qapp) -> ProjectContext:
    """The context of a view without a window."""
    return ProjectContext(session, NotificationCenter(qapp), Actions(qapp), theme, settings, qapp)


@pytest.fixture
def empty_window(theme: Theme, settings: Settings, qtbot) -> Iterator:
    """The main window on its start page."""
    from app.main import make_window

    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    yield window
    # without asking whether a running job may be stopped
    window.close_project()
    window.close()


@pytest.fixture
def window(project_folder: Path, empty_window):
    """The main window with the project open."""
    assert empty_window.open_project(project_folder)
    return empty_window
