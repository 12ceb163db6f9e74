"""The speed of the starter's network, in both precisions, and trained beside another busy program.

Usage: python -m research.measurements.bench_network [--threads N] [--steps N]

Each line is a process of its own. The first table has processor milliseconds of a training step for each of its 40
images, and of reading for each of 64 images, on this processor and as on an office computer, which is emulated by
keeping PyTorch to AVX2: the least of several runs, with the ratio to float32; ``chosen`` is the precision that Ductus
takes there. The second has wall and processor seconds of a training step of 40 images, quiet or beside one process that
is always busy: ``active`` threads spin while they wait, ``passive`` ones sleep, as those of Ductus do
(core/system/computer.py).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

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
_BUSY = "while True: pass"


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


def least_times(threads: int) -> None:
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


def step_times(steps: int) -> None:
    """Print the wall and processor seconds of a step in this process, as JSON."""
    epochs = starter_training().run(lambda: False, print)
    for _ in range(3):
        next(epochs)
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in range(steps):
        next(epochs)
    print(json.dumps({"wall": (time.perf_counter() - wall) / steps, "cpu": (time.process_time() - cpu) / steps}))


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keep ``count`` processes busy within the context."""
    processes = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def in_process(part: str, number: int, limits: Mapping[str, str]) -> dict[str, Any]:
    """Return what :func:`least_times` or :func:`step_times` prints in a process with these variables."""
    command = [sys.executable, "-m", "research.measurements.bench_network", "--child", part, str(number)]
    done = subprocess.run(command, env={**os.environ, **limits}, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def show_precisions(threads: int) -> None:
    """Print the first table."""
    print(f"{'processor':<26}{'precision':<20}{'train, ms an image':>20}{'read, ms an image':>20}")
    for name, limits in EMULATIONS.items():
        least: dict[str, float] = {}
        for wanted in ("float32", "bfloat16", "auto"):
            found = in_process("least", threads, {**limits, "DUCTUS_PRECISION": wanted, "OMP_WAIT_POLICY": "PASSIVE"})
            label = f"chosen: {found['chosen']}" if wanted == "auto" else wanted
            cells = []
            for part in ("train", "read"):
                least.setdefault(part, found[part])
                cells.append(f"{found[part]:.1f} ({found[part] / least[part]:.2f})")
            print(f"{name:<26}{label:<20}{cells[0]:>20}{cells[1]:>20}", flush=True)


def show_neighbours(steps: int) -> None:
    """Print the second table."""
    print(f"{'threads':<10}{'waiting':<10}{'beside':<10}{'wall, s a step':>18}{'processor, s a step':>22}")
    for threads in (1, 2):
        for waiting in ("active", "passive"):
            if threads == 1 and waiting == "active":
                continue  # one thread waits for no other
            quiet = 0.0
            for count in (0, 1):
                with busy_processes(count):
                    found = in_process(
                        "step", steps, {"OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": waiting.upper()}
                    )
                quiet = quiet or found["wall"]
                beside = "one busy" if count else "nothing"
                wall = f"{found['wall']:.3f} ({found['wall'] / quiet:.2f})"
                print(f"{threads:<10}{waiting:<10}{beside:<10}{wall:>18}{found['cpu']:>22.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1, help="of the first table")
    parser.add_argument("--steps", type=int, default=30, help="of the second table")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        part, number = options.child
        {"least": least_times, "step": step_times}[part](int(number))
        return
    show_precisions(options.threads)
    show_neighbours(options.steps)


if __name__ == "__main__":
    main()
