"""Finding words in lists of a thousand to a million words: milliseconds a word, and candidates that were missed.

Run: python tests/benchmarks/bench_finding.py --readers FOLDER --data GW [--lists FILE ...] [--before COMMIT]
The readers are the members (``member-*.h5``) of a run on George Washington's letters; all of them look for each word.
Times before are those of COMMIT, which is checked out beside; without it there are none. Ends with status 1 if reading
a word, networks included, takes more than 15 ms of processor time on one core.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SIZES = (1_000, 3_000, 10_000, 100_000, 1_000_000)
LIMIT_MS = 15.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readers", type=Path, required=True, help="folder with member-*.h5")
    parser.add_argument("--data", type=Path, required=True, help="George Washington's pages")
    parser.add_argument("--fold", type=int, default=1)
    parser.add_argument("--lists", type=Path, nargs="*", help="files with a word at the start of each line")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--before", help="a commit to compare with")
    parser.add_argument("--images", type=int, default=1000, help="test words that are looked for")
    parser.add_argument("--images-before", type=int, default=100)
    parser.add_argument("--checked", type=int, default=1000, help="images for which all words are measured")
    options = parser.parse_args()
    lists = options.lists or [ROOT / "resources/words/english.txt"]
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        prepare(where, options.readers, options.data, options.fold, options.images, list(lists), max(options.sizes))
        networks = {cores: _child(ROOT, cores, "networks", options.readers, where, 200)[0] for cores in (1, 2)}
        print(f"Networks: {networks[1][1]:.1f} ms a word on one core, {networks[2][0]:.1f} ms on two\n")
        print("             before, ms a word   now, ms a word   with networks    ready  memory  prefix  differ  first")
        print(
            "     words    1 core   2 cores   1 core  2 cores  1 core  2 cores    s      MB     limit  of 1000  differs"
        )
        old = _checked_out(options.before, where) if options.before else None
        try:
            fine = [measure(options, where, old, networks, size) for size in options.sizes]
        finally:
            if old:
                subprocess.run(["git", "worktree", "remove", "--force", old], cwd=ROOT, check=True)
    print(
        "\nOn one core processor time, on two time by the clock."
        "\nPrefix limit: searches of a thousand, one image and one reader on one side, that were cut off."
        "\nDiffer: the same, whose five words are not the five nearest when all words are measured."
        "\nFirst differs: the same, whose first word is not the nearest."
    )
    return 0 if all(fine) else 1


def measure(
    options: argparse.Namespace, where: Path, old: Path | None, networks: dict[int, list[float]], size: int
) -> bool:
    """Print the line of one size; return whether the limit holds."""
    now, before = (
        {
            cores: _child(tree, cores, "find", options.readers, where, size, images)[0] if tree else [np.nan] * 4
            for cores in (1, 2)
        }
        for tree, images in ((ROOT, options.images), (old, options.images_before))
    )
    _, one, ready, memory = now[1]
    two = now[2][0]
    limited, differ, first = _child(ROOT, 1, "check", options.readers, where, size, options.checked)[0]
    print(
        f"{size:>10,} {before[1][1]:9.2f} {before[2][0]:9.2f} {one:8.2f} {two:8.2f}"
        f" {networks[1][1] + one:7.1f} {networks[2][0] + two:8.1f} {ready:7.1f} {memory:6.0f}"
        f" {limited:8.1f} {differ:7.1f} {first:6.1f}",
        flush=True,
    )
    return networks[1][1] + one <= LIMIT_MS


def prepare(where: Path, folder: Path, data: Path, fold: int, images: int, lists: list[Path], longest: int) -> None:
    """Write the readers' embeddings of test words, and a list of words that begins with those of the letters."""
    from scale_lexicon import long_list

    from core.benchmark.datasets import load_gw

    gw = load_gw(data, fold)
    rows = np.random.default_rng(0).permutation(len(gw.test.words))[:images]
    own = sorted({*gw.train.words, *gw.test.words})
    words = long_list(own, lists, longest)
    (where / "words.txt").write_text("\n".join(words), encoding="utf-8")
    learners = load_learners(folder)
    np.savez(
        where / "embeddings.npz",
        images=gw.test.images[rows],
        seen=np.array([" ".join(gw.train.classes[c] for c in seen) for _, seen in learners]),
        **{f"reader{k}": learner.embed(gw.test.images[rows]) for k, (learner, _) in enumerate(learners)},
    )


def load_learners(folder: Path) -> list[tuple]:
    """The embedder of each member, and the classes that it was trained on."""
    from core.lexicon.alphabet import load_alphabet
    from core.model.learner import learner_from_arrays
    from core.store.tree import read_tree

    made = []
    for path in sorted(folder.glob("member-*.h5")):
        arrays = read_tree(path)[1]
        weights = {name.split("/", 1)[1]: a for name, a in arrays.items() if name.startswith("embedder/")}
        made.append((learner_from_arrays("phosc-ctc", weights, load_alphabet("latin"), "cosine"), arrays["seen"]))
    return made


