"""docs/paper.md: every symbol and test that it links to exists where it says, and every command can be given."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from core.cli.arguments import build_parser
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
