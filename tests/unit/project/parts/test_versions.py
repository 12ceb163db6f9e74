"""The transcriptions that stand after a merge: commutative, associative, idempotent, and nothing lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.project.parts.versions import Standing, Version, current_version, differs, merge_standing


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
