"""The tab about the number of readers that is enough: conclusions, plot, and the computation behind them."""

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
from view_helpers import open_tab

from app.context import ProjectContext
from app.insight.model import ensemble_size
from app.insight.model.active_model import OpenedModel
from app.insight.model.ensemble_size import SIZES, MemberErrors, SizeAnswer, member_errors
from app.insight.model.size_tab import SizePlot, SizeTab
from app.insight.model.size_text import SizeText, percent
from app.insight.view import InsightView
from app.plots.plot_data import log_ticks, to_csv
from core.evaluation.bounds.ensemble_size import MeanRates, exchangeable_error_limit, size_errors
from core.evaluation.bounds.estimate import member_rates, vote_correlation
from core.project.content.models import get_model
from core.project.content.predictions import predictions_by_model
from core.project.content.words import labelled_words
from core.project.project import Project
from core.recognition.vote_details import decode_votes
from core.store.summary import model_summary

answer_size = cache(ensemble_size.answer_size)


@cache
def make_errors(
    alpha: float = 0.1,
    beta: float = 0.2,
    rho: tuple[float, float] | None = (0.02, 0.02),
    members: int = 3,
    measured: tuple[float | None, ...] = (0.25, 0.1, 0.04),
    words: tuple[int, int] = (200, 80),
) -> MemberErrors:
    rates = MeanRates(alpha, beta, 0.9, 300)
    useful = rates.is_better_than_chance
    return MemberErrors(
        members,
        rates,
        rho,
        exchangeable_error_limit(rates, rho) if useful and rho else None,
        tuple(size_errors(rates, size, rho) for size in SIZES) if useful else (),
        size_errors(rates, members, rho) if useful else None,
        measured,
        (0.08, 0.12),
        (0.15, 0.26),
        *words,
    )


def texts(errors: MemberErrors, accuracy: float = 0.95) -> tuple[str, str, list[list[str]]]:
    """Return the headline, the reasons, and the names and figures of the rows."""
    text, answer = SizeText(), answer_size(errors, accuracy)
    rows = [list(row.cells) for row in text.rows(errors, answer)]
    return text.headline(errors, answer), "\n".join(text.reasons(errors, answer)), rows


def test_weakly_correlated_readers_give_a_number_that_is_enough(qapp) -> None:
    headline, reasons, rows = texts(make_errors())
    answer = answer_size(make_errors(), 0.95)
    least = answer.required.exchangeable
    assert least is not None and headline == f"{least} readers like these are estimated to be enough; there are 3 now."
    assert "They err on the same images" in reasons and "correlated (0.02 on" in reasons
    assert "4.0 % of wrong decisions" in reasons and "3 readers reached the target" in reasons
    assert "10.0 % on words trained on (95 % interval 8.0–12.0 %) and 20.0 % on new words" in reasons
    assert [row[2] for row in rows] == [
        str(least),
        str(answer.required.hoeffding),
        str(answer.required.theorem_2),
        str(answer.required.exact),
        "3",
    ]
    assert rows[0][1] == f"≤ {percent(make_errors().present.exchangeable)}" and rows[4][1] == "4.0 %"
    assert texts(make_errors(members=1000))[0] == f"{least} readers are estimated to be enough; there are 1000."


def test_the_number_comes_with_its_interval(qapp) -> None:
    known = make_errors()
    draws = tuple((0.1, 0.2, 0.01 + 0.0005 * (n % 40), 0.02) for n in range(200))
    uncertain = replace(known, draws=draws, rho_interval=((0.0, 0.06), (0.01, 0.03)))
    low, high = answer_size(uncertain, 0.95).interval
    assert low <= answer_size(known, 0.95).required.exchangeable < high
    reasons = texts(uncertain)[1]
    assert f"the number lies between {low} and {high}" in reasons and "0.02 [0.00–0.06] on words" in reasons
    perhaps_none = replace(known, draws=tuple((0.1, 0.2, 0.4 * (n % 2), 0.02) for n in range(200)))
    assert f"it is {answer_size(perhaps_none, 0.95).interval[0]} or more" in texts(perhaps_none)[1]
    hopeless = replace(known, draws=((0.1, 0.2, 0.5, 0.5),) * 200)
    assert "no number of such readers is enough" in texts(hopeless)[1]
    assert "confidence" not in texts(known)[1]


