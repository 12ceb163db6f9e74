"""Data sets as benchmarks: folds that leave out pages or writers, and the paper's Table 2 in the layout of IAM."""

from __future__ import annotations

import json
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
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.starter_sources import StarterSources
from core.training.presets import preset
from core.training.samples import image_hashes
from research.__main__ import main
from research.benchmark import iam
from research.benchmark.datasets import TABLE_FOLDS, copiste_writer, load_gw_pages, load_table
from research.benchmark.folds import FOLDS, Fold, Origins, SplitKind, balanced_folds, consecutive_folds, groups_of
from research.benchmark.iam import TEST_SEEN, TEST_UNSEEN, TRAIN, draw_split, load_iam, read_list, read_lists
from research.benchmark.job import BenchmarkRun
from research.measurements.bench_open_lists import by_writers
from research.starter.list_sources import sources_of

WORDS = ("and", "the", "river")
SIZES = st.lists(st.integers(1, 9), min_size=FOLDS, max_size=12)
OFTEN = ("the", "and", "house", "River", "stone", "letter", "garden", "summer")
RARELY = ("winter", "bridge", "candle", "mirror")


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


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write eight words of five rendered images, four words of one, and images that cannot be used."""
    root = tmp_path_factory.mktemp("iam")
    rng = np.random.default_rng(0)
    lines = ["#--- words.txt ---"]
    words = [*(word for word in OFTEN for _ in range(5)), *RARELY, "12th", "it's"]
    for number, word in enumerate(words):
        form, line = f"a01-{number // 20:03d}u", f"{number % 20 // 5:02d}"
        ref = f"{form}-{line}-{number % 5:02d}"
        path = root / "words" / "a01" / form / f"{ref}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        shown = word if word.isalpha() else "it"
        Image.fromarray(render_word(shown, Writer(seed=number % 3), rng)).save(path)
        lines.append(f"{ref} ok 154 1 1 {len(word)} 1 NN {word}")
    broken = root / "words" / "a01" / "a01-000u" / "a01-000u-09-09.png"
    broken.write_bytes(path.read_bytes()[:-400])  # the header is complete, the image is not
    lines.append("a01-000u-09-09 ok 154 1 1 5 1 NN candle")
    (root / "ascii").mkdir()
    (root / "ascii" / "words.txt").write_text("\n".join(lines), encoding="utf-8")
    return root


def refs_of(root: Path) -> dict[str, list[str]]:
    """Return the ids of every word in lower case, without the damaged image."""
    found: dict[str, list[str]] = {}
    for line in (root / "ascii" / "words.txt").read_text(encoding="utf-8").splitlines()[1:-1]:
        found.setdefault(line.split()[-1].lower(), []).append(line.split()[0])
    return found


def write_lists(folder: Path, **content: list[str]) -> Path:
    folder.mkdir(exist_ok=True)
    names = {"train": TRAIN, "seen": TEST_SEEN, "unseen": TEST_UNSEEN}
    for name, entries in content.items():
        (folder / names[name]).write_text("# a list\n" + "\n".join(entries) + "\n", encoding="utf-8")
    return folder


def test_small_folder_is_split_in_proportion_with_a_note(folder: Path) -> None:
    data = load_iam(folder, 1)
    assert data.name == "iam split 1" and data.alphabet == "latin"
    assert len(data.lexicon) == 12 and all(word == word.lower() for word in data.lexicon)
    unseen = set(data.test.words) - set(data.train.words)
    assert len(unseen) == 1 and unseen <= set(RARELY)  # 12 x 509 / 8407, of the rare ones
    counts = Counter(data.test.words)
    assert all(counts[word] == 1 for word in OFTEN if word.islower())  # a fifth of five
    assert sum(Counter(data.train.words).values()) + sum(counts.values()) == 44
    assert data.left_out == 3  # a number, an apostrophe, and the damaged image
    assert "scaled down to 11 seen and 1 unseen words" in data.notes[0] and "8,407" in data.notes[0]


def test_split_depends_on_the_seed_only(folder: Path) -> None:
    first, again, other = load_iam(folder, 1), load_iam(folder, 1), load_iam(folder, 2)
    assert first.train.fingerprint() == again.train.fingerprint() != other.train.fingerprint()


@given(st.lists(st.integers(1, 7), min_size=2, max_size=60), st.integers(0, 5))
def test_drawn_splits_have_the_right_proportions(counts: list[int], seed: int) -> None:
    words = np.array([f"w{number:03d}" for number, count in enumerate(counts) for _ in range(count)], object)
    split = draw_split(words, seed)
    train, test = set(words[split.train]), set(words[split.test])
    assert not set(split.train.tolist()) & set(split.test.tolist())
    assert len(split.train) + len(split.test) == len(words)
    unseen = test - train
    assert len(unseen) == max(1, round(len(counts) * 509 / 8407)) and train | unseen == set(words)
    by_word = Counter(words.tolist())
    for word, times in Counter(words[split.train].tolist()).items():
        assert times == (1 if by_word[word] == 1 else by_word[word] - max(1, round(0.2 * by_word[word])))
    if sum(count <= 2 for count in counts) >= len(unseen):
        assert all(by_word[word] <= 2 for word in unseen)


def test_large_folder_is_reduced_to_the_papers_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iam, "SEEN_WORDS", 20)
    monkeypatch.setattr(iam, "UNSEEN_WORDS", 5)
    words = np.repeat(np.array([f"w{number}" for number in range(40)], object), 3)
    split = draw_split(words, 0)
    assert len(set(words[split.train])) == 20 and len(set(words[split.test]) - set(words[split.train])) == 5
    assert not any("scaled" in note for note in split.notes)


def test_one_word_raises_input_error() -> None:
    with pytest.raises(InputError, match="two different words"):
        draw_split(np.array(["the", "the"], object), 0)


def test_lists_of_image_ids_define_the_split(folder: Path, tmp_path: Path) -> None:
    refs = refs_of(folder)
    lists = write_lists(
        tmp_path / "lists",
        train=[f"words/a01/{ref}.png" for word in OFTEN for ref in refs[word.lower()][:3]],
        seen=[f"{ref}, 012" for word in OFTEN[:4] for ref in refs[word.lower()][3:]],
        unseen=[*refs["bridge"], *refs["candle"], "a01-999u-00-00"],
    )
    data = load_iam(folder, 1, lists)
    assert data.name == "iam official lists"
    assert Counter(data.train.words) == {word.lower(): 3 for word in OFTEN}
    assert Counter(data.test.words) == {"the": 2, "and": 2, "house": 2, "river": 2, "bridge": 1, "candle": 1}
    assert data.notes == (f"1 of the 3 entries of {TEST_UNSEEN} are not in the folder.",)


def test_lists_of_words_leave_a_fifth_for_testing(folder: Path, tmp_path: Path) -> None:
    lists = write_lists(tmp_path / "lists", train=[*OFTEN, "winter"], unseen=["Bridge", "mirror"])
    data = load_iam(folder, 3, lists)
    assert set(data.train.words) == {*(word.lower() for word in OFTEN), "winter"}
    assert Counter(data.test.words) == {**{word.lower(): 1 for word in OFTEN}, "bridge": 1, "mirror": 1}
    assert "a fifth" in data.notes[0]
    some = write_lists(tmp_path / "lists", train=list(OFTEN), seen=["the"], unseen=["mirror"])
    assert Counter(load_iam(folder, 3, some).test.words) == {"the": 1, "mirror": 1}
    refs = refs_of(folder)
    mixed = write_lists(tmp_path / "lists", train=list(OFTEN), seen=refs["the"][:2], unseen=["mirror"])
    data = load_iam(folder, 3, mixed)
    assert Counter(data.train.words)["the"] == 3 and Counter(data.test.words) == {"the": 2, "mirror": 1}


def test_seen_word_without_training_image_gives_a_note(folder: Path, tmp_path: Path) -> None:
    refs = refs_of(folder)
    lists = write_lists(
        tmp_path / "lists", train=refs["and"] + refs["stone"], seen=refs["the"][:1], unseen=refs["mirror"]
    )
    assert "1 words of test-seen.txt have no training image" in load_iam(folder, 1, lists).notes[0]


def test_contradicting_lists_raise_input_error(folder: Path, tmp_path: Path) -> None:
    refs = refs_of(folder)
    leaky = write_lists(tmp_path / "a", train=["the", "and", "mirror"], unseen=["mirror"])
    with pytest.raises(InputError, match=r"test-unseen.txt: the word 'mirror' should be unseen.*Remove it"):
        load_iam(folder, 1, leaky)
    twice = write_lists(tmp_path / "b", train=refs["and"] + refs["the"], seen=refs["the"][:1], unseen=["mirror"])
    with pytest.raises(InputError, match=r"test-seen.txt: the image a01-000u-00-00 is in two lists"):
        load_iam(folder, 1, twice)
    foreign = write_lists(tmp_path / "c", train=["zebra"], unseen=["mirror"])
    with pytest.raises(InputError, match=r"train.txt: nothing in this list.*'zebra'"):
        load_iam(folder, 1, foreign)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"the\na01-000u-00-00\n", r"line 2\): 'a01-000u-00-00' is an image id in a list of words"),
        (b"a01-000u-00-00\n\nthe\n", r"line 3\): 'the' is a word in a list of image ids"),
        (b"# nothing\n\n", "the list is empty"),
        (b"caf\xe9\n", "not UTF-8"),
    ],
)
def test_invalid_list_raises_input_error(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / TRAIN).write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_list(tmp_path / TRAIN)


def test_missing_lists_raise_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a folder"):
        read_lists(tmp_path / "nowhere")
    write_lists(tmp_path, train=["the"])
    with pytest.raises(InputError, match=r"test-unseen.txt: the list is missing"):
        read_lists(tmp_path)
    with pytest.raises(InputError, match="cannot be opened"):
        read_list(tmp_path)


def test_folder_without_readable_test_images_raises_input_error(folder: Path, tmp_path: Path) -> None:
    lists = write_lists(tmp_path / "lists", train=["the"], unseen=["mirror"])
    one = tmp_path / "one"
    (one / "words").mkdir(parents=True)
    image = (folder / "words/a01/a01-000u/a01-000u-00-00.png").read_bytes()
    (one / "words" / "a01-000u-00-00.png").write_bytes(image[:-400])
    (one / "words" / "a01-000u-00-01.png").write_bytes(image)
    lines = ["a01-000u-00-00 ok 1 1 1 1 1 NN the", "a01-000u-00-01 ok 1 1 1 1 1 NN mirror"]
    (one / "words.txt").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match="no readable image is left"):
        load_iam(one, 1, lists)


def test_command_from_folder_to_table(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "table2.json"
    command = ["benchmark", "iam", "--data", str(folder), "--preset", "quick", "--members", "1", "--steps", "2"]
    command += ["--device", "cpu", "--run", str(tmp_path / "run"), "--out", str(out)]
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "scaled down to 11 seen and 1 unseen words" in shown and "AUSUC" in shown
    result = json.loads(out.read_text(encoding="utf-8"))
    assert result["lexicon"] == 12 and (result["n_seen"], result["n_unseen"]) == (8, 1)
    assert result["notes"] and result["train_minutes"] > 0
    gate = result["baselines"]["gate"]
    assert gate["parameters"] > result["baselines"]["vote"]["parameters"] > 100_000
    # run again: nothing is trained, and the training time is kept
    spent = result["train_minutes"]
    assert main(command) == 0
    again = json.loads(out.read_text(encoding="utf-8"))
    assert again["train_minutes"] == spent and again["h"] == result["h"]


def test_lists_with_another_benchmark_are_an_error(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "table", "--data", str(folder), "--lists", str(folder)]) == 2
    assert "--lists belongs to the benchmark 'iam'" in capsys.readouterr().err
