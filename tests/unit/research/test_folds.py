"""Tables of word images as benchmarks: folds that leave out whole pages or writers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from core.errors import InputError
from core.formats.table import read as read_table
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.store.starter_sources import StarterSources
from core.training.presets import preset
from core.training.samples import image_hashes
from research.__main__ import main
from research.benchmark.datasets import TABLE_FOLDS, copiste_writer, load_gw_pages, load_table
from research.benchmark.folds import FOLDS, Fold, Origins, SplitKind, balanced_folds, consecutive_folds, groups_of
from research.benchmark.job import BenchmarkRun
from research.measurements.bench_open_lists import by_writers
from research.starter.list_sources import sources_of

WORDS = ("and", "the", "river")
SIZES = st.lists(st.integers(1, 9), min_size=FOLDS, max_size=12)


def named(sizes: list[int]) -> list[str]:
    """Return the names of groups of these sizes, image by image."""
    return [f"w{number}" for number, size in enumerate(sizes) for _ in range(size)]


def test_twenty_pages_make_five_folds_of_four_neighbours() -> None:
    pages = [f"{number:03d}.png" for number in range(20)]
    fold_of = consecutive_folds(list(reversed(pages)))
    assert [fold_of[page] for page in pages] == [n // 4 + 1 for n in range(20)]


@given(SIZES)
def test_folds_do_not_depend_on_the_order_of_the_images(sizes: list[int]) -> None:
    names = named(sizes)
    for make in (consecutive_folds, balanced_folds):
        folds = make(names)
        assert make(names[::-1]) == folds and set(folds.values()) == set(range(1, FOLDS + 1))


@given(SIZES)
def test_no_fold_by_writers_is_larger_than_another_by_more_than_its_last_writer(images: list[int]) -> None:
    names = named(images)
    fold_of, counts = balanced_folds(names), Counter(names)
    sizes = Counter(fold_of[name] for name in names)
    for fold in sizes:
        smallest = min(counts[name] for name in counts if fold_of[name] == fold)
        assert sizes[fold] - smallest <= min(sizes.values())


def test_rules_are_judged_by_the_pages_or_writers_of_the_training_images(table: Path) -> None:
    for kind, groups in ((SplitKind.USUAL, 14), (SplitKind.PAGES, 14), (SplitKind.WRITERS, 7)):
        data = load_table(table, 1, "table", kind)
        left_out = data.test_origins.writers if kind == SplitKind.WRITERS else data.test_origins.pages
        assert len(set(data.train_groups)) == groups - len(set(left_out)) and not set(data.train_groups) & set(left_out)
        run = BenchmarkRun.create(data, preset("compact"), 0, "cpu", table)
        assert same_groups(run.job().pages(), data.train_groups)
        # words that somebody has transcribed, and images of unknown pages
        assert same_groups(run.job([5, 3, 20]).pages(), [data.train_groups[row] for row in (5, 3, 20)])
        unknown = replace(run, data=replace(data, train_groups=("", *data.train_groups[1:])))
        assert (unknown.job().pages() < 0).tolist() == [True] + [False] * (len(data.train_groups) - 1)
        assert set(replace(run, data=replace(data, train_groups=())).job().pages().tolist()) == {-1}
    open_lists = by_writers(table)
    assert len(open_lists.train_groups) == len(open_lists.train.words)
    assert len(set(open_lists.train_groups)) == 6 and not set(open_lists.train_groups) & set(open_lists.fold.left_out)


def same_groups(pages: NDArray[np.int64], names: Sequence[str]) -> bool:
    """Return whether the same images share a page."""
    return len(set(zip(pages.tolist(), names, strict=True))) == len(set(pages.tolist())) == len(set(names))


def test_what_cannot_be_split_is_said() -> None:
    with pytest.raises(InputError, match="at least 5 pages or writers; there are 2"):
        balanced_folds(["a", "b"])
    origins = Origins(("p", "p"), ("w", ""))
    assert groups_of(SplitKind.PAGES, origins) == ("p", "p")
    with pytest.raises(InputError, match="1 of 2 images name no writer"):
        groups_of(SplitKind.WRITERS, origins)
    assert str(Fold("gw", SplitKind.PAGES, 2)) == "gw pages fold 2" and str(Fold("gw", number=2)) == "gw fold 2"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write three words by each of seven writers, on two pages each; one word has no writer's page."""
    root = tmp_path_factory.mktemp("writers")
    rng = np.random.default_rng(0)
    lines = ["file,text,writer,page"]
    for number in range(7 * 2 * len(WORDS)):
        writer, page = number % 7, number // 7 % 2
        word = WORDS[number % 3]
        Image.fromarray(render_word(word, Writer(), rng)).save(root / f"{number}.png")
        lines.append(f"{number}.png,{word},w{writer},w{writer}_{page}")
    (root / "words.csv").write_text("\n".join(lines), encoding="utf-8")
    return root