def test_strongly_correlated_readers_give_no_number(qapp) -> None:
    errors = make_errors(rho=(0.05, 0.4))
    headline, reasons, rows = texts(errors)
    assert headline == "No number of readers like these is estimated to be enough."
    assert f"the bound must allow for {percent(errors.limit)} of wrong decisions" in reasons
    assert "different readers help" in reasons and rows[0][2] == "none"
    # the number for independent readers stands in the table, but never in the answer
    assert rows[1][2] not in ("none", "–") and rows[1][2] not in headline


def test_number_beyond_the_largest_size_is_described_as_such(qapp) -> None:
    errors = make_errors(alpha=0.44, beta=0.45, rho=(0.0, 0.0))
    headline, reasons, rows = texts(errors, 0.999)
    assert headline == "More than 1,000 readers like these would be needed."
    assert "no more often than by chance" in reasons and rows[0][2] == "none"
    assert "must allow" not in reasons


def test_without_test_words_independence_is_named_as_an_assumption(qapp) -> None:
    errors = make_errors(rho=None, measured=(None,) * 3, words=(0, 0))
    headline, reasons, rows = texts(errors)
    answer = answer_size(errors, 0.95)
    assert headline == (
        f"If they erred independently, {answer.required.hoeffding} readers would be enough, as estimated."
    )
    assert "test words" in reasons and "no number is enough" in reasons and "Measured with" not in reasons
    assert rows[0][1:] == ["–", "–"] and rows[4][1:] == ["–", "–"]
    assert "With one reader alone" in texts(replace(errors, members=1))[1]
    hard = make_errors(alpha=0.44, beta=0.45, rho=None)
    assert texts(hard, 0.999)[0] == "Not even 1,000 readers like these are estimated to be enough."


def test_vacuous_bound_is_explained(qapp) -> None:
    _, reasons, rows = texts(make_errors())
    assert "it excludes nothing" in reasons and rows[2][1] == "≤ 100 %"
    assert "excludes nothing" not in texts(make_errors(members=400))[1]


def test_readers_no_better_than_chance_give_no_number(qapp) -> None:
    headline, reasons, rows = texts(make_errors(alpha=0.6, beta=0.5, rho=None))
    assert headline == "No number of readers like these is enough."
    assert "no better than chance" in reasons and "Transcribe more words" in reasons
    assert [row[1] for row in rows[:4]] == ["–"] * 4 and [row[2] for row in rows[1:4]] == ["none"] * 3


def test_correlation_on_few_words_is_called_a_hint(qapp) -> None:
    assert "few words (200 and 7) and is only a hint" in texts(make_errors(words=(200, 7)))[1]
    assert "hint" not in texts(make_errors())[1]


def test_small_shares_are_not_rounded_to_zero() -> None:
    assert [percent(share) for share in (0.0, 1e-9, 0.0004, 0.0006, 0.123)] == [
        "0.0 %",
        "< 0.1 %",
        "< 0.1 %",
        "0.1 %",
        "12.3 %",
    ]


