"""The worker's side: one number of one job file, with plain data in files as input and output.

submitit pickles the call: the name of :class:`WorkerCall`, the path of the job file and a number.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, Stopped
from core.events import Listener, ShouldStop, WorkerBegan, card_note, ignore_events, log_events, stop_on_signals
from core.executors.cluster import events_file, fault_file, files_of
from core.system.processes import host_name, is_alive
from core.torch_build import prefer_build

if TYPE_CHECKING:
    from submitit.core.utils import DelayedSubmission

PARENT = "DUCTUS_PARENT"
"""Environment variable with the process that submitted local jobs; they stop when it is gone."""

Handler = Callable[[Path, int, Listener, ShouldStop], None]


class WorkerCall:
    """The callable that runs on the worker. submitit requeues the same call when its time is up or it is preempted."""

    def __call__(self, job_file: str, number: int) -> None:
        run_job(Path(job_file), number)

    def checkpoint(self, job_file: str, number: int) -> DelayedSubmission:
        """Return the call to requeue: the same one, because everything that was done is in files."""
        from submitit.core.utils import DelayedSubmission

        return DelayedSubmission(self, job_file, number)


def run_job(job_file: Path, number: int) -> None:
    """Process ``number`` of a job file; leave the result beside it, or a fault file with the error.

    A request to stop (SIGTERM, as sent by scancel) leaves the checkpoint and no fault.
    """
    emit = log_events(partial(files_of(job_file).append, events_file(job_file, number)), ignore_events)
    with stop_on_signals() as stop_requested:
        try:
            prefer_build(lambda text: emit(card_note(text)))
            emit(WorkerBegan(host_name(), os.getpid()))
            _handler(job_file)(job_file, number, emit, lambda: stop_requested() or _is_orphaned())
        except Stopped:
            return
        except DuctusError as error:
            _write_fault(job_file, number, {"text": str(error), "exit_code": error.exit_code, "final": True})
        except Exception as error:
            # possibly a fault of this machine: another one may succeed
            _write_fault(job_file, number, {"text": f"{type(error).__name__}: {error}", "final": False})
            raise


def _handler(job_file: Path) -> Handler:
    from core.executors.recognition_worker import READ, predict_shard
    from core.executors.training_worker import TRAIN, train_one
    from core.store.tree import read_card

    handlers: dict[str, Handler] = {TRAIN: train_one, READ: predict_shard}
    kind = str(read_card(files_of(job_file).path(job_file)).get("kind"))
    if kind not in handlers:
        raise DuctusError.of("{job_file}: not a job file of Ductus.", job_file=job_file)
    return handlers[kind]


def _is_orphaned() -> bool:
    """Return whether a local job has lost the process that submitted it."""
    if os.environ.get("SUBMITIT_EXECUTOR") != "local" or PARENT not in os.environ:
        return False
    parent = os.environ[PARENT]
    return not (parent.isdecimal() and is_alive(int(parent)))


def _write_fault(job_file: Path, number: int, fault: dict[str, Any]) -> None:
    files_of(job_file).write(fault_file(job_file, number), json.dumps(fault).encode())
