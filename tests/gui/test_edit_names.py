"""Every edit of the history has a name in the language of the app; the history itself stays in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import app
import core
from app.text.edit_names import EditNames, edit_name
from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.project import Project

ELSEWHERE = {"_label(project, page_ids, crops)": ["remove page 7", "remove 7 pages and all word images"]}
"""Labels that a function returns."""


def labels() -> Iterator[str]:
    """Yield every label given to ``edit`` in the sources, with 7 for counts and names."""
    for path in [*Path(core.__file__).parent.rglob("*.py"), *Path(app.__file__).parent.rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        local = {
            node.targets[0].id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and re.fullmatch(r"(self\._?)?project\.edit", ast.unparse(node.func)):
                yield from _texts(node.args[0], local)


def _texts(node: ast.expr, local: dict[str, ast.expr]) -> list[str]:
    match node:
        case ast.Constant():
            return [str(node.value)]
        case ast.IfExp():
            return [*_texts(node.body, local), *_texts(node.orelse, local)]
        case ast.Name():
            return _texts(local[node.id], local)
        case ast.Attribute():
            return ["7"]
        case ast.Call():
            return ELSEWHERE[ast.unparse(node)]
        case ast.JoinedStr():
            found = [""]
            for part in node.values:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                is_text = isinstance(inner, ast.Constant | ast.IfExp) or (
                    isinstance(inner, ast.Name) and isinstance(local.get(inner.id), ast.IfExp | ast.JoinedStr)
                )
                found = [head + tail for head in found for tail in (_texts(inner, local) if is_text else ["7"])]
            return found
    raise TypeError(ast.unparse(node))


def test_every_label_of_the_sources_has_a_name(qapp) -> None:
    found = set(labels())
    assert len(found) > 40, "the sources have such labels; if not, this test checks nothing"
    patterns = [pattern for pattern, _ in EditNames()._names()]
    assert not [label for label in found if not any(re.fullmatch(pattern, label) for pattern in patterns)]
    assert all(edit_name(label) for label in found)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("accept 1 prediction", "accept 1 suggestion"),
        ("transcribe 1200 words as 'of'", "transcribe 1,200 words as “of”"),
        ("use 2 pages for test", "use 2 pages for Testing"),
        ("add 300 lexicon words of language fr", "add 300 words of French"),
        ("remove page 12 and all word images", "remove page 12 and all word images"),
        ("a label of a later version", "a label of a later version"),
        ("transcribe 'a\nb'", "transcribe “a\nb”"),
    ],
)
def test_names(label: str, name: str, qapp) -> None:
    assert edit_name(label) == name


def test_history_keeps_english(project_folder: Path, qapp) -> None:
    with Project.open(project_folder) as project:
        set_transcription(project, word_ids(project)[0], "word")
        assert project.column("SELECT label FROM change ORDER BY id DESC LIMIT 1") == ["transcribe 'word'"]
