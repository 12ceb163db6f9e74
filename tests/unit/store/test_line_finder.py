"""The line finder and its file: half precision, pages of any size in strips, and what is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from core.errors import ModelFileError
from core.imaging.segment.line_maps import STRIDE, line_input
from core.imaging.synth.corpus import demo_text
from core.imaging.synth.page import render_page
from core.imaging.synth.writer import Writer
from core.model.line_finder import LineFinder, LineNet
from core.store.shipped_files import LINE_FINDER, load_line_finder
from core.store.tree import read_about, write_part, write_tree
from research.line_finder.make import save


@pytest.fixture(scope="module")
def untrained() -> LineFinder:
    torch.manual_seed(4)
    return LineFinder(LineNet())


@pytest.fixture(scope="module")
def page() -> np.ndarray:
    return render_page(demo_text(1, 60, 50), Writer(), np.random.default_rng(1), (900, 1300))[0]


def test_saved_and_loaded_within_half_precision(untrained: LineFinder, page: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "finder.h5"
    save(path, untrained, {"drawn_pages": 3})
    assert path.stat().st_size < 5_000_000
    assert read_about(path, LINE_FINDER) == {"drawn_pages": 3}
    back = load_line_finder(path)
    for name, array in untrained.to_arrays().items():
        np.testing.assert_allclose(back.to_arrays()[name], array, rtol=1e-3, atol=1e-6)
    np.testing.assert_allclose(back.maps(page).baseline, untrained.maps(page).baseline, atol=0.02)


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
    untrained: LineFinder, page: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = line_input(page)
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
