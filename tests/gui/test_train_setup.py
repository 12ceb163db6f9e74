"""Setting up a training: cards and their costs, what is missing, all parameters, processors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from train_helpers import CPU, button, training_place

from app.context import ProjectContext
from app.train.device_probe import DeviceProbe
from app.train.view import TrainView
from core.project.content.lexicon import add_words
from core.project.content.words import labelled_words
from core.training.presets import DEFAULT, presets


@pytest.fixture
def place(context: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    place = training_place(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: place.set_up.outlook is not None)
    qtbot.waitUntil(lambda: bool(place._lists.models))
    yield place
    place.leave()


def test_every_preset_has_a_card_with_what_it_costs_here(place: TrainView) -> None:
    cards = place.set_up.cards.cards
    assert list(cards) == list(presets())
    for name, card in cards.items():
        assert "about" in card.cost.text() or "more than" in card.cost.text(), name
        assert "memory" in card.cost.text()
    assert cards[DEFAULT].button.isChecked()
    assert "measured on this computer" in place.set_up.about_times.text()


def test_without_a_measurement_no_number_is_shown(place: TrainView) -> None:
    place.set_up.show_rates(None, False)
    assert all("not measured yet" in card.cost.text() for card in place.set_up.cards.cards.values())
    place.set_up.show_rates(None, True)
    assert "measuring" in place.set_up.cards.cards[DEFAULT].cost.text()


def test_a_card_is_chosen_by_a_click_or_with_the_arrows(place: TrainView, qtbot) -> None:
    QTest.mouseClick(place.set_up.cards.cards["quick"].about, Qt.MouseButton.LeftButton)
    assert place.set_up.choice().preset.name == "quick"
    assert place.set_up.cards.cards["quick"].property("selected") is True
    place.activateWindow()
    place.set_up.cards.cards["quick"].button.setFocus()
    names = list(presets())
    QTest.keyClick(place.set_up.cards.cards["quick"].button, Qt.Key.Key_Down)
    assert place.set_up.choice().preset.name != "quick" and place.set_up.choice().preset.name in names


def test_the_words_it_learns_from_are_counted(place: TrainView, context: ProjectContext) -> None:
    words = [word for _, word in labelled_words(context.session.project, "train")]
    shown = {key: label.text() for key, (label, _) in place.set_up.data._numbers.items()}
    assert shown["images"] == str(len(words)) and shown["words"] == str(len(set(words)))
    assert shown["once"] == str(sum(words.count(word) == 1 for word in set(words)))
    # all of them stand in a list: only what was believed beforehand speaks for words that it lacks
    assert shown["lacking"] == f"{round(5 * 100 / (100 + len(words)))} %"
    assert place.set_up.start.isEnabled() and not place.set_up.data.missing.isVisible()


def test_words_that_cannot_be_encoded_stop_it_until_they_are_left_out(place: TrainView, qtbot) -> None:
    place.session.execute(lambda p: add_words(p, ["漢字"]), changes=["lexicon"])
    qtbot.waitUntil(lambda: not place.set_up.start.isEnabled())
    assert "漢字" in place.set_up.data.missing.text() and "missing above" in place.set_up.why_not.text()
    qtbot.waitUntil(place.set_up.data.mend.isVisible)
    with qtbot.waitSignal(place.context.view_requested) as went:
        QTest.mouseClick(place.set_up.data.mend, Qt.MouseButton.LeftButton)
    assert went.args[0] == "collection"
    QTest.keyClick(place, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    place.set_up.advanced.skip.setChecked(True)
    qtbot.waitUntil(place.set_up.start.isEnabled)
    assert "Left out: 1" in place.set_up.data.missing.text()


def test_a_parameter_is_changed_priced_and_reset(place: TrainView) -> None:
    place.set_up.cards.choose("quick")
    QTest.mouseClick(button(place, "Advanced"), Qt.MouseButton.LeftButton)
    form = place.set_up.advanced.form
    before = place.set_up.estimate(place.set_up.choice().preset)
    box = form.editors["steps"]
    box.selectAll()
    QTest.keyClicks(box, "600")
    QTest.keyClick(box, Qt.Key.Key_Tab)
    changed = place.set_up.choice()
    after = place.set_up.estimate(changed.preset)
    assert changed.preset.steps == 600 and before is not None and after is not None
    assert after.seconds > before.seconds
    assert "changed" in place.set_up.chosen.text() and form.resets["steps"].isVisible()
    QTest.mouseClick(form.resets["steps"], Qt.MouseButton.LeftButton)
    assert place.set_up.choice().preset == presets()["quick"] and not form.resets["steps"].isVisible()


def test_every_parameter_stands_in_the_form_with_its_preset_value(place: TrainView) -> None:
    for name, preset in presets().items():
        place.set_up.cards.choose(name)
        assert place.set_up.advanced.form.preset() == preset
    rate = place.set_up.advanced.form.editors["peak_rate"]
    rate.setValue(0.00001)
    assert rate.text() == "1e-05" and place.set_up.choice().preset.peak_rate == 1e-05


def test_values_that_do_not_go_together_stop_it_with_the_reason(place: TrainView) -> None:
    place.set_up.cards.choose("compact-15")
    place.set_up.advanced.form.editors["gate_distances"].setChecked(True)
    assert not place.set_up.start.isEnabled() and "synthetic" in place.set_up.why_not.text()
    place.set_up.advanced.form.editors["synthetic"].setChecked(False)
    assert place.set_up.start.isEnabled()


def test_a_processor_that_cannot_be_used_says_why_and_cannot_be_chosen(place: TrainView) -> None:
    device = place.set_up.device
    assert device.device == "cpu" and device.chosen == "auto"
    assert "no NVIDIA card" in device.why.text()
    cuda = device.box.findData("cuda")
    assert not device.box.model().item(cuda).isEnabled()
    device.box.setCurrentIndex(device.box.findData("cpu"))
    assert device.chosen == "cpu"


def test_what_was_chosen_before_is_chosen_again_if_it_is_still_there(place: TrainView) -> None:
    place.set_up.device._wanted = "cuda"
    place.set_up.device.show_devices([CPU], "cpu")
    assert place.set_up.device.chosen == "auto"


def test_the_children_list_processors_and_measure_this_computer(context: ProjectContext, qtbot) -> None:
    # owned by the context: collected by Python, its children might be ended in another thread
    probes = DeviceProbe(context.session.folder, context)
    with qtbot.waitSignal(probes.devices, timeout=60000) as devices:
        probes.look_for_devices()
    assert devices.args[1] == "cpu" and {d["name"] for d in devices.args[0]} == {"cpu", "cuda", "mps"}
    with qtbot.waitSignal(probes.rates, timeout=90000) as measured:
        probes.measure("cpu")
    assert measured.args[0].learners and probes.known("cpu") is not None
    probes.stop()
    assert not probes.is_measuring
