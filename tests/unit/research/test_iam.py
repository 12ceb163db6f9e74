"""The paper's Table 2 on a folder in IAM's layout: drawn splits, official lists, and the command."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from core.errors import InputError
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from research.__main__ import main
from research.benchmark import iam
from research.benchmark.iam import TEST_SEEN, TEST_UNSEEN, TRAIN, draw_split, load_iam, read_list, read_lists

OFTEN = ("the", "and", "house", "River", "stone", "letter", "garden", "summer")
RARELY = ("winter", "bridge", "candle", "mirror")


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
