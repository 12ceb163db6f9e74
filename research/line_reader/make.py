"""Make the line reader, resources/models/line-reader.h5: one network that spells whole lines of many hands.

Run through `make line-reader`. It begins with the convolutions of the starter model and learns from whole lines: of the
real hands in the given folders, of words of tables joined to lines, and of lines drawn in fonts. A second round goes on
from the reader of the first with weaker deformations (`--begin`). Training goes on from its last pass when it is run
again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import Alphabet, load_alphabet
from research.line_reader.drawing import draw_lines
from research.line_reader.lines import Lines, join_words, read_lines

if TYPE_CHECKING:
    from core.model.line_reader import LineReader

HERE = Path(__file__).parent
DRAWN_SHARE, JOINED_SHARE = 0.25, 0.15
"""Shares of a pass that are lines drawn in fonts, and words of tables joined to lines."""
CAPITALS = 4.0
"""How much oftener a line with a word in capitals is drawn than others of its hand: one word in a hundred is in
capitals in the lines that teach, one in eight in a notebook full of headings."""


def chances(lines: Lines, joined: set[str]) -> NDArray[np.float64]:
    """The probability of each line: fair to hands, and in shares to drawn lines and joined words."""
    of_hand = Counter(lines.hands)
    weights = np.array([of_hand[hand] ** -0.4 for hand in lines.hands])
    weights[[any(len(word) > 2 and word.isupper() for word in text.split()) for text in lines.texts]] *= CAPITALS
    is_drawn = np.array([name == "fonts" for name in lines.collections])
    is_joined = np.array([name in joined for name in lines.collections])
    groups = ((is_drawn, DRAWN_SHARE), (is_joined, JOINED_SHARE))
    left = 1.0
    for rows, share in groups:
        if rows.any():
            weights[rows] *= share / weights[rows].sum()
            left -= share
    real = ~is_drawn & ~is_joined
    if real.any():
        weights[real] *= left / weights[real].sum()
    return np.asarray(weights / weights.sum())


def familiar_words(lines: Lines, joined: set[str]) -> tuple[str, ...]:
    """Return the words that stand more than once in different lines of hands, as they are written."""
    texts = {text for text, name in zip(lines.texts, lines.collections, strict=True) if name not in joined}
    times = Counter(word for text in texts for word in text.split())
    return tuple(sorted(word for word, count in times.items() if count > 1))


def begin_reader(starter: Path, alphabet: Alphabet, seed: int) -> Any:
    """A line reader with the convolutions of a starter model."""
    import torch

    from core.model.line_reader import LineReader, LineReaderNet
    from core.store.starter import load_starter

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        net = LineReaderNet(len(alphabet.characters) - 1)
    shared = load_starter(starter).arrays
    state = net.state_dict()
    for name, value in state.items():
        array = shared.get(name)
        if array is not None and array.shape == tuple(value.shape):
            state[name] = torch.from_numpy(np.array(array)).to(value.dtype)
    net.load_state_dict(state)
    return LineReader(net, alphabet)


def all_sources(before: list[dict[str, Any]], now: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a line reader has learnt from in two rounds; of a source in both, the round with more lines."""
    sources = {source["source"]: source for source in sorted((*before, *now), key=lambda source: source["lines"])}
    return sorted(sources.values(), key=lambda source: source["title"])


