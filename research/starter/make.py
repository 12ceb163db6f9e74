"""Make the starter model, resources/models/starter.h5: one network that has read many hands.

Run through `make starter`. It learns from pictures of words in fonts and, where folders of transcribed lines and of cut
words are given, from real handwriting: the network of the fonts cuts the lines into words and learns from them; that
network cuts them again and learns from those words and the fonts together; and so four times more, the last three times
with weaker deformations at the end, and the last time from pieces of lines, too. Pictures and cuts are kept in the
folder; training goes on from its last epoch when it is run again. On a graphics card it is the same recipe, but sooner.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.imaging.augment import Augmentation
from research.starter.fitting import (
    PLAIN,
    PLAIN_AND_SMALLER,
    STRONG,
    STRONG_AND_SMALLER,
    fit,
    network,
    reading_figures,
    tune,
)
from research.starter.pictures import Drawn, count_fonts, draw
from research.starter.real import RealWords, cut_lines, read_table

HERE = Path(__file__).parent

FONT_SHARE = 0.35
"""Share of pictures in fonts when real hands are learnt from: they bring words, letters and languages that few hands
have."""


PIECE_SHARE = 0.25
"""Share of pieces of lines in a round that has them: along a line, a letter's neighbours are those of the next word."""


@dataclass(frozen=True, slots=True)
class Round:
    """Cutting the lines with the network so far, and learning from the words."""

    least_score: float
    """Least mean log probability of the characters of a line that is learnt from."""
    epochs: int
    """Passes over real words and fonts together."""
    rate: float
    augmentation: Augmentation = STRONG
    has_fonts: bool = True
    has_pieces: bool = False
    cuts: bool = True
    """False to learn from the words that were cut for the round before."""


ROUNDS = (
    Round(-5.0, 4, 1.5e-3, has_fonts=False),
    Round(-2.5, 5, 2e-3),
    Round(-2.5, 5, 1.2e-3, STRONG_AND_SMALLER),
    Round(-2.5, 8, 1.5e-3, STRONG_AND_SMALLER),
    Round(-2.5, 4, 8e-4, PLAIN_AND_SMALLER, cuts=False),
    Round(-2.5, 6, 1.5e-3, STRONG_AND_SMALLER),
    Round(-2.5, 3, 8e-4, PLAIN_AND_SMALLER, cuts=False),
    Round(-2.5, 2, 1.2e-3, STRONG_AND_SMALLER, has_pieces=True),
    Round(-2.5, 2, 8e-4, PLAIN_AND_SMALLER, has_pieces=True, cuts=False),
)


def allowed(words: list[str], refused: frozenset[str]) -> NDArray[np.bool_]:
    """Return [N] whether each may be learnt from: the letters of its words, in lower case, are none ``refused``."""
    return np.array([refused.isdisjoint(map(letters, word.split())) for word in words], np.bool_)


def letters(word: str) -> str:
    """Return the letters and digits of a word in lower case: "Orders," is the word "orders"."""
    return "".join(character for character in word.casefold() if character.isalnum())


def real_words(options: argparse.Namespace, weights: Path, number: int) -> RealWords:
    """The words of all real hands that may be learnt from, and of the hands held out.

    The lines are cut by the network of ``weights``; all words are kept in the folder.
    """
    from core.lexicon.alphabet import load_alphabet

    kept = options.folder / f"real-{number + 1}.npz"
    if not kept.exists():
        parts = [cut_lines(folder, weights, ROUNDS[number].least_score, options.processes) for folder in options.lines]
        parts += [read_table(folder, load_alphabet("latin-extended")) for folder in options.words]
        RealWords.join(parts).write(kept)
    words = RealWords.read(kept)
    print(json.dumps(words.counts), flush=True)
    return words.take(words.is_held_out() | allowed(words.words, options.refused))


