"""Make the starter model, resources/models/starter.h5: one network that has read many hands.

Run through `make starter`. It learns from pictures of words in fonts and, where folders of transcribed lines and of cut
words are given, from real handwriting: the network of the fonts cuts the lines into words, learns from them, cuts them
again, and learns from those and the fonts together. Pictures and cuts are kept in the folder; training goes on from its
last epoch when it is run again. On a graphics card it is the same recipe, only sooner.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1]))

from drawing import Drawn, count_fonts, draw  # noqa: E402
from fitting import PLAIN, STRONG, fit, network, reading_figures  # noqa: E402
from real import RealWords, cut_lines, read_table  # noqa: E402

FONT_SHARE = 0.35
"""Share of pictures in fonts when real hands are learnt from: they bring words, letters and languages that few hands
have."""
FIRST_EPOCHS = 4
FIRST_RATE, SECOND_RATE = 1.5e-3, 2e-3
LEAST_SCORES = (-5.0, -2.5)
"""Least mean log probability of a line's characters, in the first and in the second cutting."""


def real_words(options: argparse.Namespace, weights: Path, stage: int) -> RealWords:
    """The words of all real hands, with the lines cut by the network of ``weights``; kept in the folder."""
    from core.lexicon.alphabet import load_alphabet

    kept = options.folder / f"real-{stage}.npz"
    if not kept.exists():
        parts = [cut_lines(folder, weights, LEAST_SCORES[stage], options.processes) for folder in options.lines]
        parts += [read_table(folder, load_alphabet("latin-extended")) for folder in options.words]
        RealWords.join(parts).write(kept)
    words = RealWords.read(kept)
    print(json.dumps(words.counts), flush=True)
    return words


def chances(real: RealWords, drawn: Drawn | None) -> NDArray[np.float64]:
    """The probability of each image: fair to hands and words, and to fonts beside real hands."""
    of_hand, of_word = Counter(real.hands), Counter(real.words)
    weights = np.array([of_hand[h] ** -0.5 * of_word[w] ** -0.4 for h, w in zip(real.hands, real.words, strict=True)])
    weights /= weights.sum()
    if drawn is None:
        return weights
    fonts = np.full(len(drawn[1]), FONT_SHARE / len(drawn[1]))
    return np.concatenate([weights * (1 - FONT_SHARE), fonts])


def learn_fonts(options: argparse.Namespace, device: str, drawn: Drawn) -> Path:
    """The network of the fonts alone."""
    out: Path = options.folder / f"fonts-{len(drawn[1])}-{options.epochs}-{options.seed}.h5"
    if not out.exists():
        learner = fit(
            network(None, options.seed), *drawn, None, epochs=options.epochs, rate=3e-3, augmentation=PLAIN,
            is_new=True, seed=options.seed, device=device, checkpoint=out.with_suffix(".checkpoint.h5"),
        )  # fmt: skip
        save(out, learner, {})
    return out


def learn_hands(options: argparse.Namespace, device: str, weights: Path, drawn: Drawn) -> tuple[Path, RealWords]:
    """The network of real hands and fonts, from the ``weights`` of the fonts; and the real words of its last stage."""
    first: Path = options.folder / f"first-{options.seed}.h5"
    if not first.exists():
        real = real_words(options, weights, 0)
        real = real.take(~real.is_held_out())
        learner = fit(
            network(weights, options.seed), real.images, real.words, chances(real, None), epochs=FIRST_EPOCHS,
            rate=FIRST_RATE, augmentation=STRONG, is_new=False, seed=options.seed, device=device,
            checkpoint=first.with_suffix(".checkpoint.h5"),
        )  # fmt: skip
        save(first, learner, {})
    everything = real_words(options, first, 1)
    second: Path = options.folder / f"second-{options.real_epochs}-{options.seed}.h5"
    if not second.exists():
        real = everything.take(~everything.is_held_out())
        images, words = np.concatenate([real.images, drawn[0]]), [*real.words, *drawn[1]]
        learner = fit(
            network(first, options.seed), images, words, chances(real, drawn), epochs=options.real_epochs,
            rate=SECOND_RATE, augmentation=STRONG, is_new=False, seed=options.seed, device=device,
            checkpoint=second.with_suffix(".checkpoint.h5"),
        )  # fmt: skip
        save(second, learner, {})
    return second, everything


def save(path: Path, learner: Any, about: dict[str, Any]) -> None:
    from core.lexicon.alphabet import load_alphabet
    from core.store.starter import save_starter

    save_starter(path, load_alphabet("latin-extended"), learner.to_arrays(), about)


def sources(real: RealWords) -> list[dict[str, Any]]:
    """What was learnt from, as sources.json describes it, with the numbers of hands and words of each collection."""
    known = json.loads((HERE / "sources.json").read_text(encoding="utf-8"))
    learnt = real.take(~real.is_held_out())
    result = []
    for collection in sorted(set(learnt.collections)):
        rows = np.array([name == collection for name in learnt.collections])
        one = learnt.take(rows)
        described = known.get(collection, {"title": collection, "licence": "unknown", "source": "unknown"})
        result.append({**described, "hands": len(set(one.hands)), "words": len(one.words)})
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where fonts lie and pictures are kept")
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "resources" / "models" / "starter.h5")
    parser.add_argument("--lines", type=Path, action="append", default=[], help="a folder with lines.csv")
    parser.add_argument("--words", type=Path, action="append", default=[], help="a folder with words.csv")
    parser.add_argument("--begin", type=Path, help="a starter model to begin with, instead of learning the fonts")
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=4, help="passes over the pictures in fonts")
    parser.add_argument("--real-epochs", type=int, default=6, help="passes over real words and fonts together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    from core.device import resolve_device

    device = resolve_device(options.device)
    drawn, held = draw(options.folder, options.pictures, options.processes)
    weights = options.begin or learn_fonts(options, device, drawn)
    about: dict[str, Any] = {
        "pictures": options.pictures,
        "words": len(set(drawn[1])),
        "fonts": count_fonts(),
        "seed": options.seed,
        "device": device,
    }
    if options.lines or options.words:
        weights, real = learn_hands(options, device, weights, drawn)
        unknown = real.take(real.is_held_out())
        about |= {"epochs": options.real_epochs, "learnt_from": sources(real), "counts": dict(real.counts)}
        about["held_out_hands"] = reading_figures(network(weights, 0), unknown.images, unknown.words)
        about["held_out_hands"]["hands"] = len(set(unknown.hands))
    else:
        about["epochs"] = options.epochs
    learner = network(weights, options.seed)
    about["held_out_fonts"] = reading_figures(learner, *held)
    print(json.dumps(about, indent=1), flush=True)
    save(options.out, learner, about)


if __name__ == "__main__":
    main()
