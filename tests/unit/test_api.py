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
from executor_helpers import small_net
from job_helpers import json_into
from numpy.typing import NDArray

from core import api
from core.errors import DuctusError, InputError, ModelFileError, Stopped
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


PICTURE = images_of(["and"])[0]


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
    with pytest.raises(InputError, match="47 images but 48 words"):
        api.train(images_of(words)[1:], words, LEXICON)
    with pytest.raises(InputError, match="no device 'abacus'"):
        trained(device="abacus")
    with pytest.raises(InputError, match="no-such-learner"):
        trained(learner="no-such-learner")
    with pytest.raises(InputError, match="ω"):
        api.train(images_of(words), words, [*LEXICON, "ω"], preset="quick", settings=SMALL, alphabet="latin")
    with pytest.raises(InputError, match="no setting 'step'"):
        api.train(images_of(words), words, LEXICON, settings={"step": 60})
    with pytest.raises(InputError, match="learner of your own"):
        trained(normalise=None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"images": "words"}, "images are to be a list, not 'words'"),
        ({"images": [np.ones((40, 90))] * 2}, r"Image 1 is an array float64 \[40, 90\]"),
        ({"images": [PICTURE, PICTURE > 100]}, "Image 2 is an array bool"),
        ({"images": [PICTURE.astype(np.uint16) * 257] * 2}, "Image 1 is an array uint16"),
        ({"images": [PICTURE, np.stack([PICTURE] * 3, axis=2)]}, "Image 2 is an array uint8"),
        ({"images": [PICTURE, None]}, "Image 2 is an array object"),
        ({"images": [np.full((40, 90), 255, np.uint8)] * 2}, "None of the images shows ink"),
        ({"words": "ab"}, "Words are to be a list, not 'ab'"),
        ({"words": ["and", None]}, "Word 2 of the list is None"),
        ({"lexicon": "and"}, "Words are to be a list, not 'and'"),
        ({"lexicon": ["and", float("nan")]}, "Word 2 of the list is nan"),
        ({"lexicon": {"and": 0.5}}, "'and' has no whole number as its count"),
        ({"device": "abacus"}, "no device 'abacus'"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*no ink")
def test_input_that_cannot_be_used_is_refused_in_one_sentence(
    model: Ensemble, wrong: dict[str, Any], sentence: str
) -> None:
    given: dict[str, Any] = {"images": [PICTURE] * 2, "words": ["and", "bed"], "lexicon": LEXICON} | wrong
    with pytest.raises(InputError, match=sentence):
        api.train(**given, preset="quick")
    with pytest.raises(InputError, match=sentence):
        api.evaluate(model, **given)


def test_images_without_ink_are_named(model: Ensemble) -> None:
    images, words = images_of(words_to_train()), words_to_train()
    images[4:6] = [np.full((40, 90), 250, np.uint8), np.zeros((40, 90), np.uint8)]
    with pytest.warns(UserWarning, match="2 images, the first of them number 5, show no ink"):
        fresh = api.train(images, words, LEXICON, preset="quick", settings=SMALL, seed=3)
    assert fresh.card["data"]["images"] == 46
    with pytest.warns(UserWarning, match="1 image, number 1, shows no ink"):
        api.read(model, images[4:5], LEXICON)


def test_the_words_of_the_training_are_listed_whether_named_or_not(model: Ensemble) -> None:
    words = ["zebra", *CLASSES]
    images = images_of(words, seed=13)
    assert api.read(model, images, ["zebra", "yes"]) == api.read(model, images, LEXICON)
    result = api.evaluate(model, images, words, ["zebra", "yes"])
    assert result.scores == api.evaluate(model, images, words, LEXICON).scores and result.scores.A_s


def test_the_rule_that_decided_is_named(model: Ensemble) -> None:
    images, words = images_of(words_to_train()), words_to_train()
    assert api.evaluate(model, images_of(["and"], 5), ["and"], LEXICON).decided_by == (DecisionRule.GATED,) * 2
    few = api.train(images, words, LEXICON, preset="quick", settings=SMALL | {"min_gate_images": 100}, seed=3)
    assert set(api.evaluate(few, images_of(["and"], 5), ["and"], LEXICON).decided_by) == {DecisionRule.UNGATED_VOTE}


def test_a_learner_of_another_package_is_trained_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parents[1] / "examples" / "hog_ridge"))
    monkeypatch.setenv("DUCTUS_LEARNERS", "")
    model = trained(learner="hog_ridge:HogRidge")
    words = list(CLASSES)
    read = api.read(model, images_of(words, seed=9), LEXICON)
    assert sum(p is not None and p.word == word for p, word in zip(read, words, strict=True)) >= 4, "chance is 1 of 8"
    assert {member.learner.kind for member in model.members} == {"hog_ridge:HogRidge"}
    assert "precision" not in model.card, "ours is not that of a learner of another package"


