"""docs/paper.md and README's table: every symbol, test and command exists, and the function named runs."""

from __future__ import annotations

import ast
import importlib
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import pytest
from executor_helpers import WORDS, handwriting, labelled_project, request, small_net

from core.cli.arguments import build_parser
from core.evaluation.bounds.report import report_bounds
from core.events import ignore_events
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.jobs.training.train import train
from core.model.ensemble import Ensemble
from core.project.content.models import get_model
from core.project.import_sources import import_contents
from core.store.model_file import load_ensemble
from research.arguments import build_parser as build_research_parser

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "paper.md"
TEXT = PAGE.read_text(encoding="utf-8")
LINKS = re.findall(r"\[`([\w.]+)`\]\(([^)]+\.py)\)", TEXT)
PARSERS = {"ductus": build_parser, "python -m research": build_research_parser}
COMMANDS = sorted(set(re.findall(rf"`({'|'.join(PARSERS)}) ([^`]+)`", TEXT)))


@cache
def defined(path: Path) -> frozenset[str]:
    """Return the names that a module defines, with those in its classes as ``Class.name``."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return frozenset(names)


@pytest.mark.parametrize(("name", "link"), LINKS, ids=[name for name, _ in LINKS])
def test_each_symbol_and_test_is_where_the_page_says(name: str, link: str) -> None:
    file = (PAGE.parent / link).resolve()
    module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    symbol = name.removeprefix(f"{module}.")
    assert symbol != name or module.startswith("tests."), f"{name} is not in {module}"
    assert symbol in defined(file)


@pytest.mark.parametrize(("program", "arguments"), COMMANDS)
def test_each_command_is_one_of_the_command_line(program: str, arguments: str) -> None:
    assert PARSERS[program]().parse_args(shlex.split(arguments)).entry


def test_the_page_names_every_algorithm_theorem_table_and_figure_of_the_paper() -> None:
    rows = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("|")]
    for item in (*(f"Algorithm {n} " for n in range(1, 7)), "Theorem 1", "Theorem 2", "exchangeable", "Figure 1",
                 "Figure 2, left", "Figure 2, right", "Table 1", "Table 2"):  # fmt: skip
        assert any(item in row for row in rows), item
    assert len(LINKS) > 50 and len(COMMANDS) >= 5
    table = TEXT.split("## Every row of Table 2")[1]
    assert len(re.findall(r"^\| (?:M1|21 M1|5 M1|the same)", table, re.MULTILINE)) == 6


def test_algorithms_have_one_number_and_name_in_all_documents() -> None:
    """The paper prints them in the order in which they stand; the labels of its source are in another."""
    glossary = (PAGE.parent / "glossary.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| Algorithm (\d) \| ([\w ]+?)(?: \(.*\))? \| `(\w+)` \|$", glossary, re.MULTILINE)
    assert [label for _, _, label in listed] == ["alg1", "alg5", "alg6", "alg2", "alg3", "alg4"]
    named = sorted(re.findall(r"^\| Algorithm (\d) \(([\w ]+)\):", TEXT, re.MULTILINE))
    assert named == [(number, name) for number, name, _ in listed]
    row = re.compile(r"^\| Algorithm (\d)[ :].*?\[`([\w.]+)`\]\((.*)$", re.MULTILINE)
    of_page = {number: rest + first for number, first, rest in row.findall(TEXT)}
    for number, function, _ in row.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        assert function in of_page[number], f"Algorithm {number} is {function} in README.md only"


__all__ = ["small_net"]

README = Path(__file__).resolve().parents[2] / "README.md"
ROWS = re.findall(r"^\| .+ \| \[`([\w.]+)`\]\(([\w/.]+)\) \|", README.read_text(encoding="utf-8"), re.MULTILINE)


def load(name: str) -> Callable[..., Any]:
    module, _, attribute = name.rpartition(".")
    return getattr(importlib.import_module(module), attribute)


def code_of(function: Callable[..., Any]) -> CodeType:
    return (function.__init__ if isinstance(function, type) else function).__code__


def with_perfect_gates(ensemble: Ensemble) -> Ensemble:
    """Return the ensemble as if all its gates had voted right on X and X'."""
    members = []
    for member in ensemble.members:
        votes = np.where(member.calibration.is_seen, member.n_gates, 0).astype(np.float32)
        members.append(replace(member, thres=1, calibration=replace(member.calibration, votes=votes)))
    return replace(ensemble, members=tuple(members))


def test_table_names_twelve_functions_and_links_to_their_files() -> None:
    assert len(ROWS) == 12
    for name, link in ROWS:
        assert callable(load(name)), name
        file = README.parent / link
        assert (
            file.is_file()
            and Path(load(name).__code__.co_filename if hasattr(load(name), "__code__") else file) == file
        )
        assert link == name.rpartition(".")[0].replace(".", "/") + ".py"


@pytest.mark.usefixtures("small_net")
def test_training_recognition_and_evaluation_run_all_twelve(tmp_path: Path) -> None:
    project = labelled_project(tmp_path)
    test_words = handwriting(tmp_path / "test", WORDS * 2, seed=9)
    import_contents(project, replace(test_words, crops=tuple(replace(crop, role="test") for crop in test_words.crops)))
    missing = {code_of(load(name)): name for name, _ in ROWS}

    def record(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            missing.pop(frame.f_code, None)

    sys.setprofile(record)
    try:
        train(project, request("model", classifier="lr", synthetic=True), ignore_events, lambda: False)
        recognise(project, RecogniseRequest(), ignore_events, lambda: False)
        evaluate(project, EvaluateRequest(bounds=True), ignore_events, lambda: False)
        # the theorems need gates that are better than chance, which gates trained for a second may not be
        report_bounds(with_perfect_gates(load_ensemble(get_model(project).file)))
    finally:
        sys.setprofile(None)
    assert not missing.values(), "not called"
