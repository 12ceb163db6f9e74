"""Real windows without a display: Qt draws into memory."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest

pytest.importorskip("PySide6.QtWidgets", reason="PySide6 cannot be loaded here", exc_type=ImportError)

from event_loop_watch import LIMIT_MS, Watch, unblocked
from gui_helpers import make_project
from PySide6.QtWidgets import QApplication

from app.actions import Actions
from app.context import ProjectContext
from app.notifications.notification_center import NotificationCenter
from app.session.session import Session
from app.settings import Settings
from app.style.theme import Theme
from app.text import translations


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The application with the plural forms of English installed."""
    translations.install(qapp)
    return qapp


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kit's project, made once; tests get copies."""
    return make_project(tmp_path_factory.mktemp("kit") / "letters")


@pytest.fixture
def project_folder(made_once: Path, tmp_path: Path) -> Path:
    """A copy of the kit's project that the test may change."""
    target = tmp_path / made_once.name
    shutil.copytree(made_once, target)
    return target


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def theme(qapp) -> Theme:
    return Theme(qapp, "light")


@pytest.fixture
def session(project_folder: Path, qapp) -> Iterator[Session]:
    """An open session; every error nobody handled fails the test."""
    session = Session(project_folder)
    errors: list[Exception] = []
    session.failed.connect(errors.append)
    yield session
    session.close()
    assert not errors, errors


@pytest.fixture
def context(session: Session, theme: Theme, settings: Settings, qapp) -> ProjectContext:
    """What a place is given, without a window around it."""
    return ProjectContext(session, NotificationCenter(qapp), Actions(qapp), theme, settings, qapp)


@pytest.fixture
def window(theme: Theme, settings: Settings, project_folder: Path, qtbot) -> Iterator:
    """The main window with the kit's project open."""
    from app.main import make_window

    window = make_window(settings, theme)
    qtbot.addWidget(window)
    window.show()
    assert window.open_project(project_folder)
    yield window
    # closed without the question whether a running job may be stopped
    window.close_project()
    window.close()


@pytest.fixture
def no_block(qapp) -> Iterator[Watch]:
    """Fails the test when the window does not answer for more than 100 ms (``DUCTUS_BLOCK_MS``: another limit).

    Ask for it last, so that the making of the window is not counted.
    """
    with unblocked(float(os.environ.get("DUCTUS_BLOCK_MS", LIMIT_MS))) as watch:
        yield watch
