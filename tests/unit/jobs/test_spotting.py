"""Stored signatures: a ranking equal to brute force, look-alikes that are confirmed in one edit, undone as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath
from types import SimpleNamespace
from typing import Any, cast

import h5py
import numpy as np
import pytest
from job_helpers import json_into
from project_helpers import crop_source, edit_history, filled_project, project_state, store_alike

from core.errors import InputError, ModelFileError
from core.events import ignore_events
from core.jobs.look_alikes import (
    Likeness,
    LookAlikes,
    checked_look_alikes,
    confirm_look_alikes,
    find_look_alikes,
    likeness_version,
    load_likeness,
    relearn_limit,
)
from core.jobs.spotting import normalise_query, rank, spotting_file, store_signatures
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures
from core.project.content.history import redo, undo
from core.project.content.models import Model, get_model, model_path, register_model
from core.project.content.transcriptions import TranscriptionSource, confirm_aligned, set_transcription
from core.project.content.word_edits import delete_words, mark_not_a_word, move_word
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.recognition.spotting_index import BLOCK, SpottingIndex, SpottingWriter, mean_signatures, open_index
from core.recognition.word_vectors import LIMIT

LATIN = load_alphabet("latin")
WORDS = ("general", "regiment", "orders", "the", "commissioned", "Fort", "colonel", "and")
MODEL = "trial"


def noisy_signatures(count: int, seed: int = 0) -> np.ndarray:
    """Noisy mean signatures of :data:`WORDS` in turn, float16 [count, d]."""
    rng = np.random.default_rng(seed)
    table = signatures([WORDS[i % len(WORDS)] for i in range(count)], LATIN)
    return (table / np.linalg.norm(table, axis=1, keepdims=True) + rng.normal(0, 0.02, table.shape)).astype(np.float16)


def writing(path: Path, metric: str = "cosine") -> SpottingWriter:
    return SpottingWriter(path.parent, PurePath(path.name), LATIN, metric)


def write_index(path: Path, ids: Sequence[int], rows: np.ndarray, metric: str = "cosine") -> SpottingIndex:
    with writing(path, metric) as writer:
        writer.add(np.array(ids), np.full((len(ids), 4), -1, np.int32), rows)
    index = open_index(path)
    assert index is not None
    return index


def brute_force(rows: np.ndarray, word: str, metric: str) -> np.ndarray:
    table, query = rows.astype(float), signatures([word], LATIN)[0].astype(float)
    if metric == "euclid":
        return np.round(np.linalg.norm(table - query, axis=1), 9)
    return np.round(1 - table @ (query / np.linalg.norm(query)), 9)


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("word", ["regiment", "unlisted", "a", "Generals"])
def test_distances_equal_brute_force(tmp_path: Path, metric: str, word: str) -> None:
    rows = noisy_signatures(2 * BLOCK + 77)
    index = write_index(tmp_path / "spots.h5", range(5, 5 + len(rows)), rows, metric)
    wanted = brute_force(rows, word, metric)
    found = index.distances(word)
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    np.testing.assert_array_equal(np.argsort(found, kind="stable"), np.argsort(wanted, kind="stable"))


def test_mean_signatures_give_the_mean_cosine_distance() -> None:
    class Learner:
        metric = "cosine"
        predicts_signatures = True

        def signature_part(self, embeddings: np.ndarray) -> np.ndarray:
            return embeddings[:, : LATIN.dim]

    class Member:
        learner = Learner()

    class Ensemble:
        members = (Member(), Member(), Member())

    rng = np.random.default_rng(1)
    embeddings = [rng.random((6, LATIN.dim + 9)).astype(np.float32) * scale for scale in (1, 7, 0.2)]
    mean = mean_signatures(Ensemble(), embeddings)  # type: ignore[arg-type]
    query = signatures(["orders"], LATIN)[0].astype(float)
    query /= np.linalg.norm(query)
    each = [1 - part[:, : LATIN.dim] @ query / np.linalg.norm(part[:, : LATIN.dim], axis=1) for part in embeddings]
    np.testing.assert_allclose(1 - mean.astype(float) @ query, np.mean(each, axis=0), atol=1e-3)


def test_words_recognised_again_replace_their_rows(tmp_path: Path) -> None:
    path = tmp_path / "spots.h5"
    first, second = noisy_signatures(2000, 1), noisy_signatures(600, 2)
    write_index(path, range(2000), first)
    index = write_index(path, range(1900, 2500), second)
    assert sorted(index.ids.tolist()) == list(range(2500))
    order = np.argsort(index.ids)
    wanted = np.concatenate([first[:1900], second])
    np.testing.assert_allclose(index.distances("the")[order], brute_force(wanted, "the", "cosine"), atol=1e-9)
    assert not list(tmp_path.glob(".*.tmp"))


def test_an_interruption_keeps_added_rows_and_a_full_disk_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spots.h5"
    boxes = np.full((10, 4), -1, np.int32)
    with pytest.raises(KeyboardInterrupt), writing(path) as writer:
        writer.add(np.arange(10), boxes, noisy_signatures(10))
        raise KeyboardInterrupt
    before = path.read_bytes()
    with pytest.raises(OSError, match="full"), writing(path) as writer:
        writer.add(np.arange(10, 20), boxes, noisy_signatures(10))

        def full(self: h5py.Dataset, *_: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(h5py.Dataset, "__setitem__", full)
        writer.add(np.arange(20, 30), boxes, noisy_signatures(10))
    assert path.read_bytes() == before


@pytest.mark.parametrize("fault", ["bytes", "version", "short", "claim", "link", "text"])
def test_a_damaged_file_raises_model_file_error(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "spots.h5"
    write_index(path, range(30), noisy_signatures(30))
    if fault == "bytes":
        path.write_bytes(path.read_bytes()[:3000])
    else:
        with h5py.File(path, "r+") as file:
            if fault == "version":
                card = file["card"][()].tobytes().replace(b'"version": 1', b'"version": 9')
                file["card"][()] = np.frombuffer(card, np.uint8)
            elif fault == "short":
                file["ids"].resize(20, axis=0)
            elif fault == "claim":
                for name in ("ids", "boxes", "squares", "rows"):
                    file[name].resize(10_000_000, axis=0)
            elif fault == "link":
                del file["rows"]
                file["rows"] = h5py.ExternalLink("/etc/passwd", "rows")
            else:
                del file["ids"]
                file["ids"] = "no numbers"
    with pytest.raises(ModelFileError, match=r"spots\.h5"):
        open_index(path)


def with_model(project: Project) -> Model:
    path = model_path(project, "m")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"not read here")
    return register_model(project, "m")


def store(project: Project, model: Model, ids: Sequence[int]) -> None:
    """Store signatures of :data:`WORDS`, chosen by id, as recognition does."""

    class Learner:
        metric = "cosine"
        predicts_signatures = True

        def signature_part(self, embeddings: np.ndarray) -> np.ndarray:
            return embeddings

    class Ensemble:
        alphabet = LATIN
        members = (type("Member", (), {"learner": Learner()})(),)

    rows = signatures([WORDS[i % len(WORDS)] for i in ids], LATIN)
    with store_signatures(project, model, cast(Any, Ensemble()), ids, ignore_events) as store_block:
        store_block(ids, [rows])


def test_ranking_is_exact_and_counts_missing_words(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        empty = rank(project, "orders")
        assert (empty.ids, empty.missing, empty.missing_read) == ([], 5, 3)
        store(project, model, ids[:4])
        found = rank(project, "  orders ")
        assert (found.word, found.model, found.scale) == ("orders", "m", 1.0)
        rows = signatures([WORDS[i % len(WORDS)] for i in ids[:4]], LATIN)
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        wanted = brute_force(unit.astype(np.float16), "orders", "cosine")
        order = np.argsort(wanted, kind="stable")
        assert found.ids == [ids[i] for i in order]
        np.testing.assert_allclose(found.distances, wanted[order], atol=1e-9)
        assert (found.missing, found.missing_read) == (1, 0)


def test_moved_words_are_missing_and_deleted_ones_ignored(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        store(project, model, ids)
        assert rank(project, "the").missing == 0
        move_word(project, ids[0], (12, 12, 30, 20))
        delete_words(project, [ids[1]])
        mark_not_a_word(project, [ids[4]])
        found = rank(project, "the")
        assert sorted(found.ids) == sorted([ids[2], ids[3]])
        assert (found.missing, found.missing_read) == (1, 1)
        store(project, model, [ids[0]])
        assert rank(project, "the").missing == 0


def test_a_transcription_does_not_change_the_ranking(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        store(project, with_model(project), word_ids(project))
        before = rank(project, "Fort")
        set_transcription(project, before.ids[0], "Fort")
        assert rank(project, "Fort") == before


def test_a_damaged_index_counts_as_missing(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        store(project, model, ids)
        spotting_file(project, model).write_bytes(b"\x89HDF nothing")
        assert rank(project, "the").missing == 5
        store(project, model, ids)
        assert rank(project, "the").missing == 0


def test_an_unwritable_index_is_reported_once(tmp_path: Path) -> None:
    events: list[dict] = []
    with filled_project(tmp_path) as project:
        model = with_model(project)
        (project.folder / "cache" / "spotting").write_text("a file where the folder should be")
        ensemble = type("E", (), {"alphabet": LATIN, "members": ()})()
        learner = SimpleNamespace(metric="cosine", predicts_signatures=True, signature_part=lambda rows: rows)
        ensemble.members = (type("M", (), {"learner": learner})(),)
        ids = word_ids(project)
        with store_signatures(project, model, cast(Any, ensemble), ids, json_into(events)) as store_block:
            store_block(ids, [signatures(["the"] * len(ids), LATIN)])
            store_block(ids, [signatures(["the"] * len(ids), LATIN)])
    assert [event["event"] for event in events] == ["note"]


def test_unusable_queries_raise_input_error(tmp_path: Path) -> None:
    index = write_index(tmp_path / "spots.h5", range(3), noisy_signatures(3))
    with pytest.raises(InputError, match=r"'latin'.* 'ß', 'þ'.*'straßþe'"):
        normalise_query("straßþe", index)
    with pytest.raises(InputError, match="one word at a time"):
        normalise_query("of the", index)
    assert normalise_query(" orders\n", index) == "orders"


@pytest.fixture
def alike(tmp_path: Path) -> Iterator[Project]:
    """Twelve words without transcriptions; the first five look alike, the last two as well."""
    with Project.create(tmp_path / "kit") as alike:
        import_contents(alike, crop_source(tmp_path / "source", [None] * 12))
        path = model_path(alike, MODEL)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"no model: nothing here is recognised")
        register_model(alike, MODEL)
        ids = word_ids(alike)
        store_alike(alike, ids[:5], ids[10:])
        yield alike


def likeness_of(alike: Project) -> Likeness:
    likeness = load_likeness(alike, MODEL)
    assert likeness is not None
    return likeness


def test_look_alikes_of_a_word_are_the_unchecked_ones_nearest_first(alike: Project) -> None:
    ids, likeness = word_ids(alike), likeness_of(alike)
    assert likeness.limit == LIMIT
    assert find_look_alikes(alike, likeness, ids[0], "the").ids == ()  # it is not transcribed so
    set_transcription(alike, ids[0], "the")
    assert find_look_alikes(alike, likeness, ids[0], "the").ids == tuple(ids[1:5])
    set_transcription(alike, ids[1], "the")
    set_transcription(alike, ids[7], "the")
    mark_not_a_word(alike, [ids[2]])
    delete_words(alike, [ids[3]])
    assert find_look_alikes(alike, likeness, ids[0], "the").ids == (ids[4],)
    assert find_look_alikes(alike, likeness, ids[7], "the").ids == ()


def test_word_whose_box_was_changed_has_no_look_alikes_and_is_none(alike: Project) -> None:
    ids, likeness = word_ids(alike), likeness_of(alike)
    with alike.edit("move") as connection:
        connection.execute("UPDATE word SET x = 1, y = 1, w = 5, h = 5 WHERE id = ?", (ids[1],))
    for word_id in ids[:2]:
        set_transcription(alike, word_id, "the")
    assert ids[1] not in find_look_alikes(alike, likeness, ids[0], "the").ids
    assert find_look_alikes(alike, likeness, ids[1], "the").ids == ()
    assert ids[1] not in checked_look_alikes(alike, likeness, ids)


def test_word_added_after_the_recognition_has_no_look_alikes(alike: Project, tmp_path: Path) -> None:
    likeness = likeness_of(alike)
    import_contents(alike, crop_source(tmp_path / "more", [None], shade=90))
    added = word_ids(alike)[-1]
    set_transcription(alike, added, "the")
    assert find_look_alikes(alike, likeness, added, "the").ids == ()


def test_words_are_told_by_the_checked_word_that_they_look_like(alike: Project) -> None:
    ids, likeness = word_ids(alike), likeness_of(alike)
    assert checked_look_alikes(alike, likeness, ids) == {}
    set_transcription(alike, ids[0], "December")
    assert checked_look_alikes(alike, likeness, ids[5:]) == {}
    assert checked_look_alikes(alike, likeness, ids[1:5]) == dict.fromkeys(ids[1:5], (ids[0], "December"))


def test_what_the_model_learnt_from_tells_nothing_new(alike: Project) -> None:
    ids = word_ids(alike)
    set_transcription(alike, ids[0], "December")
    with alike.transaction() as connection:
        connection.execute("UPDATE model SET created_at = '2999-01-01T00:00:00'")
    store_alike(alike, ids[:5])
    assert checked_look_alikes(alike, likeness_of(alike), ids[1:5]) == {}


def test_aligned_words_are_neither_offered_nor_taken_for_checked_ones(alike: Project) -> None:
    ids, likeness = word_ids(alike), likeness_of(alike)
    set_transcription(alike, ids[0], "the")
    set_transcription(alike, ids[1], "sea", TranscriptionSource.ALIGNED, fit=0.9)
    assert ids[1] not in find_look_alikes(alike, likeness, ids[0], "the").ids
    assert checked_look_alikes(alike, likeness, [ids[0]]) == {}
    confirm_aligned(alike, [ids[1]])
    assert checked_look_alikes(alike, likeness, [ids[0]]) == {ids[0]: (ids[1], "sea")}


def test_limit_is_not_learnt_from_aligned_words(alike: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.recognition.word_vectors.MIN_NEIGHBOURS", 4)
    ids, likeness = word_ids(alike), likeness_of(alike)
    words = [*ids[:5], *ids[10:]]
    for number, word_id in enumerate(words):
        set_transcription(alike, word_id, f"word {number}", TranscriptionSource.ALIGNED, fit=0.9)
    assert relearn_limit(alike, likeness).limit == LIMIT
    confirm_aligned(alike, words)
    assert relearn_limit(alike, likeness).limit < LIMIT


def test_confirmed_look_alikes_are_one_edit_that_says_so(alike: Project) -> None:
    ids = word_ids(alike)
    set_transcription(alike, ids[0], "December")
    set_transcription(alike, ids[2], "other")
    before = project_state(alike)
    assert confirm_look_alikes(alike, LookAlikes(ids[0], "December", tuple(ids[1:5]))) == [ids[2]]
    rows = get_words(alike, ids[1:5])
    assert [row.text for row in rows] == ["December", "other", "December", "December"]
    assert (rows[0].source, rows[0].model) == ("accepted", None)
    assert edit_history(alike)[0].edit == ("confirm look-alikes", {"n": 3, "text": "December"})
    after = project_state(alike)
    undo(alike)
    assert project_state(alike) == before
    redo(alike)
    assert project_state(alike) == after


def test_confirming_nothing_makes_no_edit(alike: Project) -> None:
    ids = word_ids(alike)
    delete_words(alike, [ids[0]])
    count = len(edit_history(alike))
    assert confirm_look_alikes(alike, LookAlikes(ids[1], "December", (ids[0],))) == [ids[0]]
    assert len(edit_history(alike)) == count


def test_missing_or_damaged_signatures_mean_no_look_alikes(alike: Project) -> None:
    path = spotting_file(alike, get_model(alike))
    before = likeness_version(alike, MODEL)
    path.write_bytes(b"damaged")
    assert load_likeness(alike, MODEL) is None and likeness_version(alike, MODEL) != before
    path.unlink()
    assert load_likeness(alike, MODEL) is None and likeness_version(alike, MODEL) is None
