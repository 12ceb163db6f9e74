"""Insight's place for the theory: how many readers would be enough, and the sentences when that says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from gui_helpers import MEMBERS, MODEL, opened
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.context import ProjectContext
from app.insight.ensemble_size import ensemble_size as enough
from app.insight.ensemble_size.ensemble_size import SIZES, Aim, Basis, basis
from app.insight.ensemble_size.size_plot import SizePlot
from app.insight.ensemble_size.size_tab import SizeTab
from app.insight.ensemble_size.size_text import SizeText, percent
from app.insight.model.active_model import Loaded
from app.insight.plots.plot_data import log_ticks, to_csv
from app.insight.view import InsightView
from core.evaluation.bounds.ensemble_size import MeanRates, exchangeable_error_limit, size_errors
from core.evaluation.bounds.estimate import member_rates, vote_correlation
from core.project.content.models import get_model
from core.project.content.predictions import predictions_by_model
from core.project.content.words import labelled_words
from core.project.project import Project
from core.recognition.vote_details import decode_votes
from core.store.summary import model_summary

aim = cache(enough.aim)


@cache
def made(
    alpha: float = 0.1,
    beta: float = 0.2,
    rho: tuple[float, float] | None = (0.02, 0.02),
    readers: int = 3,
    measured: tuple[float | None, ...] = (0.25, 0.1, 0.04),
    words: tuple[int, int] = (200, 80),
) -> Basis:
    kind = MeanRates(alpha, beta, 0.9, 300)
    works = kind.is_better_than_chance
    return Basis(
        readers,
        kind,
        rho,
        exchangeable_error_limit(kind, rho) if works and rho else None,
        tuple(size_errors(kind, size, rho) for size in SIZES) if works else (),
        size_errors(kind, readers, rho) if works else None,
        measured,
        (0.08, 0.12),
        (0.15, 0.26),
        *words,
    )


def said(found: Basis, right: float = 0.95) -> tuple[str, str, list[list[str]]]:
    """Headline, reasons, and the rows' names, figures and numbers."""
    words, wanted = SizeText(), aim(found, right)
    rows = [[row.name, row.now, row.enough] for row in words.rows(found, wanted)]
    return words.headline(found, wanted), "\n".join(words.reasons(found, wanted)), rows


def test_readers_that_err_almost_alone_are_proven_to_be_enough(qapp) -> None:
    headline, reasons, rows = said(made())
    wanted = aim(made(), 0.95)
    least = wanted.enough.exchangeable
    assert least is not None and headline == f"{least} readers like these are proven to be enough; there are 3 now."
    assert "They err on the same pictures" in reasons and "correlation 0.02" in reasons
    assert "4.0 % of wrong verdicts" in reasons and "3 readers kept within your aim" in reasons
    assert "10.0 % on words in training (95 % interval 8.0–12.0 %), 20.0 % on others" in reasons
    assert [row[2] for row in rows] == [
        str(least),
        str(wanted.enough.hoeffding),
        str(wanted.enough.theorem_2),
        str(wanted.enough.exact),
        "3",
    ]
    assert rows[0][1] == f"≤ {percent(made().now.exchangeable)}" and rows[4][1] == "4.0 %"
    assert said(made(readers=1000))[0] == f"{least} readers are proven to be enough; there are 1000."


def test_readers_that_err_together_make_more_of_them_useless(qapp) -> None:
    found = made(rho=(0.05, 0.4))
    headline, reasons, rows = said(found)
    assert headline == "No number of readers like these is proven to be enough."
    assert f"the proof must allow for {percent(found.floor)} of wrong verdicts" in reasons
    assert "different readers" in reasons and rows[0][2] == "none"
    # what would be enough of independent ones is told beside it, and never as the answer
    assert rows[1][2] not in ("none", "–") and rows[1][2] not in headline


def test_a_need_beyond_all_numbers_that_are_looked_at(qapp) -> None:
    found = made(alpha=0.44, beta=0.45, rho=(0.0, 0.0))
    headline, reasons, rows = said(found, 0.999)
    assert headline == "More than 1,000 readers like these would be needed."
    assert "no more often than chance" in reasons and rows[0][2] == "none"
    assert "must allow" not in reasons


def test_without_test_words_it_is_said_what_is_supposed(qapp) -> None:
    found = made(rho=None, measured=(None,) * 3, words=(0, 0))
    headline, reasons, rows = said(found)
    wanted = aim(found, 0.95)
    assert headline == (
        f"If they erred independently, {wanted.enough.hoeffding} readers like these would be proven to be enough."
    )
    assert "kept for testing" in reasons and "no number is enough" in reasons and "Measured" not in reasons
    assert rows[0][1:] == ["–", "–"] and rows[4][1:] == ["–", "–"]
    assert "one reader alone" in said(replace(found, readers=1))[1]
    hard = made(alpha=0.44, beta=0.45, rho=None)
    assert said(hard, 0.999)[0] == "Not even 1,000 readers like these are proven to be enough."


