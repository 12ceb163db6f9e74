"""The ends of words on a line: features of its gaps, the trees over them, and their file."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelFileError
from core.imaging.segment.found_lines import lines_from_maps
from core.imaging.segment.gap_features import FEATURES, gap_features
from core.imaging.segment.trace import Baseline
from core.imaging.segment.word_ends import WordEnds
from core.imaging.segment.words import InkRun, LineRuns
from core.store.starter import starter_digest, starter_path
from core.store.tree import read_tree, write_tree
from core.store.word_ends import VERSION, load_word_ends, save_word_ends, word_ends_path
from research.line_finder import word_ends


def line(*gaps: float, size: float = 10.0, width: float = 12.0) -> LineRuns:
    """A line of runs of one width with these gaps between them, in x-heights of ``size`` pixels."""
    runs, x = [], 0.0
    for gap in (*gaps, 0.0):
        runs.append(InkRun((round(x), 0, round(x + width), round(2 * size)), 100, 80))
        x += width + gap * size
    return LineRuns(runs, np.array(gaps) * size)


def enlarged(run: InkRun, factor: float) -> InkRun:
    x0, y0, x1, y1 = (round(value * factor) for value in run.box)
    return InkRun((x0, y0, x1, y1), run.area, run.body)


def one_tree(feature: int, threshold: float, low: float = -3.0, high: float = 3.0) -> WordEnds:
    return WordEnds(
        roots=np.array([0], np.int32),
        feature=np.array([feature, -1, -1], np.int16),
        threshold=np.array([threshold, 0, 0], np.float64),
        left=np.array([1, 1, 2], np.int32),
        right=np.array([2, 1, 2], np.int32),
        value=np.array([0, low, high], np.float32),
        base=np.zeros(1, np.float32),
        joint=np.array([0.5, 1.0, 2.0], np.float32),
    )


def test_a_tree_tells_wide_gaps_from_narrow_ones() -> None:
    (features,) = gap_features([line(0.2, 2.0, 0.3)], [10.0])
    assert (one_tree(0, 1.0).probabilities(features) > 0.5).tolist() == [False, True, False]


def test_a_reader_and_the_trees_decide_together() -> None:
    (features,) = gap_features([line(0.2, 2.0, 0.3)], [10.0])
    spaces = np.array([4.0, -4.0, 0.0])
    logits = 0.5 + np.array([-3.0, 3.0, -3.0]) + 2 * spaces
    np.testing.assert_allclose(one_tree(0, 1.0).probabilities(features, spaces), 1 / (1 + np.exp(-logits)))


def test_trees_add_up() -> None:
    one, (features,) = one_tree(0, 1.0, -1.0, 1.0), gap_features([line(0.2, 2.0)], [10.0])
    two = WordEnds(
        np.array([0, 3], np.int32), *(np.tile(part, 2) for part in (one.feature, one.threshold)),
        np.concatenate([one.left, one.left + 3]), np.concatenate([one.right, one.right + 3]), np.tile(one.value, 2),
        np.ones(1, np.float32), one.joint,
    )  # fmt: skip
    expected = 1 / (1 + np.exp(-np.array([-2.0, 2.0]) - 1.0))
    np.testing.assert_allclose(two.probabilities(features), expected, rtol=1e-6)


@given(st.lists(st.lists(st.floats(-0.5, 3.0), max_size=12), min_size=1, max_size=6), st.floats(0.5, 4.0))
def test_features_do_not_depend_on_the_resolution(lines: list[list[float]], factor: float) -> None:
    small = [line(*gaps, size=100.0, width=120.0) for gaps in lines]
    large = [LineRuns([enlarged(run, factor) for run in one.runs], one.gaps * factor) for one in small]
    first = gap_features(small, [100.0] * len(lines))
    second = gap_features(large, [100.0 * factor] * len(lines))
    for one, other, gaps in zip(first, second, lines, strict=True):
        assert one.shape == (len(gaps), FEATURES) and np.isfinite(one).all()
        # ranks and comparisons with the page's usual gap may change sides by rounding; widths may not
        widths = [0, 2, 3, 7, 8, 9, 10, 11, 14]
        np.testing.assert_allclose(one[1:-1, widths], other[1:-1, widths], atol=0.03)


def test_no_gaps_have_no_features() -> None:
    assert [part.shape for part in gap_features([line(), LineRuns([], np.zeros(0))], [10.0, 10.0])] == [
        (0, FEATURES)
    ] * 2


def test_words_of_a_page_end_where_the_trees_say(monkeypatch: pytest.MonkeyPatch) -> None:
    gray = np.full((200, 400), 255, np.uint8)
    for x in (60, 90, 150, 180):
        for step in (0, 8, 16):
            gray[90:110, x + step : x + step + 3] = 0
        gray[107:110, x : x + 19] = 0
    traced = [Baseline(np.array([50.0, 210.0]), np.array([110.0, 110.0]), 20.0)]
    monkeypatch.setattr("core.imaging.segment.found_lines.trace_baselines", lambda maps: traced)
    maps: Any = SimpleNamespace(scale=1.0)
    words = {cut: [len(one.words) for one in lines_from_maps(gray, maps, one_tree(0, cut))] for cut in (-2.0, 1.0, 9.0)}
    assert words == {-2.0: [4], 1.0: [2], 9.0: [1]}

    asked: list[Any] = []

    def spaces(page: Any, outline: Any, edges: Any) -> Any:
        asked.append((page, outline, edges))
        return np.array([9.0, -9.0, -9.0])

    (found,) = lines_from_maps(gray, maps, one_tree(0, 1.0), spaces)
    assert [box[0] < 80 for box in found.words] == [True, False], "the reader saw a space after the first run"
    (cannot_read,) = lines_from_maps(gray, maps, one_tree(0, 1.0), lambda *_: np.full(3, -9.0))
    assert len(cannot_read.words) == 2, "a reader that sees no space on the page does not count"
    page, outline, edges = asked[0]
    assert page is gray and outline == found.outline
    assert np.abs(np.array(edges) - [(60, 79), (90, 109), (150, 169), (180, 199)]).max() <= 1


def test_trees_that_come_with_ductus_expect_a_word_after_a_wide_gap() -> None:
    ends = load_word_ends(word_ends_path())
    page = [line(0.3, 0.2, 2.2, 0.4, 2.0, 0.3, 2.4, 0.2, size=100.0, width=180.0) for _ in range(20)]
    for features in gap_features(page, [100.0] * 20):
        assert (ends.probabilities(features) > 0.5).tolist() == [False, False, True, False, True, False, True, False]


def test_trees_that_come_with_ductus_were_joined_with_its_starter_model() -> None:
    card, arrays = read_tree(word_ends_path())
    assert card["about"]["starter"] == starter_digest(starter_path()), "make word-ends.h5 anew: make word-ends"
    assert arrays["joint"][1] > 0 and arrays["joint"][2] > 0


def test_saved_trees_come_back(tmp_path: Path) -> None:
    save_word_ends(tmp_path / "ends.h5", one_tree(3, 0.5), {"pages": 2})
    back, (features,) = load_word_ends(tmp_path / "ends.h5"), gap_features([line(0.2, 2.0, 0.1)], [10.0])
    assert back.probabilities(features).tolist() == one_tree(3, 0.5).probabilities(features).tolist()


@pytest.mark.parametrize(
    "harm",
    [{"left": [7, 1, 2]}, {"right": [-1, 1, 2]}, {"feature": [FEATURES, -1, -1]}, {"value": [0.0, np.nan, 1.0]},
     {"threshold": [0.0]}, {"roots": []}, {"base": [0.0, 1.0]}, {"joint": [0.0]}, {"joint": [0.0, np.inf, 1.0]}],
    ids=lambda harm: next(iter(harm)),
)  # fmt: skip
def test_damaged_trees_are_refused(harm: dict[str, list[float]], tmp_path: Path) -> None:
    path = tmp_path / "ends.h5"
    save_word_ends(path, one_tree(0, 1.0), {})
    card, arrays = read_tree(path)
    write_tree(path, card, arrays | {name: np.array(values) for name, values in harm.items()})
    with pytest.raises(ModelFileError, match=r"ends\.h5: a part of the trees"):
        load_word_ends(path)


def test_another_file_has_no_trees(tmp_path: Path) -> None:
    write_tree(tmp_path / "m.h5", {"format": "ductus-model", "version": VERSION}, {})
    with pytest.raises(ModelFileError, match=r"m\.h5: no trees"):
        load_word_ends(tmp_path / "m.h5")


def test_trees_decide_as_those_that_were_trained() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, FEATURES)).round(1)  # rounded, so that values lie on thresholds
    labels = (rows[:, 0] + 0.5 * rows[:, 3] > 0).astype(float)
    spaces = rng.normal(size=400) * 0.1 + labels
    labels[:40] = np.nan  # unknown
    runs = np.stack([np.arange(401) * 10.0, np.arange(401) * 10.0 + 8], axis=1)
    page = word_ends.PageGaps("one", "train", [word_ends.KnownLine(runs, runs, rows, spaces, labels)])
    model = word_ends.fit([page])
    ends = word_ends.to_word_ends(model, word_ends.fit_joint([page], [model.decision_function(rows)]))
    np.testing.assert_allclose(ends.probabilities(rows), model.predict_proba(rows)[:, 1], atol=1e-6)
    assert ends.joint[1] > 0 and ends.joint[2] > 0, "both speak for a gap between words"
    assert ((ends.probabilities(rows, spaces) > 0.5) == labels)[40:].all()


def test_gaps_are_labelled_by_the_words_beside_them() -> None:
    runs = [(0.0, 10.0), (12.0, 20.0), (30.0, 40.0), (90.0, 99.0), (45.0, 50.0)]
    labels = word_ends._labels(runs, [(0, 21), (29, 41), (44, 51)])
    assert labels[:2].tolist() == [0.0, 1.0]
    assert np.isnan(labels[2:]).all()  # the fourth run is in no word


def known_line(words: list[tuple[float, float]], labels: list[float]) -> object:
    """Return a line of runs that begin every 10 pixels and are 8 wide, with these words and labels of its gaps."""
    left = np.arange(len(labels) + 1) * 10.0
    nothing = np.zeros((len(labels), FEATURES))
    runs = np.stack([left, left + 8], axis=1)
    return word_ends.KnownLine(runs, np.array(words), nothing, nothing[:, 0], np.array(labels))


def test_words_count_only_if_both_their_ends_are_right() -> None:
    # words of 2, 2 and 1 runs; the second line is a single run
    lines = [known_line([(0, 18), (20, 38), (40, 48)], [0.0, 1.0, np.nan, 1.0]), known_line([(0, 8)], [])]
    page = word_ends.PageGaps("one", "train", lines)
    figures = word_ends.word_figures([page], [np.array([False, True, True, True])])
    assert figures == {"gaps": 3, "right": 1.0, "words": 4, "found": 5, "precision": 3 / 5, "recall": 3 / 4}


def test_words_that_touch_are_missed_if_they_are_found_as_one() -> None:
    # the first run holds two words
    page = word_ends.PageGaps("one", "train", [known_line([(0, 4), (4, 8), (10, 18)], [1.0])])
    figures = word_ends.word_figures([page], [np.array([True])])
    assert figures == {"gaps": 1, "right": 1.0, "words": 3, "found": 2, "precision": 1 / 2, "recall": 1 / 3}
