"""Setting up a training: preset cards and their costs, missing words, all parameters, processors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from view_helpers import CPU, button, training_view

from app.adaptation import Adaptation
from app.context import ProjectContext
from app.starter_offer import StarterOffer
from app.style.theme import Theme
from app.train.data_panel import DataPanel, StarterBox
from app.train.devices import DeviceProbe
from app.train.parameter_form import ParameterForm
from app.train.view import TrainView
from app.widgets import builders
from core.jobs.training.training_readiness import TrainingReadiness
from core.project.content.lexicon import add_words
from core.project.content.words import labelled_words
from core.training.presets import DEFAULT, presets


@pytest.fixture
def view(context: ProjectContext, qtbot, monkeypatch) -> Iterator[TrainView]:
    view = training_view(context, qtbot, monkeypatch)
    qtbot.waitUntil(lambda: view.setup.readiness is not None)
    qtbot.waitUntil(lambda: bool(view._lists.models))
    yield view
    view.leave()


def test_every_preset_has_a_card_with_its_costs(view: TrainView) -> None:
    cards = view.setup.cards.cards
    # the others begin from nothing: on a real project they would train worse than the starter model reads
    assert list(cards) == [name for name in presets() if name not in ("quick", "demo")]
    for name, card in cards.items():
        assert "about" in card.cost.text() or "more than" in card.cost.text(), name
        assert "memory" in card.cost.text()
    assert cards[DEFAULT].button.isChecked()
    assert "measured on this computer" in view.setup.about_times.text()


def test_without_measurement_cards_show_no_costs(view: TrainView) -> None:
    view.setup.show_rates(None, False)
    assert all("not measured yet" in card.cost.text() for card in view.setup.cards.cards.values())
    view.setup.show_rates(None, True)
    assert "measuring" in view.setup.cards.cards[DEFAULT].cost.text()


def test_card_is_chosen_by_click_or_arrow_key(view: TrainView, qtbot) -> None:
    QTest.mouseClick(view.setup.cards.cards["compact"].about, Qt.MouseButton.LeftButton)
    assert view.setup.options().preset.name == "compact"
    assert view.setup.cards.cards["compact"].property("selected") is True
    view.activateWindow()
    view.setup.cards.cards["compact"].button.setFocus()
    names = list(presets())
    QTest.keyClick(view.setup.cards.cards["compact"].button, Qt.Key.Key_Down)
    assert view.setup.options().preset.name != "compact" and view.setup.options().preset.name in names


def test_training_words_are_counted(view: TrainView, context: ProjectContext) -> None:
    words = [word for _, word in labelled_words(context.session.project, "train")]
    shown = {key: label.text() for key, label in view.setup.data._numbers.items()}
    assert shown["images"] == str(len(words)) and shown["words"] == str(len(set(words)))
    assert shown["once"] == str(sum(words.count(word) == 1 for word in set(words)))
    # all of them are in the word list, so the estimate comes from the prior rate only; it holds for unread words
    unread, listed = context.session.project.query(
        "SELECT sum(transcription_id IS NULL AND role <> 'none'), sum(transcription_id IS NOT NULL AND role = 'test')"
        " FROM word"
    )[0]
    assert shown["ool"] == f"{round(5 * 100 / (100 + len(words)) * unread / (unread + listed))} %"
    assert view.setup.start.isEnabled() and not view.setup.data.missing.isVisible()


def test_unencodable_words_prevent_a_start_until_they_are_left_out(view: TrainView, qtbot) -> None:
    view.session.execute(lambda p: add_words(p, ["漢字"]), changes=["lexicon"])
    qtbot.waitUntil(lambda: not view.setup.start.isEnabled())
    assert "漢字" in view.setup.data.missing.text() and "missing above" in view.setup.reason.text()
    qtbot.waitUntil(view.setup.data.fix.isVisible)
    with qtbot.waitSignal(view.context.view_requested) as requested:
        QTest.mouseClick(view.setup.data.fix, Qt.MouseButton.LeftButton)
    assert requested.args[0] == "collection"
    QTest.keyClick(view, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    view.setup.advanced.skip.setChecked(True)
    qtbot.waitUntil(lambda: view.setup.start.isEnabled() and "Left out: 1" in view.setup.data.missing.text())


def test_aligned_words_are_counted_with_those_left_out(qtbot) -> None:
    panel = DataPanel()
    qtbot.addWidget(panel)
    counts = (8,) * 100
    panel.show_readiness(TrainingReadiness(counts, 9, "latin", aligned=1200, aligned_left_out=34), False)
    assert not panel.missing.isHidden()
    assert "not confirmed: 1,200 of these words; left out: 34." in panel.missing.text()
    panel.show_readiness(TrainingReadiness(counts, 9, "latin"), False)
    assert panel.missing.isHidden()


def test_parameter_is_changed_estimated_and_reset(view: TrainView) -> None:
    view.setup.choose_preset("quick")
    QTest.mouseClick(button(view, "Advanced"), Qt.MouseButton.LeftButton)
    form = view.setup.advanced.form
    before = view.setup.estimate(view.setup.options().preset)
    box = form.editors["steps"]
    box.selectAll()
    QTest.keyClicks(box, "600")
    QTest.keyClick(box, Qt.Key.Key_Tab)
    changed = view.setup.options()
    after = view.setup.estimate(changed.preset)
    assert changed.preset.steps == 600 and before is not None and after is not None
    assert after.seconds > before.seconds
    assert "changed" in view.setup.title.text() and form.resets["steps"].isVisible()
    QTest.mouseClick(form.resets["steps"], Qt.MouseButton.LeftButton)
    assert view.setup.options().preset == presets()["quick"] and not form.resets["steps"].isVisible()


def test_form_holds_every_parameter_of_each_preset(view: TrainView) -> None:
    for name, preset in presets().items():
        view.setup.choose_preset(name)
        assert view.setup.advanced.form.preset() == preset
    rate = view.setup.advanced.form.editors["peak_rate"]
    rate.setValue(0.00001)
    assert rate.text() == "1e-05" and view.setup.options().preset.peak_rate == 1e-05


def test_values_that_do_not_fit_together_prevent_a_start(view: TrainView) -> None:
    view.setup.cards.choose("compact-15")
    view.setup.advanced.form.editors["gate_distances"].setChecked(True)
    assert not view.setup.start.isEnabled() and "synthetic" in view.setup.reason.text()
    view.setup.advanced.form.editors["synthetic"].setChecked(False)
    assert view.setup.start.isEnabled()


def test_unusable_processor_is_listed_with_the_reason_and_disabled(view: TrainView) -> None:
    device = view.setup.device
    assert device.device == "cpu" and device.chosen == "auto"
    assert "no NVIDIA card" in device.reasons.text()
    cuda = device.box.findData("cuda")
    assert not device.box.model().item(cuda).isEnabled()
    device.box.setCurrentIndex(device.box.findData("cpu"))
    assert device.chosen == "cpu"


def test_preferred_processor_that_is_missing_is_not_chosen(view: TrainView) -> None:
    view.setup.device._preferred = "cuda"
    view.setup.device.show_devices([CPU], "cpu")
    assert view.setup.device.chosen == "auto"


def test_child_processes_list_and_measure_processors(context: ProjectContext, qtbot) -> None:
    # owned by the context: garbage collection might end its children in another thread
    probe = DeviceProbe(context.session.folder, context)
    with qtbot.waitSignal(probe.devices, timeout=60000) as devices:
        probe.list_devices()
    assert devices.args[1] == "cpu" and {device.name for device in devices.args[0]} == {"cpu", "cuda", "mps"}
    with qtbot.waitSignal(probe.rates, timeout=90000) as measured:
        probe.measure("cpu", "quick")
    assert measured.args[0].learners and probe.stored_rates("cpu") is not None
    probe.stop()
    assert not probe.is_measuring


def test_the_offer_is_no_window_of_its_own(context: ProjectContext, monkeypatch, qtbot) -> None:
    starter, adaptation = StarterOffer.for_context(context), Adaptation.for_context(context)
    monkeypatch.setattr(type(starter), "is_offered", True)
    box = StarterBox(starter, adaptation)
    assert not box.isVisible()
    parent = QWidget()
    qtbot.addWidget(parent)
    builders.column(box, parent=parent)
    parent.show()
    assert box.isVisible()


def test_explanations_stand_below_where_there_is_no_room_beside(theme: Theme, qtbot) -> None:
    form = ParameterForm(presets()[DEFAULT])
    area = builders.ScrollArea(form)
    qtbot.addWidget(area)
    hint, editor = next(iter(form._hints)), form.editors["learner"]
    area.resize(1000, 400)
    area.show()
    assert hint.x() > editor.geometry().right()
    area.resize(560, 400)
    qtbot.waitUntil(lambda: hint.y() > editor.geometry().bottom())
    assert hint.geometry().bottom() < list(form.editors.values())[1].y()
    assert not area.horizontalScrollBar().maximum()
    area.resize(1000, 400)
    qtbot.waitUntil(lambda: hint.x() > editor.geometry().right())
