"""Word spotting: the file keeps what was seen, the ranking is that of brute force, what cannot be found is counted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import h5py
import numpy as np
import pytest
from project_helpers import filled_project

from core.errors import InputError, ModelFileError
from core.jobs.recognition import spotting as job
from core.jobs.recognition.spotting import normalise_query, rank, spotting_file
from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import signatures
from core.project.content.models import Model, model_path, register_model
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import delete_words, mark_not_a_word, move_word
from core.project.content.words import word_ids
from core.project.project import Project
from core.recognition import spotting_index as spotting
from core.recognition.spotting_index import SpottingIndex, SpottingWriter, mean_signatures, open_index

LATIN = load_alphabet("latin")
WORDS = ("general", "regiment", "orders", "the", "commissioned", "Fort", "colonel", "and")


def seen(count: int, seed: int = 0) -> np.ndarray:
    """Noisy mean signatures of :data:`WORDS` in turn, float16 [count, d]."""
    rng = np.random.default_rng(seed)
    table = signatures([WORDS[i % len(WORDS)] for i in range(count)], LATIN)
    return (table / np.linalg.norm(table, axis=1, keepdims=True) + rng.normal(0, 0.02, table.shape)).astype(np.float16)


def written(path: Path, ids: Sequence[int], rows: np.ndarray, metric: str = "cosine") -> SpottingIndex:
    with SpottingWriter(path, LATIN, metric) as writer:
        writer.keep(np.array(ids), np.full((len(ids), 4), -1, np.int32), rows)
    spots = open_index(path)
    assert spots is not None
    return spots


def brute(rows: np.ndarray, word: str, metric: str) -> np.ndarray:
    table, query = rows.astype(float), signatures([word], LATIN)[0].astype(float)
    if metric == "euclid":
        return np.round(np.linalg.norm(table - query, axis=1), 9)
    return np.round(1 - table @ (query / np.linalg.norm(query)), 9)


@pytest.mark.parametrize("metric", ["cosine", "euclid"])
@pytest.mark.parametrize("word", ["regiment", "unheard", "a", "Generals"])
def test_distances_are_those_of_brute_force(tmp_path: Path, metric: str, word: str) -> None:
    rows = seen(2 * spotting.BLOCK + 77)
    spots = written(tmp_path / "spots.h5", range(5, 5 + len(rows)), rows, metric)
    wanted = brute(rows, word, metric)
    found = spots.distances(word)
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    np.testing.assert_array_equal(np.argsort(found, kind="stable"), np.argsort(wanted, kind="stable"))


def test_the_members_mean_gives_the_mean_of_their_cosine_distances() -> None:
    class Learner:
        metric = "cosine"

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


def test_words_read_anew_take_the_place_of_what_was_kept_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "spots.h5"
    first, second = seen(2000, 1), seen(600, 2)
    written(path, range(2000), first)
    spots = written(path, range(1900, 2500), second)
    assert sorted(spots.ids.tolist()) == list(range(2500))
    order = np.argsort(spots.ids)
    wanted = np.concatenate([first[:1900], second])
    np.testing.assert_allclose(spots.distances("the")[order], brute(wanted, "the", "cosine"), atol=1e-9)
    assert not list(tmp_path.glob(".*.tmp"))


def test_a_stop_in_between_keeps_what_was_kept_and_a_full_disk_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spots.h5"
    boxes = np.full((10, 4), -1, np.int32)
    with pytest.raises(KeyboardInterrupt), SpottingWriter(path, LATIN, "cosine") as writer:
        writer.keep(np.arange(10), boxes, seen(10))
        raise KeyboardInterrupt
    before = path.read_bytes()
    with pytest.raises(OSError, match="full"), SpottingWriter(path, LATIN, "cosine") as writer:
        writer.keep(np.arange(10, 20), boxes, seen(10))

        def full(self: h5py.Dataset, *_: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(h5py.Dataset, "__setitem__", full)
        writer.keep(np.arange(20, 30), boxes, seen(10))
    assert path.read_bytes() == before


@pytest.mark.parametrize("fault", ["bytes", "version", "short", "claim", "link", "text"])
def test_a_file_that_is_not_whole_is_refused(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "spots.h5"
    written(path, range(30), seen(30))
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
    path.write_bytes(b"not looked at here")
    return register_model(project, "m")


def keep(project: Project, model: Model, ids: Sequence[int]) -> None:
    """As recognition does it, with signatures of :data:`WORDS` by id."""

    class Learner:
        metric = "cosine"

        def signature_part(self, embeddings: np.ndarray) -> np.ndarray:
            return embeddings

    class Ensemble:
        alphabet = LATIN
        members = (type("Member", (), {"learner": Learner()})(),)

    rows = signatures([WORDS[i % len(WORDS)] for i in ids], LATIN)
    with job.keeping_spots(project, model, Ensemble(), ids, lambda event: None) as put:  # type: ignore[arg-type]
        put(ids, [rows])


def test_ranking_is_exact_and_says_how_many_cannot_be_found(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        nothing = rank(project, "orders")
        assert (nothing.ids, nothing.missing, nothing.missing_read) == ([], 5, 3)
        keep(project, model, ids[:4])
        found = rank(project, "  orders ")
        assert (found.word, found.model, found.scale) == ("orders", "m", 1.0)
        rows = signatures([WORDS[i % len(WORDS)] for i in ids[:4]], LATIN)
        unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        wanted = brute(unit.astype(np.float16), "orders", "cosine")
        order = np.argsort(wanted, kind="stable")
        assert found.ids == [ids[i] for i in order]
        np.testing.assert_allclose(found.distances, wanted[order], atol=1e-9)
        assert (found.missing, found.missing_read) == (1, 0)


def test_moved_words_are_missing_and_deleted_ones_are_not_sought(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        keep(project, model, ids)
        assert rank(project, "the").missing == 0
        move_word(project, ids[0], (12, 12, 30, 20))
        delete_words(project, [ids[1]])
        mark_not_a_word(project, [ids[4]])
        found = rank(project, "the")
        assert sorted(found.ids) == sorted([ids[2], ids[3]])
        assert (found.missing, found.missing_read) == (1, 1)
        keep(project, model, [ids[0]])
        assert rank(project, "the").missing == 0


def test_a_reading_changes_nothing_in_the_ranking(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        keep(project, with_model(project), word_ids(project))
        before = rank(project, "Fort")
        set_transcription(project, before.ids[0], "Fort")
        assert rank(project, "Fort") == before


def test_a_damaged_file_counts_as_none(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        model, ids = with_model(project), word_ids(project)
        keep(project, model, ids)
        spotting_file(project, model).write_bytes(b"\x89HDF nothing")
        assert rank(project, "the").missing == 5
        keep(project, model, ids)
        assert rank(project, "the").missing == 0


def test_a_disk_that_takes_nothing_stops_no_reading(tmp_path: Path) -> None:
    told: list[dict] = []
    with filled_project(tmp_path) as project:
        model = with_model(project)
        (project.folder / "cache" / "spotting").write_text("a file where the folder should be")
        ensemble = type("E", (), {"alphabet": LATIN, "members": ()})()
        learner = type("L", (), {"metric": "cosine", "signature_part": staticmethod(lambda rows: rows)})()
        ensemble.members = (type("M", (), {"learner": learner})(),)
        ids = word_ids(project)
        with job.keeping_spots(project, model, ensemble, ids, told.append) as put:
            put(ids, [signatures(["the"] * len(ids), LATIN)])
            put(ids, [signatures(["the"] * len(ids), LATIN)])
    assert [event["event"] for event in told] == ["note"]


def test_what_cannot_be_sought_is_said_in_words(tmp_path: Path) -> None:
    spots = written(tmp_path / "spots.h5", range(3), seen(3))
    with pytest.raises(InputError, match=r"'latin'.* 'ß', 'þ'.*'straßþe'"):
        normalise_query("straßþe", spots)
    with pytest.raises(InputError, match="one word at a time"):
        normalise_query("of the", spots)
    assert normalise_query(" orders\n", spots) == "orders"