@pytest.mark.parametrize(("kind", "groups"), [(SplitKind.WRITERS, 7), (SplitKind.PAGES, 14)])
def test_every_writer_or_page_is_left_out_once(table: Path, kind: SplitKind, groups: int) -> None:
    folds = [load_table(table, fold, "table", kind) for fold in range(1, FOLDS + 1)]
    left_out = [name for fold in folds for name in fold.fold.left_out]
    assert len(left_out) == len(set(left_out)) == groups
    for number, fold in enumerate(folds, start=1):
        named = fold.test_origins.writers if kind == SplitKind.WRITERS else fold.test_origins.pages
        assert set(named) == set(fold.fold.left_out) and len(named) == len(fold.test.words)
        assert fold.name == f"table {kind} fold {number}"
        assert len(fold.train.words) + len(fold.test.words) == 42
    assert load_table(table, 1, "table", kind).test.fingerprint() == folds[0].test.fingerprint()


def let_starter_learn(images: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch) -> StarterSources:
    """Let the starter model have learnt from ``images``."""
    sources = sources_of([], image_hashes(images))
    monkeypatch.setattr("core.store.starter_sources._sources_of", lambda card: sources)
    return sources


def test_writers_whom_the_starter_has_not_met_are_one_fold(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_table(table, 1, "table", SplitKind.WRITERS)
    # one image of a writer is enough to have met the hand
    rows = [first.test_origins.writers.index(name) for name in first.fold.left_out]
    let_starter_learn(first.test.images[rows], monkeypatch)
    fold = load_table(table, 1, "table", SplitKind.UNMET)
    met = set(first.fold.left_out)
    assert set(fold.test_origins.writers) == set(fold.fold.left_out) == {f"w{n}" for n in range(7)} - met
    assert len(fold.train.words) + len(fold.test.words) == 42 and fold.name == "table unmet fold 1"
    with pytest.raises(InputError, match="has one fold, not 2"):
        load_table(table, 2, "table", SplitKind.UNMET)
    let_starter_learn(np.concatenate([fold.train.images, fold.test.images]), monkeypatch)
    with pytest.raises(InputError, match="images of all of these writers"):
        load_table(table, 1, "table", SplitKind.UNMET)
    let_starter_learn(np.zeros((0, 50, 250), np.uint8), monkeypatch)
    with pytest.raises(InputError, match="any split will do"):
        load_table(table, 1, "table", SplitKind.UNMET)


def test_no_test_image_is_one_that_the_starter_learnt_from(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = load_table(table, 1, "table", SplitKind.WRITERS)
    sources = let_starter_learn(whole.test.images[2:], monkeypatch)
    kept = whole.without_test_images_of(sources.images)
    assert (kept.test.words, kept.lexicon) == (whole.test.words[:2], whole.lexicon)
    assert kept.test_origins.writers == whole.test_origins.writers[:2]
    assert kept.test_origins.pages == whole.test_origins.pages[:2]
    assert f"{len(whole.test.words) - 2} of {len(whole.test.words)} test images are left out" in kept.notes[-1]
    assert kept.without_test_images_of(sources.images) is kept
    let_starter_learn(whole.test.images, monkeypatch)
    command = ["benchmark", "table", "--data", str(table), "--split", "writers", "--device", "cpu"]
    assert main([*command, "--preset", "phosc-ctc"]) == 2
    assert "learnt from all test images of table writers fold 1" in capsys.readouterr().err


def test_usual_folds_name_pages_and_writers_too(table: Path) -> None:
    fold = load_table(table, 1, "table")
    assert fold.fold == Fold("table") and set(fold.test_origins.writers) <= {f"w{n}" for n in range(7)}
    assert all(
        page.startswith(f"{w}_") for page, w in zip(fold.test_origins.pages, fold.test_origins.writers, strict=True)
    )


def test_a_project_is_split_as_its_table(table: Path, tmp_path: Path) -> None:
    with Project.create(tmp_path / "p.ductus") as project:
        import_contents(project, read_table(table))
    from_table = load_table(table, 2, "table", SplitKind.WRITERS)
    from_project = load_table(tmp_path / "p.ductus", 2, "table", SplitKind.WRITERS)
    assert from_project.fold == from_table.fold
    assert from_project.test.fingerprint() == from_table.test.fingerprint()
    assert Counter(from_project.test_origins.writers) == Counter(from_table.test_origins.writers)


def test_writers_of_copiste_are_told_by_the_pages() -> None:
    sheets = {"wikitexte_0018_1": "wikitexte_0018", "wikitexte_0018_2": "wikitexte_0018"}
    sheets |= {"wikitexte_0189": "wikitexte_0189", "imp_wikitexte_0172_double": "imp_wikitexte_0172"}
    sheets |= {"wikitexte_0160_double_1": "wikitexte_0160"}
    assert {page: copiste_writer(page) for page in sheets} == sheets


def test_a_split_that_a_benchmark_does_not_have_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, split in (("gw", "writers"), ("iam", "pages"), ("iam", "writers"), ("gw", "unmet"), ("iam", "unmet")):
        assert main(["benchmark", name, "--data", str(tmp_path), "--split", split]) == 2
        assert f"--split {split} is not for the benchmark '{name}'" in capsys.readouterr().err


def test_gw_by_pages_shares_no_page_and_keeps_all_words(shared_data: Callable[[str], Path]) -> None:
    fold = load_gw_pages(shared_data("gw20"), 5)
    assert fold.fold.left_out == ("3060306.png", "3070307.png", "3080308.png", "3090309.png")
    assert set(fold.test_origins.pages) == set(fold.fold.left_out)
    assert len(fold.train.words) + len(fold.test.words) == 4_745 and len(fold.lexicon) == 1_079
    assert len(fold.train_groups) == len(fold.train.words) and len(set(fold.train_groups)) == 16
    assert sum(word in fold.train.classes for word in fold.test.words) == 769


SIX_WORDS = ("and", "the", "river", "stone", "house", "letter")


@pytest.fixture(scope="module")
def by_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write ten pages of six words, an image without a page, and a word that the alphabet cannot encode."""
    root = tmp_path_factory.mktemp("crops")
    rng = np.random.default_rng(0)
    lines = ["file,text,page"]
    rows = [(word, f"p{page}") for page in range(10) for word in SIX_WORDS]
    for number, (word, page) in enumerate([*rows, ("alone", ""), ("\u4e2d", "p1")]):
        shown = word if word.isascii() else "x"
        Image.fromarray(render_word(shown, Writer(), rng)).save(root / f"{number}.png")
        lines.append(f"{number}.png,{word},{page}")
    (root / "words.csv").write_text("\n".join(lines), encoding="utf-8")
    return root


def test_folds_split_whole_pages(by_page: Path) -> None:
    folds = [load_table(by_page, fold, "table") for fold in range(1, TABLE_FOLDS + 1)]
    assert sum(len(fold.test.images) for fold in folds) == 61
    for fold in folds:
        assert len(fold.train.images) + len(fold.test.images) == 61 and fold.left_out == 1
        counts = [fold.test.words.count(word) for word in SIX_WORDS]
        assert len(set(counts)) == 1 and counts[0] in (1, 2, 3)  # pages are not divided
        assert set(fold.lexicon) == {*SIX_WORDS, "alone"} and fold.alphabet == "latin-extended"
    assert folds[0].name == "table fold 1"
    assert sum("alone" in fold.test.words for fold in folds) == 1


def test_folds_are_reproducible(by_page: Path) -> None:
    assert load_table(by_page, 2, "table").test.fingerprint() == load_table(by_page, 2, "table").test.fingerprint()


@pytest.mark.parametrize("fold", [0, 6])
def test_fold_out_of_range_raises_input_error(by_page: Path, fold: int) -> None:
    with pytest.raises(InputError, match="numbered 1 to 5"):
        load_table(by_page, fold, "table")
