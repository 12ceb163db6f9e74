"""Messages of the engine on screen name places of the app, not commands to type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_sentences import LANGUAGES, templates

import core
from app.session.jobs import Job
from app.session.worker import error_message
from app.text import app_wording
from app.text.app_wording import in_app_words
from core.errors import InputError
from core.jobs.requests import CheckRequest
from core.language import translation

COMMAND = re.compile(r"(?<![\w-])--[a-z][\w-]*|\bductus [a-z]+ [A-Z]\w+|run: ductus|\bductus train\b")
NO_MESSAGES = ("executors/slurm.py", "jobs/executor_settings.py", "formats/pdf_write.py", "system/graphics.py")
"""Modules with options for other programs; the messages of the first two are checked below."""


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module that are no docstrings, with "7" in place of values."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    standing = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in parts or id(node) in standing:
            continue
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "7" for v in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.sub(r"\{\w+\}", "7", node.value)


def test_no_text_of_the_engine_asks_to_type_a_command(qapp) -> None:
    root = Path(core.__file__).parent
    found = {
        (str(path.relative_to(root)), text)
        for path in root.rglob("*.py")
        if path.relative_to(root).parts[0] != "cli" and path.relative_to(root).as_posix() not in NO_MESSAGES
        for text in texts(path)
        if COMMAND.search(text)
    }
    assert len(found) > 15, "the engine has such texts; if not, this test checks nothing"
    assert not {(name, text) for name, text in found if COMMAND.search(in_app_words(text))}


@pytest.mark.parametrize(
    "text",
    [
        "Slurm's command 'sinfo' is not on this computer. Start elsewhere, or leave --engine out.",
        "--slurm is an option for jobs: give --engine slurm or --engine local as well.",
    ],
)
def test_messages_about_a_cluster_name_the_choice_in_train(text: str, qapp) -> None:
    assert "--engine" not in in_app_words(text) and "under Advanced" in in_app_words(text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_commands_are_replaced_in_every_language(code: str, qapp) -> None:
    for template in templates():
        in_app = {file.split("/")[1] for file in template.files} - {"cli"}
        if in_app and COMMAND.search(template.text):
            for form in filter(None, (template.text, template.plural)):
                shown = in_app_words(translation(form, code).replace("{run}", "7"))
                assert not COMMAND.search(shown), f"the entry of the command is translated otherwise: {shown}"


def test_remedies_are_templates_of_the_engine(qapp) -> None:
    known = {form for template in templates() for form in (template.text, template.plural)}
    assert {template for template, _ in app_wording._remedies()} <= known


def test_remedies_are_found_in_another_language(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    german = {
        "Continue with --resume": "Mit --resume fortsetzen",
        "Continue it: ductus train PROJECT --resume {run}; or delete it: ductus model PROJECT --delete-run {run}": (
            "Setzen Sie es fort: ductus train PROJECT --resume {run}, oder: ductus model PROJECT --delete-run {run}"
        ),
    }
    monkeypatch.setattr(app_wording, "translation", lambda text, code: german.get(text, text) if code == "de" else text)
    app_wording._patterns.cache_clear()
    try:
        assert in_app_words("Angehalten (2.5). Mit --resume fortsetzen.") == "Angehalten (2.5). Continue with “Resume”."
        run = german[max(german)].replace("{run}", "17")
        for text in (german["Continue with --resume"], run):
            assert not COMMAND.search(in_app_words(f"Gut. {text}."))
        assert in_app_words("Kept. Continue with --resume.") == "Kept. Continue with “Resume”."
    finally:
        app_wording._patterns.cache_clear()


def test_other_texts_stay_as_they_are(qapp) -> None:
    for text in ("The file a--b.png cannot be read.", "/home/ann/ductus demo/page.png: it is damaged.", "Ductus"):
        assert in_app_words(text) == text


def test_errors_and_failed_jobs_are_shown_in_app_words(qapp) -> None:
    assert "--resume" not in error_message(InputError("Stopped in reader 1. Continue with --resume."))
    job = Job(CheckRequest(), None)
    job._receive('{"event": "error", "text": "Kept. Continue with --resume."}')
    job.refuse("")
    assert job._failure_text(1, False) == "Kept. Continue with “Resume”."
