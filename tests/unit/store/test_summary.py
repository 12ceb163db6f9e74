"""The summary of a model file without its networks: the same as the whole model, and none of a damaged file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from ensemble_helpers import CLASSES, DIMS, GATES, TinyNet, ensemble

from core.errors import ModelFileError
from core.model import signature_learner
from core.store.model_file import save_ensemble
from core.store.summary import model_summary, summary_of


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    save_ensemble(tmp_path / "model.h5", ensemble(3))
    return tmp_path / "model.h5"


def test_it_tells_what_the_model_holds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, told = ensemble(3), model_summary(file)
    assert told.classes == CLASSES and told.card == made.card and told.alphabet == made.alphabet
    assert told.known == set(CLASSES) and told.objective == "h"
    assert told.thres == [m.thres for m in made.members] and told.gates == [GATES] * 3
    for one, other in zip(made.members, told.members, strict=True):
        assert other.seen == {CLASSES[place] for place in one.seen}
        assert (other.stacking, other.curves, other.seeds) == (one.stacking, one.curves, one.seeds)
        assert (other.learner, other.words, other.dims, other.spells) == ("compact", "nearest", DIMS, False)
        for part, names in (("calibration", type(one.calibration)), ("confidence", type(one.confidence))):
            for name in names.__slots__:
                assert np.array_equal(getattr(getattr(one, part), name), getattr(getattr(other, part), name)), name


def test_the_summary_of_an_ensemble_in_memory_is_that_of_its_file(file: Path) -> None:
    in_memory, read = summary_of(ensemble(3)), model_summary(file)
    assert (in_memory.classes, in_memory.card, in_memory.thres) == (read.classes, read.card, read.thres)
    for one, other in zip(in_memory.members, read.members, strict=True):
        for name in ("learner", "words", "n_gates", "dims", "thres", "stacking", "seen", "curves", "seeds", "spells"):
            assert getattr(one, name) == getattr(other, name), name
        assert np.array_equal(one.calibration.votes, other.calibration.votes)


def test_a_reader_spells_if_its_file_has_that_part(file: Path) -> None:
    with h5py.File(file, "r+") as opened:
        opened["members/01/unlisted"] = h5py.ExternalLink("nowhere.h5", "/a")
        opened.create_group("members/02/unlisted")
    assert [member.spells for member in model_summary(file).members] == [False, False, True]


def change(file: Path, name: str, data: np.ndarray | None) -> None:
    with h5py.File(file, "r+") as opened:
        del opened[name]
        if data is not None:
            opened[name] = data


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("classes", None),
        ("classes", np.frombuffer(b"b\na", np.uint8)),
        ("classes", np.arange(3.0)),
        ("members/01/seen", None),
        ("members/01/seen", np.array([0, 99])),
        ("members/01/seen", np.array([2, 1])),
        ("members/01/seen", np.zeros(0, np.int64)),
        ("members/01/calibration/votes", np.full(8, 99.0)),
        ("members/01/calibration/votes", np.zeros(7)),
        ("members/01/calibration/votes", np.full(8, np.nan)),
        ("members/01/calibration/is_seen", np.zeros((2, 4), np.bool_)),
        ("members/01/gate/bias0", None),
        ("members/01/confidence/weights", np.zeros((2, 2))),
        ("members/01", None),
    ],
)
def test_a_part_that_does_not_fit_is_refused_by_name(file: Path, name: str, data: np.ndarray | None) -> None:
    change(file, name, data)
    with pytest.raises(ModelFileError, match=r"model\.h5"):
        model_summary(file)


def test_links_to_elsewhere_are_not_followed(file: Path, tmp_path: Path) -> None:
    with h5py.File(tmp_path / "other.h5", "w") as other:
        other["seen"] = np.array([0, 1])
    with h5py.File(file, "r+") as opened:
        del opened["members/00/seen"]
        opened["members/00/seen"] = h5py.ExternalLink("other.h5", "seen")
    with pytest.raises(ModelFileError, match="is missing"):
        model_summary(file)


@pytest.mark.parametrize("content", [b"", b"not HDF5", b"\x89HDF\r\n\x1a\n" + b"\0" * 100])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.h5"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=r"model\.h5"):
        model_summary(path)


def test_summary_and_insight_do_not_import_torch() -> None:
    code = (
        "import pkgutil, importlib, sys, core.store.summary, core.jobs.recognition.revote_predictions, app.insight\n"
        "without_qt = ('model.vote_data', 'model.threshold_trials', 'word.vote_explanation')\n"
        "for m in pkgutil.walk_packages(app.insight.__path__, 'app.insight.'):\n"
        "    if m.name.removeprefix('app.insight.') in without_qt or {qt}:\n"
        "        importlib.import_module(m.name)\n"
        "assert not [n for n in ('torch', 'sklearn') if n in sys.modules]\n"
    )
    qt = subprocess.run([sys.executable, "-c", "import PySide6.QtWidgets"], capture_output=True).returncode == 0
    subprocess.run([sys.executable, "-c", code.replace("{qt}", str(qt))], check=True, env=_without_display())


def _without_display() -> dict[str, str]:
    import os

    return {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
