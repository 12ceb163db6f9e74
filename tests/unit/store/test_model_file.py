"""A model file gives the same readings and summary back, is never changed, and is refused if a part does not fit."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from ensemble_helpers import CLASSES, DIMS, GATES, TinyNet, ensemble, latin, lexicon, member, word_images

from core.errors import ModelFileError
from core.model import signature_learner
from core.model.ensemble import Ensemble, Member
from core.model.word_classifiers import WORD_CLASSIFIERS
from core.model.word_classifiers.interface import SeenWords
from core.recognition.algorithms import combine_predictions, predict_per_member
from core.recognition.evidence import embed_all, gather_evidence
from core.store.model_file import load_ensemble, member_from_tree, member_to_tree, save_ensemble
from core.store.summary import model_summary, summary_of
from core.store.tree import read_tree, write_tree

IMAGES = word_images(range(9))


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)


def trained_words(kind: str, seen: int) -> Any:
    rng = np.random.default_rng(1)
    labels = np.arange(seen * 4) % seen
    centres = rng.normal(size=(seen, DIMS)).astype(np.float32)
    points = (centres[labels] + 0.1 * rng.normal(size=(len(labels), DIMS))).astype(np.float32)
    return WORD_CLASSIFIERS[kind]().fit(SeenWords(points, labels, centres, seed=0))


def same_readings(first: Ensemble, second: Ensemble) -> None:
    embedded = [embed_all(each, IMAGES) for each in (first, second)]
    for one, other in zip(*embedded, strict=True):
        assert np.array_equal(one, other)
    read = [gather_evidence(each, rows, lexicon()) for each, rows in zip((first, second), embedded, strict=True)]
    for one, other in zip(*read, strict=True):
        for name in type(one).__slots__:
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
    votes = [
        combine_predictions([predict_per_member(r, m.thres) for r, m in zip(rs, each.members, strict=True)])
        for each, rs in zip((first, second), read, strict=True)
    ]
    assert np.array_equal(votes[0].word, votes[1].word) and np.array_equal(votes[0].votes, votes[1].votes)


def test_a_model_reads_the_same_after_the_file(tmp_path: Path) -> None:
    made, path = ensemble(3), tmp_path / "model.h5"
    save_ensemble(path, made)
    back = load_ensemble(path)
    assert back.classes == made.classes and back.card == made.card
    assert back.alphabet == made.alphabet and len(back.members) == 3
    same_readings(made, back)
    for one, other in zip(made.members, back.members, strict=True):
        assert (one.thres, one.stacking, one.curves, one.seeds) == (
            other.thres,
            other.stacking,
            other.curves,
            other.seeds,
        )
        assert np.array_equal(one.seen, other.seen) and np.array_equal(one.trained_on, other.trained_on)
        for name in type(one.calibration).__slots__:
            assert np.array_equal(getattr(one.calibration, name), getattr(other.calibration, name))


def test_the_real_network_survives_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.model.nets.compact import Compact

    monkeypatch.setitem(signature_learner.NETS, "compact", Compact)
    made = ensemble(1)
    save_ensemble(tmp_path / "model.h5", made)
    same_readings(made, load_ensemble(tmp_path / "model.h5"))


@pytest.mark.parametrize("kind", sorted(WORD_CLASSIFIERS))
def test_every_word_classifier_goes_with_its_member(kind: str, tmp_path: Path) -> None:
    words = trained_words(kind, 4)
    one = member([0, 1, 2, 4], word_classifier=words if kind != "nearest" else None)
    made = Ensemble(latin(), CLASSES, (one,), {})
    save_ensemble(tmp_path / "model.h5", made)
    back = load_ensemble(tmp_path / "model.h5")
    assert (back.members[0].word_classifier is None) == (kind == "nearest")
    same_readings(made, back)


def test_a_classifier_of_other_words_is_refused() -> None:
    card, arrays = member_to_tree(member([0, 1, 2, 4], word_classifier=trained_words("lda", 3)))
    with pytest.raises(ModelFileError, match="has 3 words and 3 inputs, where 4 and 3"):
        member_from_tree(card, arrays, latin(), len(CLASSES), "file.h5")


def test_a_model_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "model.h5"
    path.write_text("something precious")
    with pytest.raises(FileExistsError, match="never changed"):
        save_ensemble(path, ensemble(1))
    assert path.read_text() == "something precious" and list(tmp_path.iterdir()) == [path]


def _parts() -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    return member_to_tree(member([0, 1, 2, 4], word_classifier=None))


def _names() -> list[str]:
    before = signature_learner.NETS["compact"]
    signature_learner.NETS["compact"] = TinyNet
    try:
        return sorted(_parts()[1])
    finally:
        signature_learner.NETS["compact"] = before


def refused(card: dict[str, Any], arrays: dict[str, np.ndarray]) -> str:
    with pytest.raises(ModelFileError, match=r"^file\.h5: ") as told:
        member_from_tree(card, arrays, latin(), len(CLASSES), "file.h5")
    return str(told.value)


@pytest.mark.parametrize("name", _names())
def test_every_array_is_checked(name: str) -> None:
    """Missing, of another length, turned, of another kind, or not finite: each is refused."""
    card, arrays = _parts()
    array = arrays[name]
    member_from_tree(card, dict(arrays), latin(), len(CLASSES), "file.h5")
    changed: list[Any] = [array[None], array.astype("S4"), array.astype(np.complex64)]
    # a row more than fits. Two lists may be of any length: they say only which images and words there were.
    if array.ndim and name not in ("seen", "trained_on"):
        changed += [np.concatenate([array, array[:1]])]
    if array.ndim > 1 and array.shape != array.T.shape:
        changed += [array.T]
    if array.dtype.kind == "f":
        for odd in (np.nan, np.inf):
            spoilt = array.copy()
            spoilt.flat[-1] = odd
            changed.append(spoilt)
    for other in changed:
        refused(card, arrays | {name: other})
    del arrays[name]
    refused(card, arrays)


def test_parts_that_fit_only_by_themselves_are_refused() -> None:
    card, arrays = _parts()
    shorter = {"pca/mean": arrays["pca/mean"][:-1], "pca/axes": arrays["pca/axes"][:-1]}
    assert "do not fit together" in refused(card, arrays | shorter)
    narrower = {"pca/axes": arrays["pca/axes"][:, :2], "pca/shares": arrays["pca/shares"][:2]}
    assert "do not fit together" in refused(card, arrays | narrower)


@pytest.mark.parametrize("seen", [[], [0, 0, 1], [2, 1, 0], [-1, 0], [0, len(CLASSES)], [0.0, 1.0], [[0, 1]]], ids=str)
def test_seen_words_must_be_words_of_the_model_in_order(seen: list[Any]) -> None:
    card, arrays = _parts()
    assert "seen words" in refused(card, arrays | {"seen": np.array(seen)})


@pytest.mark.parametrize("votes", [-1.0, GATES + 1.0])
def test_calibration_votes_must_lie_within_the_gates(votes: float) -> None:
    card, arrays = _parts()
    spoilt = arrays["calibration/votes"].copy()
    spoilt[0] = votes
    assert "votes lie outside" in refused(card, arrays | {"calibration/votes": spoilt})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("learner", "magic"),
        ("learner", None),
        ("metric", "taxi"),
        ("words", "svm"),
        ("words", "lda"),
        ("thres", -1),
        ("thres", GATES + 2),
        ("thres", "many"),
        ("thres", float("inf")),
        ("thres", None),
        ("stacking", float("nan")),
        ("stacking", [1]),
        ("stacking", 10**400),
        ("curves", 3),
        ("curves", {"loss": 1}),
        ("curves", {"loss": ["x"]}),
        ("seeds", {"a": None}),
        ("seeds", [1]),
    ],
)
def test_every_entry_of_the_card_is_checked(name: str, value: Any) -> None:
    card, arrays = _parts()
    refused(card | {name: value}, arrays)
    del card[name]
    refused(card, arrays)


def test_a_member_whose_gates_never_say_seen_is_allowed() -> None:
    """``thres`` may be one above the number of gates: all is sought among the unseen words."""
    card, arrays = _parts()
    back: Member = member_from_tree(card | {"thres": GATES + 1}, arrays, latin(), len(CLASSES), "f")
    assert back.thres == GATES + 1


@pytest.fixture
def stored(tmp_path: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    save_ensemble(tmp_path / "sound.h5", ensemble(2))
    return read_tree(tmp_path / "sound.h5")


def _without(name: str) -> Any:
    return lambda card, arrays: card.pop(name)


def _with(name: str, value: Any) -> Any:
    return lambda card, arrays: card.update({name: value})


def _words(text: bytes) -> Any:
    return lambda card, arrays: arrays.update(classes=np.frombuffer(text, np.uint8))


def _third_member(card: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    card["members"].append(copy.deepcopy(card["members"][0]))


@pytest.mark.parametrize(
    "spoil",
    [
        _without("format"),
        _with("format", "other"),
        _with("version", 0),
        _with("version", 2),
        _with("version", "1"),
        _without("alphabet"),
        _with("alphabet", []),
        _with("alphabet", {"name": "x"}),
        _without("members"),
        _with("members", []),
        _with("members", 3),
        _with("members", ["a", "b"]),
        _with("members", [{}]),
        _third_member,
        _without("about"),
        _with("about", 3),
        lambda card, arrays: arrays.pop("classes"),
        lambda card, arrays: arrays.update(classes=np.zeros(3)),
        _words(b"\xff\xfe"),
        _words(b"b\na\nc\nd\ne\nf"),
        _words(b"a\na\nb\nc\nd\ne"),
        _words(b"and\nbed"),
    ],
)
def test_a_file_that_is_no_whole_model_is_refused_by_name(spoil: Any, stored: Any, tmp_path: Path) -> None:
    card, arrays = stored
    spoil(card, arrays)
    path = tmp_path / "spoilt.h5"
    write_tree(path, card, arrays)
    with pytest.raises(ModelFileError, match=r"spoilt\.h5"):
        load_ensemble(path)


def test_the_member_at_fault_is_named(stored: Any, tmp_path: Path) -> None:
    card, arrays = stored
    arrays["members/01/gate/bias0"] = arrays["members/01/gate/bias0"] * np.float32("nan")
    write_tree(tmp_path / "spoilt.h5", card, arrays)
    with pytest.raises(ModelFileError, match=r"spoilt\.h5, reader 2: .*bias0.*not finite"):
        load_ensemble(tmp_path / "spoilt.h5")


def test_loading_runs_nothing(stored: Any, tmp_path: Path) -> None:
    """Neither pickle nor eval, exec or import of anything new takes part in reading a model."""
    path = tmp_path / "sound.h5"
    with h5py.File(path, "r") as file:
        names: list[str] = []
        file.visit(names.append)
        assert all(file[n].dtype.kind in "fiub" for n in names if isinstance(file[n], h5py.Dataset))
    load_ensemble(path)  # so that late imports are done
    heard: list[str] = []
    listening = True

    def hear(event: str, details: tuple) -> None:
        if listening and event in ("pickle.find_class", "exec", "compile", "import", "os.system", "subprocess.Popen"):
            heard.append(event)

    sys.addaudithook(hear)  # cannot be taken away again, only made deaf
    try:
        load_ensemble(path)
    finally:
        listening = False
    assert heard == []


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
