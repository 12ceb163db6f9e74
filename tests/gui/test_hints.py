"""Errors name places of the app where it shows them, and commands on the command line."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from gui_helpers import opened
from PySide6.QtWidgets import QLabel

import core
from app import main
from app.context import NavigationTarget, ProjectContext
from app.insight.view import InsightView
from app.review.view import ReviewView
from app.session.jobs import Job
from app.text.names import state_meanings, state_names
from app.train.view import TrainView
from core.errors import DuctusError, InputError
from core.jobs.requests import CheckRequest
from core.language import ENGLISH, IN_APP, set_language, tr_hint
from core.project.project import Project

COMMAND = re.compile(r"(?<![\w-])--[a-z][\w-]*|\bductus [a-z]+ [A-Z]\w+|run: ductus|\bductus train\b")
NO_MESSAGES = ("executors/slurm.py", "jobs/executor_settings.py", "formats/pdf_write.py", "system/graphics.py")
"""Modules with options for other programs."""


def hints(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls of ``tr_hint``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "tr_hint":
            yield node


def test_the_engine_names_commands_only_where_it_also_names_a_place_of_the_app() -> None:
    root = Path(core.__file__).parent
    wrong, count = [], 0
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        count += len(list(hints(tree)))
        wrong += [ast.unparse(call) for call in hints(tree) if COMMAND.search(ast.unparse(call.args[1]))]
        if name.startswith("cli/") or name in NO_MESSAGES:
            continue
        allowed = {id(node) for call in hints(tree) for node in ast.walk(call.args[0])}
        allowed |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        wrong += [
            f"{name}: {node.value}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in allowed
            and COMMAND.search(node.value)
        ]
    assert count > 15, "the engine has such hints; if not, this test checks nothing"
    assert not wrong


def test_a_hint_depends_on_the_place_where_it_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def message() -> str:
        with pytest.raises(InputError) as missing:
            Project.open(tmp_path / "none")
        return str(missing.value)

    assert message().endswith("Create one with “New project”.")
    set_language("de")
    try:
        assert message().endswith("Legen Sie mit „Neues Projekt“ eines an.")
    finally:
        set_language(ENGLISH)
    monkeypatch.delenv(IN_APP)
    assert message().endswith("Make one with: ductus new PROJECT.")
    assert tr_hint("a {x}", "b", x=1) == "a 1"


def test_the_app_and_its_jobs_name_places_of_the_app(monkeypatch: pytest.MonkeyPatch, qapp) -> None:
    def fail() -> None:
        raise DuctusError("no toolkit")

    assert Job(CheckRequest(), None)._process.processEnvironment().contains(IN_APP)
    monkeypatch.delenv(IN_APP)
    monkeypatch.setattr(main, "require_toolkit", fail)
    with pytest.raises(DuctusError, match="no toolkit"):
        main.main([])
    assert IN_APP in os.environ


def test_state_and_candidates_are_explained_in_review(context: ProjectContext, qtbot) -> None:
    view = opened(ReviewView, context, qtbot, NavigationTarget(query=""))
    qtbot.waitUntil(lambda: view.review.is_ready)
    assert view.word_view.state.toolTip() in state_meanings().values()
    rows = [row for row in view.word_view.candidates.rows if row.word]
    assert rows and all(row.toolTip() for row in rows)
    assert len({row.toolTip() for row in rows}) > 1, "words trained on and new words differ"


def test_every_state_has_a_meaning() -> None:
    assert set(state_names()) < set(state_meanings())


def test_tabs_of_insight_say_what_they_show(context: ProjectContext, qtbot) -> None:
    tabs = opened(InsightView, context, qtbot).tabs
    meanings = [tabs.tabToolTip(number) for number in range(tabs.count())]
    assert all(meanings) and len(set(meanings)) == tabs.count()


def test_readers_and_missing_words_are_explained_in_train(context: ProjectContext, qtbot) -> None:
    setup = opened(TrainView, context, qtbot).setup
    assert all("vote" in card.toolTip() for card in setup.cards.cards.values())
    assert any("only once" in label.toolTip() for label in setup.data.findChildren(QLabel))
