"""The documents agree with figures, files, symbols, tests and commands, and pictures are as young as their screens."""

from __future__ import annotations

import ast
import importlib
import json
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
from report import SUMMARY, format_csv, format_summary
from tally import Harm, Row
from translation_helpers import packaging_module

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
from research.results import make_tables
from research.results.picture_rows import DISTANCES, GAINS, PAPER, STACKING
from research.results.pictures import harmless_from
from research.results.rows import described, described_parts, rows_of

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RESULTS = ROOT / "research" / "results"
TRIALS = ROOT / "research" / "trials"
MOST_LINES = 90
"""A newcomer reads docs/benchmarks.md to the end."""
MOST_LINES_OF_A_DECISION = 60
"""A decision says what holds; how it was found stands in research/trials."""
pictures = packaging_module("picture_digests")


def test_generated_tables_are_up_to_date() -> None:
    shown = []
    for path, renewed in make_tables.renewed_files().items():
        text = path.read_text(encoding="utf-8")
        assert renewed == text, f"{path.name} is out of date: run `make tables`"
        shown += re.findall(r"<!-- table: ([\w-]+) -->", text)
    assert sorted(shown) == sorted([*make_tables.TABLES, *make_tables.COMPUTED])


def test_outdated_table_is_made_anew() -> None:
    old = "a\n<!-- table: hands -->\n| 1 |\n<!-- end of table -->\nb\n"
    new = make_tables.with_tables(old)
    assert new.startswith("a\n<!-- table: hands -->\n\n| collection | lines |") and new.endswith(
        "<!-- end of table -->\nb\n"
    )
    assert "| CREMMA-MSS-17 | 105 | 717 | 0.396 |" in new and "| 1 |\n<!--" not in new
    assert make_tables.with_tables(new) == new


def test_cell_shows_figure_interval_range_or_dash() -> None:
    row = {"h": "0.9", "a": "0.5", "a_low": "0.4", "a_high": "0.6", "m_low": "1", "m_high": "2", "n": ""}
    shown = [make_tables.cell(row, column) for column in ("h", "a", "m", "n")]
    assert shown == ["0.9", "0.5 (0.4–0.6)", "1–2", "–"]


def test_rows_of_records_are_described() -> None:
    parts = described("compact-15:dims=0:classifier=rf:held_out=false/gate")
    assert parts == {
        "variant": "compact-15:dims=0:classifier=rf:held_out=false",
        "distance": "signature",
        "gate_inputs": "769",
        "classifier": "RF",
        "decision": "vote, gates, without X'",
    }
    assert described("phosc-ctc/vote")["gate_inputs"] == ""
    assert described("phosc-ctc-20261127-005720/gate")["distance"] == ""
    paper = [described(f"{name}/gate") for name in ("paper-769", "paper-15-lr")]
    assert [row["distance"] for row in paper] == ["signature", "signature"]
    assert [(row["gate_inputs"], row["classifier"]) for row in paper] == [("769", "nearest"), ("15", "LR, the paper's")]
    some = {"row": "phosc-ctc/gate", "readers": "5"}
    for offsets, no_gate, decision in (
        ("0", "", "vote, gates"),
        ("2", "", "vote, gates (2 of 5 readers: offset)"),
        ("5", "", "vote, one offset for gates"),
        ("5", "5", "vote, no gate for gates"),
        ("5", "3", "vote, gates (2 of 5 readers: offset, 3 of 5 readers: no gate)"),
    ):
        row = some | {"offset_readers": offsets, "no_gate_readers": no_gate}
        assert described_parts(row)["decision"] == decision


def test_the_deviation_beside_the_headline_is_that_of_its_runs() -> None:
    (row,) = (row for row in rows_of("gw-nine-rounds") if row["row"] == "phosc-ctc/gate")
    text = " ".join((DOCS / "benchmarks.md").read_text("utf-8").split())
    said = re.search(r"deviation of h over the runs is (\.\d+) with gates", text)
    assert said is not None and float(said[1]) == pytest.approx(float(row["h_sd"]), abs=0.0005)
    shares = (f"{float(row[name]):.3f}"[1:] for name in ("ece_seen", "ece_unseen", "confidence_auroc"))
    error = "calibration error: {} of seen, {} of new words (`peraire` .015, .041)"
    seen, unseen, auroc = shares
    assert error.format(seen, unseen) in text and f"right against wrong: **{auroc}**" in text