def test_a_formula_that_allows_anything_is_said_to_say_nothing(qapp) -> None:
    _, reasons, rows = said(made())
    assert "it says nothing, neither good nor bad" in reasons and rows[2][1] == "≤ 100 %"
    assert "says nothing" not in said(made(readers=400))[1]


def test_readers_no_better_than_chance_are_told_so(qapp) -> None:
    headline, reasons, rows = said(made(alpha=0.6, beta=0.5, rho=None))
    assert headline == "No number of readers like these is enough."
    assert "no better than chance" in reasons and "Transcribe more words" in reasons
    assert [row[1] for row in rows[:4]] == ["–"] * 4 and [row[2] for row in rows[1:4]] == ["none"] * 3


def test_a_hint_from_few_words_is_called_a_hint(qapp) -> None:
    assert "few words (200 and 7): take it as a hint" in said(made(words=(200, 7)))[1]
    assert "hint" not in said(made())[1]


def test_shares_are_never_rounded_to_nothing() -> None:
    assert [percent(share) for share in (0.0, 1e-9, 0.0004, 0.0006, 0.123)] == [
        "0.0 %",
        "< 0.1 %",
        "< 0.1 %",
        "0.1 %",
        "12.3 %",
    ]


def test_the_chart_names_its_curves_and_marks_now_and_enough(qapp) -> None:
    found = made()
    figure = SizePlot().of(found, aim(found, 0.95))
    names = [series.name for series in figure.series]
    assert names[0] == "Proven, errors in common" and names[-2:] == ["Measured", "Aim"] and len(set(names)) == 6
    assert len({(series.dash, series.symbol, series.strong) for series in figure.series}) == 6  # not by colour alone
    least = aim(found, 0.95).enough.exchangeable
    assert [(mark.x, mark.text) for mark in figure.marks] == [(3, "now: 3"), (least, f"enough: {least}")]
    assert figure.x_range[1] > least and figure.series[-1].y.tolist() == pytest.approx([5, 5])
    assert f"Measured,3,{4:.6g}" in to_csv(figure)
    blind = made(rho=None, measured=(None,) * 3)
    figure = SizePlot().of(blind, aim(blind, 0.95))
    assert "Measured" not in [series.name for series in figure.series]
    assert figure.marks[-1].text.startswith("enough if independent: ")
    together = made(rho=(0.05, 0.4))
    assert len(SizePlot().of(together, aim(together, 0.95)).marks) == 1


@given(st.floats(1e-4, 1e4), st.floats(1.001, 1e6), st.integers(2, 8))
def test_ticks_of_a_logarithmic_axis_are_few_and_inside(low: float, times: float, most: int) -> None:
    ticks = log_ticks(low, low * times, most)
    values = [value for value, _ in ticks]
    assert 1 <= len(ticks) <= most and values == sorted(set(values))
    assert all(low * 0.999 <= value <= low * times * 1.001 for value in values)
    assert all(float(text) == pytest.approx(value, rel=1e-4) for value, text in ticks)


def test_ticks_of_a_loss_do_not_crowd() -> None:
    assert [text for _, text in log_ticks(0.3, 24)] == ["0.5", "1", "2", "5", "10", "20"]
    assert [text for _, text in log_ticks(1.23, 1.91)] == ["1.4", "1.6", "1.8"]
    assert log_ticks(0.7, 0.7) == [(0.7, "0.7")]


@pytest.fixture
def place(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    place = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: place.subject.now is not None)
    yield place
    place.leave()


@pytest.fixture
def tab(place: InsightView, qtbot) -> SizeTab:
    place.show_tab("enough")
    qtbot.waitUntil(lambda: "enough" in place.made, timeout=20_000)
    made = place.made["enough"]
    assert isinstance(made, SizeTab)
    qtbot.waitUntil(lambda: made.found is not None, timeout=20_000)
    return made


