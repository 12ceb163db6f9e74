"""Commands run as a user types them: real files, real signals, and each command once as a child process.

What needs no child is run in this process: a child imports libraries for three seconds before it does anything.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from job_helpers import run_here
from PIL import Image
from warm_python import warm_ductus

from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.project.content.runs import list_runs
from core.project.content.words import labelled_words
from core.project.project import Project
from core.store.model_file import load_ensemble

TEXT = "the of and to in for is on that by this with you it not or be are from at as your all have new"
WORDS = TEXT.split()
UNSEEN = ["river", "garden", "winter"]
QUICK = ("--preset", "quick", "--set", "gate_epochs=2", "--device", "cpu")
HOW = (*QUICK, "--steps", "12", "--seed", "3")
"""The training of the model of :func:`trained`: two members, two epochs each."""


def ductus(*arguments: object, check: bool = True) -> tuple[int, list[dict[str, Any]]]:
    """Run a command with --json; return its exit code and events."""
    run = subprocess.run(
        warm_ductus(*arguments, "--json"),
        capture_output=True,
        text=True,
        timeout=240,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert "Traceback" not in run.stderr, run.stderr
    if check:
        assert run.returncode == 0, run.stdout[-2000:] + run.stderr[-2000:]
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines()]


def result(*arguments: object) -> dict[str, Any]:
    _, events = ductus(*arguments)
    assert events[-1]["event"] == "result"
    return events[-1]


def ductus_here(*arguments: object, check: bool = True) -> tuple[int, list[dict[str, Any]]]:
    """Run a command with --json in this process; return its exit code and events."""
    code, events = run_here(*arguments)
    assert code == 0 or not check, events[-1]
    return code, events


def result_here(*arguments: object) -> dict[str, Any]:
    _, events = ductus_here(*arguments)
    assert events[-1]["event"] == "result"
    return events[-1]


def write_table(folder: Path, words: list[str], copies: int, seed: int) -> Path:
    """Write word images in one handwriting, and a CSV that lists them."""
    folder.mkdir()
    rng = np.random.default_rng(seed)
    lines = ["file,text"]
    for number, word in enumerate(words * copies):
        name = f"{number:03d}.png"
        Image.fromarray(render_word(word, Writer(), rng)).save(folder / name)
        lines.append(f"{name},{word}")
    (folder / "words.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "words.csv"


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with training and test words and a lexicon, without a model."""
    base = tmp_path_factory.mktemp("e2e")
    project = base / "letters.ductus"
    result("new", project)
    train = write_table(base / "train", WORDS, 6, 1)
    test = write_table(base / "test", WORDS[:10] + UNSEEN, 2, 2)
    assert result("import", project, train)["words"] == len(WORDS) * 6
    assert result_here("import", project, test, "--role", "test")["words"] == 26
    return project


