"""The speed of the starter's network in both precisions, on this processor and as on an office computer.

Usage: python -m research.measurements.bench_precision [--threads N]

An office computer is emulated by keeping PyTorch to AVX2. Each line is a process of its own: processor milliseconds of
a training step for each of its 40 images, and of reading for each of 64 images, the least of several runs, with the
ratio to float32; ``chosen`` is the precision that Ductus takes there.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from core.model.signature_learner import SignatureLearner
    from core.training.embedder_training import EmbedderTraining

EMULATIONS = {
    "as it is": {},
    "AVX2": {"ONEDNN_MAX_CPU_ISA": "AVX2", "ATEN_CPU_CAPABILITY": "avx2"},
    "AVX-512 without bfloat16": {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE", "ATEN_CPU_CAPABILITY": "avx512"},
}
TRAINED, READ = 40, 64
_RUNS = 3


def least_seconds(run: Callable[[], object]) -> float:
    """Return the least processor seconds of some runs, after one that prepares the kernels."""
    run()
    seconds = []
    for _ in range(_RUNS):
        started = time.process_time()
        run()
        seconds.append(time.process_time() - started)
    return min(seconds)


def starter_learner() -> SignatureLearner:
    """Return the network of the starter model."""
    from core.model.learner import learner_from_arrays, new_learner
    from core.store.starter import load_starter, starter_path
    from core.training.starter_init import transfer_weights

    starter = load_starter(starter_path())
    random = new_learner("phosc-ctc", starter.alphabet, "cosine", 0)
    weights = transfer_weights(starter, random.to_arrays(), starter.alphabet)
    return learner_from_arrays("phosc-ctc", weights, starter.alphabet, "cosine")


def starter_training() -> EmbedderTraining:
    """Return a training of the starter's network whose epochs have one step of :data:`TRAINED` images."""
    from core.lexicon.alphabet import load_alphabet
    from core.lexicon.signature import signatures
    from core.model.spelling_learner import character_codes
    from core.training.embedder_training import EmbedderSettings, EmbedderTraining

    alphabet = load_alphabet("latin-extended")
    words = ["regiment", "orders", "captain", "received"]
    settings = EmbedderSettings(steps=10**6, batch=TRAINED, peak_rate=1e-5, fresh_heads=False)
    targets, codes = np.asarray(signatures(words, alphabet), np.float32), character_codes(words, alphabet)
    labels = np.arange(TRAINED) % len(words)
    return EmbedderTraining(starter_learner(), images(TRAINED), labels, targets, codes, settings, 0, "cpu")


def images(count: int) -> NDArray[np.uint8]:
    """Return random word images uint8 [count, 50, 250]."""
    return np.random.default_rng(0).integers(0, 256, (count, 50, 250), dtype=np.uint8)


def child(threads: int) -> None:
    """Print the precision and the milliseconds in this process, as JSON."""
    import torch

    from core.model.precision import precision_of

    torch.set_num_threads(threads)
    chosen = str(precision_of("cpu"))
    learner, shown = starter_learner(), images(READ)
    read = least_seconds(lambda: learner.embed(shown))
    epochs = starter_training().run(lambda: False, print)
    trained = least_seconds(lambda: next(epochs))
    print(json.dumps({"chosen": chosen, "train": 1000 * trained / TRAINED, "read": 1000 * read / READ}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.threads)
        return
    print(f"{'processor':<26}{'precision':<20}{'train, ms an image':>20}{'read, ms an image':>20}")
    for name, limits in EMULATIONS.items():
        least: dict[str, float] = {}
        for wanted in ("float32", "bfloat16", "auto"):
            command = [
                sys.executable,
                "-m",
                "research.measurements.bench_precision",
                "--child",
                "--threads",
                str(options.threads),
            ]
            environment = {**os.environ, **limits, "DUCTUS_PRECISION": wanted, "OMP_WAIT_POLICY": "PASSIVE"}
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            found = json.loads(done.stdout.splitlines()[-1])
            label = f"chosen: {found['chosen']}" if wanted == "auto" else wanted
            cells = []
            for part in ("train", "read"):
                least.setdefault(part, found[part])
                cells.append(f"{found[part]:.1f} ({found[part] / least[part]:.2f})")
            print(f"{name:<26}{label:<20}{cells[0]:>20}{cells[1]:>20}", flush=True)


if __name__ == "__main__":
    main()
