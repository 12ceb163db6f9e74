"""The line finder and its file, the lines of whole pages that it finds, and those that are found without it."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import torch
from job_helpers import json_into, run_here
from line_helpers import count_passes, written, written_line
from PIL import Image

from core.cli.main import main
from core.errors import InputError, ModelFileError
from core.evaluation.word_errors import found_lines
from core.events import ignore_events
from core.formats.records import LineRecord, PageRecord, SourceContents
from core.geometry import LinePlace
from core.imaging.segment.binarise import binarise
from core.imaging.segment.line_maps import STRIDE, line_input
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.jobs.segmentation.learned_lines import BY_GAPS, LEARNED, LearnedLines
from core.jobs.segmentation.segment import find_page_words
from core.model.line_finder import LineFinder, LineNet
from core.project.content.history import undo
from core.project.content.lexicon import add_words
from core.project.content.pages import list_lines, list_pages
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.shipped_files import LINE_FINDER, line_finder_path, load_line_finder
from core.store.tree import read_about, write_part, write_tree
from research.line_finder.make import save

SIZE = (1240, 1754)
MEGABYTES = 600


def page(seed: int) -> tuple[np.ndarray, list[list[tuple[int, int, int, int]]]]:
    """A page and the boxes of the words of its lines."""
    gray, truth = render_page(demo_text(seed, 150, 120), Writer.random(seed), np.random.default_rng(seed), SIZE)
    lines: dict[int, list[tuple[int, int, int, int]]] = {}
    for box, _, line in truth:
        lines.setdefault(line, []).append(box)
    return gray, list(lines.values())


@pytest.fixture
def absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The line finder's file is at another place, where there is none."""
    path = tmp_path / "line-finder.h5"
    monkeypatch.setattr("core.jobs.segmentation.learned_lines.line_finder_path", lambda: path)
    return path


def test_the_file_is_small_and_says_what_it_learnt_from() -> None:
    assert line_finder_path().stat().st_size < 5_000_000
    about = read_about(line_finder_path(), LINE_FINDER)
    assert about["drawn_pages"] > 0
    assert all({"title", "licence", "source", "pages"} <= set(source) for source in about["learnt_from"])
    assert not any("peraire" in str(source) for source in about["learnt_from"])


@pytest.mark.parametrize("seed", [2, 5])
def test_lines_of_drawn_pages_are_found(seed: int) -> None:
    gray, true = page(seed)
    found = LearnedLines(LEARNED, ignore_events).find(gray)
    assert found is not None
    binary = binarise(gray)
    assert binary is not None
    is_ink = cv2.resize(binary.mask, gray.shape[::-1], interpolation=cv2.INTER_AREA) > 0
    right = found_lines(is_ink, true, [[line.outline] for line in found])  # type: ignore[arg-type]
    assert right >= 0.9 * len(true) and right >= 0.85 * len(found)


def test_lines_on_both_sides_of_a_gutter_are_kept_apart() -> None:
    left, right = page(2), page(5)
    found = LearnedLines(None, ignore_events).find(np.hstack([left[0], right[0]]))
    assert found is not None
    across = [
        line
        for line in found
        if min(x for x, _ in line.outline) < SIZE[0] - 60 and max(x for x, _ in line.outline) > SIZE[0] + 60
    ]
    assert len(found) > 0.85 * (len(left[1]) + len(right[1])) and len(across) <= 1
    sides = [min(x for x, _ in line.outline) > SIZE[0] - 60 for line in found]
    assert sides == sorted(sides), "the left page is read first"


def test_an_import_stores_outlines_and_baselines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gray, true = page(2)
    cv2.imwrite(str(tmp_path / "a.png"), gray)
    assert main(["new", str(tmp_path / "p")]) == 0
    assert main(["import", str(tmp_path / "p"), str(tmp_path / "a.png"), "--segment"]) == 0
    check_stored(tmp_path / "p", true)
    with Project.open(tmp_path / "p") as project:
        undo(project)
        assert list_pages(project) == []