def test_sentences_about_gain_and_bias_are_those_of_their_rows() -> None:
    text = " ".join((DOCS / "benchmarks.md").read_text("utf-8").split())
    gains = {name: {} for name in (PAPER, DISTANCES, STACKING)}
    for row in rows_of(GAINS):
        setting = tuple(row[name] for name in ("records", "data", "preset", "folds"))
        gains[row["rule"]][setting] = tuple(float(row[name]) for name in ("bias", "gain_h", "gain_all"))
    paper, distances, stacking = gains.values()
    ahead = sum(gain[1] > stacking[setting][1] for setting, gain in distances.items())
    behind = sum(gain[1] < stacking[setting][1] for setting, gain in distances.items())
    lowered = [bias for bias, gain, _ in paper.values() if gain < 0]
    raised = [bias for bias, gain, _ in paper.values() if gain > 0]
    fallen = sum(gain < 0 for _, _, gain in paper.values())
    zero, r = harmless_from()
    assert all(stacking[setting][1] > gain[1] for setting, gain in paper.items()) and len(paper) == 13
    assert f"r = {r:.2f}, which crosses zero at a bias of {zero:.2f}".replace("0.", ".") in text
    assert f"in the {len(lowered)} settings with a bias up to {max(lowered):.2f}".replace("0.", ".") in text
    assert (
        f"in the {len(raised)} from {min(raised):.2f} on, and lower the share of all images in {fallen},".replace(
            "0.", "."
        )
        in text
    )
    assert f"({len(distances)} settings) raise h in {sum(gain[1] > 0 for gain in distances.values())}" in text
    assert f"ahead of stacking in {ahead} and behind in {behind}" in text
    beside = [stacking[setting] for setting in paper]
    assert f"raises h in all {sum(gain[1] > 0 for gain in beside)}, and lowers the share in " in text
    assert f"lowers the share in {sum(gain[2] < 0 for gain in beside)}." in text


def test_benchmarks_are_short_and_have_one_table() -> None:
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert text.count("<!-- table: ") == 1


def test_every_file_and_column_of_results_is_explained() -> None:
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    columns = set()
    for path in RESULTS.glob("*.csv"):
        assert f"| {path.name} |" in text
        columns |= set(rows_of(path.stem)[0])
    described = re.sub(r"_(fold|seed)_N", r"_\1_", text)
    missing = [name for name in columns if re.sub(r"(_\d|_low|_high)$", "", name).rstrip("0123456789") not in described]
    assert missing == []


def test_reliability_page_shows_the_rows_of_its_file() -> None:
    rows = [Row(Harm(r["harm"]), r["what"], int(r["times"]), r["outcome"]) for r in rows_of("reliability")]
    page = (DOCS / "reliability.md").read_text(encoding="utf-8")
    assert format_summary(rows) in page
    assert format_csv(rows) == (RESULTS / "reliability.csv").read_text(encoding="utf-8")
    assert len(SUMMARY) == len(Harm) == 10


def documents() -> list[Path]:
    return sorted(
        [
            ROOT / "README.md",
            *DOCS.rglob("*.md"),
            *(ROOT / "research").rglob("*.md"),
            *(ROOT / "resources" / "guide").glob("*.md"),
        ]
    )


@pytest.mark.parametrize("path", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_and_paths_lead_to_files(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]
    assert [link for link in links if not (path.parent / link).exists()] == []
    named = re.findall(r"`((?:core|app|packaging|research|tests|resources|docs)/[\w./-]+)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_decision_is_in_the_list_and_has_its_parts() -> None:
    folder = DOCS / "decisions"
    listed = re.findall(r"\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text(encoding="utf-8"))
    files = sorted(path.name for path in folder.glob("0*.md"))
    assert listed == files
    for number, name in enumerate(files, start=1):
        text = (folder / name).read_text(encoding="utf-8")
        assert name.startswith(f"{number:04d}-") and text.startswith(f"# {number}. ")
        heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert heads == ["Context", "Decision", "Consequences"]
        lines = text.splitlines()
        assert len(lines) <= MOST_LINES_OF_A_DECISION, name
        assert [line for line in lines if len(line) > 120 and not line.lstrip().startswith("|")] == [], name


def test_every_trial_is_in_the_list_and_belongs_to_a_decision() -> None:
    listed = re.findall(r"\(([\w-]+\.md)\)", (TRIALS / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == sorted(path.name for path in TRIALS.glob("*.md") if path.name != "README.md")
    decisions = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "decisions").glob("0*.md"))
    assert [name for name in listed if f"research/trials/{name}" not in decisions] == []


def test_every_picture_is_as_young_as_its_screen() -> None:
    noted = json.loads(pictures.NOTED.read_text(encoding="utf-8"))
    files = {file.relative_to(ROOT).as_posix(): file for folder in pictures.FOLDERS for file in folder.glob("*.png")}
    assert set(noted) == set(files), "pictures were added or are gone: take them by `make screenshots`"
    old = [name for name, file in files.items() if noted[name] != pictures.digest(pictures.screen(file))]
    assert old == [], "the screens have other texts or colours by now: take them again by `make screenshots`"


def test_a_changed_text_makes_a_picture_old_and_a_comment_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (*pictures._FRAME, *pictures._STYLE, "app/page/view.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    view, tokens = tmp_path / "app" / "page" / "view.py", tmp_path / "app" / "style" / "tokens.py"
    view.write_text("a = self.tr('Open')\n")
    before = pictures.digest("page")
    view.write_text("# why\na = self.tr('Open')\n")
    assert pictures.digest("page") == before
    view.write_text("x = 1\n")
    (view.parent / "bar.py").write_text("a = self.tr('Open')\n")
    assert pictures.digest("page") == before, "moved into another module of the view"
    view.write_text("a = self.tr('Close')\n")
    changed = pictures.digest("page")
    tokens.write_text('"""Colours."""\nx = 1\n')
    assert pictures.digest("page") == changed
    tokens.write_text("x = 2\n")
    assert len({before, changed, pictures.digest("page")}) == 3


def test_a_picture_of_no_screen_is_an_error() -> None:
    with pytest.raises(ValueError, match="unheard-of"):
        pictures.digest("unheard-of")


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
