"""The compiled search by spelling and signature: equal to the distances of all words, its limits, its stored code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import latin
from hypothesis import given, settings
from hypothesis import strategies as st
from long_lexicon_helpers import LEXICON, WORDS, noisy_signatures

from core.errors import InputError
from core.lexicon.alphabet import Alphabet, load_alphabet, split_encodable
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ctc import ctc_costs
from core.model.lexicon_search import CODE_FOLDER, code_cache, spelling_search
from core.model.lexicon_search.prefix_trie import PrefixTrie
from core.model.lexicon_search.spelling_search import SpellingSearch, cached_index
from core.model.lexicon_search.word_lists import NO_WORD, NearestWords, WordSearch
from core.model.spelling_learner import character_codes

torch.set_num_threads(1)
CHARACTERS = ["", "a", "b", "c"]
SMALL_WORDS = st.sets(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=40).map(sorted)
TWICE = """
import numpy as np
from core.model.lexicon_search.compiled import compiled_entry

@compiled_entry
def twice(x):
    return x * 2

assert twice(21) == 42
print(sum(twice.stats.cache_hits.values()), sum(twice.stats.cache_misses.values()))
"""


def columns(count: int, alphabet: Alphabet, seed: int, sharp: float = 3.0, length: int = 40) -> np.ndarray:
    """Log probabilities [count, length, C] without any sense."""
    noise = np.random.default_rng(seed).standard_normal((count, length, len(alphabet.characters))) * sharp
    return torch.from_numpy(noise).log_softmax(2).clamp_min(-12).numpy().astype(np.float32)


def spelled(words: list[str], alphabet: Alphabet, seed: int) -> np.ndarray:
    """Log probabilities that spell the words, with some wrong or missing letters."""
    rng = np.random.default_rng(seed)
    logits = rng.standard_normal((len(words), 40, len(alphabet.characters)))
    logits[:, :, 0] += 5
    for row, codes in enumerate(character_codes(words, alphabet)):
        for index, code in enumerate(codes):
            if rng.random() > 0.15:
                logits[row, 1 + 3 * index, code] += 9
    return torch.from_numpy(logits).log_softmax(2).clamp_min(-12).numpy().astype(np.float32)


def signature_table(points: np.ndarray, words: list[str], alphabet: Alphabet, is_cosine: bool) -> np.ndarray:
    table, F = signatures(words, alphabet).astype(np.float64), points.astype(np.float64)
    if not is_cosine:
        return np.linalg.norm(F[:, None] - table, axis=2)
    norms = np.linalg.norm(F, axis=1)[:, None] * np.linalg.norm(table, axis=1)
    return 1 - F @ table.T / norms


def expected(
    spelling: np.ndarray, points: np.ndarray, lexicon: Lexicon, how: SpellingSearch, cost: np.ndarray | None
) -> np.ndarray:
    """Distances [n, N] of all words, by the functions that measure every word."""
    words, alphabet = list(lexicon.words), lexicon.alphabet
    table = ctc_costs(torch.from_numpy(spelling), character_codes(words, alphabet)).numpy()
    table = table + how.weight * signature_table(points, words, alphabet, how.is_cosine)
    return np.asarray(table if cost is None else table + cost, np.float32)


def assert_nearest(near: NearestWords, table: np.ndarray, is_seen: np.ndarray, tolerance: float = 2e-3) -> None:
    """Compare the lists with the sorted distances; words whose distances are equal to rounding may change places."""
    for row, side in np.ndindex(near.words.shape[:2]):
        chosen = np.flatnonzero(is_seen if side == 0 else ~is_seen)
        words, distances = near.words[row, side], near.distances[row, side]
        count = min(len(words), len(chosen))
        assert len(set(words[:count].tolist())) == count and set(words[:count].tolist()) <= set(chosen.tolist())
        assert (words[count:] == NO_WORD).all() and np.isinf(distances[count:]).all()
        assert (np.diff(distances[:count]) >= 0).all()
        np.testing.assert_allclose(distances[:count], np.sort(table[row, chosen])[:count], atol=tolerance, rtol=1e-4)
        np.testing.assert_allclose(distances[:count], table[row, words[:count]], atol=tolerance, rtol=1e-4)


@settings(max_examples=60, deadline=None)
@given(
    SMALL_WORDS,
    st.integers(0, 10_000),
    st.sampled_from([0.0, 1.0, 40.0]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([1, 5, 50]),
    st.data(),
)
def test_the_words_are_those_of_measuring_all(
    words: list[str], seed: int, weight: float, is_cosine: bool, has_cost: bool, count: int, data: st.DataObject
) -> None:
    lexicon, rng = Lexicon(words, latin()), np.random.default_rng(seed)
    is_seen = np.array(data.draw(st.lists(st.booleans(), min_size=len(words), max_size=len(words))), np.bool_)
    cost = rng.exponential(3.0, len(words)).astype(np.float32) if has_cost else None
    spelling, points = columns(3, latin(), seed), noisy_signatures(3, seed)
    how = SpellingSearch(weight, is_cosine)
    near, is_cut = how.find(spelling, points, WordSearch(lexicon, is_seen, count, cost))
    assert not is_cut.any()
    assert_nearest(near, expected(spelling, points, lexicon, how, cost), is_seen)


@pytest.mark.parametrize("name", ["latin", "latin-extended"])
@pytest.mark.parametrize("has_cost", [False, True])
def test_long_lists_of_any_alphabet(name: str, has_cost: bool) -> None:
    alphabet, rng = load_alphabet(name), np.random.default_rng(7)
    letters = np.array(alphabet.characters[1:])
    words = WORDS + ["".join(rng.choice(letters, rng.integers(1, 14))) for _ in range(1000)]
    lexicon = Lexicon(split_encodable(words, alphabet)[0], alphabet)  # some letters and marks become another letter
    is_seen = rng.random(len(lexicon)) < 0.2
    cost = rng.exponential(2.0, len(lexicon)).astype(np.float32) if has_cost else None
    shown = [*lexicon.words[:20], *lexicon.words[-20:]]
    spelling = spelled(shown, alphabet, 3)
    points = signatures(shown, alphabet) + 0.2 * rng.standard_normal((40, alphabet.dim)).astype(np.float32)
    how = SpellingSearch(10.0, True)
    near, is_cut = how.find(spelling, points, WordSearch(lexicon, is_seen, 5, cost))
    assert not is_cut.any()
    assert_nearest(near, expected(spelling, points, lexicon, how, cost), is_seen)


def test_words_at_the_same_distance_are_in_the_lexicon_s_order() -> None:
    lexicon, none = Lexicon(["ca", "ab", "bc", "ba", "ac", "cb"], latin()), np.zeros(6, np.bool_)
    flat = np.full((1, 40, len(latin().characters)), -np.log(len(latin().characters)), np.float32)
    near, _ = SpellingSearch(0.0, True).find(flat, noisy_signatures(1, 0), WordSearch(lexicon, none, 4))
    assert near.words[0, 1].tolist() == [0, 1, 2, 3] and np.ptp(near.distances[0, 1]) == 0
    assert near.words[0, 0].tolist() == [NO_WORD] * 4


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_a_search_that_is_cut_off_still_finds_enough_words(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling_search, "MAX_PREFIXES", limit)
    rng = np.random.default_rng(0)
    is_seen = rng.random(len(WORDS)) < 0.002
    shown = WORDS[100:110]
    near, is_cut = SpellingSearch(10.0, True).find(
        spelled(shown, latin(), 1), noisy_signatures(10, 1), WordSearch(LEXICON, is_seen, 5)
    )
    assert is_cut.any()
    for side, chosen in enumerate((is_seen, ~is_seen)):
        assert chosen[near.words[:, side]].all(), "every list is full, and of its side"


def test_columns_that_spell_nothing_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling_search, "MAX_PREFIXES", 300)
    flat = np.full((2, 40, len(latin().characters)), -np.log(len(latin().characters)), np.float32)
    is_seen = np.arange(len(WORDS)) < 30
    near, is_cut = SpellingSearch(40.0, True).find(flat, noisy_signatures(2, 0), WordSearch(LEXICON, is_seen, 5))
    assert is_cut.tolist() == [[False, True]] * 2, "the few seen words are still found for certain"
    table = expected(flat, noisy_signatures(2, 0), LEXICON, SpellingSearch(40.0, True), None)
    assert_nearest(NearestWords(near.words[:, :1], near.distances[:, :1]), table, is_seen)


def test_words_that_the_columns_cannot_spell_come_last() -> None:
    lexicon = Lexicon(["abcabc", "aa", "ab", "b"], latin())
    near, _ = SpellingSearch(1.0, True).find(
        columns(2, latin(), 0, length=2), noisy_signatures(2, 0), WordSearch(lexicon, np.zeros(4, np.bool_), 5)
    )
    assert np.sort(near.words[:, 1, :2]).tolist() == [[2, 3]] * 2
    assert np.sort(near.words[:, 1, 2:4]).tolist() == [[0, 1]] * 2 and (near.distances[:, 1, 2:4] > 600).all()


def test_threads_and_blocks_do_not_affect_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, is_seen = WORDS[:90], np.arange(len(WORDS)) % 3 == 0
    spelling, points = spelled(shown, latin(), 5), noisy_signatures(90, 5)
    one, _ = SpellingSearch(10.0, True).find(spelling, points, WordSearch(LEXICON, is_seen, 5))
    monkeypatch.setattr(spelling_search, "_IMAGES", 7)
    many, _ = SpellingSearch(10.0, True, threads=3).find(spelling, points, WordSearch(LEXICON, is_seen, 5))
    assert (one.words == many.words).all() and (one.distances == many.distances).all()


def test_no_images_and_no_words() -> None:
    near, is_cut = SpellingSearch(1.0, True).find(
        columns(0, latin(), 0), noisy_signatures(0, 0), WordSearch(LEXICON, np.zeros(len(WORDS), np.bool_), 5)
    )
    assert near.words.shape == (0, 2, 5) and is_cut.shape == (0, 2)
    near, is_cut = SpellingSearch(1.0, True).find(
        columns(2, latin(), 0), noisy_signatures(2, 0), WordSearch(Lexicon([], latin()), np.zeros(0, np.bool_), 5)
    )
    assert (near.words == NO_WORD).all() and not is_cut.any()


def test_words_that_cannot_be_encoded_are_named() -> None:
    with pytest.raises(InputError, match="'été'"):
        cached_index(Lexicon(["ete", "été"], latin()))


def test_columns_of_another_alphabet_are_refused() -> None:
    with pytest.raises(ValueError, match="classes"):
        SpellingSearch(1.0, True).find(
            np.zeros((1, 40, 9), np.float32),
            noisy_signatures(1, 0),
            WordSearch(LEXICON, np.zeros(len(WORDS), np.bool_), 5),
        )


def test_an_index_is_built_once_and_keeps_the_last_sides() -> None:
    lexicon = Lexicon(WORDS[:40], latin())
    index = cached_index(lexicon)
    assert cached_index(lexicon) is index
    assert cached_index(Lexicon(WORDS[:40], latin())) is not index
    masks = [np.arange(40) < count for count in range(12)]
    made = [index.sides(mask, None) for mask in masks]
    assert index.sides(masks[-1].copy(), None) is made[-1]
    assert index.sides(masks[-1], np.ones(40, np.float32)) is not made[-1]
    assert index.sides(masks[0], None) is not made[0]
    assert len(index._sides) == spelling_search._SIDES_KEPT


class TestPrefixTrie:
    @given(SMALL_WORDS, st.randoms())
    def test_the_trie_holds_every_word_and_nothing_else(self, words: list[str], random: Any) -> None:
        random.shuffle(words)
        trie = PrefixTrie.build(words, CHARACTERS)
        prefix = {0: ""}
        for node in range(len(trie)):
            for child in range(trie.first[node], trie.first[node + 1]):
                assert child > node
                prefix[child] = prefix[node] + CHARACTERS[trie.letter[child]]
        assert len(prefix) == len(trie) == len({word[:n] for word in words for n in range(len(word) + 1)})
        ends = {int(trie.word[node]): text for node, text in prefix.items() if trie.word[node] >= 0}
        assert ends == dict(enumerate(words))


def test_the_compiled_code_is_found_by_the_next_process() -> None:
    """Otherwise each command would compile for seconds."""
    cached_search(columns(1, latin(), 0))
    code = (
        "import sys, numpy as np\n"
        "sys.path.insert(0, 'tests/helpers')\n"
        "from core.model.lexicon_search import trie_kernel\n"
        "from core.model.lexicon_search.spelling_search import SpellingSearch\n"
        "from core.model.lexicon_search.word_lists import WordSearch\n"
        "from long_lexicon_helpers import LEXICON, noisy_signatures\n"
        "n = len(LEXICON.alphabet.characters)\n"
        "SpellingSearch(1.0, True).find(np.full((1, 40, n), -4, np.float32), noisy_signatures(1, 0),"
        " WordSearch(LEXICON, np.zeros(len(LEXICON), np.bool_), 5))\n"
        "print(sum(trie_kernel.search.stats.cache_hits.values()))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"


def cached_search(spelling: np.ndarray) -> NearestWords:
    none = np.zeros(len(WORDS), np.bool_)
    return SpellingSearch(1.0, True).find(spelling, noisy_signatures(1, 0), WordSearch(LEXICON, none, 5))[0]


@pytest.mark.parametrize("module", ["core.cli.main", "core.recognition.evidence", "core.jobs.training.estimate"])
def test_numba_is_imported_only_where_words_are_found(module: str) -> None:
    code = f"import sys, {module}; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def run(script: Path, folder: Path) -> list[int]:
    """Run the script with code kept in ``folder``; return how often code was found there, and how often not."""
    environment = os.environ | {CODE_FOLDER: str(folder)}
    done = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(count) for count in done.stdout.split()]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    script = tmp_path / "twice.py"
    script.write_text(TWICE)
    return script


def test_code_is_found_again_also_from_another_folder(script: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    assert run(script, folder) == [0, 1]
    assert run(script, folder) == [1, 0]
    moved = folder.rename(tmp_path / "moved")
    other = tmp_path / "elsewhere" / "twice.py"
    other.parent.mkdir()
    script.rename(other)
    assert run(other, moved) == [1, 0]


def test_a_folder_that_takes_nothing_does_no_harm(script: Path, tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    script.write_text(
        "import builtins, os\n_open = open\n"
        "def refuse(name, mode='r', *rest, **more):\n"
        f"    if str(name).startswith({str(folder)!r}) and 'w' in mode:\n"
        "        raise PermissionError(13, 'read-only', name)\n"
        "    return _open(name, mode, *rest, **more)\n"
        "builtins.open = refuse\n" + TWICE
    )
    assert run(script, folder) == [0, 1]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("machine", "features", "expected"),
    [
        ("x86_64", {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"}, "x86-64-v3"),
        ("AMD64", {"avx", "bmi", "popcnt", "sse4.2"}, None),
        ("arm64", set(), "apple-m1"),
        ("aarch64", set(), None),
    ],
)
def test_code_is_for_processors_that_can_run_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, machine: str, features: set[str], expected: str | None
) -> None:
    monkeypatch.setattr(code_cache.platform, "machine", lambda: machine)
    monkeypatch.setattr(code_cache.binding, "get_host_cpu_features", lambda: dict.fromkeys(features, True))
    monkeypatch.setenv(CODE_FOLDER, str(tmp_path))
    assert code_cache.target() == expected
    assert code_cache.shipped_folder() == (tmp_path if expected else None)


def test_without_shipped_code_it_is_kept_in_the_users_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CODE_FOLDER, raising=False)
    monkeypatch.setattr(code_cache, "cache_folder", lambda: tmp_path / "cache")
    assert code_cache.shipped_folder() is None
    assert code_cache._own_folder() == tmp_path / "cache" / code_cache.SHIPPED
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr(code_cache, "cache_folder", lambda: tmp_path / "file" / "cache")
    assert code_cache._own_folder() is None