def test_the_segment_command_stores_outlines_and_baselines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gray, true = page(2)
    cv2.imwrite(str(tmp_path / "a.png"), gray)
    assert main(["new", str(tmp_path / "p")]) == 0
    assert main(["import", str(tmp_path / "p"), str(tmp_path / "a.png")]) == 0
    assert main(["segment", str(tmp_path / "p"), "--finder", "learned"]) == 0
    check_stored(tmp_path / "p", true)


def check_stored(folder: Path, true: list[list[tuple[int, int, int, int]]]) -> None:
    with Project.open(folder, read_only=True) as project:
        lines = list_lines(project, list_pages(project)[0].id)
        words = get_words(project, word_ids(project))
    assert 0.9 * len(true) <= len(lines) <= 1.15 * len(true)
    assert all(line.has_words and line.polygon and line.baseline and len(line.baseline) >= 2 for line in lines)
    assert len(words) > 0.8 * sum(map(len, true))
    assert [row.line for row in words] == sorted(row.line for row in words)


def test_a_given_line_without_text_is_cut_into_the_words_that_are_read(tmp_path: Path) -> None:
    gray, places = written_line()
    cv2.imwrite(str(tmp_path / "a.png"), gray)
    line = LineRecord((0, 0, gray.shape[1], gray.shape[0]), None)
    learned = LearnedLines(None, ignore_events)
    (words,) = find_page_words(tmp_path / "a.png", 0, "a", [line], ignore_events, None, learned).lines
    middles = [word.box[0] + word.box[2] / 2 for word in words]
    assert len(middles) == len(places)
    assert all(left < middle < right for middle, (left, right) in zip(middles, places, strict=True))
    assert LearnedLines(BY_GAPS, ignore_events).cut(gray, [LinePlace(line.box)]) == [[]]


def test_lines_are_found_by_gaps_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert LearnedLines(BY_GAPS, ignore_events).find(page(2)[0]) is None