@pytest.fixture(scope="module")
def trained(untrained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = tmp_path_factory.mktemp("trained") / "letters.ductus"
    shutil.copytree(untrained, project)
    trained = result("train", project, "--name", "first", *HOW)
    assert trained["members"] == 2 and trained["alphabet"] == "latin"
    return project


def test_train_evaluate_recognise_inspect_export(trained: Path, tmp_path: Path) -> None:
    scores = result_here("evaluate", trained, "--baselines", "--device", "cpu")
    assert (scores["n_seen"], scores["n_unseen"]) == (20, 6)
    assert set(scores["baselines"]) == {"one_m1", "vote", "stacking", "gate", "oracle_gate"}
    for row in scores["baselines"].values():
        assert 0 <= row["A_s"] <= 1 and 0 <= row["A_u"] <= 1
    assert len(scores["gate"]["members"]) == 2
    assert scores["outside_lexicon"] == 0

    recognised = result("recognise", trained, "--words", "test", "--device", "cpu")
    assert recognised["words"] == 26 and recognised["seen"] + recognised["unseen"] == 26
    with Project.open(trained, read_only=True) as project:
        word_id, text = labelled_words(project, "test")[0]
    inspected = result_here("inspect", trained, "--word", word_id)
    assert inspected["reading"] == text
    assert inspected["text"] == inspected["tally"][0][0]
    assert [m["seen"] for m in inspected["members"]] == [m["votes"] >= m["thres"] for m in inspected["members"]]

    exported = result_here("export", trained, tmp_path / "out.txt", "--format", "text")
    assert exported["format"] == "text" and (tmp_path / "out.txt").read_text(encoding="utf-8")


def test_a_changed_threshold_needs_no_network_pass(trained: Path) -> None:
    ductus_here("recognise", trained, "--words", "test", "--device", "cpu")
    _, again = ductus_here("recognise", trained, "--words", "test", "--thres", "0", "--device", "cpu")
    assert not [event for event in again if event["event"] == "network_pass"]
    assert again[-1]["thres"] == [0, 0]
    # with threshold 0 each member searches its seen words only, so that no unseen word can win
    assert again[-1]["unseen"] == 0
    ductus_here("recognise", trained, "--words", "test", "--device", "cpu")


def test_a_changed_lexicon_needs_no_network_pass(trained: Path, tmp_path: Path) -> None:
    ductus_here("recognise", trained, "--words", "test", "--device", "cpu")
    (tmp_path / "more.txt").write_text("castle\nbridge\n", encoding="utf-8")
    assert result_here("lexicon", trained, "--add", tmp_path / "more.txt")["added"] == 2
    _, events = ductus_here("recognise", trained, "--words", "test", "--device", "cpu")
    assert not [event for event in events if event["event"] == "network_pass"]
    assert events[-1]["lexicon"] == len(WORDS) + len(UNSEEN) + 2


def test_word_list_of_a_language_is_added_and_removed(untrained: Path, tmp_path: Path) -> None:
    project = tmp_path / "letters.ductus"
    shutil.copytree(untrained, project)
    before = result_here("lexicon", project)
    added = result_here("lexicon", project, "--language", "en", "--most", "400")
    # the transcriptions are in lower case, without marks: no other forms are added
    assert 300 < added["added"] <= 400 == added["languages"]["en"]
    assert result_here("lexicon", project, "--language", "en", "--most", "400")["added"] == 0
    assert result_here("lexicon", project, "--remove-language", "en") == {**before, "removed": added["added"]}
    code, events = ductus_here("lexicon", project, "--language", "la", check=False)
    assert code == 2 and "Choose one of cs, de, en, es, fr, it, nl, pl, pt, sv" in events[-1]["text"]


def test_recognition_changes_no_transcription(trained: Path) -> None:
    with Project.open(trained, read_only=True) as project:
        before = labelled_words(project)
    ductus_here("recognise", trained, "--words", "all", "--device", "cpu")
    with Project.open(trained, read_only=True) as project:
        assert labelled_words(project) == before


def test_training_twice_with_one_seed_gives_the_same_model(untrained: Path, trained: Path, tmp_path: Path) -> None:
    project = tmp_path / "letters.ductus"
    shutil.copytree(untrained, project)
    second = result("train", project, "--name", "second", *HOW)
    first = load_ensemble(trained / "models" / "first.h5")
    assert second["thres"] == [member.thres for member in first.members]
    assert second["manifest"] == first.card["manifest"]


def test_training_continues_from_an_earlier_model(trained: Path) -> None:
    retrained = result_here(
        "train", trained, *QUICK, "--name", "third", "--from", "first", "--steps", "6", "--seed", "9"
    )
    assert retrained["members"] == 2
    first = load_ensemble(trained / "models" / "first.h5")
    third = load_ensemble(trained / "models" / "third.h5")
    assert third.card["parent"] == "first"
    for before, after in zip(first.members, third.members, strict=True):
        # no image or word that the first model was trained on is held out by the second
        assert set(before.seen) == set(after.seen)
        assert np.isin(before.trained_on, after.trained_on).all()


@pytest.mark.parametrize("classifier", ["lda", "lr", "rf"])
def test_word_classifiers_end_to_end(trained: Path, classifier: str) -> None:
    options = ("--classifier", classifier, "--name", classifier, "--members", "1", "--steps", "6")
    ductus_here("train", trained, *QUICK, *options)
    scores = result_here("evaluate", trained, "--model", classifier, "--device", "cpu")
    assert scores["A_s"] is not None and len(scores["thres"]) == 1


def _start(project: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        warm_ductus("train", project, "--json", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )


def _await(process: subprocess.Popen[str], wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    assert process.stdout is not None
    for line in process.stdout:
        event = json.loads(line)
        if wanted(event):
            return event
    raise AssertionError("the training ended before the expected event")


def test_a_run_killed_in_the_second_member_is_resumed(untrained: Path, trained: Path, tmp_path: Path) -> None:
    project = tmp_path / "letters.ductus"
    shutil.copytree(untrained, project)
    process = _start(project, "--name", "whole", *HOW)
    run = _await(process, lambda e: e["event"] == "run")["run"]
    _await(process, lambda e: e["event"] == "progress" and e["member"] == 1 and e["part"] == "embedder")
    process.send_signal(signal.SIGKILL)
    process.wait()
    finished = project / "runs" / str(run) / "member-00.h5"
    before = finished.read_bytes()
    assert not (project / "models" / "whole.h5").exists()

    resumed_run = result_here("train", project, "--resume", run)
    assert resumed_run["members"] == 2
    assert finished.read_bytes() == before
    resumed = load_ensemble(project / "models" / "whole.h5")
    straight = load_ensemble(trained / "models" / "first.h5")
    for one, other in zip(resumed.members, straight.members, strict=True):
        assert np.array_equal(one.seen, other.seen)
        assert abs(one.thres - other.thres) <= one.n_gates // 4
    with Project.open(project, read_only=True) as opened:
        assert list_runs(opened)[0].state == "done"


def test_ctrl_c_keeps_the_checkpoint(untrained: Path, tmp_path: Path) -> None:
    project = tmp_path / "letters.ductus"
    shutil.copytree(untrained, project)
    process = _start(project, "--preset", "quick", "--name", "part", "--steps", "4000", "--device", "cpu")
    _await(process, lambda e: e["event"] == "progress" and e["part"] == "embedder")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 130
    with Project.open(project, read_only=True) as opened:
        run = list_runs(opened)[0]
        assert run.state == "stopped" and "--resume" not in (run.model or "")
    assert list((project / "runs" / str(run.id)).glob("checkpoint-*.h5"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "nowhere.ductus"], "nowhere.ductus"),
        (["evaluate", "nowhere.ductus"], "nowhere.ductus"),
        (["inspect", "nowhere.h5"], "nowhere.h5"),
    ],
)
def test_wrong_input_gives_one_sentence_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    repository = Path(__file__).resolve().parents[2]
    run = subprocess.run(
        [sys.executable, "-m", "core.cli.main", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(repository)},
    )
    assert run.returncode == 2
    assert message in run.stderr and "Traceback" not in run.stderr
    assert not list(tmp_path.iterdir())


def test_too_few_words_fail_the_training_with_a_message(tmp_path: Path) -> None:
    project = tmp_path / "small.ductus"
    result_here("new", project)
    result_here("import", project, write_table(tmp_path / "few", ["one", "two"], 2, 1))
    code, events = ductus_here("train", project, "--preset", "quick", check=False)
    assert code == 2
    assert "4 transcribed word images of 2 different words" in events[-1]["text"]
    with Project.open(project, read_only=True) as opened:
        assert list_runs(opened)[0].state == "failed"


def test_unencodable_words_are_listed_before_training(untrained: Path, tmp_path: Path) -> None:
    project = tmp_path / "letters.ductus"
    shutil.copytree(untrained, project)
    (tmp_path / "odd.txt").write_text("日本\n", encoding="utf-8")
    result_here("lexicon", project, "--add", tmp_path / "odd.txt")
    code, events = ductus_here("train", project, "--preset", "quick", check=False)
    assert code == 2
    assert [e["word"] for e in events if e["event"] == "unencodable"] == ["日本"]
    assert "--skip-unencodable" in events[-1]["text"]
