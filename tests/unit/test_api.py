"""The Python library: train, read, measure, recalibrate, save and load, without a project."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from ensemble_helpers import CLASSES, word_images
from event_helpers import json_into
from executor_helpers import small_net
from numpy.typing import NDArray

from core import api
from core.errors import InputError, ModelFileError, Stopped
from core.evaluation.decision_rules import DecisionRule
from core.model.ensemble import Ensemble
from core.store.model_file import member_digest

__all__ = ["small_net"]
pytestmark = pytest.mark.usefixtures("small_net")

LEXICON = [*CLASSES, "zebra", "yes"]
SMALL = {
    "members": 2,
    "steps": 60,
    "peak_rate": 0.01,
    "gates": 5,
    "gate_epochs": 1,
    "min_gate_images": 1,
    "synthetic": False,
    "gate_distances": True,
}
PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def images_of(words: list[str], seed: int = 0) -> list[NDArray[np.uint8]]:
    """Return one grey image for each word of CLASSES, or of "zebra"; they differ in size, as crops do."""
    known = [*CLASSES, "zebra"]
    drawn = word_images([known.index(word) for word in words], seed)
    return [np.pad(image, 3 + number % 4, constant_values=230) for number, image in enumerate(drawn)]


def words_to_train() -> list[str]:
    return [CLASSES[number % len(CLASSES)] for number in range(48)]


def trained(**changes: object) -> Ensemble:
    words = words_to_train()
    return api.train(images_of(words), words, LEXICON, preset="quick", settings=SMALL, seed=3, **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def model(small_net: object) -> Ensemble:
    return trained()


def test_a_trained_model_reads_images_and_says_how_the_vote_fell(model: Ensemble) -> None:
    words = [*CLASSES, "zebra"]
    predictions = api.read(model, images_of(words, seed=7), LEXICON)
    assert len(predictions) == len(words)
    for prediction in predictions:
        assert prediction is not None and prediction.word in LEXICON
        assert prediction.status == ("seen" if prediction.word in CLASSES else "unseen")
        assert prediction.confidence is not None and 0 <= prediction.confidence <= 1
        assert len(prediction.members) == 2 and 1 <= prediction.votes <= 2
        agreeing = [member for member in prediction.members if member.choices[0].word == prediction.word]
        assert len(agreeing) == prediction.votes
        assert all(member.seen == (member.votes >= member.thres) for member in prediction.members)


def test_no_images_give_no_predictions(model: Ensemble) -> None:
    assert api.read(model, [], LEXICON) == []


def test_the_accuracy_is_that_of_the_predictions(model: Ensemble) -> None:
    words = [*CLASSES * 3, "zebra", "zebra"]
    images = images_of(words, seed=11)
    result = api.evaluate(model, images, words, LEXICON)
    read = [prediction is not None and prediction.word == word
            for prediction, word in zip(api.read(model, images, LEXICON), words, strict=True)]  # fmt: skip
    assert (result.images, result.left_out) == (20, 0)
    assert (result.scores.n_seen, result.scores.n_unseen) == (18, 2)
    assert result.scores.A_s == pytest.approx(np.mean(read[:18]))
    assert result.scores.A_u == pytest.approx(np.mean(read[18:]))
    assert set(result.rules) == {DecisionRule.UNGATED_VOTE, DecisionRule.STACKING, DecisionRule.ORACLE_GATE}
    assert len(result.members) == 2


def test_images_that_the_model_learnt_from_are_not_measured_on(model: Ensemble) -> None:
    words = words_to_train()
    with pytest.raises(InputError, match="learnt from all of these images"):
        api.evaluate(model, images_of(words), words, LEXICON)
    fresh = images_of(["and"], seed=5)
    assert api.evaluate(model, [*images_of(words), *fresh], [*words, "and"], LEXICON).left_out == 48


def test_a_model_comes_back_from_its_file_as_it_was(model: Ensemble, tmp_path: Path) -> None:
    path = tmp_path / "model.h5"
    api.save(path, model)
    back = api.load(str(path))
    images = images_of(list(CLASSES), seed=2)
    assert api.read(back, images, LEXICON) == api.read(model, images, LEXICON)
    with pytest.raises(FileExistsError):
        api.save(path, model)
    path.write_bytes(b"no model")
    with pytest.raises(ModelFileError, match=re.escape(str(path))):
        api.load(path)


def test_another_list_is_warned_of_until_the_model_is_calibrated_for_it(model: Ensemble) -> None:
    longer = [*LEXICON, *["under", "water", "stone", "house", "garden", "apple", "river", "window"]]
    images, words = images_of(words_to_train()), words_to_train()
    with pytest.warns(UserWarning, match="another word list"):
        api.read(model, images[:2], longer)
    fitted = api.recalibrate(model, images, words, longer)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api.read(fitted, images[:2], longer)
        api.read(model, images[:2], LEXICON)


def test_paths_and_arrays_are_read_alike(model: Ensemble, tmp_path: Path) -> None:
    (image,) = images_of(["cat"], seed=4)
    cv2.imwrite(str(tmp_path / "cat.png"), image)
    assert api.read(model, [tmp_path / "cat.png", str(tmp_path / "cat.png")], LEXICON) == api.read(
        model, [image, image], LEXICON
    )


def test_training_reports_stops_and_goes_on_in_its_folder(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []

    def finished() -> list[dict[str, Any]]:
        return [e for e in events if e["event"] == "member" and e["state"] == "finished"]

    part = trained(run=tmp_path, listen=json_into(events), should_stop=lambda: bool(finished()))
    assert len(part.members) == 1
    whole = trained(run=tmp_path)
    assert len(whole.members) == 2
    assert member_digest(whole.members[0]) == member_digest(part.members[0])
    with pytest.raises(Stopped):
        trained(should_stop=lambda: True)


def test_words_need_not_be_listed_twice_and_may_have_counts(model: Ensemble) -> None:
    words = words_to_train()
    other = api.train(images_of(words), words, {"zebra": 5, "yes": 1}, preset="quick", settings=SMALL, seed=3)
    assert other.classes == model.classes
    assert other.card["data"]["lexicon"] == len(LEXICON)


def test_wrong_input_is_refused_with_its_reason() -> None:
    words = words_to_train()
    with pytest.raises(ValueError, match="47 images but 48 words"):
        api.train(images_of(words)[1:], words, LEXICON)
    with pytest.raises(InputError, match="no device 'abacus'"):
        trained(device="abacus")
    with pytest.raises(InputError, match="no-such-learner"):
        trained(learner="no-such-learner")
    with pytest.raises(InputError, match="ω"):
        api.train(images_of(words), words, [*LEXICON, "ω"], preset="quick", settings=SMALL, alphabet="latin")


def test_a_learner_of_another_package_is_trained_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parents[1] / "examples" / "hog_ridge"))
    monkeypatch.setenv("DUCTUS_LEARNERS", "")
    model = trained(learner="hog_ridge:HogRidge")
    words = list(CLASSES)
    read = api.read(model, images_of(words, seed=9), LEXICON)
    assert sum(p is not None and p.word == word for p, word in zip(read, words, strict=True)) >= 4, "chance is 1 of 8"
    assert {member.learner.kind for member in model.members} == {"hog_ridge:HogRidge"}


def test_importing_it_loads_neither_torch_nor_qt() -> None:
    code = "import sys, core.api; print(sorted({'torch', 'sklearn', 'PySide6', 'h5py'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_page_shows_every_call_as_it_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in api.__all__:
        assert name in text, f"docs/python.md does not mention {name}"
    called = set(re.findall(r"api\.(\w+)\(", text))
    assert called and called <= set(api.__all__)