def chances(real: RealWords, drawn: Drawn | None) -> NDArray[np.float64]:
    """The probability of each image: fair to hands and words, and to fonts and pieces of lines beside words."""
    of_hand, of_word = Counter(real.hands), Counter(real.words)
    weights = np.array([of_hand[h] ** -0.5 * of_word[w] ** -0.4 for h, w in zip(real.hands, real.words, strict=True)])
    fonts = 0 if drawn is None else FONT_SHARE
    pieces = real.is_piece
    in_pieces = PIECE_SHARE if pieces.any() else 0
    weights[~pieces] *= (1 - fonts) * (1 - in_pieces) / weights[~pieces].sum()
    if pieces.any():
        weights[pieces] *= in_pieces / weights[pieces].sum()
    if drawn is None:
        return weights
    return np.concatenate([weights, np.full(len(drawn[1]), fonts * (1 - in_pieces) / len(drawn[1]))])


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
    """The network of real hands and fonts, from the ``weights`` of the fonts; and the real words of its last round."""
    real: RealWords | None = None
    for number, a_round in enumerate(ROUNDS[: options.rounds]):
        epochs = options.real_epochs or a_round.epochs
        without = f"-without-{len(options.refused)}" if options.refused else ""
        out: Path = options.folder / f"round-{number + 1}-{epochs}-{options.seed}{without}.h5"
        if a_round.cuts:
            real, cut_with = None, (options.cut or weights, number)
        if not out.exists():
            real = real or real_words(options, *cut_with)
            learnt = real.take(~real.is_held_out() & (a_round.has_pieces | ~real.is_piece))
            images, words, is_piece = learnt.images, learnt.words, learnt.is_piece
            if a_round.has_fonts:
                images, words = np.concatenate([images, drawn[0]]), [*words, *drawn[1]]
                is_piece = np.concatenate([is_piece, np.zeros(len(drawn[1]), np.bool_)])
            learner = fit(
                network(weights, options.seed), images, words, chances(learnt, drawn if a_round.has_fonts else None),
                is_piece, epochs=epochs, rate=a_round.rate, augmentation=a_round.augmentation, is_new=False,
                seed=options.seed, device=device, checkpoint=out.with_suffix(".checkpoint.h5"),
            )  # fmt: skip
            save(out, learner, {})
        weights = out
    return weights, real or real_words(options, *cut_with)


def save(path: Path, learner: Any, about: dict[str, Any]) -> None:
    """Write the weights in eight bits, which is enough for initial weights."""
    from core.lexicon.alphabet import load_alphabet
    from core.store.eight_bits import to_eight_bits
    from core.store.starter import STARTER
    from core.store.tree import write_part

    alphabet = load_alphabet("latin-extended").to_json()
    write_part(path, STARTER, to_eight_bits(learner.to_arrays()), about, alphabet=alphabet)


def sources(real: RealWords) -> list[dict[str, Any]]:
    """Return the collections learnt from, as in sources.json, with the numbers of hands and words of each."""
    known = json.loads((HERE / "sources.json").read_text(encoding="utf-8"))
    learnt = real.take(~real.is_held_out() & ~real.is_piece)
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
    parser.add_argument("--without", type=Path, help="a list of words to learn nothing from, one a line")
    parser.add_argument("--begin", type=Path, help="a starter model to begin with, instead of learning the fonts")
    parser.add_argument("--cut", type=Path, help="a starter model that cuts the lines, instead of the network so far")
    parser.add_argument("--pictures", type=int, default=100_000)
    parser.add_argument("--epochs", type=int, default=4, help="passes over the pictures in fonts")
    parser.add_argument(
        "--real-epochs", type=int, help="passes over the words in each round; by default those of ROUNDS"
    )
    parser.add_argument("--rounds", type=int, default=len(ROUNDS), help="only the first rounds of ROUNDS")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    from core.device import resolve_device

    device = resolve_device(options.device)
    options.refused = (
        frozenset(map(letters, options.without.read_text("utf-8").split())) if options.without else frozenset()
    )
    drawn, held = draw(options.folder, options.pictures, options.processes)
    may_learn = allowed(drawn[1], options.refused)
    drawn = drawn[0][may_learn], [word for word, may in zip(drawn[1], may_learn, strict=True) if may]
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
        unknown = real.take(real.is_held_out() & ~real.is_piece)
        learner = network(weights, options.seed)
        tune(learner, unknown.images, unknown.words)
        about |= {
            "epochs": sum(options.real_epochs or one.epochs for one in ROUNDS[: options.rounds]),
            "learnt_from": sources(real),
            "counts": dict(real.counts),
        }
        about["held_out_hands"] = reading_figures(learner, unknown.images, unknown.words)
        about["held_out_hands"]["hands"] = len(set(unknown.hands))
    else:
        about["epochs"] = options.epochs
        learner = network(weights, options.seed)
    about["held_out_fonts"] = reading_figures(learner, *held)
    print(json.dumps(about, indent=1), flush=True)
    save(options.out, learner, about)
    print("Now write the digests of its sources: python -m research.starter.list_sources FOLDER --tables TABLE ...")


if __name__ == "__main__":
    main()
