"""How many threads a job computes with: results are the same only where these are the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def current_threads() -> int:
    """The threads PyTorch takes in this process."""
    import torch

    return torch.get_num_threads()


@contextmanager
def limit_threads(threads: int) -> Iterator[None]:
    """Within it PyTorch and the libraries under NumPy take so many."""
    import torch
    from threadpoolctl import threadpool_limits

    torch.set_num_threads(threads)
    with threadpool_limits(threads):
        yield