def test_plot_names_its_curves_and_marks_present_and_sufficient_size(qapp) -> None:
    errors = make_errors()
    figure = SizePlot().plot(errors, answer_size(errors, 0.95))
    names = [series.name for series in figure.series]
    assert (
        names[0] == "Estimated, common errors included"
        and names[-2:] == ["Measured", "Target"]
        and len(set(names)) == 6
    )
    assert len({(series.dash, series.symbol, series.strong) for series in figure.series}) == 6  # not by colour alone
    least = answer_size(errors, 0.95).required.exchangeable
    assert [(mark.x, mark.text) for mark in figure.marks] == [(3, "now: 3"), (least, f"enough: {least}")]
    assert figure.x_range[1] > least and figure.series[-1].y.tolist() == pytest.approx([5, 5])
    assert f"Measured,3,{4:.6g}" in to_csv(figure)
    without_rho = make_errors(rho=None, measured=(None,) * 3)
    figure = SizePlot().plot(without_rho, answer_size(without_rho, 0.95))
    assert "Measured" not in [series.name for series in figure.series]
    assert figure.marks[-1].text.startswith("enough if independent: ")
    correlated = make_errors(rho=(0.05, 0.4))
    assert len(SizePlot().plot(correlated, answer_size(correlated, 0.95)).marks) == 1


@given(st.floats(1e-4, 1e4), st.floats(1.001, 1e6), st.integers(2, 8))
def test_log_ticks_are_few_and_inside_the_range(low: float, times: float, most: int) -> None:
    ticks = log_ticks(low, low * times, most)
    values = [value for value, _ in ticks]
    assert 1 <= len(ticks) <= most and values == sorted(set(values))
    assert all(low * 0.999 <= value <= low * times * 1.001 for value in values)
    assert all(float(text) == pytest.approx(value, rel=1e-4) for value, text in ticks)


def test_log_ticks_of_usual_losses() -> None:
    assert [text for _, text in log_ticks(0.3, 24)] == ["0.5", "1", "2", "5", "10", "20"]
    assert [text for _, text in log_ticks(1.23, 1.91)] == ["1.4", "1.6", "1.8"]
    assert log_ticks(0.7, 0.7) == [(0.7, "0.7")]


@pytest.fixture
def view(context: ProjectContext, qtbot) -> Iterator[InsightView]:
    view = opened(InsightView, context, qtbot)
    qtbot.waitUntil(lambda: view.active_model.current is not None)
    yield view
    view.leave()


@pytest.fixture
def tab(view: InsightView, qtbot) -> SizeTab:
    built = open_tab(view, qtbot, "ensemble_size")
    assert isinstance(built, SizeTab)
    qtbot.waitUntil(lambda: built.errors is not None, timeout=20_000)
    return built


def test_tab_shows_errors_on_the_words_set_aside_and_votes_of_the_model(
    tab: SizeTab, context: ProjectContext, qtbot
) -> None:
    project = context.session.project
    summary = model_summary(get_model(project).file)
    rates = [member_rates(member.calibration, member.thres) for member in summary.members]
    errors = tab.errors
    assert errors.members == MEMBERS and errors.rates is not None
    assert errors.rates.alpha == pytest.approx(np.mean([rate.alpha for rate in rates]))
    assert errors.rates.beta == pytest.approx(np.mean([rate.beta for rate in rates]))
    tested = labelled_words(project, "test")
    votes = np.array(
        [[v.votes >= v.thres for v in decode_votes(predictions_by_model(project, i)[MODEL].detail)] for i, _ in tested]
    ).T
    knows = np.array([[word in member.seen for _, word in tested] for member in summary.members])
    new = ~knows.any(axis=0)
    assert (errors.n_seen, errors.n_unseen) == (int((~new).sum()), int(new.sum()))
    assert errors.rho == pytest.approx(
        (vote_correlation(votes[:, ~new], knows[:, ~new]), vote_correlation(votes[:, new], knows[:, new]))
    )
    assert tab.stack.currentIndex() == 0 and tab.headline.text() and "of wrong decisions" in tab.reasons.text()
    assert len(tab.table.rows) == 5
    index = tab.table.model().index(2, 0)
    assert "Chew, Chia, Chanda, Ghosh and Mukherjee" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert "Theorem 2" in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert tab.plot.figure.marks[0].text == "now: 3"


