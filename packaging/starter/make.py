"""Make the starter model: pictures of words in fonts, one network trained on them, resources/models/starter.h5.

Run through `make starter`. Pictures are drawn once per seed and kept in the folder; training goes on from its last
epoch when it is run again. On a graphics card it is the same recipe, only sooner.
"""

from __future__ import annotations

import argparse
import json
import sys
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1]))

CHUNK = 2000
HELD_OUT = 8
"""Fonts that are never trained on; what the starter reads in them stands in its card."""
STROKES = 0.08
"""Share of pictures written by the program's own stroke generator instead of a font."""
Drawn = tuple["np.ndarray[Any, Any]", list[str]]

_tools: dict[str, Any] = {}


def _begin(folder: Path) -> None:
    """Read fonts and words once in each process."""
    from pictures import hands
    from vocabulary import Vocabulary

    from core.lexicon.alphabet import load_alphabet

    alphabet = load_alphabet("latin-extended")
    families = hands(folder, HERE / "fonts.txt")
    order = np.random.default_rng(0).permutation(len(families))
    _tools["words"] = Vocabulary.read(folder, HERE / "words.txt", alphabet)
    _tools["held out"] = [families[i] for i in order[:HELD_OUT]]
    _tools["train"] = [families[i] for i in order[HELD_OUT:]]


def _chunk(job: tuple[int, str, int]) -> Drawn:
    """``count`` pictures of chunk ``number`` in the fonts of ``part``."""
    from pictures import picture

    from core.imaging.normalise import normalise
    from core.imaging.synth.word import render_word
    from core.imaging.synth.writer import Writer

    number, part, count = job
    rng = np.random.default_rng([number, len(part)])
    vocabulary, families = _tools["words"], _tools[part]
    images, texts = [], []
    while len(images) < count:
        word = vocabulary.draw(rng)
        if part == "train" and rng.random() < STROKES:
            try:
                image = normalise(render_word(word, Writer.random(int(rng.integers(2**31))), rng))
            except ValueError:
                continue  # a character that the generator has no strokes for
        else:
            family = families[rng.integers(len(families))]
            hand = family[rng.integers(len(family))]
            if not hand.can_write(word):
                continue
            image = picture(word, hand, vocabulary.draw(rng), rng)
        if (image < 128).sum() < 20:
            continue
        images.append(image)
        texts.append(word)
    return np.stack(images), texts


def draw(folder: Path, count: int, processes: int) -> tuple[Drawn, Drawn]:
    """The pictures for training and 2,000 in fonts held out, kept in ``folder`` for the next time."""
    kept = folder / f"pictures-{count}.npz"
    if not kept.exists():
        jobs = [(number, "train", CHUNK) for number in range(count // CHUNK)] + [(0, "held out", 2000)]
        with get_context("spawn").Pool(processes, _begin, (folder,)) as pool:
            parts = []
            for part in pool.imap(_chunk, jobs):
                parts.append(part)
                print(f"{len(parts) * CHUNK:,} pictures", flush=True)
        np.savez(
            kept.with_suffix(".new.npz"),
            train=np.concatenate([images for images, _ in parts[:-1]]),
            held=parts[-1][0],
            words=np.array("\n".join(w for _, words in parts[:-1] for w in words)),
            held_words=np.array("\n".join(parts[-1][1])),
        )
        kept.with_suffix(".new.npz").rename(kept)
    with np.load(kept, allow_pickle=False) as data:
        return ((data["train"], str(data["words"]).split("\n")), (data["held"], str(data["held_words"]).split("\n")))


def train(folder: Path, drawn: Drawn, epochs: int, seed: int, device: str) -> Any:
    """One network on all pictures for ``epochs`` passes, going on after the last epoch that ``folder`` holds."""
    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.signature import signatures
    from core.model.learner import new_learner
    from core.model.spelling_learner import character_codes
    from core.store.tree import read_tree, write_tree
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    images, words = drawn
    alphabet = load_alphabet("latin-extended")
    classes, labels = np.unique(np.array(words, object), return_inverse=True)
    steps = epochs * (-(-len(images) // 64))
    training = EmbedderTraining(
        new_learner("phosc-ctc", alphabet, "cosine", seed),
        images,
        labels.astype(np.int64),
        np.asarray(signatures(list(classes), alphabet), np.float32),
        character_codes(list(classes), alphabet),
        EmbedderSettings(steps=steps),
        seed,
        device,
    )
    checkpoint = folder / f"checkpoint-{len(images)}-{epochs}-{seed}.h5"
    if checkpoint.exists():
        training.load_arrays(read_tree(checkpoint)[1])
        print(f"Going on after epoch {training.epoch}", flush=True)
    for progress in training.run(lambda: False, print):
        print(
            f"epoch {progress.epoch}/{progress.epochs} loss {progress.loss:.4f} {progress.images_per_second:.0f}/s",
            flush=True,
        )
        checkpoint.unlink(missing_ok=True)
        write_tree(checkpoint, {}, training.to_arrays())
    return training.learner


def held_out_figures(learner: Any, held: Drawn) -> dict[str, float]:
    """Share of words read rightly in fonts never trained on: among these words, and letter by letter."""
    from core.lexicon.alphabet import load_alphabet

    alphabet = load_alphabet("latin-extended")
    images, words = held
    lexicon = sorted(set(words))
    embeddings = learner.embed(images)
    nearest = learner.distances(lexicon, alphabet)(embeddings).argmin(axis=1)
    truth = np.array([lexicon.index(word) for word in words])
    spelled = learner.decode(embeddings, alphabet)
    return {
        "words": len(words),
        "lexicon": len(lexicon),
        "right_in_lexicon": float((nearest == truth).mean()),
        "right_letter_by_letter": float(np.mean([a == b for a, b in zip(spelled, words, strict=True)])),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where fonts lie and pictures are kept")
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "resources" / "models" / "starter.h5")
    parser.add_argument("--pictures", type=int, default=150_000)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    from core.device import resolve_device

    device = resolve_device(options.device)
    drawn, held = draw(options.folder, options.pictures, options.processes)
    learner = train(options.folder, drawn, options.epochs, options.seed, device)
    learner.net.to("cpu")
    figures = held_out_figures(learner, held)
    print(json.dumps(figures), flush=True)
    from core.lexicon.alphabet import load_alphabet
    from core.store.starter import save_starter

    save_starter(
        options.out,
        load_alphabet("latin-extended"),
        learner.to_arrays(),
        {
            "pictures": options.pictures,
            "words": len(set(drawn[1])),
            "epochs": options.epochs,
            "fonts": sum(1 for line in (HERE / "fonts.txt").read_text().splitlines() if line[0] != "#") - HELD_OUT,
            "seed": options.seed,
            "device": device,
            "held_out_fonts": figures,
        },
    )


if __name__ == "__main__":
    main()