def test_without_the_file_lines_are_found_by_gaps(
    absent: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gray, true = page(2)
    cv2.imwrite(str(tmp_path / "a.png"), gray)
    assert main(["new", str(tmp_path / "p")]) == 0
    assert main(["import", str(tmp_path / "p"), str(tmp_path / "a.png"), "--segment"]) == 0
    with Project.open(tmp_path / "p", read_only=True) as project:
        lines = list_lines(project, list_pages(project)[0].id)
    assert len(lines) > 0.7 * len(true) and all(line.polygon is None for line in lines)
    with pytest.raises(InputError, match=r"line-finder\.h5: the line finder is missing"):
        LearnedLines(LEARNED, ignore_events)


def test_a_damaged_file_is_reported_once_and_done_without(absent: Path) -> None:
    absent.write_bytes(b"no HDF5")
    events: list[dict[str, Any]] = []
    learned = LearnedLines(None, json_into(events))
    assert learned.find(page(2)[0]) is None and learned.find(page(2)[0]) is None
    assert len(events) == 1 and "line-finder.h5" in str(events[0])
    with pytest.raises(ModelFileError, match=r"line-finder\.h5"):
        LearnedLines(LEARNED, ignore_events).find(page(2)[0])


_CHILD = """
import json, pathlib, re, sys
import cv2, numpy as np
from core.events import ignore_events
from core.jobs.segmentation.learned_lines import LearnedLines
gray = cv2.resize(cv2.imread(sys.argv[1], cv2.IMREAD_GRAYSCALE), (2480, 3508), interpolation=cv2.INTER_CUBIC)
learned = LearnedLines("learned", ignore_events)
learned.find(np.full((64, 64), 255, np.uint8))  # loads the network
count = len(learned.find(gray))
# of this process alone: ru_maxrss is inherited from the process that started it
peak = re.search(r"VmHWM:\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())
print(json.dumps([count, int(peak[1]) / 1024]))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak memory is read from Linux")
def test_a_page_takes_little_memory(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), page(2)[0])
    command = [sys.executable, "-c", _CHILD, str(tmp_path / "a.png")]
    count, memory = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert count > 10
    assert memory < MEGABYTES


def test_each_line_is_spelled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spelled = count_passes(monkeypatch)
    image = tmp_path / "page.png"
    written(image, seed=1)
    with Project.create(tmp_path / "archive") as project:
        folder = project.folder
        add_words(project, ["the", "captain", "letter"], added_by="names.txt")
        import_contents(project, SourceContents(pages=(PageRecord(image, *Image.open(image).size),)))
    assert run_here("segment", folder)[0] == 0 and sum(spelled) > 1
    spelled.clear()
    assert run_here("begin", folder)[0] == 0
    code, events = run_here("recognise", folder)
    assert code == 0 and events[-1]["words"] > 1
    with Project.open(folder) as project:
        add_words(project, ["river"], added_by="more.txt")
    assert run_here("recognise", folder, "--words", "all")[0] == 0
    assert spelled == []


@pytest.fixture(scope="module")
def untrained() -> LineFinder:
    torch.manual_seed(4)
    return LineFinder(LineNet())


@pytest.fixture(scope="module")
def drawn_page() -> np.ndarray:
    return render_page(demo_text(1, 60, 50), Writer(), np.random.default_rng(1), (900, 1300))[0]


def test_saved_and_loaded_within_half_precision(untrained: LineFinder, drawn_page: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "finder.h5"
    save(path, untrained, {"drawn_pages": 3})
    assert path.stat().st_size < 5_000_000
    assert read_about(path, LINE_FINDER) == {"drawn_pages": 3}
    back = load_line_finder(path)
    for name, array in untrained.to_arrays().items():
        np.testing.assert_allclose(back.to_arrays()[name], array, rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(back.maps(drawn_page).baseline, untrained.maps(drawn_page).baseline, atol=0.02)


def test_another_file_is_no_line_finder(untrained: LineFinder, tmp_path: Path) -> None:
    path = tmp_path / "m.h5"
    write_tree(path, {"format": "ductus-model", "version": 1}, {"a": np.zeros(3)})
    for read in (load_line_finder, partial(read_about, kind=LINE_FINDER)):
        with pytest.raises(ModelFileError, match=r"m\.h5: this version of Ductus expects another kind of file"):
            read(path)
    arrays = untrained.to_arrays()
    arrays.pop("head.bias")
    write_part(path, LINE_FINDER, arrays, {})
    with pytest.raises(ModelFileError, match="damaged or missing"):
        load_line_finder(path)
    write_part(path, LINE_FINDER, {**arrays, "head.bias": np.full(4, np.nan)}, {})
    with pytest.raises(ModelFileError, match="damaged or missing"):
        load_line_finder(path)
    with pytest.raises(ModelFileError, match="no such model file"):
        load_line_finder(tmp_path / "absent.h5")


def test_strips_of_a_large_page_fit_together(
    untrained: LineFinder, drawn_page: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = line_input(drawn_page)
    at_once = untrained._run(seen)
    monkeypatch.setattr("core.model.line_finder._STRIP_PIXELS", 1)
    in_strips = untrained._run(seen)
    assert at_once.baseline.shape == tuple(-(-side // STRIDE) for side in seen.depth.shape)
    assert in_strips.baseline.shape == at_once.baseline.shape
    assert np.mean(np.abs(in_strips.baseline - at_once.baseline) > 0.05) < 0.01


@pytest.mark.parametrize("size", [(8, 8), (40, 3000), (3000, 12)])
def test_pages_of_odd_shapes_are_looked_at(untrained: LineFinder, size: tuple[int, int]) -> None:
    maps = untrained.maps(np.full(size, 200, np.uint8))
    assert np.isfinite(maps.baseline).all() and maps.baseline.shape == maps.body.shape