def test_another_target_moves_the_line_and_the_answer(tab: SizeTab, qtbot) -> None:
    before = tab.plot.figure
    tab.accuracy.setFocus()
    tab.accuracy.selectAll()
    QTest.keyClicks(tab.accuracy, "70")
    QTest.keyClick(tab.accuracy, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tab.answer.accuracy == pytest.approx(0.7))
    assert tab.plot.figure.series[-1].y.tolist() == pytest.approx([30, 30])
    assert before.series[-1].y.tolist() == pytest.approx([5, 5])
    easy, hard = answer_size(tab.errors, 0.7).required, answer_size(tab.errors, 0.95).required
    assert easy.exact <= hard.exact
    assert tab.table.model().index(3, 2).data() == str(easy.exact)


def test_other_thresholds_change_the_errors(tab: SizeTab, view: InsightView, qtbot) -> None:
    before = tab.errors
    with qtbot.waitSignal(view.active_model.revoted):
        view.active_model.apply_thresholds([1] * MEMBERS)
    qtbot.waitUntil(lambda: tab.errors is not before and tab.errors.rates != before.rates, timeout=20_000)
    # one vote is enough for "seen": nearly all trained words are recognised as seen, and many new words as well
    assert tab.errors.rates.alpha < before.rates.alpha and tab.errors.rates.beta > before.rates.beta


def test_predictions_that_do_not_fit_the_model_are_skipped(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        first, second, third = [word_id for word_id, _ in labelled_words(project, "test")][:3]
        with project.transaction() as connection:
            connection.execute("UPDATE prediction SET detail = ? WHERE word_id = ?", (b"damaged", first))
            connection.execute("UPDATE prediction SET detail = NULL WHERE word_id = ?", (second,))
            connection.execute("DELETE FROM prediction WHERE word_id = ?", (third,))
        model = get_model(project)
        errors = member_errors(project, OpenedModel(model, model_summary(model.file), None))
        assert errors.n_seen + errors.n_unseen == len(labelled_words(project, "test")) - 3


def test_without_test_words_nothing_is_measured(context: ProjectContext, qtbot) -> None:
    with Project.open(context.session.folder) as project:
        with project.edit("all for training") as connection:
            connection.execute("UPDATE word SET role = 'train'")
        model = get_model(project)
        errors = member_errors(project, OpenedModel(model, model_summary(model.file), None))
    assert errors.rho is None and errors.limit is None and errors.measured == (None,) * MEMBERS
    assert errors.present is not None and errors.present.exchangeable is None


def test_model_without_images_set_aside_leads_to_training(
    tab: SizeTab, view: InsightView, context: ProjectContext, qtbot
) -> None:
    opened_model = view.active_model.current
    members = tuple(
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
        for member in opened_model.summary.members
    )
    view.active_model.current = replace(opened_model, summary=replace(opened_model.summary, members=members))
    tab.refresh()
    qtbot.waitUntil(lambda: "cannot be measured" in tab.empty.text.text())
    # the new button is where it belongs once the layout is done
    qtbot.waitUntil(lambda: tab.empty.button.isVisible() and not tab.empty.button.visibleRegion().isEmpty())
    with qtbot.waitSignal(context.view_requested) as requested:
        QTest.mouseClick(tab.empty.button, Qt.MouseButton.LeftButton)
    assert requested.args[0] == "train"


def test_loss_plot_of_the_model_card_has_few_ticks(view: InsightView, qtbot) -> None:
    view.show_tab("card")
    qtbot.waitUntil(
        lambda: "card" in view.built_tabs and view.built_tabs["card"].loss.figure is not None, timeout=20_000
    )
    axis = view.built_tabs["card"].loss.plot.getAxis("left")
    texts = [text for level in axis._tickLevels for _, text in level]
    assert texts == ["0.5", "1", "2", "3", "5"]


def test_error_is_the_rest_of_the_target_accuracy(qapp) -> None:
    answer = SizeAnswer(0.99, answer_size(make_errors(), 0.99).required, None)
    assert answer.error == pytest.approx(0.01)