DRAWN = {"preset": "quick", "normalise": None, "seed": 1}
FAST = {"gates": 20, "gate_epochs": 4, "s": 0.2, "synthetic": False, "gate_distances": True}


def test_classes_of_drawn_shapes_are_told_by_their_attributes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(PAGE.parents[1] / "examples" / "drawn_shapes"))
    monkeypatch.setenv("DUCTUS_LEARNERS", "")
    import drawn_shapes as shapes

    shown = [name for name in shapes.VECTORS if name not in shapes.UNSEEN] * 8
    given = {"learner": "drawn_shapes:RidgeAttributes", "class_vectors": shapes.VECTORS, "settings": FAST, **DRAWN}
    pictures = shapes.draw(shown, seed=1)
    assert (len(shapes.VECTORS), len(shapes.UNSEEN)) == (45, 12) and pictures.shape[1:] == (32, 96)
    model = api.train(pictures, shown, list(shapes.VECTORS), learner_parameters={"alpha": 0.1}, **given)
    tested = list(shapes.VECTORS) * 4
    result = api.evaluate(model, shapes.draw(tested, seed=2), tested, shapes.UNSEEN)
    assert (result.scores.n_seen, result.scores.n_unseen) == (33 * 4, 12 * 4)
    assert result.rules[DecisionRule.ORACLE_GATE].A_u > 0.7, "chance is 1 of 12"
    api.save(tmp_path / "shapes.h5", model)
    some = shapes.draw(tested[:45], seed=3)
    assert api.read(api.load(tmp_path / "shapes.h5"), some, tested) == api.read(model, some, tested)
    with pytest.raises(InputError, match="1 word, 'star-full-1', has no class vector"):
        api.read(model, some, [*tested, "star-full-1"])
    with pytest.raises(InputError, match=r"numbers \[N, 32, 96\] are needed"):
        api.read(model, some[:, :16], tested)
    with pytest.raises(InputError, match="class vector of 'diamond-full-3' is no row"):
        api.train(pictures, shown, tested, **given | {"class_vectors": shapes.VECTORS | {"diamond-full-3": [1.0]}})
    with pytest.raises(DuctusError, match=r"RidgeAttributes.* failed to start: TypeError: .*'beta'") as failed:
        api.train(pictures, shown, tested, learner_parameters={"beta": 1}, **given)
    assert failed.value.__cause__ is not None and failed.value.__cause__.__traceback__ is not None


def test_feature_vectors_are_read_by_the_attributes_of_their_classes(monkeypatch: pytest.MonkeyPatch) -> None:
    for example in ("drawn_shapes", "digit_attributes"):
        monkeypatch.syspath_prepend(str(PAGE.parents[1] / "examples" / example))
    monkeypatch.setenv("DUCTUS_LEARNERS", "")
    from digit_attributes import ATTRIBUTES
    from digit_data import UNSEEN
    from sklearn.datasets import load_digits

    digits, names = load_digits(), list(ATTRIBUTES)
    words = [names[digit] for digit in digits.target]
    shown = [row for row, word in enumerate(words) if word not in UNSEEN and row % 2]
    given = {"learner": "drawn_shapes:RidgeAttributes", "class_vectors": ATTRIBUTES, "settings": FAST, **DRAWN}
    model = api.train(digits.data[shown], [words[row] for row in shown], names, **given)
    result = api.evaluate(model, digits.data, words, names)
    assert result.left_out == len(shown)
    assert result.rules[DecisionRule.UNGATED_VOTE].A_s > 0.8 and result.rules[DecisionRule.ORACLE_GATE].h > 0.5
    with pytest.raises(InputError, match="Image 2 holds NaN"):
        api.read(model, np.stack([digits.data[0], np.full(64, np.nan)]), names)


def test_errors_of_a_learner_keep_their_traceback(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = (PAGE.parents[1] / "examples" / "hog_ridge" / "hog_ridge.py").read_text(encoding="utf-8")
    (tmp_path / "broken_ridge.py").write_text(source.replace("features = describe(images)", "features = {}['ink']"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("DUCTUS_LEARNERS", "")
    with pytest.raises(DuctusError, match="failed to learn: KeyError: 'ink'"):
        trained(learner="broken_ridge:HogRidge")
    assert "broken_ridge.py" in caplog.text and "Traceback" in caplog.text


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
