"""The speed of a training beside another busy program.

Usage: python -m research.measurements.bench_neighbour [--steps N]

Each line is a process that trains the starter's network, quiet or beside one process that is always busy: wall and
processor seconds a step of 40 images. ``active`` threads spin while they wait, ``passive`` ones sleep, as those of
Ductus do (core/system/computer.py).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_BUSY = "while True: pass"


def child(steps: int) -> None:
    """Print the wall and processor seconds of a step in this process, as JSON."""
    from research.measurements.bench_precision import starter_training

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=30)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.steps)
        return
    print(f"{'threads':<10}{'waiting':<10}{'beside':<10}{'wall, s a step':>18}{'processor, s a step':>22}")
    for threads in (1, 2):
        for waiting in ("active", "passive"):
            if threads == 1 and waiting == "active":
                continue  # one thread waits for no other
            quiet = 0.0
            for count in (0, 1):
                environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": waiting.upper()}
                command = [
                    sys.executable,
                    "-m",
                    "research.measurements.bench_neighbour",
                    "--child",
                    "--steps",
                    str(options.steps),
                ]
                with busy_processes(count):
                    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
                found = json.loads(done.stdout.splitlines()[-1])
                quiet = quiet or found["wall"]
                beside = "one busy" if count else "nothing"
                wall = f"{found['wall']:.3f} ({found['wall'] / quiet:.2f})"
                print(f"{threads:<10}{waiting:<10}{beside:<10}{wall:>18}{found['cpu']:>22.3f}", flush=True)


if __name__ == "__main__":
    main()