def child(what: str, folder: str, where: str, *numbers: str) -> None:
    """Print one line of figures; runs in a process of its own, also with the modules of an earlier commit."""
    stored = np.load(Path(where) / "embeddings.npz")
    learners = [learner for learner, _ in load_learners(Path(folder))]
    if what == "networks":
        images = stored["images"][: int(numbers[0])]
        learners[0].embed(images[:16])
        wall, cpu = time.perf_counter(), time.process_time()
        for learner in learners:
            learner.embed(images)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print("RESULT", 1000 * wall / len(images), 1000 * cpu / len(images))
        return
    size, count = map(int, numbers)
    words = (Path(where) / "words.txt").read_text(encoding="utf-8").split("\n")[:size]
    embeddings = [stored[f"reader{k}"][:count] for k in range(len(learners))]
    seen = [text.split(" ") for text in stored["seen"]]
    (check if what == "check" else find)(learners, embeddings, seen, words)


def find(learners: list, embeddings: list[np.ndarray], seen: list[list[str]], words: list[str]) -> None:
    """Time the search of all readers for the words on both sides."""
    from types import SimpleNamespace

    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.lexicon import Lexicon
    from core.recognition.evidence import find_words

    before = memory()
    lexicon = Lexicon(words, load_alphabet("latin"))
    finders: list[tuple[Any, Any]] = [
        (
            SimpleNamespace(
                learner=learner,
                pca=None,
                word_classifier=None,
                seen=np.arange(len(classes)),
                prior_weight=0.0,
                seen_counts=None,
            ),
            SimpleNamespace(classes=classes, alphabet=lexicon.alphabet),
        )
        for learner, classes in zip(learners, seen, strict=True)
    ]
    started = time.perf_counter()
    for (finder, ensemble), rows in zip(finders, embeddings, strict=True):
        find_words(finder, ensemble, rows[:2], lexicon)
    ready = time.perf_counter() - started
    wall, cpu = time.perf_counter(), time.process_time()
    for (finder, ensemble), rows in zip(finders, embeddings, strict=True):
        find_words(finder, ensemble, rows, lexicon)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    images = len(embeddings[0])
    print("RESULT", 1000 * wall / images, 1000 * cpu / images, ready, memory() - before)


def check(learners: list, embeddings: list[np.ndarray], seen: list[list[str]], words: list[str]) -> None:
    """Compare the five words found with those of all distances; each reader looks at its share of the images."""
    from finding_exact import all_costs, sorted_words

    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.lexicon import Lexicon
    from core.model.lexicon_search.spelling_search import SpellingSearch
    from core.model.signature_learner import SignatureLearner

    lexicon = Lexicon(words, load_alphabet("latin"))
    in_order = sorted_words(lexicon)
    differ = first = limited = asked = 0
    for k, (learner, rows, classes) in enumerate(zip(learners, embeddings, seen, strict=True)):
        rows, is_seen = rows[k :: len(learners)], lexicon.mask(classes)
        spelling, points = learner.spelling_part(rows).numpy(), learner.signature_part(rows)
        near, is_cut = SpellingSearch(learner.weight, True).find(spelling, points, lexicon, is_seen, 5)
        limited, asked = limited + is_cut.sum(), asked + is_cut.size
        for image in range(len(rows)):
            cost = all_costs(spelling[image], *in_order)
            for side, chosen in enumerate((is_seen, ~is_seen)):
                found, far = near.words[image, side], near.distances[image, side]
                # words whose spelling alone costs more are farther
                close = np.flatnonzero(chosen & (cost <= far[-1] + 0.01))
                measure = SignatureLearner.distances(learner, [words[w] for w in close], lexicon.alphabet)
                distance = cost[close] + learner.weight * measure(points[image : image + 1])[0]
                best = np.argsort(distance, kind="stable")[:5]
                same = set(close[best].tolist()) == set(found[found >= 0].tolist())
                first += len(best) > 0 and close[best[0]] != found[0]
                differ += not (same or np.allclose(np.sort(distance)[: len(best)], far[: len(best)], atol=1e-3))
    print("RESULT", 1000 * limited / asked, 1000 * differ / asked, 1000 * first / asked)


def memory() -> float:
    """MB that this process holds."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0]) / 1024


def _checked_out(commit: str, where: Path) -> Path | None:
    folder = where / "before"
    done = subprocess.run(["git", "worktree", "add", "--detach", folder, commit], cwd=ROOT, capture_output=True)
    return folder if done.returncode == 0 else None


def _child(tree: Path, cores: int, *arguments: object) -> list[list[float]]:
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{HERE}", "OMP_NUM_THREADS": str(cores)}
    done = subprocess.run(
        [sys.executable, __file__, "--child", *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=tree,
        env=environment,
    )
    return [[float(n) for n in line.split()] for line in re.findall(r"^RESULT (.*)$", done.stdout, re.M)]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(*sys.argv[2:])
    else:
        sys.exit(main())
