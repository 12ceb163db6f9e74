"""Parts: what goes out, what comes back, what is refused and reported; merging loses nothing in either order."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from part_helpers import KINDS, content, edit_as, texts_with_authors, two_page_project
from project_helpers import draw_image, project_state, run_python

from core.errors import InputError, Stopped
from core.formats.records import PageRecord, SourceContents
from core.project.content.differences import decide, differing_words, list_alternatives
from core.project.content.history import redo, undo
from core.project.content.lexicon import add_words as add_lexicon_words
from core.project.content.lexicon import lexicon_words, remove_words
from core.project.content.line_edits import delete_lines
from core.project.content.pages import list_lines
from core.project.content.removal import remove_pages
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.content.word_edits import NewWord, add_words, change_box, delete_words, set_role, split_word
from core.project.content.words import get_words, word_ids
from core.project.db import author
from core.project.import_sources import import_contents
from core.project.integrity.rescue_write import rescue
from core.project.parts.merge import MergeSummary, merge_part
from core.project.parts.record import load_record
from core.project.parts.take_out import part_folder, take_out
from core.project.parts.versions import Standing, Version, current_version, differs, merge_standing
from core.project.project import DATABASE, Project
from core.project.query.word_query import find_words

_EDITS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 7), st.integers(0, 5)), max_size=6)


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "")


@pytest.fixture
def whole(tmp_path: Path) -> Project:
    return two_page_project(tmp_path)


def part_of(whole: Project, name: str = "ben", **options: bool) -> Path:
    pages = whole.column("SELECT id FROM page ORDER BY id")
    return take_out(whole, whole.folder.with_name(f"{name}.ductus"), pages, **options).part


def merge(whole: Project, part: Path) -> MergeSummary:
    with Project.open(part, read_only=True) as other:
        return merge_part(whole, other)


def test_a_part_has_its_pages_with_everything_and_nothing_else(whole: Project, tmp_path: Path) -> None:
    first, second = whole.column("SELECT id FROM page ORDER BY id")
    summary = take_out(whole, part_folder(whole.folder, tmp_path / "anna"), [second])
    assert (summary.part.name, summary.pages, summary.words, summary.readings) == ("anna.ductus", 1, 4, 2)
    with Project.open(summary.part) as part:
        assert part.column("SELECT id FROM page") == [second] and part.check_integrity() == []
        assert get_words(part, word_ids(part)) == get_words(whole, [w for w in word_ids(whole) if w in word_ids(part)])
        record = load_record(part)
        assert record is not None and record.project == "whole"
        assert part.column("SELECT count(*) FROM change") == [0] and undo(part) is None
        files = part.column("SELECT path FROM file")
        assert files and all((part.folder / path).is_file() for path in files)
    assert first not in part_ids(summary.part)


def part_ids(folder: Path) -> list[int]:
    with Project.open(folder, read_only=True) as part:
        return part.column("SELECT id FROM page")


def test_linked_images_go_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUCTUS_LINKED", str(tmp_path / "linked.json"))
    with Project.create(tmp_path / "linked") as project:
        image = draw_image(tmp_path / "scans" / "page.png", (200, 100))
        import_contents(project, SourceContents(pages=(PageRecord(image, 200, 100),)), copy=False)
        from core.project.file_access import trust_linked_folders

        trust_linked_folders([image.parent])
        folder = take_out(project, tmp_path / "part.ductus", project.column("SELECT id FROM page")).part
    with Project.open(folder, read_only=True) as part:
        ((path, linked),) = part.query("SELECT path, linked FROM file")
        assert linked == 0 and (folder / path).read_bytes() == image.read_bytes()


def test_different_transcriptions_are_both_kept_until_somebody_decides(whole: Project) -> None:
    one, two = word_ids(whole)[:2]
    part = part_of(whole)
    edit_as(whole, "Anna", [("type", 0, 2), ("type", 1, 1)])  # November, King
    with Project.open(part) as other:
        edit_as(other, "Ben", [("type", 0, 4), ("type", 1, 1)])  # letter, King
    summary = merge(whole, part)
    assert summary.words.differing == [one] and summary.words.agreed == [two] and summary.open_differences == 1
    assert differing_words(whole) == [one] == find_words(whole, "differs", None)
    (alternatives,) = list_alternatives(whole, [one, two]).values()
    assert [(alternative.text, alternative.who) for alternative in alternatives] == [
        ("letter", "Ben"),
        ("November", "Anna"),
    ]
    author.set_author("Carla")
    decide(whole, one, "November")
    assert differing_words(whole) == [] and get_words(whole, [one])[0].text == "November"
    assert {transcription.who for transcription in list_transcriptions(whole, one)} == {"Anna", "Ben", "Carla"}
    assert merge(whole, part).is_empty and get_words(whole, [one])[0].text == "November"
    undo(whole)
    assert differing_words(whole) == [one]


def test_who_made_each_edit_is_in_the_history(whole: Project) -> None:
    edit_as(whole, "  Anna   Smith ", [("type", 0, 2), ("role", 1, 2)])
    assert whole.column("SELECT who FROM change ORDER BY id DESC LIMIT 2") == ["Anna Smith"] * 2
    with pytest.raises(InputError, match="at most 80"):
        author.set_author("x" * 81)


def test_changes_of_one_side_are_taken_and_of_both_the_later_one_stays(whole: Project) -> None:
    ids = word_ids(whole)
    part = part_of(whole)
    change_box(whole, ids[0], (0, 0, 30, 30))
    set_role(whole, [ids[3]], "val")
    with Project.open(part) as other:
        change_box(other, ids[0], (1, 1, 33, 33))
        change_box(other, ids[1], (2, 2, 20, 20))
        set_role(other, [ids[2]], "test")
        delete_words(other, [ids[4]])
    summary = merge(whole, part)
    boxes = [row.box for row in get_words(whole, ids[:2])]
    assert boxes == [(1, 1, 33, 33), (2, 2, 20, 20)] and summary.words.settled == [(ids[0], "box")]
    assert [row.role for row in get_words(whole, ids[2:4])] == ["test", "val"]
    assert ids[4] not in word_ids(whole) and summary.words.removed == [ids[4]]


def test_a_word_that_one_removed_and_the_other_transcribed_stays(whole: Project) -> None:
    word = word_ids(whole)[0]
    part = part_of(whole)
    set_transcription(whole, word, "inthe")
    with Project.open(part) as other:
        left, right = split_word(other, word, 30)
        set_transcription(other, left, "in")
        set_transcription(other, right, "the")
    summary = merge(whole, part)
    assert summary.words.revived == [word] and len(summary.words.added) == 2
    assert get_words(whole, [word])[0].text == "inthe" and not get_words(whole, [word])[0].deleted
    assert [row.text for row in get_words(whole, summary.words.added)] == ["in", "the"]
    assert merge(whole, part).is_empty


def test_words_keep_their_place_when_the_whole_was_renumbered(whole: Project) -> None:
    page = whole.column("SELECT min(id) FROM page")[0]
    a, b, *_ = ids = [i for i in word_ids(whole) if get_words(whole, [i])[0].page_id == page]
    part = part_of(whole)
    with Project.open(part) as other:
        (new,) = add_words(other, page, [NewWord((52, 10, 10, 20))], after=a)
        set_transcription(other, new, "between")
    for _ in range(12):  # until there is no gap left, and the page is numbered anew
        add_words(whole, page, [NewWord((1, 1, 5, 5))], after=ids[-1])
        add_words(whole, page, [NewWord((1, 1, 6, 6))], first=True)
    summary = merge(whole, part)
    order = word_ids(whole)
    assert order.index(a) < order.index(summary.words.added[0]) < order.index(b)


def test_lines_are_taken_and_a_second_merge_brings_later_work(whole: Project) -> None:
    page = whole.column("SELECT min(id) FROM page")[0]
    part = part_of(whole)
    with Project.open(part) as other:
        delete_lines(other, [list_lines(other, page)[1].id])
    assert merge(whole, part).layouts == ("page1.png",) and len(list_lines(whole, page)) == 1
    with Project.open(part) as other:
        word = word_ids(other)[0]
        set_transcription(other, word, "later")
    assert merge(whole, part).words.transcribed == [word] and get_words(whole, [word])[0].text == "later"


def test_lexicon_words_are_added_and_removed(whole: Project) -> None:
    add_lexicon_words(whole, ["gone", "stays"])
    part = part_of(whole)
    add_lexicon_words(whole, ["ours"])
    with Project.open(part) as other:
        add_lexicon_words(other, {"theirs": 7})
        remove_words(other, ["gone"])
    summary = merge(whole, part)
    assert (summary.lexicon_added, summary.lexicon_removed) == (1, 1)
    words = lexicon_words(whole)
    assert {"ours", "stays", "theirs"} <= set(words) and "gone" not in words


def test_blind_parts_have_no_transcriptions_and_both_readings_are_kept(whole: Project) -> None:
    word = word_ids(whole)[1]
    author.set_author("Anna")
    set_transcription(whole, word, "King")
    part = part_of(whole, blind=True)
    with Project.open(part) as other:
        assert other.column("SELECT count(*) FROM transcription") == [0]
        author.set_author("Ben")
        set_transcription(other, word, "Kind")
    summary = merge(whole, part)
    assert summary.words.differing == [word]
    assert {each.who for each in list_alternatives(whole, [word])[word]} == {"Anna", "Ben"}
    assert sum(row.text is not None for row in get_words(whole, word_ids(whole))) == 4  # no other was cleared


def test_what_cannot_be_merged_is_refused_in_one_sentence(whole: Project, tmp_path: Path) -> None:
    part = part_of(whole)
    with Project.open(part) as other:
        set_transcription(other, word_ids(other)[0], "work")
    before = project_state(whole)
    with pytest.raises(InputError, match="was not taken out of another one as a part"):
        merge(whole, two_page_project(tmp_path / "b", "other").folder)
    with two_page_project(tmp_path / "c", "stranger") as stranger:
        remove_pages(stranger, stranger.column("SELECT id FROM page"))
        with pytest.raises(InputError, match="has none of its pages"):
            merge(stranger, part)
    assert project_state(whole) == before
    remove_pages(whole, whole.column("SELECT min(id) FROM page"))
    removed = project_state(whole)
    with pytest.raises(InputError, match=r"page page1.png\): 1 word was worked on .* Undo the deletion"):
        merge(whole, part)
    assert project_state(whole) == removed
    undo(whole)
    assert merge(whole, part).words.transcribed


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE base SET state = '{}' WHERE tbl = 'word'",
        "UPDATE base SET state = 'x'",
        "UPDATE base SET tbl = 'secret'",
        "UPDATE setting SET value = '{\"id\": \"../x y\"}' WHERE key = 'part'",
        "UPDATE word SET x = 100000",
        "UPDATE word SET polygon = '[[1]]', x = x + 1",
        "UPDATE line SET baseline = 'x'",
        "INSERT INTO transcription VALUES (900, 1, char(0), 'a', 'a', 'typed', NULL, NULL, '2026', NULL, NULL, NULL)",
        "INSERT INTO lexicon VALUES (900, '', 0, 'typed')",
        "UPDATE word SET role = 'x'",
        "INSERT INTO transcription VALUES (900, 1, 'a', 'a', 'a', 'x', NULL, NULL, '2026', NULL, NULL, NULL)",
        "UPDATE base SET state = json_set(state, '$.line', NULL) WHERE tbl = 'word' AND row_id % 2",
        "UPDATE base SET state = json_set(state, '$.text', json('[]')) WHERE tbl = 'line'",
    ],
)
def test_a_forged_part_is_refused(whole: Project, damage: str) -> None:
    part = part_of(whole)
    with sqlite3.connect(part / DATABASE) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(damage)
    connection.close()
    before = project_state(whole)
    with pytest.raises(InputError):
        merge(whole, part)
    assert project_state(whole) == before


def test_pages_imported_into_the_part_are_left_out_and_told(whole: Project, tmp_path: Path) -> None:
    part = part_of(whole)
    with Project.open(part) as other:
        image = draw_image(tmp_path / "new.png", (200, 100), 90)
        import_contents(other, SourceContents(pages=(PageRecord(image, 200, 100),)))
    assert merge(whole, part).left_out == ("new.png",)


def test_a_part_is_whole_or_not_there(whole: Project, tmp_path: Path) -> None:
    pages = whole.column("SELECT id FROM page")
    with pytest.raises(InputError, match="no such pages"):
        take_out(whole, tmp_path / "x.ductus", [99])
    with pytest.raises(InputError, match="something is already there"):
        part_folder(whole.folder, whole.folder)
    with pytest.raises(InputError, match="inside its own project"):
        part_folder(whole.folder, whole.folder / "part")
    with pytest.raises(Stopped):
        take_out(whole, tmp_path / "x.ductus", pages, should_stop=lambda: True)
    assert not list(tmp_path.glob("x*"))


def test_a_merge_that_is_stopped_changes_nothing(whole: Project) -> None:
    part = part_of(whole)
    with Project.open(part) as other:
        edit_as(other, "Ben", [("type", 0, 1), ("add", 0, 0)])
    before = project_state(whole)

    def stop(done: int, total: int) -> None:
        raise Stopped("Stopped; nothing was merged.")

    with pytest.raises(Stopped), Project.open(part, read_only=True) as other:
        merge_part(whole, other, stop)
    assert project_state(whole) == before


def test_a_killed_merge_changes_nothing(whole: Project) -> None:
    part = part_of(whole)
    with Project.open(part) as other:
        edit_as(other, "Ben", [("type", 0, 1), ("split", 1, 0), ("line", 0, 0)])
    before = project_state(whole)
    run = run_python(
        """
        import os, sys
        from core.project.parts.merge import merge_part
        from core.project.project import DATABASE, Project
        with Project.open(sys.argv[1]) as project, Project.open(sys.argv[2], read_only=True) as part:
            merge_part(project, part, lambda done, total: done == total and os._exit(9))
        """,
        whole.folder,
        part,
    )
    assert run.returncode == 9, run.stderr
    assert project_state(whole) == before and whole.check_integrity() == []
    assert not merge(whole, part).is_empty


def test_a_part_is_taken_out_of_a_project_that_is_open_elsewhere(whole: Project, tmp_path: Path) -> None:
    with Project.open(whole.folder, read_only=True) as reader:
        folder = take_out(reader, tmp_path / "part.ductus", reader.column("SELECT id FROM page")).part
    set_transcription(whole, word_ids(whole)[0], "meanwhile")
    with Project.open(folder) as part:
        set_transcription(part, word_ids(part)[2], "here")
    assert len(merge(whole, folder).words.transcribed) == 1


def test_a_rescued_part_can_still_be_merged(whole: Project, tmp_path: Path) -> None:
    part = part_of(whole)
    with Project.open(part) as other:
        set_transcription(other, word_ids(other)[0], "saved")
    summary = rescue(part, tmp_path / "rescued")
    assert merge(whole, summary.project).words.transcribed == [word_ids(whole)[0]]


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