def error_rates(reader: Any, lines: Lines) -> dict[str, Any]:
    """CER and WER of greedy reading, of all lines and by collection."""
    from rapidfuzz.distance import Levenshtein

    from core.recognition.line_words import spelled_text

    sums: dict[str, NDArray[np.float64]] = {}
    for start in range(0, len(lines.texts), 64):
        part = range(start, min(start + 64, len(lines.texts)))
        for row, line in zip(part, reader.spell([lines.strips[row] for row in part]), strict=True):
            read, text = spelled_text(reader, line), lines.texts[row]
            words, true = read.split(), text.split()
            counts = np.array(
                [Levenshtein.distance(" ".join(words), text), len(text), Levenshtein.distance(words, true), len(true)],
                float,
            )
            for name in (lines.collections[row], "all"):
                sums[name] = sums.get(name, np.zeros(4)) + counts
    return {
        name: {"cer": round(s[0] / s[1], 4), "wer": round(s[2] / s[3], 4), "characters": int(s[1])}
        for name, s in sorted(sums.items())
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where lines are kept")
    parser.add_argument("--fonts", type=Path, required=True, help="where the packages of the fonts lie")
    parser.add_argument("--out", type=Path, default=HERE.parents[1] / "resources" / "models" / "line-reader.h5")
    parser.add_argument("--starter", type=Path, default=HERE.parents[1] / "resources" / "models" / "starter.h5")
    parser.add_argument("--lines", type=Path, action="append", default=[], help="a folder with lines.csv")
    parser.add_argument("--words", type=Path, action="append", default=[], help="a folder with words.csv")
    parser.add_argument("--drawn", type=int, default=8_000, help="lines drawn in fonts")
    parser.add_argument("--begin", type=Path, help="a line reader to go on from, with weaker deformations")
    parser.add_argument("--beside", type=Path, help="the line reader whose weights are mixed in (default: --begin)")
    parser.add_argument("--share", type=float, default=1.0, help="share of the weights after the round in this mixture")
    parser.add_argument(
        "--reverse", type=float, default=0.0, help="share of lines that writing on the reverse shows in"
    )
    parser.add_argument("--passes", type=int, default=8)
    parser.add_argument("--per-pass", type=int, default=10_000, help="lines of a pass")
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()

    from core.device import resolve_device
    from core.model.line_reader import LineReader
    from core.store.shipped_files import LINE_READER, load_line_reader
    from core.store.tree import read_about, read_tree, write_tree
    from core.training.line_reader_training import AUGMENTATION, WEAKER, LineExample
    from core.training.starter_init import interpolate_weights
    from research.line_reader.training import ManyHandsTraining

    options.folder.mkdir(parents=True, exist_ok=True)
    alphabet = load_alphabet("latin-extended")
    kept = options.folder / "real.npz"
    if not kept.exists():
        real = Lines()
        for folder in options.lines:
            real.extend(read_lines(folder, alphabet))
        for folder in options.words:
            real.extend(join_words(folder, alphabet))
        print(json.dumps(real.counts), flush=True)
        real.write(kept)
    real = Lines.read(kept)
    held = [row for row, is_out in enumerate(real.is_held_out()) if is_out]
    unknown, learnt = real.take(held), real.take(sorted(set(range(len(real.texts))) - set(held)))
    joined = {folder.name for folder in options.words}
    familiar = familiar_words(learnt, joined)
    hands = {name: len({h for h, c in zip(learnt.hands, learnt.collections, strict=True) if c == name})
             for name in sorted(set(learnt.collections))}  # fmt: skip
    of_collection = Counter(learnt.collections)
    if options.drawn:
        learnt.extend(draw_lines(options.folder, options.fonts, options.drawn, options.processes))
    names = alphabet.numbers
    examples = [
        LineExample(strip, tuple(names[c] for c in text))
        for strip, text in zip(learnt.strips, learnt.texts, strict=True)
    ]
    device = resolve_device(options.device)
    begun = load_line_reader(options.begin) if options.begin else begin_reader(options.starter, alphabet, options.seed)
    training = ManyHandsTraining(
        begun, examples, options.passes, options.rate, options.seed,
        chances=chances(learnt, joined), per_pass=options.per_pass,
        augmentation=replace(WEAKER if options.begin else AUGMENTATION, reverse=options.reverse), device=device,
    )  # fmt: skip
    second = "-second" if options.begin else ""
    checkpoint = options.folder / f"checkpoint-{options.seed}-{options.passes}{second}.h5"
    if checkpoint.exists():
        training.load_arrays(read_tree(checkpoint)[1])
        print(f"going on after pass {training.number}", flush=True)
    else:
        print("before", json.dumps(error_rates(training.reader, unknown)["all"]), flush=True)
    started, before = time.time(), time.process_time()
    for result in training.run():
        checkpoint.unlink(missing_ok=True)
        write_tree(checkpoint, {}, training.to_arrays())
        figures = error_rates(training.reader, unknown)["all"]
        print(
            f"pass {result.number}/{result.count} loss {result.loss:.4f} held-out hands {json.dumps(figures)} "
            f"{time.time() - started:.0f} s, {time.process_time() - before:.0f} processor s",
            flush=True,
        )
    training.net.to("cpu")
    # what was familiar in an earlier round stays so
    familiar = tuple(sorted({*familiar, *begun.familiar}))
    reader = LineReader(training.net, alphabet, familiar)
    if beside := options.beside or options.begin:
        mixed = interpolate_weights(load_line_reader(beside).to_arrays(), reader.to_arrays(), options.share)
        reader = LineReader.from_arrays(mixed, alphabet, familiar)
    known = json.loads((HERE.parent / "starter" / "sources.json").read_text(encoding="utf-8"))
    about = {
        "passes": options.passes,
        "lines_of_a_pass": options.per_pass,
        "drawn_lines": options.drawn,
        "seed": options.seed,
        "reverse": options.reverse,
        "device": device,
        "share_of_last_round": options.share,
        "learnt_from": all_sources(
            read_about(options.begin, LINE_READER)["learnt_from"] if options.begin else [],
            [
                {**known.get(name, {"title": name, "licence": "unknown", "source": "unknown"}), "hands": count,
                 "lines": of_collection[name]}
                for name, count in hands.items()
            ],
        ),
        "held_out_hands": error_rates(reader, unknown) | {"hands": len(set(unknown.hands))},
    }  # fmt: skip
    print(json.dumps(about, indent=1), flush=True)
    save(options.out, reader, about)


def save(path: Path, reader: LineReader, about: dict[str, Any]) -> None:
    """Write the weights in eight bits; ``about`` describes how they were trained."""
    from core.store.shipped_files import LINE_READER
    from core.store.stored_line_reader import line_reader_arrays
    from core.store.tree import write_part

    write_part(path, LINE_READER, line_reader_arrays(reader), about, alphabet=reader.alphabet.to_json())


if __name__ == "__main__":
    main()
