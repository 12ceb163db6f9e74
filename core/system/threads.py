"""The way in which the threads of numerical libraries wait for work."""

import os

_PASSIVE = {
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "1000",
    "KMP_BLOCKTIME": "0",
    "OPENBLAS_THREAD_TIMEOUT": "4",
}
"""For GNU's and LLVM's OpenMP, and for OpenBLAS, whose threads wait 2^4 cycles.

GNU's look for work a thousand times before they sleep, some microseconds: many parts of a step are that short, and
without it a step takes a tenth longer.
"""


def let_waiting_threads_sleep() -> None:
    """Let threads without work sleep, in this process and its children, where a person has not chosen otherwise.

    By default they spin for a while, which takes the processor from other programs and, where one of these runs on a
    core, from the thread that all others wait for. Call this before PyTorch or NumPy is imported.
    """
    for name, value in _PASSIVE.items():
        os.environ.setdefault(name, value)
