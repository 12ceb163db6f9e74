"""Edits of text lines: each is one edit that can be undone, and words follow their lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from project_helpers import page_source

from core.errors import InputError
from core.formats.records import LineRecord, WordRecord
from core.project.content.history import redo, undo
from core.project.content.line_edits import delete_lines, draw_line, join_lines, move_line, order_lines, split_line
from core.project.content.line_words import lines_in_reading_order
from core.project.content.pages import Line
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.word_edits import delete_words
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

PAGE = 1


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Three lines of two words each on a page of 200 x 100 pixels; the words of the second are aligned."""
    words = [
        WordRecord((10 + 60 * column, 10 + 30 * line, 40, 15), f"w{line}{column}", line=line)
        for line in range(3)
        for column in range(2)
    ]
    lines = tuple(
        LineRecord(
            (5, 8 + 30 * n, 120, 20),
            f"w{n}0 w{n}1",
            ref=f"l{n}",
            number=n,
            baseline=((5, 24 + 30 * n), (125, 24 + 30 * n)),
        )
        for n in range(3)
    )
    project = Project.create(tmp_path / "p")
    import_contents(project, page_source(tmp_path / "s", *words, lines=lines))
    for word_id in (3, 4):
        text = get_words(project, [word_id])[0].text
        set_transcription(project, word_id, text or "", TranscriptionSource.ALIGNED)
    return project


def lines(project: Project) -> list[Line]:
    return lines_in_reading_order(project, PAGE)


def words(project: Project) -> list[tuple[str | None, int | None, int]]:
    return [(row.text, row.line_id, row.line) for row in get_words(project, word_ids(project))]


def test_a_drawn_line_stands_below_the_one_above_it(project: Project) -> None:
    drawn = draw_line(project, PAGE, (5, 29, 100, 8))
    assert [line.id for line in lines(project)] == [1, drawn, 2, 3]
    new = lines(project)[1]
    assert new.box == (5, 29, 100, 8) and new.baseline is not None and not new.has_words
    assert draw_line(project, PAGE, (150, 1, 40, 10)) == lines(project)[-1].id, "another column is read last"
    assert draw_line(project, PAGE, (5, 90, 5000, 5000)) in [line.id for line in lines(project)]
    with pytest.raises(InputError, match="lies off the page"):
        draw_line(project, PAGE, (5000, 1, 10, 10))


def test_a_moved_line_takes_its_baseline_along_and_leaves_its_words(project: Project) -> None:
    before = words(project)
    move_line(project, 1, (10, 18, 240, 20))
    line = lines(project)[0]
    assert (line.box, line.baseline) == ((10, 18, 190, 20), ((10, 34), (200, 34)))
    assert words(project) == before


def test_joined_lines_read_from_left_to_right(project: Project) -> None:
    move_line(project, 3, (130, 8, 60, 20))
    assert join_lines(project, [3, 1]) == 1
    assert [(line.id, line.text, line.box) for line in lines(project)] == [
        (1, "w00 w01 w20 w21", (5, 8, 185, 20)),
        (2, "w10 w11", (5, 38, 120, 20)),
    ]
    assert words(project) == [
        *((text, 1, 0) for text in ("w00", "w01", "w20", "w21")),
        *((text, 2, 1) for text in ("w10", "w11")),
    ]
    for ids in ([1], [1, 1], []):
        with pytest.raises(InputError, match="at least two"):
            join_lines(project, ids)


def test_a_line_is_split_between_its_words(project: Project) -> None:
    first, second = split_line(project, 1, x=60)
    assert [(line.id, line.text, line.box) for line in lines(project)][:2] == [
        (first, "w00", (5, 8, 55, 20)),
        (second, "w01", (60, 8, 65, 20)),
    ]
    assert words(project)[:3] == [("w00", first, 0), ("w01", second, 1), ("w10", 2, 2)]
    upper, lower = split_line(project, 2, y=44)
    assert [line.box for line in lines(project) if line.id in (upper, lower)] == [(5, 38, 120, 6), (5, 44, 120, 14)]
    for place in ({"x": 5}, {"x": 500}, {"y": 8}, {}):
        with pytest.raises(InputError, match="inside it"):
            split_line(project, 3, **place)


def test_a_deleted_line_takes_its_unchecked_words_and_leaves_the_others(project: Project) -> None:
    delete_lines(project, [1, 2])
    assert [line.id for line in lines(project)] == [3]
    assert [(text, line_id) for text, line_id, _ in words(project)] == [
        ("w00", None),
        ("w01", None),
        ("w20", 3),
        ("w21", 3),
    ]


def test_words_follow_the_order_of_their_lines(project: Project) -> None:
    order_lines(project, PAGE, [3, 1, 2])
    assert [text for text, _, _ in words(project)] == ["w20", "w21", "w00", "w01", "w10", "w11"]
    order_lines(project, PAGE, [1, 2, 3], {1: [2, 1]})
    assert [text for text, _, _ in words(project)][:3] == ["w01", "w00", "w10"]
    with pytest.raises(InputError, match="have changed"):
        order_lines(project, PAGE, [1, 2])


@pytest.mark.parametrize(
    "edit",
    [
        lambda project: draw_line(project, PAGE, (5, 29, 100, 8)),
        lambda project: move_line(project, 1, (10, 18, 40, 20)),
        lambda project: join_lines(project, [1, 2, 3]),
        lambda project: split_line(project, 2, x=60),
        lambda project: delete_lines(project, [1, 2, 3]),
        lambda project: order_lines(project, PAGE, [2, 3, 1]),
    ],
)
def test_every_edit_is_undone_and_redone_as_one(project: Project, edit: Callable[[Project], object]) -> None:
    before = lines(project), words(project)
    edit(project)
    after = lines(project), words(project)
    assert after != before
    undo(project)
    assert (lines(project), words(project)) == before
    redo(project)
    assert (lines(project), words(project)) == after
    assert project.check_integrity() == []


def test_deleted_words_go_with_their_line(project: Project) -> None:
    first, second, third = (line.id for line in lines(project))
    delete_words(project, [1, 4])
    order_lines(project, PAGE, [third, second, first])
    on_page = project.column("SELECT id FROM word ORDER BY line, position, id")
    assert on_page == [5, 6, 3, 4, 1, 2]


def test_lines_without_words_can_be_put_in_order(project: Project) -> None:
    delete_words(project, word_ids(project))
    drawn = draw_line(project, PAGE, (5, 29, 100, 8))
    assert [line.id for line in lines(project)].index(drawn) == 1
