"""What runs on a node: one number of one job file, as plain data in and plain data out.

submitit pickles the call. All that is in it is the name of :class:`WorkerCall`, the path of the job file and a number.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import DuctusError, Stopped
from core.events import Listener, ignore_events, log_events, stop_on_signals
from core.executors.paths import events_file, fault_file

if TYPE_CHECKING:
    from submitit.core.utils import DelayedSubmission

PARENT = "DUCTUS_PARENT"
"""Environment variable: the process that submitted local jobs, without which they stop."""

Handler = Callable[[Path, int, Listener, Callable[[], bool]], None]


class WorkerCall:
    """Called on the node. When its time is up or it is preempted, submitit puts the same call into the queue again."""

    def __call__(self, job_file: str, number: int) -> None:
        run_job(Path(job_file), number)

    def checkpoint(self, job_file: str, number: int) -> DelayedSubmission:
        """For submitit, before it requeues: nothing is carried over, all that is done lies in files."""
        from submitit.core.utils import DelayedSubmission

        return DelayedSubmission(self, job_file, number)


def run_job(job_file: Path, number: int) -> None:
    """Do the work ``number`` of a job file and leave its result beside it, or a fault that says what is wrong.

    A polite stop (SIGTERM, as scancel sends it) leaves the checkpoint and no fault.
    """
    emit = log_events(events_file(job_file, number), ignore_events)
    with stop_on_signals() as asked:
        try:
            emit({"event": "began", "host": os.uname().nodename, "pid": os.getpid()})
            _doer(job_file)(job_file, number, emit, lambda: asked() or _orphaned())
        except Stopped:
            return
        except DuctusError as error:
            _tell(job_file, number, {"text": str(error), "exit_code": error.exit_code, "final": True})
        except Exception as error:
            # perhaps this node's own fault: another one may do better
            _tell(job_file, number, {"text": f"{type(error).__name__}: {error}", "final": False})
            raise


def _doer(job_file: Path) -> Handler:
    from core.executors.recognition_worker import READ, read_one
    from core.executors.training_worker import TRAIN, train_one
    from core.store.tree import read_card

    doers: dict[str, Handler] = {TRAIN: train_one, READ: read_one}
    kind = str(read_card(job_file).get("kind"))
    if kind not in doers:
        raise DuctusError(f"{job_file}: not a job of Ductus.")
    return doers[kind]


def _orphaned() -> bool:
    """Whether a local job has lost the process that submitted it."""
    if os.environ.get("SUBMITIT_EXECUTOR") != "local" or PARENT not in os.environ:
        return False
    try:
        os.kill(int(os.environ[PARENT]), 0)
    except (OSError, ValueError):
        return True
    return False


def _tell(job_file: Path, number: int, fault: dict[str, Any]) -> None:
    path = fault_file(job_file, number)
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    aside.write_text(json.dumps(fault), encoding="utf-8")
    aside.replace(path)
