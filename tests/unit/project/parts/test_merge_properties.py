"""Two copies edited at random and merged in either order: nothing is lost, the result is the same, undo is whole."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from part_helpers import KINDS, content, edit_as, texts_with_authors, two_page_project
from project_helpers import project_state

from core.project.content.history import redo, undo
from core.project.parts.merge import merge_part
from core.project.parts.take_out import take_out
from core.project.parts.versions import Standing, Version, current_version, differs, merge_standing
from core.project.project import Project

_EDITS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 7), st.integers(0, 5)), max_size=6)


@settings(
    max_examples=25, phases=[Phase.explicit, Phase.generate], deadline=None, suppress_health_check=list(HealthCheck)
)
@example(before=[], mine=[("add", 0, 0)], first=[("add", 0, 1)], second=[("add", 0, 2)], later=[])
@example(
    before=[],
    mine=[("role", 7, 4), ("add", 2, 2), ("split", 2, 0), ("box", 7, 3), ("blot", 6, 2), ("delete", 3, 2)],
    first=[("line", 0, 2), ("delete", 2, 2)],
    second=[("line", 4, 4), ("blot", 2, 3), ("box", 1, 3), ("type", 4, 3), ("add", 7, 2), ("role", 6, 2)],
    later=[("split", 0, 3), ("type", 1, 1), ("type", 7, 0), ("split", 1, 1)],
)
@example(
    before=[],
    mine=[("role", 5, 0), ("blot", 3, 3), ("line", 3, 2), ("blot", 1, 0), ("blot", 0, 4)],
    first=[("box", 7, 1), ("line", 5, 2), ("type", 7, 5), ("add", 2, 4), ("add", 2, 0), ("add", 5, 0)],
    second=[("role", 6, 2), ("role", 2, 3), ("blot", 4, 5), ("delete", 5, 1), ("type", 5, 3), ("line", 5, 3)],
    later=[("clear", 1, 0)],
)
@example(
    before=[("type", 6, 0), ("blot", 3, 1), ("type", 1, 0), ("type", 5, 0), ("line", 5, 3)],
    mine=[("blot", 1, 3), ("line", 7, 2), ("blot", 7, 3), ("split", 2, 3), ("split", 7, 3)],
    first=[("type", 5, 2), ("line", 2, 2), ("line", 0, 0), ("type", 0, 0), ("role", 5, 0), ("type", 6, 3)],
    second=[("type", 6, 4), ("split", 6, 0), ("line", 6, 0), ("type", 2, 1)],
    later=[],
)
@given(before=_EDITS, mine=_EDITS, first=_EDITS, second=_EDITS, later=_EDITS)
def test_parts_merged_in_either_order(before: list, mine: list, first: list, second: list, later: list) -> None:
    with tempfile.TemporaryDirectory() as temp:
        folder = Path(temp)
        with two_page_project(folder) as whole:
            edit_as(whole, "Wim", before)
            pages = whole.column("SELECT id FROM page ORDER BY id")
            take_out(whole, folder / "anna.ductus", pages)
            take_out(whole, folder / "ben.ductus", pages)
            edit_as(whole, "Wim", mine)
        shutil.copytree(folder / "whole.ductus", folder / "other.ductus")
        results = []
        for name, order in (("whole", ("anna", "ben")), ("other", ("ben", "anna"))):
            if name == "whole":
                for who, edits in (("anna", first), ("ben", second)):
                    with Project.open(folder / f"{who}.ductus") as part:
                        edit_as(part, who, edits)
            with Project.open(folder / name) as project:
                given_texts = texts_with_authors(project)
                for who in order:
                    start = project_state(project)
                    with Project.open(folder / f"{who}.ductus", read_only=True) as part:
                        summary = merge_part(project, part)
                        given_texts |= texts_with_authors(part)
                        merged = project_state(project)
                        assert merge_part(project, part).is_empty
                        assert project_state(project) == merged
                    if merged != start:
                        undo(project)
                        assert project_state(project) == start
                        redo(project)
                        assert project_state(project) == merged
                    else:
                        assert summary.is_empty
                    assert project.check_integrity() == []
                assert texts_with_authors(project) == given_texts
                results.append(content(project))
        assert results[0] == results[1]
        with Project.open(folder / "anna.ductus") as part:
            edit_as(part, "anna", later)
        for name in ("whole", "other"):
            with Project.open(folder / name) as project, Project.open(folder / "anna.ductus", read_only=True) as part:
                merge_part(project, part)
                results.append(content(project))
        assert results[2] == results[3]


def version(number: int, source: str = "typed") -> Version:
    return Version("abc"[number % 3], source, "", f"person {number}", f"2026-01-01T00:00:0{number}")


_VERSIONS = [version(number) for number in range(6)]


@st.composite
def histories(draw: st.DrawFn) -> list[Standing]:
    """Three sides that began alike: each knows the base, and has replaced it with texts of its own, or not."""
    base = frozenset([_VERSIONS[0]])
    sides = []
    for side in range(3):
        known, stand = base, base
        for number in range(draw(st.integers(0, 2))):
            new = Version("abc"[draw(st.integers(0, 2))], "typed", "", f"side {side}", f"time {number}")
            known, stand = known | {new}, frozenset([new])
        if draw(st.integers(0, 5)) == 0:
            stand = frozenset()
        sides.append(Standing(known, stand))
    return sides


@given(histories())
def test_any_order_gives_the_same(sides: list[Standing]) -> None:
    one, two, three = sides
    assert merge_standing(one, two) == merge_standing(two, one)
    assert merge_standing(merge_standing(one, two), three) == merge_standing(one, merge_standing(two, three))
    merged = merge_standing(merge_standing(one, two), three)
    assert merge_standing(merged, two) == merged
    assert merged.known == one.known | two.known | three.known
    for side in sides:  # what one side wrote last, and nobody has seen, stands
        others = frozenset().union(*(other.known for other in sides if other is not side))
        assert side.stand - others <= merged.stand


def test_a_text_of_one_side_is_taken_and_a_removed_one_stays_removed() -> None:
    base, new = _VERSIONS[:2]
    before = Standing(frozenset([base]), frozenset([base]))
    after = Standing(frozenset([base, new]), frozenset([new]))
    assert merge_standing(before, after).stand == {new}
    assert merge_standing(before, Standing(before.known, frozenset())).stand == frozenset()
    assert merge_standing(after, Standing(before.known, frozenset())).stand == {new}  # typed after all


def test_of_two_decisions_that_crossed_both_stand() -> None:
    one, two = _VERSIONS[:2]
    known = frozenset([one, two])
    assert merge_standing(Standing(known, frozenset([one])), Standing(known, frozenset([two]))).stand == known


def test_what_a_person_checked_stands_before_an_import_and_the_latest_before_earlier_ones() -> None:
    imported = Version("a", "imported", "", "", "2027")
    assert current_version([version(1), imported, version(2)]) == version(2)
    assert current_version([]) is None
    assert differs([version(1), version(2)]) and not differs([version(1), version(4)])