def test_the_tab_tells_of_the_models_own_x_and_votes(tab: SizeTab, context: ProjectContext, qtbot) -> None:
    project = context.session.project
    summary = model_summary(get_model(project).file)
    rates = [member_rates(member.calibration, member.thres) for member in summary.members]
    found = tab.found
    assert found.readers == MEMBERS and found.kind is not None
    assert found.kind.alpha == pytest.approx(np.mean([rate.alpha for rate in rates]))
    assert found.kind.beta == pytest.approx(np.mean([rate.beta for rate in rates]))
    tested = labelled_words(project, "test")
    votes = np.array(
        [[v.votes >= v.thres for v in decode_votes(predictions_by_model(project, i)[MODEL].detail)] for i, _ in tested]
    ).T
    knows = np.array([[word in member.seen for _, word in tested] for member in summary.members])
    new = ~knows.any(axis=0)
    assert (found.known_words, found.new_words) == (int((~new).sum()), int(new.sum()))
    assert found.rho == pytest.approx(
        (vote_correlation(votes[:, ~new], knows[:, ~new]), vote_correlation(votes[:, new], knows[:, new]))
    )
    assert tab.stack.currentIndex() == 0 and tab.headline.text() and "of wrong verdicts" in tab.reasons.text()
    assert len(tab.table.rows) == 5
    index = tab.table.model().index(2, 0)
    assert "Chew, Chia, Chanda, Ghosh and Mukherjee" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "Theorem 2" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert tab.plot.figure.marks[0].text == "now: 3"


def test_another_aim_moves_the_line_and_the_answer(tab: SizeTab, qtbot, no_block) -> None:
    before = tab.plot.figure
    tab.right.setFocus()
    tab.right.selectAll()
    QTest.keyClicks(tab.right, "70")
    QTest.keyClick(tab.right, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tab.aim.right == pytest.approx(0.7))
    assert tab.plot.figure.series[-1].y.tolist() == pytest.approx([30, 30])
    assert before.series[-1].y.tolist() == pytest.approx([5, 5])
    easy, hard = aim(tab.found, 0.7).enough, aim(tab.found, 0.95).enough
    assert easy.exact <= hard.exact
    assert tab.table.model().index(3, 2).data() == str(easy.exact)


def test_other_thresholds_are_worked_out_anew(tab: SizeTab, place: InsightView, qtbot) -> None:
    before = tab.found
    with qtbot.waitSignal(place.subject.voted):
        place.subject.apply([1] * MEMBERS)
    qtbot.waitUntil(lambda: tab.found is not before and tab.found.kind != before.kind, timeout=20_000)
    # at one vote hardly any network is needed: what is in training is known, much of the rest is taken for it
    assert tab.found.kind.alpha < before.kind.alpha and tab.found.kind.beta > before.kind.beta


def test_predictions_that_do_not_fit_the_model_are_left_out(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        first, second, third = [word_id for word_id, _ in labelled_words(project, "test")][:3]
        with project.transaction() as connection:
            connection.execute("UPDATE prediction SET detail = ? WHERE word_id = ?", (b"damaged", first))
            connection.execute("UPDATE prediction SET detail = NULL WHERE word_id = ?", (second,))
            connection.execute("DELETE FROM prediction WHERE word_id = ?", (third,))
        model = get_model(project)
        found = basis(project, Loaded(model, model_summary(model.file), None))
        assert found.known_words + found.new_words == len(labelled_words(project, "test")) - 3


def test_without_words_for_testing_nothing_is_made_up(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        with project.edit("all for training") as connection:
            connection.execute("UPDATE word SET role = 'train'")
        model = get_model(project)
        found = basis(project, Loaded(model, model_summary(model.file), None))
    assert found.rho is None and found.floor is None and found.measured == (None,) * MEMBERS
    assert found.now is not None and found.now.exchangeable is None


def test_a_model_without_held_back_pictures_says_so_and_leads_to_training(
    tab: SizeTab, place: InsightView, context: ProjectContext, qtbot
) -> None:
    now = place.subject.now
    lacking = tuple(
        replace(
            member,
            calibration=replace(
                member.calibration,
                **{
                    name: getattr(member.calibration, name)[:0]
                    for name in ("votes", "is_seen", "margin", "right_if_seen", "right_if_unseen")
                },
            ),
        )
        for member in now.summary.members
    )
    place.subject.now = replace(now, summary=replace(now.summary, members=lacking))
    tab.refresh()
    qtbot.waitUntil(lambda: tab.empty.button.isVisible())
    assert "cannot be judged" in tab.empty.text.text()
    with qtbot.waitSignal(context.view_requested) as going:
        QTest.mouseClick(tab.empty.button, Qt.MouseButton.LeftButton)
    assert going.args[0] == "train"


def test_the_loss_of_the_card_has_few_ticks(place: InsightView, qtbot) -> None:
    place.show_tab("card")
    qtbot.waitUntil(lambda: "card" in place.made and place.made["card"].loss.figure is not None, timeout=20_000)
    axis = place.made["card"].loss.plot.getAxis("left")
    texts = [text for level in axis._tickLevels for _, text in level]
    assert texts == ["0.5", "1", "2", "3", "5"]


def test_the_aim_is_no_reader(qapp) -> None:
    """Aims are shares of right verdicts; what may be wrong is the rest."""
    wanted = Aim(0.99, aim(made(), 0.99).enough, None)
    assert wanted.wanted == pytest.approx(0.01)
